//! A provider that plays a file of turns. It answers as a model would, call by call, and says plainly when its script
//! does not fit what happened. It reaches no network and is no model.

mod file;
mod play;

pub use file::Script;
pub use play::ScriptProvider;
