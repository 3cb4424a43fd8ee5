//! Lists of models, of vendors and of servers on this machine.

use crate::support::{WIRES, endpoint, hasty, kind_of};
use reasonix_model::FailureKind;
use reasonix_providers::{Endpoint, ServerKind, list_models, probe_ports};
use reasonix_testkit::{ModelServer, Options, Script, Turn};
use std::net::TcpListener;

#[tokio::test]
async fn an_endpoint_lists_its_models() {
    for wire in WIRES {
        let server = ModelServer::start(Script::new([]).model("first-model"));
        let models = list_models(&endpoint(&server, wire)).await.unwrap();
        assert_eq!(models.iter().map(|model| model.id.as_str()).collect::<Vec<_>>(), ["first-model"], "{wire:?}");
    }
}

#[tokio::test]
async fn a_refused_list_says_why() {
    for wire in WIRES {
        let options = Options { key: Some("right".into()), ..Options::default() };
        let server = ModelServer::start_with(Turn::text("x"), options);
        let with_key = |key: &str| Endpoint { key: Some(key.into()), ..endpoint(&server, wire) };
        assert_eq!(list_models(&with_key("right")).await.unwrap().len(), 1);
        assert_eq!(list_models(&with_key("wrong")).await.unwrap_err().kind, FailureKind::Unauthorized);
        let nowhere = Endpoint { models_url: Some("http://127.0.0.1:1/models".into()), ..with_key("right") };
        assert_eq!(list_models(&nowhere).await.unwrap_err().kind, FailureKind::Unreachable);
        let unnamed = hasty(Endpoint::new(kind_of(wire), "mine", "nonsense"));
        assert!(list_models(&unnamed).await.unwrap_err().message.contains("is not an http or https address"));
    }
}

#[tokio::test]
async fn local_servers_are_found_within_the_deadline() {
    let server = ModelServer::start(Script::new([]).model("llama"));
    // Takes connections and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent_port = silent.local_addr().unwrap().port();
    let candidates = [(ServerKind::Vllm, silent_port), (ServerKind::Ollama, server.port()), (ServerKind::LmStudio, 1)];
    let started = std::time::Instant::now();
    let found = probe_ports(&candidates).await;
    assert!(started.elapsed() < std::time::Duration::from_secs(5), "no deadline held");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].base_url, format!("http://127.0.0.1:{}/v1", server.port()));
    assert_eq!(found[0].models[0].id, "llama");
}
