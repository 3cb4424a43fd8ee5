//! Lines as the model sees them: their number, counted from 1, an arrow, the text.

use reasonix_stdx::text::prefix;
use std::fmt::Write;

/// Appends one line. Its line end, if it has one, is shown as `\n`.
pub(crate) fn push(text: &mut String, number: u64, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{number}→{}", without_end(line));
}

/// A number with its noun, `1 line`, `2 lines`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The line without its `\n` or `\r\n`.
pub(crate) fn without_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// `line` cut to about `most` bytes around the byte range of interest, with marks where something is missing.
pub(crate) fn around(line: &str, interest: std::ops::Range<usize>, most: usize) -> String {
    if line.len() <= most {
        return line.to_owned();
    }
    let width = interest.len().min(most);
    let lead = (most - width) / 2;
    let start = interest.start.saturating_sub(lead).min(line.len().saturating_sub(most));
    let start = line.ceil_char_boundary(start);
    let rest = line.get(start..).unwrap_or_default();
    let kept = prefix(rest, most);
    let before = if start > 0 { "…" } else { "" };
    let after = if kept.len() < rest.len() { "…" } else { "" };
    format!("{before}{kept}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered() {
        let mut text = String::new();
        push(&mut text, 1, "a\r\n");
        push(&mut text, 1_234_567, "b");
        assert_eq!(text, "1→a\n1234567→b\n");
    }

    #[test]
    fn long_lines_are_cut_around_what_matters() {
        let line = format!("{}needle{}", "a".repeat(100), "b".repeat(100));
        assert_eq!(around(&line, 100..106, 10), "…aaneedlebb…");
        assert_eq!(around(&line, 0..1, 4), "aaaa…");
        assert_eq!(around(&line, 205..206, 4), "…bbbb");
        assert_eq!(around("short", 0..1, 10), "short");
        assert_eq!(around("你好你好", 6..9, 5), "…你…");
    }
}
