//! Maps from names of rules and of built-in lists, which every word of every command is looked up in. Their hash is quick
//! and can be foreseen: what a model writes is only looked up, and becomes a key only where a
//! person made a rule of it. And sets of bytes, for the same reason.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// See the head of the file.
pub(crate) type NameMap<K, V> = HashMap<K, V, BuildHasherDefault<NameHasher>>;

/// Eight bytes a step: xor, multiply, turn.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NameHasher(u64);

/// Odd, with bits all over.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl NameHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(FACTOR).rotate_left(29);
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        self.add(rest.iter().fold(rest.len() as u64, |word, byte| word << 8 | u64::from(*byte)));
    }

    fn write_u8(&mut self, byte: u8) {
        self.add(u64::from(byte));
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(FACTOR)
    }
}

/// Texts that differ hardly ever have the same mark, so that a text is looked for among many by comparing these first.
pub(crate) fn mark(text: &str) -> u64 {
    let mut hasher = NameHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// Bytes of a kind, for what is asked about every byte of every command.
pub(crate) struct ByteSet([bool; 256]);

impl ByteSet {
    /// These.
    pub(crate) const fn of(bytes: &[u8]) -> Self {
        Self([false; 256]).and(bytes)
    }

    /// ASCII's letters and digits, and these.
    pub(crate) const fn alphanumeric_and(bytes: &[u8]) -> Self {
        Self::of(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz").and(bytes)
    }

    #[expect(clippy::indexing_slicing, reason = "a place in a table of all bytes, and sets are made while compiling")]
    const fn and(mut self, bytes: &[u8]) -> Self {
        let mut at = 0;
        while at < bytes.len() {
            self.0[bytes[at] as usize] = true;
            at += 1;
        }
        self
    }

    pub(crate) fn has(&self, byte: u8) -> bool {
        self.0.get(usize::from(byte)).is_some_and(|has| *has)
    }

    /// Whether the text has no others.
    pub(crate) fn has_all_of(&self, text: &str) -> bool {
        text.bytes().all(|byte| self.has(byte))
    }

    /// Where in the text the first of them stands, or where it ends.
    pub(crate) fn first_in(&self, text: &str) -> usize {
        text.bytes().position(|byte| self.has(byte)).unwrap_or(text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::HashSet, hash::BuildHasher};

    #[test]
    fn names_that_are_alike_are_told_apart() {
        let hasher = BuildHasherDefault::<NameHasher>::default();
        let names = (0..4096).flat_map(|number| [format!("gen{number}"), format!("a folder with number {number}")]);
        let hashes: HashSet<u64> = names.map(|name| hasher.hash_one(name.as_str())).collect();
        assert_eq!(hashes.len(), 8192);
        let lowest: HashSet<u64> = hashes.iter().map(|hash| hash & 0x3fff).collect();
        assert!(lowest.len() > 5_000, "{}", lowest.len());
    }
}
