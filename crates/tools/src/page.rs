//! One page of a text file of any size, in bounded memory: whole lines, as many as the model may read at once, and what
//! comes after them.

use crate::{
    blocking::Stop,
    charset::{Charset, decoded},
    numbered,
};
use reasonix_stdx::text::prefix;
use reasonix_tool::{MODEL_CONTENT_LIMIT, ToolError};
use std::{
    fmt::Write,
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
};

/// Bytes of a page; the rest of what the model may read is room for the closing note.
const PAGE_BYTES: usize = MODEL_CONTENT_LIMIT - 1024;
/// A line longer than this is not shown at all (bytes).
pub(crate) const LINE_LIMIT: usize = 1 << 20;
/// What is shown of a line that fits no page (bytes).
const LONG_LINE_SHOWN: usize = 2000;
/// More than a line's number and arrow take (bytes).
const NUMBER_ROOM: usize = 32;
const BUFFER: usize = 64 << 10;

/// Where a page begins and how long it may be, in lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    /// Counted from 0.
    pub offset: u64,
    pub limit: u64,
}

/// A page.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// Numbered lines.
    pub text: String,
    /// How many lines of the file are in it.
    pub lines: u64,
    /// Lines that lie before it; fewer than the window's offset if the file has no more.
    pub before: u64,
    /// Lines that were read but did not fit any more.
    pub passed: u64,
    pub after: After,
    /// Whether some line ends with `\r\n`, and whether some with `\n` alone.
    pub crlf: bool,
    pub lf: bool,
}

/// What comes after a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum After {
    /// Nothing, and whether the last line has a line end.
    End { line_end: bool },
    #[default]
    More,
    /// A line over [`LINE_LIMIT`].
    TooLong,
}

/// How reading a page goes wrong.
#[derive(Debug)]
pub(crate) enum PageError {
    Io(io::Error),
    Stopped(ToolError),
}

impl From<io::Error> for PageError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A file's lines as UTF-8, whatever its encoding.
pub(crate) struct Lines {
    reader: BufReader<Box<dyn Read + Send>>,
    stop: Stop,
}

impl Lines {
    pub(crate) fn new(mut file: File, charset: Charset, stop: Stop) -> io::Result<Self> {
        file.seek(SeekFrom::Start(charset.mark().len() as u64))?;
        Ok(Self { reader: BufReader::with_capacity(BUFFER, decoded(file, charset)), stop })
    }

    /// Passes over at most `count` lines and gives how many there were.
    pub(crate) fn skip(&mut self, count: u64) -> Result<u64, PageError> {
        let mut skipped = 0;
        let mut begun = false;
        while skipped < count {
            self.stop.check().map_err(PageError::Stopped)?;
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                return Ok(skipped + u64::from(begun));
            }
            let wanted = usize::try_from(count - skipped - 1).unwrap_or(usize::MAX);
            let mut ends = memchr::memchr_iter(b'\n', buffer);
            // Counting by the iterator's own fast path is possible only when the buffer cannot hold the last end.
            let (ends_here, used) = if wanted >= buffer.len() {
                (ends.count(), buffer.len())
            } else {
                match ends.nth(wanted) {
                    Some(last) => (wanted + 1, last + 1),
                    None => (memchr::memchr_iter(b'\n', buffer).count(), buffer.len()),
                }
            };
            begun = buffer.get(used - 1) != Some(&b'\n');
            self.reader.consume(used);
            skipped += ends_here as u64;
        }
        Ok(skipped)
    }

    /// The next line with its end, at most [`LINE_LIMIT`] bytes and a few of it. `None` at the end of the file.
    fn next(&mut self) -> Result<Option<Vec<u8>>, PageError> {
        self.stop.check().map_err(PageError::Stopped)?;
        let mut line = Vec::new();
        (&mut self.reader).take(LINE_LIMIT as u64 + 3).read_until(b'\n', &mut line)?;
        Ok((!line.is_empty()).then_some(line))
    }

    fn at_end(&mut self) -> Result<bool, PageError> {
        Ok(self.reader.fill_buf()?.is_empty())
    }

    /// Reads a page.
    pub(crate) fn page(&mut self, window: Window) -> Result<Page, PageError> {
        let mut page = Page { before: self.skip(window.offset)?, ..Page::default() };
        let mut line_end = true;
        while page.lines < window.limit {
            let Some(line) = self.next()? else {
                page.after = After::End { line_end };
                return Ok(page);
            };
            line_end = line.ends_with(b"\n");
            match page.take(&line, window.offset + page.lines + 1) {
                Taken::Yes => page.lines += 1,
                Taken::PageFull => {
                    page.passed = 1;
                    return Ok(page);
                }
                Taken::TooLong => {
                    page.after = After::TooLong;
                    page.passed = u64::from(line_end);
                    return Ok(page);
                }
            }
        }
        if self.at_end()? {
            page.after = After::End { line_end };
        }
        Ok(page)
    }

    /// The number of lines that are left. Uses them up.
    pub(crate) fn count_rest(&mut self) -> Result<u64, PageError> {
        self.skip(u64::MAX)
    }
}

