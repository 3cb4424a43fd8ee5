//! A started process together with everything it starts, and the pipe both its output streams go to. The platforms
//! differ only below this line; each offers the same `Process` and `Pipe`.

#[cfg(target_os = "linux")]
mod family;
#[cfg(unix)]
mod starter;
#[cfg(unix)]
mod tree;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub(crate) use tree::stop_orphans;
#[cfg(unix)]
pub(crate) use unix::{Pipe, Process};
#[cfg(windows)]
pub(crate) use windows::{Pipe, Process};
