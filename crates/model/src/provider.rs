//! The trait every adapter implements.
//!
//! An adapter encodes each piece of a conversation exactly once. The request body is always
//! `head + entry + "," + entry … + TAIL`, so the bytes of one request begin the next one, which is what prompt caches
//! pay for, and a step costs the bytes that are new.

use crate::{Entry, ModelFailure, OutputPart, ProgressSender};
use bytes::Bytes;
use reasonix_protocol::{Effort, StopReason, Usage};
use std::{future::Future, pin::Pin};
use tokio_util::sync::CancellationToken;

/// A running request.
pub type ProviderFuture<'a> = Pin<Box<dyn Future<Output = Result<Completion, ModelFailure>> + Send + 'a>>;

/// A configured vendor endpoint.
pub trait Provider: Send + Sync {
    /// The name it has in the configuration.
    fn name(&self) -> &str;

    /// The body up to and including the bracket that opens the list of messages, and whatever message stands before
    /// the first entry, followed by a comma if there is one.
    fn encode_head(&self, head: &Head) -> String;

    /// One entry as elements of the message list, joined by commas. Never empty.
    fn encode_entry(&self, entry: &Entry) -> String;

    /// Closes the list and the body.
    fn tail(&self) -> &'static str {
        "]}"
    }

    /// Sends the body and reads the answer, with retries. Reports what arrives to `progress`; ends in exactly one
    /// completion or failure, also when `cancel` fires (then soon, with `FailureKind::Cancelled`).
    fn stream<'a>(
        &'a self,
        body: Bytes,
        progress: &'a ProgressSender,
        cancel: &'a CancellationToken,
    ) -> ProviderFuture<'a>;
}

/// What stands before the first entry; the same for a whole session until its model changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    /// The vendor's name of the model.
    pub model: String,
    pub system: String,
    pub tools: Vec<ToolDefinition>,
    /// `None` leaves the field out where the wire lets it.
    pub max_output_tokens: Option<u32>,
    pub temperature: Option<f64>,
    pub effort: Option<Effort>,
}

/// A tool as the model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolDefinition {
    pub name: String,
    pub description: String,
    /// Canonical JSON Schema text of the arguments.
    pub schema: String,
}

/// A request that ended well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The whole message; only whole calls.
    pub parts: Vec<OutputPart>,
    pub stop: StopReason,
    pub usage: Usage,
}
