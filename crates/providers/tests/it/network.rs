//! Connections: reused, refused, cancelled, and what is sent over them.

use crate::support::{WIRES, body, endpoint, hasty, head, kind_of, provider, run, send};
use reasonix_model::{Entry, FailureKind};
use reasonix_providers::{Endpoint, Error, Kind, connect};
use reasonix_testkit::{Fault, Gate, ModelServer, Script, Turn, WireFormat};
use serde_json::json;
use std::{
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio_util::sync::CancellationToken;

#[tokio::test]
async fn steps_share_one_connection() {
    for wire in WIRES {
        let server = ModelServer::start(Script::repeat(5, Turn::text("ok")));
        let provider = provider(endpoint(&server, wire));
        for _ in 0..5 {
            let body = body(provider.as_ref(), &head(), &[Entry::User { text: "Go.".into() }]);
            send(provider.as_ref(), body, &CancellationToken::new()).await.outcome.unwrap();
        }
        let connections: Vec<usize> = server.requests().iter().map(|request| request.connection).collect();
        assert_eq!(connections, [0; 5], "{wire:?}");
    }
}

#[tokio::test]
async fn the_key_travels_in_its_header_alone() {
    for (wire, bearer, header, value) in [
        (WireFormat::OpenAi, false, "authorization", "Bearer sk-1"),
        (WireFormat::Anthropic, false, "x-api-key", "sk-1"),
        (WireFormat::Anthropic, true, "authorization", "Bearer sk-1"),
    ] {
        let server = ModelServer::start(Turn::text("ok"));
        let keyed = Endpoint {
            key: Some("sk-1".into()),
            key_env: Some("THE_KEY".into()),
            bearer,
            headers: vec![("X-Team".into(), "blue".into())],
            ..endpoint(&server, wire)
        };
        run(keyed).await.outcome.unwrap();
        let request = &server.requests()[0];
        let with_key: Vec<_> = request.headers.iter().filter(|(_, text)| text.contains("sk-1")).collect();
        assert_eq!(with_key, [&(header.to_owned(), value.to_owned())]);
        assert_eq!(request.header("content-type"), Some("application/json"));
        assert_eq!(request.header("x-team"), Some("blue"));
        assert_eq!(request.header("user-agent"), Some(concat!("reasonix/", env!("CARGO_PKG_VERSION"))));
        assert_eq!(request.header("anthropic-version").is_some(), wire == WireFormat::Anthropic);
    }
}

#[tokio::test]
async fn a_missing_key_never_reaches_the_network() {
    for wire in WIRES {
        let server = ModelServer::start(Turn::text("ok"));
        let failure =
            run(Endpoint { key_env: Some("THE_KEY".into()), ..endpoint(&server, wire) }).await.outcome.unwrap_err();
        assert_eq!((failure.kind, failure.message.as_str()), (FailureKind::MissingKey, "THE_KEY"));
        assert_eq!(server.request_count() + server.other_requests().len(), 0);

        run(endpoint(&server, wire)).await.outcome.unwrap();
        assert_eq!(server.requests()[0].header("authorization"), None);
    }
}

#[tokio::test]
async fn a_refused_connection_is_tried_inside_the_window() {
    for wire in WIRES {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let ran = run(hasty(Endpoint::new(kind_of(wire), "mine", format!("http://127.0.0.1:{port}/v1")))).await;
        assert_eq!((ran.kind(), ran.retries()), (Some(FailureKind::Unreachable), vec!["Unreachable".to_owned(); 2]));
        let message = ran.outcome.unwrap_err().message;
        assert!(message.contains("refused"), "{message}");
    }
}

#[tokio::test]
async fn an_unknown_host_is_unreachable() {
    let ran = run(hasty(Endpoint::new(Kind::OpenAi, "mine", "http://nowhere.invalid/v1"))).await;
    assert_eq!(ran.kind(), Some(FailureKind::Unreachable), "{:?}", ran.outcome);
}

#[tokio::test]
async fn something_that_speaks_no_tls_is_told() {
    let server = ModelServer::start(Turn::text("ok"));
    let url = server.base_url(WireFormat::OpenAi).replace("http:", "https:");
    let ran = run(hasty(Endpoint::new(Kind::OpenAi, "mine", url))).await;
    assert_eq!(ran.kind(), Some(FailureKind::Unreachable), "{:?}", ran.outcome);
}

#[tokio::test]
async fn a_certificate_nobody_vouches_for_is_not_tried_twice() {
    let (port, connections) = serve_self_signed();
    let ran = run(hasty(Endpoint::new(Kind::OpenAi, "mine", format!("https://localhost:{port}/v1")))).await;
    assert_eq!((ran.kind(), ran.retries().len()), (Some(FailureKind::Unreachable), 0), "{:?}", ran.outcome);
    assert!(ran.outcome.unwrap_err().message.contains("certificate"));
    assert_eq!(connections.load(Ordering::SeqCst), 1);
}

/// A TLS server with a certificate of its own making: its port, and how many connections it has taken.
fn serve_self_signed() -> (u16, Arc<AtomicUsize>) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = rustls::pki_types::PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
    let config = rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key.into())
        .unwrap();
    let (config, taken) = (Arc::new(config), Arc::new(AtomicUsize::new(0)));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let count = Arc::clone(&taken);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            count.fetch_add(1, Ordering::SeqCst);
            let mut connection = rustls::ServerConnection::new(Arc::clone(&config)).unwrap();
            let _ = connection.complete_io(&mut stream.unwrap());
        }
    });
    (port, taken)
}

