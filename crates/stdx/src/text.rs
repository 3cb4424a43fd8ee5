//! Cutting text without cutting a character, and bounding it for display.

/// The longest prefix of `text` that is at most `max_bytes` long and ends at a character boundary.
pub fn prefix(text: &str, max_bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(max_bytes)).unwrap_or(text)
}

/// The longest suffix of `text` that is at most `max_bytes` long and starts at a character boundary.
pub fn suffix(text: &str, max_bytes: usize) -> &str {
    let start = text.ceil_char_boundary(text.len().saturating_sub(max_bytes));
    text.get(start..).unwrap_or(text)
}

/// The first line of `text`, cut to `max_chars` characters with an ellipsis where something was left out.
pub fn one_line(text: &str, max_chars: usize) -> String {
    let trimmed = text.trim();
    let line = trimmed.lines().next().unwrap_or("");
    let mut shown: String = line.chars().take(max_chars).collect();
    if shown.len() < trimmed.len() {
        shown.push('…');
    }
    shown
}

/// Makes control characters visible (`\u{1b}` as `␛`, other C0 as their control pictures), so that text from a model
/// or a file cannot move the cursor, hide itself or recolour a terminal. Newlines and tabs stay.
pub fn visible(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return text.into();
    }
    text.chars().map(show).collect::<String>().into()
}

fn is_hidden(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t'))
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn show(character: char) -> char {
    match character {
        '\u{7f}' => '␡',
        '\0'..='\u{1f}' if is_hidden(character) => char::from_u32(0x2400 + u32::from(character)).unwrap_or('�'),
        hidden if is_hidden(hidden) => '�',
        plain => plain,
    }
}

/// `1,234 bytes`, `12.3 KB`, `4.5 MB` (decimal units).
pub fn format_bytes(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} KB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_keep_characters_whole() {
        assert_eq!(prefix("你好", 4), "你");
        assert_eq!(suffix("你好", 4), "好");
        assert_eq!(prefix("abc", 9), "abc");
        assert_eq!(suffix("abc", 0), "");
    }

    #[test]
    fn one_line_marks_what_it_leaves_out() {
        assert_eq!(one_line("fix the bug", 20), "fix the bug");
        assert_eq!(one_line("fix the bug\nplease", 20), "fix the bug…");
        assert_eq!(one_line("fix the bug", 3), "fix…");
        assert_eq!(one_line("  \n", 3), "");
    }

    #[test]
    fn hidden_characters_are_shown() {
        assert_eq!(visible("plain\ttext\n"), "plain\ttext\n");
        assert_eq!(visible("a\u{1b}[31mb\r"), "a␛[31mb␍");
        assert_eq!(visible("x\u{202e}y"), "x�y");
    }
}
