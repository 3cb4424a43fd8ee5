//! Processes on Windows: a job object holds the tree and ends it. There is no signal to ask a tree to end, so it is
//! always killed. Not tried on a Windows machine yet.

use std::{
    io::{self, PipeReader, Read},
    process::ExitStatus,
    time::Duration,
};

use process_wrap::tokio::{ChildWrapper, CommandWrap, JobObject, KillOnDrop};
use tokio::{process::Command, sync::mpsc};

use crate::marker::RunId;

/// A running process and the job object that all its descendants belong to. The object ends them when it is closed.
#[derive(Debug)]
pub(crate) struct Process {
    child: Box<dyn ChildWrapper>,
}

#[expect(clippy::unused_async, reason = "the same signatures as on Unix")]
impl Process {
    pub(crate) fn spawn(command: Command, _run: RunId, _confined: bool) -> io::Result<Self> {
        let mut command = CommandWrap::from(command);
        command.wrap(KillOnDrop).wrap(JobObject);
        command.spawn().map(|child| Self { child })
    }

    pub(crate) async fn ended(&mut self) -> io::Result<()> {
        self.child.inner_mut().wait().await.map(drop)
    }

    pub(crate) async fn reap(&mut self) -> io::Result<ExitStatus> {
        self.child.inner_mut().wait().await
    }

    /// Always, because the object does not tell: ending an empty job is one system call.
    pub(crate) fn group_remains(&self) -> bool {
        true
    }

    pub(crate) async fn terminate(&self) {}

    /// Ends the job. It is not known whether anyone was left in it.
    pub(crate) async fn kill(&mut self, _wait: Duration) -> bool {
        let _ = self.child.start_kill();
        false
    }

    pub(crate) fn release(&mut self) {}
}

/// Output chunks from a thread that reads the pipe, because an anonymous pipe cannot be awaited here.
#[derive(Debug)]
pub(crate) struct Pipe {
    chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
}

/// Bytes read at once; at most the size of the buffer that `read` is given.
const CHUNK_BYTES: usize = 16 << 10;

impl Pipe {
    pub(crate) fn new(mut reader: PipeReader) -> io::Result<Self> {
        let (sender, chunks) = mpsc::channel(4);
        std::thread::Builder::new().name("output".to_owned()).spawn(move || {
            let mut buffer = vec![0; CHUNK_BYTES];
            loop {
                let chunk = match reader.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(count) => Ok(buffer.get(..count).unwrap_or_default().to_vec()),
                    Err(error) => Err(error),
                };
                let failed = chunk.is_err();
                if sender.blocking_send(chunk).is_err() || failed {
                    return;
                }
            }
        })?;
        Ok(Self { chunks })
    }

    pub(crate) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(chunk) = self.chunks.recv().await else { return Ok(0) };
        let chunk = chunk?;
        let count = chunk.len().min(buffer.len());
        if let (Some(target), Some(source)) = (buffer.get_mut(..count), chunk.get(..count)) {
            target.copy_from_slice(source);
        }
        Ok(count)
    }
}
