//! Keys and fields that no table knows, told with the name that was probably meant.

use crate::{Code, Diagnostic, conform::join, key::Key, nearest::nearest};

/// A warning about a key of a file that no table knows.
pub(crate) fn unknown(keys: &'static [Key], path: &str) -> Diagnostic {
    let paths = keys.iter().map(|key| key.path);
    let sections = keys.iter().filter_map(|key| key.path.rsplit_once('.').map(|(section, _)| section));
    misspelled(path, nearest(path, paths.chain(sections)).map(str::to_owned))
}

pub(crate) fn unknown_field(known: &'static [Key], table: &str, name: &str) -> Diagnostic {
    let near = nearest(name, known.iter().map(|key| key.path));
    misspelled(&join(table, name), near.map(|near| join(table, near)))
}

/// An error about a field that an entry must not have.
pub(crate) fn refused_field(known: &'static [Key], table: &str, name: &str) -> Diagnostic {
    let names = || known.iter().map(|key| key.path);
    let path = join(table, name);
    if let Some(near) = nearest(name, names()) {
        return Diagnostic::error(Code::MisspelledField).with("key", path).with("nearest", near);
    }
    let known = names().collect::<Vec<_>>().join(", ");
    Diagnostic::error(Code::UnknownField).with("key", path).with("known", known)
}

fn misspelled(path: &str, near: Option<String>) -> Diagnostic {
    match near {
        Some(near) => Diagnostic::warning(Code::MisspelledKey).with("key", path).with("nearest", near),
        None => Diagnostic::warning(Code::UnknownKey).with("key", path),
    }
}
