//! The list that allows: every path by each of its names, and every part of a command, must be covered.

use super::{
    address,
    command::{CommandIndex, CommandSpec},
    rule::{Rule, Spec},
    subject::{ShellSubject, Subject},
    tool_name::ToolName,
    wide_list::{Found, shown},
};
use crate::{
    Family,
    paths::{Facts, JudgedPath, Places, Reach, index::PathIndex, pattern::Segment},
    quick::NameMap,
    shell::{Certainty, Class},
};

/// The allows, ready to be looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct NarrowList {
    rules: Vec<Rule>,
    bare: Vec<usize>,
    commands: CommandIndex,
    literals: NameMap<String, Vec<usize>>,
    paths: NarrowPaths,
}

/// Path patterns that allow, with the number of their rule.
#[derive(Debug, Clone, Default)]
pub(crate) struct NarrowPaths(PathIndex<Owner>);

#[derive(Debug, Clone, Copy)]
struct Owner {
    number: usize,
    /// A folder that matches is allowed with everything below it.
    holds_below: bool,
    /// The pattern has no wildcard: it names this path, however odd.
    is_exact: bool,
}

impl NarrowPaths {
    pub(crate) fn insert(&mut self, pattern: Vec<Segment>, number: usize) {
        let holds_below = pattern.last() == Some(&Segment::Any);
        let is_exact = pattern.iter().all(|segment| matches!(segment, Segment::Exact(_)));
        self.0.insert(pattern, Owner { number, holds_below, is_exact });
    }

    /// The first rule for each name of the path, among those that `fits` takes. `None` if one has none.
    pub(crate) fn covering(&self, path: &JudgedPath, fits: impl Fn(usize) -> bool) -> Option<Vec<usize>> {
        let numbers = path.names.own().map(|name| self.all(name, path).into_iter().find(|number| fits(*number)));
        let is_known = path.names.is_resolved
            && !matches!(path.certainty, Certainty::Guess | Certainty::Mention | Certainty::Unknown);
        numbers.collect::<Option<Vec<_>>>().filter(|numbers| is_known && !numbers.is_empty())
    }

    /// The rules that allow the path by that name, in their order.
    pub(crate) fn all(&self, name: &str, path: &JudgedPath) -> Vec<usize> {
        let is_one = matches!(path.certainty, Certainty::Exact);
        let mut numbers = Vec::new();
        self.0.each_match(name, |owner| {
            if (is_one || owner.holds_below) && (owner.is_exact || path.findings().is_empty()) {
                numbers.push(owner.number);
            }
        });
        numbers.sort_unstable();
        numbers
    }
}

impl NarrowList {
    pub(crate) fn new(rules: &[Rule], places: &Places, facts: &dyn Facts) -> Self {
        let mut list = Self { rules: rules.to_vec(), ..Self::default() };
        for (number, rule) in rules.iter().enumerate() {
            let path = match &rule.spec {
                Spec::Bare => {
                    list.bare.push(number);
                    continue;
                }
                Spec::Pattern(pattern) => {
                    match CommandSpec::parse(&pattern.text) {
                        Some(CommandSpec::All) if rule.tool == ToolName::Family(Family::Bash) => list.bare.push(number),
                        Some(spec) if rule.tool.has_texts() => list.commands.insert(spec, number),
                        _ => {}
                    }
                    &pattern.path
                }
                Spec::Literal(pattern) => {
                    list.literals.entry(pattern.text.clone()).or_default().push(number);
                    &pattern.path
                }
            };
            let patterns = path.iter().flat_map(|path| path.patterns(Reach::Narrow, places, facts));
            patterns.for_each(|pattern| list.paths.insert(pattern, number));
        }
        list
    }

    pub(crate) fn rule(&self, number: usize) -> &str {
        self.rules.get(number).map_or("", Rule::text)
    }

