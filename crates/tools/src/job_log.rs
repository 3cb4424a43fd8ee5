//! Reading on in the file that a job's output goes to, while it may still grow.

use crate::terminal_text::plain;
use std::{
    fs::File,
    io::{self, ErrorKind, Read, Seek, SeekFrom},
    path::Path,
};

/// How far a cut is moved to fall between lines, in bytes.
const LINE_REACH: usize = 4 << 10;

/// What stands in a log behind a place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct NewOutput {
    pub text: String,
    /// Bytes between the place and the text.
    pub left_out: u64,
    /// The end of the text, in bytes from the beginning of the log.
    pub read_to: u64,
}

/// Where the text may end while more is coming.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// Nothing more is coming.
    End,
    /// The last whole character.
    Character,
    /// The last whole line.
    Line,
}

/// The newest `most` bytes behind `from`. A log that does not exist is empty.
pub(crate) fn read_on(log: &Path, from: u64, most: u64, until: Until) -> io::Result<NewOutput> {
    let mut file = match File::open(log) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(NewOutput { read_to: from, ..NewOutput::default() });
        }
        Err(error) => return Err(error),
    };
    let size = file.metadata()?.len();
    let start = from.max(size.saturating_sub(most));
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(size.saturating_sub(start)).read_to_end(&mut bytes)?;
    let end = match until {
        Until::End => bytes.len(),
        Until::Character => whole_characters(&bytes),
        Until::Line => memchr::memrchr(b'\n', &bytes).map_or(0, |at| at + 1),
    };
    let first = if start > from { first_line(&bytes).min(end) } else { 0 };
    let text = String::from_utf8_lossy(bytes.get(first..end).unwrap_or_default());
    Ok(NewOutput { text: plain(&text), left_out: start + first as u64 - from, read_to: start + end as u64 })
}

/// How many bytes there are without a character at the end that is only begun.
fn whole_characters(bytes: &[u8]) -> usize {
    let last = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    let is_begun = std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
    if is_begun { bytes.len() - last.len() } else { bytes.len() }
}

/// Where the first line begins that is there from its beginning, or at least a character.
fn first_line(bytes: &[u8]) -> usize {
    let near = bytes.get(..LINE_REACH.min(bytes.len())).unwrap_or_default();
    let inside = || bytes.iter().take(3).take_while(|byte| **byte & 0b1100_0000 == 0b1000_0000).count();
    memchr::memchr(b'\n', near).map_or_else(inside, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(log: &[u8], from: u64, most: u64, until: Until, expected: (&str, u64, u64)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        std::fs::write(&path, log).unwrap();
        let (text, left_out, read_to) = expected;
        let expected = NewOutput { text: text.to_owned(), left_out, read_to };
        assert_eq!(read_on(&path, from, most, until).unwrap(), expected, "{from} {most} {until:?}");
    }

    #[test]
    fn only_what_is_new_is_read() {
        check(b"one\ntwo\n", 0, 100, Until::End, ("one\ntwo\n", 0, 8));
        check(b"one\ntwo\n", 4, 100, Until::End, ("two\n", 0, 8));
        check(b"one\ntwo\n", 8, 100, Until::End, ("", 0, 8));
        check(b"10%\r100%\n", 0, 100, Until::End, ("100%\n", 0, 9));
    }

    #[test]
    fn what_is_only_begun_is_left_for_the_next_time() {
        let log = "a\n你".as_bytes();
        check(&log[..4], 0, 100, Until::Character, ("a\n", 0, 2));
        check(log, 2, 100, Until::Character, ("你", 0, 5));
        check(log, 0, 100, Until::Line, ("a\n", 0, 2));
        check(b"begun", 0, 100, Until::Line, ("", 0, 0));
        check(b"a\xff", 0, 100, Until::Character, ("a\u{fffd}", 0, 2));
    }

    #[test]
    fn too_much_is_cut_at_its_beginning() {
        check(b"one\ntwo\nthree\n", 0, 8, Until::End, ("three\n", 8, 14));
        check("你好世界".as_bytes(), 0, 7, Until::End, ("世界", 6, 12));
    }

    #[test]
    fn a_log_that_is_not_there_is_empty() {
        let new = read_on(Path::new("/nonexistent/log"), 7, 100, Until::End).unwrap();
        assert_eq!((new.text.as_str(), new.read_to), ("", 7));
    }
}
