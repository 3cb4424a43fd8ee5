//! A pattern over one piece of text: `*` stands for any run of characters, `?` for one. What a piece is (a name between
//! two separators, a whole command) is up to the caller.

/// A compiled pattern. Most have no `?` and never reach the general case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wild {
    /// What the text must begin with: everything before the first wildcard.
    prefix: String,
    /// What the text must end with: everything after the last wildcard.
    suffix: String,
    shape: Shape,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Shape {
    /// No wildcard: the prefix is the whole text.
    Exact,
    /// Only `*`: what must stand between prefix and suffix, in this order.
    Stars(Vec<String>),
    /// With `?`.
    General(Vec<char>),
}

impl Wild {
    pub(crate) fn new(pattern: &str) -> Self {
        let is_wild = |c: char| c == '*' || c == '?';
        let Some((prefix, rest)) = pattern.split_once(is_wild) else {
            return Self { prefix: pattern.to_owned(), suffix: String::new(), shape: Shape::Exact };
        };
        let suffix = pattern.rsplit(is_wild).next().unwrap_or_default();
        let shape = if pattern.contains('?') {
            Shape::General(pattern.chars().collect())
        } else {
            let middle = rest.strip_suffix(suffix).unwrap_or_default();
            Shape::Stars(middle.split('*').filter(|piece| !piece.is_empty()).map(str::to_owned).collect())
        };
        Self { prefix: prefix.to_owned(), suffix: suffix.to_owned(), shape }
    }

    /// What every text begins with that matches.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// What every text ends with that matches. Empty if there is no wildcard.
    pub(crate) fn suffix(&self) -> &str {
        &self.suffix
    }

    /// The pattern as it was written.
    pub(crate) fn text(&self) -> String {
        match &self.shape {
            Shape::Exact => self.prefix.clone(),
            Shape::Stars(pieces) => {
                let inner = pieces.iter().map(|piece| format!("{piece}*")).collect::<String>();
                format!("{}*{inner}{}", self.prefix, self.suffix)
            }
            Shape::General(pattern) => pattern.iter().collect(),
        }
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        match &self.shape {
            Shape::Exact => text == self.prefix,
            Shape::Stars(pieces) => self.between_ends(text).is_some_and(|middle| in_order(pieces, middle)),
            Shape::General(pattern) => self.between_ends(text).is_some() && general(pattern, text),
        }
    }

    /// What is left of the text between prefix and suffix, if it has both.
    fn between_ends<'a>(&self, text: &'a str) -> Option<&'a str> {
        // Comparing texts costs a call, and most differ in the byte at the end.
        let differs = |wanted: Option<&u8>, found: Option<&u8>| wanted.is_some() && wanted != found;
        if differs(self.suffix.as_bytes().last(), text.as_bytes().last())
            || differs(self.prefix.as_bytes().first(), text.as_bytes().first())
        {
            return None;
        }
        let rest = if self.prefix.is_empty() { text } else { text.strip_prefix(&self.prefix)? };
        rest.strip_suffix(&self.suffix)
    }
}

/// Whether the pieces follow each other in the text. Taking the first place of each leaves the most for the next.
fn in_order(pieces: &[String], text: &str) -> bool {
    let mut rest = Some(text);
    for piece in pieces {
        rest = rest.and_then(|text| text.split_once(piece.as_str())).map(|(_, behind)| behind);
    }
    rest.is_some()
}

/// Goes on at the last `*` when what follows it does not fit. Time is bounded by the product of both lengths.
fn general(pattern: &[char], text: &str) -> bool {
    let mut at = 0;
    let mut rest = text.chars();
    let mut last_star = None;
    loop {
        let mut ahead = rest.clone();
        match (pattern.get(at), ahead.next()) {
            (Some('*'), _) => {
                at += 1;
                last_star = Some((at, rest.clone()));
            }
            (Some(wanted), Some(found)) if *wanted == '?' || *wanted == found => {
                at += 1;
                rest = ahead;
            }
            (None, None) => return true,
            _ => {
                let Some((after_star, from)) = &mut last_star else { return false };
                if from.next().is_none() {
                    return false;
                }
                at = *after_star;
                rest = from.clone();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shapes() {
        let check = |pattern: &str, text: &str, expected: bool| {
            assert_eq!(Wild::new(pattern).matches(text), expected, "{pattern:?} {text:?}");
        };
        check("", "", true);
        check("", "a", false);
        check("abc", "abc", true);
        check("abc", "abcd", false);
        check("*", "", true);
        check("a*", "a/b", true);
        check("*.pem", ".pem", true);
        check("ab*ba", "aba", false);
        check("ab*ba", "abba", true);
        check("?", "é", true);
        check("?", "", false);
        check("?", "ab", false);
        check("*?", "é", true);
        check("a*b*c", "a-b-b-c", true);
        check("a*b*c", "a-c-b", false);
        check("**", "x", true);
        check("[a]", "a", false);
    }

    /// The definition, without any cleverness.
    fn naive(pattern: &[char], text: &[char]) -> bool {
        match (pattern.split_first(), text.split_first()) {
            (None, None) => true,
            (Some(('*', after)), _) => {
                naive(after, text) || text.split_first().is_some_and(|(_, rest)| naive(pattern, rest))
            }
            (Some((wanted, after)), Some((found, rest))) => (*wanted == '?' || wanted == found) && naive(after, rest),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(pattern in "[abé*?]{0,8}", text in "[abé]{0,8}") {
            let chars = |text: &str| text.chars().collect::<Vec<_>>();
            prop_assert_eq!(Wild::new(&pattern).matches(&text), naive(&chars(&pattern), &chars(&text)));
        }
    }
}
