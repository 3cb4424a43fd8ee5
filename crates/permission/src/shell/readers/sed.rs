//! sed scripts that only print. Commands are listed; `w`, `e`, `r`, `a`, labels and whatever else there is are not.

use super::super::call::Call;
use std::{iter::Peekable, str::Chars};

pub(super) fn only_prints(call: &Call<'_, '_>) -> bool {
    if call.has("-e --expression") {
        return call.values("-e --expression").all(|script| script.is_some_and(is_harmless));
    }
    if call.has("--version --help") {
        return call.operands.is_empty();
    }
    call.operands.first().and_then(|script| script.as_static()).is_some_and(is_harmless)
}

fn is_harmless(script: &str) -> bool {
    Script { rest: script.chars().peekable() }.commands().is_some()
}

struct Script<'s> {
    rest: Peekable<Chars<'s>>,
}

impl Script<'_> {
    /// `None` at the first thing that is not known to be harmless.
    fn commands(&mut self) -> Option<()> {
        loop {
            self.skip(|c| c.is_ascii_whitespace() || c == ';' || c == '}');
            if self.rest.peek().is_none() {
                return Some(());
            }
            self.addresses()?;
            self.skip(|c| c.is_ascii_whitespace() || c == '!');
            match self.rest.next()? {
                '{' => {}
                '#' => self.skip(|c| c != '\n'),
                'p' | 'P' | 'd' | 'D' | '=' | 'n' | 'N' | 'g' | 'G' | 'h' | 'H' | 'x' => self.end()?,
                'q' | 'Q' | 'l' => {
                    self.skip(|c| c == ' ');
                    self.skip(|c| c.is_ascii_digit());
                    self.end()?;
                }
                's' => {
                    self.substitution()?;
                    self.skip(|c| c.is_ascii_digit() || "gpiI".contains(c));
                    self.end()?;
                }
                'y' => {
                    self.transliteration()?;
                    self.end()?;
                }
                _ => return None,
            }
        }
    }

    fn addresses(&mut self) -> Option<()> {
        if !self.address()? {
            return Some(());
        }
        self.skip(|c| c == ' ');
        if self.rest.next_if_eq(&',').is_none() {
            return Some(());
        }
        self.skip(|c| c == ' ');
        if self.rest.next_if(|c| matches!(c, '+' | '~')).is_some() {
            self.skip(|c| c.is_ascii_digit());
            return Some(());
        }
        self.address()?.then_some(())
    }

    /// Whether there was one.
    fn address(&mut self) -> Option<bool> {
        match self.rest.peek()? {
            '0'..='9' => {
                self.skip(|c| c.is_ascii_digit());
                if self.rest.next_if_eq(&'~').is_some() {
                    self.skip(|c| c.is_ascii_digit());
                }
            }
            '$' => {
                self.rest.next();
            }
            '/' => {
                self.rest.next();
                skip_pattern(&mut self.rest, '/')?;
                self.skip(|c| matches!(c, 'I' | 'M'));
            }
            _ => return Some(false),
        }
        Some(true)
    }

    fn substitution(&mut self) -> Option<()> {
        let delimiter = self.delimiter()?;
        skip_pattern(&mut self.rest, delimiter)?;
        self.part(delimiter)
    }

    fn transliteration(&mut self) -> Option<()> {
        let delimiter = self.delimiter()?;
        self.part(delimiter)?;
        self.part(delimiter)
    }

    fn delimiter(&mut self) -> Option<char> {
        self.rest.next().filter(|c| c.is_ascii_punctuation() && *c != '\\')
    }

    fn part(&mut self, delimiter: char) -> Option<()> {
        loop {
            match self.rest.next()? {
                c if c == delimiter => return Some(()),
                '\n' => return None,
                '\\' => {
                    self.rest.next()?;
                }
                _ => {}
            }
        }
    }

    /// A command ends here.
    fn end(&mut self) -> Option<()> {
        self.skip(|c| c == ' ' || c == '\t');
        self.rest.peek().is_none_or(|c| matches!(c, ';' | '\n' | '}' | '#')).then_some(())
    }

    fn skip(&mut self, fits: impl Fn(char) -> bool) {
        while self.rest.next_if(|&c| fits(c)).is_some() {}
    }
}

/// Passes over a regular expression and the delimiter that ends it. A delimiter in brackets does not; those who think it
/// does are left with an open bracket and refuse the script.
pub(super) fn skip_pattern(rest: &mut Peekable<Chars<'_>>, delimiter: char) -> Option<()> {
    loop {
        match rest.next()? {
            c if c == delimiter => return Some(()),
            '\n' => return None,
            '\\' => {
                rest.next()?;
            }
            '[' => {
                rest.next_if_eq(&'^');
                rest.next_if_eq(&']');
                skip_bracket(rest)?;
            }
            _ => {}
        }
    }
}

fn skip_bracket(rest: &mut Peekable<Chars<'_>>) -> Option<()> {
    loop {
        match rest.next()? {
            ']' => return Some(()),
            '\n' => return None,
            // Some take this for an escape.
            '\\' if matches!(rest.peek(), Some(']' | '[')) => return None,
            '[' if matches!(rest.peek(), Some(':' | '.' | '=')) => {
                let kind = rest.next()?;
                while rest.next()? != kind || rest.peek() != Some(&']') {}
                rest.next()?;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_harmless;

    #[test]
    fn scripts() {
        for script in [
            "p",
            "860,915p",
            "$p",
            "1~2p",
            "/start/,/end/p",
            "/a/,+3p",
            "1d;$d",
            "s/a/b/",
            "s/a/b/gp",
            "s|/usr|/opt|g",
            "s/[[:space:]]*$//",
            "s/[^/]*//",
            "1!G;h;$!d",
            "/x/{p;q}",
            "5q",
            "s/^.*=//;s/;$//",
            "y/abc/xyz/",
            "s/.*\\/\\(.*\\)/\\1/",
        ] {
            assert!(is_harmless(script), "{script}");
        }
    }

    #[test]
    fn scripts_that_do_more() {
        for script in [
            "1e touch x",
            "s/a/b/w out",
            "s/a/b/e",
            "s/a/b/gw out",
            "w out",
            "r in",
            "1{w out",
            "a text",
            "$!N;P;e",
            "b end",
            ":x",
            "W x",
            "s/a/b",
            "i\\\nx",
            "R x",
            "F x",
            "s/a/b/m;e",
            "1,e ls",
            "}w out",
            "p w out",
            "s/[/x/;w out",
            "s/[\\]/]/x/",
            "y/[/]/;w x/",
            "s a b w out",
            "\\xax e",
        ] {
            assert!(!is_harmless(script), "{script}");
        }
    }
}
