//! Processes on Unix: a group (or session) of their own, and a guard that ends it whatever becomes of the call.

use std::{
    fs::File,
    io::{self, PipeReader},
    os::fd::OwnedFd,
    process::ExitStatus,
    sync::Arc,
    time::Duration,
};

use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessGroup, ProcessSession};
use rustix::process::Pid;
use tokio::{io::AsyncReadExt as _, io::unix::AsyncFd, net::unix::pipe, process::Command, task::spawn_blocking};

use super::{starter::on_lasting_thread, tree::Tree};
use crate::marker::RunId;

/// Longest search for survivors, counting what goes on after the call has returned.
const KILL_LIMIT: Duration = Duration::from_secs(5);
/// Longest search for survivors while a dropped call blocks its thread. The rest is done in the background.
const DROP_LIMIT: Duration = Duration::from_millis(100);

/// A running process and its descendants. Dropping it kills them all, unless it was released.
#[derive(Debug)]
pub(crate) struct Process {
    child: Box<dyn ChildWrapper>,
    /// Becomes readable when the child ends, without reaping it. Absent where the system has no such handle.
    exit: Option<AsyncFd<OwnedFd>>,
    tree: Arc<Tree>,
    released: bool,
}

impl Process {
    pub(crate) fn spawn(command: Command, run: RunId, confined: bool) -> io::Result<Self> {
        let mut command = CommandWrap::from(command);
        if confined {
            // What confines takes the terminal away itself.
            command.wrap(ProcessGroup::leader());
            let (child, leader) = on_lasting_thread(move || started(command.spawn()?))?;
            return Ok(Self::following(child, Tree::in_sandbox(leader, run)));
        }
        // A session of its own takes the terminal away from the child: a program that asks for a password there fails
        // instead of waiting for ever. It needs a fork, which costs with the size of this process; a group can be had
        // from the much cheaper posix_spawn, and without a terminal it is as good.
        if has_terminal() {
            command.wrap(ProcessSession);
        } else {
            command.wrap(ProcessGroup::leader());
        }
        let (child, leader) = started(command.spawn()?)?;
        Ok(Self::following(child, Tree::new(leader, run)))
    }

    fn following(child: Box<dyn ChildWrapper>, tree: Tree) -> Self {
        Self { exit: exit_notice(tree.leader()), child, tree: Arc::new(tree), released: false }
    }

    /// Waits for the direct child alone. Where the system allows it the child stays unreaped, so that until [`reap`]
    /// its id, which is also the id of its group, cannot become another process's.
    ///
    /// [`reap`]: Self::reap
    pub(crate) async fn ended(&mut self) -> io::Result<()> {
        match &self.exit {
            Some(exit) => exit.readable().await.map(drop),
            None => self.child.inner_mut().wait().await.map(drop),
        }
    }

    /// How the direct child ended. The wrapper's own `wait` is passed by: it waits for the whole group.
    pub(crate) async fn reap(&mut self) -> io::Result<ExitStatus> {
        self.child.inner_mut().wait().await
    }

    /// Whether, after the child was reaped, its group still has members: one system call.
    pub(crate) fn group_remains(&self) -> bool {
        self.tree.group_remains()
    }

    /// Asks every process of the tree to end.
    pub(crate) async fn terminate(&self) {
        let tree = Arc::clone(&self.tree);
        // Fails only when the runtime shuts down; then there is no time to ask, and the kill follows.
        let _ = spawn_blocking(move || tree.terminate()).await;
    }

    /// Kills the tree until nothing of it is left, and says whether a descendant had to be killed. What takes longer
    /// than `wait` goes on after this returns.
    pub(crate) async fn kill(&self, wait: Duration) -> bool {
        let tree = Arc::clone(&self.tree);
        let sweep = spawn_blocking(move || finish_off(&tree));
        match tokio::time::timeout(wait, sweep).await {
            Ok(Ok(descendants)) => descendants,
            // The runtime shuts down and takes no more work.
            Ok(Err(_not_run)) => finish_off(&self.tree),
            Err(_still_going) => true,
        }
    }

    /// Nothing of the tree is left, or what is left shall live.
    pub(crate) fn release(&mut self) {
        self.released = true;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.released {
            if !self.tree.kill(DROP_LIMIT).all {
                let tree = Arc::clone(&self.tree);
                std::thread::spawn(move || finish_off(&tree));
            }
            // Collects the zombie if it is there by now; otherwise the runtime does.
            let _ = self.child.inner_mut().try_wait();
        }
    }
}

fn started(child: Box<dyn ChildWrapper>) -> io::Result<(Box<dyn ChildWrapper>, Pid)> {
    let leader = child.id().and_then(|id| Pid::from_raw(id.cast_signed())).ok_or(io::ErrorKind::NotFound)?;
    Ok((child, leader))
}

/// Kills with patience. Says whether a descendant had to be killed.
fn finish_off(tree: &Tree) -> bool {
    let killed = tree.kill(KILL_LIMIT);
    if !killed.all {
        tracing::warn!(?tree, "processes of a command survive being killed");
    }
    killed.descendants
}

/// Whether this process, and so a child in its session, can reach a person at a terminal.
fn has_terminal() -> bool {
    File::open("/dev/tty").is_ok()
}

#[cfg(target_os = "linux")]
#[expect(deprecated, reason = "its unsafe successor asks for a descriptor that stays open, which an `OwnedFd` is")]
fn exit_notice(leader: Pid) -> Option<AsyncFd<OwnedFd>> {
    let fd = rustix::process::pidfd_open(leader, rustix::process::PidfdFlags::empty()).ok()?;
    AsyncFd::with_interest(fd, tokio::io::Interest::READABLE).ok()
}

#[cfg(not(target_os = "linux"))]
fn exit_notice(_leader: Pid) -> Option<AsyncFd<OwnedFd>> {
    None
}

/// The reading end of the output pipe.
#[derive(Debug)]
pub(crate) struct Pipe(pipe::Receiver);

impl Pipe {
    pub(crate) fn new(reader: PipeReader) -> io::Result<Self> {
        pipe::Receiver::from_owned_fd(OwnedFd::from(reader)).map(Self)
    }

    /// Reads what is there, or waits for it; 0 when nobody holds the other end. Loses nothing when it is dropped.
    pub(crate) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).await
    }
}
