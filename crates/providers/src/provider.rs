//! A provider over HTTP, whatever its wire: encodes through the wire, and carries a request through its attempts.

use crate::{
    Endpoint, Error,
    attempt::{Exchange, Reporter},
    fault::Fault,
    head::OWNED,
    http::{LazyClient, headers},
    retry::Schedule,
    wire::Wire,
};
use bytes::Bytes;
use reasonix_model::{
    Completion, Entry, FailureKind, Head, ModelFailure, Progress, ProgressSender, Provider, ProviderFuture,
};
use reasonix_stdx::{random, text};
use reqwest::{Url, header::HeaderMap};
use secrecy::ExposeSecret;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// The longest message of a failure, in bytes.
const MAX_MESSAGE: usize = 2_000;
/// Shorter keys are words like `ollama`, which hide nothing and may stand in any message.
const MIN_SECRET: usize = 8;

/// One endpoint, spoken to in wire `W`.
pub(crate) struct HttpProvider<W> {
    endpoint: Endpoint,
    target: Url,
    headers: HeaderMap,
    wire: W,
    client: LazyClient,
}

impl<W: Wire> HttpProvider<W> {
    pub(crate) fn new(endpoint: Endpoint) -> Result<Self, Error> {
        check_extra_body(&endpoint)?;
        let target = endpoint.target()?;
        let headers = headers(&endpoint, W::headers)?;
        let wire = W::new(&endpoint, &target);
        Ok(Self { endpoint, target, headers, wire, client: LazyClient::default() })
    }

    async fn run(&self, body: Bytes, progress: &ProgressSender) -> Result<Completion, Fault> {
        if let Some(name) = self.endpoint.key_env.as_deref().filter(|_| self.endpoint.key.is_none()) {
            return Err(Fault::new(FailureKind::MissingKey, name));
        }
        let mut schedule = Schedule::new(self.endpoint.retry, self.endpoint.timing.connect, Instant::now());
        let mut reporter = Reporter::new(progress);
        loop {
            schedule.begin(Instant::now());
            let fault = match self.attempt(body.clone(), &mut reporter).await {
                Ok(completion) => return Ok(completion),
                Err(fault) => fault,
            };
            let Some(delay) = schedule.after(&fault, Instant::now(), chance()) else { return Err(fault) };
            let retrying = Progress::Retrying {
                attempt: schedule.retries(),
                max: self.endpoint.retry.max_retries,
                delay,
                discarded: std::mem::take(&mut reporter.has_reported),
                failure: failure(&self.endpoint, fault),
            };
            let _ = progress.send(retrying).await;
            tokio::time::sleep(delay).await;
        }
    }

    async fn attempt(&self, body: Bytes, reporter: &mut Reporter<'_>) -> Result<Completion, Fault> {
        let exchange = Exchange {
            client: self.client.get(&self.endpoint, &self.target)?,
            target: &self.target,
            headers: &self.headers,
            timing: self.endpoint.timing,
        };
        exchange.run(body, self.wire.decoder(), reporter).await
    }
}

impl<W: Wire> Provider for HttpProvider<W> {
    fn name(&self) -> &str {
        &self.endpoint.name
    }

    fn encode_head(&self, head: &Head) -> String {
        self.wire.encode_head(head)
    }

    fn encode_entry(&self, entry: &Entry) -> String {
        self.wire.encode_entry(entry)
    }

    fn stream<'a>(
        &'a self,
        body: Bytes,
        progress: &'a ProgressSender,
        cancel: &'a CancellationToken,
    ) -> ProviderFuture<'a> {
        Box::pin(async move {
            // Dropping the request closes its connection, wherever it is: connecting, waiting, reading or between attempts.
            let outcome = tokio::select! {
                biased;
                () = cancel.cancelled() => Err(Fault::new(FailureKind::Cancelled, "")),
                outcome = self.run(body, progress) => outcome,
            };
            outcome.map_err(|fault| failure(&self.endpoint, fault))
        })
    }
}

/// The failure as it leaves the crate: without the key, without control characters, bounded.
pub(crate) fn failure(endpoint: &Endpoint, fault: Fault) -> ModelFailure {
    let key = endpoint.key.as_ref().map(|key| key.expose_secret().trim()).filter(|key| key.len() >= MIN_SECRET);
    let message = match key {
        Some(key) => fault.message.replace(key, "[key]"),
        None => fault.message,
    };
    let message: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    ModelFailure {
        status: fault.status,
        retry_after: fault.retry_after,
        ..ModelFailure::new(fault.kind, &endpoint.name, text::prefix(message.trim(), MAX_MESSAGE))
    }
}

fn check_extra_body(endpoint: &Endpoint) -> Result<(), Error> {
    let provider = || endpoint.name.clone();
    for (key, value) in &endpoint.extra_body {
        if OWNED.contains(&key.as_str()) {
            return Err(Error::ReservedField { provider: provider(), key: key.clone() });
        }
        if value.is_null() {
            return Err(Error::NullField { provider: provider(), key: key.clone() });
        }
    }
    Ok(())
}

/// A random number in 0..=1, for jitter.
fn chance() -> f64 {
    f64::from(u16::from_str_radix(&random::hex(2), 16).unwrap_or(0)) / f64::from(u16::MAX)
}
