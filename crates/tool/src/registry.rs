//! The tools of a run, by name.

use crate::Tool;
use reasonix_model::ToolDefinition;
use std::{collections::BTreeMap, sync::Arc};

/// All tools the model may call. The order the model sees them in is the order of their names, so that the prefix does
/// not depend on who registered first.
#[derive(Default, Clone)]
pub struct Registry {
    tools: BTreeMap<String, Arc<dyn Tool>>,
}

impl Registry {
    /// Adds a tool; a later one of the same name replaces the earlier.
    pub fn insert(&mut self, tool: Arc<dyn Tool>) {
        self.tools.insert(tool.spec().name.clone(), tool);
    }

    /// Keeps only the named tools; an empty list keeps all. Gives back names that no tool has.
    pub fn retain_named(&mut self, names: &[String]) -> Vec<String> {
        if names.is_empty() {
            return Vec::new();
        }
        let unknown = names.iter().filter(|name| !self.tools.contains_key(*name)).cloned().collect();
        self.tools.retain(|name, _| names.contains(name));
        unknown
    }

    /// Takes these out.
    pub fn remove(&mut self, names: &[String]) {
        self.tools.retain(|name, _| !names.contains(name));
    }

    pub fn tools(&self) -> impl Iterator<Item = &Arc<dyn Tool>> {
        self.tools.values()
    }

    pub fn get(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        self.tools.get(name)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.keys().map(String::as_str)
    }

    pub fn definitions(&self) -> Vec<ToolDefinition> {
        self.tools.values().map(|tool| tool.spec().definition()).collect()
    }
}
