//! The one catalogue of texts that people read: `en.json` and `zh-CN.json`, keyed by code, used by every front end.
//! Not here: what the model reads (that is English and lives beside tools and prompts), and the decision what to say.
//!
//! Keys are flat, lower-case words joined by `.` and `_` and sorted in both files. A text may hold `{name}`
//! placeholders; a name is lower case, so `${HOME}` in a text stays what it is.

mod catalogue;
mod language;
mod placeholder;
mod problem;
mod proof;
mod words;

pub use catalogue::{has, keys, text};
pub use language::Language;
pub use placeholder::placeholders;
pub use problem::{ProblemText, render_problem};
pub use proof::render_proof;
