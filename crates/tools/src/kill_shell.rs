//! `kill_shell`: stops a background job of the session with everything it has started.

use crate::{
    blocking::blocking,
    job_report::{FIRST_BYTES, list, report},
};
use reasonix_permission::{Family, Touches};
use reasonix_protocol::{JobId, JobStopper};
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::Duration;

/// Longer than stopping a tree of processes takes.
const STOP_LIMIT: Duration = Duration::from_secs(5);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// As in `bash-1`.
    #[serde(alias = "bash_id", alias = "shell_id", alias = "id")]
    job_id: String,
}

/// The tool.
pub(crate) struct KillShell(ToolSpec);

impl KillShell {
    pub(crate) fn new() -> Self {
        Self(ToolSpec::new::<Arguments>("kill_shell", include_str!("kill_shell.md"), Family::Own, false))
    }
}

impl Tool for KillShell {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn describe(&self, args: &Args, _workspace: &Workspace) -> Result<Description, ToolError> {
        let arguments: Arguments = args.to()?;
        Ok(Description { subject: arguments.job_id, touches: Touches::default() })
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: Arguments = call.args().to()?;
            let id = JobId(arguments.job_id);
            // Only jobs of the session can be found, so that nothing else can be hit.
            let Some(job) = cx.jobs.get(&id).cloned() else {
                return Ok(Output::text(format!("Nothing was stopped: there is no job {id}. {}", list(&cx.jobs))));
            };
            let was_running = job.is_running();
            if was_running {
                job.stop.stop(JobStopper::Model);
                if tokio::time::timeout(STOP_LIMIT, job.ended()).await.is_err() {
                    return Err(ToolError::answer(format!("{id} was told to stop and has not ended yet.")));
                }
            }
            blocking(move || {
                let (told, seen) = report(&job, FIRST_BYTES, None);
                let before = if was_running { "" } else { "Nothing was stopped: it had ended before.\n" };
                let mut output = Output::text(format!("{before}{told}"));
                output.jobs.push(seen);
                Ok(output)
            })
            .await
        })
    }
}
