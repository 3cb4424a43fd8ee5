//! Just enough of Rust's lexical grammar to find string literals, and where the tests of a file begin.

/// A string literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Literal<'a> {
    /// Counts from 1.
    pub line: usize,
    /// What stands between the quotes; escapes are left as they are.
    pub text: &'a str,
    /// All of the file before the literal.
    pub before: &'a str,
}

/// The file without its unit tests, which stand at its end.
pub(crate) fn product_part(source: &str) -> &str {
    source.split_once("\n#[cfg(test)]\nmod ").map_or(source, |(product, _)| product)
}

/// All string literals. Comments are passed over.
pub(crate) fn literals(source: &str) -> Vec<Literal<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, text) = token(rest);
        if let (Some(text), Some(before)) = (text, source.get(..at)) {
            found.push(Literal { line, text, before });
        }
        line += rest.get(..length).map_or(0, |token| token.matches('\n').count());
        at += length;
    }
    found
}

/// The length of the token at the start of `rest` in bytes, and the inside of it if it is a string.
fn token(rest: &str) -> (usize, Option<&str>) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), None);
    }
    if rest.starts_with("/*") {
        return (rest.find("*/").map_or(rest.len(), |end| end + 2), None);
    }
    if let Some(inside) = rest.strip_prefix('"') {
        let length = until_quote(inside, '"');
        return (length + 2, inside.get(..length));
    }
    if let Some((start, hashes)) = raw_string(rest) {
        let end = format!("\"{}", "#".repeat(hashes));
        let length = rest.get(start..).and_then(|inside| inside.find(&end)).unwrap_or(rest.len() - start);
        return (start + length + end.len(), rest.get(start..start + length));
    }
    if let Some(inside) = rest.strip_prefix('\'') {
        let is_character = inside.starts_with('\\') || inside.chars().nth(1) == Some('\'');
        return (if is_character { until_quote(inside, '\'') + 2 } else { 1 }, None);
    }
    let word = rest.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(rest.len());
    (word.max(rest.chars().next().map_or(1, char::len_utf8)), None)
}

/// Bytes before the closing quote; a backslash takes the character behind it along.
fn until_quote(inside: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let end = inside.char_indices().find(|&(_, character)| {
        let ends = character == quote && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        ends
    });
    end.map_or(inside.len(), |(at, _)| at)
}

/// Where the inside of a raw string begins and how many `#` close it, if one opens here.
fn raw_string(rest: &str) -> Option<(usize, usize)> {
    let behind = ["r", "br", "cr"].iter().find_map(|prefix| rest.strip_prefix(prefix))?;
    let inside = behind.trim_start_matches('#');
    let hashes = behind.len() - inside.len();
    inside.starts_with('"').then_some((rest.len() - inside.len() + 1, hashes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(usize, &str)]) {
        let found: Vec<_> = literals(source).iter().map(|literal| (literal.line, literal.text)).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn strings_are_found() {
        check("get(\"a.b\")", &[(1, "a.b")]);
        check("x\n\"two\\\" \\\\\" \"three\"", &[(2, "two\\\" \\\\"), (2, "three")]);
        check("r\"raw\\\" r#\"with \" inside\"# \"after\"", &[(1, "raw\\"), (1, "with \" inside"), (1, "after")]);
        check("br#\"a\"b\"# for \"x\"", &[(1, "a\"b"), (1, "x")]);
        check("\"one\ntwo\" \"three\"", &[(1, "one\ntwo"), (2, "three")]);
    }

    #[test]
    fn comments_and_characters_are_not() {
        check("// \"no\"\n\"yes\" /* \"no\" */", &[(2, "yes")]);
        check("'\"' '\\'' \"yes\" &'a str \"also\"", &[(1, "yes"), (1, "also")]);
        check("'ü' r#type \"yes\"", &[(1, "yes")]);
    }

    #[test]
    fn tests_are_cut_off() {
        assert_eq!(product_part("code\n#[cfg(test)]\nmod tests {}\n"), "code");
        assert_eq!(product_part("code\n#[cfg(test)]\nfn helper() {}\n"), "code\n#[cfg(test)]\nfn helper() {}\n");
    }

    #[test]
    fn the_text_before_a_literal_tells_its_use() {
        let source = "a(Problem::new(\"code\"))";
        assert!(literals(source)[0].before.ends_with("Problem::new("));
    }
}
