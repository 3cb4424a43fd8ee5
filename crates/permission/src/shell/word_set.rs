//! Fixed sets of words that the name of every command is looked up in.

use crate::quick::NameHasher;
use std::{collections::HashSet, hash::BuildHasherDefault};

/// Words, found without comparing them all.
#[derive(Debug)]
pub(super) struct WordSet {
    words: HashSet<&'static str, BuildHasherDefault<NameHasher>>,
    /// By their first byte: how long they are, one bit for each length. Nearly all words that are no members fail here.
    lengths: [u64; 256],
}

impl WordSet {
    /// The words of a text.
    pub(super) fn of(text: &'static str) -> Self {
        let mut set = Self { words: text.split_ascii_whitespace().collect(), lengths: [0; 256] };
        for word in &set.words {
            if let Some(lengths) = word.bytes().next().and_then(|first| set.lengths.get_mut(usize::from(first))) {
                *lengths |= length_bit(word);
            }
        }
        set
    }

    pub(super) fn has(&self, word: &str) -> bool {
        let lengths = word.bytes().next().and_then(|first| self.lengths.get(usize::from(first)));
        lengths.is_some_and(|lengths| lengths & length_bit(word) != 0) && self.words.contains(word)
    }
}

fn length_bit(word: &str) -> u64 {
    1 << (word.len() % 64)
}
