//! A whole text file in memory: its text, its encoding, its line ends, and the hash of the bytes it came from.

use crate::{
    charset::{self, Charset},
    error::FileError,
    target::Target,
};
use reasonix_stdx::text::format_bytes;
use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// Files above this are not taken into memory (bytes).
pub(crate) const WHOLE_FILE_LIMIT: u64 = 16 << 20;

/// A text file as it was read.
#[derive(Debug, Clone)]
pub(crate) struct TextFile {
    pub text: String,
    pub charset: Charset,
    /// SHA-256 of the bytes, hexadecimal.
    pub hash: String,
    pub bytes: u64,
}

impl TextFile {
    /// Reads a file whole, unless it is longer than `limit` bytes.
    pub(crate) fn load(target: &Target, limit: u64) -> Result<Self, FileError> {
        let bytes = load_bytes(target, limit)?;
        let hash = hash(&bytes);
        let length = bytes.len() as u64;
        match charset::decode(bytes) {
            Some((text, charset)) => Ok(Self { text, charset, hash, bytes: length }),
            None => Err(FileError::Binary { path: target.shown.clone() }),
        }
    }

    pub(crate) fn line_ends(&self) -> LineEnds {
        LineEnds::of(&self.text)
    }
}

/// The bytes of a file that is at most `limit` bytes long.
pub(crate) fn load_bytes(target: &Target, limit: u64) -> Result<Vec<u8>, FileError> {
    let file = target.open()?;
    let read_error = |error| FileError::from_io(&target.shown, "read", error);
    let length = file.metadata().map_err(read_error)?.len();
    let too_large = |length| FileError::TooLarge {
        path: target.shown.clone(),
        size: format_bytes(length),
        limit: format_bytes(limit),
    };
    if length > limit {
        return Err(too_large(length));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(limit + 1).read_to_end(&mut bytes).map_err(read_error)?;
    if bytes.len() as u64 > limit { Err(too_large(bytes.len() as u64)) } else { Ok(bytes) }
}

/// SHA-256 in hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    reasonix_stdx::random::to_hex(&Sha256::digest(bytes))
}

/// The same for bytes that pass by.
#[derive(Debug, Default)]
pub(crate) struct Hasher(Sha256);

impl Hasher {
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(crate) fn finish(self) -> String {
        reasonix_stdx::random::to_hex(&self.0.finalize())
    }
}

impl io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.feed(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How the lines of a text end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineEnds {
    /// There is no line end.
    None,
    Lf,
    CrLf,
    Mixed,
}

impl LineEnds {
    pub(crate) fn of(text: &str) -> Self {
        let all = memchr::memchr_iter(b'\n', text.as_bytes()).count();
        let with_return = memchr::memmem::find_iter(text.as_bytes(), b"\r\n").count();
        match (all, with_return) {
            (0, _) => Self::None,
            (_, 0) => Self::Lf,
            (all, with_return) if all == with_return => Self::CrLf,
            _ => Self::Mixed,
        }
    }
}

/// `text` with every line end as `\n`.
pub(crate) fn to_lf(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// `text` with every line end as `\r\n`.
pub(crate) fn to_crlf(text: &str) -> String {
    to_lf(text).replace('\n', "\r\n")
}

/// The number of lines as an editor counts them: a last line without an end counts, an empty text has none.
pub(crate) fn count_lines(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count() + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends() {
        let check = |text: &str, ends: LineEnds, lines: usize| {
            assert_eq!((LineEnds::of(text), count_lines(text)), (ends, lines), "{text:?}");
        };
        check("", LineEnds::None, 0);
        check("a", LineEnds::None, 1);
        check("a\rb", LineEnds::None, 1);
        check("a\nb", LineEnds::Lf, 2);
        check("a\r\nb\r\n", LineEnds::CrLf, 2);
        check("a\r\nb\n", LineEnds::Mixed, 2);
        assert_eq!(to_crlf("a\nb\r\nc"), "a\r\nb\r\nc");
    }
}
