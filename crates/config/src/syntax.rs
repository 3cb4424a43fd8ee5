//! What the TOML parser complains about, as codes with sentences in both languages. Its own words are English and for
//! programmers; they stay a parameter, for logs and for what no code fits.

use crate::diagnostic::{Code, Diagnostic};

/// Beginnings of the parser's messages, the more special ones first.
const SAID: [(&str, Code); 33] = [
    ("duplicate key", Code::KeyTwice),
    ("unclosed array table", Code::HeaderUnreadable),
    ("unclosed table", Code::HeaderUnreadable),
    ("missing table open", Code::HeaderUnreadable),
    ("invalid table", Code::HeaderUnreadable),
    ("unclosed array", Code::ListUnreadable),
    ("missing array opening", Code::ListUnreadable),
    ("missing comma between array elements", Code::ListUnreadable),
    ("extra comma in array", Code::ListUnreadable),
    ("unexpected `=` in array", Code::ListUnreadable),
    ("invalid basic string", Code::TextUnreadable),
    ("invalid literal string", Code::TextUnreadable),
    ("invalid multi-line", Code::TextUnreadable),
    ("missing opening quote", Code::TextUnreadable),
    ("missing escaped value", Code::TextUnreadable),
    ("too few unicode value digits", Code::TextUnreadable),
    ("invalid unquoted key", Code::NameUnreadable),
    ("unquoted keys cannot be empty", Code::NameUnreadable),
    ("invalid key", Code::NameUnreadable),
    ("key with no value", Code::ValueUnreadable),
    ("missing value", Code::ValueUnreadable),
    ("string values must be quoted", Code::ValueUnreadable),
    ("extra `=`", Code::ValueUnreadable),
    ("missing assignment between key-value pairs", Code::ValueUnreadable),
    ("invalid value", Code::ValueUnreadable),
    ("invalid boolean", Code::ValueUnreadable),
    ("invalid date-time", Code::ValueUnreadable),
    ("invalid float", Code::ValueUnreadable),
    ("invalid integer number", Code::ValueUnreadable),
    ("invalid hexadecimal number", Code::ValueUnreadable),
    ("invalid octal number", Code::ValueUnreadable),
    ("invalid binary number", Code::ValueUnreadable),
    ("unexpected leading zero", Code::ValueUnreadable),
];

pub(crate) fn syntax_error(reason: &str) -> Diagnostic {
    Diagnostic::error(code_of(reason)).with("reason", reason)
}

pub(crate) fn is_of_list(reason: &str) -> bool {
    code_of(reason) == Code::ListUnreadable
}

fn code_of(reason: &str) -> Code {
    let known = SAID.iter().find(|(beginning, _)| reason.starts_with(beginning));
    known.map_or(Code::Syntax, |(_, code)| *code)
}

/// Whether a file with this in it is no TOML as a whole.
pub(crate) const fn is_of_syntax(code: Code) -> bool {
    matches!(
        code,
        Code::Syntax
            | Code::KeyTwice
            | Code::HeaderUnreadable
            | Code::ListUnreadable
            | Code::TextUnreadable
            | Code::NameUnreadable
            | Code::ValueUnreadable
    )
}
