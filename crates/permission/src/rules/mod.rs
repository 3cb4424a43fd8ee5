//! Rules: what users write in the lists `allow`, `ask` and `deny` and in the tables `[[permissions.rules]]`, and which of
//! them are about a call. What follows from it, together with posture and phase, is decided elsewhere.
//!
//! Two readings of every text run through all of it. What allows is *narrow*: it must cover each path by each of its names
//! and each part of a command. What denies or asks is *wide*: any name, any part, any command behind a wrapper will do.

mod address;
mod command;
mod error;
mod hit;
mod narrow_list;
mod rule;
mod set;
mod subject;
mod table;
#[cfg(test)]
mod tests;
mod tool_name;
mod wide_list;
mod wide_paths;

pub(crate) use address::{domain_text, host};
pub use error::{RuleError, RuleFault, RuleWarning};
pub use hit::{Findings, Hit, Origin};
pub use rule::Rule;
pub use set::{RuleLists, RuleSet};
pub use subject::{ShellSubject, Subject};
pub use table::{Kind, TableRule};
