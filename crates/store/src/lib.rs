//! Keeps sessions on disk: one append-only journal a session, a lock that lets one process write it, and blobs beside
//! it for what is too big for a line; and the grants of each project. No session state is folded here, that is the
//! agent's work, and no rule is understood.

mod blobs;
mod boot;
mod error;
mod grants;
mod journal;
mod lock;
mod private;
mod project;
mod sessions;

pub use blobs::Blobs;
pub use boot::boot_id;
pub use error::StoreError;
pub use grants::{GrantFile, SavedGrant, Stamp};
pub use journal::{Journal, Loaded, TornLine, read_events};
pub use lock::{Holder, WriterLock};
pub use sessions::{SessionFiles, SessionStore, summarise};
