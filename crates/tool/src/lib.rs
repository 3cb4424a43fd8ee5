//! What a tool is, the registry, canonical schemas, and the pipeline of seven stages that every call goes through.
//!
//! A tool describes itself and what a call touches; it never decides whether the call may run. Types hold the order of
//! the stages: `Tool::run` takes a [`ClearedCall`], which only stages 1 and 2 can make, and nobody can change the
//! arguments on the way.

mod args;
mod call;
mod context;
mod denials;
mod facts;
mod jobs;
mod output;
mod pipeline;
mod policy;
mod private_folder;
mod registry;
mod repair;
mod spec;
mod stages;
mod workspace;

pub use args::{Args, ArgsError};
pub use call::{Call, Frozen, Refusal};
pub use context::{LiveOutput, RunContext, SeenBefore};
pub use denials::Denials;
pub use facts::DiskFacts;
pub use jobs::{JobMessage, JobRefusal, JobStop, JobTicket, Jobs, KnownJob, NewJob, end_words, wait_for_end};
pub use output::{FinalResult, MODEL_CONTENT_LIMIT, Output};
pub use pipeline::Pipeline;
pub use policy::{PolicyBook, Rulebook};
pub use private_folder::PrivateFolder;
pub use registry::Registry;
pub use spec::{ToolSpec, canonical_schema};
pub use stages::admit::{
    Admission, AdmitContext, Admitted, Listener, ListenerFuture, Next, PermissionListener, WaitRequest, tighten,
};
pub use stages::guard::{ClearedCall, Guard, RealPathGuard};
pub use stages::observe::{JobNote, ObserveContext, Observer, RepeatReminder};
pub use stages::project::FullOutputStore;
pub use stages::record::{Report, Ticket};
pub use workspace::Workspace;

use reasonix_permission::Touches;
use reasonix_protocol::{Display, Problem, Question};
use std::{future::Future, pin::Pin};

/// A running call.
pub type ToolFuture<'a> = Pin<Box<dyn Future<Output = Result<Output, ToolError>> + Send + 'a>>;

/// A tool. `describe`, `preview` and `questions` must be quick and must change nothing.
pub trait Tool: Send + Sync {
    fn spec(&self) -> &ToolSpec;

    /// What this call is about and what it touches. An error means that it cannot be told, and the call is refused.
    fn describe(&self, args: &Args, workspace: &Workspace) -> Result<Description, ToolError>;

    /// What the user sees before agreeing, where that is more than the arguments.
    fn preview(&self, _args: &Args, _workspace: &Workspace) -> Option<Display> {
        None
    }

    /// Questions that the user must answer before the call runs; the answer is in the [`RunContext`].
    fn questions(&self, _args: &Args) -> Option<Vec<Question>> {
        None
    }

    /// Whether the call must run by itself and in its place, although all that it touches is only read.
    fn runs_alone(&self, _args: &Args) -> bool {
        false
    }

    /// Runs the call. It should return soon after `cx.cancel` fires; what it returns then is kept as partial output.
    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a>;
}

/// What a tool says about a call before anything is decided.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Description {
    /// For people: a command, a path, a pattern. One line.
    pub subject: String,
    pub touches: Touches,
}

/// How a call goes wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// Text for the model, which can do better next time: what happened and what to do instead.
    #[error("{0}")]
    Answer(String),
    /// Nothing the model does can help (the workspace is gone, the disk is full): the turn ends.
    #[error("{0}")]
    Fatal(Problem),
}

impl ToolError {
    /// An answer for the model.
    pub fn answer(text: impl Into<String>) -> Self {
        Self::Answer(text.into())
    }
}
