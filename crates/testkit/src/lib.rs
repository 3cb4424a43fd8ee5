//! A scripted model behind a real HTTP server, temporary workspaces, and a runner for the real `reasonix` program: what
//! the tests and benchmarks of every crate stand on. Depends on no other crate of the workspace, and is no mock of any.
//!
//! # A model that does as it is told
//!
//! ```
//! use reasonix_testkit::{Call, Fault, ModelServer, Script, Turn, Usage, WireFormat};
//! use serde_json::json;
//!
//! let server = ModelServer::start(Script::new([
//!     Turn::calls([Call::new("bash", json!({"command": "ls"}))]).with_text("Let me look.").reasoning("Files first."),
//!     Turn::text("Two files.").usage(Usage::new(120, 4000, 12)).fault(Fault::ChunkEvery(1)),
//! ]));
//! // Configure the provider of the test with one of these.
//! for wire in WireFormat::ALL {
//!     let (kind, base_url) = (wire.kind(), server.base_url(wire));
//! }
//! // … run the client, then ask what the server saw.
//! assert!(server.requests().is_empty());
//! ```
//!
//! [`ModelServer::start`] returns at once and listens already. The server runs on a thread of its own: tests may block,
//! pause the clock of tokio, or be plain `#[test]` functions. In plain functions the waits run in [`block_on`].
//!
//! | wire format | base URL | the client adds |
//! |---|---|---|
//! | `WireFormat::OpenAi` | `http://127.0.0.1:PORT/v1` | `/chat/completions` |
//! | `WireFormat::Anthropic` | `http://127.0.0.1:PORT` | `/v1/messages` |
//! | `WireFormat::Responses` | `http://127.0.0.1:PORT/v1` | `/responses` |
//!
//! Only the end of the path matters, so any prefix works. `GET …/models` lists the model of the script.
//!
//! # Turns
//!
//! A [`Turn`] is one answer, written once and rendered in the format of the request: [`Turn::text`], [`Turn::calls`],
//! [`Turn::refusal`], [`Turn::error`], [`Turn::error_with_status_ok`], [`Turn::raw`], or [`Turn::respond`], which looks
//! at the request first. [`Turn::blocks`] gives full control of the order; `Turn::blocks([])` is an empty answer.
//! Ids of answers and calls follow from the number of the request: the same in every run, never twice in one server.
//!
//! A script answers one request per turn. After the last one the server answers with error 400 and says that the script
//! is exhausted, or with the text `done` after [`Script::then_done`]. "Fail twice, then succeed" is
//! `Script::repeat(2, Turn::error(ApiError::Overloaded)).then([Turn::text("ok")])`. Sessions that talk at the same time
//! get lanes of their own by [`Script::when`].
//!
//! As a vendor would, the server refuses a body without `"stream": true`, and sends chat completions their usage only
//! when `stream_options.include_usage` asks for it; see [`UsagePlace`].
//!
//! # Misbehaviour
//!
//! [`Fault`]s compose: `Turn::text("…").faults([Fault::ChunkEvery(1), Fault::ByteOrderMark, Fault::Comments])`.
//! Arguments that are not JSON are a matter of the [`Call`]: [`Call::raw`], [`Call::broken`], [`Call::id`],
//! [`Call::without_id`]. Deltas of one character are `Turn::delta_chars(1)`; one huge event is
//! `Turn::text("x".repeat(9 << 20)).whole()`.
//!
//! A [`Gate`] holds a stream at a place until the test opens it, which makes tests of interrupting and steering exact:
//!
//! ```
//! # use reasonix_testkit::{Fault, Gate, ModelServer, Turn};
//! let gate = Gate::new();
//! let server = ModelServer::start(Turn::text("long answer").fault(Fault::hold_after(2, &gate)));
//! // … start the client; `gate.reached().await` returns when two events were written; interrupt; then
//! gate.open();
//! ```
//!
//! # What came in
//!
//! [`ModelServer::requests`] are [`Recorded`] requests: raw bytes, headers, times, connection, JSON on demand, and
//! questions that work for every wire format ([`Recorded::tool_results`], [`Recorded::extends`]). Wait with
//! [`ModelServer::request`] and [`ModelServer::answers`] instead of sleeping. Benchmarks set [`Keep::Sizes`]: nothing
//! is parsed, no body is kept, and [`Recorded::growth`] still tells whether each request extends the one before.
//! [`ModelServer::gaps`] is what each step cost the client.
//!
//! # The real program
//!
//! ```no_run
//! # use reasonix_testkit::{Cli, ModelServer, Turn, WireFormat};
//! let server = ModelServer::start([Turn::text("hello")]);
//! let output = Cli::new(&server, WireFormat::OpenAi).args(["run", "say hello"]).run().expect_code(0);
//! assert_eq!(output.stdout, "hello\n");
//! ```
//!
//! [`Invocation::start`] gives a [`Running`] program to watch, interrupt and kill. The same [`Cli`] can start the
//! program again in the same home.
//!
//! # Scripts as files
//!
//! [`Script::from_json`], and by hand `cargo run -p reasonix-testkit --bin model-server -- --port 0 script.json`:
//!
//! ```
//! # reasonix_testkit::Script::from_json(r#"
//! {
//!   "turns": [
//!     {"reasoning": "Look first.", "calls": [{"name": "bash", "arguments": {"command": "ls"}, "id": "call_1"}]},
//!     {"error": "overloaded", "retry_after": {"seconds": 1}, "repeat": 2},
//!     {"text": "Done.", "usage": {"fresh": 10, "cached": 90, "output": 3}, "delta_chars": 4,
//!      "faults": ["comments", {"chunk_every": 7}, {"pause": 20}, {"line_ends": "crlf"},
//!                 {"cut": {"at": {"events": 3}, "ending": "reset"}}]}
//!   ],
//!   "lanes": [{"mentions": "You are a reviewer", "turns": [{"text": "Fine."}]}],
//!   "then_done": true
//! }
//! # "#).unwrap();
//! ```

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "support for tests: a broken set-up or a wait without end must fail the test at once, with its reason"
)]

mod call;
mod cli;
mod connection;
mod error;
mod fault;
mod http;
mod plan;
mod play;
mod record;
mod script;
mod script_file;
mod server;
mod signal;
mod sse;
mod turn;
mod usage;
mod wire;
mod workspace;

pub use call::{Broken, Call};
pub use cli::{Cli, Invocation, Output, Running, TEST_KEY};
pub use error::{ApiError, RetryAfter};
pub use fault::{Ending, Fault, Gate, LineEnd, Position};
pub use record::{Growth, Keep, Outcome, Recorded};
pub use script::Script;
pub use server::{ModelServer, Options};
pub use signal::{WAIT_LIMIT, block_on};
pub use turn::{Block, Stop, Turn};
pub use usage::{Usage, UsageNames, UsagePlace};
pub use wire::WireFormat;
pub use workspace::Workspace;
