//! What is looked at before a command is parsed, in one pass over its characters: its size, characters that people do not
//! see, how deep it nests, and here-documents that the parser would end elsewhere than bash does.
//!
//! Quotes are followed exactly as long as nothing is expanded but plain variables. From the first substitution on only
//! brackets are counted, and the command is nested anyway.

use super::{
    arith,
    why::{self, Why},
};
use crate::quick::ByteSet;

const MOST_BYTES: usize = 64 * 1024;

/// Parsing costs the cube of this.
const MOST_OPENERS: usize = 32;

/// The tree of a list is as deep as the list is long.
const MOST_SEPARATORS: usize = 1200;

/// Compound commands within each other, which parser and walker follow on the stack.
const MOST_KEYWORDS: usize = 400;

/// Bytes at which a word, or a stretch of one, is over.
static ENDS: ByteSet = ByteSet::of(b"\\'\"$`<>(){}\n;|& \t");

/// What was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// May be parsed.
    Plain,
    /// May be parsed, and holds a substitution.
    Live,
    /// Must not be parsed.
    Refused(Why),
    /// May be parsed, and is nested for this reason.
    Flawed(Why),
}

pub(super) fn look(text: &str) -> Seen {
    if text.len() > MOST_BYTES {
        return Seen::Refused(why::TOO_MUCH);
    }
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'));
    let flaw = if is_plain { None } else { text.chars().find_map(hidden) };
    let flaw = flaw.or_else(|| text.contains('&').then(|| glued_dash(text)).flatten());
    let mut scanner =
        Scanner { text, at: 0, depth: 0, separators: 0, keywords: 0, live: false, flaw: None, heredocs: Vec::new() };
    match scanner.run() {
        Err(reason) => Seen::Refused(reason),
        Ok(()) => match flaw.or(scanner.flaw) {
            Some(reason) => Seen::Flawed(reason),
            None if scanner.live => Seen::Live,
            None => Seen::Plain,
        },
    }
}

/// `<&-` closes a descriptor, and what follows the dash is a word of its own for bash; the parser takes it along.
fn glued_dash(text: &str) -> Option<Why> {
    let glued = |after: &str| {
        let behind_dash = after.trim_start_matches([' ', '\t']).strip_prefix('-')?;
        let next = behind_dash.chars().next()?;
        (!next.is_whitespace() && !";|&)<>".contains(next)).then_some(why::DECEPTIVE)
    };
    let signs = text.match_indices('&').filter_map(|(at, _)| text.split_at_checked(at));
    signs.filter(|(before, _)| before.ends_with(['<', '>'])).find_map(|(_, sign)| glued(sign.strip_prefix('&')?))
}

/// Characters that are not what they look like.
fn hidden(c: char) -> Option<Why> {
    match c {
        '\n' | '\t' => None,
        c if c.is_control() => Some(why::DECEPTIVE),
        c if c.is_ascii() => None,
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0e}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => Some(why::DECEPTIVE),
        _ => None,
    }
}

struct Heredoc<'t> {
    delimiter: &'t str,
    strips_tabs: bool,
    quoted: bool,
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    separators: usize,
    keywords: usize,
    live: bool,
    flaw: Option<Why>,
    heredocs: Vec<Heredoc<'t>>,
}

type Step = Result<(), Why>;

