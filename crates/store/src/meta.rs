//! What a list shows of a session and its journal does not say, in `<id>.meta.json` beside it. A file that cannot be
//! understood says nothing, and the next change replaces it: nothing of a session depends on it.

use crate::{StoreError, private::replace_private};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
};

/// More than such a file ever holds.
const LIMIT_BYTES: u64 = 64 << 10;

/// The file, as JSON.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionMeta {
    /// The user's own; `None` leaves it to the first input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub archived: bool,
    /// A turn has ended while nobody looked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
    /// When it was deleted, in milliseconds since the Unix epoch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<u64>,
    /// What another version put there.
    #[serde(flatten)]
    other: serde_json::Map<String, serde_json::Value>,
}

/// Changes of one process come one after the other.
static CHANGES: Mutex<()> = Mutex::new(());

impl SessionMeta {
    /// What the file says; nothing where there is none.
    pub fn load(path: &Path) -> Self {
        let is_small = fs::metadata(path).is_ok_and(|metadata| metadata.len() <= LIMIT_BYTES);
        let bytes = if is_small { fs::read(path).unwrap_or_default() } else { Vec::new() };
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Changes the file and gives back what it says now. A change to nothing new writes nothing.
    pub fn change(path: &Path, change: impl FnOnce(&mut Self)) -> Result<Self, StoreError> {
        let _one_at_a_time = CHANGES.lock().unwrap_or_else(PoisonError::into_inner);
        let before = Self::load(path);
        let mut meta = before.clone();
        change(&mut meta);
        if meta != before {
            let write = serde_json::to_vec(&meta).map_err(Into::into).and_then(|bytes| replace_private(path, &bytes));
            write.map_err(StoreError::io("write", path))?;
        }
        Ok(meta)
    }
}
