//! The real window on a display without a screen, driven through WebDriver. What the page looks like is tested in the
//! browser; here is what only the desktop has: the shell around the page, its start, its end.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod app;
mod fences;
mod journeys;
mod lifetime;
mod seam;
mod surroundings;
