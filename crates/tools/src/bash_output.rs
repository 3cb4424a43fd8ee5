//! `bash_output`: what a background job has printed since the last look, and how it stands. Never waits.

use crate::{
    arguments::Text,
    blocking::blocking,
    job_report::{OUTPUT_BYTES, report, unknown},
};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use reasonix_permission::{Family, Touches};
use reasonix_protocol::JobId;
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// As in `bash-1`.
    #[serde(alias = "bash_id", alias = "shell_id", alias = "id")]
    job_id: String,
    /// Only lines that fit this regular expression; the others count as read.
    #[serde(default, alias = "pattern")]
    filter: Text,
}

impl Arguments {
    fn matcher(&self) -> Result<Option<RegexMatcher>, ToolError> {
        let Some(filter) = &self.filter.0 else { return Ok(None) };
        let built = RegexMatcherBuilder::new().build(filter);
        built.map(Some).map_err(|error| {
            ToolError::answer(format!("`filter` is not a valid regular expression:\n{error}\nNothing was read."))
        })
    }
}

/// The tool.
pub(crate) struct BashOutput(ToolSpec);

impl BashOutput {
    pub(crate) fn new() -> Self {
        Self(ToolSpec::new::<Arguments>("bash_output", include_str!("bash_output.md"), Family::Own, true))
    }
}

impl Tool for BashOutput {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn describe(&self, args: &Args, _workspace: &Workspace) -> Result<Description, ToolError> {
        let arguments: Arguments = args.to()?;
        arguments.matcher()?;
        Ok(Description { subject: arguments.job_id, touches: Touches::default() })
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: Arguments = call.args().to()?;
            let filter = arguments.matcher()?;
            let id = JobId(arguments.job_id);
            let Some(job) = cx.jobs.get(&id).cloned() else { return Err(unknown(&id.0, &cx.jobs)) };
            blocking(move || {
                let (told, seen) = report(&job, OUTPUT_BYTES, filter.as_ref());
                let mut output = Output::text(told);
                output.jobs.push(seen);
                Ok(output)
            })
            .await
        })
    }
}
