//! What can go wrong with an answer, as composable values. Which bytes that means is decided in `wire`, `sse`, `plan`.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Deserializer};

use crate::error::ApiError;
use crate::signal::Count;

/// One misbehaviour of a turn. A turn takes any number of them; where two contradict each other the later one wins.
///
/// In a script file the names are `snake_case`, and durations are milliseconds.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    // ---- HTTP and TCP -------------------------------------------------------------------------------------------
    /// The body arrives in HTTP chunks of this many bytes, so also inside a UTF-8 character and inside `data:`.
    ChunkEvery(usize),
    /// A delay after each chunk (each event, or each piece of [`Fault::ChunkEvery`]).
    Pause(#[serde(deserialize_with = "milliseconds")] Duration),
    /// A delay before the response head.
    Wait(#[serde(deserialize_with = "milliseconds")] Duration),
    /// The request is read and never answered.
    Hang,
    /// The connection is closed without a single byte of answer.
    NoAnswer,
    /// `Connection: close` and no length: the body ends where the connection ends.
    UntilClose,
    /// `Connection: close` after an otherwise normal answer.
    ConnectionClose,
    /// The body stops before its end.
    Cut {
        /// Where.
        at: Position,
        /// How.
        ending: Ending,
    },
    /// The body waits at `at` until the test opens the gate.
    #[serde(skip)]
    Hold {
        /// Where.
        at: Position,
        /// What the test opens.
        gate: Gate,
    },

    // ---- SSE ----------------------------------------------------------------------------------------------------
    /// Other line ends than `\n`.
    LineEnds(LineEnd),
    /// U+FEFF before the first line.
    ByteOrderMark,
    /// A `: keep-alive` comment between all events.
    Comments,
    /// A `ping` event between all events.
    Pings,
    /// An `event:` line without data between all events.
    EmptyEvents,
    /// `data:{` without the customary space.
    NoSpace,
    /// Each JSON text is spread over several `data:` lines.
    SplitData,
    /// Events carry no `event:` line, only data.
    UnnamedEvents,
    /// The last event lacks its closing blank line.
    NoFinalBlankLine,

    // ---- the event stream of the wire format --------------------------------------------------------------------
    /// No `[DONE]`, no `message_stop`, no `response.completed`.
    NoEndMarker,
    /// The finish or stop reason stays null.
    NoStopReason,
    /// An event of an unknown type between all events.
    UnknownEvents,
    /// An unknown field in every JSON object.
    UnknownFields,
    /// After this many events comes an error event, and then the stream ends.
    ErrorEvent {
        /// How many regular events come first.
        after: usize,
        /// What the event reports.
        error: ApiError,
    },
    /// The argument deltas of all calls alternate; all calls start before the first one ends.
    Interleave,
    /// Every delta of a call repeats its id and name (chat completions).
    RepeatCallHeads,
    /// Later deltas of a call carry an empty id and name (chat completions).
    EmptyCallHeads,
    /// Calls carry no `index` (chat completions).
    NoCallIndex,
    /// Deltas spell out the fields they do not use as `null` (chat completions).
    NullFields,
    /// Reasoning comes under this key instead of `reasoning_content` (chat completions).
    ReasoningKey(String),
}

impl Fault {
    /// The body ends properly after `events` events: the HTTP message is complete, the stream of events is not.
    pub fn finish_after(events: usize) -> Self {
        Self::Cut { at: Position::Events(events), ending: Ending::Finish }
    }

    /// The connection is closed after `events` events, without the end of the HTTP body.
    pub fn close_after(events: usize) -> Self {
        Self::Cut { at: Position::Events(events), ending: Ending::Close }
    }

    /// The connection is reset after `events` events.
    pub fn reset_after(events: usize) -> Self {
        Self::Cut { at: Position::Events(events), ending: Ending::Reset }
    }

    /// Nothing more comes after `events` events; the connection stays open.
    pub fn stall_after(events: usize) -> Self {
        Self::Cut { at: Position::Events(events), ending: Ending::Stall }
    }

    /// The stream waits after `events` events until the gate is opened.
    pub fn hold_after(events: usize, gate: &Gate) -> Self {
        Self::Hold { at: Position::Events(events), gate: gate.clone() }
    }
}

/// A place in the body of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Position {
    /// After this many events of the wire format. Comments, pings and the like do not count.
    Events(usize),
    /// After this many bytes of the body.
    Bytes(usize),
}

/// How a body that is cut short ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The HTTP message is completed and the connection lives on.
    Finish,
    /// FIN: the connection is closed, the HTTP message is not complete.
    Close,
    /// RST.
    Reset,
    /// Nothing comes any more.
    Stall,
}

/// A line end other than `\n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEnd {
    /// `\r\n`
    Crlf,
    /// `\r`
    Cr,
}

/// A place in a stream where the server waits for the test: no sleeps, no races.
#[derive(Clone, Debug)]
pub struct Gate {
    reached: Arc<Count>,
    opened: Arc<Count>,
}

impl Gate {
    /// A closed gate.
    pub fn new() -> Self {
        Self { reached: Arc::new(Count::new()), opened: Arc::new(Count::new()) }
    }

    /// Lets every stream that waits here, or will wait here, go on.
    pub fn open(&self) {
        self.opened.add_one();
    }

    /// Waits until a stream stands at this gate: everything before it was written to the socket.
    pub async fn reached(&self) {
        self.reached.expect(1, "stream(s) at the gate").await;
    }

    pub(crate) async fn pass(&self) {
        self.reached.add_one();
        self.opened.reaches(1).await;
    }
}

impl Default for Gate {
    fn default() -> Self {
        Self::new()
    }
}

fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    u64::deserialize(deserializer).map(Duration::from_millis)
}
