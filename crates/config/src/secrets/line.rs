//! The lines of a `.env` file. dotenvy judges keys, quotes and escapes; what stands here is what it does not offer:
//! the number and exact extent of each line, and `$name` taken from earlier lines only, where dotenvy would look into
//! the process environment first.

use super::Secrets;
use secrecy::{ExposeSecret, SecretString};

/// A line, or several where a quoted value goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Of its first line, from 1.
    pub number: u32,
    /// Everything, with the line's end.
    pub text: &'a str,
    /// What stands before a comment or the line's end.
    pub body: &'a str,
    /// A quote is still open where the file ends.
    pub is_open: bool,
}

/// Why a line means nothing. Never says what is in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Broken {
    Syntax,
    /// The value of `variable` refers to something that no earlier line sets.
    Undefined {
        variable: String,
    },
}

/// Cuts a file into lines.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut number = 1;
    let mut lines = Vec::new();
    while !rest.is_empty() {
        let line = first_line(rest, number);
        number += line.text.matches('\n').count() as u32;
        rest = rest.get(line.text.len()..).unwrap_or("");
        lines.push(line);
    }
    lines
}

/// Where the scan of a line stands. The rules are dotenvy's, except that a comment may stand behind any number of spaces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    AfterSpace,
    Strong,
    Weak,
}

fn first_line(text: &str, number: u32) -> Line<'_> {
    let end_of_first = text.find('\n').map_or(text.len(), |at| at + 1);
    let first = text.get(..end_of_first).unwrap_or(text);
    if first.trim_start().starts_with('#') {
        return Line { number, text: first, body: "", is_open: false };
    }
    let mut state = State::Plain;
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        if is_escaped {
            is_escaped = false;
            // An escaped line end outside quotes ends the line all the same.
            if character != '\n' || matches!(state, State::Strong | State::Weak) {
                continue;
            }
        }
        match (state, character) {
            (State::Plain | State::AfterSpace, '\n') => {
                return Line { number, text: until(text, at + 1), body: until(text, at), is_open: false };
            }
            (State::AfterSpace, '#') => {
                let end = text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end + 1);
                return Line { number, text: until(text, end), body: until(text, at), is_open: false };
            }
            (_, '\\') => {
                is_escaped = true;
                if state == State::AfterSpace {
                    state = State::Plain;
                }
            }
            (State::Plain | State::AfterSpace, '"') => state = State::Weak,
            (State::Plain | State::AfterSpace, '\'') => state = State::Strong,
            (State::Plain | State::AfterSpace, space) if space.is_whitespace() && space != '\r' => {
                state = State::AfterSpace;
            }
            (State::Weak, '"') | (State::Strong, '\'') | (State::AfterSpace, _) => state = State::Plain,
            _ => {}
        }
    }
    Line { number, text, body: text, is_open: matches!(state, State::Strong | State::Weak) }
}

fn until(text: &str, end: usize) -> &str {
    text.get(..end).unwrap_or(text)
}

/// The name and value that a line sets; `None` for a blank line or a comment.
pub(super) fn parse(line: &Line<'_>, earlier: &Secrets) -> Result<Option<(String, SecretString)>, Broken> {
    if line.is_open {
        return Err(Broken::Syntax);
    }
    let mut resolved = substitute(line.body, earlier)?;
    resolved.push('\n');
    match dotenvy::from_read_iter(resolved.as_bytes()).next() {
        None => Ok(None),
        Some(Ok((name, value))) => Ok(Some((name, value.into()))),
        Some(Err(_)) => Err(Broken::Syntax),
    }
}

/// Puts values in place of `$name` and `${name}`, quoted so that dotenvy reads them back unchanged.
fn substitute(body: &str, earlier: &Secrets) -> Result<String, Broken> {
    let mut resolved = String::with_capacity(body.len() + 1);
    let mut state = State::Plain;
    let mut rest = body.chars();
    while let Some(character) = rest.next() {
        match (state, character) {
            (State::Plain | State::Weak, '$') => {
                let name = take_name(&mut rest);
                let value = name.as_deref().and_then(|name| earlier.get(name)).ok_or_else(|| undefined(body))?;
                let escaped = escape(value.expose_secret());
                let quote = if state == State::Weak { "" } else { "\"" };
                resolved.extend([quote, &escaped, quote]);
                continue;
            }
            (State::Plain | State::Weak, '\\') => {
                resolved.push(character);
                resolved.extend(rest.next());
                continue;
            }
            (State::Plain, '"') => state = State::Weak,
            (State::Plain, '\'') => state = State::Strong,
            (State::Weak, '"') | (State::Strong, '\'') => state = State::Plain,
            _ => {}
        }
        resolved.push(character);
    }
    Ok(resolved)
}

