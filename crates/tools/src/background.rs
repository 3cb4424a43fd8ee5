//! Starting a command that goes on in the background: recorded first, then run by a task of its own that tells the
//! session what it prints and how it ends. What may be started was decided like any other command.

use crate::{
    bash::LiveText,
    blocking::blocking,
    job_report::{FIRST_BYTES, report},
};
use reasonix_exec::{End, Job, OutputLimits, Unavailable, run};
use reasonix_protocol::{Display, JobEnd, JobStopper, Problem};
use reasonix_tool::{JobRefusal, JobTicket, KnownJob, NewJob, Output, RunContext, ToolError};
use std::time::Duration;

/// How long to look at what a job does first: one that fails at once says so here.
const FIRST_LOOK: Duration = Duration::from_millis(300);

/// Starts `job`, whose text is `command`, and tells its id and what it printed so far. `unconfined` is why it runs without
/// the sandbox that it was to have.
pub(crate) async fn start(
    mut job: Job,
    command: &str,
    unconfined: Option<Unavailable>,
    cx: &RunContext,
) -> Result<Output, ToolError> {
    let new = NewJob { command: command.to_owned(), cwd: job.cwd.clone(), mark: job.mark().to_owned() };
    let ticket = cx.jobs.begin(new).await.map_err(not_begun)?;
    job.deadline = None;
    // Nothing is kept in memory, so that all of it goes to the log as it comes.
    let log = Some(ticket.log.clone());
    job.output = OutputLimits { head_bytes: 0, tail_bytes: 0, spool: log, ..OutputLimits::default() };
    let known = KnownJob {
        id: ticket.id.clone(),
        command: command.to_owned(),
        log: ticket.log.clone(),
        read_to: 0,
        end: ticket.end.clone(),
        stop: ticket.stop.clone(),
    };
    tokio::spawn(follow(job, ticket));
    tokio::select! {
        _ = known.ended() => {}
        () = tokio::time::sleep(FIRST_LOOK) => {}
        // It goes on: what was started in the background is stopped by its name.
        () = cx.cancel.cancelled() => {}
    }
    blocking(move || {
        let (told, seen) = report(&known, FIRST_BYTES, None);
        let mut more = unconfined.map_or_else(String::new, |reason| format!("\n[runs without a sandbox: {reason}]"));
        if !seen.end {
            more.push_str(&format!(
                "\n[{id} goes on in the background until it ends, you stop it with kill_shell, or the session is \
                 closed. bash_output gives what it prints next, wait waits for its end.]",
                id = known.id
            ));
        }
        let failed = known.end.borrow().as_ref().is_some_and(|end| !end.is_success());
        let mut output = Output::text(format!("{told}{more}")).display(Display::Job { job: known.id.clone() });
        output.failed = failed;
        output.jobs.push(seen);
        Ok(output)
    })
    .await
}

async fn follow(job: Job, ticket: JobTicket) {
    let mut live = LiveText::default();
    let mut show = |bytes: &[u8]| ticket.show(live.push(bytes));
    let (end, bytes) = match run(job, ticket.stop.token(), &mut show).await {
        Ok(finished) => (end_of(finished.end, ticket.stop.by()), finished.output.total_bytes),
        Err(error) => (JobEnd::Failed { problem: Problem::new("job_failed").with("reason", error) }, 0),
    };
    ticket.end(end, bytes);
}

fn end_of(end: End, stopper: Option<JobStopper>) -> JobEnd {
    match end {
        End::Exited(code) => JobEnd::Exited { code },
        End::Signalled(signal) => JobEnd::Signalled { signal },
        // There is no deadline, so that only somebody's wish is left.
        End::Cancelled | End::TimedOut => JobEnd::Stopped { by: stopper.unwrap_or(JobStopper::Session) },
    }
}

fn not_begun(refusal: JobRefusal) -> ToolError {
    ToolError::answer(match refusal {
        JobRefusal::TooMany(running) => format!(
            "Not started: {running} background jobs are running, which is the limit. Stop one with kill_shell or wait \
             for one."
        ),
        JobRefusal::Closing => "Not started: the session is being closed.".to_owned(),
    })
}
