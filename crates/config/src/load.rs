//! Loads the layers and merges them: flag over project over user over default, each value with its origin.

use crate::{
    Code, ConfigError, Diagnostic, Environment, Locations, Origin, PROJECT_FILE, Settings, Value,
    document::Document,
    key::{self, Key, Kind},
    layer::{Checked, CheckedProvider, CheckedRule, Layer, check_document, check_overrides},
    resolved::Resolved,
    settings,
    table::KEYS,
};
use std::path::{Path, PathBuf};

/// Where the configuration of one run comes from.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    pub locations: &'a Locations,
    /// Absolute.
    pub workspace: &'a Path,
    pub environment: &'a Environment,
}

impl Sources<'_> {
    /// The file of a layer, whether it exists or not.
    pub fn file(&self, layer: Layer) -> PathBuf {
        match layer {
            Layer::User => self.locations.config_file(),
            Layer::Project => self.workspace.join(PROJECT_FILE),
        }
    }
}

/// What the command line sets, by key.
#[derive(Debug, Clone, Default)]
pub struct Overrides(pub(crate) Vec<(String, Value)>);

impl Overrides {
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.push((key.to_owned(), value.into()));
        self
    }
}

/// Whether the project has a say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProjectFile {
    #[default]
    Read,
    /// For a checkout that must not be trusted.
    Ignore,
}

/// A configuration as far as it could be understood. Wherever something is wrong, the next lower layer holds.
#[derive(Debug)]
pub struct Loaded {
    pub settings: Settings,
    /// Errors and warnings, the user's file first, each file in the order of its lines.
    pub diagnostics: Vec<Diagnostic>,
    values: Resolved,
    rules: Vec<(Value, Origin)>,
    providers: Vec<(String, Value, Origin)>,
}

/// One row of `config show`.
#[derive(Debug, Clone, PartialEq)]
pub struct Effective {
    /// Dotted; a provider's fields stand under `providers.<name>`, an ordered rule under its number from 1.
    pub key: String,
    /// `None` where nothing is set and there is no default. Header values are masked.
    pub value: Option<Value>,
    pub origin: Origin,
    /// Of a list that layers join: the line of each of its strings, where they stand in a file.
    pub lines: Vec<u32>,
}

impl Loaded {
    /// The settings and the warnings, or everything that was found if there is an error among it.
    pub fn into_result(self) -> Result<(Settings, Vec<Diagnostic>), ConfigError> {
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return Err(ConfigError::Invalid(self.diagnostics));
        }
        Ok((self.settings, self.diagnostics))
    }

    /// Every key with its value and where that comes from, the keys of the table first, then the ordered rules and the
    /// providers. A list that layers join has a row for each layer that adds to it.
    pub fn effective(&self) -> Vec<Effective> {
        let single = KEYS.iter().filter(|key| !matches!(key.kind, Kind::Tables { .. }));
        let keys = single.flat_map(|key| self.values.rows(key));
        let rules = self.rules.iter().enumerate().map(|(index, (given, origin))| Effective {
            key: format!("permissions.rules[{}]", index + 1),
            value: Some(given.clone()),
            origin: origin.clone(),
            lines: Vec::new(),
        });
        keys.chain(rules).chain(self.providers.iter().flat_map(provider_rows)).collect()
    }

    /// A key as somebody who edits `layer` wants to see it: what holds; of a list that layers join, what this layer
    /// adds. `None` if there is no such key.
    pub fn seen_from(&self, layer: Layer, key: &str) -> Option<Effective> {
        let is_joined = key::find(KEYS, key).is_some_and(|key| matches!(key.kind, Kind::Joined));
        let mut rows = self.effective().into_iter().filter(|row| row.key == key);
        if !is_joined {
            return rows.next().or_else(|| self.name_below(key));
        }
        let own = rows.find(|row| row.origin.layer() == Some(layer));
        own.or_else(|| {
            let (value, origin) = (Some(Value::List(Vec::new())), Origin::Default);
            Some(Effective { key: key.to_owned(), value, origin, lines: Vec::new() })
        })
    }

    /// A name of a key that holds names.
    fn name_below(&self, path: &str) -> Option<Effective> {
        let (key, name) = key::find_name(KEYS, path)?;
        let (Value::Table(entries), origin) = self.values.set(key.path)? else { return None };
        let (_, value) = entries.iter().find(|(known, _)| Some(known.as_str()) == name)?;
        let (value, origin) = (Some(value.clone()), origin.clone());
        Some(Effective { key: path.to_owned(), value, origin, lines: Vec::new() })
    }

    /// Where the value of a key comes from that no layers join.
    pub fn origin(&self, key: &str) -> Origin {
        self.values.set(key).map_or(Origin::Default, |(_, origin)| origin.clone())
    }
}

