//! The lists that deny and ask: one rule that may match is enough, by any name and through any wrapper. Both are looked up
//! at once, as nearly every text and path of a call is in neither.

use super::{
    address,
    command::{CommandIndex, CommandSpec},
    hit::{Hit, Origin},
    rule::{Rule, Spec},
    subject::{ShellSubject, Subject},
    wide_paths::WidePaths,
};
use crate::{
    Access, Family,
    paths::{Facts, JudgedPath, PathNames, Places, Reach},
    quick::NameMap,
    shell::Certainty,
};
use reasonix_protocol::Decision;
use std::sync::Arc;

/// The rules of both lists, ready to be looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct WideLists {
    /// Those that deny, then those that ask. Their numbers are places in here.
    rules: Vec<Rule>,
    asks_from: usize,
    bare: Vec<usize>,
    with_spec: Vec<usize>,
    commands: CommandIndex,
    literals: NameMap<String, Vec<usize>>,
    paths: WidePaths,
    fold_programs: bool,
}

/// The first rule of a list that matches, and what.
pub(crate) type Found = (usize, String);

/// Paths among which the same one, touched in the same way, is looked for.
const MOST_SEEN: usize = 16;

/// Paths without a match among which the same one, touched in the same way, is looked for.
const MOST_UNMATCHED: usize = 64;

impl WideLists {
    pub(crate) fn new(deny: &[Rule], ask: &[Rule], places: &Places, facts: &dyn Facts) -> Self {
        let rules = [deny, ask].concat();
        let mut list = Self { asks_from: deny.len(), fold_programs: places.folds_programs, ..Self::default() };
        for (number, rule) in rules.iter().enumerate() {
            let pattern = match &rule.spec {
                Spec::Bare => {
                    list.bare.push(number);
                    continue;
                }
                Spec::Pattern(pattern) => {
                    let specs = CommandSpec::parse_wide(&pattern.text, list.fold_programs);
                    for spec in specs.into_iter().filter(|_| rule.tool.has_texts()) {
                        list.commands.insert(spec, number);
                    }
                    pattern
                }
                Spec::Literal(pattern) => {
                    list.literals.entry(pattern.text.clone()).or_default().push(number);
                    if rule.tool.has_texts() {
                        list.commands.insert(CommandSpec::Exact(pattern.text.clone()), number);
                    }
                    pattern
                }
            };
            list.with_spec.push(number);
            let patterns = pattern.path.iter().flat_map(|path| path.patterns(Reach::Wide, places, facts));
            patterns.for_each(|pattern| list.paths.insert(&rule.tool, pattern, number));
        }
        Self { rules, ..list }
    }

