//! Edits as splices of the text. The parser only tells where things stand; whatever a splice does not cover cannot
//! change.

use super::list;
use crate::Value;
use std::ops::Range;
use toml_edit::{Document, InlineTable, Item, Key, Table, TableLike};

/// Something that is no table stands where a section would have to be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Blocked {
    pub path: String,
}

/// Sets the value at `path` from the top of the file.
pub(super) fn set(text: &str, path: &[&str], value: &Value) -> Result<String, Blocked> {
    let document = parse(text)?;
    set_below(text, document.as_table(), path, value)
}

/// Removes the value at `path`; the text comes back unchanged if there is none.
pub(super) fn unset(text: &str, path: &[&str]) -> Result<String, Blocked> {
    let document = parse(text)?;
    let Some((leaf, sections)) = path.split_last() else { return Ok(text.to_owned()) };
    let mut table = document.as_table();
    for (depth, section) in sections.iter().enumerate() {
        match table.get(section) {
            Some(Item::Table(inner)) => table = inner,
            Some(Item::Value(toml_edit::Value::InlineTable(inline))) => {
                let rest = path.get(depth + 1..).unwrap_or_default();
                return Ok(edit_inline(text, inline.span(), |inline| remove_inline(inline, rest)));
            }
            _ => return Ok(text.to_owned()),
        }
    }
    Ok(remove(text, table, leaf))
}

/// The strings of the list at `path`, as they are written; `None` if there is none.
pub(super) fn strings(text: &str, path: &[&str]) -> Option<Vec<String>> {
    let document = parse(text).ok()?;
    let (first, rest) = path.split_first()?;
    let found = rest.iter().try_fold(document.as_table().get(first)?, |item, name| item.get(name))?;
    Some(found.as_array()?.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect())
}

pub(super) fn parse(text: &str) -> Result<Document<&str>, Blocked> {
    Document::parse(text).map_err(|_| Blocked { path: String::new() })
}

/// Sets a value below a table that stands in the file by itself.
pub(super) fn set_below(text: &str, root: &Table, path: &[&str], value: &Value) -> Result<String, Blocked> {
    let Some((leaf, sections)) = path.split_last() else { return Ok(text.to_owned()) };
    let blocked = |depth: usize| Blocked { path: path.iter().take(depth + 1).copied().collect::<Vec<_>>().join(".") };
    let mut table = root;
    // The sections since the last header, for a file that writes `tools.shell.path = …`.
    let mut dotted: Vec<&str> = Vec::new();
    for (depth, section) in sections.iter().enumerate() {
        match table.get(section) {
            Some(Item::Table(inner)) if inner.is_dotted() => {
                dotted.push(section);
                table = inner;
            }
            Some(Item::Table(inner)) => {
                dotted.clear();
                table = inner;
            }
            Some(Item::Value(toml_edit::Value::InlineTable(inline))) => {
                let rest = path.get(depth + 1..).unwrap_or_default();
                return Ok(edit_inline(text, inline.span(), |inline| set_inline(inline, rest, value)));
            }
            Some(_) => return Err(blocked(depth)),
            None if dotted.is_empty() => return Ok(append_section(text, sections, leaf, value)),
            None => {
                dotted.extend(path.get(depth..).unwrap_or_default());
                return Ok(insert(text, table, &dotted, value));
            }
        }
    }
    match table.get(leaf) {
        Some(Item::Value(old)) => {
            let span = old.span().unwrap_or_default();
            let new = list::updated(slice(text, &span), value, newline(text));
            Ok(splice(text, span, &new))
        }
        Some(_) => Err(blocked(sections.len())),
        // A section that only `[section.inner]` makes has no place for lines of its own.
        None if table.is_implicit() && !table.is_dotted() => Ok(append_section(text, sections, leaf, value)),
        None => {
            dotted.push(leaf);
            Ok(insert(text, table, &dotted, value))
        }
    }
}

