//! Makes the permission policy out of the configuration. A rule that cannot be read is an error with its file and line,
//! never skipped.

use reasonix_config::{Locations, Origin, RuleDecision, RuleKind, RuleText, Settings};
use reasonix_permission::{
    PlanGate,
    paths::{PathSpec, Places, PlacesSpec},
    rules::{Kind, Rule, RuleLists, TableRule},
};
use reasonix_protocol::{Decision, Problem};
use reasonix_tool::{DiskFacts, PolicyBook, Workspace};
use std::path::PathBuf;

/// A policy with what is to be told about its rules.
pub(crate) struct Policy {
    pub book: PolicyBook,
    pub errors: Vec<Problem>,
    pub warnings: Vec<Problem>,
}

/// Reads the rules of the configuration. Wherever an error stands, the rule is missing, so that a run with errors must
/// not go on.
pub(crate) fn policy(
    settings: &Settings,
    locations: &Locations,
    workspace: &Workspace,
    forbid_read: &[PathBuf],
    tools: &[&str],
) -> Policy {
    let mut reader = Reader { tools, errors: Vec::new(), warnings: Vec::new() };
    let permissions = &settings.permissions;
    let mut lists = RuleLists {
        allow: reader.rules(Decision::Allow, &permissions.allow),
        ask: reader.rules(Decision::Ask, &permissions.ask),
        deny: reader.rules(Decision::Deny, &permissions.deny),
    };
    let tables = reader.tables(settings);
    let mut protected = reader.patterns(&permissions.protected_paths);
    // A secret that is only listed by the user is protected from reading as well, by an ask rule.
    let credentials = reader.patterns(&permissions.credential_paths);
    protected.extend(credentials);
    let places = Places::new(
        &PlacesSpec {
            cwd: workspace.root(),
            home: workspace.home(),
            workspace: workspace.root(),
            extra_roots: workspace.roots().get(1..).unwrap_or_default(),
            managed: &[locations.config_file(), locations.env_file()],
            state: &[locations.sessions(), locations.logs(), locations.state.join("projects")],
            own: &[locations.home.clone(), locations.state.clone(), locations.cache.clone()],
            forbid_read,
            protected: &protected,
        },
        &DiskFacts,
    );
    lists.ask.extend(credential_rules(&permissions.credential_paths));
    let book = PolicyBook {
        lists,
        tables,
        places,
        plan_gate: match settings.agent.plan_gate {
            reasonix_config::PlanGate::Strict => PlanGate::Strict,
            reasonix_config::PlanGate::Workflow => PlanGate::Workflow,
        },
        plan_allowed_tools: settings.agent.plan_mode_allowed_tools.clone(),
        trusted_read_only_tools: settings.agent.trusted_read_only_tools.clone(),
        allow_dynamic_bash: permissions.allow_dynamic_bash,
        outputs: Some(locations.sessions()),
    };
    Policy { book, errors: reader.errors, warnings: reader.warnings }
}

struct Reader<'a> {
    /// The names that rules may speak of.
    tools: &'a [&'a str],
    errors: Vec<Problem>,
    warnings: Vec<Problem>,
}

impl Reader<'_> {
    fn rules(&mut self, decision: Decision, texts: &[RuleText]) -> Vec<Rule> {
        let mut rules = Vec::new();
        for written in texts {
            match Rule::parse_for(decision, &written.text) {
                Ok(rule) => {
                    let warnings = rule.warnings(decision, self.tools).into_iter();
                    self.warnings.extend(warnings.map(|warning| at(warning.problem(&written.text), &written.origin)));
                    rules.push(rule);
                }
                Err(error) => self.errors.push(at(error.problem(), &written.origin)),
            }
        }
        rules
    }

    fn tables(&mut self, settings: &Settings) -> Vec<TableRule> {
        let mut tables = Vec::new();
        for entry in &settings.permissions.rules {
            let kind = entry.kind.map(|kind| match kind {
                RuleKind::Read => Kind::Read,
                RuleKind::Edit => Kind::Edit,
                RuleKind::Execute => Kind::Execute,
            });
            let decision = match entry.decision {
                RuleDecision::Allow => Decision::Allow,
                RuleDecision::Ask => Decision::Ask,
                RuleDecision::Deny => Decision::Deny,
            };
            match TableRule::new(&entry.tool, entry.resource.as_deref(), kind, decision) {
                Ok(rule) => tables.push(rule),
                Err(error) => self.errors.push(at(error.problem(), &entry.origin)),
            }
        }
        tables
    }

    fn patterns(&mut self, texts: &[RuleText]) -> Vec<PathSpec> {
        let mut patterns = Vec::new();
        for written in texts {
            match PathSpec::parse(&written.text) {
                Ok(pattern) => patterns.push(pattern),
                Err(error) => {
                    let problem = Problem::new("path_pattern_invalid").with("pattern", &written.text);
                    self.errors.push(at(problem.with("reason", error), &written.origin));
                }
            }
        }
        patterns
    }
}

/// Reading a file that the user calls a credential asks.
fn credential_rules(texts: &[RuleText]) -> Vec<Rule> {
    texts.iter().filter_map(|written| Rule::parse(&format!("Read({})", written.text)).ok()).collect()
}

fn at(problem: Problem, origin: &Origin) -> Problem {
    match origin.place() {
        Some((file, line)) => problem.with("file", file.display()).with("line", line),
        None => problem,
    }
}
