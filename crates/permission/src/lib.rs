//! Decides whether a call is allowed, asks, or is denied. Pure: no file, no process, no clock; facts about links come
//! in with the paths. Rules, shell analysis and the plan gate will stand beside `decide`; today it judges roots,
//! forbidden reads, grants and the posture.

mod decide;
mod grants;
mod touches;

pub use decide::{Policy, Request, Verdict, decide};
pub use grants::{Grants, rule_for};
pub use touches::{Access, Family, PathTouch, Touches};
