//! The configuration as the rest of the program sees it: files on a disk in, settings, codes and files out.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that fails may panic")]

mod diagnostics;
mod edits;
mod hostile;
mod keys;
mod layers;
mod models;
mod permissions;
mod repeat_reminder;
mod secrets;
mod support;
mod texts;
