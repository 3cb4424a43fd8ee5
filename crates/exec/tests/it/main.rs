//! The crate through its public API, with real processes.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failed expectation is a failed test"
)]
#![cfg(unix)]

/// What the operating system keeps a confined process from, tried from inside.
#[cfg(target_os = "linux")]
mod confine;
/// How calls end and what goes in: codes, signals, errors, directory, environment, standard input.
mod ending;
/// What is kept of the output: order, limits, spool, memory.
mod output;
/// Finding programs and shells, and asking them.
mod shell;
/// No terminal can be reached, also when this process has one.
#[cfg(target_os = "linux")]
mod terminal;
/// Nothing is left behind: deadline, cancellation, dropped calls, stragglers, parallel runs.
#[cfg(target_os = "linux")]
mod tree;

use std::time::Duration;

use reasonix_exec::{ExecError, Finished, Job, Shell, run};
use tokio_util::sync::CancellationToken;

/// A job of bash in the temporary folder.
fn bash(text: &str) -> Job {
    Shell::discover(None).unwrap().job(text, std::env::temp_dir())
}

/// Runs a job that nobody cancels. A call that hangs fails the test.
async fn call(job: Job) -> Result<Finished, ExecError> {
    call_with(job, &CancellationToken::new()).await
}

async fn call_with(job: Job, cancel: &CancellationToken) -> Result<Finished, ExecError> {
    let hang = Duration::from_secs(30);
    tokio::time::timeout(hang, run(job, cancel, &mut |_| ())).await.unwrap()
}
