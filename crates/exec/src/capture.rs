//! Keeping the two ends of an output of any size in constant memory, and showing them as text. The whole of it, if
//! wanted, goes to the spool.

use std::collections::VecDeque;

use crate::{ExecError, OutputLimits, spool::Spool, spool::Spooled};

/// Output being received.
#[derive(Debug)]
pub(crate) struct Capture {
    limits: OutputLimits,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total_bytes: u64,
    spool: Option<Spool>,
    spool_error: Option<ExecError>,
}

impl Capture {
    pub(crate) fn new(limits: OutputLimits) -> Self {
        Self { limits, head: Vec::new(), tail: VecDeque::new(), total_bytes: 0, spool: None, spool_error: None }
    }

    pub(crate) fn push(&mut self, chunk: &[u8]) {
        self.spool(chunk);
        self.total_bytes += chunk.len() as u64;
        let room = self.limits.head_bytes - self.head.len();
        let (first, rest) = chunk.split_at(room.min(chunk.len()));
        self.head.extend_from_slice(first);
        self.push_tail(rest);
    }

    fn push_tail(&mut self, rest: &[u8]) {
        let capacity = self.limits.tail_bytes;
        let kept = rest.get(rest.len().saturating_sub(capacity)..).unwrap_or_default();
        if kept.is_empty() {
            return;
        }
        // At once, because growing by doubling would end above the limit. Pages never written cost nothing.
        self.tail.reserve_exact(capacity - self.tail.len());
        let overflow = (self.tail.len() + kept.len()).saturating_sub(capacity);
        self.tail.drain(..overflow);
        self.tail.extend(kept);
    }

    /// Starts the spool with the chunk that memory can no longer hold: until then head and tail are the whole output.
    fn spool(&mut self, chunk: &[u8]) {
        let held = (self.head.len() + self.tail.len()) as u64;
        let fits = (self.limits.head_bytes + self.limits.tail_bytes) as u64;
        if self.total_bytes == held && held + chunk.len() as u64 > fits {
            let Some(path) = self.limits.spool.take() else { return };
            match Spool::create(path, self.limits.spool_max_bytes) {
                Ok(mut spool) => {
                    let (older, newer) = self.tail.as_slices();
                    for part in [&self.head, older, newer] {
                        spool.write(part);
                    }
                    self.spool = Some(spool);
                }
                Err(error) => self.spool_error = Some(error),
            }
        }
        if let Some(spool) = &mut self.spool {
            spool.write(chunk);
        }
    }

    pub(crate) fn finish(self) -> Captured {
        let (spool, late_error) = self.spool.map(Spool::finish).unzip();
        Captured {
            head: self.head,
            tail: self.tail.into(),
            total_bytes: self.total_bytes,
            spool,
            spool_error: self.spool_error.or(late_error.flatten()),
        }
    }
}

/// What was kept of an output.
#[derive(Debug, Default)]
pub struct Captured {
    /// The first bytes.
    pub head: Vec<u8>,
    /// The last bytes beyond the head.
    pub tail: Vec<u8>,
    /// Length of the whole output.
    pub total_bytes: u64,
    /// The file with the whole output, where one was wanted and needed.
    pub spool: Option<Spooled>,
    /// Why that file is missing or ends early, other than by its limit.
    pub spool_error: Option<ExecError>,
}

/// The two ends of an output as text, whole characters only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The beginning, or everything when nothing is left out.
    pub head: String,
    /// Bytes between `head` and `tail` that are not shown.
    pub omitted_bytes: u64,
    /// The end; empty when nothing is left out.
    pub tail: String,
}

