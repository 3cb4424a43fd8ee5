//! The mark in a child's environment by which its descendants are found after they left its process group.

use std::ffi::{OsStr, OsString};

/// The environment variable that names the run a process belongs to, outermost run first.
pub const RUN_VARIABLE: &str = "REASONIX_RUN";

/// Separates the runs when Reasonix runs inside a command of Reasonix: the inner run must not hide the outer one.
const SEPARATOR: u8 = b':';

/// Random bytes of a mark.
const MARK_BYTES: usize = 12;

/// The identity of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RunId(String);

impl RunId {
    pub(crate) fn fresh() -> Self {
        Self(reasonix_stdx::random::hex(MARK_BYTES))
    }

    /// The run with this mark; `None` if it cannot be one.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux finds processes by their mark"))]
    pub(crate) fn from_mark(mark: &str) -> Option<Self> {
        let is_mark = mark.len() == 2 * MARK_BYTES && mark.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_mark.then(|| Self(mark.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The value for the child's environment, given the value this process has itself.
    pub(crate) fn within(&self, outer: Option<&OsStr>) -> OsString {
        let mut value = outer.map(OsStr::to_owned).unwrap_or_default();
        if !value.is_empty() {
            value.push(":");
        }
        value.push(&self.0);
        value
    }

    /// Whether a process with this environment block (`NAME=value` entries ended by NUL) belongs to the run.
    #[cfg_attr(
        not(any(test, target_os = "linux")),
        expect(dead_code, reason = "only Linux shows the environment of a process")
    )]
    pub(crate) fn marks(&self, environ: &[u8]) -> bool {
        environ
            .split(|byte| *byte == 0)
            .filter_map(|entry| entry.strip_prefix(RUN_VARIABLE.as_bytes())?.strip_prefix(b"="))
            .flat_map(|value| value.split(|byte| *byte == SEPARATOR))
            .any(|id| id == self.0.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_marks_its_own_and_nested_processes_only() {
        let [outer, inner, other] = [(); 3].map(|()| RunId::fresh());
        let nested = inner.within(Some(&outer.within(None)));
        let environ = format!("A=1\0{RUN_VARIABLE}={}\0B=2\0", nested.to_str().unwrap());
        assert!(outer.marks(environ.as_bytes()));
        assert!(inner.marks(environ.as_bytes()));
        assert!(!other.marks(environ.as_bytes()));
        assert!(!inner.marks(format!("X{RUN_VARIABLE}={}\0", inner.0).as_bytes()));
        assert!(!inner.marks(format!("{RUN_VARIABLE}={}0\0", inner.0).as_bytes()));
        assert!(!inner.marks(b""));
    }
}