/// Removes a value, or a table with all its lines.
pub(super) fn remove(text: &str, table: &Table, name: &str) -> String {
    let mut lines = Vec::new();
    if let Some((key, item)) = table.get_key_value(name) {
        collect_lines(text, key.span(), item, &mut lines);
    }
    without(text, lines)
}

/// Removes a table that stands in the file by itself, with its header and what belongs to it. One blank line of those
/// around it stays.
pub(super) fn remove_table(text: &str, table: &Table) -> String {
    let mut lines = Vec::new();
    collect_table(text, table, &mut lines);
    // The blank lines behind it are its own distance from what follows.
    if let Some(last) = lines.iter().map(|line| line.end).max() {
        let rest = slice(text, &(last..text.len()));
        let blank = rest.split_inclusive('\n').take_while(|line| line.trim().is_empty()).map(str::len).sum::<usize>();
        lines.push(last..last + blank);
    }
    without(text, lines)
}

fn without(text: &str, mut lines: Vec<Range<usize>>) -> String {
    lines.sort_by_key(|line| std::cmp::Reverse(line.start));
    lines.into_iter().fold(text.to_owned(), |text, line| splice(&text, line, ""))
}

fn collect_lines(text: &str, key: Option<Range<usize>>, item: &Item, lines: &mut Vec<Range<usize>>) {
    match item {
        Item::None => {}
        Item::Value(value) => {
            let (start, end) = (key.unwrap_or_default().start, value.span().unwrap_or_default().end);
            lines.push(line_start(text, start)..line_end(text, end));
        }
        Item::Table(table) => collect_table(text, table, lines),
        Item::ArrayOfTables(tables) => tables.iter().for_each(|table| collect_table(text, table, lines)),
    }
}

fn collect_table(text: &str, table: &Table, lines: &mut Vec<Range<usize>>) {
    if let Some(header) = header(table) {
        lines.push(line_start(text, header.start)..line_end(text, header.end));
    }
    for (name, item) in table {
        collect_lines(text, table.key(name).and_then(Key::span), item, lines);
    }
}

/// Adds a line for a value to a table that has lines or a header, or to the top of the file.
fn insert(text: &str, table: &Table, key: &[&str], value: &Value) -> String {
    let line = format!("{} = {value}{}", dotted_key(key), newline(text));
    let ends = table
        .get_values()
        .into_iter()
        .filter_map(|(keys, value)| Some((value.span()?.end, keys.first()?.span()?.start)));
    if let Some((end, start)) = ends.max() {
        let indent: String =
            slice(text, &(line_start(text, start)..start)).chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        return add_line(text, end, &(indent + &line));
    }
    match header(table) {
        Some(header) => add_line(text, header.end, &line),
        None => insert_at_top(text, &line),
    }
}

/// Adds a line behind the one that `anchor` lies on.
fn add_line(text: &str, anchor: usize, line: &str) -> String {
    let at = line_end(text, anchor);
    let gap = if slice(text, &(0..at)).ends_with('\n') { "" } else { newline(text) };
    splice(text, at..at, &[gap, line].concat())
}

/// Adds the first line above all sections, below the comment that opens the file if a blank line sets it apart.
fn insert_at_top(text: &str, line: &str) -> String {
    let first = first_header(text);
    let opening = slice(text, &(0..first));
    if first == text.len() {
        let gap = if opening.is_empty() || opening.ends_with(['\n', '\u{feff}']) { "" } else { newline(text) };
        return [text, gap, line].concat();
    }
    let blank = ["\n\n", "\n\r\n"].iter().filter_map(|blank| Some(opening.rfind(blank)? + blank.len())).max();
    let at = blank.unwrap_or_else(|| byte_order_mark(text));
    splice(text, at..at, &[line, newline(text)].concat())
}

/// The offset of the first section's line, or the text's end.
fn first_header(text: &str) -> usize {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start_matches('\u{feff}').trim_start().starts_with('[') {
            return offset;
        }
        offset += line.len();
    }
    text.len()
}

