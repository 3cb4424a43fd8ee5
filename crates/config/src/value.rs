//! A configuration value on its own: what flags and edits set and what `config show` shows.

use crate::key::Kind;
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Self>),
    Table(Vec<(String, Self)>),
}

impl Value {
    /// Reads what a person typed for a key of this kind: TOML, except that a string is taken as it stands and a list of
    /// one needs no brackets. What does not fit the kind is left to the check that follows.
    pub(crate) fn typed(kind: &Kind, text: &str) -> Self {
        let trimmed = text.trim();
        match kind {
            Kind::Text | Kind::Url | Kind::KeyName | Kind::Secret | Kind::OneOf(_) | Kind::Path(_) => Self::from(text),
            Kind::Texts | Kind::Words(_) | Kind::Paths(_) | Kind::Joined if !trimmed.starts_with('[') => {
                Self::List(vec![Self::from(text)])
            }
            Kind::Integers { .. } if !trimmed.starts_with('[') => Self::List(vec![Self::parsed(text)]),
            _ => Self::parsed(text),
        }
    }

    /// TOML, or the text itself where it is none.
    fn parsed(text: &str) -> Self {
        let value = text.trim().parse::<toml_edit::Value>().ok();
        value.and_then(|value| Self::of(&value)).unwrap_or_else(|| Self::from(text))
    }

    /// A parsed value; a date is none.
    pub(crate) fn of(value: &toml_edit::Value) -> Option<Self> {
        Some(match value {
            toml_edit::Value::String(text) => Self::Text(text.value().clone()),
            toml_edit::Value::Integer(integer) => Self::Integer(*integer.value()),
            toml_edit::Value::Float(float) => Self::Float(*float.value()),
            toml_edit::Value::Boolean(value) => Self::Bool(*value.value()),
            toml_edit::Value::Datetime(_) => return None,
            toml_edit::Value::Array(items) => Self::List(items.iter().map(Self::of).collect::<Option<_>>()?),
            toml_edit::Value::InlineTable(table) => Self::Table(
                table.iter().map(|(name, value)| Some((name.to_owned(), Self::of(value)?))).collect::<Option<_>>()?,
            ),
        })
    }

    /// The value as TOML on one line.
    pub(crate) fn to_toml(&self) -> toml_edit::Value {
        match self {
            Self::Bool(value) => (*value).into(),
            Self::Integer(value) => (*value).into(),
            Self::Float(value) => (*value).into(),
            Self::Text(value) => value.as_str().into(),
            Self::List(items) => toml_edit::Value::Array(items.iter().map(Self::to_toml).collect()),
            Self::Table(entries) => toml_edit::Value::InlineTable(
                entries.iter().map(|(name, value)| (name.as_str(), value.to_toml())).collect(),
            ),
        }
    }

    /// The value as JSON; a number that JSON cannot hold becomes null, which checking has refused before.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Bool(value) => (*value).into(),
            Self::Integer(value) => (*value).into(),
            Self::Float(value) => (*value).into(),
            Self::Text(value) => value.as_str().into(),
            Self::List(items) => items.iter().map(Self::to_json).collect(),
            Self::Table(entries) => {
                serde_json::Value::Object(entries.iter().map(|(name, value)| (name.clone(), value.to_json())).collect())
            }
        }
    }
}

/// TOML on one line.
impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_toml().decorated("", ""), out)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}
