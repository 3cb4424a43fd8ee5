//! Reads server-sent events from a body in pieces, in memory that does not grow with the length of the stream. The event
//! format itself is the library's; the bounds are here, because it has none.

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use sse_stream::{Sse, SseByteStream};
use std::{
    error::Error,
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

/// The longest event: bytes since the last blank line.
pub(crate) const MAX_EVENT: usize = 8 << 20;
/// The longest answer.
const MAX_ANSWER: usize = 256 << 20;

/// A body in pieces.
pub(crate) type Body = Pin<Box<dyn Stream<Item = Result<Bytes, reqwest::Error>> + Send>>;

/// Why reading ended before the end.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// An event or the whole answer passed its bound.
    TooBig(TooBig),
    /// An event is not UTF-8.
    Encoding(String),
    Transport(Box<dyn Error + Send + Sync>),
}

/// Which bound was passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooBig {
    Event,
    Answer,
}

impl fmt::Display for TooBig {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event => write!(out, "one event is longer than {} MiB", MAX_EVENT >> 20),
            Self::Answer => write!(out, "the answer is longer than {} MiB", MAX_ANSWER >> 20),
        }
    }
}

impl Error for TooBig {}

/// The events of a body.
pub(crate) struct EventReader<S: Stream>(SseByteStream<Gate<S>>)
where
    Gate<S>: futures_util::TryStream;

impl<S, E> EventReader<S>
where
    S: Stream<Item = Result<Bytes, E>> + Unpin,
    E: Error + Send + Sync + 'static,
{
    pub(crate) fn new(body: S) -> Self {
        Self(SseByteStream::new(Gate { body, lines: Lines::default() }))
    }

    /// The next event; `None` at the end of the body. An event without its blank line is none.
    pub(crate) async fn next(&mut self) -> Option<Result<Sse, ReadError>> {
        Some(match self.0.next().await? {
            Ok(event) => Ok(event),
            Err(sse_stream::Error::Body(error)) => Err(of_gate::<E>(error)),
            Err(other) => Err(ReadError::Encoding(other.to_string())),
        })
    }
}

fn of_gate<E: Error + Send + Sync + 'static>(error: Box<dyn Error + Send + Sync>) -> ReadError {
    match error.downcast::<GateError<E>>() {
        Ok(error) => match *error {
            GateError::TooBig(which) => ReadError::TooBig(which),
            GateError::Body(inner) => ReadError::Transport(Box::new(inner)),
        },
        Err(other) => ReadError::Transport(other),
    }
}

/// Lets a body through until it passes a bound.
pub(crate) struct Gate<S> {
    body: S,
    lines: Lines,
}

#[derive(Debug)]
pub(crate) enum GateError<E> {
    TooBig(TooBig),
    Body(E),
}

impl<E: Error> fmt::Display for GateError<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooBig(which) => write!(out, "{which}"),
            Self::Body(error) => write!(out, "{error}"),
        }
    }
}

impl<E: Error> Error for GateError<E> {}

impl<S, E> Stream for Gate<S>
where
    S: Stream<Item = Result<Bytes, E>> + Unpin,
{
    type Item = Result<Bytes, GateError<E>>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.body.poll_next_unpin(cx).map(|piece| {
            Some(match piece? {
                Ok(bytes) => self.lines.count(&bytes).map(|()| bytes).map_err(GateError::TooBig),
                Err(error) => Err(GateError::Body(error)),
            })
        })
    }
}

/// Counts what has come since the last blank line, and in all. A line ends with LF, CR or CRLF.
#[derive(Debug)]
struct Lines {
    total: usize,
    event: usize,
    at_line_start: bool,
    after_cr: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self { total: 0, event: 0, at_line_start: true, after_cr: false }
    }
}

impl Lines {
    fn count(&mut self, bytes: &[u8]) -> Result<(), TooBig> {
        self.total = self.total.saturating_add(bytes.len());
        if self.total > MAX_ANSWER {
            return Err(TooBig::Answer);
        }
        for byte in bytes {
            match byte {
                b'\n' if self.after_cr => self.after_cr = false,
                b'\n' | b'\r' => {
                    if self.at_line_start {
                        self.event = 0;
                    }
                    self.at_line_start = true;
                    self.after_cr = *byte == b'\r';
                }
                _ => {
                    self.event += 1;
                    self.at_line_start = false;
                    self.after_cr = false;
                }
            }
            if self.event > MAX_EVENT {
                return Err(TooBig::Event);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::{FutureExt, stream};
    use std::io;

    fn read(pieces: Vec<Result<Bytes, io::Error>>) -> Vec<Result<String, ReadError>> {
        let mut reader = EventReader::new(stream::iter(pieces));
        let mut seen = Vec::new();
        while let Some(event) = reader.next().now_or_never().unwrap() {
            seen.push(event.map(|event| event.data.unwrap_or_default()));
        }
        seen
    }

    fn cut(body: &[u8], size: usize) -> Vec<Result<Bytes, io::Error>> {
        body.chunks(size).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect()
    }

    #[test]
    fn events_are_the_same_however_the_body_is_cut() {
        let check = |body: &str, expected: &[&str]| {
            for size in 1..=body.len() {
                let seen: Vec<String> = read(cut(body.as_bytes(), size)).into_iter().map(Result::unwrap).collect();
                assert_eq!(seen, expected, "{body:?} in pieces of {size}");
            }
        };
        check("data: a\n\ndata: b\n\n", &["a", "b"]);
        check("data: a\r\n\r\n: note\r\n\r\ndata:b\r\n\r\n", &["a", "b"]);
        check("data: a\r\rdata: b\r\r", &["a", "b"]);
        check("\u{feff}data: 你\ndata: 好\n\n", &["你\n好"]);
        check("odd: x\nnonsense\nretry: soon\ndata: a\n\ndata: lost\n", &["a"]);
    }

    #[test]
    fn bounds_end_the_stream() {
        let long = [b"data: ".as_slice(), &vec![b'x'; MAX_EVENT], b"\n\n"].concat();
        let seen = read(cut(&long, 1 << 16));
        assert!(matches!(seen.as_slice(), [Err(ReadError::TooBig(TooBig::Event))]), "{} events", seen.len());

        let fits = [b"data: ".as_slice(), &vec![b'x'; MAX_EVENT - 6], b"\n\n"].concat();
        assert!(matches!(read(cut(&fits, 1 << 16)).as_slice(), [Ok(_)]));
    }

    #[test]
    fn broken_bodies_are_told_apart() {
        let seen = read(vec![Ok(Bytes::from_static(b"data: a\n\n")), Err(io::Error::other("reset"))]);
        assert!(matches!(seen.as_slice(), [Ok(_), Err(ReadError::Transport(error))] if error.to_string() == "reset"));
        assert!(matches!(read(cut(b"data: \xff\n\n", 3)).as_slice(), [Err(ReadError::Encoding(_))]));
    }
}
