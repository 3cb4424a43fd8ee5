//! The page of the built-in tools, from their contract: what the model is offered, for people to read.

use anyhow::{Context as _, Result};
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// Renders the contract, a list of tools with `name`, `family`, `read_only`, `description` and `schema`.
pub(crate) fn render(contract: &str) -> Result<String> {
    let tools: Vec<Map<String, Value>> = serde_json::from_str(contract).context("the contract is a list of tools")?;
    let mut page = String::new();
    for tool in &tools {
        render_tool(&mut page, tool)?;
    }
    Ok(page)
}

fn render_tool(page: &mut String, tool: &Map<String, Value>) -> Result<()> {
    let text = |key: &str| tool.get(key).and_then(Value::as_str).with_context(|| format!("a tool without {key}"));
    let nature = if tool.get("read_only") == Some(&Value::Bool(true)) { "only reads" } else { "changes things" };
    writeln!(page, "## `{}`\n\nFamily `{}`; {nature}.\n", text("name")?, text("family")?)?;
    for line in text("description")?.lines() {
        writeln!(page, "{}", format!("> {line}").trim_end())?;
    }
    let schema = tool.get("schema").context("a tool without schema")?;
    let arguments = schema.get("properties").and_then(Value::as_object);
    let Some(arguments) = arguments.filter(|arguments| !arguments.is_empty()) else {
        page.push_str("\nNo arguments.\n\n");
        return Ok(());
    };
    page.push_str("\n| argument | type | needed | meaning |\n|---|---|---|---|\n");
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, argument) in arguments {
        let needed = if required.contains(&name.as_str()) { "yes" } else { "" };
        let meaning = argument.get("description").and_then(Value::as_str).unwrap_or_default().replace('\n', " ");
        writeln!(page, "| `{name}` | {} | {needed} | {} |", type_of(argument), meaning.replace('|', "\\|"))?;
    }
    page.push('\n');
    Ok(())
}

/// The type of an argument in words.
fn type_of(schema: &Value) -> String {
    let words = |values: &[Value]| {
        let words =
            values.iter().filter(|value| !value.is_null()).map(|value| format!("`{}`", value.as_str().unwrap_or("?")));
        words.collect::<Vec<_>>().join(" or ")
    };
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return words(values);
    }
    for choice in ["anyOf", "oneOf"] {
        if let Some(choices) = schema.get(choice).and_then(Value::as_array) {
            let mut types: Vec<String> = choices.iter().map(type_of).filter(|name| name != "null").collect();
            types.dedup();
            return types.join(" or ");
        }
    }
    match (schema.get("type"), schema.get("const")) {
        (_, Some(value)) => format!("`{}`", value.as_str().unwrap_or("?")),
        (Some(Value::Array(types)), _) => {
            types.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect::<Vec<_>>().join(" or ")
        }
        (Some(Value::String(name)), _) if name == "array" => {
            schema.get("items").map_or_else(|| "array".to_owned(), |items| format!("list of {}", type_of(items)))
        }
        (Some(Value::String(name)), _) => name.clone(),
        _ => "any".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_becomes_a_section() {
        let contract = r#"[{"name": "ls", "family": "Read", "read_only": true, "description": "Lists.\n\nMore.",
            "schema": {"properties": {
                "path": {"type": "string", "description": "a | b"},
                "kind": {"anyOf": [{"enum": ["file", "folder"]}, {"type": "null"}]},
                "names": {"type": ["array", "null"], "items": {"type": "string"}},
                "edits": {"type": "array", "items": {"type": "object"}}
            }, "required": ["path"]}}]"#;
        let expected = "## `ls`\n\nFamily `Read`; only reads.\n\n> Lists.\n>\n> More.\n\n\
            | argument | type | needed | meaning |\n|---|---|---|---|\n\
            | `path` | string | yes | a \\| b |\n| `kind` | `file` or `folder` |  |  |\n| `names` | array |  |  |\n\
            | `edits` | list of object |  |  |\n\n";
        assert_eq!(render(contract).unwrap(), expected);
    }

    #[test]
    fn an_incomplete_contract_is_refused() {
        assert!(render("{}").is_err());
        assert!(render(r#"[{"name": "ls"}]"#).is_err());
    }
}
