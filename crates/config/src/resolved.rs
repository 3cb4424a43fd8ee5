//! The layers laid over each other: of most keys the highest layer's value holds, some lists are joined.

use crate::{
    Code, Diagnostic, Effective, Origin, Provider, RuleText, Value,
    key::{self, Key, Kind},
    layer::JoinedList,
    model_reference,
    table::KEYS,
};
use std::collections::BTreeMap;

/// What is set, of all layers that have been laid.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    /// The highest layer's value of each key.
    values: BTreeMap<&'static str, (Value, Origin)>,
    /// Of the keys whose lists are joined, the lower layers' first.
    lists: Vec<JoinedList>,
}

impl Resolved {
    /// Adds a layer above those that are there.
    pub(crate) fn lay(&mut self, values: Vec<(&'static Key, Value, Origin)>, lists: Vec<JoinedList>) {
        self.values.extend(values.into_iter().map(|(key, value, origin)| (key.path, (value, origin))));
        self.lists.extend(lists);
    }

    pub(crate) fn set(&self, path: &str) -> Option<&(Value, Origin)> {
        self.values.get(path)
    }

    /// The value that is set, else the default.
    pub(crate) fn get(&self, path: &str) -> Option<Value> {
        self.set(path).map(|(value, _)| value.clone()).or_else(|| key::find(KEYS, path)?.default.value())
    }

    /// The strings of all layers.
    pub(crate) fn joined(&self, path: &str) -> Vec<RuleText> {
        self.lists.iter().filter(|list| list.key.path == path).flat_map(|list| list.items.clone()).collect()
    }

    /// The key with what is set or the default; a row for each layer where layers are joined.
    pub(crate) fn rows(&self, key: &'static Key) -> Vec<Effective> {
        let row = |value, origin| Effective { key: key.path.to_owned(), value, origin, lines: Vec::new() };
        let mut rows: Vec<Effective> = self
            .lists
            .iter()
            .filter(|list| list.key.path == key.path)
            .map(|list| Effective { lines: list.lines(), ..row(Some(list.value()), list.origin.clone()) })
            .collect();
        if rows.is_empty() {
            rows.push(match self.set(key.path) {
                Some((_, origin)) if matches!(key.kind, Kind::Secret) => row(Some("***".into()), origin.clone()),
                Some((value, origin)) => row(Some(value.clone()), origin.clone()),
                None => row(key.default.value(), Origin::Default),
            });
        }
        rows
    }

    /// Both prompts may come from different layers; the higher layer's is meant.
    pub(crate) fn keep_one_prompt(&mut self) {
        let rank = |path: &str| self.set(path).map(|(_, origin)| origin.rank());
        if let (Some(text), Some(file)) = (rank("agent.system_prompt"), rank("agent.system_prompt_file")) {
            self.values.remove(if text < file { "agent.system_prompt" } else { "agent.system_prompt_file" });
        }
    }

    /// A project's default model that no provider serves is ignored: whoever checks it out may have other providers.
    pub(crate) fn drop_unserved_model(
        &mut self,
        below: Option<(Value, Origin)>,
        providers: &[Provider],
    ) -> Option<Diagnostic> {
        let (Value::Text(model), Origin::Project { file, line }) = self.set("default_model")? else { return None };
        if model_reference::find(providers, model).is_some() {
            return None;
        }
        let warning = Diagnostic::warning(Code::ProjectModelUnserved).with("model", model);
        let warning = warning.in_file(&**file).at(*line, 1);
        match below {
            Some(below) => self.values.insert("default_model", below),
            None => self.values.remove("default_model"),
        };
        Some(warning)
    }
}
