//! The composition root and the one way in for front ends: a [`Client`] opens sessions, takes ops, hands out
//! subscriptions and answers commands. `wire` alone names concrete providers, tools and stores.

mod client;
mod commands;
mod demo;
mod environment;
mod launch;
mod models;
mod provider_problem;
mod wire;

pub use client::{Client, OpenParams, Which};
pub use demo::{Demo, DemoError};
pub use launch::{LaunchOptions, Launched};
