//! Changes a configuration file and leaves everything else in it as it is, byte for byte: comments, order, spaces and
//! line ends. A change is judged by the key table before anything is written, and a file that does not parse is never
//! touched.

mod list;
mod provider;
mod text;
mod whole;

pub use whole::Whole;

use crate::{
    Code, ConfigError, Diagnostic, Layer, Severity, Sources, Value,
    conform::Conform,
    document::{Document, read_failure},
    edit::text::Blocked,
    file,
    key::{self, Key, Kind, Scope},
    layer::check_document,
    node::Node,
    path_rule::Surroundings,
    replace::{Access, UpdateError, update},
    report::Report,
    syntax::is_of_syntax,
    table::{KEYS, PROVIDER},
    unknown::unknown,
};
use std::path::{Path, PathBuf};

/// Edits one layer's file.
pub struct Edit<'a> {
    sources: Sources<'a>,
    layer: Layer,
    file: PathBuf,
}

impl<'a> Edit<'a> {
    pub fn new(sources: Sources<'a>, layer: Layer) -> Self {
        Self { sources, layer, file: sources.file(layer) }
    }

    /// The file that is edited; it is created when something is set.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Sets a key. Tells whether the file changed.
    pub fn set(&self, key: &str, value: &Value) -> Result<bool, ConfigError> {
        let path = self.path_for(key, value)?;
        self.change(|text| text::set(text, &path, value))
    }

    /// What the file would hold after [`Self::set_typed`]; nothing is written. Not for providers' fields.
    pub fn text_with(&self, key: &str, typed: &str) -> Result<String, ConfigError> {
        let value = self.value_typed(key, typed)?;
        let path = self.path_for(key, &value)?;
        self.edited(&self.read()?.text, |text| text::set(text, &path, &value))
    }

    /// Sets a key to what a person typed: TOML, except that a string is taken as it stands and a list of one needs no
    /// brackets. A provider's field is called `providers.<name>.<field>`, as [`crate::Loaded::effective`] lists it.
    pub fn set_typed(&self, key: &str, typed: &str) -> Result<bool, ConfigError> {
        if let Some((name, field)) = provider_field(key) {
            let kind = key::find(PROVIDER, field).map_or(&Kind::Text, |field| &field.kind);
            return self.set_provider(name, &[(field, Some(Value::typed(kind, typed)))]);
        }
        self.set(key, &self.value_typed(key, typed)?)
    }

    fn value_typed(&self, key: &str, typed: &str) -> Result<Value, ConfigError> {
        Ok(match self.settable(key)? {
            (_, Some(_)) => Value::from(typed),
            (known, None) => Value::typed(&known.kind, typed),
        })
    }

