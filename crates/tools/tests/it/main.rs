//! The built-in tools in temporary workspaces, through the real pipeline: frozen, decided, guarded, run, recorded.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests"
)]

mod bench;
mod contract;
mod editing;
mod finding;
mod hard_links;
mod jobs;
mod moving;
mod properties;
mod reading;
mod session_jobs;
mod shell;
mod swapped;
mod talking;
mod writing;