#[tokio::test]
async fn something_that_speaks_no_http_is_malformed() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let _ = tokio::io::AsyncReadExt::read(&mut socket, &mut [0; 4096]).await;
            let _ = tokio::io::AsyncWriteExt::write_all(&mut socket, b"SSH-2.0-OpenSSH_9.2\r\n").await;
        }
    });
    let ran = run(hasty(Endpoint::new(Kind::OpenAi, "mine", format!("http://{address}")))).await;
    assert_eq!((ran.kind(), ran.retries().len()), (Some(FailureKind::Malformed), 0), "{:?}", ran.outcome);
}

#[tokio::test]
async fn cancelling_works_at_every_stage() {
    for wire in WIRES {
        let gate = Gate::new();
        let stages = [
            Turn::text("x").fault(Fault::Hang),
            Turn::text("some words").fault(Fault::hold_after(2, &gate)),
            Turn::error(reasonix_testkit::ApiError::Overloaded),
        ];
        for turn in stages {
            let label = format!("{wire:?} {turn:?}");
            let server = ModelServer::start(Script::repeat(9, turn));
            let mut patient = endpoint(&server, wire);
            patient.timing.idle = Duration::from_mins(1);
            patient.retry.base = Duration::from_mins(1);
            patient.retry.cap = Duration::from_mins(1);
            let provider = provider(patient);
            let body = body(provider.as_ref(), &head(), &[Entry::User { text: "Go.".into() }]);
            let cancel = CancellationToken::new();
            let (ran, ()) = tokio::join!(send(provider.as_ref(), body, &cancel), async {
                server.request(1).await;
                tokio::time::sleep(Duration::from_millis(20)).await;
                cancel.cancel();
            });
            assert_eq!(ran.kind(), Some(FailureKind::Cancelled), "{label}");
            server.answers(1).await;
        }
    }
}

#[tokio::test]
async fn cancelling_frees_a_request_that_nobody_reads() {
    let server = ModelServer::start(Turn::text("many words").delta_chars(1));
    let provider = provider(endpoint(&server, WireFormat::OpenAi));
    let body = body(provider.as_ref(), &head(), &[Entry::User { text: "Go.".into() }]);
    let (sender, _unread) = tokio::sync::mpsc::channel(1);
    let cancel = CancellationToken::new();
    let (outcome, ()) = tokio::join!(provider.stream(body, &sender, &cancel), async {
        server.request(1).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        cancel.cancel();
    });
    assert_eq!(outcome.unwrap_err().kind, FailureKind::Cancelled);
}

#[tokio::test]
async fn a_cancelled_request_sends_nothing() {
    let server = ModelServer::start(Turn::text("ok"));
    let provider = provider(endpoint(&server, WireFormat::OpenAi));
    let cancel = CancellationToken::new();
    cancel.cancel();
    let body = body(provider.as_ref(), &head(), &[Entry::User { text: "Go.".into() }]);
    assert_eq!(send(provider.as_ref(), body, &cancel).await.kind(), Some(FailureKind::Cancelled));
    assert_eq!(server.request_count(), 0);
}

#[tokio::test]
async fn a_reader_that_has_gone_does_not_stop_the_answer() {
    let server = ModelServer::start(Turn::text("ok"));
    let provider = provider(endpoint(&server, WireFormat::OpenAi));
    let body = body(provider.as_ref(), &head(), &[Entry::User { text: "Go.".into() }]);
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    drop(receiver);
    provider.stream(body, &sender, &CancellationToken::new()).await.unwrap();
}

#[test]
fn wrong_endpoints_are_refused_before_any_request() {
    let check = |endpoint: Endpoint, expected: &str| {
        let error = connect(endpoint).map_or_else(|error| error.to_string(), |_| "accepted".into());
        assert!(error.contains(expected), "{error}");
    };
    let plain = || Endpoint::new(Kind::OpenAi, "mine", "https://h");
    let extra = |body| Endpoint { extra_body: serde_json::from_value(body).unwrap(), ..plain() };
    check(
        Endpoint::new(Kind::OpenAi, "mine", "h"),
        "provider mine: `h/chat/completions` is not an http or https address",
    );
    check(extra(json!({ "messages": [] })), "extra_body cannot set `messages`");
    check(extra(json!({ "top_p": null })), "extra_body sets `top_p` to null");
    check(
        Endpoint { headers: vec![("Content-Type".into(), "x".into())], ..plain() },
        "`Content-Type` is set by Reasonix",
    );
    assert!(matches!(connect(extra(json!({ "stream": false }))), Err(Error::ReservedField { .. })));
}
