//! What every test here needs: an endpoint with short patience, one request, and what came of it in short words.

use bytes::Bytes;
use reasonix_model::{
    Completion, Entry, FailureKind, Head, ModelFailure, OutputPart, Progress, Provider, ToolDefinition,
};
use reasonix_providers::{Endpoint, Kind, RetryPolicy, Timing, connect};
use reasonix_testkit::{ModelServer, WireFormat};
use std::{fmt::Write, sync::Arc, time::Duration};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub(crate) const WIRES: [WireFormat; 2] = [WireFormat::OpenAi, WireFormat::Anthropic];

pub(crate) fn kind_of(wire: WireFormat) -> Kind {
    match wire {
        WireFormat::Anthropic => Kind::Anthropic,
        _ => Kind::OpenAi,
    }
}

/// An endpoint that gives up soon: two retries, milliseconds between them.
pub(crate) fn endpoint(server: &ModelServer, wire: WireFormat) -> Endpoint {
    hasty(Endpoint::new(kind_of(wire), "mine", server.base_url(wire)))
}

pub(crate) fn hasty(endpoint: Endpoint) -> Endpoint {
    let ms = Duration::from_millis;
    Endpoint {
        // Long enough for a busy machine; tests of silence set their own.
        timing: Timing { connect: ms(4000), idle: ms(20_000), closing: ms(20_000) },
        retry: RetryPolicy {
            max_retries: 2,
            base: ms(1),
            cap: ms(2),
            jitter: ms(0),
            retry_after_cap: Duration::from_secs(2),
            unreachable_window: Duration::from_secs(8),
            idle_retries: 1,
        },
        ..endpoint
    }
}

/// A provider for `endpoint`.
pub(crate) fn provider(endpoint: Endpoint) -> Arc<dyn Provider> {
    connect(endpoint).unwrap()
}

/// What came of one request.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) outcome: Result<Completion, ModelFailure>,
    pub(crate) progress: Vec<Progress>,
}

impl Ran {
    /// The kinds of failure that were retried, with a `!` where what had been shown was taken back.
    pub(crate) fn retries(&self) -> Vec<String> {
        let retry = |progress: &Progress| match progress {
            Progress::Retrying { discarded, failure, .. } => {
                Some(format!("{:?}{}", failure.kind, if *discarded { "!" } else { "" }))
            }
            _ => None,
        };
        self.progress.iter().filter_map(retry).collect()
    }

    /// All text that was reported and not taken back.
    pub(crate) fn shown(&self) -> String {
        let mut shown = String::new();
        for progress in &self.progress {
            match progress {
                Progress::Text(text) => shown.push_str(text),
                Progress::Retrying { discarded: true, .. } => shown.clear(),
                _ => {}
            }
        }
        shown
    }

    pub(crate) fn kind(&self) -> Option<FailureKind> {
        self.outcome.as_ref().err().map(|failure| failure.kind)
    }

    /// The outcome in one line.
    pub(crate) fn summary(&self) -> String {
        match &self.outcome {
            Ok(completion) => summary(completion),
            Err(failure) => format!("{:?}", failure.kind),
        }
    }
}

/// A completion in one line: text in quotes, thinking in tildes, calls as calls, then the stop reason.
pub(crate) fn summary(completion: &Completion) -> String {
    let mut line = String::new();
    for part in &completion.parts {
        let _ = match part {
            OutputPart::Text(text) => write!(line, "{text:?} "),
            OutputPart::Reasoning { text, .. } => write!(line, "~{text}~ "),
            OutputPart::Call(call) => write!(line, "{}({}) ", call.tool, call.args),
            OutputPart::Vendor { json, .. } => write!(line, "{json} "),
        };
    }
    let _ = write!(line, "{:?}", completion.stop);
    line
}

/// Sends a small conversation and waits for its end.
pub(crate) async fn run(endpoint: Endpoint) -> Ran {
    let provider = provider(endpoint);
    let body = body(provider.as_ref(), &head(), &[Entry::User { text: "Go.".into() }]);
    send(provider.as_ref(), body, &CancellationToken::new()).await
}

pub(crate) async fn send(provider: &dyn Provider, body: Bytes, cancel: &CancellationToken) -> Ran {
    // Wide enough for every progress of a test: none of them reads before the end.
    let (sender, mut receiver) = mpsc::channel(100_000);
    let outcome = provider.stream(body, &sender, cancel).await;
    let progress = std::iter::from_fn(|| receiver.try_recv().ok()).collect();
    Ran { outcome, progress }
}

/// The body of a request, as the engine puts it together.
pub(crate) fn body(provider: &dyn Provider, head: &Head, entries: &[Entry]) -> Bytes {
    let entries: Vec<String> = entries.iter().map(|entry| provider.encode_entry(entry)).collect();
    Bytes::from(format!("{}{}{}", provider.encode_head(head), entries.join(","), provider.tail()))
}

pub(crate) fn head() -> Head {
    Head {
        model: "scripted".into(),
        system: "You are a test.".into(),
        tools: vec![ToolDefinition {
            name: "bash".into(),
            description: "Runs a command.".into(),
            schema: r#"{"type":"object","properties":{"command":{"type":"string","maxLength":1e3}}}"#.into(),
        }],
        max_output_tokens: None,
        temperature: None,
        effort: None,
    }
}
