//! The model server, the workspace and the runner, from outside: over sockets and processes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests fail by panicking"
)]

mod answer;
mod client;

#[cfg(unix)]
mod cli;
mod errors;
mod faults;
mod http;
mod record;
mod script;
mod shapes;
