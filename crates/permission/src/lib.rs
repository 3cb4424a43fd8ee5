//! Decides whether a call is allowed, asks, or is denied, and proves it. Pure: no file, no process, no clock; what only a
//! file system knows is asked through [`paths::Facts`].
//!
//! `decide` is the order of the decision. It stands on three parts: `rules` (what the user wrote), `paths` (what a path
//! is) and `shell` (what a command does); `gate` is the plan gate and `posture` the matrix.

mod decide;
mod escape;
mod gate;
mod offers;
pub mod paths;
mod posture;
mod quick;
pub mod rules;
pub mod shell;
mod step;
mod touches;
mod wanted;

pub use decide::{Policy, Request, Verdict, decide};
pub use gate::{Gate, GateCall, GateLists, PlanGate, PlanSafety, plan_gate};
pub use posture::{SITUATIONS, Situation, cell};
pub use touches::{Access, Family, PathTouch, ShellTouch, Touches, WriteAccess};
