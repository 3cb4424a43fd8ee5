//! Finds the patterns that match a path without trying all of them: a tree over the names with which patterns begin.

use super::{
    glob::GlobName,
    name::{Parts, last_part},
    pattern::{self, Segment, walk},
};
use crate::quick::NameMap;
use std::cell::LazyCell;

/// Patterns with a value each.
#[derive(Debug, Clone)]
pub(crate) struct PathIndex<T> {
    nodes: Vec<Node<T>>,
    /// The values of patterns that are too long to be held against a glob.
    long: Vec<T>,
}

#[derive(Debug, Clone)]
struct Node<T> {
    /// The next name and the node for it.
    children: NameMap<String, usize>,
    /// What is left of a pattern after the exact names that lead here.
    tails: Vec<(Vec<Segment>, T)>,
    /// Patterns that go on with `**` and a name: by that name, what is left behind it.
    floating: NameMap<String, Vec<(Vec<Segment>, T)>>,
    /// The values of those, for what looks at all of them.
    afloat: Vec<T>,
}

impl<T: Copy> Node<T> {
    fn new() -> Self {
        Self { children: NameMap::default(), tails: Vec::new(), floating: NameMap::default(), afloat: Vec::new() }
    }

    fn add_tail(&mut self, tail: Vec<Segment>, value: T) {
        match tail.as_slice() {
            [Segment::Any, Segment::Exact(name), behind @ ..] => {
                self.floating.entry(name.clone()).or_default().push((behind.to_vec(), value));
                self.afloat.push(value);
            }
            _ => self.tails.push((tail, value)),
        }
    }
}

impl<T: Copy> Default for PathIndex<T> {
    fn default() -> Self {
        Self { nodes: vec![Node::new()], long: Vec::new() }
    }
}

impl<T: Copy> PathIndex<T> {
    pub(crate) fn insert(&mut self, pattern: Vec<Segment>, value: T) {
        if pattern::is_long(&pattern) {
            self.long.push(value);
        }
        let mut segments = pattern.into_iter().peekable();
        let mut at = 0;
        while let Some(Segment::Exact(name)) = segments.next_if(|segment| matches!(segment, Segment::Exact(_))) {
            at = self.child(at, name);
        }
        if let Some(node) = self.nodes.get_mut(at) {
            node.add_tail(segments.collect(), value);
        }
    }

    fn child(&mut self, parent: usize, name: String) -> usize {
        let fresh = self.nodes.len();
        let Some(node) = self.nodes.get_mut(parent) else { return parent };
        let child = *node.children.entry(name).or_insert(fresh);
        if child == fresh {
            self.nodes.push(Node::new());
        }
        child
    }

    /// Calls `found` with the value of every pattern that may match something below the folder; a short name counts as
    /// nothing but itself.
    pub(crate) fn each_below(&self, folder: &[&str], mut found: impl FnMut(&T)) {
        let mut rest = folder;
        let mut at = self.nodes.first();
        while let Some(node) = at {
            for (tail, value) in &node.tails {
                if pattern::reaches_below(tail, rest) {
                    found(value);
                }
            }
            node.afloat.iter().for_each(&mut found);
            let Some((name, behind)) = rest.split_first() else {
                self.each_under(node, &mut found);
                return;
            };
            rest = behind;
            at = node.children.get(*name).and_then(|child| self.nodes.get(*child));
        }
    }

    /// Every value of what stands under the node.
    fn each_under(&self, node: &Node<T>, found: &mut impl FnMut(&T)) {
        let mut open: Vec<_> = node.children.values().collect();
        while let Some(node) = open.pop().and_then(|child| self.nodes.get(*child)) {
            node.tails.iter().map(|(_, value)| value).chain(&node.afloat).for_each(&mut *found);
            open.extend(node.children.values());
        }
    }

    /// Calls `found` with the value of every pattern that may match something which the glob finds in the folder, for some
    /// of them more than once; a short name counts as nothing but itself.
    pub(crate) fn each_found(&self, folder: &[&str], glob: &[GlobName], mut found: impl FnMut(&T)) {
        self.long.iter().for_each(&mut found);
        let mut rest = folder;
        let mut at = self.nodes.first();
        while let Some(node) = at {
            node.each_tail_found(rest, glob, &mut found);
            let Some((name, behind)) = rest.split_first() else {
                return self.each_found_under(node, glob, &mut found);
            };
            rest = behind;
            at = node.children.get(*name).and_then(|child| self.nodes.get(*child));
        }
    }

    /// The same for what stands under the node of the folder.
    fn each_found_under(&self, node: &Node<T>, glob: &[GlobName], found: &mut impl FnMut(&T)) {
        let Some((name, behind)) = glob.split_first() else { return };
        for (_, child) in node.children.iter().filter(|(child, _)| name.finds(child)) {
            let Some(child) = self.nodes.get(*child) else { continue };
            child.each_tail_found(&[], behind, found);
            self.each_found_under(child, behind, found);
        }
    }

