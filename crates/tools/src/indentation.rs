//! The one shift that leads from the indentation in an edit to that in the file, if there is one.

use std::borrow::Cow;

/// How to turn indentation as given into indentation as in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Indentation<'a> {
    Same,
    /// The file has this much more, in front.
    More(&'a str),
    /// The file has this much less, in front.
    Less(&'a str),
    /// The file has a tab for so many spaces.
    TabForSpaces(usize),
    /// The file has so many spaces for a tab.
    SpacesForTab(usize),
}

impl<'a> Indentation<'a> {
    /// The shift that fits all pairs of a given line and the file's line. Blank lines fit any.
    pub(crate) fn between(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Option<Self> {
        let pairs: Vec<(&str, &str)> = pairs
            .filter(|(given, _)| !given.trim().is_empty())
            .map(|(given, present)| (indent(given), indent(present)))
            .collect();
        let (given, present) = *pairs.first()?;
        let more = present.strip_suffix(given).map(Self::More);
        let less = given.strip_suffix(present).map(Self::Less);
        let candidates = [Some(Self::Same), more, less, tab_width(&pairs), space_width(&pairs)];
        candidates.into_iter().flatten().find(|shift| {
            pairs.iter().all(|(given, present)| shift.shifted(given).is_some_and(|shifted| shifted == *present))
        })
    }

    /// A given line as the file would have it. What the shift does not fit stays as it was given.
    pub(crate) fn apply<'b>(&self, line: &'b str) -> Cow<'b, str> {
        if line.trim().is_empty() || *self == Self::Same {
            return line.into();
        }
        let given = indent(line);
        let rest = line.get(given.len()..).unwrap_or_default();
        match self.shifted(given) {
            Some(shifted) => format!("{shifted}{rest}").into(),
            None => line.into(),
        }
    }

    fn shifted<'b>(&self, given: &'b str) -> Option<Cow<'b, str>> {
        match self {
            Self::Same => Some(given.into()),
            Self::More(more) => Some(format!("{more}{given}").into()),
            Self::Less(less) => given.strip_prefix(less).map(Into::into),
            Self::TabForSpaces(width) => {
                let spaces = given.len();
                let fits = given.bytes().all(|byte| byte == b' ') && spaces.is_multiple_of(*width);
                fits.then(|| "\t".repeat(spaces / width).into())
            }
            Self::SpacesForTab(width) => {
                given.bytes().all(|byte| byte == b'\t').then(|| " ".repeat(given.len() * width).into())
            }
        }
    }
}

fn indent(line: &str) -> &str {
    let length = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..length).unwrap_or_default()
}

fn tab_width<'a>(pairs: &[(&str, &str)]) -> Option<Indentation<'a>> {
    let (given, present) = pairs.iter().find(|(_, present)| !present.is_empty())?;
    let whole = given.len().is_multiple_of(present.len()) && given.len() > present.len();
    whole.then(|| Indentation::TabForSpaces(given.len() / present.len()))
}

fn space_width<'a>(pairs: &[(&str, &str)]) -> Option<Indentation<'a>> {
    let (given, present) = pairs.iter().find(|(given, _)| !given.is_empty())?;
    let whole = present.len().is_multiple_of(given.len()) && present.len() > given.len();
    whole.then(|| Indentation::SpacesForTab(present.len() / given.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pairs: &[(&str, &str)], expected: Option<Indentation<'_>>) {
        assert_eq!(Indentation::between(pairs.iter().copied()), expected, "{pairs:?}");
    }

    #[test]
    fn one_shift_for_all_lines() {
        check(&[("a", "a"), ("  b", "  b")], Some(Indentation::Same));
        check(&[("a", "  a"), ("  b", "    b"), ("", "")], Some(Indentation::More("  ")));
        check(&[("  a", "a"), ("    b", "  b")], Some(Indentation::Less("  ")));
        check(&[("a", "a"), ("    b", "\tb"), ("        c", "\t\tc")], Some(Indentation::TabForSpaces(4)));
        check(&[("\ta", "  a"), ("\t\tb", "    b")], Some(Indentation::SpacesForTab(2)));
        check(&[("a", " a"), ("b", "  b")], None);
        check(&[("", " ")], None);
    }
}
