//! One word of a command, read from its raw text. Only constructs whose end is beyond dispute are read: quotes, escapes,
//! plain variables, braces, globs. Everything else is a flaw, which makes the command nested; so a parser that ends a word
//! elsewhere than bash does gains nothing.

use super::{
    arith, brace, quote,
    value::{Arg, Open, Piece},
    why::{self, Why},
};
use crate::quick::ByteSet;
use std::{borrow::Cow, rc::Rc};

/// A word, read.
#[derive(Debug, Clone)]
pub(super) struct Word<'a> {
    pub raw: &'a str,
    pub args: Vec<Arg<'a>>,
    /// Why it cannot be known what the word runs or where it ends.
    pub flaw: Option<Why>,
    /// It is not known what the word becomes.
    pub open: bool,
    pub quoted: bool,
    pub braced: bool,
    /// Arithmetic over variables, which runs what their values hide.
    pub evaluates: Vec<&'a str>,
}

/// Variables of loops and the words they run over, if those are known; the innermost last.
pub(super) type Bindings<'a> = Vec<(&'a str, Option<Rc<Vec<Arg<'a>>>>)>;

/// A stretch of a word before braces are expanded.
#[derive(Debug, Clone)]
pub(super) enum Unit<'a> {
    /// Outside quotes and without a meaning of its own.
    Plain(&'a str),
    /// Quoted, or a brace or comma that stands for itself.
    Text(Cow<'a, str>),
    Glob(&'a str),
    Unknown {
        raw: &'a str,
        splits: bool,
    },
    Bound {
        raw: &'a str,
        words: Rc<Vec<Arg<'a>>>,
        splits: bool,
    },
    Open,
    Comma,
    Close,
}

/// Reads a word.
pub(super) fn read<'a>(raw: &'a str, bindings: &Bindings<'a>) -> Word<'a> {
    let mut word =
        Word { raw, args: Vec::new(), flaw: None, open: false, quoted: false, braced: false, evaluates: Vec::new() };
    if let Some(text) = plain(raw) {
        word.args = vec![Arg::Static(Cow::Borrowed(text))];
        return word;
    }
    let mut reader = Reader { raw, at: 0, units: Vec::new(), bindings, word: &mut word };
    match reader.read() {
        Ok(()) => {
            let units = std::mem::take(&mut reader.units);
            word.finish(units);
        }
        Err(flaw) => {
            word.flaw = Some(flaw);
            word.args.push(Arg::Open(Open { pieces: vec![Piece::Unknown(raw)], splits: true }));
        }
    }
    word
}

/// The word as it stands if nothing in it has a meaning of its own, which holds for most.
pub(super) fn plain(raw: &str) -> Option<&str> {
    (INERT.has_all_of(raw) && !raw.starts_with('~')).then_some(raw)
}

/// Bytes without a meaning of their own.
static INERT: ByteSet = ByteSet::alphanumeric_and(b"_./-:=@%+^,");

/// Bytes that end a stretch of text outside quotes.
static ENDS: ByteSet = ByteSet::of(b"\\'\"$`<>() \t\n;|&*?[{},");

struct Reader<'r, 'a> {
    raw: &'a str,
    at: usize,
    units: Vec<Unit<'a>>,
    bindings: &'r Bindings<'a>,
    word: &'r mut Word<'a>,
}

impl<'a> Reader<'_, 'a> {
    fn read(&mut self) -> Result<(), Why> {
        while let Some(c) = self.peek() {
            match c {
                '\\' => self.escape()?,
                '\'' => self.single_quoted()?,
                '"' => self.double_quoted()?,
                '$' => self.dollar(false)?,
                '`' | '<' | '>' | '(' | ')' => return Err(why::SUBSTITUTION),
                ' ' | '\t' | '\n' | ';' | '|' | '&' => return Err(why::NOT_UNDERSTOOD),
                '*' | '?' => self.glob(),
                '[' if self.ahead().contains(']') => self.glob(),
                '{' => self.brace(Unit::Open),
                '}' => self.brace(Unit::Close),
                ',' => self.brace(Unit::Comma),
                _ => self.plain(),
            }
        }
        Ok(())
    }

    fn ahead(&self) -> &'a str {
        self.raw.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.ahead().chars().next()
    }

    /// The next `count` bytes, passed over.
    fn take(&mut self, count: usize) -> &'a str {
        let taken = self.ahead().get(..count).unwrap_or_default();
        self.at += count;
        taken
    }

    fn plain(&mut self) {
        let first = self.peek().map_or(1, char::len_utf8);
        let rest = self.ahead().get(first..).unwrap_or_default();
        let count = first + ENDS.first_in(rest);
        let text = self.take(count);
        self.units.push(Unit::Plain(text));
    }

    fn glob(&mut self) {
        self.word.open = true;
        let text = self.take(1);
        self.units.push(Unit::Glob(text));
    }

    fn brace(&mut self, unit: Unit<'a>) {
        self.at += 1;
        self.units.push(unit);
    }

    fn escape(&mut self) -> Result<(), Why> {
        self.at += 1;
        let escaped = self.peek().ok_or(why::NOT_UNDERSTOOD)?;
        if escaped == '\n' {
            return Err(why::DECEPTIVE);
        }
        let text = self.take(escaped.len_utf8());
        self.quoted_text(Cow::Borrowed(text));
        Ok(())
    }

    fn single_quoted(&mut self) -> Result<(), Why> {
        self.at += 1;
        let end = self.ahead().find('\'').ok_or(why::NOT_UNDERSTOOD)?;
        let text = self.take(end);
        self.at += 1;
        self.quoted_text(Cow::Borrowed(text));
        Ok(())
    }

    fn quoted_text(&mut self, text: Cow<'a, str>) {
        self.word.quoted = true;
        self.units.push(Unit::Text(text));
    }

    fn double_quoted(&mut self) -> Result<(), Why> {
        self.at += 1;
        self.quoted_text(Cow::Borrowed(""));
        loop {
            let end = self.ahead().find(['"', '\\', '$', '`']).ok_or(why::NOT_UNDERSTOOD)?;
            if end > 0 {
                let text = self.take(end);
                self.quoted_text(Cow::Borrowed(text));
            }
            match self.peek() {
                Some('"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some('\\') => self.escape_in_double_quotes()?,
                Some('$') => self.dollar(true)?,
                _ => return Err(why::SUBSTITUTION),
            }
        }
    }

    fn escape_in_double_quotes(&mut self) -> Result<(), Why> {
        let escaped = self.ahead().chars().nth(1).ok_or(why::NOT_UNDERSTOOD)?;
        if escaped == '\n' {
            return Err(why::DECEPTIVE);
        }
        let text = self.take(1 + escaped.len_utf8());
        let is_escape = matches!(escaped, '$' | '`' | '"' | '\\');
        let text = if is_escape { text.get(1..).unwrap_or_default() } else { text };
        self.quoted_text(Cow::Borrowed(text));
        Ok(())
    }

    fn dollar(&mut self, in_quotes: bool) -> Result<(), Why> {
        match self.ahead().chars().nth(1) {
            Some('(') => self.arithmetic(in_quotes),
            Some('{') => self.parameter(in_quotes),
            Some('[') => Err(why::EVALUATION),
            Some('\'') if !in_quotes => self.ansi_c(),
            Some('"') if !in_quotes => Err(why::NOT_UNDERSTOOD),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                let name = self.ahead().get(1..).unwrap_or_default();
                let count = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
                let raw = self.take(1 + count);
                self.variable(raw, in_quotes);
                Ok(())
            }
            Some(c) if c.is_ascii_digit() || "@*#?-$!".contains(c) => {
                let raw = self.take(2);
                // Numbers have no blanks.
                let splits = (!in_quotes && !"#?$!".contains(c)) || c == '@';
                self.unknown(raw, splits);
                Ok(())
            }
            _ => {
                let text = self.take(1);
                self.units.push(Unit::Text(Cow::Borrowed(text)));
                Ok(())
            }
        }
    }

    fn variable(&mut self, raw: &'a str, in_quotes: bool) {
        let name = raw.trim_start_matches('$').trim_start_matches('{').trim_end_matches('}');
        match self.bindings.iter().rev().find(|(bound, _)| *bound == name) {
            Some((_, Some(words))) => {
                self.word.open = true;
                self.units.push(Unit::Bound { raw, words: Rc::clone(words), splits: !in_quotes });
            }
            _ => self.unknown(raw, !in_quotes),
        }
    }

    fn unknown(&mut self, raw: &'a str, splits: bool) {
        self.word.open = true;
        self.units.push(Unit::Unknown { raw, splits });
    }

    fn ansi_c(&mut self) -> Result<(), Why> {
        self.at += 2;
        let mut escaped = false;
        let end = self
            .ahead()
            .find(|c| {
                let ends = c == '\'' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            })
            .ok_or(why::NOT_UNDERSTOOD)?;
        let content = self.take(end);
        self.at += 1;
        let text = quote::ansi_c(content).ok_or(why::NOT_UNDERSTOOD)?;
        self.quoted_text(Cow::Owned(text));
        Ok(())
    }

    fn arithmetic(&mut self, in_quotes: bool) -> Result<(), Why> {
        let content = self.ahead().strip_prefix("$((").ok_or(why::SUBSTITUTION)?;
        let end = content.find(')').filter(|&end| content.get(end..).is_some_and(|rest| rest.starts_with("))")));
        let end = end.ok_or(why::SUBSTITUTION)?;
        let expression = content.get(..end).unwrap_or_default();
        let kind = arith::kind(expression).ok_or(why::SUBSTITUTION)?;
        if kind == arith::Kind::Variables {
            self.word.evaluates.push(expression);
        }
        let raw = self.take("$((".len() + end + "))".len());
        self.word.open = true;
        self.units.push(Unit::Unknown { raw, splits: !in_quotes });
        Ok(())
    }

    fn parameter(&mut self, in_quotes: bool) -> Result<(), Why> {
        let end = self.ahead().find('}').ok_or(why::NOT_UNDERSTOOD)?;
        let inside = self.ahead().get(2..end).unwrap_or_default();
        let kind = arith::parameter(inside).ok_or(why::EXPANSION)?;
        let raw = self.take(end + 1);
        match kind {
            arith::Parameter::Name => self.variable(raw, in_quotes),
            arith::Parameter::Other => self.unknown(raw, !in_quotes || inside.contains('@')),
        }
        Ok(())
    }
}

