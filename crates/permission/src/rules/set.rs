//! All rules of a session, ready to be asked about calls.

use super::{
    hit::{Findings, Hit, Origin},
    narrow_list::NarrowList,
    rule::Rule,
    subject::Subject,
    table::{Kind, Table, TableRule},
    wide_list::{Found, WideLists},
};
use crate::{
    Family,
    paths::{Facts, JudgedPath, Places},
};
use reasonix_protocol::Decision;

/// The rules of the three lists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuleLists {
    pub allow: Vec<Rule>,
    pub ask: Vec<Rule>,
    pub deny: Vec<Rule>,
}

/// Rules made ready for given [`Places`]. Looking a call up costs little more than the rules that are like it.
#[derive(Debug, Clone, Default)]
pub struct RuleSet {
    allow: NarrowList,
    wide: WideLists,
    table: Table,
}

impl RuleSet {
    /// `facts` tell where the folders lead in which denials and questions begin.
    pub fn new(lists: &RuleLists, tables: &[TableRule], places: &Places, facts: &dyn Facts) -> Self {
        Self {
            allow: NarrowList::new(&lists.allow, places, facts),
            wide: WideLists::new(&lists.deny, &lists.ask, places, facts),
            table: Table::new(tables, places, facts),
        }
    }

    /// What all rules say about the call.
    pub fn look(&self, subject: &Subject<'_>) -> Findings<'_> {
        self.look_in_lists(subject).join(self.look_in_tables(subject))
    }

    /// What the lists say.
    pub fn look_in_lists(&self, subject: &Subject<'_>) -> Findings<'_> {
        let (found, possible) = (self.wide.matching(subject), self.wide.possible(subject));
        let allow = self.allow.covering(subject).into_iter().map(|found| self.allow_hit(found));
        Findings {
            deny: found.deny.map(|found| self.wide.hit(found)),
            may_deny: possible.deny.map(|found| self.wide.hit(found)),
            ask: found.ask.or(possible.ask).map(|found| self.wide.hit(found)),
            allow: allow.collect(),
            identical: self.allow.identical(subject).map(|found| self.allow_hit(found)),
            bare: self.allow.bare(subject).map(|found| self.allow_hit(found)),
        }
    }

    /// What the tables say: one row decides.
    pub fn look_in_tables(&self, subject: &Subject<'_>) -> Findings<'_> {
        let found = self.table.look(subject);
        let mut findings = Findings {
            may_deny: found.may_deny.and_then(|found| self.table_hit(found)),
            ask: found.may_ask.and_then(|found| self.table_hit(found)),
            ..Findings::default()
        };
        let Some(row) = found.last.as_ref().and_then(|(number, _)| self.table.row(*number)) else { return findings };
        let hit = found.last.and_then(|found| self.table_hit(found));
        match row.decision() {
            Decision::Deny => findings.deny = hit,
            Decision::Ask => findings.ask = hit,
            Decision::Allow if row.has_resource() => findings.allow.extend(hit),
            Decision::Allow => findings.bare = hit,
        }
        findings
    }

    /// The rule that allows this path itself to be touched in its way, whatever touches it. For the paths of shell
    /// commands, which no rule about commands covers.
    pub fn path_allow(&self, path: &JudgedPath) -> Option<Hit<'_>> {
        let listed = self.allow.allowing_path(path).map(|found| self.allow_hit(found));
        listed.or_else(|| self.table.allowing_path(path).and_then(|found| self.table_hit(found)))
    }

    /// What the tables say that the tool does.
    pub fn kind_of(&self, tool: &str, family: Family) -> Option<Kind> {
        self.table.kind_of(tool, family)
    }

    /// The tools of which every call is denied, so that the model need not know them.
    pub fn hidden_tools<'a>(&self, tools: impl IntoIterator<Item = (&'a str, Family)>) -> Vec<&'a str> {
        let is_hidden = |tool: &str, family| self.wide.denies_all(tool, family) || self.table.hides(tool, family);
        tools.into_iter().filter(|(tool, family)| is_hidden(tool, *family)).map(|(tool, _)| tool).collect()
    }

    fn allow_hit(&self, (at, on): Found) -> Hit<'_> {
        Hit { origin: Origin::List(Decision::Allow, at), rule: self.allow.rule(at), on }
    }

    fn table_hit(&self, (at, on): Found) -> Option<Hit<'_>> {
        Some(Hit { origin: Origin::Table(at), rule: self.table.row(at)?.text(), on })
    }
}
