//! From a job to a running process: find the program, build the command line, tie both output streams to one pipe, and
//! say plainly what was missing when it does not start. The operating system's confinement is put around the command here.

use std::{
    io::{self, PipeReader},
    path::{Path, PathBuf},
    process::Stdio,
};

use tokio::process::Command;

use crate::{
    ExecError, Job, RUN_VARIABLE, Stderr, Within,
    confine::Confined,
    find_program,
    marker::RunId,
    process::{Pipe, Process},
};

/// A started process with its two ways to be heard.
pub(crate) struct Launched {
    pub(crate) process: Process,
    pub(crate) pipe: Pipe,
    pub(crate) confined: Option<Running>,
}

/// What is kept while a confined process runs.
pub(crate) struct Running {
    /// Where its warden tells how it ended, if it has one.
    pub(crate) reports: Option<PipeReader>,
    /// What stands in the places of things that must not be made.
    _confined: Confined,
}

pub(crate) fn launch(job: &Job) -> Result<Launched, ExecError> {
    let Some(program) = locate(job) else {
        return Err(blame(job, io::ErrorKind::NotFound.into()));
    };
    let output_error = |source| ExecError::Output { program: PathBuf::from(&job.program), source };
    let (reader, writer) = io::pipe().map_err(output_error)?;
    let pipe = Pipe::new(reader).map_err(output_error)?;
    let run = job.run.clone();
    let confined = confine(job, &program)?;
    let mut command = command(job, &program, confined.as_ref(), &run);
    let mut running = None;
    if let Some(confined) = confined {
        let mut reports = None;
        if confined.reports {
            let (reader, writer) = io::pipe().map_err(output_error)?;
            command.stdin(writer);
            reports = Some(reader);
        }
        running = Some(Running { reports, _confined: confined });
    }
    if job.stderr == Stderr::Merged {
        command.stderr(writer.try_clone().map_err(output_error)?);
    }
    command.stdout(writer);
    // The command goes with the call, and with it this process's writing ends: the pipe ends when the last child does.
    let process = Process::spawn(command, run, running.is_some()).map_err(|source| blame(job, source))?;
    Ok(Launched { process, pipe, confined: running })
}

/// The command with the confinement around it, if it is to be confined.
fn confine(job: &Job, program: &Path) -> Result<Option<Confined>, ExecError> {
    let Some(Within { sandbox, temp, further }) = &job.within else { return Ok(None) };
    if !program.exists() {
        return Err(ExecError::ProgramNotFound { program: PathBuf::from(&job.program) });
    }
    if !job.cwd.is_dir() {
        return Err(ExecError::NoWorkingDirectory { cwd: job.cwd.clone() });
    }
    let confined = sandbox.confine(program, &job.args, &job.cwd, temp, further);
    let failed = |error: io::Error| ExecError::Confinement { program: program.to_path_buf(), said: error.to_string() };
    confined.map(Some).map_err(failed)
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
fn command(job: &Job, program: &Path, confined: Option<&Confined>, run: &RunId) -> Command {
    let mut command = Command::new(confined.map_or(program, |confined| &confined.program));
    match confined {
        Some(confined) => command.args(&confined.args),
        None => command.args(&job.args),
    };
    #[cfg(unix)]
    if confined.is_none() {
        command.arg0(&job.program);
    }
    command.current_dir(&job.cwd).stdin(Stdio::null()).stderr(Stdio::null());
    if let Some(confined) = confined {
        for name in ["TMPDIR", "TMP", "TEMP"] {
            command.env(name, &confined.temp);
        }
    }
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