    /// Where in the file a key stands, if it may be set to the value.
    fn path_for<'p>(&self, key: &'p str, value: &Value) -> Result<Vec<&'p str>, ConfigError> {
        let (known, name) = self.settable(key)?;
        match name {
            None => self.judge(known, value)?,
            Some(name) => self.judge(known, &Value::Table(vec![(name.to_owned(), value.clone())]))?,
        }
        Ok(segments(known, name))
    }

    /// Adds texts to the end of a list, those that are not in it. Where the file has no such list, it gets one that begins
    /// with `otherwise`. Tells whether the file changed.
    pub fn add_to_list(&self, key: &str, added: &[String], otherwise: &[String]) -> Result<bool, ConfigError> {
        let (known, name) = self.settable(key)?;
        let path = segments(known, name);
        let list = |text: &str| {
            let mut list = text::strings(text, &path).unwrap_or_else(|| otherwise.to_vec());
            let before = list.len();
            list.extend(added.iter().filter(|item| !list.contains(item)).cloned().collect::<Vec<_>>());
            let value = Value::List(list.iter().map(|item| Value::from(item.as_str())).collect());
            (value, list.len() > before)
        };
        self.judge(known, &list("").0)?;
        self.change(|text| match list(text) {
            (value, true) => text::set(text, &path, &value),
            (_, false) => Ok(text.to_owned()),
        })
    }

    /// Removes a key with its line. Tells whether it was there. Providers' fields are called as in [`Self::set_typed`].
    pub fn unset(&self, key: &str) -> Result<bool, ConfigError> {
        if let Some((name, field)) = provider_field(key) {
            return self.set_provider(name, &[(field, None)]);
        }
        let (known, name) = self.settable(key)?;
        let path = segments(known, name);
        self.change(|text| text::unset(text, &path))
    }

    /// Sets (`Some`) and removes (`None`) fields of the `[[providers]]` entry of this name and leaves its other fields
    /// alone. A missing entry is added. Tells whether the file changed.
    pub fn set_provider(&self, name: &str, changes: &[(&str, Option<Value>)]) -> Result<bool, ConfigError> {
        provider::judge_fields(name, changes)?;
        self.change(|text| provider::set(text, name, changes))
    }

    /// Removes the `[[providers]]` entry of this name. Tells whether there was one.
    pub fn remove_provider(&self, name: &str) -> Result<bool, ConfigError> {
        self.change(|text| provider::remove_entry(text, name))
    }

    /// The key, if this layer may set it to a value, and the name below it that is meant where it holds names.
    fn settable<'p>(&self, path: &'p str) -> Result<(&'static Key, Option<&'p str>), ConfigError> {
        let refused = |diagnostic: Diagnostic| {
            ConfigError::from(Diagnostic { severity: Severity::Error, ..diagnostic.in_file(&self.file) })
        };
        let whole = key::find(KEYS, path).map(|key| (key, None));
        let (key, name) = whole.or_else(|| key::find_name(KEYS, path)).ok_or_else(|| refused(unknown(KEYS, path)))?;
        if matches!(key.kind, Kind::Tables { .. }) {
            return Err(refused(Diagnostic::error(Code::NotAValue).with("key", path)));
        }
        if key.scope == Scope::User && self.layer == Layer::Project {
            return Err(refused(Diagnostic::error(Code::UserOnly).with("key", path)));
        }
        Ok((key, name))
    }

    fn judge(&self, key: &'static Key, value: &Value) -> Result<(), ConfigError> {
        let around = Surroundings {
            environment: self.sources.environment,
            workspace: self.sources.workspace,
            folder: self.file.parent().unwrap_or(self.sources.workspace),
            is_project: self.layer == Layer::Project,
        };
        let mut report = Report::new(None);
        let fitting = Conform { around, report: &mut report }.value(key.path, key, Node::placeless(value));
        let mut found = report.finish();
        if fitting.is_none() && found.is_empty() {
            found.push(Diagnostic::error(Code::Empty).with("key", key.path));
        }
        if found.iter().any(Diagnostic::is_error) { Err(ConfigError::Invalid(found)) } else { Ok(()) }
    }

    /// Applies an edit to the file. Tells whether it changed.
    fn change(&self, edit: impl Fn(&str) -> Result<String, Blocked>) -> Result<bool, ConfigError> {
        let read = |path: &Path| file::read(path).map_err(|failure| ConfigError::from(read_failure(failure, path)));
        let apply = |before: Option<&str>| {
            let before = before.unwrap_or("");
            let after = self.edited(before, &edit)?;
            Ok((after != before).then_some(after))
        };
        update(&self.file, Access::Kept, read, apply).map_err(|error| match error {
            UpdateError::Refused(error) => error,
            UpdateError::Write(error) => {
                Diagnostic::error(Code::WriteFailed).with("reason", error).in_file(&self.file).into()
            }
            UpdateError::ChangedMeanwhile => Diagnostic::error(Code::ChangedMeanwhile).in_file(&self.file).into(),
        })
    }

    /// The text after an edit, provided that it parses before and nothing new is wrong after.
    fn edited(&self, before: &str, edit: impl Fn(&str) -> Result<String, Blocked>) -> Result<String, ConfigError> {
        let errors = self.errors(before);
        if errors.iter().any(|error| is_of_syntax(error.code)) {
            return Err(ConfigError::Invalid(errors));
        }
        let after = edit(before).map_err(|blocked| self.explain(&blocked, &errors))?;
        let is_new = |error: &Diagnostic| !errors.iter().any(|known| same(known, error));
        let fresh: Vec<Diagnostic> = self.errors(&after).into_iter().filter(is_new).collect();
        if fresh.is_empty() { Ok(after) } else { Err(unplaced(fresh)) }
    }

    fn errors(&self, text: &str) -> Vec<Diagnostic> {
        let document = Document::new(self.file.as_path().into(), text.to_owned());
        let checked = check_document(&document, self.layer, KEYS, self.sources.environment, self.sources.workspace);
        checked.diagnostics.into_iter().filter(Diagnostic::is_error).collect()
    }

    /// Why an edit cannot be made; a value in the way was reported by the check of the file already.
    fn explain(&self, blocked: &Blocked, errors: &[Diagnostic]) -> ConfigError {
        let Blocked { path } = blocked;
        let in_the_way = errors.iter().find(|error| error.param("key") == Some(path.as_str()));
        let general = || Diagnostic::error(Code::NotAValue).with("key", path).in_file(&self.file);
        in_the_way.cloned().unwrap_or_else(general).into()
    }
}

/// The names from the top of the file to a value.
fn segments<'a>(key: &'static Key, name: Option<&'a str>) -> Vec<&'a str> {
    key.path.split('.').chain(name).collect()
}

/// Name and field of `providers.<name>.<field>`; the name may hold dots.
fn provider_field(key: &str) -> Option<(&str, &str)> {
    key.strip_prefix("providers.")?.rsplit_once('.')
}

fn same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.code == other.code && one.params == other.params
}

/// Errors of a text that was never written have no lines to look at.
fn unplaced(errors: Vec<Diagnostic>) -> ConfigError {
    ConfigError::Invalid(errors.into_iter().map(|error| Diagnostic { line: None, column: None, ..error }).collect())
}
