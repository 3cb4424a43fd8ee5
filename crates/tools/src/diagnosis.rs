//! Why a text was not found: the place in the file that comes nearest, and the first thing that differs there.

use crate::{
    numbered::{self, counted},
    text_file::count_lines,
};
use std::{collections::HashMap, fmt::Write};

/// Lines this alike are worth showing (0 to 1).
const ALIKE: f64 = 0.55;
/// Lines of the nearest place that are shown.
const MOST_LINES: usize = 8;
/// Bytes of one shown line.
const LINE_WIDTH: usize = 160;
/// Bytes of the file that are compared line by line.
const COMPARED: usize = 1 << 20;
/// Positions that one line may vote for, so that a file of equal lines costs no more than another.
const MOST_VOTES: usize = 16;

/// Sentences that follow "old_string was not found. ". All texts have `\n` line ends, but for the file's own.
pub(crate) fn diagnose(text: &str, old: &str, new: &str) -> String {
    if text.is_empty() {
        return "The file is empty; use write_file to fill it.".to_owned();
    }
    let lines: Vec<&str> = text.split_inclusive('\n').map(numbered::without_end).collect();
    let wanted: Vec<&str> = old.lines().collect();
    if has_line_numbers(&wanted) {
        return "It holds the line numbers that read_file puts in front; send the text of the lines alone.".to_owned();
    }
    let mut said = String::new();
    if let Some(line) = already_there(text, new) {
        // Writing to a string cannot fail.
        let _ = write!(said, "But new_string is already in the file, at line {line}: was this edit made before? ");
    }
    match nearest(&lines, &wanted) {
        Some(start) => describe(&lines, &wanted, start, &mut said),
        None => {
            let _ = write!(
                said,
                "Nothing in its {} is like it. Check the path, or find the text with grep and read it with \
                 read_file before you edit.",
                counted(count_lines(text), "line")
            );
        }
    }
    said
}

/// Whether every line begins as read_file shows it.
fn has_line_numbers(wanted: &[&str]) -> bool {
    let mut lines = wanted.iter().filter(|line| !line.trim().is_empty()).peekable();
    let numbered = |line: &&str| {
        let rest = line.trim_start().trim_start_matches(|character: char| character.is_ascii_digit());
        rest.len() < line.trim_start().len() && rest.starts_with('→')
    };
    lines.peek().is_some() && lines.all(numbered)
}

/// The line where `new` stands already, if it is long enough to mean something.
fn already_there(text: &str, new: &str) -> Option<usize> {
    let telling = new.trim();
    if telling.len() < 12 {
        return None;
    }
    let start = text.find(telling)?;
    Some(memchr::memchr_iter(b'\n', text.as_bytes().get(..start)?).count() + 1)
}

/// Where the nearest place starts (an index of a line).
fn nearest(lines: &[&str], wanted: &[&str]) -> Option<usize> {
    by_equal_lines(lines, wanted).or_else(|| by_alike_line(lines, wanted))
}

/// The start for which most of the wanted text, by length, is in its place but for the whitespace around it.
fn by_equal_lines(lines: &[&str], wanted: &[&str]) -> Option<usize> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, line) in wanted.iter().enumerate() {
        let places = places.entry(line.trim()).or_default();
        if places.len() < MOST_VOTES {
            places.push(index);
        }
    }
    let mut votes: HashMap<usize, usize> = HashMap::new();
    for (index, line) in lines.iter().enumerate() {
        // Blank lines and lone brackets are everywhere.
        let weight = line.trim().len();
        if weight < 3 {
            continue;
        }
        for offset in places.get(line.trim()).into_iter().flatten() {
            if let Some(start) = index.checked_sub(*offset) {
                *votes.entry(start).or_default() += weight;
            }
        }
    }
    votes.into_iter().max_by_key(|(start, weight)| (*weight, std::cmp::Reverse(*start))).map(|(start, _)| start)
}

/// The start for which the longest wanted line lies on the line most like it.
fn by_alike_line(lines: &[&str], wanted: &[&str]) -> Option<usize> {
    let (offset, telling) = wanted.iter().enumerate().max_by_key(|(_, line)| line.trim().len())?;
    let telling = cut(telling.trim());
    let mut compared = 0;
    let mut best: Option<(f64, usize)> = None;
    for (index, line) in lines.iter().enumerate() {
        let line = cut(line.trim());
        compared += line.len();
        if compared > COMPARED {
            break;
        }
        let score = strsim::sorensen_dice(telling, line);
        if score >= ALIKE && best.is_none_or(|(known, _)| score > known) {
            best = Some((score, index));
        }
    }
    best.map(|(_, index)| index.saturating_sub(offset))
}

/// Enough of a line to compare it.
fn cut(line: &str) -> &str {
    reasonix_stdx::text::prefix(line, 400)
}

