//! The options of a program, out of the one line that describes them. How that is written stands in [`super::call`]. It is
//! taken apart when an option is first looked for, and only once: the lines of some programs are long.

use crate::quick::NameMap;
use std::sync::OnceLock;

/// What an option's value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    Text,
    /// Two values.
    Pair,
    Glued,
    Read,
    Write,
}

/// What may follow the name of an option in the line.
const MARKERS: [(&str, Takes); 7] = [
    ("", Takes::Nothing),
    (":", Takes::Text),
    ("=", Takes::Text),
    ("==", Takes::Pair),
    ("?", Takes::Glued),
    ("@", Takes::Read),
    (">", Takes::Write),
];

/// The options of a program.
#[derive(Debug)]
pub(super) struct Flags {
    line: &'static str,
    table: OnceLock<Table>,
}

/// Options with their names as they stand in the line.
#[derive(Debug, Default)]
struct Table {
    by_name: NameMap<&'static str, Takes>,
    by_letter: NameMap<char, (&'static str, Takes)>,
}

impl Flags {
    pub(super) const fn new(line: &'static str) -> Self {
        Self { line, table: OnceLock::new() }
    }

    /// Every argument is an operand.
    pub(super) fn has_none(&self) -> bool {
        self.line == "*"
    }

    /// Options end at the first operand.
    pub(super) fn end_early(&self) -> bool {
        self.line.starts_with("+ ")
    }

    /// The option of that name, with its dashes.
    pub(super) fn find(&self, name: &str) -> Option<(&'static str, Takes)> {
        self.table().by_name.get_key_value(name).map(|(name, takes)| (*name, *takes))
    }

    /// The option with one dash and that letter.
    pub(super) fn find_letter(&self, letter: char) -> Option<(&'static str, Takes)> {
        self.table().by_letter.get(&letter).copied()
    }

    fn table(&self) -> &Table {
        self.table.get_or_init(|| Table::of(self.line))
    }
}

impl Table {
    /// Of two options that look the same, the first counts.
    fn of(line: &'static str) -> Self {
        let mut table = Self::default();
        for word in line.split_ascii_whitespace() {
            for (marker, takes) in MARKERS {
                let Some(name) = word.strip_suffix(marker) else { continue };
                table.by_name.entry(name).or_insert(takes);
                let mut letters = name.strip_prefix('-').unwrap_or_default().chars();
                if let (Some(letter), None) = (letters.next(), letters.next()) {
                    table.by_letter.entry(letter).or_insert((name, takes));
                }
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_by_what_they_are_called() {
        static FLAGS: Flags = Flags::new("-a -n: --lines= --arg== -M? --file@ -o> -# -#f -name: -n");
        let check = |name: &str, expected: Option<Takes>| {
            assert_eq!(FLAGS.find(name), expected.map(|takes| (name, takes)), "{name}");
        };
        check("-a", Some(Takes::Nothing));
        check("-n", Some(Takes::Text));
        check("--lines", Some(Takes::Text));
        check("--arg", Some(Takes::Pair));
        check("-M", Some(Takes::Glued));
        check("--file", Some(Takes::Read));
        check("-o", Some(Takes::Write));
        check("-#", Some(Takes::Nothing));
        check("-#f", Some(Takes::Nothing));
        check("-name", Some(Takes::Text));
        check("--line", None);
        check("-b", None);
        assert_eq!(FLAGS.find_letter('n'), Some(("-n", Takes::Text)));
        assert_eq!(FLAGS.find_letter('l'), None);
        assert!(!FLAGS.has_none() && Flags::new("*").has_none() && Flags::new("+ -a").end_early());
    }
}
