//! One attempt: send the body, read the answer, report what arrives. Every way it can end is a completion or a fault;
//! whether another attempt follows is not decided here.

use crate::{
    Timing,
    fault::Fault,
    retry::parse_retry_after,
    sse::{Body, EventReader, MAX_EVENT, ReadError},
    vendor_error,
    wire::{Decoder, Flow},
};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use reasonix_model::{Completion, FailureKind, Progress, ProgressSender};
use reqwest::{Client, Response, StatusCode, Url, header::HeaderMap};
use std::time::Duration;
use tokio::time::timeout;

/// How much of a refusal is read, and for how long.
const MAX_REFUSAL: usize = 64 << 10;
const REFUSAL_TIME: Duration = Duration::from_secs(10);
/// How long the end of a finished stream is waited for, so that its connection can be used again.
const DRAIN_TIME: Duration = Duration::from_millis(100);

/// Reports progress and remembers whether there was any.
pub(crate) struct Reporter<'a> {
    sender: &'a ProgressSender,
    pub(crate) has_reported: bool,
}

impl<'a> Reporter<'a> {
    pub(crate) const fn new(sender: &'a ProgressSender) -> Self {
        Self { sender, has_reported: false }
    }

    /// Reports everything in `news`. Nobody listening is no reason to stop.
    pub(crate) async fn tell(&mut self, news: &mut Vec<Progress>) {
        for progress in news.drain(..) {
            self.has_reported = true;
            let _ = self.sender.send(progress).await;
        }
    }
}

/// Where and how one request is sent.
pub(crate) struct Exchange<'a> {
    pub(crate) client: &'a Client,
    pub(crate) target: &'a Url,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) timing: Timing,
}

impl Exchange<'_> {
    /// Sends `body` and reads the answer with `decoder`.
    pub(crate) async fn run(
        &self,
        body: Bytes,
        decoder: impl Decoder,
        reporter: &mut Reporter<'_>,
    ) -> Result<Completion, Fault> {
        let request = self.client.post(self.target.clone()).headers(self.headers.clone()).body(body);
        let response = timeout(self.timing.idle, request.send())
            .await
            .map_err(|_| silence(self.timing.idle))?
            .map_err(Fault::of_sending)?;
        let retry_after = retry_after(response.headers());
        let answer = if response.status().is_success() {
            self.read(response, decoder, reporter).await
        } else {
            Err(refusal(response).await)
        };
        answer.map_err(|fault| Fault { retry_after: fault.retry_after.or(retry_after), ..fault })
    }

    async fn read(
        &self,
        response: Response,
        decoder: impl Decoder,
        reporter: &mut Reporter<'_>,
    ) -> Result<Completion, Fault> {
        let mut body: Body = Box::pin(response.bytes_stream());
        let opening = self.opening(&mut body).await?;
        match opening.first() {
            None => Err(Fault::new(FailureKind::Cut, "the answer is empty")),
            Some(b'{' | b'[') => self.read_whole(opening, body, decoder, reporter).await,
            Some(b'<') => Err(vendor_error::of_other(&String::from_utf8_lossy(&opening))),
            Some(_) => self.read_events(opening, body, decoder, reporter).await,
        }
    }

    /// The body's first bytes that are not blank; empty if there are none. They tell what the body is, whatever its
    /// declared type.
    async fn opening(&self, body: &mut Body) -> Result<Bytes, Fault> {
        while let Some(piece) = self.piece(body).await? {
            let blank = piece.len() - piece.trim_ascii_start().len();
            if blank < piece.len() {
                return Ok(piece.slice(blank..));
            }
        }
        Ok(Bytes::new())
    }

    async fn piece(&self, body: &mut Body) -> Result<Option<Bytes>, Fault> {
        let piece = timeout(self.timing.idle, body.next()).await.map_err(|_| silence(self.timing.idle))?;
        piece.transpose().map_err(|error| Fault::of_reading(&error))
    }

    /// An answer that was not streamed: an error object, or a whole message as some local servers send it.
    async fn read_whole(
        &self,
        opening: Bytes,
        mut body: Body,
        mut decoder: impl Decoder,
        reporter: &mut Reporter<'_>,
    ) -> Result<Completion, Fault> {
        let mut whole = opening.to_vec();
        while let Some(piece) = self.piece(&mut body).await? {
            if whole.len() + piece.len() > MAX_EVENT {
                return Err(Fault::new(FailureKind::Malformed, crate::sse::TooBig::Event.to_string()));
            }
            whole.extend_from_slice(&piece);
        }
        let whole = String::from_utf8_lossy(&whole);
        let mut news = Vec::new();
        let flow = decoder.event(None, &whole, &mut news).map_err(|fault| match fault.kind {
            FailureKind::Malformed => vendor_error::of_other(&whole),
            _ => fault,
        })?;
        if flow == Flow::Open {
            return Err(vendor_error::of_other(&whole));
        }
        reporter.tell(&mut news).await;
        decoder.finish()
    }

    async fn read_events(
        &self,
        opening: Bytes,
        body: Body,
        mut decoder: impl Decoder,
        reporter: &mut Reporter<'_>,
    ) -> Result<Completion, Fault> {
        let mut events = EventReader::new(stream::iter([Ok(opening.clone())]).chain(body));
        let (mut flow, mut seen, mut news) = (Flow::Open, false, Vec::new());
        while flow != Flow::Ended {
            let patience = if flow == Flow::Open { self.timing.idle } else { self.timing.closing };
            let event = match timeout(patience, events.next()).await {
                Ok(Some(Ok(event))) => event,
                Ok(None) => break,
                // The message is whole already; only its numbers are lost.
                Err(_) | Ok(Some(Err(_))) if flow == Flow::Closing => break,
                Ok(Some(Err(error))) => return Err(of_reading(error)),
                Err(_) => return Err(silence(patience)),
            };
            let Some(data) = event.data.filter(|data| !data.trim().is_empty()) else { continue };
            seen = true;
            flow = decoder.event(event.event.as_deref(), &data, &mut news)?;
            reporter.tell(&mut news).await;
        }
        if !seen {
            return Err(vendor_error::of_other(&String::from_utf8_lossy(&opening)));
        }
        if flow == Flow::Ended {
            let _ =
                timeout(DRAIN_TIME, async { while events.next().await.is_some_and(|event| event.is_ok()) {} }).await;
        }
        decoder.finish()
    }
}

