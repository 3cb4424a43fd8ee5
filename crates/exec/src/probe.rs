//! Asking a program a short question, such as its version.

use std::{ffi::OsStr, path::PathBuf, time::Duration};

use tokio_util::sync::CancellationToken;

use crate::{End, ExecError, Job, Stderr, run};

/// The standard output of `program` with `args`, as text, if it ends with code 0 within `deadline`. Warnings on standard
/// error are dropped; so is output beyond the default limits.
pub async fn probe<A: AsRef<OsStr>>(
    program: impl AsRef<OsStr>,
    args: impl IntoIterator<Item = A>,
    deadline: Duration,
) -> Result<String, ExecError> {
    let args = args.into_iter().map(|arg| arg.as_ref().to_owned());
    // A place of no meaning, so that no project's configuration can change the answer.
    let mut job = Job::new(program.as_ref(), args, std::env::temp_dir());
    job.stderr = Stderr::Discarded;
    job.deadline = Some(deadline);
    let finished = run(job, &CancellationToken::new(), &mut |_| ()).await?;
    match finished.end {
        End::Exited(0) => Ok(finished.output.excerpt().head),
        end => Err(ExecError::Probe { program: PathBuf::from(program.as_ref()), end }),
    }
}
