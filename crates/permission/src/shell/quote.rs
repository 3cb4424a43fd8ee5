//! The inside of `$'…'`.

/// The text that bash makes of it; `None` for what it cuts or what is not text.
pub(super) fn ansi_c(content: &str) -> Option<String> {
    let mut text = String::with_capacity(content.len());
    let mut rest = content.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        let escape = rest.next()?;
        let made = match escape {
            'a' => '\u{7}',
            'b' => '\u{8}',
            'e' | 'E' => '\u{1b}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            '\\' | '\'' | '"' | '?' => escape,
            '0'..='7' => {
                let mut digits = escape.to_string();
                digits.push_str(&take(&mut rest, 2, |c| c.is_digit(8)));
                ascii(u32::from_str_radix(&digits, 8).ok()?)?
            }
            'x' => ascii(u32::from_str_radix(&take(&mut rest, 2, char::is_ascii_hexdigit), 16).ok()?)?,
            'u' | 'U' => {
                let most = if escape == 'u' { 4 } else { 8 };
                let code = u32::from_str_radix(&take(&mut rest, most, char::is_ascii_hexdigit), 16).ok()?;
                char::from_u32(code).filter(|&c| c != '\0')?
            }
            'c' => ascii(u32::from(rest.next()?.to_ascii_uppercase()) ^ 0x40)?,
            _ => {
                text.push('\\');
                escape
            }
        };
        text.push(made);
    }
    Some(text)
}

/// Bytes above ASCII need not be whole characters, and NUL ends the text.
fn ascii(code: u32) -> Option<char> {
    char::from_u32(code).filter(|c| c.is_ascii() && *c != '\0')
}

fn take(rest: &mut std::iter::Peekable<std::str::Chars<'_>>, most: usize, fits: fn(&char) -> bool) -> String {
    let mut digits = String::new();
    while digits.len() < most
        && let Some(digit) = rest.next_if(fits)
    {
        digits.push(digit);
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::ansi_c;

    #[test]
    fn decodes_as_bash_does() {
        for (content, expected) in [
            (r"\x72m", Some("rm")),
            (r"\162\155", Some("rm")),
            (r"a\nb", Some("a\nb")),
            (r"it\'s", Some("it's")),
            (r"\u4f60", Some("你")),
            (r"\q", Some(r"\q")),
            (r"\0", None),
            (r"\xff", None),
            (r"a\", None),
        ] {
            assert_eq!(ansi_c(content).as_deref(), expected, "{content}");
        }
    }
}
