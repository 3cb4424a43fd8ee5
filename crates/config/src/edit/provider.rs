//! Edits of one `[[providers]]` entry, wherever and however it is written.

use super::text::{
    Blocked, append, dotted_key, newline, parse, remove, remove_inline, remove_table, set_below, set_inline, slice,
    splice, with_newlines,
};
use crate::{ConfigError, Diagnostic, Severity, Value, conform::join, key, table::PROVIDER, unknown::unknown_field};
use std::ops::Range;
use toml_edit::{Array, InlineTable, Item, TableLike};

const LIST: &str = "providers";

/// Refuses fields that no entry has.
pub(super) fn judge_fields(name: &str, changes: &[(&str, Option<Value>)]) -> Result<(), ConfigError> {
    let strangers = changes.iter().filter(|(field, _)| key::find(PROVIDER, field).is_none());
    let refused = strangers.map(|(field, _)| Diagnostic {
        severity: Severity::Error,
        ..unknown_field(PROVIDER, &join(LIST, name), field)
    });
    let refused: Vec<_> = refused.collect();
    if refused.is_empty() { Ok(()) } else { Err(ConfigError::Invalid(refused)) }
}

/// Applies the changes one after the other; each sees the text that the one before left.
pub(super) fn set(text: &str, name: &str, changes: &[(&str, Option<Value>)]) -> Result<String, Blocked> {
    let document = parse(text)?;
    match document.get(LIST) {
        None => Ok(append(text, &new_entry(text, name, changes))),
        Some(Item::ArrayOfTables(entries)) if entries.iter().all(|entry| !is_named(entry, name)) => {
            Ok(append(text, &new_entry(text, name, changes)))
        }
        Some(Item::ArrayOfTables(_)) => {
            changes.iter().try_fold(text.to_owned(), |text, change| set_field(&text, name, change))
        }
        Some(Item::Value(toml_edit::Value::Array(array))) => {
            Ok(set_in_array(text, array.span().unwrap_or_default(), name, changes))
        }
        Some(_) => Err(Blocked { path: LIST.to_owned() }),
    }
}

/// Takes an entry out with all its lines, and the text as it is if there is none.
pub(super) fn remove_entry(text: &str, name: &str) -> Result<String, Blocked> {
    let document = parse(text)?;
    match document.get(LIST) {
        Some(Item::ArrayOfTables(entries)) => {
            let entry = entries.iter().find(|entry| is_named(*entry, name));
            Ok(entry.map_or_else(|| text.to_owned(), |entry| remove_table(text, entry)))
        }
        Some(Item::Value(toml_edit::Value::Array(array))) => {
            let span = array.span().unwrap_or_default();
            let Ok(toml_edit::Value::Array(mut array)) = slice(text, &span).parse() else { return Ok(text.to_owned()) };
            array.retain(|value| !value.as_inline_table().is_some_and(|entry| is_named(entry, name)));
            let rendered = toml_edit::Value::Array(array).to_string();
            Ok(splice(text, span, &with_newlines(&rendered, newline(text))))
        }
        _ => Ok(text.to_owned()),
    }
}

fn set_field(text: &str, name: &str, (field, value): &(&str, Option<Value>)) -> Result<String, Blocked> {
    let document = parse(text)?;
    let entries = document.get(LIST).and_then(Item::as_array_of_tables);
    let Some(entry) = entries.and_then(|entries| entries.iter().find(|entry| is_named(*entry, name))) else {
        return Ok(text.to_owned());
    };
    match value {
        None => Ok(remove(text, entry, field)),
        // A table that has lines of its own gives way to one in braces.
        Some(value) if entry.get(field).is_some_and(|item| !item.is_value()) => {
            let without = remove(text, entry, field);
            set_field(&without, name, &(field, Some(value.clone())))
        }
        Some(value) => set_below(text, entry, &[field], value),
    }
}

fn new_entry(text: &str, name: &str, changes: &[(&str, Option<Value>)]) -> String {
    let name = Value::from(name);
    let fields = changes.iter().filter_map(|(field, value)| Some((*field, value.as_ref()?)));
    let fields = std::iter::once(("name", &name)).chain(fields.filter(|(field, _)| *field != "name"));
    let newline = newline(text);
    let lines = fields.map(|(field, value)| format!("{} = {value}{newline}", dotted_key(&[field])));
    format!("[[{LIST}]]{newline}{}", lines.collect::<String>())
}

/// For `providers = [{ … }]`.
fn set_in_array(text: &str, span: Range<usize>, name: &str, changes: &[(&str, Option<Value>)]) -> String {
    let Ok(toml_edit::Value::Array(mut array)) = slice(text, &span).parse() else { return text.to_owned() };
    let Some(entry) = entry_in(&mut array, name) else { return text.to_owned() };
    for (field, value) in changes {
        match value {
            Some(value) => set_inline(entry, &[*field], value),
            None => remove_inline(entry, &[*field]),
        }
    }
    let rendered = toml_edit::Value::Array(array).to_string();
    splice(text, span, &with_newlines(&rendered, newline(text)))
}

/// The entry of this name, added if it is missing.
fn entry_in<'a>(array: &'a mut Array, name: &str) -> Option<&'a mut InlineTable> {
    let named = |value: &toml_edit::Value| value.as_inline_table().is_some_and(|entry| is_named(entry, name));
    let known = array.iter().position(named);
    if known.is_none() {
        array.push(InlineTable::from_iter([("name", name)]));
    }
    array.get_mut(known.unwrap_or(array.len() - 1))?.as_inline_table_mut()
}

fn is_named(entry: &dyn TableLike, name: &str) -> bool {
    entry.get("name").and_then(Item::as_str) == Some(name)
}
