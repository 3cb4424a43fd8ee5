//! What changed between two texts, as hunks of lines: for people a unified diff, for the model the new lines with their
//! numbers.

use crate::{
    numbered,
    text_file::{LineEnds, to_lf},
};
use reasonix_protocol::{Display, FileDiff};
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline, group_diff_ops};
use std::{
    borrow::Cow,
    fmt::Write,
    ops::Range,
    time::{Duration, Instant},
};

/// The longest unified diff (bytes).
const UNIFIED_LIMIT: usize = 64 << 10;
/// Lines of context around a change, for people.
const CONTEXT: usize = 3;
/// After this the diff is right but no longer the shortest.
const TIME_LIMIT: Duration = Duration::from_millis(300);

/// The lines of both texts and the operations that lead from one to the other.
pub(crate) struct LineDiff<'a> {
    old: Vec<&'a str>,
    new: Vec<&'a str>,
    groups: Vec<Vec<DiffOp>>,
}

impl<'a> LineDiff<'a> {
    pub(crate) fn new(before: &'a str, after: &'a str) -> Self {
        let old: Vec<&str> = before.split_inclusive('\n').collect();
        let new: Vec<&str> = after.split_inclusive('\n').collect();
        let deadline = Instant::now() + TIME_LIMIT;
        let ops = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, Some(deadline));
        let groups = group_diff_ops(ops, CONTEXT);
        Self { old, new, groups }
    }

    /// The lines of the new text around each change, numbered from 0.
    pub(crate) fn changed_regions(&self) -> impl Iterator<Item = Range<usize>> {
        self.groups.iter().filter_map(|group| Some(group.first()?.new_range().start..group.last()?.new_range().end))
    }

    /// Lines added and removed.
    pub(crate) fn counts(&self) -> (u32, u32) {
        self.groups.iter().flatten().fold((0, 0), |(added, removed), op| match op {
            DiffOp::Equal { .. } => (added, removed),
            op => (added + op.new_range().len() as u32, removed + op.old_range().len() as u32),
        })
    }

    fn unified(&self) -> String {
        let mut text = String::new();
        for group in &self.groups {
            self.write_hunk(group, &mut text);
            if text.len() > UNIFIED_LIMIT {
                let whole_lines = text.get(..text.floor_char_boundary(UNIFIED_LIMIT)).and_then(|kept| kept.rfind('\n'));
                text.truncate(whole_lines.map_or(0, |end| end + 1));
                text.push_str("\\ Diff cut at 64 KiB\n");
                break;
            }
        }
        text
    }

    fn write_hunk(&self, group: &[DiffOp], text: &mut String) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
        let old = range_words(first.old_range().start..last.old_range().end);
        let new = range_words(first.new_range().start..last.new_range().end);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "@@ -{old} +{new} @@");
        for op in group {
            if let DiffOp::Equal { .. } = op {
                push_lines(text, ' ', self.old.get(op.old_range()));
            } else {
                push_lines(text, '-', self.old.get(op.old_range()));
                push_lines(text, '+', self.new.get(op.new_range()));
            }
            if text.len() > UNIFIED_LIMIT {
                return;
            }
        }
    }
}

/// A range as a hunk header has it: counted from 1, and an empty one names the line before it.
fn range_words(range: Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

fn push_lines(text: &mut String, sign: char, lines: Option<&[&str]>) {
    for line in lines.unwrap_or_default() {
        text.push(sign);
        text.push_str(line);
        if !line.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
        if text.len() > UNIFIED_LIMIT {
            return;
        }
    }
}

/// The change of one file for people. Line ends are left out of it unless they are all that changed.
pub(crate) fn display(path: &str, before: &str, after: &str) -> Display {
    let (old, new) = comparable(before, after);
    let diff = LineDiff::new(&old, &new);
    let (added, removed) = diff.counts();
    let file = FileDiff { path: path.to_owned(), moved_from: None, unified: diff.unified(), added, removed };
    Display::Diff { files: vec![file] }
}

fn comparable<'a>(before: &'a str, after: &'a str) -> (Cow<'a, str>, Cow<'a, str>) {
    if LineEnds::of(before) == LineEnds::Lf && !after.contains('\r') {
        return (before.into(), after.into());
    }
    let (old, new) = (to_lf(before), to_lf(after));
    if old == new { (before.into(), after.into()) } else { (old.into(), new.into()) }
}

/// The lines that changed with the numbers they have now, at most `most_lines` of them.
pub(crate) fn changed_lines(before: &str, after: &str, most_lines: usize) -> String {
    let (old, new) = comparable(before, after);
    let diff = LineDiff::new(&old, &new);
    let mut text = String::new();
    let mut left = most_lines;
    let mut regions = diff.changed_regions().peekable();
    while let Some(region) = regions.next() {
        let lines = diff.new.get(region.clone()).unwrap_or_default();
        let shown = lines.len().min(left);
        left -= shown;
        for (number, line) in (region.start + 1..).zip(lines.iter().take(shown)) {
            numbered::push(&mut text, number as u64, line);
        }
        if shown < lines.len() || (left == 0 && regions.peek().is_some()) {
            text.push_str("… (more changed lines are not shown)\n");
            break;
        }
        if regions.peek().is_some() {
            text.push_str("…\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unified(before: &str, after: &str) -> (String, u32, u32) {
        match display("f", before, after) {
            Display::Diff { files } => (files[0].unified.clone(), files[0].added, files[0].removed),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn hunks() {
        let check = |before: &str, after: &str, expected: &str, added: u32, removed: u32| {
            assert_eq!(unified(before, after), (expected.to_owned(), added, removed));
        };
        check("a\nb\n", "a\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", 1, 1);
        check("", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n", 2, 0);
        check("a\n", "", "@@ -1 +0,0 @@\n-a\n", 0, 1);
        check("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n", 1, 1);
        check("a\r\nb\r\n", "a\r\nc\r\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", 1, 1);
        check("a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n", 1, 1);
        check("same", "same", "", 0, 0);
    }

    #[test]
    fn a_long_diff_is_cut_at_a_line() {
        let after = "line number x\n".repeat(9000);
        let (text, added, _) = unified("", &after);
        assert!(text.len() <= UNIFIED_LIMIT + 32 && text.ends_with("\n\\ Diff cut at 64 KiB\n"));
        assert_eq!(added, 9000);
    }

    #[test]
    fn changed_lines_are_numbered_and_bounded() {
        let before: Vec<String> = (1..=30).map(|index| index.to_string()).collect();
        let before = before.join("\n");
        let after = before.replace("5\n", "five\n");
        assert_eq!(changed_lines("a\nb\nc\n", "a\nB\nc\n", 10), "1→a\n2→B\n3→c\n");
        let text = changed_lines(&before, &after, 9);
        assert_eq!(text.lines().count(), 11, "{text}");
        assert!(text.ends_with("(more changed lines are not shown)\n"));
    }
}
