//! Events: what happened. Durable ones are on disk before anyone sees them and carry a sequence number; live ones are
//! only shown, and are covered by a later durable one.

use crate::{
    content::{Content, Display, Part, TodoItem},
    ids::{BlobRef, CallId, ItemId, JobId, SessionId, TurnId, WaitId},
    job::{JobEnd, JobSeen},
    problem::Problem,
    proof::ProofStep,
    settings::{Effort, Mode, Posture, Settings},
    signal::Signal,
    snapshot::Snapshot,
    usage::{Cost, Usage},
    wait::{Answer, Wait},
};
use serde::{Deserialize, Serialize};

/// What a subscriber gets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Update {
    /// What stands for the events before those that follow. At most once in a subscription to a session, and first.
    Snapshot(Box<Snapshot>),
    Event(Event),
    Live(Live),
    /// Everything up to this number was sent; what follows happens now. Once in a subscription to a session.
    CaughtUp(u64),
    Signal(Signal),
}

/// A durable event: one line of the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Event {
    /// Format version, [`crate::EVENT_VERSION`].
    pub v: u16,
    /// Counts from 1 in its session without a gap.
    pub seq: u64,
    pub session: SessionId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnId>,
    /// Milliseconds since the Unix epoch.
    pub at: u64,
    pub body: Body,
}

/// The bodies of durable events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Body {
    /// A process opened the session for writing; the first such event creates it.
    SessionOpened {
        /// Version of the program.
        build: String,
        pid: u32,
        /// Identifies the machine's boot: calls decided under another one are never run again by themselves.
        boot: String,
        /// Absolute workspace root.
        workspace: String,
        /// Further absolute folders that may be written.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        roots: Vec<String>,
        settings: Settings,
    },
    Configured {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effort: Option<Effort>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<Mode>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        posture: Option<Posture>,
    },
    /// The process let go of the session in good order.
    SessionClosed,
    /// The bytes that begin every request until the next such event: what the model reads before the first turn.
    PrefixSet {
        system: String,
    },
    TurnStarted {
        input: Vec<Content>,
        /// Host-written text that rides in the user turn behind the input, so that the prefix never changes.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        context: String,
    },
    TurnEnded {
        end: TurnEnd,
    },
    /// A model request ended well; its message is the item completed before it.
    StepEnded {
        stop: StopReason,
        usage: Usage,
        /// By the price table of that moment; past steps are never priced again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<Cost>,
        /// From the start of the request to its end.
        duration_ms: u64,
    },
    /// A model request failed for good, after its retries.
    StepFailed {
        problem: Problem,
    },
    /// The model's message is whole.
    ItemCompleted {
        item: ItemId,
        parts: Vec<Part>,
        /// Cut short by an interrupt: it holds what had arrived.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cut: bool,
    },
    /// A call's arguments are fixed from here on. Stands before the item that names it.
    CallFrozen {
        call: CallId,
        /// The id that goes back to the model; unique in the session, made by us where the model's was not.
        wire_id: String,
        tool: String,
        /// JSON text.
        args: String,
        /// What it is about, for people: a command, a path, a pattern.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        subject: String,
        /// Whether it may run beside other readers.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        read_only: bool,
    },
    /// The permission decision, with the steps that led to it.
    CallDecided {
        call: CallId,
        decision: Decision,
        reason: Problem,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        proof: Vec<ProofStep>,
    },
    CallStarted {
        call: CallId,
        /// It runs without the sandbox, as the one retry of this call, which the sandbox made fail.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        escapes: Option<CallId>,
    },
    /// The one result of a call. `content` is exactly what the model reads.
    CallFinished {
        call: CallId,
        outcome: CallOutcome,
        content: String,
        /// In a subscription that asked for previews: how long the whole content is, in bytes, where this is only its
        /// beginning. Never in a journal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whole_bytes: Option<u64>,
        #[serde(default = "plain", skip_serializing_if = "is_plain")]
        display: Display,
        /// The full output, where `content` is a bounded form of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        full: Option<BlobRef>,
        /// Files whose content the call read or wrote.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seen: Vec<SeenFile>,
        /// Jobs that the content tells of.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        jobs: Vec<JobSeen>,
        /// The command, where the sandbox seems to have made it fail: the user may be asked to run it without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        denied_command: Option<String>,
        duration_ms: u64,
    },
    WaitOpened {
        wait: Wait,
    },
    WaitResolved {
        wait: WaitId,
        answer: Answer,
    },
    TodoChanged {
        items: Vec<TodoItem>,
    },
    /// A command goes on in the background from here on. Stands before it is started.
    JobStarted {
        job: JobId,
        /// The call that started it.
        call: CallId,
        command: String,
        /// Absolute.
        cwd: String,
        /// What marks its processes, so that they can be found when the one that started them is gone.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        mark: String,
    },
    /// It has printed nothing for a long time. At most once a job.
    JobStalled {
        job: JobId,
        quiet_ms: u64,
    },
    /// The one end of a job.
    JobEnded {
        job: JobId,
        end: JobEnd,
        /// Of its whole output.
        output_bytes: u64,
        /// From its start; 0 where that is not known.
        duration_ms: u64,
    },
    /// Something the user should know that is no error.
    Notice {
        notice: Problem,
    },
}

