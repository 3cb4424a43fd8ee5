//! The words of the seam between the engine and its front ends: ids, content, ops, events, items, waits, problems,
//! commands and their replies. The durable events are also the journal's file format, so a change here is a change of
//! both. No runtime and no I/O live here.

pub mod command;
pub mod content;
pub mod event;
pub mod ids;
pub mod job;
pub mod op;
pub mod problem;
pub mod proof;
pub mod request;
pub mod secret;
pub mod settings;
pub mod signal;
pub mod snapshot;
pub mod usage;
pub mod wait;

pub use command::{Command, Reply};
pub use content::{Content, Display, FileDiff, Part, TodoItem, TodoStatus};
pub use event::{Body, CallOutcome, Decision, Event, Live, LiveBody, SeenFile, StopReason, TurnEnd, Update};
pub use ids::{BlobRef, CallId, ItemId, JobId, SessionId, TurnId, WaitId};
pub use job::{JobEnd, JobSeen, JobStopper};
pub use op::Op;
pub use problem::Problem;
pub use proof::ProofStep;
pub use request::{CallParams, SubmitParams, SubscribeParams};
pub use secret::Secret;
pub use settings::{Effort, Mode, Posture, Settings};
pub use signal::Signal;
pub use snapshot::{JobSnapshot, Snapshot};
pub use usage::{Cost, Usage};
pub use wait::{Answer, Offer, Question, QuestionAnswer, QuestionOption, Scope, Wait, WaitBody};

/// Version of the event format that this build writes. A journal with a larger one is refused, never rewritten.
pub const EVENT_VERSION: u16 = 1;
