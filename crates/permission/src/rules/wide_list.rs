//! A list that denies or asks: one rule that may match is enough, by any name and through any wrapper.

use super::{
    address,
    command::{CommandIndex, CommandSpec},
    rule::{Rule, Spec},
    subject::{ShellSubject, Subject},
};
use crate::{
    Family,
    paths::{Facts, JudgedPath, Places, Reach, WideIndex},
    quick::NameMap,
};
use std::borrow::Cow;

/// The rules of one list, ready to be looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct WideList {
    rules: Vec<Rule>,
    bare: Vec<usize>,
    with_spec: Vec<usize>,
    commands: CommandIndex,
    literals: NameMap<String, Vec<usize>>,
    paths: WideIndex,
    fold_programs: bool,
}

/// The first rule of a list that matches, and what.
pub(crate) type Found = (usize, String);

impl WideList {
    pub(crate) fn new(rules: &[Rule], places: &Places, facts: &dyn Facts) -> Self {
        let mut list = Self { rules: rules.to_vec(), fold_programs: places.folds_programs, ..Self::default() };
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
            patterns.for_each(|pattern| list.paths.insert(pattern, number));
        }
        list
    }

    /// The texts of the call that its rules are held against.
    pub(crate) fn texts<'s>(&self, subject: &'s Subject<'_>) -> Vec<Cow<'s, str>> {
        subject.shell.as_ref().map(|shell| shell.texts(self.fold_programs)).unwrap_or_default()
    }

    pub(crate) fn rule(&self, number: usize) -> &str {
        self.rules.get(number).map_or("", Rule::text)
    }

    /// The first rule that matches the call. `texts` are those of its command.
    pub(crate) fn matching(&self, subject: &Subject<'_>, texts: &[Cow<'_, str>]) -> Option<Found> {
        if self.rules.is_empty() {
            return None;
        }
        let mut first = First::default();
        for number in &self.bare {
            self.look_at_bare(*number, subject, &mut first);
        }
        if let Some(shell) = &subject.shell {
            for text in texts {
                self.look_at_text(text, subject, &mut first);
            }
            self.look_at_disguised(subject, shell, true, &mut first);
            if shell.analysis.blind {
                self.commands.each_within(shell.command, |number| {
                    first.take_if(self.is_about(number, subject), number, || shell.command.to_owned());
                });
            }
        }
        for url in subject.urls {
            for text in address::wide_texts(url) {
                self.look_at_text(&text, subject, &mut first);
            }
        }
        for path in subject.paths {
            self.paths.each_match(&path.names, path.certainty, |number| {
                first.take_if(self.is_about_path(number, subject, path), number, || shown(path));
            });
        }
        if subject.tells_nothing() {
            for number in &self.with_spec {
                first.take_if(self.is_about(*number, subject), *number, || subject.tool.to_owned());
            }
        }
        first.0
    }

    /// The first rule that matches something which the call may touch, but does not name.
    pub(crate) fn possible(&self, subject: &Subject<'_>) -> Option<Found> {
        let mut first = First::default();
        if let Some(shell) = &subject.shell {
            self.look_at_disguised(subject, shell, false, &mut first);
        }
        for path in subject.paths {
            let counts = |number: usize| self.is_about_path(number, subject, path);
            if let Some(number) = self.paths.first_possible(&path.names, path.certainty, counts) {
                first.take_if(true, number, || shown(path));
            }
        }
        first.0
    }

    /// Commands whose names the text does not spell: a glob means the program, a variable only may.
    fn look_at_disguised(&self, subject: &Subject<'_>, shell: &ShellSubject<'_>, globs: bool, first: &mut First) {
        let counts = |number: usize| self.is_about(number, subject);
        for command in shell.analysis.disguised.iter().filter(|command| command.is_glob == globs) {
            let forms = command.forms(self.fold_programs);
            self.commands.each_form(&forms, counts, |number| first.take_if(true, number, || command.text.clone()));
        }
    }

    /// Whether all calls of the tool match.
    pub(crate) fn has_bare(&self, tool: &str, family: Family) -> bool {
        let names = |number: &usize| self.rules.get(*number).is_some_and(|rule| rule.tool.may_be(tool, family));
        self.bare.iter().any(names)
    }

    fn look_at_bare(&self, number: usize, subject: &Subject<'_>, first: &mut First) {
        if self.is_about(number, subject) {
            first.take_if(true, number, || subject.tool.to_owned());
        } else if let Some(path) = subject.paths.iter().find(|path| self.is_about_path(number, subject, path)) {
            first.take_if(true, number, || shown(path));
        }
    }

    fn look_at_text(&self, text: &str, subject: &Subject<'_>, first: &mut First) {
        let literals = self.literals.get(text).into_iter().flatten();
        literals.for_each(|number| first.take_if(self.is_about(*number, subject), *number, || text.to_owned()));
        let counts = |number: usize| self.is_about(number, subject);
        self.commands.each_match(text, counts, |number| first.take_if(true, number, || text.to_owned()));
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
    path.written.display().to_string()
}

/// Keeps the rule that stands first.
#[derive(Default)]
struct First(Option<Found>);

impl First {
    fn take_if(&mut self, holds: bool, number: usize, on: impl FnOnce() -> String) {
        if holds && self.0.as_ref().is_none_or(|(known, _)| number < *known) {
            self.0 = Some((number, on()));
        }
    }
}