const fn plain() -> Display {
    Display::Plain
}

fn is_plain(display: &Display) -> bool {
    *display == Display::Plain
}

/// The three decisions. Joined by maximum: a later check can only tighten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    Allow,
    Ask,
    Deny,
}

/// How a call ended. Every call has exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CallOutcome {
    /// It ran and answered.
    Completed,
    /// It ran and told what was wrong.
    Failed,
    /// Policy or the user refused it; it did not run.
    Denied,
    /// It was stopped, or never started.
    Cancelled,
    /// It had started when the process died: nobody knows what it did, and it is never run again by itself.
    Unknown,
}

/// A file's content as a call left or found it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SeenFile {
    /// Absolute.
    pub path: String,
    /// SHA-256 of its bytes in hexadecimal.
    pub hash: String,
}

/// Why the model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It had said what it wanted to say.
    Finished,
    /// It wants its calls run.
    Calls,
    /// The output limit cut it.
    Length,
    /// The vendor's filter stopped it.
    Filtered,
}

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TurnEnd {
    Completed,
    /// The user stopped it, or a new turn ended one that a dead process had left open.
    Interrupted,
    Failed {
        problem: Problem,
    },
}

/// A live event: shown, not kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Live {
    pub session: SessionId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnId>,
    pub body: LiveBody,
}

/// The bodies of live events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LiveBody {
    /// A model request went out.
    StepStarted,
    TextDelta {
        text: String,
    },
    ReasoningDelta {
        text: String,
    },
    /// The model began to write a call's arguments.
    CallPreparing {
        tool: String,
    },
    /// Output of a running call, as it arrives.
    CallOutput {
        call: CallId,
        text: String,
    },
    /// Output of a job, as it arrives.
    JobOutput {
        job: JobId,
        text: String,
    },
    /// The request failed and is tried again after `delay_ms`. With `discarded`, text shown since the last
    /// `StepStarted` is void.
    Retrying {
        attempt: u32,
        max: u32,
        delay_ms: u64,
        discarded: bool,
        problem: Problem,
    },
    /// An op was refused.
    OpRefused {
        problem: Problem,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_written_before_proofs_had_codes_is_read() {
        let old = r#"{"type":"call_decided","call":1,"decision":"ask","reason":{"code":"asks_posture"},"trail":["posture: ask"]}"#;
        let body: Body = serde_json::from_str(old).unwrap();
        let (decision, reason) = (Decision::Ask, Problem::new("asks_posture"));
        assert_eq!(body, Body::CallDecided { call: CallId(1), decision, reason, proof: Vec::new() });
        let steps = vec![ProofStep::new("not_denied"), ProofStep::new("rule_matches").with("rule", "Read")];
        let Body::CallDecided { call, decision, reason, .. } = body else { unreachable!() };
        let body = Body::CallDecided { call, decision, reason, proof: steps };
        let written = serde_json::to_string(&body).unwrap();
        assert!(
            written.ends_with(r#""proof":[{"code":"not_denied"},{"code":"rule_matches","params":{"rule":"Read"}}]}"#)
        );
        assert_eq!(serde_json::from_str::<Body>(&written).unwrap(), body);
    }
}
