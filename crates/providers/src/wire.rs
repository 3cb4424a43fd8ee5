//! What tells one wire from another: how a request is written and how an answer is read. Sending, retrying and reading
//! the stream are the same for all and live elsewhere.

use crate::{Endpoint, fault::Fault};
use reasonix_model::{Completion, Entry, Head, Progress};
use reqwest::{Url, header::HeaderMap};

/// A format of requests and answers.
pub(crate) trait Wire: Send + Sync + Sized + 'static {
    type Decoder: Decoder;

    /// The wire as `endpoint`, whose requests go to `target`, speaks it.
    fn new(endpoint: &Endpoint, target: &Url) -> Self;

    /// Headers that every request of this wire needs, besides the key.
    fn headers(headers: &mut HeaderMap);

    fn encode_head(&self, head: &Head) -> String;

    fn encode_entry(&self, entry: &Entry) -> String;

    fn decoder(&self) -> Self::Decoder;
}

/// Reads one answer. Never fails on what it does not know, only on what it cannot read.
pub(crate) trait Decoder: Send {
    /// Takes the data of one event, or a whole answer that was not streamed. What is worth showing goes to `news`.
    fn event(&mut self, name: Option<&str>, data: &str, news: &mut Vec<Progress>) -> Result<Flow, Fault>;

    /// The message, after the last event.
    fn finish(self) -> Result<Completion, Fault>;
}

/// How far an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// More of the message comes.
    Open,
    /// The model has said why it stopped; only numbers and the end may follow.
    Closing,
    /// The vendor has said that this is the end.
    Ended,
}