/// The fault of a response that says no.
pub(crate) async fn refusal(response: Response) -> Fault {
    let status = response.status();
    let location = response.headers().get("location").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let mut fault = vendor_error::of_response(status.as_u16(), &String::from_utf8_lossy(&first_bytes(response).await));
    if let (true, Some(location)) = (status.is_redirection(), location) {
        fault.message = format!("HTTP status {status}: the address has moved to {location}");
    }
    if status == StatusCode::OK { fault } else { Fault { status: Some(status.as_u16()), ..fault } }
}

async fn first_bytes(mut response: Response) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = timeout(REFUSAL_TIME, async {
        while let Ok(Some(piece)) = response.chunk().await {
            bytes.extend_from_slice(piece.get(..piece.len().min(MAX_REFUSAL - bytes.len())).unwrap_or(&piece));
            if bytes.len() >= MAX_REFUSAL {
                break;
            }
        }
    })
    .await;
    bytes
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let milliseconds = text("retry-after-ms").and_then(|value| value.trim().parse().ok());
    milliseconds
        .map(Duration::from_millis)
        .or_else(|| parse_retry_after(text("retry-after")?, reasonix_stdx::clock::now_ms()))
}

fn silence(limit: Duration) -> Fault {
    Fault::new(FailureKind::TimedOut, format!("nothing came for {}", reasonix_stdx::clock::format_duration(limit)))
}

fn of_reading(error: ReadError) -> Fault {
    match error {
        ReadError::TooBig(which) => Fault::new(FailureKind::Malformed, which.to_string()),
        ReadError::Encoding(message) => Fault::new(FailureKind::Malformed, message),
        ReadError::Transport(error) => Fault::of_reading(error.as_ref()),
    }
}