/// Reads and merges all layers. Never fails as a whole: what is wrong stands in the result's diagnostics.
pub fn load(sources: &Sources<'_>, project: ProjectFile, overrides: &Overrides) -> Loaded {
    merge(sources, project, overrides, None)
}

/// As [`load`], with a text in the place of one layer's file: what would hold if it were saved.
pub fn load_with(sources: &Sources<'_>, overrides: &Overrides, layer: Layer, text: &str) -> Loaded {
    merge(sources, ProjectFile::Read, overrides, Some((layer, text)))
}

fn merge(sources: &Sources<'_>, project: ProjectFile, overrides: &Overrides, instead: Option<(Layer, &str)>) -> Loaded {
    let read = |layer| match instead {
        Some((replaced, text)) if replaced == layer => check_text(sources, layer, text),
        _ => read_layer(sources, layer),
    };
    let mut user = read(Layer::User);
    let mut project = match project {
        ProjectFile::Read => read(Layer::Project),
        ProjectFile::Ignore => Checked::default(),
    };
    let mut flags = check_overrides(overrides, KEYS, sources.environment, sources.workspace);

    let mut diagnostics = std::mem::take(&mut user.diagnostics);
    diagnostics.append(&mut project.diagnostics);
    diagnostics.append(&mut flags.diagnostics);
    diagnostics.extend(withhold_keys(&user.providers, &mut project.providers));

    let merged = merge_providers(user.providers, project.providers);
    let mut values = Resolved::default();
    values.lay(user.values, user.lists);
    diagnostics.extend(keep_walls(&mut project.values, &values));
    let below_project = values.set("default_model").cloned();
    values.lay(project.values, project.lists);
    let providers: Vec<_> = merged.iter().map(|checked| checked.provider.clone()).collect();
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.extend(values.drop_unserved_model(below_project, &providers));
    }
    values.lay(flags.values, flags.lists);
    values.keep_one_prompt();

    let (rules, shown_rules) = user.rules.into_iter().chain(project.rules).map(with_origin).unzip();
    let shown = merged.into_iter().map(|CheckedProvider { provider, given }| (provider.name, given, provider.origin));
    let shown = shown.collect();
    let settings = settings::build(&values, rules, providers, sources.workspace);
    Loaded { settings, diagnostics, values, rules: shown_rules, providers: shown }
}

fn with_origin(CheckedRule { rule, given }: CheckedRule) -> (crate::RuleEntry, (Value, Origin)) {
    let origin = rule.origin.clone();
    (rule, (given, origin))
}

fn read_layer(sources: &Sources<'_>, layer: Layer) -> Checked {
    match Document::read(&sources.file(layer)) {
        Ok(None) => Checked::default(),
        Ok(Some(document)) => check_document(&document, layer, KEYS, sources.environment, sources.workspace),
        Err(diagnostic) => Checked { diagnostics: vec![diagnostic], ..Checked::default() },
    }
}

