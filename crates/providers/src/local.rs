//! Looks for model servers on the well-known loopback ports, for a person who has no key. All ports at once, bounded by
//! one short deadline; nothing but a list of models is asked for.

use crate::{ModelEntry, catalogue, http::plain_builder};
use futures_util::future::join_all;
use reqwest::Client;
use std::time::Duration;
use tokio::time::timeout;

/// For all ports together.
const TIME: Duration = Duration::from_millis(300);

/// A program that serves models on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ServerKind {
    Ollama,
    LmStudio,
    LlamaCpp,
    Vllm,
}

impl ServerKind {
    /// Its name as its makers write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ollama => "Ollama",
            Self::LmStudio => "LM Studio",
            Self::LlamaCpp => "llama.cpp",
            Self::Vllm => "vLLM",
        }
    }
}

/// A server that answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalServer {
    pub kind: ServerKind,
    /// For an endpoint of kind `openai`.
    pub base_url: String,
    pub models: Vec<ModelEntry>,
}

/// Where each kind listens unless it is told otherwise.
pub const WELL_KNOWN: [(ServerKind, u16); 4] =
    [(ServerKind::Ollama, 11434), (ServerKind::LmStudio, 1234), (ServerKind::LlamaCpp, 8080), (ServerKind::Vllm, 8000)];

/// The servers on the well-known ports. Takes at most 300 ms.
pub async fn probe_local() -> Vec<LocalServer> {
    probe_ports(&WELL_KNOWN).await
}

/// The servers among `candidates`, in their order. Takes at most 300 ms.
pub async fn probe_ports(candidates: &[(ServerKind, u16)]) -> Vec<LocalServer> {
    let Ok(client) = plain_builder(false).no_proxy().http1_only().build() else { return Vec::new() };
    let probes = candidates.iter().map(|(kind, port)| timeout(TIME, probe(&client, *kind, *port)));
    join_all(probes).await.into_iter().filter_map(|outcome| outcome.ok().flatten()).collect()
}

async fn probe(client: &Client, usual: ServerKind, port: u16) -> Option<LocalServer> {
    let base_url = format!("http://127.0.0.1:{port}/v1");
    let response = client.get(format!("{base_url}/models")).send().await.ok()?;
    if !response.status().is_success() {
        return None;
    }
    let text = catalogue::read(response).await.ok()?;
    let models = catalogue::parse(&text)?;
    Some(LocalServer { kind: kind_of(&text).unwrap_or(usual), base_url, models })
}

/// The kind that a list gives away by the owner it names: these ports are popular with other programs too.
fn kind_of(list: &str) -> Option<ServerKind> {
    const OWNERS: [(&str, ServerKind); 4] = [
        ("llamacpp", ServerKind::LlamaCpp),
        ("vllm", ServerKind::Vllm),
        ("organization_owner", ServerKind::LmStudio),
        ("library", ServerKind::Ollama),
    ];
    let list: serde_json::Value = serde_json::from_str(list).ok()?;
    let owner = list.get("data")?.get(0)?.get("owned_by")?.as_str()?;
    OWNERS.iter().find(|(name, _)| *name == owner).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_gives_the_kind_away() {
        let check = |list: &str, expected| assert_eq!(kind_of(list), expected, "{list}");
        check(r#"{"data":[{"id":"m","owned_by":"vllm"}]}"#, Some(ServerKind::Vllm));
        check(r#"{"data":[{"id":"m","owned_by":"somebody"}]}"#, None);
        check(r#"{"data":[]}"#, None);
    }
}