impl<'t> Scanner<'t> {
    fn run(&mut self) -> Step {
        // Whether a word could begin here.
        let mut fresh = true;
        while let Some(byte) = self.peek() {
            let was_fresh = fresh;
            fresh = false;
            match byte {
                b'\\' if self.continuation() => fresh = was_fresh,
                b'\\' => self.at += 1 + self.ahead().chars().nth(1).map_or(0, char::len_utf8),
                b'\'' => self.skip_past("'", 1)?,
                b'"' => self.double_quoted()?,
                b'$' => self.dollar()?,
                b'`' => return self.count_rest(),
                b'#' if was_fresh => self.comment(),
                b'<' | b'>' if self.ahead().get(1..).is_some_and(|rest| rest.starts_with('(')) => {
                    return self.count_rest();
                }
                b'<' if self.ahead().starts_with("<<<") => {
                    self.at += 3;
                    fresh = true;
                }
                b'<' if self.ahead().starts_with("<<") => self.heredoc()?,
                b'(' if self.ahead().starts_with("((") => match arithmetic_length(self.ahead()) {
                    Some(length) => self.at += length,
                    None => return self.count_rest(),
                },
                b'(' | b'{' => {
                    self.depth += 1;
                    if self.depth > MOST_OPENERS {
                        return Err(why::TOO_MUCH);
                    }
                    self.at += 1;
                    fresh = byte == b'(';
                }
                b')' | b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.at += 1;
                    fresh = byte == b')';
                }
                b'\n' => {
                    self.separator()?;
                    self.bodies()?;
                    fresh = true;
                }
                b';' | b'|' | b'&' => {
                    self.separator()?;
                    fresh = true;
                }
                b' ' | b'\t' | b'<' | b'>' => {
                    self.at += 1;
                    fresh = true;
                }
                _ => self.word(was_fresh)?,
            }
        }
        Ok(())
    }

    fn ahead(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn separator(&mut self) -> Step {
        self.at += 1;
        self.separators += 1;
        if self.separators > MOST_SEPARATORS { Err(why::TOO_MUCH) } else { Ok(()) }
    }

    fn word(&mut self, first: bool) -> Step {
        let ahead = self.ahead();
        let count = ENDS.first_in(ahead);
        let word = ahead.get(..count).unwrap_or_default();
        if first && opens_compound(word) {
            self.keywords += 1;
            if self.keywords > MOST_KEYWORDS {
                return Err(why::TOO_MUCH);
            }
        }
        if !word.is_ascii() && word.contains(|c: char| !c.is_ascii() && c.is_whitespace()) {
            self.flaw = Some(why::DECEPTIVE);
        }
        self.at += count.max(1);
        Ok(())
    }

    /// Passes over a backslash before a line break. Where it joins what then means something else, that is a flaw.
    fn continuation(&mut self) -> bool {
        let Some(next) = self.ahead().strip_prefix("\\\n") else { return false };
        let next = next.chars().next();
        let previous = self.text.get(..self.at).and_then(|before| before.chars().next_back());
        let is_blank = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | '\t' | '\n'));
        let operator = |c: Option<char>| c.is_some_and(|c| "&|;()<>".contains(c));
        let parted = is_blank(previous) || is_blank(next) || (operator(previous) && !operator(next));
        if !parted {
            self.flaw = Some(why::DECEPTIVE);
        }
        self.at += 2;
        true
    }

    fn skip_past(&mut self, end: &str, from: usize) -> Step {
        let rest = self.ahead().get(from..).unwrap_or_default();
        let Some(found) = rest.find(end) else {
            self.at = self.text.len();
            return Ok(());
        };
        self.at += from + found + end.len();
        Ok(())
    }

    fn double_quoted(&mut self) -> Step {
        self.at += 1;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\\' if self.continuation() => {}
                b'\\' => self.at += 2,
                b'`' => return self.count_rest(),
                b'$' if matches!(self.text.as_bytes().get(self.at + 1), Some(b'\'' | b'"')) => self.at += 1,
                b'$' => self.dollar()?,
                _ => self.at += 1,
            }
        }
        Ok(())
    }

    fn dollar(&mut self) -> Step {
        let rest = self.ahead().get(1..).unwrap_or_default();
        if let Some(arithmetic) = rest.strip_prefix("((") {
            let end = arithmetic.find(')').unwrap_or(0);
            let simple = arithmetic.get(..end).and_then(arith::kind).is_some();
            if simple && arithmetic.get(end..).is_some_and(|rest| rest.starts_with("))")) {
                self.at += 3 + end + 2;
                return Ok(());
            }
            return self.count_rest();
        }
        if rest.starts_with('(') || rest.starts_with('[') {
            return self.count_rest();
        }
        if let Some(inside) = rest.strip_prefix('{') {
            let end = inside.find('}').unwrap_or(0);
            if inside.get(..end).and_then(arith::parameter).is_none() {
                return self.count_rest();
            }
            self.at += 2 + end + 1;
            return Ok(());
        }
        if rest.starts_with('\'') {
            self.at += 2;
            while let Some(byte) = self.peek() {
                self.at += if byte == b'\\' { 2 } else { 1 };
                if byte == b'\'' {
                    break;
                }
            }
            return Ok(());
        }
        if rest.starts_with('"') {
            return self.count_rest();
        }
        // So that `$#` begins no comment.
        self.at += 1 + usize::from(rest.starts_with(['#', '$', '!', '?', '*', '@', '-']));
        Ok(())
    }

    fn comment(&mut self) {
        self.at += self.ahead().find('\n').unwrap_or(self.ahead().len());
    }

    fn heredoc(&mut self) -> Step {
        self.at += 2;
        let strips_tabs = self.peek() == Some(b'-');
        self.at += usize::from(strips_tabs);
        self.at += self.ahead().bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let quote = self.ahead().chars().next().filter(|c| matches!(c, '\'' | '"' | '\\'));
        let word = self.ahead().get(usize::from(quote.is_some())..).unwrap_or_default();
        let plain = |byte: u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'+' | b':' | b'@' | b'%' | b'!')
        };
        let count = word.bytes().take_while(|&byte| plain(byte)).count();
        let (delimiter, after) = word.split_at_checked(count).unwrap_or_default();
        let closes = match quote {
            Some('\\') | None => Some(after),
            Some(quote) => after.strip_prefix(quote),
        };
        let ends = closes.is_some_and(|after| {
            after.is_empty() || after.starts_with([' ', '\t', '\n', ';', '|', '&', '<', '>', ')'])
        });
        if delimiter.is_empty() || !ends {
            return Err(why::NOT_UNDERSTOOD);
        }
        self.at = self.text.len() - closes.map_or(0, str::len);
        self.heredocs.push(Heredoc { delimiter, strips_tabs, quoted: quote.is_some() });
        Ok(())
    }

    /// Passes over the bodies of here-documents that begin on this line.
    fn bodies(&mut self) -> Step {
        for heredoc in std::mem::take(&mut self.heredocs) {
            self.body(&heredoc)?;
        }
        Ok(())
    }

    fn body(&mut self, heredoc: &Heredoc<'_>) -> Step {
        let mut continued = false;
        while !self.ahead().is_empty() {
            let line = self.ahead().split('\n').next().unwrap_or_default();
            self.at = (self.at + line.len() + 1).min(self.text.len());
            let name = if heredoc.strips_tabs { line.trim_start_matches('\t') } else { line };
            if name == heredoc.delimiter && !continued {
                return Ok(());
            }
            if name.trim_end() == heredoc.delimiter {
                return Err(why::NOT_UNDERSTOOD);
            }
            if !heredoc.quoted {
                if line.contains('`') || line.contains("$(") || line.contains("${") || line.contains("$[") {
                    self.live |= line.contains('`') || line.contains("$(") || line.contains("$[") || !only_plain(line);
                    self.count(line)?;
                }
                continued = (line.len() - line.trim_end_matches('\\').len()) % 2 == 1;
            }
        }
        Ok(())
    }

    /// From here on the text is nested, and only its brackets and separators matter.
    fn count_rest(&mut self) -> Step {
        self.live = true;
        let rest = self.ahead();
        self.at = self.text.len();
        self.count(rest)
    }

    fn count(&mut self, text: &str) -> Step {
        for byte in text.bytes() {
            match byte {
                b'(' | b'{' | b'`' => self.depth += 1,
                b';' | b'|' | b'&' | b'\n' => self.separators += 1,
                _ => {}
            }
        }
        if self.depth > MOST_OPENERS {
            return Err(why::TOO_MUCH);
        }
        if self.separators > MOST_SEPARATORS { Err(why::TOO_MUCH) } else { Ok(()) }
    }
}