fn check_text(sources: &Sources<'_>, layer: Layer, text: &str) -> Checked {
    let document = Document::new(sources.file(layer).as_path().into(), text.to_owned());
    check_document(&document, layer, KEYS, sources.environment, sources.workspace)
}

/// The project's entries first, then those of the user that no project entry replaces: a bare model name means the
/// first provider that lists it, and the project outranks the user.
fn merge_providers(user: Vec<CheckedProvider>, project: Vec<CheckedProvider>) -> Vec<CheckedProvider> {
    let mut merged = project;
    for entry in user {
        if !merged.iter().any(|known| known.provider.name == entry.provider.name) {
            merged.push(entry);
        }
    }
    merged
}

/// A project may name any key of the user's, so a checkout could send one anywhere. A key goes where the user's own entries
/// send it and nowhere else.
fn withhold_keys(user: &[CheckedProvider], project: &mut [CheckedProvider]) -> Vec<Diagnostic> {
    let withhold = |CheckedProvider { provider, .. }: &mut CheckedProvider| {
        let variable = provider.api_key_env.clone()?;
        let owners = || user.iter().filter(|own| own.provider.api_key_env.as_ref() == Some(&variable));
        let is_owners = |recipient: &String| owners().any(|own| own.provider.recipients().any(|own| own == *recipient));
        let stranger = provider.recipients().find(|recipient| !is_owners(recipient))?;
        provider.key_withheld = true;
        let Origin::Project { file, line } = &provider.origin else { return None };
        let warning = Diagnostic::warning(Code::ProjectUsesKey).with("provider", &provider.name);
        Some(warning.with("variable", variable).with("recipient", stranger).in_file(&**file).at(*line, 1))
    };
    project.iter_mut().filter_map(withhold).collect()
}

/// Higher is stricter.
type Strictness = fn(&Value) -> u8;

/// What a checkout may make stricter and not laxer, with how strict a value is: whoever wants less says so in the own
/// file.
const WALLS: [(&str, Strictness); 4] = [
    ("sandbox.bash", |value| u8::from(*value == Value::from("enforce"))),
    ("sandbox.network", |value| u8::from(*value == Value::Bool(false))),
    ("permissions.mode", |value| match value {
        Value::Text(mode) if mode == "deny" => 2,
        Value::Text(mode) if mode == "ask" => 1,
        _ => 0,
    }),
    ("permissions.allow_dynamic_bash", |value| u8::from(*value == Value::Bool(false))),
];

/// Takes out of a project's values what is laxer than what holds without it.
fn keep_walls(project: &mut Vec<(&'static Key, Value, Origin)>, below: &Resolved) -> Vec<Diagnostic> {
    let loosens = |(key, value, _): &(&'static Key, Value, Origin)| {
        let wall = WALLS.iter().find(|(path, _)| key.path == *path);
        wall.is_some_and(|(path, strictness)| below.get(path).is_some_and(|held| strictness(value) < strictness(&held)))
    };
    let warning = |(key, _, origin): (&'static Key, Value, Origin)| {
        let (file, line) = origin.place()?;
        Some(Diagnostic::warning(Code::ProjectLoosens).with("key", key.path).in_file(file).at(line, 1))
    };
    project.extract_if(.., |given| loosens(given)).filter_map(warning).collect()
}

fn provider_rows((name, given, origin): &(String, Value, Origin)) -> Vec<Effective> {
    let Value::Table(entries) = given else { return Vec::new() };
    let row = |(field, value): &(String, Value)| Effective {
        key: format!("providers.{name}.{field}"),
        value: Some(if field == "headers" { masked(value) } else { value.clone() }),
        origin: origin.clone(),
        lines: Vec::new(),
    };
    entries.iter().map(row).collect()
}

fn masked(headers: &Value) -> Value {
    match headers {
        Value::Table(entries) => Value::Table(entries.iter().map(|(name, _)| (name.clone(), "***".into())).collect()),
        other => other.clone(),
    }
}