fn append_section(text: &str, sections: &[&str], leaf: &str, value: &Value) -> String {
    let newline = newline(text);
    if sections.is_empty() {
        return insert_at_top(text, &format!("{} = {value}{newline}", dotted_key(&[leaf])));
    }
    append(text, &format!("[{}]{newline}{} = {value}{newline}", dotted_key(sections), dotted_key(&[leaf])))
}

/// Adds lines at the end, set apart by a blank line.
pub(super) fn append(text: &str, lines: &str) -> String {
    let newline = newline(text);
    let gap = if text.trim_start_matches('\u{feff}').is_empty() {
        String::new()
    } else if text.ends_with('\n') {
        newline.to_owned()
    } else {
        newline.repeat(2)
    };
    [text, &gap, lines].concat()
}

/// Rewrites an inline table; only its own text changes.
pub(super) fn edit_inline(text: &str, span: Option<Range<usize>>, edit: impl FnOnce(&mut InlineTable)) -> String {
    let span = span.unwrap_or_default();
    let Ok(toml_edit::Value::InlineTable(mut inline)) = slice(text, &span).parse() else { return text.to_owned() };
    edit(&mut inline);
    let rendered = toml_edit::Value::InlineTable(inline).to_string();
    splice(text, span, &with_newlines(&rendered, newline(text)))
}

/// Sets a value in an inline table, keeping the spaces and comments around one that is there.
pub(super) fn set_inline(inline: &mut InlineTable, path: &[&str], value: &Value) {
    match path {
        [] => {}
        [leaf] => match inline.get_mut(leaf) {
            Some(old) => {
                let decor = old.decor().clone();
                *old = value.to_toml();
                *old.decor_mut() = decor;
            }
            None => {
                inline.insert(*leaf, value.to_toml());
            }
        },
        [section, rest @ ..] => {
            let inner = inline.get_or_insert(*section, InlineTable::new());
            if let toml_edit::Value::InlineTable(inner) = inner {
                set_inline(inner, rest, value);
            }
        }
    }
}

/// Removes a value from an inline table.
pub(super) fn remove_inline(inline: &mut InlineTable, path: &[&str]) {
    match path {
        [] => {}
        [leaf] => {
            TableLike::remove(inline, leaf);
        }
        [section, rest @ ..] => {
            if let Some(toml_edit::Value::InlineTable(inner)) = inline.get_mut(section) {
                remove_inline(inner, rest);
            }
        }
    }
}

/// The place of `[name]` or `[[name]]`; a table without a header has none.
fn header(table: &Table) -> Option<Range<usize>> {
    table.span().filter(|span| !span.is_empty() && !table.is_implicit() && !table.is_dotted())
}

/// Names joined by dots, quoted where TOML wants it.
pub(super) fn dotted_key(names: &[&str]) -> String {
    names.iter().map(|name| Key::new(*name).display_repr().into_owned()).collect::<Vec<_>>().join(".")
}

pub(super) fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

pub(super) fn with_newlines(text: &str, newline: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', newline)
}

pub(super) fn splice(text: &str, span: Range<usize>, new: &str) -> String {
    [slice(text, &(0..span.start)), new, slice(text, &(span.end..text.len()))].concat()
}

pub(super) fn slice<'a>(text: &'a str, span: &Range<usize>) -> &'a str {
    text.get(span.clone()).unwrap_or("")
}

/// Behind the line break before `offset`; the first line starts behind a byte order mark.
fn line_start(text: &str, offset: usize) -> usize {
    slice(text, &(0..offset)).rfind('\n').map_or_else(|| byte_order_mark(text), |newline| newline + 1)
}

fn byte_order_mark(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// Behind the line break that ends the line of `offset`.
fn line_end(text: &str, offset: usize) -> usize {
    slice(text, &(offset..text.len())).find('\n').map_or(text.len(), |newline| offset + newline + 1)
}
