//! Finding the place that an edit means, and putting the new text there. A text is found exactly, with line ends of
//! either kind taken as equal; where that fails, by whole lines that differ only in trailing blanks and in one and the
//! same shift of their indentation. The file keeps its own line ends and indentation.

use crate::{diagnosis, indentation::Indentation, numbered, text_file::to_lf};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::{borrow::Cow, fmt::Write, ops::Range};

/// Line numbers that a message lists.
const MOST_NUMBERS: usize = 10;

/// One replacement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Replacement<'a> {
    pub old: &'a str,
    pub new: &'a str,
    pub all: bool,
}

/// The text after a replacement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    pub text: String,
    pub count: usize,
    /// It was found by its lines only, with other whitespace.
    pub loosely: bool,
}

/// Why a replacement has no place; a sentence for the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPlace {
    #[error(
        "old_string is empty. To make a new file or fill an empty one use write_file; to insert, take an existing line as old_string and repeat it in new_string."
    )]
    Empty,
    #[error("old_string and new_string are the same, so there is nothing to change.")]
    Same,
    #[error(
        "old_string was found {count} times, at lines {lines}. Add lines around it until it is unique, or set replace_all to change every one."
    )]
    Ambiguous { count: usize, lines: String },
    #[error(
        "old_string was not found as it is, and with different whitespace it fits {count} places, at lines {lines}. Copy it from the file exactly, with lines around it until it is unique."
    )]
    AmbiguousLoosely { count: usize, lines: String },
    #[error("old_string was not found. {diagnosis}")]
    NotFound { diagnosis: String },
}

/// Makes one replacement in `text`.
pub(crate) fn replace(text: &str, replacement: Replacement<'_>) -> Result<Replaced, NoPlace> {
    let Replacement { old, new, all } = replacement;
    if old.is_empty() {
        return Err(NoPlace::Empty);
    }
    if old == new {
        return Err(NoPlace::Same);
    }
    // A carriage return in old_string that stands so in the file is meant as it is, for example to change line ends.
    if old.contains('\r') {
        let places: Vec<_> = text.match_indices(old).map(|(start, found)| start..start + found.len()).collect();
        if !places.is_empty() {
            return put(text, &places, all, |_| new.into());
        }
    }
    let places = LfView::of(text).find(&lf(old));
    if places.is_empty() {
        return replace_loosely(text, old, new);
    }
    let new = lf(new);
    put(text, &places, all, |place| with_line_ends(&new, line_end_at(text, place)))
}

fn put<'a>(
    text: &str,
    places: &[Range<usize>],
    all: bool,
    new: impl Fn(&Range<usize>) -> Cow<'a, str>,
) -> Result<Replaced, NoPlace> {
    if places.len() > 1 && !all {
        let lines = line_numbers(text, places);
        return Err(NoPlace::Ambiguous { count: places.len(), lines });
    }
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for place in places {
        result.push_str(text.get(done..place.start).unwrap_or_default());
        result.push_str(&new(place));
        done = place.end;
    }
    result.push_str(text.get(done..).unwrap_or_default());
    Ok(Replaced { text: result, count: places.len(), loosely: false })
}

/// The numbers of the lines where the places begin.
fn line_numbers(text: &str, places: &[Range<usize>]) -> String {
    let mut words = String::new();
    let (mut line, mut done) = (1, 0);
    for (index, place) in places.iter().take(MOST_NUMBERS).enumerate() {
        let passed = text.as_bytes().get(done..place.start).unwrap_or_default();
        line += memchr::memchr_iter(b'\n', passed).count();
        done = place.start;
        // Writing to a string cannot fail.
        let _ = write!(words, "{}{line}", if index == 0 { "" } else { ", " });
    }
    if places.len() > MOST_NUMBERS {
        words.push_str(", …");
    }
    words
}

fn lf(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") { to_lf(text).into() } else { text.into() }
}

fn with_line_ends<'a>(text: &'a str, end: &str) -> Cow<'a, str> {
    if end == "\r\n" { text.replace('\n', end).into() } else { text.into() }
}

/// The line end that is used where `place` is.
fn line_end_at(text: &str, place: &Range<usize>) -> &'static str {
    let bytes = text.as_bytes();
    let after = memchr::memchr(b'\n', bytes.get(place.start..).unwrap_or_default()).map(|found| place.start + found);
    let nearest = after.or_else(|| memchr::memrchr(b'\n', bytes.get(..place.start).unwrap_or_default()));
    let with_return = nearest.is_some_and(|end| end > 0 && bytes.get(end - 1) == Some(&b'\r'));
    if with_return { "\r\n" } else { "\n" }
}

