//! From a turn to a plan: every byte of the answer, where it is cut, where it waits. Sending it is in `play`.

use std::time::Duration;

use crate::fault::{Ending, Fault, Gate, Position};
use crate::http;
use crate::sse::{self, Encoded};
use crate::turn::{ErrorReply, Message, RawReply};
use crate::wire::{self, Rendering, WireFormat};

/// An answer, ready to be sent.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) head: Vec<u8>,
    pub(crate) body: Vec<u8>,
    /// Ascending offsets into the body; a chunk ends at each of them, the last one is the end of the body.
    pub(crate) ends: Vec<usize>,
    pub(crate) framing: Framing,
    pub(crate) before: Before,
    /// A delay after each chunk.
    pub(crate) pause: Option<Duration>,
    /// Ascending offsets at which the body waits.
    pub(crate) holds: Vec<(usize, Gate)>,
    /// Set if the body was cut short.
    pub(crate) cut: Option<Ending>,
    pub(crate) closes: bool,
}

/// How the client knows where the body ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    Chunked,
    Length,
    UntilClose,
}

/// What happens before the head.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Before {
    Nothing,
    Wait(Duration),
    Hang,
    NoAnswer,
}

/// The answer that streams `message`.
pub(crate) fn stream(wire: WireFormat, message: &Message, faults: &[Fault], model: &str, request: Asked) -> Plan {
    let style = wire::Style::of(faults);
    let cx = Rendering { model, number: request.number, usage_asked: request.usage, style: &style };
    let Encoded { bytes, ends } = sse::encode(&wire::events(wire, message, &cx), faults);
    let id = format!("req_{:024}", request.number);
    let headers = [
        ("content-type", "text/event-stream; charset=utf-8"),
        ("cache-control", "no-cache"),
        (if wire == WireFormat::Anthropic { "request-id" } else { "x-request-id" }, id.as_str()),
    ];
    build(Answer { status: 200, headers: &headers, body: bytes, events: &ends, framing: Framing::Chunked }, faults)
}

/// What the request said that matters for the answer.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) number: usize,
    /// It wants the usage chunk of chat completions.
    pub(crate) usage: bool,
}

pub(crate) fn error(wire: WireFormat, reply: &ErrorReply, faults: &[Fault], number: usize) -> Plan {
    let (content_type, body) = reply.error.body(wire, number);
    let status = if reply.with_status_ok { 200 } else { reply.error.status() };
    let retry_after = reply.retry_after.as_ref().map(crate::error::RetryAfter::header_value);
    let mut headers = vec![("content-type", content_type)];
    headers.extend(retry_after.as_deref().map(|value| ("retry-after", value)));
    build(Answer { status, headers: &headers, body, events: &[], framing: Framing::Length }, faults)
}

pub(crate) fn raw(reply: &RawReply, faults: &[Fault]) -> Plan {
    let headers: Vec<_> = reply.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let body = reply.body.clone();
    build(Answer { status: reply.status, headers: &headers, body, events: &[], framing: Framing::Length }, faults)
}

struct Answer<'a> {
    status: u16,
    headers: &'a [(&'a str, &'a str)],
    body: Vec<u8>,
    /// The offset behind each event; empty if the body is not a stream.
    events: &'a [usize],
    framing: Framing,
}

impl Answer<'_> {
    fn offset(&self, at: Position) -> usize {
        match at {
            Position::Bytes(offset) => offset.min(self.body.len()),
            Position::Events(0) => 0,
            Position::Events(count) => self.events.get(count - 1).copied().unwrap_or(self.body.len()),
        }
    }
}

fn build(answer: Answer<'_>, faults: &[Fault]) -> Plan {
    let mut framing = answer.framing;
    let mut plan = Plan {
        head: Vec::new(),
        body: Vec::new(),
        ends: answer.events.to_vec(),
        framing,
        before: Before::Nothing,
        pause: None,
        holds: Vec::new(),
        cut: None,
        closes: false,
    };
    let mut end = answer.body.len();
    for fault in faults {
        match fault {
            Fault::ChunkEvery(size) => plan.ends = multiples((*size).max(1), answer.body.len()),
            Fault::Pause(pause) => plan.pause = Some(*pause),
            Fault::Wait(wait) => plan.before = Before::Wait(*wait),
            Fault::Hang => plan.before = Before::Hang,
            Fault::NoAnswer => plan.before = Before::NoAnswer,
            Fault::UntilClose => framing = Framing::UntilClose,
            Fault::ConnectionClose => plan.closes = true,
            Fault::Cut { at, ending } => {
                end = answer.offset(*at);
                plan.cut = Some(*ending);
            }
            Fault::Hold { at, gate } => plan.holds.push((answer.offset(*at), gate.clone())),
            _ => {}
        }
    }
    plan.framing = framing;
    plan.closes |= framing == Framing::UntilClose;
    let length = if plan.cut == Some(Ending::Finish) { end } else { answer.body.len() };
    plan.head = head(&answer, framing, length, plan.closes);
    cut(&mut plan, answer.body, end);
    plan
}

/// Ends the body at `end`, and makes a chunk end there and at every hold.
fn cut(plan: &mut Plan, body: Vec<u8>, end: usize) {
    plan.body = body;
    plan.body.truncate(end);
    plan.holds.retain(|(at, _)| *at <= end);
    plan.holds.sort_by_key(|(at, _)| *at);
    plan.ends.extend(plan.holds.iter().map(|(at, _)| *at));
    plan.ends.push(end);
    plan.ends.retain(|at| (1..=end).contains(at));
    plan.ends.sort_unstable();
    plan.ends.dedup();
}

fn multiples(size: usize, end: usize) -> Vec<usize> {
    (1..=end / size).map(|count| count * size).collect()
}

fn head(answer: &Answer<'_>, framing: Framing, length: usize, closes: bool) -> Vec<u8> {
    let length = length.to_string();
    let mut headers = answer.headers.to_vec();
    match framing {
        Framing::Chunked => headers.push(("transfer-encoding", "chunked")),
        Framing::Length => headers.push(("content-length", &length)),
        Framing::UntilClose => {}
    }
    if closes {
        headers.push(("connection", "close"));
    }
    http::head(answer.status, &headers)
}
