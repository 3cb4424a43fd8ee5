//! `config`: every effective value with its origin, where the files lie, and changes of them.

use super::config_file;
use crate::wire::{Found, Wired};
use reasonix_config::{ConfigError, Diagnostic, Effective, Layer, Loaded, Origin, Value};
use reasonix_protocol::{
    Problem,
    command::{
        ConfigChangedReply, ConfigLayer, ConfigLocation, ConfigLocationsReply, ConfigSetParams, ConfigShowReply,
        ConfigUnsetParams, ConfigValue, ValueOrigin,
    },
};
use std::path::PathBuf;

/// `found` is of the files as they are, `wired` of what holds.
pub(crate) fn show(wired: &Wired, found: Found) -> ConfigShowReply {
    let values = wired.loaded.effective().into_iter().map(value).collect();
    ConfigShowReply { values, errors: found.errors, warnings: found.warnings }
}

/// The values that somebody set.
pub(crate) fn set_values(wired: &Wired) -> Vec<ConfigValue> {
    wired.loaded.effective().into_iter().filter(|row| row.origin != Origin::Default).map(value).collect()
}

pub(crate) fn locations(wired: &Wired) -> ConfigLocationsReply {
    let locations = &wired.source.locations;
    let listed: [(&str, PathBuf); 8] = [
        ("home", locations.home.clone()),
        ("config_user", wired.source.file(Layer::User)),
        ("config_project", wired.source.file(Layer::Project)),
        ("keys", locations.env_file()),
        ("state", locations.state.clone()),
        ("sessions", locations.sessions()),
        ("logs", locations.logs()),
        ("cache", locations.cache.clone()),
    ];
    let location = |(name, path): (&str, PathBuf)| ConfigLocation {
        name: name.to_owned(),
        path: path.display().to_string(),
        exists: path.exists(),
    };
    ConfigLocationsReply { locations: listed.into_iter().map(location).collect() }
}

pub(crate) fn set(wired: &Wired, params: &ConfigSetParams) -> Result<ConfigChangedReply, Problem> {
    if !params.key.starts_with("providers.") {
        refuse_unreadable(wired, params)?;
    }
    change(wired, params.layer, &params.key, |edit| edit.set_typed(&params.key, &params.value))
}

/// Rules and patterns are texts to the configuration; whether they can be read is known here alone.
fn refuse_unreadable(wired: &Wired, params: &ConfigSetParams) -> Result<(), Problem> {
    let layer = layer_of(params.layer);
    let editor = wired.source.edit(layer);
    let (before, after) = (editor.read(), editor.text_with(&params.key, &params.value));
    let before = before.map_err(|error| first_problem(&error))?.text;
    let after = after.map_err(|error| first_problem(&error))?;
    let errors = |text: &str| config_file::judge(wired, layer, text).0.into_iter().map(unplaced);
    let known: Vec<Problem> = errors(&before).collect();
    errors(&after).find(|error| !known.contains(error)).map_or(Ok(()), Err)
}

/// A text that was never written has no lines to look at.
fn unplaced(mut problem: Problem) -> Problem {
    problem.params.retain(|name, _| name != "line" && name != "column");
    problem
}

pub(crate) fn unset(wired: &Wired, params: &ConfigUnsetParams) -> Result<ConfigChangedReply, Problem> {
    change(wired, params.layer, &params.key, |edit| edit.unset(&params.key))
}

fn change(
    wired: &Wired,
    layer: ConfigLayer,
    key: &str,
    edit: impl FnOnce(&reasonix_config::Edit<'_>) -> Result<bool, ConfigError>,
) -> Result<ConfigChangedReply, Problem> {
    let layer = layer_of(layer);
    let before = effective(&wired.source.load(), layer, key);
    let editor = wired.source.edit(layer);
    let changed = edit(&editor).map_err(|error| first_problem(&error))?;
    let now = effective(&wired.source.load(), layer, key);
    Ok(ConfigChangedReply { file: editor.file().display().to_string(), changed, before, now })
}

pub(crate) const fn layer_of(layer: ConfigLayer) -> Layer {
    match layer {
        ConfigLayer::User => Layer::User,
        ConfigLayer::Project => Layer::Project,
    }
}

fn effective(loaded: &Loaded, layer: Layer, key: &str) -> ConfigValue {
    let found = loaded.seen_from(layer, key);
    value(found.unwrap_or_else(|| Effective {
        key: key.to_owned(),
        value: None,
        origin: Origin::Default,
        lines: Vec::new(),
    }))
}

/// The first error; the others are mostly of the same kind.
pub(crate) fn first_problem(error: &ConfigError) -> Problem {
    let diagnostics = error.diagnostics();
    let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error()).or(diagnostics.first());
    first.map_or_else(|| Problem::new("config_empty"), Diagnostic::problem)
}

fn value(row: Effective) -> ConfigValue {
    ConfigValue {
        key: row.key,
        value: row.value.as_ref().map(json),
        toml: row.value.as_ref().map(Value::to_string),
        origin: origin(&row.origin),
        lines: row.lines,
    }
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Bool(value) => (*value).into(),
        Value::Integer(value) => (*value).into(),
        Value::Float(value) => (*value).into(),
        Value::Text(value) => value.as_str().into(),
        Value::List(items) => items.iter().map(json).collect(),
        Value::Table(entries) => entries.iter().map(|(name, value)| (name.clone(), json(value))).collect(),
    }
}

pub(crate) fn origin(origin: &Origin) -> ValueOrigin {
    match origin {
        Origin::Default => ValueOrigin::Default,
        Origin::Flag => ValueOrigin::Flag,
        Origin::Project { file, line } => ValueOrigin::Project { file: file.display().to_string(), line: *line },
        Origin::User { file, line } => ValueOrigin::User { file: file.display().to_string(), line: *line },
    }
}