/// A text with `\n` line ends, and the way back from its positions.
struct LfView<'a> {
    text: Cow<'a, str>,
    /// Where in `text` the line ends are that had a carriage return.
    shortened: Vec<usize>,
}

impl<'a> LfView<'a> {
    fn of(text: &'a str) -> Self {
        let shortened = memchr::memmem::find_iter(text.as_bytes(), b"\r\n").enumerate();
        let shortened: Vec<usize> = shortened.map(|(before, found)| found - before).collect();
        let text = if shortened.is_empty() { text.into() } else { to_lf(text).into() };
        Self { text, shortened }
    }

    fn find(&self, wanted: &str) -> Vec<Range<usize>> {
        let found = self.text.match_indices(wanted);
        found.map(|(start, found)| self.original(start)..self.original(start + found.len())).collect()
    }

    fn original(&self, position: usize) -> usize {
        position + self.shortened.partition_point(|end| *end < position)
    }
}

/// A line of the file: where it is, without its end, and where the next one begins.
struct Line<'a> {
    start: usize,
    text: &'a str,
    next: usize,
}

fn lines_of(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n')
        .map(|line| {
            let this = Line { start, text: numbered::without_end(line), next: start + line.len() };
            start = this.next;
            this
        })
        .collect()
}

/// Finds `old` by whole lines and keeps the file's whitespace.
fn replace_loosely(text: &str, old: &str, new: &str) -> Result<Replaced, NoPlace> {
    let (old, new) = (lf(old), lf(new));
    let wanted: Vec<&str> = old.lines().collect();
    let lines = lines_of(text);
    let mut found: Vec<(usize, Indentation<'_>)> = Vec::new();
    if wanted.iter().any(|line| !line.trim().is_empty()) {
        for start in 0..(lines.len() + 1).saturating_sub(wanted.len()) {
            let window = lines.get(start..start + wanted.len()).unwrap_or_default();
            let same = window.iter().zip(&wanted).all(|(line, wanted)| line.text.trim() == wanted.trim());
            if !same {
                continue;
            }
            let pairs = wanted.iter().copied().zip(window.iter().map(|line| line.text));
            if let Some(indentation) = Indentation::between(pairs) {
                found.push((start, indentation));
            }
        }
    }
    match found.as_slice() {
        [] => Err(NoPlace::NotFound { diagnosis: diagnosis::diagnose(text, &old, &new) }),
        [(start, indentation)] => {
            let window = lines.get(*start..start + wanted.len()).unwrap_or_default();
            Ok(rewrite(text, window, indentation, &old, &new))
        }
        several => {
            let places: Vec<Range<usize>> =
                several.iter().filter_map(|(start, _)| lines.get(*start)).map(|line| line.start..line.start).collect();
            Err(NoPlace::AmbiguousLoosely { count: places.len(), lines: line_numbers(text, &places) })
        }
    }
}

/// Replaces the lines of `window`: those that the edit leaves alone stay as the file has them, new ones get the shift
/// of indentation.
fn rewrite(text: &str, window: &[Line<'_>], indentation: &Indentation<'_>, old: &str, new: &str) -> Replaced {
    let wanted: Vec<&str> = old.lines().map(str::trim_end).collect();
    let given: Vec<&str> = new.lines().collect();
    let given_bare: Vec<&str> = given.iter().map(|line| line.trim_end()).collect();
    let mut lines: Vec<Cow<'_, str>> = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &wanted, &given_bare) {
        if let DiffOp::Equal { .. } = op {
            lines.extend(window.get(op.old_range()).unwrap_or_default().iter().map(|line| line.text.into()));
        } else {
            lines.extend(given.get(op.new_range()).unwrap_or_default().iter().map(|line| indentation.apply(line)));
        }
    }
    let (first, last) = (window.first(), window.last());
    let start = first.map_or(0, |line| line.start);
    let content_end = last.map_or(0, |line| line.start + line.text.len());
    let end = if old.ends_with('\n') { last.map_or(0, |line| line.next) } else { content_end };
    let line_end = line_end_at(text, &(start..end));
    let mut replacement = lines.join(line_end);
    // A file without a last line end stays without.
    if new.ends_with('\n') && (end > content_end || !old.ends_with('\n')) {
        replacement.push_str(line_end);
    }
    let before = text.get(..start).unwrap_or_default();
    let after = text.get(end..).unwrap_or_default();
    Replaced { text: [before, &replacement, after].concat(), count: 1, loosely: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, old: &str, new: &str, expected: Result<&str, &str>) {
        let replaced = replace(text, Replacement { old, new, all: false });
        let got = replaced.map(|replaced| replaced.text).map_err(|error| error.to_string());
        match expected {
            Ok(expected) => assert_eq!(got.as_deref(), Ok(expected), "{text:?} {old:?} {new:?}"),
            Err(part) => {
                let error = got.unwrap_err();
                assert!(error.contains(part), "{error:?} lacks {part:?}");
            }
        }
    }

    #[test]
    fn exact() {
        check("a b c", "b", "B", Ok("a B c"));
        check("a b b", "b", "B", Err("found 2 times, at lines 1, 1."));
        check("a\nb\nb\n", "b", "B", Err("found 2 times, at lines 2, 3."));
        check("a", "", "b", Err("old_string is empty"));
        check("a", "a", "a", Err("are the same"));
        let all = replace("b\nb", Replacement { old: "b", new: "bb", all: true }).unwrap();
        assert_eq!((all.text.as_str(), all.count), ("bb\nbb", 2));
    }

    #[test]
    fn line_ends_stay_those_of_the_file() {
        check("a\r\nb\r\nc\r\n", "a\nb", "a\nx\nb", Ok("a\r\nx\r\nb\r\nc\r\n"));
        check("a\r\nb\r\n", "a", "a\nx", Ok("a\r\nx\r\nb\r\n"));
        check("a\r\nb\r\n", "\nb", "\nB", Ok("a\r\nB\r\n"));
        check("a\nb\n", "a\r\nb\r\n", "A\r\nb\r\n", Ok("A\nb\n"));
        // In a mixed file the place decides.
        check("a\r\nb\nc\n", "b\nc", "b\nx\nc", Ok("a\r\nb\nx\nc\n"));
        check("a\r\nb\nc\n", "a\nb", "a\nx\nb", Ok("a\r\nx\r\nb\nc\n"));
        check("x\na\r\nb", "b", "b\nc", Ok("x\na\r\nb\r\nc"));
        // Carriage returns that are asked for by name.
        check("a\r\nb\r\n", "a\r\n", "a\n", Ok("a\nb\r\n"));
    }

    #[test]
    fn other_whitespace() {
        // Trailing blanks of the file, kept on lines that do not change.
        check("if x:  \n    y\n", "if x:\n    y\n", "if x:\n    z\n", Ok("if x:  \n    z\n"));
        // A uniform shift, applied to new lines too.
        check(
            "    if x {\n        y\n    }\n",
            "if x {\n    y\n}",
            "if x {\n    y\n    z\n}",
            Ok("    if x {\n        y\n        z\n    }\n"),
        );
        check("if x {\n    y\n}\n", "  if x {\n      y\n  }", "  if x {\n      z\n  }", Ok("if x {\n    z\n}\n"));
        check(
            "\tif x {\n\t\ty\n\t}\n",
            "    if x {\n        y\n    }\n",
            "    if x {\n        y\n        z\n    }\n",
            Ok("\tif x {\n\t\ty\n\t\tz\n\t}\n"),
        );
        // Not uniform: not taken.
        check("if x:\n  y\n    z\n", "if x:\n    y\n    z\n", "w", Err("not found"));
        // Blank lines with and without blanks in them.
        check("a = 1\n   \nb = 2\n", "a = 1\n\nb = 2", "a = 1\n\nb = 3", Ok("a = 1\n   \nb = 3\n"));
        // Two places.
        check(" foo()\n  foo()\n", "    foo()\n", "bar()\n", Err("2 places, at lines 1, 2"));
        // Deleting whole lines.
        check("a\n  b  \nc\n", "  b\n", "", Ok("a\nc\n"));
        // No last line end.
        check("a\n  b", "\tb\n", "\tc\n", Ok("a\n  c"));
        check("a\r\n  b  \r\nc\r\n", "  b\nc", "  b\nx\nc", Ok("a\r\n  b  \r\nx\r\nc\r\n"));
    }

    #[test]
    fn found_loosely_is_said() {
        let loosely = |old: &str| replace("  a\n", Replacement { old, new: "b", all: false }).unwrap().loosely;
        assert!(!loosely("a"));
        assert!(!loosely("  a\n"));
        assert!(loosely("    a\n"));
    }
}
