//! One call from start to account: follow the process, end it when it must end, and leave nothing behind.

use std::{fmt, io, path::PathBuf, process::ExitStatus, time::Duration, time::Instant};

use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::{
    Captured, ExecError, Job, Leftovers,
    capture::Capture,
    confine::Report,
    launch::{Launched, Running, launch},
    process::{Pipe, Process},
};

/// How long a process that was asked to end may take before it is killed.
const TERMINATE_GRACE: Duration = Duration::from_millis(60);
/// How long the output may stay open after the process has ended: a descendant may still be writing its last lines.
const OUTPUT_GRACE: Duration = Duration::from_millis(100);
/// How long a call may take to return from the moment it is told to stop, so that stopping feels immediate. A kill that
/// is not complete by then goes on in the background.
const STOP_BUDGET: Duration = Duration::from_millis(140);
/// How long the last output and the exit status of a killed tree are waited for.
const SETTLE: Duration = Duration::from_millis(20);
/// As much as a pipe holds by default, so that one read can empty it.
const BUFFER_BYTES: usize = 64 << 10;

/// The account of one call.
#[derive(Debug)]
#[non_exhaustive]
pub struct Finished {
    pub end: End,
    pub output: Captured,
    /// From the start of the process to the end of the call.
    pub duration: Duration,
    /// Whether descendants outlived the process, or its request to end, and had to be killed.
    pub stragglers: bool,
    /// The call was ended because it had more processes than a sandbox allows.
    pub crowded: bool,
    /// It was ended because something that was protected from it was replaced from outside while it ran.
    pub loosened: bool,
}

/// How the process ended. What its descendants did is not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal that this call did not send (Unix).
    Signalled(i32),
    /// Stopped because the deadline had passed.
    TimedOut,
    /// Stopped, or never started, because the call was cancelled.
    Cancelled,
}

impl fmt::Display for End {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(code) => write!(formatter, "exited with code {code}"),
            Self::Signalled(signal) => write!(formatter, "was ended by signal {signal}"),
            Self::TimedOut => formatter.write_str("did not finish in time"),
            Self::Cancelled => formatter.write_str("was cancelled"),
        }
    }
}

/// Runs `job` until it ends, its deadline passes or `cancel` fires, and gives every piece of output to `live` as it
/// arrives. Standard input is empty and there is no terminal.
///
/// A process that did start always yields a `Finished`; errors are about starting and following it. Dropping the
/// future kills the process and its descendants, for some milliseconds on the dropping thread.
pub async fn run(
    job: Job,
    cancel: &CancellationToken,
    live: &mut (dyn FnMut(&[u8]) + Send),
) -> Result<Finished, ExecError> {
    let started = Instant::now();
    let mut output = Output { pipe: None, capture: Capture::new(job.output.clone()), buffer: Vec::new(), live };
    let mut account = Account { end: End::Cancelled, stragglers: false, crowded: false, loosened: false };
    if !cancel.is_cancelled() {
        if let Some(within) = &job.within {
            within.sandbox.ready().await?;
        }
        let Launched { process, pipe, confined } = launch(&job)?;
        output.pipe = Some(pipe);
        account = follow(process, &mut output, &job, cancel).await.map_err(|error| error.of(&job))?;
        if let Some(Running { reports: Some(reports), .. }) = &confined
            && matches!(account.end, End::Exited(_) | End::Signalled(_))
        {
            account = match Report::read(reports) {
                Some(report) => account_of(report, &job)?,
                // Somebody has ended the warden, and with it all that it held.
                None if matches!(account.end, End::Signalled(_)) => account,
                // The warden tells the end of whatever it has started.
                None => return Err(not_confined(&job, output.capture.finish())),
            };
        }
    }
    let Account { end, stragglers, crowded, loosened } = account;
    let (output, duration) = (output.capture.finish(), started.elapsed());
    Ok(Finished { end, output, duration, stragglers, crowded, loosened })
}

/// What the warden says about the end of the command, instead of what can be seen of its own.
fn account_of(report: Report, job: &Job) -> Result<Account, ExecError> {
    let (end, left) = match report {
        Report::Exited { code, left } => (End::Exited(code), left),
        Report::Signalled { signal, left } => (End::Signalled(signal), left),
        Report::Crowded | Report::Loosened => {
            let (crowded, loosened) = (report == Report::Crowded, report == Report::Loosened);
            return Ok(Account { end: End::Signalled(9), stragglers: true, crowded, loosened });
        }
        Report::NotStarted { error } => {
            let (program, cwd) = (PathBuf::from(&job.program), job.cwd.clone());
            return Err(ExecError::Start { program, cwd, source: io::Error::from_raw_os_error(error) });
        }
    };
    Ok(Account { end, stragglers: left > 0, crowded: false, loosened: false })
}

fn not_confined(job: &Job, output: Captured) -> ExecError {
    ExecError::Confinement { program: PathBuf::from(&job.program), said: output.text().trim().to_owned() }
}

