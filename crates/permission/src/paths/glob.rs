//! Names that a shell's glob may find, held against names that a rule or list means: is there one that both have? Exact
//! for `*` and `?`; a bracket stands for any one character, an extended glob for anything.

/// One name of a path with a glob in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GlobName {
    tokens: Vec<Token>,
    /// What every name begins with that it finds. One glob meets hundreds of names, and nearly all differ here or below.
    start: String,
    /// What every name ends with that it finds.
    end: String,
    /// It asks for a longer name than there can be.
    is_too_long: bool,
}

/// No file system has longer names, so a glob with more fixed characters finds nothing. Holds the time for comparing with a
/// pattern down, whatever a text looks like.
const LONGEST_NAME: usize = 255;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Is(char),
    One,
    Many,
}

impl GlobName {
    /// The name as the shell reads it.
    pub(crate) fn new(text: &str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            let token = match c {
                '*' => Token::Many,
                '+' | '@' | '!' | '?' if rest.as_str().starts_with('(') => {
                    rest = rest.as_str().rsplit_once(')').map_or("", |(_, behind)| behind).chars();
                    Token::Many
                }
                '?' => Token::One,
                '[' => match closed_bracket(rest.as_str()) {
                    Some(behind) => {
                        rest = behind.chars();
                        Token::One
                    }
                    None => Token::Is('['),
                },
                '\\' => Token::Is(rest.next().unwrap_or('\\')),
                _ => Token::Is(c),
            };
            // Two in a row say no more than one.
            if token != Token::Many || tokens.last() != Some(&Token::Many) {
                tokens.push(token);
            }
        }
        Self::of(tokens)
    }

    fn of(tokens: Vec<Token>) -> Self {
        let is_too_long = tokens.iter().filter(|token| **token != Token::Many).nth(LONGEST_NAME).is_some();
        let fixed = |token: &Token| if let Token::Is(c) = token { Some(*c) } else { None };
        let start: String = tokens.iter().map_while(fixed).collect();
        let behind_last = tokens.iter().rposition(|token| fixed(token).is_none()).map_or(0, |at| at + 1);
        let end = tokens.iter().skip(behind_last).filter_map(fixed).collect();
        Self { tokens, start, end, is_too_long }
    }

    /// The glob in small letters.
    pub(crate) fn to_lowercase(&self) -> Self {
        let lower = |token: &Token| match token {
            Token::Is(c) => Token::Is(c.to_lowercase().next().unwrap_or(*c)),
            other => *other,
        };
        Self::of(self.tokens.iter().map(lower).collect())
    }

    /// Finds whatever is there, but for names with a dot in front.
    pub(crate) fn finds_all(&self) -> bool {
        self.tokens.iter().all(|token| *token == Token::Many)
    }

    /// `*.json`: by its ending alone it points at no file in particular.
    pub(crate) fn is_ending(&self) -> bool {
        let is_plain = |token: &Token| matches!(token, Token::Is(c) if *c != '.');
        matches!(self.tokens.as_slice(), [Token::Many, Token::Is('.'), ending @ ..] if ending.iter().all(is_plain))
    }

    /// Whether it begins, and ends, with a wildcard.
    pub(crate) fn open_ends(&self) -> (bool, bool) {
        (self.start.is_empty(), self.end.is_empty())
    }

    /// Whether the glob may find a name that begins and ends so; a quick look at nothing but its own ends.
    pub(crate) fn ends_meet(&self, start: &str, end: &str) -> bool {
        // Two bytes tell nearly all apart.
        let differs = |own: Option<&u8>, other: Option<&u8>| own.is_some() && other.is_some() && own != other;
        if differs(self.start.as_bytes().first(), start.as_bytes().first())
            || differs(self.end.as_bytes().last(), end.as_bytes().last())
        {
            return false;
        }
        let tokens = self.tokens.iter().copied();
        !differ(tokens.clone(), start.chars().map(Token::Is)) && !differ(tokens.rev(), end.chars().rev().map(Token::Is))
    }

    /// Whether some name is found by the glob and fits the pattern, in which `*` and `?` are wildcards.
    pub(crate) fn overlaps(&self, pattern: &str) -> bool {
        let token = |c: char| match c {
            '*' => Token::Many,
            '?' => Token::One,
            _ => Token::Is(c),
        };
        let tokens = self.tokens.iter().copied();
        // Nearly all names differ at one of their ends, which is seen long before the whole is compared.
        if !self.may_find(pattern)
            || differ(tokens.clone(), pattern.chars().map(token))
            || differ(tokens.rev(), pattern.chars().rev().map(token))
        {
            return false;
        }
        overlap(&self.tokens, &pattern.chars().map(token).collect::<Vec<_>>())
    }

    /// As [`Self::overlaps`] for a name without wildcards.
    pub(crate) fn finds(&self, name: &str) -> bool {
        self.has_ends(name) && self.may_find(name) && fits(&self.tokens, name)
    }

    fn has_ends(&self, name: &str) -> bool {
        // Comparing texts costs a call, and most differ in the byte at the end.
        let differs = |wanted: Option<&u8>, found: Option<&u8>| wanted.is_some() && wanted != found;
        !differs(self.start.as_bytes().first(), name.as_bytes().first())
            && !differs(self.end.as_bytes().last(), name.as_bytes().last())
            && name.starts_with(&self.start)
            && name.ends_with(&self.end)
    }

    /// Without `dotglob` no wildcard finds the dot in front of a name.
    fn may_find(&self, name: &str) -> bool {
        !self.is_too_long && (!name.starts_with('.') || self.start.starts_with('.'))
    }
}

