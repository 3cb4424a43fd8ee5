//! The ordered tables `[[permissions.rules]]`. Of all rows that match, the last one counts, so that a later row can carve
//! an exception out of an earlier one; between several paths or parts of a call, the strictest counts.

use super::{
    address,
    command::{CommandIndex, CommandSpec},
    error::{RuleError, RuleFault},
    narrow_list::{NarrowPaths, is_known},
    rule::Pattern,
    subject::{ShellSubject, Subject, unquoted},
    tool_name::ToolName,
    wide_list::shown,
};
use crate::{
    Family,
    paths::{Facts, JudgedPath, Places, Reach, WideIndex},
    shell::Part,
};
use reasonix_protocol::Decision;

/// What a tool does, as a row says it; plan mode and the postures go by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Read,
    Edit,
    Execute,
}

/// One row that was found sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRule {
    text: String,
    tool: ToolName,
    resource: Option<Pattern>,
    kind: Option<Kind>,
    decision: Decision,
}

impl TableRule {
    /// Reads a row. What an error tells is the value at fault and the place in it.
    pub fn new(tool: &str, resource: Option<&str>, kind: Option<Kind>, decision: Decision) -> Result<Self, RuleError> {
        let name = ToolName::parse(tool).map_err(|(fault, at)| RuleError::new(tool, at, fault.into()))?;
        if decision == Decision::Allow && name.is_broad() {
            return Err(RuleError::new(tool, 0, RuleFault::AllowsEverything));
        }
        let at = |fault: &RuleFault| if let RuleFault::CommandCharacter { at, .. } = fault { *at } else { 0 };
        let pattern = |text: &str| Pattern::parse(&name, text).map_err(|fault| RuleError::new(text, at(&fault), fault));
        let parsed = resource.map(pattern).transpose()?;
        let word = match decision {
            Decision::Allow => "allow",
            Decision::Ask => "ask",
            Decision::Deny => "deny",
        };
        let values = [Some(tool), resource, Some(word)];
        let text = values.into_iter().flatten().collect::<Vec<_>>().join(" ");
        Ok(Self { text, tool: name, resource: parsed, kind, decision })
    }

    /// Its values in one line.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn decision(&self) -> Decision {
        self.decision
    }

    pub(crate) fn has_resource(&self) -> bool {
        self.resource.is_some()
    }

    fn allows(&self) -> bool {
        self.decision == Decision::Allow
    }

    /// Whether it is about the tool itself.
    fn names(&self, tool: &str, family: Family) -> bool {
        if self.allows() { self.tool.is(tool, family) } else { self.tool.may_be(tool, family) }
    }
}

/// All rows, ready to be looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    rows: Vec<TableRule>,
    /// Rows without a resource.
    bare: Vec<usize>,
    /// The commands of all rows, read widely.
    wide_commands: CommandIndex,
    /// Those of the rows that allow, read narrowly.
    narrow_commands: CommandIndex,
    /// The paths of the rows that do not allow.
    wide_paths: WideIndex,
    narrow_paths: NarrowPaths,
    fold_programs: bool,
}

/// What the table says about a call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TableFound {
    /// The row that counts, and what it matches.
    pub last: Option<(usize, String)>,
    /// A row that denies what the call may touch, but does not name.
    pub may_deny: Option<(usize, String)>,
    /// The same for a row that asks.
    pub may_ask: Option<(usize, String)>,
}

impl Table {
    pub(crate) fn new(rows: &[TableRule], places: &Places, facts: &dyn Facts) -> Self {
        let mut table = Self { rows: rows.to_vec(), fold_programs: places.folds_programs, ..Self::default() };
        for (number, row) in rows.iter().enumerate() {
            let Some(resource) = &row.resource else {
                table.bare.push(number);
                continue;
            };
            let wide = CommandSpec::parse_wide(&resource.text, table.fold_programs);
            for spec in wide.into_iter().filter(|_| row.tool.has_texts()) {
                table.wide_commands.insert(spec, number);
            }
            if let Some(spec) = CommandSpec::parse(&resource.text).filter(|_| row.tool.has_texts() && row.allows()) {
                table.narrow_commands.insert(spec, number);
            }
            let reach = if row.allows() { Reach::Narrow } else { Reach::Wide };
            for pattern in resource.path.iter().flat_map(|path| path.patterns(reach, places, facts)) {
                match reach {
                    Reach::Narrow => table.narrow_paths.insert(pattern, number),
                    Reach::Wide => table.wide_paths.insert(pattern, number),
                }
            }
        }
        table
    }

    pub(crate) fn row(&self, number: usize) -> Option<&TableRule> {
        self.rows.get(number)
    }

