//! The adapters against a real HTTP server that does as it is told, in both wire formats.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod bodies;
mod faults;
mod models;
mod network;
mod script;
mod splits;
mod support;