impl Captured {
    /// The output as text. Bytes that are not UTF-8 become `U+FFFD`; the cut takes away a character it would split.
    pub fn excerpt(&self) -> Excerpt {
        let held = (self.head.len() + self.tail.len()) as u64;
        if held == self.total_bytes {
            let whole = [self.head.as_slice(), &self.tail].concat();
            return Excerpt { head: lossy(&whole), omitted_bytes: 0, tail: String::new() };
        }
        let head = without_split_end(&self.head);
        let tail = without_split_start(&self.tail);
        Excerpt {
            head: lossy(head),
            omitted_bytes: self.total_bytes - (head.len() + tail.len()) as u64,
            tail: lossy(tail),
        }
    }

    /// The excerpt in one text, with a line that says how many bytes are left out where they are.
    pub fn text(&self) -> String {
        let Excerpt { head, omitted_bytes, tail } = self.excerpt();
        if omitted_bytes == 0 {
            return head;
        }
        let before = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
        format!("{head}{before}[... {omitted_bytes} bytes left out ...]\n{tail}")
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// `bytes` without a character at the end that is begun but not complete.
fn without_split_end(bytes: &[u8]) -> &[u8] {
    let last = bytes.utf8_chunks().last();
    match last.map(|chunk| chunk.invalid()) {
        Some(invalid) if is_begun(invalid) => bytes.strip_suffix(invalid).unwrap_or(bytes),
        _ => bytes,
    }
}

/// Whether `bytes` would be a character if more followed, as opposed to being no text at all.
fn is_begun(bytes: &[u8]) -> bool {
    !bytes.is_empty() && std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// `bytes` without the rest of a character at the start (at most three continuation bytes).
fn without_split_start(bytes: &[u8]) -> &[u8] {
    let rest = bytes.iter().take(3).take_while(|byte| **byte & 0b1100_0000 == 0b1000_0000).count();
    bytes.get(rest..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes `text` in pieces of each size and compares the text that is shown.
    fn check(head_bytes: usize, tail_bytes: usize, text: &[u8], expected: &str) {
        for piece in [1, 2, 3, 7, text.len().max(1)] {
            let limits = OutputLimits { head_bytes, tail_bytes, ..OutputLimits::default() };
            let mut capture = Capture::new(limits);
            text.chunks(piece).for_each(|chunk| capture.push(chunk));
            let captured = capture.finish();
            assert_eq!(captured.text(), expected, "pieces of {piece}");
            assert_eq!(captured.total_bytes, text.len() as u64);
            assert!(captured.head.len() <= head_bytes && captured.tail.len() <= tail_bytes);
        }
    }

    #[test]
    fn the_middle_is_left_out_only_beyond_the_limits() {
        check(3, 4, b"", "");
        check(3, 4, b"abc", "abc");
        check(3, 4, b"abcdefg", "abcdefg");
        check(3, 4, b"abcdefgh", "abc\n[... 1 bytes left out ...]\nefgh");
        check(4, 4, b"abc\n01234567", "abc\n[... 4 bytes left out ...]\n4567");
        check(0, 4, b"abcdefgh", "[... 4 bytes left out ...]\nefgh");
        check(3, 0, b"abcdefgh", "abc\n[... 5 bytes left out ...]\n");
        check(0, 0, b"abc", "[... 3 bytes left out ...]\n");
    }

    #[test]
    fn no_character_is_split() {
        // Each of these characters has three bytes.
        check(3, 6, "你好世界".as_bytes(), "你\n[... 3 bytes left out ...]\n世界");
        check(4, 4, "你好世界".as_bytes(), "你\n[... 6 bytes left out ...]\n界");
        check(5, 5, "你好世界".as_bytes(), "你\n[... 6 bytes left out ...]\n界");
        check(5, 7, "你好世界".as_bytes(), "你好世界");
        check(2, 2, "🦀🦀".as_bytes(), "[... 8 bytes left out ...]\n");
    }

    #[test]
    fn what_is_not_text_is_shown_as_such() {
        check(8, 8, b"a\xffb", "a\u{fffd}b");
        check(2, 2, b"a\xffbcd\x80\x80\x80\x80\x80", "a\u{fffd}\n[... 8 bytes left out ...]\n");
    }
}
