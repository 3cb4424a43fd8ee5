//! The models an endpoint offers. Asked once, without retries: set-up and diagnosis want to know how it is now.

use crate::{
    Endpoint, Error, Kind,
    attempt::refusal,
    fault::Fault,
    http::{LazyClient, headers},
    provider::failure,
    vendor_error,
    wire::Wire,
};
use reasonix_model::{FailureKind, ModelFailure};
use reqwest::{Response, Url, header::HeaderMap};
use serde::Deserialize;
use std::time::Duration;
use tokio::time::timeout;

const TIME: Duration = Duration::from_secs(10);
const MAX_LIST: usize = 8 << 20;

/// A model as its endpoint lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelEntry {
    pub id: String,
    /// In tokens, where told.
    pub context_window: Option<u64>,
}

/// The models of `endpoint`, in its order. Fails within ten seconds.
pub async fn list_models(endpoint: &Endpoint) -> Result<Vec<ModelEntry>, ModelFailure> {
    let outcome = match timeout(TIME, ask(endpoint)).await {
        Ok(outcome) => outcome,
        Err(_) => Err(Fault::new(FailureKind::TimedOut, "the list of models did not come within 10 s")),
    };
    outcome.map_err(|fault| failure(endpoint, fault))
}

async fn ask(endpoint: &Endpoint) -> Result<Vec<ModelEntry>, Fault> {
    if let Some(name) = endpoint.key_env.as_deref().filter(|_| endpoint.key.is_none()) {
        return Err(Fault::new(FailureKind::MissingKey, name));
    }
    let (target, headers) =
        prepare(endpoint).map_err(|error| Fault::lasting(FailureKind::Unreachable, error.to_string()))?;
    let client = LazyClient::default();
    let response =
        client.get(endpoint, &target)?.get(target.clone()).headers(headers).send().await.map_err(Fault::of_sending)?;
    if !response.status().is_success() {
        return Err(refusal(response).await);
    }
    let text = read(response).await?;
    parse(&text).ok_or_else(|| vendor_error::of_json(&text).unwrap_or_else(|| vendor_error::of_other(&text)))
}

fn prepare(endpoint: &Endpoint) -> Result<(Url, HeaderMap), Error> {
    let mut target = endpoint.catalogue()?;
    let of_wire = match endpoint.kind {
        Kind::OpenAi => crate::openai::ChatCompletions::headers,
        Kind::Anthropic => crate::anthropic::Messages::headers,
    };
    if endpoint.kind == Kind::Anthropic && endpoint.models_url.is_none() {
        // The first party gives twenty at a time.
        target.query_pairs_mut().append_pair("limit", "1000");
    }
    Ok((target, headers(endpoint, of_wire)?))
}

/// The body of a list, bounded.
pub(crate) async fn read(mut response: Response) -> Result<String, Fault> {
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| Fault::of_reading(&error.without_url()))? {
        if bytes.len() + piece.len() > MAX_LIST {
            return Err(Fault::new(FailureKind::Malformed, "the list of models is longer than 8 MiB"));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The list in any of the forms that vendors and local servers use; `None` if it is none of them.
pub(crate) fn parse(text: &str) -> Option<Vec<ModelEntry>> {
    let listed = match serde_json::from_str(text).ok()? {
        List::Wrapped { data: Some(listed), .. } | List::Wrapped { models: Some(listed), .. } | List::Bare(listed) => {
            listed
        }
        List::Wrapped { .. } => return None,
    };
    Some(listed.into_iter().filter_map(Listed::entry).collect())
}

#[derive(Deserialize)]
#[serde(untagged)]
enum List {
    Wrapped { data: Option<Vec<Listed>>, models: Option<Vec<Listed>> },
    Bare(Vec<Listed>),
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Listed {
    id: Option<String>,
    model: Option<String>,
    name: Option<String>,
    context_length: Option<u64>,
    context_window: Option<u64>,
    max_context_length: Option<u64>,
    max_input_tokens: Option<u64>,
    max_model_len: Option<u64>,
}

impl Listed {
    fn entry(self) -> Option<ModelEntry> {
        let id = self.id.or(self.model).or(self.name).filter(|id| !id.is_empty())?;
        let context_window = self
            .context_length
            .or(self.context_window)
            .or(self.max_context_length)
            .or(self.max_model_len)
            .or(self.max_input_tokens);
        Some(ModelEntry { id, context_window })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_in_every_form() {
        let check = |text: &str, expected: Option<&[(&str, Option<u64>)]>| {
            let entries =
                parse(text).map(|entries| entries.into_iter().map(|entry| (entry.id, entry.context_window)).collect());
            let expected: Option<Vec<_>> =
                expected.map(|list| list.iter().map(|(id, window)| ((*id).to_owned(), *window)).collect());
            assert_eq!(entries, expected, "{text}");
        };
        check(
            r#"{"object":"list","data":[{"id":"a","context_length":5},{"id":"b"}]}"#,
            Some(&[("a", Some(5)), ("b", None)]),
        );
        check(r#"{"models":[{"name":"llama3:8b","model":"llama3:8b"}]}"#, Some(&[("llama3:8b", None)]));
        check(r#"[{"id":"x","max_model_len":9},{"object":"nameless"}]"#, Some(&[("x", Some(9))]));
        check(r#"{"data":[]}"#, Some(&[]));
        check(r#"{"error":{"message":"no"}}"#, None);
        check("<html>", None);
    }
}