/// How a call ended.
struct Account {
    end: End,
    stragglers: bool,
    crowded: bool,
    loosened: bool,
}

/// Follows a started process to its end. The process is owned here, so that every early way out kills it.
async fn follow(
    mut process: Process,
    output: &mut Output<'_>,
    job: &Job,
    cancel: &CancellationToken,
) -> Result<Account, Failure> {
    let stop = {
        let stop = first_stop(&mut process, job.deadline, cancel);
        tokio::pin!(stop);
        tokio::select! {
            biased;
            stop = &mut stop => stop?,
            ended = output.read_to_end() => {
                ended?;
                stop.await?
            }
        }
    };
    let (end, stragglers) = match stop {
        Stop::Ended => settle(&mut process, output, job.leftovers).await?,
        Stop::TimedOut => (End::TimedOut, bring_down(&mut process, output).await),
        Stop::Cancelled => (End::Cancelled, bring_down(&mut process, output).await),
    };
    process.release();
    Ok(Account { end, stragglers, crowded: false, loosened: false })
}

/// Why a process is no longer followed.
enum Stop {
    Ended,
    TimedOut,
    Cancelled,
}

/// Waits for the first reason to stop. A process that has ended by itself is never reported as stopped.
async fn first_stop(
    process: &mut Process,
    deadline: Option<Duration>,
    cancel: &CancellationToken,
) -> Result<Stop, Failure> {
    let expired = async {
        match deadline {
            Some(deadline) => tokio::time::sleep(deadline).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        ended = process.ended() => ended.map(|()| Stop::Ended).map_err(Failure::Wait),
        () = cancel.cancelled() => Ok(Stop::Cancelled),
        () = expired => Ok(Stop::TimedOut),
    }
}

/// After the process has ended by itself: take the rest of the output and end what it left running.
async fn settle(process: &mut Process, output: &mut Output<'_>, leftovers: Leftovers) -> Result<(End, bool), Failure> {
    let mut stragglers = false;
    let closed = match timeout(OUTPUT_GRACE, output.read_to_end()).await {
        Ok(ended) => ended.map(|()| true)?,
        Err(_) => false,
    };
    if !closed && leftovers == Leftovers::Kill {
        stragglers = process.kill(STOP_BUDGET).await;
        if let Ok(ended) = timeout(SETTLE, output.read_to_end()).await {
            ended?;
        }
    }
    let status = process.reap().await.map_err(Failure::Wait)?;
    if closed && leftovers == Leftovers::Kill && process.group_remains() {
        stragglers = process.kill(STOP_BUDGET).await;
    }
    Ok((end_of(status), stragglers))
}

/// Ends a running tree: ask, wait a little, kill. Says whether descendants had to be killed.
async fn bring_down(process: &mut Process, output: &mut Output<'_>) -> bool {
    let told = Instant::now();
    // The call ends with what was read so far, whatever goes wrong from here on.
    let _ = timeout(TERMINATE_GRACE, async {
        process.terminate().await;
        let _ = output.read_to_end().await;
        let _ = process.ended().await;
    })
    .await;
    let stragglers = process.kill(STOP_BUDGET.saturating_sub(told.elapsed() + SETTLE)).await;
    let _ = tokio::join!(timeout(SETTLE, output.read_to_end()), timeout(SETTLE, process.reap()));
    stragglers
}

#[cfg(unix)]
fn end_of(status: ExitStatus) -> End {
    use std::os::unix::process::ExitStatusExt as _;
    match status.signal() {
        Some(signal) => End::Signalled(signal),
        None => End::Exited(status.code().unwrap_or(-1)),
    }
}

#[cfg(not(unix))]
fn end_of(status: ExitStatus) -> End {
    End::Exited(status.code().unwrap_or(-1))
}

/// The output on its way from the pipe to where it is kept and shown.
struct Output<'a> {
    /// `None` once the output has ended.
    pipe: Option<Pipe>,
    capture: Capture,
    buffer: Vec<u8>,
    live: &'a mut (dyn FnMut(&[u8]) + Send),
}

impl Output<'_> {
    /// Reads until nobody can write any more. May be dropped and called again at any point without loss.
    async fn read_to_end(&mut self) -> Result<(), Failure> {
        self.buffer.resize(BUFFER_BYTES, 0);
        while let Some(pipe) = &mut self.pipe {
            let count = pipe.read(&mut self.buffer).await.map_err(Failure::Output)?;
            if count == 0 {
                self.pipe = None;
                return Ok(());
            }
            let chunk = self.buffer.get(..count).unwrap_or_default();
            self.capture.push(chunk);
            (self.live)(chunk);
        }
        Ok(())
    }
}

/// An error while following, before it is known by the name of its program.
enum Failure {
    Output(io::Error),
    Wait(io::Error),
}

impl Failure {
    fn of(self, job: &Job) -> ExecError {
        let program = PathBuf::from(&job.program);
        match self {
            Self::Output(source) => ExecError::Output { program, source },
            Self::Wait(source) => ExecError::Wait { program, source },
        }
    }
}
