//! What a tool tells about itself, and the canonical form of its argument schema.

use reasonix_model::ToolDefinition;
use reasonix_permission::{Family, PlanSafety};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value};

/// A tool's own description. Fixed for a session: the model's prefix is built from it.
#[derive(Debug, Clone)]
pub struct ToolSpec {
    pub name: String,
    /// Markdown that the model reads.
    pub description: String,
    /// Canonical JSON Schema of the arguments.
    pub schema: Value,
    pub family: Family,
    /// It changes nothing, so that it may run beside other readers.
    pub read_only: bool,
    /// Its word about `read_only` can be relied on.
    pub trusted: bool,
    /// What it says about itself for planning.
    pub plan: PlanSafety,
}

impl ToolSpec {
    /// A spec whose schema comes from the type that the arguments are read into.
    pub fn new<A: JsonSchema>(name: &str, description: &str, family: Family, read_only: bool) -> Self {
        Self {
            name: name.to_owned(),
            description: description.trim().to_owned(),
            schema: schema_of::<A>(),
            family,
            read_only,
            trusted: true,
            plan: PlanSafety::Unknown,
        }
    }

    /// The tool as the model sees it.
    pub fn definition(&self) -> ToolDefinition {
        ToolDefinition {
            name: self.name.clone(),
            description: self.description.clone(),
            schema: self.schema.to_string(),
        }
    }
}

fn schema_of<A: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    canonical_schema(settings.into_generator().into_root_schema_for::<A>().to_value())
}

/// The one form in which a schema reaches the model: keys sorted, titles and generator notes gone, so that the same
/// tool gives the same bytes whatever built it.
pub fn canonical_schema(schema: Value) -> Value {
    canonical(schema, false)
}

/// `names` says that the keys of this object are property names, not schema keywords.
fn canonical(value: Value, names: bool) -> Value {
    match value {
        Value::Object(fields) => {
            let mut kept: Vec<(String, Value)> = fields
                .into_iter()
                .filter(|(key, value)| names || !is_noise(key, value))
                .map(|(key, value)| {
                    let inner_names = !names && matches!(key.as_str(), "properties" | "$defs" | "patternProperties");
                    (key, canonical(value, inner_names))
                })
                .collect();
            kept.sort_by(|left, right| left.0.cmp(&right.0));
            Value::Object(Map::from_iter(kept))
        }
        Value::Array(items) => items.into_iter().map(|item| canonical(item, false)).collect(),
        plain => plain,
    }
}

fn is_noise(key: &str, value: &Value) -> bool {
    matches!(key, "$schema" | "title")
        || (key == "format"
            && value.as_str().is_some_and(|format| format.starts_with("uint") || format.starts_with("int")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_canonical_form_is_sorted_and_keeps_properties_named_like_keywords() {
        let schema = json!({
            "title": "Args", "type": "object", "$schema": "x",
            "properties": { "title": { "type": "string" }, "count": { "format": "uint32", "type": "integer" } }
        });
        assert_eq!(
            canonical_schema(schema).to_string(),
            r#"{"properties":{"count":{"type":"integer"},"title":{"type":"string"}},"type":"object"}"#
        );
    }
}
