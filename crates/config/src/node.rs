//! Parsed values that remember the byte offset they stand at, the form that checking works on.

use crate::Value;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub offset: usize,
    pub content: Content,
}

#[derive(Debug, Clone)]
pub(crate) enum Content {
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Field>),
    /// A value that no key takes, by what it is. Checking also leaves it where a value was refused.
    Foreign(&'static str),
}

#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub name: String,
    pub offset: usize,
    pub node: Node,
}

impl Node {
    /// A value that does not come from a file.
    pub(crate) fn placeless(value: &Value) -> Self {
        let content = match value {
            Value::Bool(value) => Content::Bool(*value),
            Value::Integer(value) => Content::Integer(*value),
            Value::Float(value) => Content::Float(*value),
            Value::Text(value) => Content::Text(value.clone()),
            Value::List(items) => Content::List(items.iter().map(Self::placeless).collect()),
            Value::Table(entries) => Content::Table(
                entries
                    .iter()
                    .map(|(name, value)| Field { name: name.clone(), offset: 0, node: Self::placeless(value) })
                    .collect(),
            ),
        };
        Self { offset: 0, content }
    }

    /// The value without its places. Foreign values are left out; checking has refused them before.
    pub(crate) fn plain(&self) -> Option<Value> {
        Some(match &self.content {
            Content::Bool(value) => Value::Bool(*value),
            Content::Integer(value) => Value::Integer(*value),
            Content::Float(value) => Value::Float(*value),
            Content::Text(value) => Value::Text(value.clone()),
            Content::List(items) => Value::List(items.iter().filter_map(Self::plain).collect()),
            Content::Table(fields) => Value::Table(
                fields.iter().filter_map(|field| Some((field.name.clone(), field.node.plain()?))).collect(),
            ),
            Content::Foreign(_) => return None,
        })
    }
}

impl Content {
    /// What it is, in the words of TOML.
    pub(crate) fn found(&self) -> &'static str {
        match self {
            Self::Bool(_) => "boolean",
            Self::Integer(_) => "integer",
            Self::Float(_) => "float",
            Self::Text(_) => "string",
            Self::List(_) => "array",
            Self::Table(_) => "table",
            Self::Foreign(what) => what,
        }
    }
}

/// The entries of a parsed table, in the order of the file.
pub(crate) fn fields(table: DeTable<'_>) -> Vec<Field> {
    let mut fields: Vec<Field> = table
        .into_iter()
        .map(|(name, value)| {
            let offset = name.span().start;
            Field { name: name.into_inner().into_owned(), offset, node: node(value) }
        })
        .collect();
    fields.sort_by_key(|field| field.offset);
    fields
}

fn node(value: Spanned<DeValue<'_>>) -> Node {
    let offset = value.span().start;
    let content = match value.into_inner() {
        DeValue::String(text) => Content::Text(text.into_owned()),
        DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
            .map_or(Content::Foreign("integer beyond 64 bits"), Content::Integer),
        DeValue::Float(float) => float.as_str().parse().map_or(Content::Foreign("float"), Content::Float),
        DeValue::Boolean(value) => Content::Bool(value),
        DeValue::Datetime(_) => Content::Foreign("datetime"),
        DeValue::Array(items) => Content::List(items.into_iter().map(node).collect()),
        DeValue::Table(table) => Content::Table(fields(table)),
    };
    Node { offset, content }
}

/// The field of this name.
pub(crate) fn field<'a>(fields: &'a [Field], name: &str) -> Option<&'a Field> {
    fields.iter().find(|field| field.name == name)
}

/// Whether there is a field of this name that has been refused already.
pub(crate) fn is_refused(fields: &[Field], name: &str) -> bool {
    matches!(field(fields, name), Some(Field { node: Node { content: Content::Foreign(_), .. }, .. }))
}

/// The string of this name.
pub(crate) fn text<'a>(fields: &'a [Field], name: &str) -> Option<&'a str> {
    match &field(fields, name)?.node.content {
        Content::Text(text) => Some(text),
        _ => None,
    }
}

pub(crate) fn integer(fields: &[Field], name: &str) -> Option<i64> {
    match field(fields, name)?.node.content {
        Content::Integer(value) => Some(value),
        _ => None,
    }
}

pub(crate) fn float(fields: &[Field], name: &str) -> Option<f64> {
    match field(fields, name)?.node.content {
        Content::Float(value) => Some(value),
        _ => None,
    }
}

pub(crate) fn is_true(fields: &[Field], name: &str) -> bool {
    matches!(field(fields, name), Some(Field { node: Node { content: Content::Bool(true), .. }, .. }))
}

/// The fields of the table of this name; none if there is no such table.
pub(crate) fn table<'a>(fields: &'a [Field], name: &str) -> &'a [Field] {
    match field(fields, name).map(|field| &field.node.content) {
        Some(Content::Table(inner)) => inner,
        _ => &[],
    }
}

/// The strings of the list of this name, each once.
pub(crate) fn texts<'a>(fields: &'a [Field], name: &str) -> Vec<&'a str> {
    let Some(Content::List(items)) = field(fields, name).map(|field| &field.node.content) else { return Vec::new() };
    let mut texts = Vec::with_capacity(items.len());
    for item in items {
        if let Content::Text(text) = &item.content
            && !texts.contains(&text.as_str())
        {
            texts.push(text.as_str());
        }
    }
    texts
}
