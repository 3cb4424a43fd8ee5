//! The model port: what a request is made of, what comes back, and the `Provider` trait that adapters implement.
//! No network and no vendor's format live here.

mod failure;
mod history;
mod price;
mod progress;
mod provider;

pub use failure::{FailureKind, ModelFailure};
pub use history::{Entry, OutputPart, ToolCall, ToolResult};
pub use price::Price;
pub use progress::{Progress, ProgressSender};
pub use provider::{Completion, Head, Provider, ProviderFuture, ToolDefinition};
