//! The real program, command by command: what it prints, what it writes, how it ends. Tasks done with a model are tested
//! in the workspace's own black-box tests.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests"
)]

mod completion;
mod config;
mod doctor;
mod help;
mod sessions;
mod setup;
#[cfg(unix)]
mod setup_terminal;
mod support;
mod usage;