impl<'a> Word<'a> {
    fn finish(&mut self, units: Vec<Unit<'a>>) {
        let has_braces = units.iter().any(|unit| matches!(unit, Unit::Open));
        if !has_braces {
            self.args = vec![argument(units)];
            return;
        }
        if let Some(words) = brace::expand(&units) {
            self.braced = words.len() > 1;
            self.args = words.into_iter().map(argument).collect();
        } else {
            self.braced = true;
            self.open = true;
            self.args.push(Arg::Open(Open { pieces: vec![Piece::Unknown(self.raw)], splits: true }));
        }
    }
}

/// Joins units that have no braces any more.
fn argument<'a>(units: Vec<Unit<'a>>) -> Arg<'a> {
    if let Some(text) = joined(&units) {
        return Arg::Static(Cow::Owned(text));
    }
    let mut open = Open { pieces: Vec::new(), splits: false };
    let mut units = units.into_iter().peekable();
    if let Some(Unit::Plain(first)) = units.peek()
        && first.starts_with('~')
    {
        let first = *first;
        units.next();
        let name = first.get(1..).unwrap_or_default();
        let (name, rest) = name.find('/').map_or((name, ""), |at| name.split_at(at));
        let ends_here = first.contains('/') || units.peek().is_none();
        open.pieces.push(match first.strip_suffix(rest) {
            Some(tilde) if ends_here => {
                if name.is_empty() {
                    Piece::Home
                } else {
                    Piece::Unknown(tilde)
                }
            }
            _ => Piece::Unknown(first),
        });
        if ends_here && !rest.is_empty() {
            open.pieces.push(Piece::Text(Cow::Borrowed(rest)));
        }
    }
    for unit in units {
        let (piece, splits) = match unit {
            Unit::Plain(text) => (Piece::Text(Cow::Borrowed(text)), false),
            Unit::Text(text) => (Piece::Text(text), false),
            Unit::Glob(text) => (Piece::Glob(text), false),
            Unit::Unknown { raw, splits } => (Piece::Unknown(raw), splits),
            Unit::Bound { raw, words, splits } => (Piece::OneOf(words, raw), splits),
            Unit::Open => (Piece::Text(Cow::Borrowed("{")), false),
            Unit::Close => (Piece::Text(Cow::Borrowed("}")), false),
            Unit::Comma => (Piece::Text(Cow::Borrowed(",")), false),
        };
        open.splits |= splits;
        push(&mut open.pieces, piece);
    }
    match <[Piece<'a>; 1]>::try_from(open.pieces) {
        Ok([Piece::Text(text)]) => Arg::Static(text),
        Ok(pieces) => Arg::Open(Open { pieces: pieces.into(), splits: open.splits }),
        Err(pieces) if pieces.is_empty() => Arg::Static(Cow::Borrowed("")),
        Err(pieces) => Arg::Open(Open { pieces, splits: open.splits }),
    }
}

