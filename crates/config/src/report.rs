//! Collects what is wrong with one source, bounded so that a hostile file cannot make it long or slow.

use crate::{Code, Diagnostic, document::Document};

/// More than anyone reads.
const LIMIT: usize = 100;

pub(crate) struct Report<'a> {
    /// `None` for values that do not come from a file.
    document: Option<&'a Document>,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    left_out: usize,
}

impl<'a> Report<'a> {
    pub(crate) fn new(document: Option<&'a Document>) -> Self {
        Self { document, diagnostics: Vec::new(), errors: 0, left_out: 0 }
    }

    /// Adds a diagnostic about what stands at a byte offset.
    pub(crate) fn add(&mut self, offset: usize, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.is_error());
        if self.diagnostics.len() >= LIMIT {
            self.left_out += 1;
            return;
        }
        self.diagnostics.push(match self.document {
            Some(document) => document.locate(diagnostic, offset),
            None => diagnostic,
        });
    }

    /// Adds a warning that takes work to make, unless it would only be counted.
    pub(crate) fn warn_with(&mut self, offset: usize, make: impl FnOnce() -> Diagnostic) {
        if self.diagnostics.len() < LIMIT {
            self.add(offset, make());
        } else {
            self.left_out += 1;
        }
    }

    /// How many errors there were, for telling whether a part of the source is sound.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// What was found, in the order of the file.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
        if self.left_out > 0 {
            let more = if self.errors > 0 { Diagnostic::error(Code::More) } else { Diagnostic::warning(Code::More) };
            let more = more.with("count", self.left_out);
            self.diagnostics.push(match self.document {
                Some(document) => more.in_file(&*document.file),
                None => more,
            });
        }
        self.diagnostics
    }
}