    /// The literal rule for exactly this command.
    pub(crate) fn identical(&self, subject: &Subject<'_>) -> Option<Found> {
        let command = subject.shell.as_ref()?.command;
        self.literal(command, subject).map(|number| (number, command.to_owned()))
    }

    /// The rules that together cover the call; empty if something is left over.
    pub(crate) fn covering(&self, subject: &Subject<'_>) -> Vec<Found> {
        if self.rules.is_empty() {
            return Vec::new();
        }
        let found = match &subject.shell {
            Some(shell) => self.identical(subject).map(|found| vec![found]).or_else(|| self.parts(subject, shell)),
            None => self.paths_and_urls(subject),
        };
        found.unwrap_or_default()
    }

    /// A rule for the tool as a whole that may cover the call.
    pub(crate) fn bare(&self, subject: &Subject<'_>) -> Option<Found> {
        if subject.shell.as_ref().is_some_and(|shell| !is_reusable(shell)) {
            return None;
        }
        let number = *self.bare.iter().find(|number| self.is_about(**number, subject))?;
        Some((number, subject.tool.to_owned()))
    }

    /// The rule that allows to touch a path in this way, whatever tool or command does it.
    pub(crate) fn allowing_path(&self, path: &JudgedPath) -> Option<Found> {
        let fits = |number: usize| self.is_way(number, path);
        let numbers = self.paths.covering(path, fits)?;
        numbers.first().map(|number| (*number, shown(path)))
    }

    fn parts(&self, subject: &Subject<'_>, shell: &ShellSubject<'_>) -> Option<Vec<Found>> {
        if !is_known(shell) {
            return None;
        }
        let mut found = Vec::new();
        for part in &shell.analysis.parts {
            match Some(part).filter(|part| part.reusable).and_then(|part| self.text(&part.text, subject)) {
                Some(number) => found.push((number, part.text.clone())),
                None if part.read_only => {}
                None => return None,
            }
        }
        Some(found)
    }

    /// The first rule for a part of a command, or for an address.
    fn text(&self, text: &str, subject: &Subject<'_>) -> Option<usize> {
        let mut first = self.literal(text, subject);
        let counts = |number: usize| self.is_about(number, subject);
        self.commands.each_match(text, counts, |number| first = Some(first.map_or(number, |known| known.min(number))));
        first
    }

    fn literal(&self, text: &str, subject: &Subject<'_>) -> Option<usize> {
        self.literals.get(text)?.iter().copied().find(|number| self.is_about(*number, subject))
    }

    fn paths_and_urls(&self, subject: &Subject<'_>) -> Option<Vec<Found>> {
        let mut found = Vec::new();
        for path in subject.paths {
            let fits = |number: usize| self.is_about(number, subject) || self.is_way(number, path);
            let numbers = self.paths.covering(path, fits)?;
            found.extend(numbers.into_iter().map(|number| (number, shown(path))));
        }
        for url in subject.urls {
            let mut numbers = address::narrow_texts(url).into_iter().filter_map(|text| self.text(&text, subject));
            found.push((numbers.next()?, url.clone()));
        }
        found.dedup();
        Some(found)
    }

    fn is_way(&self, number: usize, path: &JudgedPath) -> bool {
        self.rules.get(number).is_some_and(|rule| rule.tool.is_way(path))
    }

    fn is_about(&self, number: usize, subject: &Subject<'_>) -> bool {
        self.rules.get(number).is_some_and(|rule| rule.tool.is(subject.tool, subject.family))
    }
}

/// Whether the parts are all there is.
pub(crate) fn is_known(shell: &ShellSubject<'_>) -> bool {
    !shell.analysis.blind && shell.analysis.class != Class::Nested && !shell.analysis.parts.is_empty()
}

/// Whether an allow of the tool as a whole may cover the command.
pub(crate) fn is_reusable(shell: &ShellSubject<'_>) -> bool {
    is_known(shell) && shell.analysis.parts.iter().all(|part| part.reusable || part.read_only)
}
