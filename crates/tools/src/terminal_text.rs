//! What a terminal would show of an output, as plain text: colours and other escape sequences gone, a line that was
//! drawn over and over again as it looked last.

/// The plain text of an output.
pub(crate) fn plain(output: &str) -> String {
    if !output.bytes().any(|byte| matches!(byte, b'\x1b' | b'\r' | b'\x08' | b'\x07' | 0)) {
        return output.to_owned();
    }
    let mut text = String::with_capacity(output.len());
    for line in output.split_inclusive('\n') {
        let (content, end) = match line.strip_suffix('\n') {
            Some(content) => (content, "\n"),
            None => (line, ""),
        };
        push_line(&mut text, content);
        text.push_str(end);
    }
    text
}

/// One line without its end. A carriage return starts it over; what the later drawing does not cover stays.
fn push_line(text: &mut String, line: &str) {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let mut shown: Vec<char> = Vec::new();
    let mut column = 0;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\x1b' => match skip_escape(&mut characters) {
                Escape::EraseRest => shown.truncate(column),
                Escape::EraseLine => shown.clear(),
                Escape::Other => {}
            },
            '\r' => column = 0,
            '\x08' => column = column.saturating_sub(1),
            '\x07' | '\0' => {}
            character => {
                match shown.get_mut(column) {
                    Some(place) => *place = character,
                    None => shown.push(character),
                }
                column += 1;
            }
        }
    }
    text.extend(shown);
}

enum Escape {
    /// Erase from here to the end of the line.
    EraseRest,
    EraseLine,
    Other,
}

/// Passes over what belongs to an escape character (ECMA-48: CSI, OSC and its like, two- and three-character ones).
fn skip_escape(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Escape {
    match characters.next() {
        Some('[') => {
            // Parameters and intermediates, then one final character.
            let mut parameters = String::new();
            while let Some(character) = characters.next_if(|character| (' '..='?').contains(character)) {
                parameters.push(character);
            }
            match (characters.next(), parameters.as_str()) {
                (Some('K'), "" | "0") => Escape::EraseRest,
                (Some('K'), "2") => Escape::EraseLine,
                _ => Escape::Other,
            }
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            while let Some(character) = characters.next() {
                if character == '\x07' || (character == '\x1b' && characters.next_if_eq(&'\\').is_some()) {
                    break;
                }
            }
            Escape::Other
        }
        Some(' '..='/') => {
            characters.find(|character| !(' '..='/').contains(character));
            Escape::Other
        }
        _ => Escape::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(output: &str, expected: &str) {
        assert_eq!(plain(output), expected, "{output:?}");
    }

    #[test]
    fn escapes_are_gone() {
        check("plain\ntext", "plain\ntext");
        check("\x1b[1;31mred\x1b[0m and \x1b[38;2;1;2;3mmore\x1b[m\n", "red and more\n");
        check("\x1b]0;title\x07text\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "textlink");
        check("\x1b(Bcharset\x1b=\x1b>", "charset");
        check("cut \x1b[3", "cut ");
        check("bell\x07 nul\0", "bell nul");
    }

    #[test]
    fn a_progress_line_is_shown_as_it_ended() {
        check("10%\r50%\r100%\n", "100%\n");
        check("downloading 5%\rdone\n", "doneloading 5%\n");
        check("downloading 5%\r\x1b[Kdone\n", "done\n");
        check("downloading 5%\x1b[2K\rdone\n", "done\n");
        check("windows\r\nline\r\n", "windows\nline\n");
        check("abc\x08\x08X\n", "aXc\n");
        check("a\r", "a");
    }
}
