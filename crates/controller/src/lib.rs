//! The composition root and the one way in for front ends: a [`Client`] opens sessions, takes ops, hands out
//! subscriptions and answers commands. `wire` alone names concrete providers, tools and stores.

mod blocking;
mod board;
mod browser;
mod client;
mod commands;
mod config_source;
mod confinement;
mod demo;
mod environment;
mod files;
mod grants;
mod key_name;
mod launch;
mod live_config;
mod models;
mod policy;
mod presets;
mod provider_problem;
mod updates;
mod wire;
mod workspaces;

pub use browser::open_in_browser;
pub use client::{Client, OpenParams, Opened, Which};
pub use confinement::Unconfined;
pub use demo::{Demo, DemoError};
pub use key_name::key_name;
pub use launch::{BrokenConfig, LaunchOptions, Launched};
pub use reasonix_exec::serve_as_warden;
pub use updates::Updates;
pub use workspaces::Workspaces;
