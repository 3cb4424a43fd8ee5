//! Events to bytes, as the SSE standard allows it and as servers get it wrong. Where the bytes are cut is in `plan`.

use crate::fault::{Fault, LineEnd};
use crate::wire::{Event, Payload};

/// A rendered stream.
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    /// For each event the offset behind it.
    pub(crate) ends: Vec<usize>,
}

/// The faults that change how events are written.
#[derive(Default)]
struct Style {
    line_end: &'static str,
    byte_order_mark: bool,
    no_space: bool,
    split_data: bool,
    unnamed: bool,
    no_final_blank_line: bool,
    /// What stands between all events, with `\n`.
    between: String,
}

impl Style {
    fn of(faults: &[Fault]) -> Self {
        let mut style = Self { line_end: "\n", ..Self::default() };
        for fault in faults {
            match fault {
                Fault::LineEnds(LineEnd::Crlf) => style.line_end = "\r\n",
                Fault::LineEnds(LineEnd::Cr) => style.line_end = "\r",
                Fault::ByteOrderMark => style.byte_order_mark = true,
                Fault::NoSpace => style.no_space = true,
                Fault::SplitData => style.split_data = true,
                Fault::UnnamedEvents => style.unnamed = true,
                Fault::NoFinalBlankLine => style.no_final_blank_line = true,
                Fault::Comments => style.between.push_str(": keep-alive\n\n"),
                Fault::Pings => style.between.push_str("event: ping\ndata: {\"type\": \"ping\"}\n\n"),
                Fault::EmptyEvents => style.between.push_str("event: nothing\n\n"),
                Fault::UnknownEvents => style.between.push_str(UNKNOWN_EVENT),
                _ => {}
            }
        }
        style
    }
}

const UNKNOWN_EVENT: &str = "event: vendor.unknown\ndata: {\"type\": \"vendor.unknown\", \"detail\": {\"a\": [1]}}\n\n";

pub(crate) fn encode(events: &[Event], faults: &[Fault]) -> Encoded {
    let style = Style::of(faults);
    let between = style.between.replace('\n', style.line_end);
    let mut out = Encoded { bytes: Vec::new(), ends: Vec::with_capacity(events.len()) };
    if style.byte_order_mark {
        out.bytes.extend_from_slice("\u{feff}".as_bytes());
    }
    for (index, event) in events.iter().enumerate() {
        if index > 0 {
            out.bytes.extend_from_slice(between.as_bytes());
        }
        write_event(&mut out.bytes, event, &style);
        if index + 1 < events.len() || !style.no_final_blank_line {
            out.bytes.extend_from_slice(style.line_end.as_bytes());
        }
        out.ends.push(out.bytes.len());
    }
    out
}

fn write_event(out: &mut Vec<u8>, event: &Event, style: &Style) {
    if let Some(name) = event.name.filter(|_| !style.unnamed) {
        write_line(out, "event: ", name.as_bytes(), style);
    }
    let field = if style.no_space { "data:" } else { "data: " };
    match &event.data {
        Payload::Done => write_line(out, field, b"[DONE]", style),
        Payload::Json(data) if style.split_data => {
            for line in format!("{data:#}").lines() {
                write_line(out, field, line.as_bytes(), style);
            }
        }
        Payload::Json(data) => {
            out.extend_from_slice(field.as_bytes());
            // Writing to memory cannot fail.
            let _ = serde_json::to_writer(&mut *out, data);
            out.extend_from_slice(style.line_end.as_bytes());
        }
    }
}

fn write_line(out: &mut Vec<u8>, field: &str, value: &[u8], style: &Style) {
    out.extend_from_slice(field.as_bytes());
    out.extend_from_slice(value);
    out.extend_from_slice(style.line_end.as_bytes());
}
