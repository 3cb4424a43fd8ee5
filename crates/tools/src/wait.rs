//! `wait`: until background jobs have ended, or for a time.

use crate::{
    arguments::{Count, List, Text},
    blocking::blocking,
    job_report::{OUTPUT_BYTES, list, report, unknown},
};
use reasonix_permission::{Family, Touches};
use reasonix_protocol::JobId;
use reasonix_tool::{
    Args, ClearedCall, Description, Jobs, KnownJob, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec,
    Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::Duration;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Without them: all that are running.
    #[serde(default = "no_ids", alias = "ids")]
    job_ids: List<String>,
    #[serde(default, alias = "bash_id", alias = "shell_id", alias = "id")]
    #[schemars(skip)]
    job_id: Text,
    /// Return after so long, whatever is still running. Without it: until all have ended.
    #[serde(default, alias = "timeout")]
    #[schemars(range(min = 1))]
    timeout_seconds: Count,
}

const fn no_ids() -> List<String> {
    List(Vec::new())
}

impl Arguments {
    fn read(args: &Args) -> Result<Self, ToolError> {
        let mut arguments: Self = args.to()?;
        if arguments.timeout_seconds.0 == Some(0) {
            return Err(ToolError::answer("`timeout_seconds` must be at least 1; bash_output does not wait at all."));
        }
        arguments.job_ids.0.extend(arguments.job_id.0.take());
        Ok(arguments)
    }

    fn jobs(&self, jobs: &Jobs) -> Result<Vec<KnownJob>, ToolError> {
        if self.job_ids.0.is_empty() {
            return Ok(jobs.running().cloned().collect());
        }
        let find = |id: &String| jobs.get(&JobId(id.clone())).cloned().ok_or_else(|| unknown(id, jobs));
        self.job_ids.0.iter().map(find).collect()
    }
}

/// The tool.
pub(crate) struct Wait(ToolSpec);

impl Wait {
    pub(crate) fn new() -> Self {
        Self(ToolSpec::new::<Arguments>("wait", include_str!("wait.md"), Family::Own, true))
    }
}

impl Tool for Wait {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn describe(&self, args: &Args, _workspace: &Workspace) -> Result<Description, ToolError> {
        let arguments = Arguments::read(args)?;
        Ok(Description { subject: arguments.job_ids.0.join(", "), touches: Touches::default() })
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments = Arguments::read(call.args())?;
            let jobs = arguments.jobs(&cx.jobs)?;
            if jobs.is_empty() {
                return Ok(Output::text(format!("No job is running. {}", list(&cx.jobs))));
            }
            let is_late = wait_for(&jobs, arguments.timeout_seconds.0, cx).await;
            blocking(move || Ok(tell(&jobs, is_late))).await
        })
    }
}

/// Waits for all of them; gives back the seconds after which it was given up.
async fn wait_for(jobs: &[KnownJob], seconds: Option<u64>, cx: &RunContext) -> Option<u64> {
    let all = async {
        for job in jobs {
            job.ended().await;
        }
    };
    let late = async {
        match seconds {
            Some(seconds) => tokio::time::sleep(Duration::from_secs(seconds)).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        () = all => None,
        () = cx.cancel.cancelled() => None,
        () = late => seconds,
    }
}

/// Tells of each job in its share of the room there is.
fn tell(jobs: &[KnownJob], is_late: Option<u64>) -> Output {
    let share = OUTPUT_BYTES / jobs.len().max(1) as u64;
    let (told, seen): (Vec<String>, Vec<_>) = jobs.iter().map(|job| report(job, share, None)).unzip();
    let mut content = told.join("\n\n");
    if let Some(seconds) = is_late {
        content.push_str(&format!("\n\n[not all have ended after {seconds} s]"));
    }
    let mut output = Output::text(content);
    output.jobs = seen;
    output
}