/// What follows the bracket that was just opened. A `]` right at its start belongs to it.
fn closed_bracket(inside: &str) -> Option<&str> {
    let start = inside.strip_prefix(['!', '^']).unwrap_or(inside);
    let mut rest = start.strip_prefix(']').unwrap_or(start);
    loop {
        let (before, behind) = rest.split_once(']')?;
        // The end of a class such as `[:alpha:]`, which may stand within.
        let ends_class = |kind: &str| {
            before.rsplit_once(&format!("[{kind}")).is_some_and(|(_, name)| name.len() > 1 && name.ends_with(kind))
        };
        if ![":", ".", "="].into_iter().any(ends_class) {
            return Some(behind);
        }
        rest = behind;
    }
}

/// Whether two fixed characters differ before the first `*` of either, so that nothing fits both.
fn differ(one: impl Iterator<Item = Token>, other: impl Iterator<Item = Token>) -> bool {
    let mut pairs = one.zip(other).take_while(|(a, b)| *a != Token::Many && *b != Token::Many);
    pairs.any(|(a, b)| matches!((a, b), (Token::Is(_), Token::Is(_))) && a != b)
}

/// Whether the name fits. Goes on at the last `*` when what follows it does not fit.
fn fits(tokens: &[Token], name: &str) -> bool {
    let mut at = 0;
    let mut rest = name.chars();
    let mut last_many = None;
    loop {
        let mut ahead = rest.clone();
        match (tokens.get(at), ahead.next()) {
            (Some(Token::Many), _) => {
                at += 1;
                last_many = Some((at, rest.clone()));
            }
            (Some(token), Some(found)) if matches!(token, Token::One) || *token == Token::Is(found) => {
                at += 1;
                rest = ahead;
            }
            (None, None) => return true,
            _ => {
                let Some((after_many, from)) = &mut last_many else { return false };
                if from.next().is_none() {
                    return false;
                }
                at = *after_many;
                rest = from.clone();
            }
        }
    }
}

/// Whether some text fits both: a table over all pairs of places, filled from the ends.
fn overlap(one: &[Token], other: &[Token]) -> bool {
    let width = other.len() + 1;
    let (mut below, mut row) = (vec![false; width], vec![false; width]);
    for at in (0..=one.len()).rev() {
        for beside in (0..width).rev() {
            let cell = |cells: &[bool], place: usize| cells.get(place).copied().unwrap_or_default();
            let (skip_one, skip_other, skip_both) =
                (cell(&below, beside), cell(&row, beside + 1), cell(&below, beside + 1));
            let fits = match (one.get(at), other.get(beside)) {
                (None, None) => true,
                // A `*` stands for nothing, or for what the other side has next.
                (Some(Token::Many), _) | (_, Some(Token::Many)) => skip_one || skip_other,
                (Some(Token::Is(a)), Some(Token::Is(b))) => a == b && skip_both,
                (Some(_), Some(_)) => skip_both,
                _ => false,
            };
            if let Some(place) = row.get_mut(beside) {
                *place = fits;
            }
        }
        std::mem::swap(&mut below, &mut row);
    }
    below.first().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{super::wild::Wild, *};
    use proptest::prelude::*;

    #[test]
    fn what_both_have() {
        let check = |glob: &str, pattern: &str, expected: bool| {
            assert_eq!(GlobName::new(glob).overlaps(pattern), expected, "{glob} {pattern}");
        };
        check("*", "secret", true);
        check("*", ".env", false);
        check("*", "*.pem", true);
        check(".e*", ".env", true);
        check(".[e]nv", ".env", true);
        check("*.rs", "*.pem", false);
        check("a?c", "abc", true);
        check("a?c", "ac", false);
        check("s*t", "se*ret", true);
        check("s*t", "se*rex", false);
        check("@(a|b)x", "bx", true);
        check(r"\*", "a", false);
        check("[", "[", true);
        check("", "", true);
        assert!(GlobName::new("*").finds_all() && !GlobName::new("*.rs").finds_all());
        assert!(GlobName::new("a*").finds("a*b") && !GlobName::new("b*").finds("*"));
    }

    /// The table over all pairs of places has a bound, however long a text is: what no name can be is not compared.
    #[test]
    fn work_does_not_grow_with_the_text() {
        let work = |glob: &str| {
            let glob = GlobName::new(glob);
            if glob.is_too_long { 0 } else { glob.tokens.len() }
        };
        let most = 2 * LONGEST_NAME + 1;
        for count in [1, 100, 255, 256, 20_000] {
            for unit in ["*a", "a*", "?", "[a]", "*", "**a", "*?"] {
                assert!(work(&unit.repeat(count)) <= most, "{unit} {count}");
            }
        }
        assert!(GlobName::new(&"*a".repeat(20)).overlaps("*aaaaaaaaaaaaaaaaaaaaaaa"));
        assert!(GlobName::new(&"?".repeat(255)).finds(&"x".repeat(255)));
        assert!(!GlobName::new(&"*a".repeat(20_000)).overlaps("*"));
    }

    proptest! {
        #[test]
        fn a_common_text_is_seen(glob in "[ab*?]{0,6}", pattern in "[ab*?]{0,6}", text in "[ab]{0,6}") {
            if Wild::new(&glob).matches(&text) && Wild::new(&pattern).matches(&text) {
                prop_assert!(GlobName::new(&glob).overlaps(&pattern));
            }
        }

        #[test]
        fn a_plain_text_overlaps_where_it_matches(pattern in "[ab*?]{0,6}", text in "[ab]{0,6}") {
            prop_assert_eq!(GlobName::new(&text).overlaps(&pattern), Wild::new(&pattern).matches(&text));
        }
    }
}