    pub(crate) fn look(&self, subject: &Subject<'_>) -> TableFound {
        if self.rows.is_empty() {
            return TableFound::default();
        }
        let mut views = Views::default();
        if let Some(shell) = &subject.shell {
            self.look_at_shell(subject, shell, &mut views);
        }
        for url in subject.urls {
            let counts = |number: usize| self.names(number, subject);
            let row = self.last_of(counts, |found| {
                for text in address::wide_texts(url) {
                    self.wide_commands.each_match(&text, |number| counts(number) && !self.allows(number), &mut *found);
                }
                for text in address::narrow_texts(url) {
                    self.narrow_commands.each_match(&text, counts, &mut *found);
                }
            });
            views.add(self, row, true, url);
        }
        let mut found = TableFound::default();
        if let Some(shell) = &subject.shell {
            self.look_at_disguised(subject, shell, &mut views, &mut found);
        }
        for path in subject.paths {
            let row = self.last_for_path(subject, path);
            // A command is allowed as a command; what its paths allow only takes earlier rows away.
            let counted = row.filter(|number| subject.shell.is_none() || !self.allows(*number));
            views.add(self, counted, subject.shell.is_none(), &shown(path));
            self.look_below(subject, path, row, &mut found);
        }
        if subject.tells_nothing() {
            let rows = self.rows.iter().enumerate().rev();
            let mut relevant = rows.filter(|(_, row)| row.resource.is_none() || !row.allows());
            let row = relevant.find(|(_, row)| row.names(subject.tool, subject.family)).map(|(number, _)| number);
            views.add(self, row, true, subject.tool);
        }
        found.last = views.verdict();
        found
    }

    /// The row that allows to touch the path in this way, whatever tool or command does it.
    pub(crate) fn allowing_path(&self, path: &JudgedPath) -> Option<(usize, String)> {
        let anybody = Subject::new("", Family::Own);
        let allows = |row: &TableRule| row.allows() && row.has_resource();
        let number = self.last_for_path(&anybody, path).filter(|number| self.row(*number).is_some_and(allows))?;
        Some((number, shown(path)))
    }

    /// Whether the last row about the tool denies all its calls.
    pub(crate) fn hides(&self, tool: &str, family: Family) -> bool {
        let last = self.rows.iter().rev().find(|row| row.names(tool, family));
        last.is_some_and(|row| row.decision == Decision::Deny && row.resource.is_none())
    }

    /// What the last row about the tool that says so says it does.
    pub(crate) fn kind_of(&self, tool: &str, family: Family) -> Option<Kind> {
        self.rows.iter().rev().filter(|row| row.tool.may_be(tool, family)).find_map(|row| row.kind)
    }

    fn look_at_shell(&self, subject: &Subject<'_>, shell: &ShellSubject<'_>, views: &mut Views) {
        let is_known = is_known(shell);
        let mut own = Vec::new();
        for part in &shell.analysis.parts {
            let unquoted = unquoted(part);
            let row = self.last_for_part(subject, part, unquoted, is_known);
            views.add(self, row, !part.read_only, &part.text);
            own.push(unquoted.unwrap_or(&part.text));
        }
        let mut others = shell.reached(self.fold_programs);
        others.retain(|text| !own.contains(&text.as_ref()));
        if !is_known {
            others.push(shell.command.into());
        }
        // A row that allows takes such a text away from earlier rows, but gives it nothing: it is not what was allowed.
        let is_about = |number: usize| self.names(number, subject);
        for text in others {
            let bare_counts = |number: usize| !is_known && is_about(number);
            let row = self.last_of(bare_counts, |found| self.wide_commands.each_match(&text, is_about, found));
            views.add(self, row.filter(|number| !self.allows(*number)), !is_known, &text);
        }
        if shell.analysis.blind {
            let mut row = None;
            self.wide_commands.each_within(shell.command, |number| {
                if is_about(number) && !self.allows(number) {
                    row = row.max(Some(number));
                }
            });
            views.add(self, row, true, shell.command);
        }
    }

    /// Commands whose names the text does not spell: a glob means the program, a variable only may.
    fn look_at_disguised(
        &self,
        subject: &Subject<'_>,
        shell: &ShellSubject<'_>,
        views: &mut Views,
        found: &mut TableFound,
    ) {
        let is_about = |number: usize| self.names(number, subject);
        for command in &shell.analysis.disguised {
            let forms = command.forms(self.fold_programs);
            let row = self.last_of(|_| false, |found| self.wide_commands.each_form(&forms, is_about, found));
            let Some((number, row)) = row.and_then(|number| Some((number, self.row(number)?))) else { continue };
            let hit = || Some((number, command.text.clone()));
            match row.decision {
                Decision::Allow => {}
                _ if command.is_glob => views.add(self, Some(number), false, &command.text),
                Decision::Deny => found.may_deny = found.may_deny.take().or_else(hit),
                Decision::Ask => found.may_ask = found.may_ask.take().or_else(hit),
            }
        }
    }

