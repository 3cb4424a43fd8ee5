//! Runs a process and gives back a bounded, honest account of it: how it ended, what it printed, what it left behind.
//! The only crate that may start a process. It decides nothing: whether a command may run is `permission`'s business,
//! and what the model reads of it is `tools`'.
//!
//! A call goes `run` → `launch` (program, directory, environment, one pipe for both output streams) → `process` (the
//! child and whatever it starts) with `capture` keeping the output in constant memory. Every way out of a call, a
//! dropped future included, kills what the call started. Where the job says so, `confine` puts the operating system's
//! confinement around it.

mod capture;
mod confine;
mod error;
mod job;
mod launch;
mod leftovers;
mod marker;
mod open;
mod probe;
mod process;
mod program;
mod run;
mod shell;
mod spool;

pub use capture::{Captured, Excerpt};
pub use confine::{Confinement, Confining, Otherwise, Sandbox, StandIn, Strength, Unavailable, serve_as_warden};
pub use error::ExecError;
pub use job::{Environment, Further, Job, Leftovers, OutputLimits, Stderr, Within};
pub use leftovers::stop_leftovers;
pub use marker::RUN_VARIABLE;
pub use open::open_in_browser;
pub use probe::probe;
pub use program::find_program;
pub use run::{End, Finished, run};
pub use shell::{Shell, ShellKind};
pub use spool::Spooled;
