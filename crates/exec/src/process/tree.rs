//! Ending a process group and what escaped from it. Blocking: on Linux it reads `/proc`, some milliseconds for some
//! hundred processes. Elsewhere the group is all that can be found.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

#[cfg(target_os = "linux")]
use super::family::Family;
use crate::marker::RunId;

/// Pause between two looks for survivors: a killed process takes a moment to go.
const ROUND: Duration = Duration::from_millis(1);

/// How long processes that nobody follows may take to end before they are killed.
#[cfg(target_os = "linux")]
const ORPHANS_GRACE: Duration = Duration::from_millis(60);
/// How long they are looked for.
#[cfg(target_os = "linux")]
const ORPHANS_LIMIT: Duration = Duration::from_secs(2);
/// Pause between two looks for them, of which each reads every process's environment.
#[cfg(target_os = "linux")]
const ORPHANS_ROUND: Duration = Duration::from_millis(20);

/// What became of an attempt to kill a tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Killed {
    /// Whether a descendant had to be killed.
    pub(super) descendants: bool,
    /// Whether nothing is left.
    pub(super) all: bool,
}

/// The processes of one run.
#[derive(Debug)]
pub(super) struct Tree {
    /// The id of the group and of its first process.
    leader: Pid,
    /// The leader is what confines the others. Asked to end it would take them with it at once.
    is_sandbox: bool,
    #[cfg(target_os = "linux")]
    family: Family,
}

impl Tree {
    #[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "processes cannot be searched by mark"))]
    pub(super) fn new(leader: Pid, run: RunId) -> Self {
        Self {
            leader,
            is_sandbox: false,
            #[cfg(target_os = "linux")]
            family: Family::new(leader, run),
        }
    }

    /// The leader is not the command, but what confines it.
    pub(super) fn in_sandbox(leader: Pid, run: RunId) -> Self {
        Self { is_sandbox: true, ..Self::new(leader, run) }
    }

    pub(super) const fn leader(&self) -> Pid {
        self.leader
    }

    pub(super) fn group_remains(&self) -> bool {
        test_kill_process_group(self.leader).is_ok()
    }
}

#[cfg(target_os = "linux")]
impl Tree {
    /// Sends SIGTERM. Whoever receives it is remembered: with its parents gone it might not be recognised later.
    pub(super) fn terminate(&self) {
        self.signal(Signal::TERM);
    }

    /// Sends SIGKILL until nothing is left or `limit` has passed.
    pub(super) fn kill(&self, limit: Duration) -> Killed {
        let started = Instant::now();
        let mut killed = Killed { descendants: false, all: false };
        if self.is_sandbox {
            // All of it ends with the leader; to search first would give a crowd time to grow.
            let _ = kill_process_group(self.leader, Signal::KILL);
        }
        loop {
            match self.signal(Signal::KILL) {
                Some(others) => killed.descendants |= others,
                None => return Killed { all: true, ..killed },
            }
            if started.elapsed() > limit {
                return killed;
            }
            std::thread::sleep(ROUND);
        }
    }

    /// Signals all that live: the group at once, so that none of it forks in between, then the others one by one.
    /// `None` if nobody lives, else whether anyone besides the leader meant to live on.
    fn signal(&self, signal: Signal) -> Option<bool> {
        let Ok(members) = self.family.members() else {
            // No `/proc` to search: the group is all there is to know.
            let reached = kill_process_group(self.leader, signal).is_ok();
            tracing::warn!(reached, "the process table cannot be read; only the process group was signalled");
            return None;
        };
        let is_spared = self.is_sandbox && signal == Signal::TERM;
        if !is_spared && members.iter().any(|member| member.in_group) {
            let _ = kill_process_group(self.leader, signal);
        }
        for member in members.iter().filter(|member| !member.in_group) {
            member.signal(signal);
        }
        let others = members.iter().any(|member| member.pid != self.leader.as_raw_pid() && !member.exiting);
        (!members.is_empty()).then_some(others)
    }
}

/// Stops what is left of a run whose leader nobody follows any more. Says whether there was anything.
#[cfg(target_os = "linux")]
pub(crate) fn stop_orphans(run: RunId) -> bool {
    // Who bears the mark would end itself, or who waits for it.
    let is_own = std::fs::read("/proc/self/environ").is_ok_and(|environ| run.marks(&environ));
    if is_own {
        return false;
    }
    let family = Family::without_leader(run);
    let started = Instant::now();
    let mut found = false;
    while let Ok(members) = family.members() {
        if members.is_empty() || started.elapsed() > ORPHANS_LIMIT {
            break;
        }
        found = true;
        let signal = if started.elapsed() < ORPHANS_GRACE { Signal::TERM } else { Signal::KILL };
        for member in &members {
            member.signal(signal);
        }
        std::thread::sleep(ORPHANS_ROUND);
    }
    found
}

#[cfg(not(target_os = "linux"))]
impl Tree {
    pub(super) fn terminate(&self) {
        let _ = kill_process_group(self.leader, Signal::TERM);
    }

    /// Kills the group. Members that are left once the leader was reaped are descendants; before, they may not be.
    pub(super) fn kill(&self, limit: Duration) -> Killed {
        let started = Instant::now();
        let descendants = kill_process_group(self.leader, Signal::KILL).is_ok();
        while self.group_remains() && started.elapsed() < limit.min(10 * ROUND) {
            std::thread::sleep(ROUND);
        }
        Killed { descendants, all: true }
    }
}
