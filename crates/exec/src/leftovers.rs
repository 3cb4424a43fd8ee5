//! Ending what a run left behind whose own process died before it could: found by the mark in its environment. Only
//! Linux shows that; elsewhere nothing is found.

/// Stops every process that bears the mark of a [`crate::Job`], and says whether there were any. For runs that nobody
/// follows any more. Blocks for some milliseconds, and longer while processes do not end.
pub fn stop_leftovers(mark: &str) -> bool {
    #[cfg(target_os = "linux")]
    {
        crate::marker::RunId::from_mark(mark).is_some_and(crate::process::stop_orphans)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = mark;
        false
    }
}
