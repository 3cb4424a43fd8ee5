//! Fixed sets of words that the name of every command is looked up in.

use crate::quick::NameHasher;
use std::{collections::HashSet, hash::BuildHasherDefault};

/// Words, found without comparing them all.
#[derive(Debug)]
pub(super) struct WordSet(HashSet<&'static str, BuildHasherDefault<NameHasher>>);

impl WordSet {
    /// The words of a text.
    pub(super) fn of(text: &'static str) -> Self {
        Self(text.split_ascii_whitespace().collect())
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}
