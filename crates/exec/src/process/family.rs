//! Recognising the descendants of a run in `/proc`, however they left it: by group, by session, by parent, by having
//! been seen before, and by the mark in their environment. A process that cleared its environment, left the session
//! and lost its parents before the first look is not found; only a process namespace could hold it.

use std::{
    collections::{HashMap, HashSet},
    fs::{self, File},
    io::{self, Read},
    sync::{Mutex, PoisonError},
};

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use crate::marker::RunId;

/// An environment larger than the kernel lets a process start with.
const ENVIRON_MAX_BYTES: u64 = 8 << 20;

/// The kernel's `PF_EXITING`, set before a process gives back its files and its memory.
const EXITING: u32 = 4;

/// The id of no process, no group and no session.
const NO_LEADER: i32 = -1;

/// Who belongs to one run.
#[derive(Debug)]
pub(super) struct Family {
    leader: i32,
    run: RunId,
    /// Members seen so far, by id and start time, which together name a process for good.
    seen: Mutex<HashSet<(i32, u64)>>,
}

/// A living process of the run.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) pid: i32,
    pub(super) in_group: bool,
    /// On its way out by itself or by a signal: still to be waited for, but not to be killed.
    pub(super) exiting: bool,
    start: u64,
}

impl Family {
    pub(super) fn new(leader: Pid, run: RunId) -> Self {
        Self { leader: leader.as_raw_pid(), run, seen: Mutex::default() }
    }

    /// A run whose leader is gone: its id may be another's by now, and only the mark counts.
    pub(super) fn without_leader(run: RunId) -> Self {
        Self { leader: NO_LEADER, run, seen: Mutex::default() }
    }

    /// The members that live now. Must be asked while the leader is not reaped or its group has members, or else the
    /// leader's id may be somebody else's.
    pub(super) fn members(&self) -> io::Result<Vec<Member>> {
        let table = read_table()?;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing older than the leader can descend from it, which spares reading most environments.
        let since = table.get(&self.leader).map_or(0, |leader| leader.start);
        let young = |pid: &i32, entry: &Entry| entry.start >= since && *pid != std::process::id().cast_signed();
        let mut family: HashSet<i32> = table
            .iter()
            .filter(|(pid, entry)| {
                young(pid, entry)
                    && (entry.group == self.leader
                        || entry.session == self.leader
                        || seen.contains(&(**pid, entry.start)))
            })
            .map(|(pid, _)| *pid)
            .collect();
        add_descendants(&table, &mut family);
        let marked = table.iter().filter(|(pid, entry)| young(pid, entry) && !family.contains(pid));
        let marked: Vec<i32> = marked.map(|(pid, _)| *pid).filter(|pid| self.is_marked(*pid)).collect();
        family.extend(marked);
        add_descendants(&table, &mut family);

        let living = family.iter().filter_map(|pid| Some((*pid, table.get(pid)?))).filter(|(_, entry)| entry.lives);
        let mut members: Vec<Member> = living
            .map(|(pid, entry)| Member {
                pid,
                in_group: entry.group == self.leader,
                exiting: entry.exiting,
                start: entry.start,
            })
            .collect();
        // Parents before their children, so that no shell lives to report, or to replace, a child that was killed.
        members.sort_unstable_by_key(|member| (member.start, member.pid));
        seen.extend(members.iter().map(|member| (member.pid, member.start)));
        Ok(members)
    }

    fn is_marked(&self, pid: i32) -> bool {
        let mut environ = Vec::new();
        File::open(format!("/proc/{pid}/environ"))
            .and_then(|file| file.take(ENVIRON_MAX_BYTES).read_to_end(&mut environ))
            .is_ok_and(|_| self.run.marks(&environ))
    }
}

impl Member {
    /// Signals exactly this process: its handle is taken first and then proved to be the process that was seen.
    pub(super) fn signal(&self, signal: Signal) {
        let Some(pid) = Pid::from_raw(self.pid) else { return };
        let handle = pidfd_open(pid, PidfdFlags::empty());
        if read_entry(self.pid).is_none_or(|entry| entry.start != self.start) {
            return;
        }
        // An error means that it is gone, or belongs to another user, whom a signal would not reach either.
        let _ = match handle {
            Ok(handle) => pidfd_send_signal(handle, signal),
            Err(_) => kill_process(pid, signal),
        };
    }
}

/// What `/proc/<pid>/stat` tells about a process.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    parent: i32,
    group: i32,
    session: i32,
    /// Clock ticks between boot and the start of the process.
    start: u64,
    lives: bool,
    exiting: bool,
}

fn read_table() -> io::Result<HashMap<i32, Entry>> {
    let names = fs::read_dir("/proc")?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    Ok(names.filter_map(|pid| Some((pid, read_entry(pid)?))).collect())
}

fn read_entry(pid: i32) -> Option<Entry> {
    parse_stat(&fs::read(format!("/proc/{pid}/stat")).ok()?)
}

/// Reads the fields after the program's name, which is in brackets and may itself hold brackets and spaces (proc(5)).
fn parse_stat(stat: &[u8]) -> Option<Entry> {
    let name_end = stat.iter().rposition(|byte| *byte == b')')?;
    let mut fields = std::str::from_utf8(stat.get(name_end + 1..)?).ok()?.split_ascii_whitespace();
    let lives = !matches!(fields.next()?, "Z" | "X" | "x");
    let parent = fields.next()?.parse().ok()?;
    let group = fields.next()?.parse().ok()?;
    let session = fields.next()?.parse().ok()?;
    // Flags are field 9 and the start time is field 22; the session was field 6.
    let flags: u32 = fields.nth(2)?.parse().ok()?;
    let start = fields.nth(12)?.parse().ok()?;
    Some(Entry { parent, group, session, start, lives, exiting: flags & EXITING != 0 })
}

/// Adds children, their children and so on.
fn add_descendants(table: &HashMap<i32, Entry>, family: &mut HashSet<i32>) {
    loop {
        let children = table.iter().filter(|(pid, entry)| family.contains(&entry.parent) && !family.contains(pid));
        let children: Vec<i32> = children.map(|(pid, _)| *pid).collect();
        if children.is_empty() {
            return;
        }
        family.extend(children);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stat_lines_are_read_past_any_program_name() {
        let stat = b"4242 (a) Z (b c) S 17 42 40 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 98765 1 2 3\n";
        let expected = Entry { parent: 17, group: 42, session: 40, start: 98765, lives: true, exiting: false };
        assert_eq!(parse_stat(stat), Some(expected));
        assert_eq!(parse_stat(b"1 (x) Z 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 7").map(|entry| entry.lives), Some(false));
        let exiting = b"1 (x) R 1 1 1 0 -1 4194564 0 0 0 0 0 0 0 0 0 0 0 0 7";
        assert_eq!(parse_stat(exiting).map(|entry| (entry.exiting, entry.start)), Some((true, 7)));
        assert_eq!(parse_stat(b"1 (x) S 1"), None);
        assert_eq!(parse_stat(b""), None);
    }

    #[test]
    fn descendants_are_found_over_generations() {
        let entry = |parent| Entry { parent, group: 0, session: 0, start: 0, lives: true, exiting: false };
        let table = [(2, 1), (3, 2), (4, 3), (9, 1)].map(|(pid, parent)| (pid, entry(parent))).into();
        let mut family = HashSet::from([2]);
        add_descendants(&table, &mut family);
        assert_eq!(family, HashSet::from([2, 3, 4]));
    }
}