    fn last_for_part(
        &self,
        subject: &Subject<'_>,
        part: &Part,
        unquoted: Option<&str>,
        is_known: bool,
    ) -> Option<usize> {
        let may_allow = is_known && (part.reusable || part.read_only);
        let counts = |number: usize| self.names(number, subject) && (may_allow || !self.allows(number));
        self.last_of(counts, |found| {
            for text in [Some(part.text.as_str()), unquoted].into_iter().flatten() {
                self.wide_commands.each_match(text, |number| counts(number) && !self.allows(number), &mut *found);
            }
            self.narrow_commands.each_match(&part.text, |number| counts(number) && part.reusable, found);
        })
    }

    /// The last row about the path. One that allows must cover all names of it.
    fn last_for_path(&self, subject: &Subject<'_>, path: &JudgedPath) -> Option<usize> {
        let counts = |number: usize| self.is_about_path(number, subject, path);
        self.last_of(counts, |found| {
            self.wide_paths.each_match(&path.names, path.certainty, |number| {
                if counts(number) {
                    found(number);
                }
            });
            let mut names = path.names.own().map(|name| self.narrow_paths.all(name, path));
            let mut allowing = names.next().unwrap_or_default();
            names.for_each(|others| allowing.retain(|number| others.contains(number)));
            allowing.into_iter().filter(|number| path.names.is_resolved && counts(*number)).for_each(found);
        })
    }

    /// Rows about what is below the path, unless a later row allows all of it.
    fn look_below(&self, subject: &Subject<'_>, path: &JudgedPath, row: Option<usize>, found: &mut TableFound) {
        let allowed_by = row.filter(|number| self.allows(*number));
        let first = |decision: Decision| {
            let counts = |number: usize| {
                let says = self.row(number).is_some_and(|row| row.decision == decision);
                says && allowed_by.is_none_or(|row| row < number) && self.is_about_path(number, subject, path)
            };
            self.wide_paths.first_possible(&path.names, path.certainty, counts).map(|number| (number, shown(path)))
        };
        found.may_deny = found.may_deny.take().or_else(|| first(Decision::Deny));
        found.may_ask = found.may_ask.take().or_else(|| first(Decision::Ask));
    }

    /// The last of the rows without a resource that count and of those that `each` finds to match.
    fn last_of(&self, bare_counts: impl Fn(usize) -> bool, each: impl FnOnce(&mut dyn FnMut(usize))) -> Option<usize> {
        let mut last = self.bare.iter().rev().copied().find(|number| bare_counts(*number));
        each(&mut |number| last = last.max(Some(number)));
        last
    }

    fn names(&self, number: usize, subject: &Subject<'_>) -> bool {
        self.row(number).is_some_and(|row| row.names(subject.tool, subject.family))
    }

    fn allows(&self, number: usize) -> bool {
        self.row(number).is_some_and(TableRule::allows)
    }

    fn has_resource(&self, number: usize) -> bool {
        self.row(number).is_some_and(TableRule::has_resource)
    }

    fn is_about_path(&self, number: usize, subject: &Subject<'_>, path: &JudgedPath) -> bool {
        self.row(number).is_some_and(|row| {
            let names_tool = subject.shell.is_none() && row.names(subject.tool, subject.family);
            names_tool || row.tool.is_way(path)
        })
    }
}

/// What the rows say about the pieces of a call, joined.
#[derive(Debug, Default)]
struct Views {
    strictest: Option<(Decision, usize, String)>,
    /// A piece that needs an allow has none.
    is_open: bool,
}

impl Views {
    /// Adds what the row says about a piece, which may have to be allowed for the whole to be.
    fn add(&mut self, table: &Table, row: Option<usize>, must_allow: bool, on: &str) {
        let Some((number, row)) = row.and_then(|number| Some((number, table.row(number)?))) else {
            self.is_open |= must_allow;
            return;
        };
        // Of two allows, the one without a resource says less.
        let is_stricter = |(known, at, _): &(Decision, usize, String)| {
            *known < row.decision || (*known == row.decision && row.resource.is_none() && table.has_resource(*at))
        };
        if self.strictest.as_ref().is_none_or(is_stricter) {
            self.strictest = Some((row.decision, number, on.to_owned()));
        }
    }

    fn verdict(self) -> Option<(usize, String)> {
        let (decision, number, on) = self.strictest?;
        (decision != Decision::Allow || !self.is_open).then_some((number, on))
    }
}
