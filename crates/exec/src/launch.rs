//! From a job to a running process: find the program, build the command line, tie both output streams to one pipe, and
//! say plainly what was missing when it does not start. The operating system's confinement will wrap the command here.

use std::{
    io,
    path::{Path, PathBuf},
    process::Stdio,
};

use tokio::process::Command;

use crate::{
    ExecError, Job, RUN_VARIABLE, Stderr, find_program,
    marker::RunId,
    process::{Pipe, Process},
};

pub(crate) fn launch(job: &Job) -> Result<(Process, Pipe), ExecError> {
    let Some(program) = locate(job) else {
        return Err(blame(job, io::ErrorKind::NotFound.into()));
    };
    let output_error = |source| ExecError::Output { program: PathBuf::from(&job.program), source };
    let (reader, writer) = io::pipe().map_err(output_error)?;
    let pipe = Pipe::new(reader).map_err(output_error)?;
    let run = job.run.clone();
    let mut command = command(job, &program, &run);
    if job.stderr == Stderr::Merged {
        command.stderr(writer.try_clone().map_err(output_error)?);
    }
    command.stdout(writer);
    // The command goes with the call, and with it this process's writing ends: the pipe ends when the last child does.
    let process = Process::spawn(command, run).map_err(|source| blame(job, source))?;
    Ok((process, pipe))
}

/// The file to execute: found before the start, because the child's `PATH` and directory may differ from ours.
fn locate(job: &Job) -> Option<PathBuf> {
    let path = Path::new(&job.program);
    if path.components().count() > 1 {
        return std::path::absolute(job.cwd.join(path)).ok();
    }
    find_program(&job.program, Some(&job.env.value("PATH")?))
}

#[expect(clippy::disallowed_methods, reason = "this crate is the one that starts processes, and here is where")]
fn command(job: &Job, program: &Path, run: &RunId) -> Command {
    let mut command = Command::new(program);
    command.args(&job.args).current_dir(&job.cwd).stdin(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    command.arg0(&job.program);
    for (name, value) in job.env.changes() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.env(RUN_VARIABLE, run.within(std::env::var_os(RUN_VARIABLE).as_deref()));
    command
}

/// The system reports a missing directory and a missing program alike; only a look afterwards tells them apart.
fn blame(job: &Job, source: io::Error) -> ExecError {
    let program = PathBuf::from(&job.program);
    if !job.cwd.is_dir() {
        ExecError::NoWorkingDirectory { cwd: job.cwd.clone() }
    } else if source.kind() == io::ErrorKind::NotFound && locate(job).is_none_or(|path| !path.exists()) {
        ExecError::ProgramNotFound { program }
    } else {
        ExecError::Start { program, cwd: job.cwd.clone(), source }
    }
}