/// The text of several units that are nothing but text; put together at once, as most words with quotes or braces are.
fn joined(units: &[Unit<'_>]) -> Option<String> {
    let is_home = matches!(units, [Unit::Plain(first), ..] if first.starts_with('~'));
    if is_home || units.len() < 2 {
        return None;
    }
    let texts = || {
        units.iter().map(|unit| match unit {
            Unit::Plain(text) => Some(*text),
            Unit::Text(text) => Some(&**text),
            Unit::Open => Some("{"),
            Unit::Close => Some("}"),
            Unit::Comma => Some(","),
            Unit::Glob(_) | Unit::Unknown { .. } | Unit::Bound { .. } => None,
        })
    };
    let length = texts().try_fold(0, |length, text| Some(length + text?.len()))?;
    let mut joined = String::with_capacity(length);
    joined.extend(texts().flatten());
    Some(joined)
}

/// Adds a piece; text goes to the text before it.
fn push<'a>(pieces: &mut Vec<Piece<'a>>, piece: Piece<'a>) {
    match (pieces.last_mut(), piece) {
        // `"$x"` begins with its variable, not with text.
        (_, Piece::Text(text)) if text.is_empty() => {}
        (Some(Piece::Text(before)), Piece::Text(text)) => {
            before.to_mut().push_str(&text);
        }
        (_, piece) => pieces.push(piece),
    }
}
