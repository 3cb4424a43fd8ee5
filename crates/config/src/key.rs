//! What a configuration key is. The keys themselves stand in `table.rs`.

use crate::Value;

/// One key: the single truth that checking, editing, the reference and the JSON Schema come from.
#[derive(Debug)]
pub(crate) struct Key {
    /// Dotted from the top of the file, or the bare name of a field inside a table.
    pub path: &'static str,
    pub kind: Kind,
    pub default: Standard,
    pub scope: Scope,
    /// One line of English for the reference.
    pub doc: &'static str,
}

/// Who may set a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The user's own file only; in a project file it is ignored with a warning.
    User,
    /// The project's file overrides the user's.
    Project,
}

/// The value of a key that nobody set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Standard {
    /// Nothing; the documentation says what that means.
    Unset,
    /// There is none: the table that the field belongs to needs it.
    Required,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(&'static str),
    EmptyList,
    Integers(&'static [i64]),
    Texts(&'static [&'static str]),
}

/// What a value must be. An empty string counts as an absent key, except inside a list.
#[derive(Debug)]
pub(crate) enum Kind {
    Bool,
    Integer {
        min: i64,
        max: i64,
        /// A value below `min` warns and means the default instead of being an error.
        below_is_default: bool,
    },
    Float {
        min: f64,
        max: f64,
    },
    Text,
    /// `http://` or `https://` with a host and without credentials.
    Url,
    /// The name of a variable in `.env`; never shown, for it may be the secret itself by mistake.
    KeyName,
    OneOf(&'static [&'static str]),
    Path(PathRule),
    Texts,
    Paths(PathRule),
    /// Strings of which those of every layer count, each with its own place.
    Joined,
    /// At least one, none twice.
    Integers {
        min: i64,
        max: i64,
    },
    /// A string that is never shown.
    Secret,
    /// Some of these words, each once.
    Words(&'static [&'static str]),
    /// Names to strings that may be secret, such as HTTP headers.
    Headers,
    /// Names of the user's choice to strings. Each is a key of its own to edits.
    Names,
    /// Any table that JSON can hold.
    Json,
    /// A table with these fields.
    Table(&'static [Key]),
    /// Tables with these fields, by a name of the user's choice.
    TableMap(&'static [Key]),
    /// `[[key]]` tables with these fields.
    Tables {
        fields: &'static [Key],
        /// An unknown field or an empty string is an error: without it the entry would mean more than was meant.
        strict: bool,
    },
}

/// How a configured path becomes an absolute one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathRule {
    pub base: Base,
    /// A leading `~/` is the home folder; without this it is an error.
    pub tilde: bool,
    /// `${VAR}` and `${VAR:-default}` are expanded.
    pub variables: bool,
    /// From a project file it must not leave the workspace.
    pub confined: bool,
    /// A bare name is looked up in `PATH` and stays as it is.
    pub program: bool,
}

/// What a relative path starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    /// The folder of the file that sets it.
    File,
    Workspace,
}

impl Standard {
    pub(crate) fn value(self) -> Option<Value> {
        match self {
            Self::Unset | Self::Required => None,
            Self::Bool(value) => Some(Value::Bool(value)),
            Self::Integer(value) => Some(Value::Integer(value)),
            Self::Float(value) => Some(Value::Float(value)),
            Self::Text(value) => Some(Value::Text(value.to_owned())),
            Self::EmptyList => Some(Value::List(Vec::new())),
            Self::Integers(items) => Some(Value::from(items.to_vec())),
            Self::Texts(items) => Some(Value::from(items.to_vec())),
        }
    }
}

impl Kind {
    /// The type in the words of TOML, for "expected … but found …".
    pub(crate) fn expected(&self) -> &'static str {
        match self {
            Self::Bool => "boolean",
            Self::Integer { .. } => "integer",
            Self::Float { .. } => "number",
            Self::Text | Self::Url | Self::KeyName | Self::Secret | Self::OneOf(_) | Self::Path(_) => "string",
            Self::Texts | Self::Words(_) | Self::Paths(_) | Self::Joined => "array of strings",
            Self::Integers { .. } => "array of integers",
            Self::Headers | Self::Names => "table of strings",
            Self::Json | Self::Table(_) => "table",
            Self::TableMap(_) => "table of tables",
            Self::Tables { .. } => "array of tables",
        }
    }
}

/// The key of exactly this path.
pub(crate) fn find(keys: &'static [Key], path: &str) -> Option<&'static Key> {
    keys.iter().find(|key| key.path == path)
}

/// The key that holds names, and the name, of a path such as `desktop.shortcuts.palette`.
pub(crate) fn find_name<'p>(keys: &'static [Key], path: &'p str) -> Option<(&'static Key, Option<&'p str>)> {
    let mut named = keys.iter().filter(|key| matches!(key.kind, Kind::Names));
    named.find_map(|key| Some((key, Some(path.strip_prefix(key.path)?.strip_prefix('.')?))))
}

/// Whether some key lies below the section `path`.
pub(crate) fn is_section(keys: &[Key], path: &str) -> bool {
    keys.iter().any(|key| key.path.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')))
}
