//! What to run and within which bounds. Data only; nothing here touches the system.

use crate::marker::RunId;
use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use crate::{Sandbox, StandIn};

/// One process to run. Build it with [`Job::new`] or [`crate::Shell::job`] and set the fields that differ.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Job {
    /// A bare name is looked up in the child's `PATH`; a path with a separator is relative to `cwd`.
    pub program: OsString,
    pub args: Vec<OsString>,
    pub cwd: PathBuf,
    pub env: Environment,
    /// Time from start until the whole tree is stopped; `None` waits for as long as the process runs.
    pub deadline: Option<Duration>,
    pub output: OutputLimits,
    pub stderr: Stderr,
    pub leftovers: Leftovers,
    /// What holds the process and all it starts; `None` leaves it the rights of this process. A confined process takes
    /// everything that it started with it, whatever `leftovers` says.
    pub within: Option<Within>,
    pub(crate) run: RunId,
}

/// A sandbox to run in.
#[derive(Debug, Clone)]
pub struct Within {
    pub sandbox: Arc<Sandbox>,
    /// A private folder that exists. It is the temporary folder inside, on Linux under the name `/tmp`.
    pub temp: PathBuf,
    /// What this job may write beside what the sandbox's confinement says.
    pub further: Further,
}

/// Places of one job. Absolute, with their links followed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Further {
    /// Folders, with all below them.
    pub writable: Vec<PathBuf>,
    /// Within those, what may be read but not written.
    pub protected: Vec<PathBuf>,
    /// Within those, files that nobody may make.
    pub stand_ins: Vec<StandIn>,
}

impl Job {
    /// A job with the inherited environment, no deadline and the default output limits.
    pub fn new<A: Into<OsString>>(
        program: impl Into<OsString>,
        args: impl IntoIterator<Item = A>,
        cwd: impl Into<PathBuf>,
    ) -> Self {
        Self {
            program: program.into(),
            args: args.into_iter().map(Into::into).collect(),
            cwd: cwd.into(),
            env: Environment::default(),
            deadline: None,
            output: OutputLimits::default(),
            stderr: Stderr::default(),
            leftovers: Leftovers::default(),
            within: None,
            run: RunId::fresh(),
        }
    }

    /// What marks everything that this job starts; for [`crate::stop_leftovers`].
    pub fn mark(&self) -> &str {
        self.run.as_str()
    }
}

/// Where the child's standard error goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stderr {
    /// Into the same pipe as standard output, in the order of arrival.
    #[default]
    Merged,
    /// Nowhere.
    Discarded,
}

/// What happens to descendants that outlive the process when it ends by itself. A deadline, a cancellation and a
/// dropped call always kill them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Leftovers {
    #[default]
    Kill,
    /// Leave them running. Their output is no longer read once the call has returned.
    Keep,
}

/// Changes to the inherited environment. The last change to a name wins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    changes: Vec<(OsString, Option<OsString>)>,
}

impl Environment {
    pub fn set(&mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> &mut Self {
        self.changes.push((name.into(), Some(value.into())));
        self
    }

    pub fn remove(&mut self, name: impl Into<OsString>) -> &mut Self {
        self.changes.push((name.into(), None));
        self
    }

    /// The changes in the order they were made; `None` removes the variable.
    pub fn changes(&self) -> impl Iterator<Item = (&OsStr, Option<&OsStr>)> {
        self.changes.iter().map(|(name, value)| (name.as_os_str(), value.as_deref()))
    }

    /// The value the child will see.
    pub fn value(&self, name: &str) -> Option<OsString> {
        match self.changes.iter().rev().find(|(changed, _)| same_name(changed, name)) {
            Some((_, value)) => value.clone(),
            None => std::env::var_os(name),
        }
    }
}

fn same_name(left: &OsStr, right: &str) -> bool {
    if cfg!(windows) { left.eq_ignore_ascii_case(right) } else { left == right }
}

/// How much output is kept, and where. Memory is bounded by `head_bytes + tail_bytes` whatever is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputLimits {
    /// Bytes kept from the beginning.
    pub head_bytes: usize,
    /// Bytes kept from the end, beyond the head.
    pub tail_bytes: usize,
    /// A file, which must not exist yet, for the whole output. It is made only when head and tail cannot hold it.
    pub spool: Option<PathBuf>,
    /// Bytes after which the file is no longer written.
    pub spool_max_bytes: u64,
}

impl Default for OutputLimits {
    fn default() -> Self {
        Self { head_bytes: 8 << 10, tail_bytes: 24 << 10, spool: None, spool_max_bytes: 64 << 20 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_change_to_a_variable_wins() {
        let mut env = Environment::default();
        assert_eq!(env.value("PATH"), std::env::var_os("PATH"));
        env.set("PATH", "/a").remove("PATH");
        assert_eq!(env.value("PATH"), None);
        env.set("PATH", "/b");
        assert_eq!(env.value("PATH"), Some("/b".into()));
    }
}
