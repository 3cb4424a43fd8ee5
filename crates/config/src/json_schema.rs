//! The key table as JSON Schema, for editors that complete and check TOML.

use crate::{
    key::{Key, Kind, Standard},
    table::KEYS,
};
use serde_json::{Map, Value, json};

/// The schema (draft 2020-12) of `config.toml` and `reasonix.toml`.
pub fn json_schema() -> Value {
    let mut root = Map::new();
    for key in KEYS {
        let names: Vec<&str> = key.path.split('.').collect();
        insert(&mut root, &names, schema(key));
    }
    let mut schema = object(root);
    schema.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("title".to_owned(), json!("Reasonix configuration"));
    schema.into()
}

fn insert(properties: &mut Map<String, Value>, names: &[&str], schema: Value) {
    let Some((name, rest)) = names.split_first() else { return };
    if rest.is_empty() {
        properties.insert((*name).to_owned(), schema);
        return;
    }
    let section = properties.entry(*name).or_insert_with(|| object(Map::new()).into());
    if let Some(inner) = section.get_mut("properties").and_then(Value::as_object_mut) {
        insert(inner, rest, schema);
    }
}

fn object(properties: Map<String, Value>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), properties.into());
    object.insert("additionalProperties".to_owned(), json!(false));
    object
}

fn schema(key: &Key) -> Value {
    let mut schema = of_kind(&key.kind);
    schema.insert("description".to_owned(), json!(key.doc));
    if let Some(default) = key.default.value() {
        schema.insert("default".to_owned(), default.to_json());
    }
    schema.into()
}

fn of_kind(kind: &Kind) -> Map<String, Value> {
    let schema = match kind {
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Integer { max, below_is_default: true, .. } => json!({ "type": "integer", "maximum": max }),
        Kind::Integer { min, max, .. } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Float { min, max } => json!({ "type": "number", "minimum": min, "maximum": max }),
        Kind::Text | Kind::Secret | Kind::Path(_) => json!({ "type": "string" }),
        Kind::Url => json!({ "type": "string", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://" }),
        Kind::KeyName => json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$" }),
        Kind::OneOf(words) => json!({ "enum": words }),
        Kind::Texts | Kind::Paths(_) | Kind::Joined => {
            json!({ "type": "array", "items": { "type": "string", "minLength": 1 } })
        }
        Kind::Words(words) => json!({ "type": "array", "items": { "enum": words }, "uniqueItems": true }),
        Kind::Integers { min, max } => {
            let item = json!({ "type": "integer", "minimum": min, "maximum": max });
            json!({ "type": "array", "items": item, "minItems": 1, "uniqueItems": true })
        }
        Kind::Headers | Kind::Names => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        Kind::Json => json!({ "type": "object" }),
        Kind::Table(fields) => return table(fields),
        Kind::TableMap(fields) => json!({ "type": "object", "additionalProperties": table(fields) }),
        Kind::Tables { fields, .. } => json!({ "type": "array", "items": table(fields) }),
    };
    schema.as_object().cloned().unwrap_or_default()
}

fn table(fields: &[Key]) -> Map<String, Value> {
    let properties = fields.iter().map(|field| (field.path.to_owned(), schema(field))).collect();
    let required = fields.iter().filter(|field| field.default == Standard::Required);
    let required: Vec<&str> = required.map(|field| field.path).collect();
    let mut schema = object(properties);
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema
}
