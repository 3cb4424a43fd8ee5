//! A call before anything is decided: frozen arguments and what the tool says about them.

use crate::{Args, ClearedCall, Description, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace};
use reasonix_permission::{Family, PlanSafety, shell::Class};
use reasonix_protocol::{CallId, CallOutcome, Problem};
use std::{fmt, sync::Arc};

/// A call that can be judged. Immutable from here to its result.
#[derive(Clone)]
pub struct Call {
    id: CallId,
    tool: Arc<dyn Tool>,
    args: Args,
    description: Description,
}

/// What freezing a call gives.
#[derive(Debug, Clone)]
pub enum Frozen {
    Call(Call),
    /// It can never run: no such tool, or arguments that nobody can read.
    Refused {
        args: Args,
        refusal: Refusal,
    },
}

/// Why a call does not run, for the model and for the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// `Failed` when the call itself is wrong, `Denied` when policy or the user refuses it.
    pub outcome: CallOutcome,
    pub reason: Problem,
    /// What the model reads: the reason and what to do instead.
    pub text: String,
}

impl Call {
    pub(crate) fn new(id: CallId, tool: Arc<dyn Tool>, args: Args, description: Description) -> Self {
        Self { id, tool, args, description }
    }

    /// A call of a tool that is not there now, which nothing but its name is known of. It can be judged, not run.
    pub fn unknown(id: CallId, name: &str, args: Args) -> Self {
        Self::new(id, Arc::new(UnknownTool::new(name)), args, Description::default())
    }

    pub const fn id(&self) -> CallId {
        self.id
    }

    pub fn tool(&self) -> &dyn Tool {
        &*self.tool
    }

    pub fn name(&self) -> &str {
        &self.tool.spec().name
    }

    pub const fn args(&self) -> &Args {
        &self.args
    }

    pub const fn description(&self) -> &Description {
        &self.description
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} {}", self.id, self.name(), self.args.text())
    }
}

impl Frozen {
    pub fn args(&self) -> &Args {
        match self {
            Self::Call(call) => call.args(),
            Self::Refused { args, .. } => args,
        }
    }

    /// What the call is about, for people; empty where nothing can be told.
    pub fn subject(&self) -> &str {
        match self {
            Self::Call(call) => &call.description.subject,
            Self::Refused { .. } => "",
        }
    }

    /// Whether it may run beside other readers: a reading tool, or a command that only reads.
    pub fn read_only(&self) -> bool {
        match self {
            Self::Call(call) => {
                let shell = call.description.touches.shell.as_ref();
                let reads =
                    call.tool().spec().read_only || shell.is_some_and(|shell| shell.analysis.class == Class::ReadOnly);
                reads && !call.tool().runs_alone(&call.args)
            }
            Self::Refused { .. } => true,
        }
    }
}

/// Stands for a tool that is not there.
struct UnknownTool(ToolSpec);

impl UnknownTool {
    fn new(name: &str) -> Self {
        Self(ToolSpec {
            name: name.to_owned(),
            description: String::new(),
            schema: serde_json::Value::Null,
            family: Family::Own,
            read_only: false,
            trusted: false,
            plan: PlanSafety::Unknown,
        })
    }
}

impl Tool for UnknownTool {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn describe(&self, _args: &Args, _workspace: &Workspace) -> Result<Description, ToolError> {
        Ok(Description::default())
    }

    fn run<'a>(&'a self, _call: &'a ClearedCall, _cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async { Err(ToolError::answer("There is no such tool.")) })
    }
}
