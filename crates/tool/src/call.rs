//! A call before anything is decided: frozen arguments and what the tool says about them.

use crate::{Args, Description, Tool};
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

    pub fn read_only(&self) -> bool {
        match self {
            Self::Call(call) => call.tool().spec().read_only,
            Self::Refused { .. } => true,
        }
    }
}
