//! Chat completions, as OpenAI defined them and a hundred servers speak them.

mod decode;
mod encode;
mod wire;

use crate::{Endpoint, Kind, Reasoning, reasoning::is_within, wire::Wire};
use reasonix_model::{Entry, Head};
use reqwest::{Url, header::HeaderMap};
use serde_json::{Map, Value};

/// The wire as one endpoint speaks it.
pub(crate) struct ChatCompletions {
    extra_body: Map<String, Value>,
    reasoning: Reasoning,
    strip_reasoning: bool,
    /// The name of the output limit, which the first party has changed.
    limit_field: &'static str,
    /// The first party's newer models refuse any temperature.
    takes_temperature: bool,
    /// Whether what a vendor keeps with a call may go along; the first party refuses fields it does not know.
    sends_call_extras: bool,
}

impl Wire for ChatCompletions {
    type Decoder = decode::ChatDecoder;

    fn new(endpoint: &Endpoint, target: &Url) -> Self {
        let reasoning = endpoint.reasoning_for(target);
        let first_party = is_within(target.host_str().unwrap_or_default(), "openai.com");
        let new_limit = first_party || reasoning == Reasoning::Kimi;
        Self {
            extra_body: endpoint.extra_body.clone(),
            reasoning,
            strip_reasoning: endpoint.strip_reasoning,
            limit_field: if new_limit { "max_completion_tokens" } else { "max_tokens" },
            takes_temperature: !first_party && reasoning.takes_temperature(),
            sends_call_extras: !first_party,
        }
    }

    fn headers(_: &mut HeaderMap) {}

    fn encode_head(&self, head: &Head) -> String {
        encode::head(self, head)
    }

    fn encode_entry(&self, entry: &Entry) -> String {
        encode::entry(self, entry)
    }

    fn decoder(&self) -> decode::ChatDecoder {
        decode::ChatDecoder::default()
    }
}

/// The `wire` of the vendor items this adapter keeps.
const WIRE: &str = Kind::OpenAi.word();
