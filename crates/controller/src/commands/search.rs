//! Looking for words in all sessions: a scan of the journals, the newest first. Lines that cannot hold a word are told by
//! their bytes and never parsed.

use crate::Client;
use memchr::{memchr2_iter, memmem};
use reasonix_protocol::{
    Body, Content, Event, Part,
    command::{SessionHit, SessionSummary, SessionsSearchParams, SessionsSearchReply},
};
use reasonix_stdx::text;
use reasonix_store::SessionFiles;
use std::{
    fs,
    io::{BufRead, BufReader},
    time::{Duration, Instant},
};

/// Most sessions in a reply.
const MOST_HITS: usize = 200;

/// Most words that are looked for.
const MOST_WORDS: usize = 16;

/// How long is looked.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bytes of an excerpt, half of them before the word.
const EXCERPT: usize = 160;

/// Where the type of an event stands in its line, at most.
const HEAD: usize = 300;

/// Waits for the disk. A session is a hit if it holds every word, each anywhere in it.
pub(crate) fn search(client: &Client, params: &SessionsSearchParams) -> SessionsSearchReply {
    let wired = client.wired();
    let words: Vec<String> = params.query.split_whitespace().take(MOST_WORDS).map(str::to_lowercase).collect();
    let limit = (params.limit as usize).min(MOST_HITS);
    let mut reply = SessionsSearchReply::default();
    if words.is_empty() || limit == 0 {
        return reply;
    }
    let begun = Instant::now();
    let workspace = (!params.all_workspaces).then(|| wired.parts.workspace.root());
    let mut files = wired.store.files(workspace);
    files.sort_by_cached_key(|files| std::cmp::Reverse(fs::metadata(&files.journal).and_then(|m| m.modified()).ok()));
    for files in files {
        if reply.hits.len() == limit || begun.elapsed() > PATIENCE {
            reply.more = true;
            break;
        }
        let Ok(mut summary) = wired.store.summarise(&files) else { continue };
        if let Some(excerpt) = look(&files, &summary, &words) {
            if let Some(board) = client.board() {
                board.complete(&mut summary);
            }
            reply.hits.push(SessionHit { summary, excerpt });
        }
    }
    reply
}

/// The excerpt of a session that holds all words.
fn look(files: &SessionFiles, summary: &SessionSummary, words: &[String]) -> Option<String> {
    let title = summary.title.to_lowercase();
    let mut missing: Vec<&str> = words.iter().map(String::as_str).filter(|word| !title.contains(word)).collect();
    let mut reader = BufReader::with_capacity(256 * 1024, fs::File::open(&files.journal).ok()?);
    let mut line = Vec::new();
    let mut excerpt = None;
    // With all words in the title, one line is looked for that shows where it stands.
    while !missing.is_empty() || excerpt.is_none() {
        line.clear();
        if reader.read_until(b'\n', &mut line).ok()? == 0 {
            break;
        }
        let wanted: Vec<&str> =
            if missing.is_empty() { words.iter().map(String::as_str).collect() } else { missing.clone() };
        if !is_said(&line) || !wanted.iter().any(|word| may_hold(&line, word)) {
            continue;
        }
        for said in texts(&line) {
            let lower = said.to_lowercase();
            if let Some(word) = wanted.iter().find(|word| lower.contains(**word)) {
                excerpt.get_or_insert_with(|| around(&said, word));
            }
            missing.retain(|word| !lower.contains(word));
        }
    }
    missing.is_empty().then(|| excerpt.unwrap_or_default())
}

/// Whether a line is what a person or a model said.
fn is_said(line: &[u8]) -> bool {
    let head = line.get(..line.len().min(HEAD)).unwrap_or_default();
    [&br#""type":"turn_started""#[..], br#""type":"item_completed""#]
        .iter()
        .any(|word| memmem::find(head, word).is_some())
}

/// Whether the JSON of a text may hold a word. Anything but plain letters and digits may be written otherwise, or change
/// its length with its case, and is left to a closer look.
fn may_hold(line: &[u8], word: &str) -> bool {
    let bytes = word.as_bytes();
    let Some(first) = bytes.first().filter(|_| word.chars().all(|c| c.is_ascii_alphanumeric())) else { return true };
    let mut places = memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), line);
    // Letters outside ASCII whose small form is an ASCII letter are rare enough to be missed: `K` for kelvin.
    places.any(|at| line.get(at..at + bytes.len()).is_some_and(|found| found.eq_ignore_ascii_case(bytes)))
}

fn texts(line: &[u8]) -> Vec<String> {
    match serde_json::from_slice::<Event>(line).map(|event| event.body) {
        Ok(Body::TurnStarted { input, .. }) => input.into_iter().map(|Content::Text { text }| text).collect(),
        Ok(Body::ItemCompleted { parts, .. }) => {
            let text = |part| if let Part::Text { text } = part { Some(text) } else { None };
            parts.into_iter().filter_map(text).collect()
        }
        _ => Vec::new(),
    }
}

/// Text around the first place of a word, on one line.
fn around(said: &str, word: &str) -> String {
    // Lower-casing may change lengths; near enough is good enough.
    let at = said.to_lowercase().find(word).unwrap_or(0).min(said.len());
    let (before, after) = said.split_at(said.floor_char_boundary(at));
    let (start, end) = (text::suffix(before, EXCERPT / 2), text::prefix(after, EXCERPT));
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let gap = if start.ends_with(char::is_whitespace) { " " } else { "" };
    let line = [&one_line(start), gap, &one_line(end)].concat();
    let (left, right) = (start.len() < before.len(), end.len() < after.len());
    format!("{}{line}{}", if left { "…" } else { "" }, if right { "…" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_one_line_around_the_word() {
        assert_eq!(around("Fix the\n  parser now", "parser"), "Fix the parser now");
        assert_eq!(around("preparser", "parser"), "preparser");
        assert_eq!(around("parser", "parser"), "parser");
        let long = format!("{} needle {}", "a".repeat(300), "b".repeat(300));
        let excerpt = around(&long, "needle");
        assert!(excerpt.starts_with("…a") && excerpt.ends_with("b…") && excerpt.contains(" needle "), "{excerpt}");
        assert!(excerpt.len() < 260);
        assert_eq!(around("你好世界", "世界"), "你好世界");
    }

    #[test]
    fn bytes_tell_which_lines_cannot_hold_a_word() {
        assert!(may_hold(b"The Parser", "parser"));
        assert!(!may_hold(b"The parse", "parser"));
        assert!(may_hold(b"anything", "a\"b"));
        assert!(may_hold("x".as_bytes(), "世"));
    }
}
