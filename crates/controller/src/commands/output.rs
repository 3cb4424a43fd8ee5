//! The whole output of a call, page by page: from the blob that holds it, or from the journal.

use crate::wire::Wired;
use memchr::memmem;
use reasonix_protocol::{
    BlobRef, Body, CallId, Event, Problem,
    command::{OutputReadParams, OutputReadReply},
};
use reasonix_store::SessionFiles;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
};

/// Most bytes of a page.
const MOST: u64 = 1 << 20;

/// Bytes of the longest character.
const LONGEST_CHAR: u64 = 4;

/// Secrets shorter than this are not looked for: they would hit ordinary words.
const SHORTEST_SECRET: usize = 8;

/// Where the type of an event stands in its line, at most.
const HEAD: usize = 300;

/// Waits for the disk.
pub(crate) fn read(wired: &Wired, params: &OutputReadParams) -> Result<OutputReadReply, Problem> {
    let files = wired.store.get(&params.session).map_err(|error| error.problem())?;
    let unreadable =
        |error| Problem::new("file_unreadable").with("path", files.journal.display()).with("reason", error);
    let Some((content, full)) = finished(&files, params.call).map_err(unreadable)? else {
        return Err(Problem::new("output_none").with("session", &params.session).with("call", params.call));
    };
    let Some(blob) = full else { return Ok(page_of(content.as_bytes(), 0, content.len() as u64, params)) };
    if blob.0.is_empty() || !blob.0.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(Problem::new("output_none").with("session", &params.session).with("call", params.call));
    }
    let path = files.blobs().path(&blob);
    let secrets: Vec<&str> = wired.parts.pipeline.secrets.iter().map(|(_, value)| value.as_str()).collect();
    read_blob(&path, &secrets, params)
        .map_err(|error| Problem::new("file_unreadable").with("path", path.display()).with("reason", error))
}

/// What a call left: what the model read, and where the whole is if that was cut.
fn finished(files: &SessionFiles, call: CallId) -> io::Result<Option<(String, Option<BlobRef>)>> {
    let mut reader = BufReader::with_capacity(256 * 1024, File::open(&files.journal)?);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        let head = line.get(..line.len().min(HEAD)).unwrap_or_default();
        if memmem::find(head, br#""type":"call_finished""#).is_some()
            && let Ok(Event { body: Body::CallFinished { call: found, content, full, .. }, .. }) =
                serde_json::from_slice(&line)
            && found == call
        {
            return Ok(Some((content, full)));
        }
        line.clear();
    }
    Ok(None)
}

/// Reads a page of a blob. Secrets are made unreadable without changing lengths, also those that a page's edge cuts.
fn read_blob(path: &std::path::Path, secrets: &[&str], params: &OutputReadParams) -> io::Result<OutputReadReply> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let edge = secrets.iter().map(|secret| secret.len() as u64).max().unwrap_or(0).max(LONGEST_CHAR);
    let start = params.offset.min(size).saturating_sub(edge);
    let wanted = u64::from(params.limit).min(MOST) + 2 * edge;
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(wanted).read_to_end(&mut bytes)?;
    for secret in secrets.iter().filter(|secret| secret.len() >= SHORTEST_SECRET) {
        let places: Vec<usize> = memmem::find_iter(&bytes, secret.as_bytes()).collect();
        for at in places {
            if let Some(found) = bytes.get_mut(at..at + secret.len()) {
                found.fill(b'*');
            }
        }
    }
    Ok(page_of(&bytes, start, size, params))
}

/// The page out of bytes that begin at `start` of the whole, cut at characters.
fn page_of(bytes: &[u8], start: u64, size: u64, params: &OutputReadParams) -> OutputReadReply {
    let within = |offset: u64| usize::try_from(offset.saturating_sub(start)).unwrap_or(usize::MAX).min(bytes.len());
    let first = char_start(bytes, within(params.offset.min(size)));
    let limit = u64::from(params.limit).clamp(LONGEST_CHAR, MOST);
    let last = char_start(bytes, within(start + first as u64 + limit));
    let next = start + last as u64;
    OutputReadReply {
        text: String::from_utf8_lossy(bytes.get(first..last).unwrap_or_default()).into_owned(),
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
    use reasonix_protocol::SessionId;

    #[test]
    fn pages_end_between_characters_and_hide_secrets() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("blob.txt");
        let text = "你好, sk-12345678 and 世界";
        std::fs::write(&path, text).unwrap();
        for limit in 4..40 {
            let (mut offset, mut whole) = (0, String::new());
            loop {
                let params = OutputReadParams { session: SessionId("s".into()), call: CallId(1), offset, limit };
                let page = read_blob(&path, &["sk-12345678"], &params).unwrap();
                assert_eq!(page.size, text.len() as u64);
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
        let page = |offset| {
            let params = OutputReadParams { session: SessionId("s".into()), call: CallId(1), offset, limit: 100 };
            page_of("你好".as_bytes(), 0, 6, &params).text
        };
        assert_eq!((page(1), page(4), page(6), page(99)), ("你好".into(), "好".into(), String::new(), String::new()));
    }
}