/// What became of a line that was read for a page.
enum Taken {
    Yes,
    PageFull,
    TooLong,
}

impl Page {
    fn take(&mut self, line: &[u8], number: u64) -> Taken {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        if content.strip_suffix(b"\r").unwrap_or(content).len() > LINE_LIMIT {
            return Taken::TooLong;
        }
        let text = String::from_utf8_lossy(line);
        let before = self.text.len();
        if text.len() + NUMBER_ROOM > PAGE_BYTES {
            push_beginning(&mut self.text, number, &text);
        } else {
            numbered::push(&mut self.text, number, &text);
        }
        if self.text.len() > PAGE_BYTES {
            self.text.truncate(before);
            return Taken::PageFull;
        }
        match line {
            [.., b'\r', b'\n'] => self.crlf = true,
            [.., b'\n'] => self.lf = true,
            _ => {}
        }
        Taken::Yes
    }
}

/// The beginning of a line that fits no page.
fn push_beginning(text: &mut String, number: u64, line: &str) {
    let line = numbered::without_end(line);
    let shown = prefix(line, LONG_LINE_SHOWN);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{number}→{shown}… [this line has {} bytes, of which {} are shown; for other parts use bash: \
         sed -n {number}p FILE | cut -b FROM-TO]",
        line.len(),
        shown.len()
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use tokio_util::sync::CancellationToken;

    fn lines(bytes: &[u8]) -> Lines {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        Lines::new(file, Charset::UTF_8, Stop::on_cancel(CancellationToken::new())).unwrap()
    }

    fn check(bytes: &[u8], offset: u64, limit: u64, text: &str, before: u64, after: After, rest: u64) {
        let mut lines = lines(bytes);
        let page = lines.page(Window { offset, limit }).unwrap();
        assert_eq!((page.text.as_str(), page.before, page.after), (text, before, after), "{bytes:?} {offset} {limit}");
        assert_eq!(page.passed + lines.count_rest().unwrap(), rest, "{bytes:?} {offset} {limit}");
    }

    #[test]
    fn windows() {
        let (whole, cut) = (After::End { line_end: true }, After::End { line_end: false });
        check(b"a\nb\nc\n", 0, 9, "1→a\n2→b\n3→c\n", 0, whole, 0);
        check(b"a\nb\nc", 0, 3, "1→a\n2→b\n3→c\n", 0, cut, 0);
        check(b"a\nb\nc", 1, 1, "2→b\n", 1, After::More, 1);
        check(b"a\nb\nc\n", 2, 5, "3→c\n", 2, whole, 0);
        check(b"a\nb", 2, 5, "", 2, whole, 0);
        check(b"a\nb", 7, 5, "", 2, whole, 0);
        check(b"", 0, 5, "", 0, whole, 0);
        check(b"\n\n", 0, 5, "1→\n2→\n", 0, whole, 0);
        check(b"a\r\nb", 0, 1, "1→a\n", 0, After::More, 1);
    }

    #[test]
    fn a_full_page_ends_at_a_whole_line() {
        let line = format!("{}\n", "x".repeat(PAGE_BYTES / 3));
        let mut lines = lines(line.repeat(5).as_bytes());
        let page = lines.page(Window { offset: 0, limit: 2000 }).unwrap();
        assert_eq!((page.lines, page.after), (2, After::More));
        assert_eq!(page.lines + page.passed + lines.count_rest().unwrap(), 5);
    }

    #[test]
    fn a_line_that_fits_no_page_is_cut_and_one_over_the_limit_ends_the_page() {
        let text = format!("a\n{}\nb\n{}\nc\n", "x".repeat(PAGE_BYTES), "y".repeat(LINE_LIMIT + 1));
        let mut lines = lines(text.as_bytes());
        let page = lines.page(Window { offset: 0, limit: 2000 }).unwrap();
        assert!(page.text.starts_with("1→a\n2→xxx") && page.text.ends_with("FROM-TO]\n3→b\n"));
        assert_eq!((page.lines, page.after), (3, After::TooLong));
        assert_eq!(page.lines + page.passed + lines.count_rest().unwrap(), 5);
    }

    #[test]
    fn skipping_counts_across_buffers() {
        let text = "ab\n".repeat(BUFFER);
        for count in [0, 1, BUFFER as u64 - 1, BUFFER as u64, BUFFER as u64 + 1] {
            let mut lines = lines(text.as_bytes());
            let skipped = lines.skip(count).unwrap();
            assert_eq!(skipped, count.min(BUFFER as u64));
            assert_eq!(lines.count_rest().unwrap(), BUFFER as u64 - skipped);
        }
    }
}