/// The name after a `$`, if there is a whole one: letters and digits, or anything in braces.
fn take_name(rest: &mut std::str::Chars<'_>) -> Option<String> {
    let text = rest.as_str();
    let (name, behind) = match text.strip_prefix('{') {
        Some(inside) => inside.split_once('}')?,
        None => text.split_at(text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len())),
    };
    *rest = behind.chars();
    Some(name.to_owned())
}

fn undefined(body: &str) -> Broken {
    let variable = name_of(body).unwrap_or_default().to_owned();
    Broken::Undefined { variable }
}

/// A value for between double quotes.
pub(super) fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for character in value.chars() {
        match character {
            '\\' | '"' | '$' => escaped.extend(['\\', character]),
            '\n' => escaped.push_str("\\n"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The name that a line sets, read without its value, so that broken lines have one too.
pub(super) fn name_of(body: &str) -> Option<&str> {
    let (left, _) = body.split_once('=')?;
    let left = left.trim();
    let name = left.strip_prefix("export").filter(|rest| rest.starts_with(char::is_whitespace)).unwrap_or(left);
    let name = name.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<Result<(String, String), Broken>> {
        let mut secrets = Secrets::default();
        let mut found = Vec::new();
        for line in lines(text) {
            match parse(&line, &secrets) {
                Ok(None) => {}
                Ok(Some((name, value))) => {
                    found.push(Ok((name.clone(), value.expose_secret().to_owned())));
                    secrets.0.push((name, value));
                }
                Err(broken) => found.push(Err(broken)),
            }
        }
        found
    }

    fn dotenvy_reads(text: &str) -> Vec<Option<(String, String)>> {
        let ended = format!("{text}\n");
        dotenvy::from_read_iter(ended.as_bytes()).map(Result::ok).collect()
    }

    #[test]
    fn values_are_read_as_dotenvy_reads_them() {
        let check = |text: &str, expected: &[(&str, &str)]| {
            let expected: Vec<_> =
                expected.iter().map(|(name, value)| Ok(((*name).to_owned(), (*value).to_owned()))).collect();
            assert_eq!(read(text), expected, "{text:?}");
        };
        check("A=1\nexport B = two # note\n\n# C=3\nD=", &[("A", "1"), ("B", "two"), ("D", "")]);
        check("A='it is $x # raw'\r\nB=\"q \\\"x\\\" \\$x\"\r\n", &[("A", "it is $x # raw"), ("B", "q \"x\" $x")]);
        check("A='two\nlines'\nB=1", &[("A", "two\nlines"), ("B", "1")]);
        check("\u{feff}A=1", &[("A", "1")]);
        check("A=k#no-comment", &[("A", "k#no-comment")]);
        check("A=1 ", &[("A", "1")]);
        check("", &[]);
    }

    #[test]
    fn references_go_to_earlier_lines_and_nowhere_else() {
        let check = |text: &str, expected: &str| {
            assert_eq!(read(text).pop().unwrap().unwrap().1, expected, "{text:?}");
        };
        check("A=x\nB=${A}z", "xz");
        check("A=x\nB=\"$A\"", "x");
        check("A=x\nB=$A-$A", "x-x");
        check("A='a \"b\" \\\\ $c'\nB=<$A>", "<a \"b\" \\\\ $c>");
        check("A='y'\nB='$A'", "$A");
        for text in ["B=$PATH", "B=${HOME}", "B=sk-a$b#c", "B=a$", "B=\"a$\"", "B=${A", "B=$B"] {
            assert_eq!(read(text), [Err(Broken::Undefined { variable: "B".to_owned() })], "{text}");
        }
        check("B=1  # costs $5, it's a note", "1");
    }

    #[test]
    fn lines_know_their_numbers_and_extents() {
        let found = lines("A='1\n2'\n# note\nB=x # tail\r\nC=\"open\nD=1");
        let numbers: Vec<_> = found.iter().map(|line| (line.number, line.is_open)).collect();
        assert_eq!(numbers, [(1, false), (3, false), (4, false), (5, true)]);
        assert_eq!(found[2].text, "B=x # tail\r\n");
        assert_eq!(found[2].body, "B=x ");
    }

    proptest! {
        #[test]
        fn lines_are_cut_where_dotenvy_cuts_them(text in "[AB=\"'# \\\\\n\rx]{0,24}") {
            // dotenvy takes a comment behind two spaces for a part of the value.
            let text = text.split("  ").filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ").replace("  ", " ");
            let ours: Vec<_> = read(&text).into_iter().map(Result::ok).collect();
            prop_assert_eq!(ours, dotenvy_reads(&text));
        }

        #[test]
        fn lines_add_up_to_the_file(text in "[AB=\"'# $\\\\\n\rx]{0,40}") {
            let joined: String = lines(&text).iter().map(|line| line.text).collect();
            prop_assert_eq!(joined, text);
        }
    }
}
