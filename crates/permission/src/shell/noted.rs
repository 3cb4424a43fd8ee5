//! The paths that a command names, in the order in which they are found. What is done to one path in several ways shares
//! its text. Which words are paths, and where they lead, is told by `places`.

use super::{Certainty, ShellPath};
use crate::{Access, quick::mark};
use std::{mem, sync::Arc};

/// Paths of one command. More are not worth listing; the last says that there are others.
const MOST: usize = 2048;

/// As many as most commands name.
const USUAL: usize = 16;

/// Paths noted last that are not noted again where they are only mentioned.
const MOST_LATEST: usize = 32;

/// See the head of the file.
#[derive(Debug, Default)]
pub(super) struct Noted {
    paths: Vec<ShellPath>,
    /// The marks of their texts.
    marks: Vec<u64>,
    /// What is put together; it becomes a text of its own only if it is new.
    draft: String,
}

impl Noted {
    pub(super) fn new() -> Self {
        let (paths, marks) = (Vec::with_capacity(USUAL), Vec::with_capacity(USUAL));
        Self { paths, marks, draft: String::with_capacity(64) }
    }

    pub(super) fn is_full(&self) -> bool {
        self.paths.len() > MOST
    }

    pub(super) fn into_paths(self) -> Vec<ShellPath> {
        self.paths
    }

    /// Adds the path of a name in a folder.
    pub(super) fn add_below(&mut self, folder: &str, name: &str, access: Access, certainty: Certainty) {
        let mut path = mem::take(&mut self.draft);
        path.clear();
        path.extend([folder, "/", name]);
        self.add(&path, access, certainty);
        self.draft = path;
    }

    /// Adds a path. One that is only mentioned, as most words are that are paths too, is not noted twice.
    pub(super) fn add(&mut self, path: &str, access: Access, certainty: Certainty) {
        let mark = mark(path);
        let count = self.paths.len();
        let (mut first, mut text) = (count, None);
        // Marks are compared many at a time; nearly always none or the right one is alike.
        if self.marks.contains(&mark) {
            if certainty == Certainty::Mention && self.was_noted_lately(path, mark, access) {
                return;
            }
            let last = self.paths.last().filter(|last| *last.path == *path);
            let mut alike = self.marks.iter().zip(&self.paths).filter(|(known, _)| **known == mark);
            if let Some(same) = last.or_else(|| Some(alike.find(|(_, same)| *same.path == *path)?.1)) {
                (first, text) = (same.first, Some(Arc::clone(&same.path)));
            }
        }
        let text = text.unwrap_or_else(|| Arc::from(path));
        if count < MOST {
            self.push(text, access, certainty, first, mark);
        } else if count == MOST {
            self.push(Arc::from(""), Access::Write, Certainty::Unknown, count, 0);
        }
    }

    fn was_noted_lately(&self, path: &str, mark: u64, access: Access) -> bool {
        let from = self.paths.len().saturating_sub(MOST_LATEST);
        let (marks, paths) = (self.marks.get(from..).unwrap_or_default(), self.paths.get(from..).unwrap_or_default());
        marks.contains(&mark) && paths.iter().any(|known| known.access == access && *known.path == *path)
    }

    fn push(&mut self, path: Arc<str>, access: Access, certainty: Certainty, first: usize, mark: u64) {
        self.paths.push(ShellPath { path, access, certainty, first });
        self.marks.push(mark);
    }
}
