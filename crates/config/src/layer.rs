//! One source of configuration, checked: what it sets, where, and what is wrong with it.

use crate::{
    Code, Diagnostic, Environment, Origin, Overrides, Provider, RuleEntry, RuleText, Value,
    conform::{Assignment, Conform, entry_label},
    document::Document,
    key::{self, Key, Kind},
    node::{Content, Node},
    path_rule::Surroundings,
    provider_entry,
    report::Report,
    rule,
    unknown::unknown,
};
use std::path::Path;

/// Which file a layer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    User,
    Project,
}

/// What one source sets.
#[derive(Default)]
pub(crate) struct Checked {
    pub values: Vec<(&'static Key, Value, Origin)>,
    pub lists: Vec<JoinedList>,
    pub rules: Vec<CheckedRule>,
    pub providers: Vec<CheckedProvider>,
    pub diagnostics: Vec<Diagnostic>,
}

/// What one source adds to a list that layers join.
#[derive(Debug)]
pub(crate) struct JoinedList {
    pub key: &'static Key,
    pub items: Vec<RuleText>,
    /// Where the list stands.
    pub origin: Origin,
}

impl JoinedList {
    pub(crate) fn value(&self) -> Value {
        self.items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().into()
    }

    /// Of each string, where it stands in a file.
    pub(crate) fn lines(&self) -> Vec<u32> {
        self.items.iter().filter_map(|item| Some(item.origin.place()?.1)).collect()
    }
}

pub(crate) struct CheckedRule {
    pub rule: RuleEntry,
    /// The entry as it was given, for showing.
    pub given: Value,
}

pub(crate) struct CheckedProvider {
    pub provider: Provider,
    /// The entry as it was given, for showing.
    pub given: Value,
}

/// Checks a file against the keys.
pub(crate) fn check_document(
    document: &Document,
    layer: Layer,
    keys: &'static [Key],
    environment: &Environment,
    workspace: &Path,
) -> Checked {
    let parsed = document.parse();
    let around = Surroundings {
        environment,
        workspace,
        folder: document.file.parent().unwrap_or(workspace),
        is_project: layer == Layer::Project,
    };
    let mut report = Report::new(Some(document));
    let mut assigned = Vec::new();
    Conform { around, report: &mut report }.section(keys, "", parsed.fields, &mut assigned);
    refuse_conflicts(&assigned, &mut report);
    let origin = |offset| {
        let (file, line) = (document.file.clone(), document.line(offset));
        match layer {
            Layer::User => Origin::User { file, line },
            Layer::Project => Origin::Project { file, line },
        }
    };
    let mut checked = Checked::default();
    for Assignment { key, offset, node } in assigned {
        match (key.path, &node.content) {
            ("providers", Content::List(entries)) => {
                checked.providers = check_providers(key.path, entries, document, &origin, &mut report);
            }
            ("permissions.rules", Content::List(entries)) => {
                let rules = rule::entries(key.path, entries, origin, &mut report);
                let rules =
                    rules.into_iter().filter_map(|(rule, node)| Some(CheckedRule { rule, given: node.plain()? }));
                checked.rules = rules.collect();
            }
            _ if matches!(key.kind, Kind::Joined) => {
                checked.lists.push(JoinedList { key, items: rule::texts(&node, origin), origin: origin(offset) });
            }
            _ => checked.values.extend(node.plain().map(|value| (key, value, origin(offset)))),
        }
    }
    checked.diagnostics = report.finish();
    if let Some(first) = parsed.syntax_errors.first() {
        // Behind the first syntax error the parser guesses, and an entry may lack what stands there.
        checked.diagnostics.retain(|found| found.line < first.line && found.code != Code::MissingField);
        checked.diagnostics.extend(parsed.syntax_errors);
        checked = Checked { diagnostics: checked.diagnostics, ..Checked::default() };
    }
    checked
}

/// Checks what the command line sets.
pub(crate) fn check_overrides(
    overrides: &Overrides,
    keys: &'static [Key],
    environment: &Environment,
    workspace: &Path,
) -> Checked {
    let around = Surroundings { environment, workspace, folder: &environment.current_folder, is_project: false };
    let mut report = Report::new(None);
    let mut checked = Checked::default();
    for (path, value) in &overrides.0 {
        let Some(key) = key::find(keys, path) else {
            report.add(0, Diagnostic { severity: crate::Severity::Error, ..unknown(keys, path) });
            continue;
        };
        if matches!(key.kind, Kind::Tables { .. }) {
            report.add(0, Diagnostic::error(Code::NotAValue).with("key", path));
            continue;
        }
        let fitting = Conform { around, report: &mut report }.value(path, key, Node::placeless(value));
        let Some(node) = fitting else { continue };
        if matches!(key.kind, Kind::Joined) {
            let items = rule::texts(&node, |_| Origin::Flag);
            checked.lists.push(JoinedList { key, items, origin: Origin::Flag });
        } else {
            checked.values.extend(node.plain().map(|value| (key, value, Origin::Flag)));
        }
    }
    checked.diagnostics = report.finish();
    checked
}

fn refuse_conflicts(assigned: &[Assignment], report: &mut Report<'_>) {
    let set = |path| assigned.iter().find(|assignment| assignment.key.path == path);
    if let (Some(text), Some(file)) = (set("agent.system_prompt"), set("agent.system_prompt_file")) {
        let problem = Diagnostic::error(Code::Conflict).with("key", file.key.path).with("other", text.key.path);
        report.add(file.offset, problem);
    }
}

fn check_providers(
    path: &str,
    entries: &[Node],
    document: &Document,
    origin: &impl Fn(usize) -> Origin,
    report: &mut Report<'_>,
) -> Vec<CheckedProvider> {
    let mut names: Vec<(&str, usize)> = Vec::new();
    let mut checked = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let Content::Table(fields) = &entry.content else { continue };
        let name = crate::node::text(fields, "name");
        if let Some(name) = name {
            if let Some((_, first)) = names.iter().find(|(known, _)| *known == name) {
                let problem = Diagnostic::error(Code::DuplicateProvider).with("provider", name);
                report.add(entry.offset, problem.with("first_line", document.line(*first)));
                continue;
            }
            names.push((name, entry.offset));
        }
        let label = entry_label(path, index, fields);
        if let Some(provider) = provider_entry::build(report, &label, entry, origin(entry.offset)) {
            checked.extend(entry.plain().map(|given| CheckedProvider { provider, given }));
        }
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Platform,
        key::{Scope, Standard},
    };

    static PERSONAL: &[Key] = &[Key {
        path: "serve.token",
        kind: Kind::Text,
        default: Standard::Unset,
        scope: Scope::User,
        doc: "For the test.",
    }];

    #[test]
    fn a_project_cannot_set_what_is_the_users() {
        let environment = Environment {
            variables: std::collections::BTreeMap::new(),
            home: None,
            current_folder: "/".into(),
            platform: Platform::Unix,
        };
        let check = |layer, values: usize, expected: &[&str]| {
            let document = Document::new(Path::new("c.toml").into(), "[serve]\ntoken = 'x'\n".to_owned());
            let checked = check_document(&document, layer, PERSONAL, &environment, Path::new("/"));
            assert_eq!(checked.values.len(), values);
            assert_eq!(checked.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
        };
        check(Layer::User, 1, &[]);
        check(Layer::Project, 0, &[r#"c.toml:2:1:config_user_only key="serve.token""#]);
    }
}
