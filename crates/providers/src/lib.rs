//! Adapters from the model port to what vendors speak: chat completions (`openai`), Messages (`anthropic`) and played
//! scripts (`script`); and the list of models an endpoint offers. An adapter only translates: it keeps no conversation,
//! reads no configuration and runs no tool. Nothing is connected, read or probed before the first request.

mod anthropic;
mod arguments;
mod attempt;
mod catalogue;
mod draft;
mod endpoint;
mod error;
mod fault;
mod head;
mod http;
mod json;
mod local;
mod meaning;
mod openai;
mod provider;
mod reasoning;
mod replay;
mod retry;
mod script;
mod sse;
mod vendor_error;
mod wire;

pub use catalogue::{ModelEntry, list_models};
pub use endpoint::{Endpoint, Kind, Proxy, RetryPolicy, Timing};
pub use error::Error;
pub use local::{LocalServer, ServerKind, WELL_KNOWN, probe_local, probe_ports};
pub use reasoning::Reasoning;
pub use script::{Script, ScriptProvider};

use reasonix_model::Provider;
use std::sync::Arc;

/// The provider that speaks to `endpoint`. Checks what can be checked without a network.
pub fn connect(endpoint: Endpoint) -> Result<Arc<dyn Provider>, Error> {
    match endpoint.kind {
        Kind::OpenAi => Ok(Arc::new(provider::HttpProvider::<openai::ChatCompletions>::new(endpoint)?)),
        Kind::Anthropic => Ok(Arc::new(provider::HttpProvider::<anthropic::Messages>::new(endpoint)?)),
    }
}