    /// Calls `found` with the value of every pattern that matches the path, for some of them more than once.
    pub(crate) fn each_match(&self, path: &str, mut found: impl FnMut(T)) {
        let last = LazyCell::new(|| last_part(path));
        let mut names = Parts::of(path);
        let mut at = self.nodes.first();
        while let Some(node) = at {
            for (tail, value) in &node.tails {
                if tail_matches(tail, names.clone(), *last) {
                    found(*value);
                }
            }
            node.each_floating(names.clone(), || *last, &mut found);
            at = names.next().and_then(|name| node.children.get(name)).and_then(|child| self.nodes.get(*child));
        }
    }
}

impl<T: Copy> Node<T> {
    /// What the glob finds of the patterns that do not go on with a name of their own.
    fn each_tail_found(&self, folder: &[&str], glob: &[GlobName], found: &mut impl FnMut(&T)) {
        let mut each = |tails: &[(Vec<Segment>, T)], folder: &[&str], glob: &[GlobName]| {
            let tails = tails.iter().filter(|(tail, _)| pattern::is_found(tail, folder, glob));
            tails.for_each(|(_, value)| found(value));
        };
        each(&self.tails, folder, glob);
        if self.floating.is_empty() {
            return;
        }
        let mut rest = folder;
        while let Some((name, behind)) = rest.split_first() {
            if let Some(tails) = self.floating.get(*name) {
                each(tails, behind, glob);
            }
            rest = behind;
        }
        let mut rest = glob;
        while let Some((glob, behind)) = rest.split_first() {
            for (_, tails) in self.floating.iter().filter(|(name, _)| glob.finds(name)) {
                each(tails, &[], behind);
            }
            rest = behind;
        }
    }

    fn each_floating<'a>(
        &self,
        mut names: impl Iterator<Item = &'a str> + Clone,
        last: impl Fn() -> &'a str,
        found: &mut impl FnMut(T),
    ) {
        if self.floating.is_empty() {
            return;
        }
        while let Some(name) = names.next() {
            for (tail, value) in self.floating.get(name).into_iter().flatten() {
                if tail_matches(tail, names.clone(), last()) {
                    found(*value);
                }
            }
        }
    }
}

/// Compares the last name first: nearly all patterns that do not match differ there.
fn tail_matches<'a>(tail: &[Segment], names: impl Iterator<Item = &'a str> + Clone, last: &str) -> bool {
    match tail {
        [] => names.clone().next().is_none(),
        [Segment::Any] => true,
        [.., end] if !end.fits(last) => false,
        [Segment::Any, end] if *end != Segment::Any => names.clone().next().is_some(),
        _ => walk(tail, names, Segment::fits),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::pattern::{Segment, matches, may_match_glob},
        *,
    };
    use proptest::prelude::*;

    fn pattern(text: &str) -> Vec<Segment> {
        text.split('/').map(Segment::new).collect()
    }

    proptest! {
        #[test]
        fn finds_exactly_what_reaches_below(
            texts in proptest::collection::vec("(|\\*\\*|a)(/(\\*\\*|a|b|\\*)){0,4}", 0..12),
            folder in "(|a)(/[ab]){0,5}",
        ) {
            let names: Vec<&str> = folder.split('/').collect();
            let mut index = PathIndex::default();
            for (number, text) in texts.iter().enumerate() {
                index.insert(pattern(text), number);
            }
            let mut found = Vec::new();
            index.each_below(&names, |number| found.push(*number));
            found.sort_unstable();
            found.dedup();
            let reaches = |number: &usize| super::pattern::reaches_below(&pattern(&texts[*number]), &names);
            prop_assert_eq!(found, (0..texts.len()).filter(reaches).collect::<Vec<_>>());
        }

        #[test]
        fn finds_exactly_what_a_glob_may_find(
            texts in proptest::collection::vec("(|\\*\\*|a)(/(\\*\\*|a|b|a?|\\*)){0,4}", 0..12),
            folder in "(|a)(/[ab]){0,3}",
            glob in "(a|b|\\*|a\\*)(/(a|\\*|\\*b)){0,2}",
        ) {
            let names: Vec<&str> = folder.split('/').collect();
            let glob: Vec<_> = glob.split('/').map(GlobName::new).collect();
            let mut index = PathIndex::default();
            for (number, text) in texts.iter().enumerate() {
                index.insert(pattern(text), number);
            }
            let mut found = Vec::new();
            index.each_found(&names, &glob, |number| found.push(*number));
            found.sort_unstable();
            found.dedup();
            let finds = |number: &usize| may_match_glob(&pattern(&texts[*number]), &folder, &glob);
            prop_assert_eq!(found, (0..texts.len()).filter(finds).collect::<Vec<_>>());
        }

        #[test]
        fn finds_exactly_what_matches(
            texts in proptest::collection::vec("(|\\*\\*|a)(/(\\*\\*|a|b|\\*)){0,4}", 0..12),
            path in "(|a)(/[ab]){0,5}",
        ) {
            let mut index = PathIndex::default();
            for (number, text) in texts.iter().enumerate() {
                index.insert(pattern(text), number);
            }
            let mut found = Vec::new();
            index.each_match(&path, |number| found.push(number));
            found.sort_unstable();
            found.dedup();
            let expected: Vec<_> =
                (0..texts.len()).filter(|number| matches(&pattern(&texts[*number]), &path)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
