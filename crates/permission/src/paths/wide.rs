//! Patterns that deny, ask or protect: looked up by every name that a path may have, in the letters of its volume.

use super::{
    glob::GlobName,
    index::PathIndex,
    name::{Parts, fold},
    path_names::PathNames,
    pattern::{self, Segment, is_short},
    wild::Wild,
};
use crate::shell::Certainty;
use std::sync::Arc;

/// Patterns with the number of what they belong to.
#[derive(Debug, Clone, Default)]
pub(crate) struct WideIndex {
    exact: Spelled,
    folded: Spelled,
}

/// The patterns in one kind of letters.
#[derive(Debug, Clone, Default)]
struct Spelled {
    index: PathIndex<Owner>,
    /// All of them, for paths that no index finds.
    patterns: Vec<(Vec<Segment>, usize)>,
}

#[derive(Debug, Clone, Copy)]
struct Owner {
    number: usize,
    /// A folder that matches is meant with everything below it.
    holds_below: bool,
}

impl WideIndex {
    pub(crate) fn insert(&mut self, pattern: Vec<Segment>, number: usize) {
        self.folded.insert(pattern.iter().map(folded).collect(), number);
        self.exact.insert(pattern, number);
    }

    /// Calls `found` for every pattern that matches what is touched: the path, or if that is not known, all that may be.
    pub(crate) fn each_match(&self, names: &PathNames, certainty: Certainty, mut found: impl FnMut(usize)) {
        if self.is_empty() {
            return;
        }
        if names.folded.is_empty() {
            names.all().for_each(|name| self.exact.each_match(name, names, certainty, &mut found));
        } else {
            names.folded.iter().for_each(|name| self.folded.each_match(name, names, certainty, &mut found));
        }
    }

    /// The first pattern that counts and matches something which may be touched too: below a folder, or by a glob.
    pub(crate) fn first_possible(
        &self,
        names: &PathNames,
        certainty: Certainty,
        counts: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let mut first = None;
        self.each_possible(names, certainty, |number| {
            if first.is_none_or(|first| number < first) && counts(number) {
                first = Some(number);
            }
        });
        first
    }

    /// Calls `found` for every pattern that matches something which may be touched too, for some of them more than once.
    pub(crate) fn each_possible(&self, names: &PathNames, certainty: Certainty, mut found: impl FnMut(usize)) {
        if !certainty.is_wide() || self.is_empty() {
            return;
        }
        let (spelled, all, glob) = self.in_letters_of(names);
        let is_glob = certainty == Certainty::Glob;
        for name in all {
            let parts: Vec<&str> = Parts::of(name).collect();
            if !names.is_ordinary && name.contains('~') {
                // No index finds what a short name may stand for.
                let is_possible = |pattern: &[Segment]| {
                    if is_glob {
                        pattern::is_found(pattern, &parts, glob)
                    } else {
                        pattern::reaches_below(pattern, &parts)
                    }
                };
                let possible = spelled.patterns.iter().filter(|(pattern, _)| is_possible(pattern));
                possible.for_each(|(_, number)| found(*number));
            } else if is_glob {
                spelled.index.each_found(&parts, glob, |owner| found(owner.number));
            } else {
                spelled.index.each_below(&parts, |owner| found(owner.number));
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.exact.patterns.is_empty()
    }

    fn in_letters_of<'a>(
        &'a self,
        names: &'a PathNames,
    ) -> (&'a Spelled, impl Iterator<Item = &'a Arc<str>>, &'a [GlobName]) {
        let is_folding = !names.folded.is_empty();
        let exact = (!is_folding).then(|| names.all()).into_iter().flatten();
        let all = exact.chain(&names.folded);
        if is_folding { (&self.folded, all, &names.folded_glob) } else { (&self.exact, all, &names.glob) }
    }
}

impl Spelled {
    fn each_match(&self, name: &str, names: &PathNames, certainty: Certainty, found: &mut impl FnMut(usize)) {
        let is_somewhere = matches!(certainty, Certainty::Glob | Certainty::Unknown);
        self.index.each_match(name, |owner: Owner| {
            if owner.holds_below || !is_somewhere {
                found(owner.number);
            }
        });
        if !is_somewhere && !names.is_ordinary && name.contains('~') && name.split('/').any(is_short) {
            let longer = self.patterns.iter().filter(|(pattern, _)| pattern::may_match(pattern, name));
            longer.for_each(|(_, number)| found(*number));
        }
    }

    fn insert(&mut self, pattern: Vec<Segment>, number: usize) {
        let holds_below = pattern.last() == Some(&Segment::Any);
        self.index.insert(pattern.clone(), Owner { number, holds_below });
        self.patterns.push((pattern, number));
    }
}

fn folded(segment: &Segment) -> Segment {
    match segment {
        Segment::Any => Segment::Any,
        Segment::Exact(name) => Segment::Exact(fold(name).into_owned()),
        Segment::Wild(wild) => Segment::Wild(Wild::new(&fold(&wild.text()))),
    }
}
