//! The key table as Markdown, for the reference in the documentation.

use crate::{
    key::{Key, Kind, Scope, Standard},
    table::KEYS,
};
use std::fmt::Write;

/// One table of keys for the top of the file and each section, then the fields of the tables within. English, ends
/// with a line break.
pub fn reference_markdown() -> String {
    let mut out = String::new();
    let mut section = None;
    let is_entries = |key: &&Key| matches!(key.kind, Kind::Tables { .. });
    for key in KEYS.iter().filter(|key| !is_entries(key)) {
        let own = key.path.rsplit_once('.').map(|(section, _)| section);
        if section != Some(own) {
            let title = own.map_or("Top of the file".to_owned(), |own| format!("`[{own}]`"));
            heading(&mut out, &title, "");
            section = Some(own);
        }
        row(&mut out, key, key.path.rsplit('.').next().unwrap_or(key.path));
    }
    for key in KEYS.iter().filter(is_entries) {
        inner(&mut out, key.path, key);
    }
    out
}

/// The fields of a table that a key holds, and of the tables within those.
fn inner(out: &mut String, path: &str, key: &Key) {
    let (title, fields) = match key.kind {
        Kind::Tables { fields, .. } => (format!("`[[{path}]]`"), fields),
        Kind::TableMap(fields) => (format!("`[{path}.<model>]`"), fields),
        Kind::Table(fields) => (format!("`[{path}]`"), fields),
        _ => return,
    };
    heading(out, &title, key.doc);
    for field in fields {
        row(out, field, field.path);
    }
    for field in fields {
        inner(out, &format!("{path}.{}", field.path), field);
    }
}

fn heading(out: &mut String, title: &str, doc: &str) {
    let gap = if out.is_empty() { "" } else { "\n" };
    let doc = if doc.is_empty() { String::new() } else { format!("{doc}\n\n") };
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{gap}### {title}\n\n{doc}| key | type | default | meaning |\n|---|---|---|---|");
}

fn row(out: &mut String, key: &Key, name: &str) {
    let default = match (key.default, key.default.value()) {
        (Standard::Required, _) => "required".to_owned(),
        (_, Some(value)) => format!("`{value}`"),
        (_, None) => "–".to_owned(),
    };
    let user_only = if key.scope == Scope::User { " User's file only." } else { "" };
    let _ = writeln!(out, "| `{name}` | {} | {default} | {}{user_only} |", describe(&key.kind), key.doc);
}

fn describe(kind: &Kind) -> String {
    match kind {
        Kind::Bool => "true or false".to_owned(),
        Kind::Integer { min, max, .. } => format!("integer, {min} to {max}"),
        Kind::Float { min, max } => format!("number, {min} to {max}"),
        Kind::Text | Kind::Secret => "string".to_owned(),
        Kind::Url => "URL".to_owned(),
        Kind::KeyName => "name of a variable".to_owned(),
        Kind::OneOf(words) => listed(words),
        Kind::Words(words) => format!("list of {}", listed(words)),
        Kind::Path(_) => "path".to_owned(),
        Kind::Texts => "list of strings".to_owned(),
        Kind::Joined => "list of strings, joined".to_owned(),
        Kind::Integers { min, max } => format!("list of integers, {min} to {max}"),
        Kind::Paths(_) => "list of paths".to_owned(),
        Kind::Headers | Kind::Names => "table of strings".to_owned(),
        Kind::Json | Kind::Table(_) => "table".to_owned(),
        Kind::TableMap(_) => "table of tables".to_owned(),
        Kind::Tables { .. } => "list of tables".to_owned(),
    }
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
