//! Keeps sessions on disk: one append-only journal a session, a lock that lets one process write it, and blobs beside
//! it for what is too big for a line; the grants of each project; and the list of workspaces. No session state is folded
//! here beyond what a list shows, that is the agent's work, and no rule is understood.

mod blobs;
mod boot;
mod error;
mod grants;
mod journal;
mod lock;
mod meta;
mod private;
mod project;
mod sessions;
mod shelf;
mod stamp;
mod summary;
mod workspaces;

pub use blobs::Blobs;
pub use boot::boot_id;
pub use error::StoreError;
pub use grants::{GrantFile, SavedGrant};
pub use journal::{Journal, JournalPlace, JournalReader, Loaded, TornLine, read_events};
pub use lock::{Holder, WriterLock};
pub use meta::SessionMeta;
pub use sessions::{SessionFiles, SessionStore};
pub use stamp::Stamp;
pub use workspaces::{UsedWorkspace, WorkspaceFile};
