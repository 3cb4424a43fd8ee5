//! The engine as front ends for several workspaces see it: commands, subscriptions and signals of `Workspaces`, with
//! real files in temporary homes and a scripted model behind real HTTP.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod config;
mod files;
mod jobs;
mod live;
mod newest;
mod sessions;
mod support;
mod workspaces;
