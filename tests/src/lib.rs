//! What the tests of the desktop's window share with the program that measures it: a display without a screen, and a
//! window that is driven as a browser is. The tests stand beside this folder.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod bus;
mod display;
mod http;
mod processes;
mod window;

pub use bus::{Bus, Count, Entry, Notification};
pub use display::Display;
pub use processes::{main_thread_seconds, processes_with, processor_seconds, proportional_memory, started_at};
pub use window::{Window, WindowOptions, wait};