/// Whether it may begin a compound command. Says yes to `if-x` too, which only counts more.
fn opens_compound(word: &str) -> bool {
    // Most words begin otherwise.
    if !matches!(word.as_bytes().first(), Some(b'i' | b'w' | b'u' | b'f' | b'c' | b's' | b't' | b'e')) {
        return false;
    }
    let end = word.bytes().position(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric()).unwrap_or(word.len());
    matches!(
        word.get(..end),
        Some("if" | "while" | "until" | "for" | "case" | "select" | "time" | "elif" | "coproc" | "function")
    )
}

/// The length of `((…))` if it holds nothing but numbers, names and operators.
fn arithmetic_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("((")?;
    let end = inside.find(')').filter(|&end| inside.get(end..).is_some_and(|rest| rest.starts_with("))")))?;
    let plain = inside.get(..end)?.split(';').all(|expression| arith::kind(expression).is_some());
    plain.then_some(2 + end + 2)
}

/// Whether all `${…}` of a line are plain.
fn only_plain(line: &str) -> bool {
    line.split("${")
        .skip(1)
        .all(|rest| rest.split_once('}').is_some_and(|(inside, _)| arith::parameter(inside).is_some()))
}

#[cfg(test)]
mod tests {
    use super::{Seen, look, why};

    #[test]
    fn looks() {
        for (text, expected) in [
            ("ls -la", Seen::Plain),
            ("echo \"$x ${y} $((1+2))\"", Seen::Plain),
            ("cat <<'EOF'\n$( ` {{{{{\nEOF\nls", Seen::Plain),
            ("echo $# `x`", Seen::Live),
            ("echo it # it's `\nls", Seen::Plain),
            ("cat <<EOF\n$(x)\nEOF", Seen::Live),
            ("cat <<EOF\n$x\nEOF", Seen::Plain),
            ("cat <<'EOF'\nEOF \nx'\nEOF\nrm y\n'", Seen::Refused(why::NOT_UNDERSTOOD)),
            ("cat <<$'E'\nE\nrm x\n$E\n", Seen::Refused(why::NOT_UNDERSTOOD)),
            ("ls\u{200b}", Seen::Flawed(why::DECEPTIVE)),
            ("ls\u{a0}-la", Seen::Flawed(why::DECEPTIVE)),
            ("echo \"a\u{3000}b\"", Seen::Plain),
            ("pwd\rls", Seen::Flawed(why::DECEPTIVE)),
        ] {
            assert_eq!(look(text), expected, "{text:?}");
        }
        assert!(matches!(look(&"(".repeat(40)), Seen::Refused(_)));
        assert!(matches!(look(&"echo $(".repeat(40)), Seen::Refused(_)));
        assert!(matches!(look(&"a;".repeat(2000)), Seen::Refused(_)));
        assert!(matches!(look(&"if a;then ".repeat(500)), Seen::Refused(_)));
    }
}