    /// What is told of a rule that was found.
    pub(crate) fn hit(&self, (number, on): Found) -> Hit<'_> {
        let origin = match number.checked_sub(self.asks_from) {
            Some(number) => Origin::List(Decision::Ask, number),
            None => Origin::List(Decision::Deny, number),
        };
        Hit { origin, rule: self.rules.get(number).map_or("", Rule::text), on }
    }

    /// The first rules that match the call.
    pub(crate) fn matching(&self, subject: &Subject<'_>) -> Firsts {
        let mut firsts = self.none();
        if self.rules.is_empty() {
            return firsts;
        }
        for number in &self.bare {
            self.look_at_bare(*number, subject, &mut firsts);
        }
        if let Some(shell) = &subject.shell {
            for text in shell.texts(self.fold_programs) {
                self.look_at_text(&text, subject, &mut firsts);
            }
            self.look_at_disguised(subject, shell, true, &mut firsts);
            if shell.analysis.blind {
                self.commands.each_within(shell.command, |number| {
                    firsts.take_if(self.is_about(number, subject), number, || shell.command.to_owned());
                });
            }
        }
        for url in subject.urls {
            for text in address::wide_texts(url) {
                self.look_at_text(&text, subject, &mut firsts);
            }
        }
        self.look_at_paths(subject, &mut firsts);
        if subject.tells_nothing() {
            for number in &self.with_spec {
                firsts.take_if(self.is_about(*number, subject), *number, || subject.tool.to_owned());
            }
        }
        firsts
    }

    /// The first rules that match something which the call may touch, but does not name.
    pub(crate) fn possible(&self, subject: &Subject<'_>) -> Firsts {
        let mut firsts = self.none();
        if let Some(shell) = &subject.shell {
            self.look_at_disguised(subject, shell, false, &mut firsts);
        }
        // Whatever else is done to a path, it may touch the same again.
        let mut seen: Vec<(*const PathNames, Access)> = Vec::new();
        for path in subject.paths {
            if !path.certainty.is_wide() {
                continue;
            }
            let touched = (Arc::as_ptr(&path.names), path.access);
            if seen.iter().rev().take(MOST_SEEN).any(|seen| *seen == touched) {
                continue;
            }
            seen.push(touched);
            for index in self.paths.about(subject, path) {
                index.each_possible(&path.names, path.certainty, |number| {
                    if firsts.may_take(number) {
                        firsts.take_if(self.is_about_path(number, subject, path), number, || shown(path));
                    }
                });
            }
        }
        firsts
    }

    fn none(&self) -> Firsts {
        Firsts { asks_from: self.asks_from, deny: None, ask: None }
    }

    fn look_at_paths(&self, subject: &Subject<'_>, firsts: &mut Firsts) {
        // Paths that no rule names, by the way they are touched.
        let mut unmatched: [Vec<usize>; 2] = [Vec::new(), Vec::with_capacity(subject.paths.len())];
        for path in subject.paths {
            // Numbers are compared many at a time.
            let place = Arc::as_ptr(&path.names).addr();
            let [writes, reads] = &mut unmatched;
            let unmatched = if path.access == Access::Write { writes } else { reads };
            let latest = unmatched.get(unmatched.len().saturating_sub(MOST_UNMATCHED)..).unwrap_or_default();
            if latest.contains(&place) {
                continue;
            }
            let mut is_matched = matches!(path.certainty, Certainty::Glob | Certainty::Unknown);
            for index in self.paths.about(subject, path) {
                index.each_match(&path.names, path.certainty, |number| {
                    is_matched = true;
                    firsts.take_if(self.is_about_path(number, subject, path), number, || shown(path));
                });
            }
            if !is_matched {
                unmatched.push(place);
            }
        }
    }

    /// Commands whose names the text does not spell: a glob means the program, a variable only may.
    fn look_at_disguised(&self, subject: &Subject<'_>, shell: &ShellSubject<'_>, globs: bool, firsts: &mut Firsts) {
        let counts = |number: usize| self.is_about(number, subject);
        for command in shell.analysis.disguised.iter().filter(|command| command.is_glob == globs) {
            let forms = command.forms(self.fold_programs);
            self.commands.each_form(&forms, counts, |number| firsts.take_if(true, number, || command.text.clone()));
        }
    }

    /// Whether all calls of the tool are denied.
    pub(crate) fn denies_all(&self, tool: &str, family: Family) -> bool {
        let names = |number: &usize| self.rules.get(*number).is_some_and(|rule| rule.tool.may_be(tool, family));
        self.bare.iter().take_while(|number| **number < self.asks_from).any(names)
    }

    fn look_at_bare(&self, number: usize, subject: &Subject<'_>, firsts: &mut Firsts) {
        if self.is_about(number, subject) {
            firsts.take_if(true, number, || subject.tool.to_owned());
        } else if let Some(path) = subject.paths.iter().find(|path| self.is_about_path(number, subject, path)) {
            firsts.take_if(true, number, || shown(path));
        }
    }

    fn look_at_text(&self, text: &str, subject: &Subject<'_>, firsts: &mut Firsts) {
        let literals = self.literals.get(text).into_iter().flatten();
        literals.for_each(|number| firsts.take_if(self.is_about(*number, subject), *number, || text.to_owned()));
        let counts = |number: usize| self.is_about(number, subject);
        self.commands.each_match(text, counts, |number| firsts.take_if(true, number, || text.to_owned()));
    }

    fn is_about(&self, number: usize, subject: &Subject<'_>) -> bool {
        self.rules.get(number).is_some_and(|rule| rule.tool.may_be(subject.tool, subject.family))
    }

    fn is_about_path(&self, number: usize, subject: &Subject<'_>, path: &JudgedPath) -> bool {
        self.rules.get(number).is_some_and(|rule| {
            let names_tool = subject.shell.is_none() && rule.tool.may_be(subject.tool, subject.family);
            names_tool || rule.tool.is_way(path)
        })
    }
}

/// How the path is called towards people.
pub(crate) fn shown(path: &JudgedPath) -> String {
    path.shown()
}

/// Of each list the rule that stands first among those that were found.
#[derive(Debug)]
pub(crate) struct Firsts {
    asks_from: usize,
    pub deny: Option<Found>,
    pub ask: Option<Found>,
}

impl Firsts {
    /// Whether the rule stands before the one that is known.
    fn may_take(&self, number: usize) -> bool {
        let first = if number < self.asks_from { &self.deny } else { &self.ask };
        first.as_ref().is_none_or(|(known, _)| number < *known)
    }

    fn take_if(&mut self, holds: bool, number: usize, on: impl FnOnce() -> String) {
        if holds && self.may_take(number) {
            let first = if number < self.asks_from { &mut self.deny } else { &mut self.ask };
            *first = Some((number, on()));
        }
    }
}
