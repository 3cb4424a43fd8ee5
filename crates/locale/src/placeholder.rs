//! Placeholders of a text: `{name}`, where a name is a lower-case word of ASCII letters, digits and `_`.

/// A text cut at its placeholders.
enum Piece<'a> {
    Plain(&'a str),
    /// The name between the braces.
    Name(&'a str),
}

/// The names of the placeholders in `text`, in their order, each time they occur.
pub fn placeholders(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for_each_piece(text, |piece| {
        if let Piece::Name(name) = piece {
            names.push(name);
        }
    });
    names
}

/// Puts values in place of names. A value is never looked at again, and a name without a value stays as it is
/// written, so that a forgotten parameter can be seen.
pub(crate) fn fill(text: &str, params: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    for_each_piece(text, |piece| match piece {
        Piece::Plain(plain) => filled.push_str(plain),
        Piece::Name(name) => match params.iter().find(|(param, _)| *param == name) {
            Some((_, value)) => filled.push_str(value),
            None => filled.extend(["{", name, "}"]),
        },
    });
    filled
}

fn for_each_piece<'a>(text: &'a str, mut visit: impl FnMut(Piece<'a>)) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        visit(Piece::Plain(before));
        match after.split_once('}') {
            Some((name, behind)) if is_name(name) => {
                visit(Piece::Name(name));
                rest = behind;
            }
            _ => {
                visit(Piece::Plain("{"));
                rest = after;
            }
        }
    }
    visit(Piece::Plain(rest));
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        let check = |text: &str, expected: &[&str]| assert_eq!(placeholders(text), expected, "{text}");
        check("{file} at line {line}, again {file}", &["file", "line", "file"]);
        check("${HOME} and ${VAR:-default} and {a,b} and {} are no names", &[]);
        check("{{key}}", &["key"]);
        check("open { only", &[]);
        check("第{line_2}行", &["line_2"]);
    }

    #[test]
    fn values_are_put_in() {
        let check = |text: &str, params: &[(&str, &str)], expected: &str| {
            assert_eq!(fill(text, params), expected, "{text}");
        };
        check("{a}+{b}={a}", &[("a", "1"), ("b", "2")], "1+2=1");
        check("{a} {missing}", &[("a", "x")], "x {missing}");
        check("{a}", &[("a", "{a}{b}"), ("b", "never")], "{a}{b}");
        check("${HOME}", &[("home", "x")], "${HOME}");
        check("{{a}}", &[("a", "x")], "{x}");
        check("你好，{名} {a}", &[("a", "世界")], "你好，{名} 世界");
    }
}
