//! What is kept on a real disk, damaged and fought over in the ways disks, crashes and other processes do.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod grants;
mod sessions;
