//! Messages, as Anthropic defined it and several vendors offer it beside their own.

mod decode;
mod encode;
mod wire;

use crate::{Endpoint, Kind, Reasoning, wire::Wire};
use reasonix_model::{Entry, Head};
use reqwest::{
    Url,
    header::{HeaderMap, HeaderValue},
};
use serde_json::{Map, Value};

/// The wire as one endpoint speaks it.
pub(crate) struct Messages {
    extra_body: Map<String, Value>,
    reasoning: Reasoning,
    strip_reasoning: bool,
    /// Whether the host moves the end of the cached part along by itself if the head asks for it. Marks on messages
    /// would have to move, and so change bytes that were sent before.
    caches_by_itself: bool,
}

impl Wire for Messages {
    type Decoder = decode::MessageDecoder;

    fn new(endpoint: &Endpoint, target: &Url) -> Self {
        Self {
            extra_body: endpoint.extra_body.clone(),
            reasoning: endpoint.reasoning_for(target),
            strip_reasoning: endpoint.strip_reasoning,
            // Other hosts refuse the field (Bedrock, Vertex) or cache without being asked.
            caches_by_itself: target.host_str() == Some("api.anthropic.com"),
        }
    }

    fn headers(headers: &mut HeaderMap) {
        headers.insert("anthropic-version", HeaderValue::from_static("2023-06-01"));
    }

    fn encode_head(&self, head: &Head) -> String {
        encode::head(self, head)
    }

    fn encode_entry(&self, entry: &Entry) -> String {
        encode::entry(self, entry)
    }

    fn decoder(&self) -> decode::MessageDecoder {
        decode::MessageDecoder::default()
    }
}

/// The `wire` of the vendor items this adapter keeps.
const WIRE: &str = Kind::Anthropic.word();