fn describe(lines: &[&str], wanted: &[&str], start: usize, said: &mut String) {
    let window = lines.get(start..).unwrap_or_default();
    let differs =
        |index: usize| window.get(index).map(|line| line.trim_end()) != wanted.get(index).map(|line| line.trim_end());
    let first = (0..wanted.len()).find(|index| differs(*index)).unwrap_or(0);
    let count = (0..wanted.len()).filter(|index| differs(*index)).count();
    let end = (start + wanted.len()).min(lines.len());
    let place = if end - start > 1 { format!("lines {}-{end}", start + 1) } else { format!("line {}", start + 1) };
    let _ = write!(said, "The nearest text is at {place}");
    match (window.get(first), wanted.get(first)) {
        (Some(present), Some(given)) => {
            let number = start + first + 1;
            let more = if count > 1 { format!(" ({count} lines differ)") } else { String::new() };
            let _ = writeln!(said, "; line {number} differs{more}: {}", difference(present, given));
            let interest = common_prefix(present, given);
            let _ = writeln!(said, "  file:       {:?}", numbered::around(present, interest..interest + 1, LINE_WIDTH));
            let _ = writeln!(said, "  old_string: {:?}", numbered::around(given, interest..interest + 1, LINE_WIDTH));
        }
        _ => {
            let _ = writeln!(said, ", but the file ends at line {}.", lines.len());
        }
    }
    let from = first.saturating_sub(MOST_LINES / 2);
    let _ = writeln!(said, "There the file has:");
    for (index, line) in window.iter().enumerate().take(wanted.len().max(first + 1)).skip(from).take(MOST_LINES) {
        numbered::push(said, (start + index + 1) as u64, &numbered::around(line, 0..1, LINE_WIDTH * 2));
    }
    said.push_str("Copy old_string from the file exactly, without the line numbers.");
}

/// In words, what differs between two lines.
fn difference(present: &str, given: &str) -> String {
    let bare = |line: &str| line.split_whitespace().collect::<String>();
    if bare(present) == bare(given) {
        return "only in spaces or tabs.".to_owned();
    }
    let shared = common_prefix(present, given);
    let column = present.get(..shared).unwrap_or_default().chars().count() + 1;
    let next = |line: &str| line.get(shared..).and_then(|rest| rest.chars().next());
    match (next(present), next(given)) {
        (Some(has), Some(gives)) if !has.is_ascii() || !gives.is_ascii() => {
            format!("at column {column} the file has {has:?} ({}), old_string {gives:?} ({}).", code(has), code(gives))
        }
        (Some(_), Some(_)) => format!("from column {column} on."),
        (Some(_), None) => format!("the file's line goes on after column {}.", column - 1),
        (None, _) => format!("the file's line ends at column {}.", column - 1),
    }
}

fn code(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

fn common_prefix(left: &str, right: &str) -> usize {
    left.chars().zip(right.chars()).take_while(|(left, right)| left == right).map(|(left, _)| left.len_utf8()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, old: &str, expected: &str) {
        assert_eq!(diagnose(text, old, "\u{0}"), expected);
    }

    #[test]
    fn the_nearest_place_is_shown() {
        let text = "fn main() {\n    let total = 1;\n    print(total);\n}\n";
        check(
            text,
            "fn main() {\n    let total = 2;\n    print(total);",
            "The nearest text is at lines 1-3; line 2 differs: from column 17 on.\n\
             \x20 file:       \"    let total = 1;\"\n\
             \x20 old_string: \"    let total = 2;\"\n\
             There the file has:\n1→fn main() {\n2→    let total = 1;\n3→    print(total);\n\
             Copy old_string from the file exactly, without the line numbers.",
        );
        check(
            text,
            "    print(totals)",
            "The nearest text is at line 3; line 3 differs: from column 16 on.\n\
             \x20 file:       \"    print(total);\"\n\
             \x20 old_string: \"    print(totals)\"\n\
             There the file has:\n3→    print(total);\n\
             Copy old_string from the file exactly, without the line numbers.",
        );
        check(
            "say \u{201c}hi\u{201d} to them\n",
            "say \"hi\" to them\n",
            "The nearest text is at line 1; line 1 differs: at column 5 the file has '“' (U+201C), old_string '\"' (U+0022).\n\
             \x20 file:       \"say “hi” to them\"\n\
             \x20 old_string: \"say \\\"hi\\\" to them\"\n\
             There the file has:\n1→say “hi” to them\n\
             Copy old_string from the file exactly, without the line numbers.",
        );
    }

    #[test]
    fn line_numbers_are_recognised() {
        let numbered = "It holds the line numbers that read_file puts in front; send the text of the lines alone.";
        check("a\nb\n", "1→a\n2→b\n", numbered);
        assert_ne!(diagnose("a\nb\n", "1→a\nb\n", ""), numbered);
    }

    #[test]
    fn nothing_like_it() {
        check("", "x", "The file is empty; use write_file to fill it.");
        check(
            "alpha\nbeta\n",
            "completely different",
            "Nothing in its 2 lines is like it. Check the path, or find the text with grep and read it with read_file \
             before you edit.",
        );
        assert!(
            diagnose("let answer = 42;\n", "let answer = 41;", "let answer = 42;")
                .starts_with("But new_string is already in the file, at line 1: was this edit made before? ")
        );
    }

    #[test]
    fn the_end_of_the_file_is_told() {
        assert!(diagnose("one line\nlast line\n", "last line\nmore text", "").contains("but the file ends at line 2."));
    }
}
