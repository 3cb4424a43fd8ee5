//! A page out of a long output, cut between characters, with the secrets in it made unreadable.

use memchr::memmem;
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

/// Most bytes of a page.
const MOST: u64 = 1 << 20;

/// Bytes of the longest character.
const LONGEST_CHAR: u64 = 4;

/// Secrets shorter than this are not looked for: they would hit ordinary words.
const SHORTEST_SECRET: usize = 8;

/// Which page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// In bytes; a place inside a character is moved back to its start. Unset: so that the page is the end.
    pub offset: Option<u64>,
    /// Most bytes.
    pub limit: u32,
}

/// A page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub text: String,
    /// Where it begins, in bytes.
    pub start: u64,
    /// Where the next one begins; `None` at the end.
    pub next: Option<u64>,
    /// Of the whole, in bytes.
    pub size: u64,
}

impl Page {
    /// Out of a text that holds no secrets.
    pub(crate) fn of_text(text: &str, wanted: Wanted) -> Self {
        let size = text.len() as u64;
        page_of(text.as_bytes(), 0, size, wanted.at(size), wanted.bytes())
    }

    /// Out of a file, without the secrets of this list of names and values. They become unreadable without changing
    /// lengths, also those that a page's edge cuts.
    pub(crate) fn read(path: &Path, secrets: &[(String, String)], wanted: Wanted) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let size = file.metadata()?.len();
        let offset = wanted.at(size);
        let edge = secrets.iter().map(|(_, value)| value.len() as u64).max().unwrap_or(0).max(LONGEST_CHAR);
        let start = offset.saturating_sub(edge);
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(wanted.bytes() + 2 * edge).read_to_end(&mut bytes)?;
        for (_, secret) in secrets.iter().filter(|(_, secret)| secret.len() >= SHORTEST_SECRET) {
            let places: Vec<usize> = memmem::find_iter(&bytes, secret.as_bytes()).collect();
            for at in places {
                if let Some(found) = bytes.get_mut(at..at + secret.len()) {
                    found.fill(b'*');
                }
            }
        }
        Ok(page_of(&bytes, start, size, offset, wanted.bytes()))
    }
}

impl Wanted {
    fn bytes(self) -> u64 {
        u64::from(self.limit).clamp(LONGEST_CHAR, MOST)
    }

    fn at(self, size: u64) -> u64 {
        self.offset.unwrap_or_else(|| size.saturating_sub(self.bytes())).min(size)
    }
}

/// The page out of bytes that begin at `start` of the whole, cut at characters.
fn page_of(bytes: &[u8], start: u64, size: u64, offset: u64, limit: u64) -> Page {
    let within = |offset: u64| usize::try_from(offset.saturating_sub(start)).unwrap_or(usize::MAX).min(bytes.len());
    let first = char_start(bytes, within(offset));
    let last = char_start(bytes, within(start + first as u64 + limit));
    let next = start + last as u64;
    Page {
        text: String::from_utf8_lossy(bytes.get(first..last).unwrap_or_default()).into_owned(),
        start: start + first as u64,
        next: (next < size).then_some(next),
        size,
    }
}

/// Moves back to where a character begins.
fn char_start(bytes: &[u8], mut at: usize) -> usize {
    let is_inside = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    for _ in 1..LONGEST_CHAR {
        if at == 0 || !is_inside(at) {
            break;
        }
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_between_characters_and_hide_secrets() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("blob.txt");
        let text = "你好, sk-12345678 and 世界";
        std::fs::write(&path, text).unwrap();
        let secrets = [("KEY".to_owned(), "sk-12345678".to_owned())];
        for limit in 4..40 {
            let (mut offset, mut whole) = (0, String::new());
            loop {
                let page = Page::read(&path, &secrets, Wanted { offset: Some(offset), limit }).unwrap();
                assert_eq!((page.start, page.size), (offset, text.len() as u64));
                whole.push_str(&page.text);
                match page.next {
                    Some(next) => offset = next,
                    None => break,
                }
            }
            assert_eq!(whole, "你好, *********** and 世界", "{limit}");
        }
    }

    #[test]
    fn an_offset_inside_a_character_or_past_the_end_does_no_harm() {
        let page = |offset| Page::of_text("你好", Wanted { offset: Some(offset), limit: 100 }).text;
        assert_eq!((page(1), page(4), page(6), page(99)), ("你好".into(), "好".into(), String::new(), String::new()));
    }

    #[test]
    fn without_a_place_the_end_is_given() {
        let page = |limit| {
            let page = Page::of_text("one two", Wanted { offset: None, limit });
            (page.text, page.start, page.next)
        };
        assert_eq!(page(5), ("e two".to_owned(), 2, None));
        assert_eq!(page(100), ("one two".to_owned(), 0, None));
    }
}
