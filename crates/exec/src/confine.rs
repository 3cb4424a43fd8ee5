//! What the operating system lets a process do: one value, and the backends that hold a process to it. Pure data here;
//! what belongs into it is the business of whoever fills it in.
//!
//! [`Sandbox`] turns the value into a way to start processes: bubblewrap on Linux, with [`warden`](crate::serve_as_warden)
//! as the first process inside, and Seatbelt on macOS. Where neither is there, nothing is started.

mod bubblewrap;
mod layout;
mod placeholder;
mod sandbox;
mod seatbelt;
mod unavailable;
mod warden;

pub use sandbox::{Confining, Otherwise, Sandbox, Strength};
pub use unavailable::Unavailable;
pub use warden::serve_as_warden;

pub(crate) use sandbox::Confined;
pub(crate) use warden::Report;

use crate::Further;
use std::path::PathBuf;

/// What confined processes may do. Paths are absolute, with their links followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confinement {
    /// Folders, with all below them, and files that may be written. What does not exist is passed over.
    pub writable: Vec<PathBuf>,
    /// Within those, what may be read but not written, moved or made where it is missing.
    pub protected: Vec<PathBuf>,
    /// Files within those folders that nobody may make, where an empty folder in their place would disturb: with the
    /// content that says nothing to whoever reads them. Where one is already it is protected.
    pub stand_ins: Vec<StandIn>,
    /// What may neither be read nor written, wherever it is. What does not exist is passed over.
    pub unreadable: Vec<PathBuf>,
    /// Within those, what can be read and connected to all the same, such as the socket of an agent that holds keys.
    pub reachable: Vec<PathBuf>,
    /// Whether anything but the process's own loopback interface can be reached.
    pub network: bool,
    /// How many processes and threads a call may have at once, before all of it is ended.
    pub process_limit: u32,
    /// A private folder for what confining needs itself, such as notes about what is to be removed after a crash.
    pub folder: PathBuf,
}

impl Confinement {
    /// The same with what one job may write besides. What is unreadable stays so.
    pub(crate) fn with(&self, further: &Further) -> Self {
        let mut wider = self.clone();
        wider.writable.extend(further.writable.iter().cloned());
        wider.protected.extend(further.protected.iter().cloned());
        wider.stand_ins.extend(further.stand_ins.iter().cloned());
        wider
    }
}

/// A file that is put in the place of a missing one for the time of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandIn {
    pub path: PathBuf,
    /// At most 64 bytes.
    pub content: &'static str,
}

/// Where confined processes find their temporary folder.
pub(crate) const TEMP: &str = "/tmp";
