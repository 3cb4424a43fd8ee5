//! The real program against a scripted model over real HTTP, as a user meets it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests"
)]

mod approvals;
mod confinement;
mod crash;
mod demo;
mod first_contact;
mod hostile;
mod http;
mod jobs;
mod journal;
mod main_job;
mod permission_cases;
mod permission_docs;
mod permissions;
mod piped;
mod pty;
mod repeats;
mod serve;
mod surroundings;
mod web;
mod write_access;
