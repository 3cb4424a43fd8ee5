//! Keeps sessions on disk: one append-only journal a session, a lock that lets one process write it, and blobs beside
//! it for what is too big for a line. No session state is folded here; that is the agent's work.

mod blobs;
mod boot;
mod error;
mod journal;
mod lock;
mod sessions;

pub use blobs::Blobs;
pub use boot::boot_id;
pub use error::StoreError;
pub use journal::{Journal, Loaded, TornLine, read_events};
pub use lock::{Holder, WriterLock};
pub use sessions::{SessionFiles, SessionStore, summarise};
