//! A TOML file as text with its positions, and parsed into nodes that remember where they stand.

use crate::{
    Code, Diagnostic,
    file::{self, LIMIT_BYTES, ReadFailure},
    node::{Field, fields},
    syntax::{is_of_list, syntax_error},
};
use reasonix_stdx::text::format_bytes;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use toml::de::DeTable;

const SYNTAX_ERRORS_SHOWN: usize = 20;
const BYTE_ORDER_MARK: char = '\u{feff}';

pub(crate) struct Document {
    pub file: Arc<Path>,
    pub text: String,
    /// The byte offset of each line's start.
    line_starts: Vec<usize>,
}

/// What the parser made of a document.
pub(crate) struct Parsed {
    pub fields: Vec<Field>,
    /// The first on each line, in the order of lines. Where there are any, `fields` holds what could be recovered.
    pub syntax_errors: Vec<Diagnostic>,
}

impl Document {
    /// Reads a file; `None` if there is no such file.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>, Diagnostic> {
        match file::read(path) {
            Ok(text) => Ok(text.map(|text| Self::new(path.into(), text))),
            Err(failure) => Err(read_failure(failure, path)),
        }
    }

    pub(crate) fn new(file: Arc<Path>, text: String) -> Self {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { file, text, line_starts }
    }

    /// The line of a byte offset, starting at 1.
    pub(crate) fn line(&self, offset: usize) -> u32 {
        self.line_starts.partition_point(|start| *start <= offset) as u32
    }

    /// The line and the column in characters of a byte offset, both starting at 1. A byte order mark has no column.
    pub(crate) fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.line(offset);
        let start = self.line_starts.get(line.saturating_sub(1) as usize).copied().unwrap_or(0);
        let offset = self.text.floor_char_boundary(offset);
        let before = self.text.get(start..offset).unwrap_or("");
        (line, before.trim_start_matches(BYTE_ORDER_MARK).chars().count() as u32 + 1)
    }

    /// Puts a diagnostic at a byte offset of this document.
    pub(crate) fn locate(&self, diagnostic: Diagnostic, offset: usize) -> Diagnostic {
        let (line, column) = self.position(offset);
        diagnostic.in_file(PathBuf::from(&*self.file)).at(line, column)
    }

    pub(crate) fn parse(&self) -> Parsed {
        let (table, errors) = DeTable::parse_recoverable(&self.text);
        let mut found: Vec<(usize, &str)> =
            errors.iter().map(|error| (error.span().map_or(0, |span| span.start), error.message())).collect();
        found.sort_by_key(|(offset, _)| *offset);
        // What follows an error on its line is mostly the parser finding its feet again.
        found.dedup_by_key(|(offset, _)| self.line(*offset));
        self.end_at_open_list(&mut found);
        found.truncate(SYNTAX_ERRORS_SHOWN);
        let located = |(offset, reason): (usize, &str)| self.locate(syntax_error(reason), offset);
        Parsed { fields: fields(table.into_inner()), syntax_errors: found.into_iter().map(located).collect() }
    }

    /// A list that is open takes in the rest of the file, and every line of that would be one more error. What the
    /// parser says of the line before it noticed is the same error, and nearer to it.
    fn end_at_open_list(&self, found: &mut Vec<(usize, &str)>) {
        let Some(open) = found.iter().position(|(_, reason)| is_of_list(reason)) else { return };
        found.truncate(open + 1);
        let [.., before, noticed] = found.as_mut_slice() else { return };
        if self.line(before.0) + 1 >= self.line(noticed.0) && before.1.starts_with("string values must be quoted") {
            before.1 = noticed.1;
            found.pop();
        }
    }
}

/// The diagnostic for a file that cannot be read as text.
pub(crate) fn read_failure(failure: ReadFailure, path: &Path) -> Diagnostic {
    let diagnostic = match failure {
        ReadFailure::Unreadable(reason) => Diagnostic::error(Code::Unreadable).with("reason", reason),
        ReadFailure::TooLarge => Diagnostic::error(Code::TooLarge).with("limit", format_bytes(LIMIT_BYTES)),
        ReadFailure::NotUtf8 { offset, line, column } => {
            Diagnostic::error(Code::NotUtf8).with("offset", offset).at(line, column)
        }
    };
    diagnostic.in_file(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_become_lines_and_columns() {
        let document = Document::new(Path::new("c.toml").into(), "\u{feff}a = 1\r\n名 = 'é'\nlast".to_owned());
        let check = |needle: &str, expected: (u32, u32)| {
            assert_eq!(document.position(document.text.find(needle).unwrap()), expected, "{needle}");
        };
        check("a", (1, 1));
        check("1", (1, 5));
        check("名", (2, 1));
        check("'é'", (2, 5));
        check("last", (3, 1));
        assert_eq!(document.position(usize::MAX), (3, 5));
    }
}
