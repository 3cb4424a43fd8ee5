//! The permission crate from outside.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests may panic")]

mod call;
mod cases;
mod corpus;
mod disguise;
mod escape;
mod fuzz;
mod order;
mod proof;
mod properties;
mod reach;
mod rules;
mod secrets;
mod situations;
mod tricks;
mod write_access;
