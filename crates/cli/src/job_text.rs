//! Jobs in words: how one stands, and the lines that tell of one while a session is shown.

use crate::{show::subject, terminal::Style, texts::Texts};
use reasonix_protocol::{Body, JobEnd, JobId, JobStopper};
use reasonix_stdx::clock::format_duration;
use std::{collections::HashMap, time::Duration};

/// The commands of the jobs of a session, gathered from its events.
#[derive(Debug, Default)]
pub(crate) struct JobCommands(HashMap<JobId, String>);

impl JobCommands {
    /// Takes what an event says of a job. Gives the line that a person is shown for it, if one is.
    pub(crate) fn take(&mut self, body: &Body, style: Style, texts: Texts) -> Option<String> {
        let Style { dim, yellow, reset, .. } = style;
        match body {
            Body::JobStarted { job, command, .. } => {
                self.0.insert(job.clone(), subject(command));
                None
            }
            Body::JobStalled { job, quiet_ms } => {
                let time = format_duration(Duration::from_millis(*quiet_ms));
                let params = [("job", job.0.as_str()), ("command", self.command(job)), ("time", &time)];
                Some(format!("{yellow}{}{reset}\n", texts.get("jobs.stalled", &params)))
            }
            Body::JobEnded { job, end, .. } => {
                let colour = if end.is_success() { dim } else { yellow };
                let state = state(Some(end), texts);
                let params = [("job", job.0.as_str()), ("command", self.command(job)), ("state", &state)];
                Some(format!("{colour}{}{reset}\n", texts.get("jobs.ended", &params)))
            }
            _ => None,
        }
    }

    fn command(&self, job: &JobId) -> &str {
        self.0.get(job).map_or("", String::as_str)
    }
}

/// How a job stands.
pub(crate) fn state(end: Option<&JobEnd>, texts: Texts) -> String {
    let plain = |name: &str| texts.get(&format!("jobs.state.{name}"), &[]);
    match end {
        None => plain("running"),
        Some(JobEnd::Exited { code }) => texts.get("jobs.state.exited", &[("code", &code.to_string())]),
        Some(JobEnd::Signalled { signal }) => texts.get("jobs.state.signalled", &[("signal", &signal.to_string())]),
        Some(JobEnd::Stopped { by: JobStopper::Model }) => plain("stopped_by_model"),
        Some(JobEnd::Stopped { by: JobStopper::User }) => plain("stopped_by_user"),
        Some(JobEnd::Stopped { by: JobStopper::Session }) => plain("stopped_by_session"),
        Some(JobEnd::Failed { problem }) => texts.problem(problem),
        Some(JobEnd::Lost { stopped: true }) => plain("lost_stopped"),
        Some(JobEnd::Lost { stopped: false }) => plain("lost"),
    }
}
