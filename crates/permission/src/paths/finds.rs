//! What a glob of a command finds in its folder when the decision is made. By its text `cat *` points at no file in particular;
//! where a key lies in the folder, it shows the key.

use super::{
    facts::{Facts, NameKind},
    glob::GlobName,
    listed::Listed,
    name::fold,
};
use std::path::Path;

/// Names looked at for one command. What else there is, is judged by the text of the glob alone.
pub(super) const MOST_NAMES: usize = 4096;

/// Files of one glob that are told.
const MOST_FOUND: usize = 64;

/// The files below `folder` that the glob finds and that are on a list or are links. Takes the names that it looks at
/// from `budget`.
pub(super) fn files(folder: &str, glob: &str, budget: &mut usize, facts: &dyn Facts) -> Vec<String> {
    let mut found = Vec::new();
    let parts: Vec<&str> = glob.split('/').filter(|part| !part.is_empty()).collect();
    look(folder, &parts, budget, facts, &mut found);
    found
}

fn look(folder: &str, parts: &[&str], budget: &mut usize, facts: &dyn Facts, found: &mut Vec<String>) {
    let Some((part, below)) = parts.split_first() else { return };
    let folder = folder.trim_end_matches('/');
    if !part.contains(['*', '?', '[', '\\', '(']) {
        let path = format!("{folder}/{part}");
        return if below.is_empty() { keep(path, false, found) } else { look(&path, below, budget, facts, found) };
    }
    let glob = GlobName::new(part);
    let root = if folder.is_empty() { "/" } else { folder };
    let names = facts.names(Path::new(root), *budget);
    *budget = budget.saturating_sub(names.len());
    for entry in names.into_iter().filter(|entry| glob.finds(&entry.name)) {
        let path = format!("{folder}/{}", entry.name);
        if below.is_empty() {
            keep(path, entry.kind == NameKind::Link, found);
        } else if entry.kind != NameKind::File {
            look(&path, below, budget, facts, found);
        }
    }
}

fn keep(path: String, is_link: bool, found: &mut Vec<String>) {
    let is_listed = || Listed::of(&fold(&path), &[]) != Listed::default();
    if found.len() < MOST_FOUND && (is_link || is_listed()) {
        found.push(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{FolderName, NoFacts, RealPath};

    /// Folders and what is in them; a name that ends in `/` is a folder, one that ends in `@` a link.
    struct Disk;

    const FOLDERS: &[(&str, &[&str])] = &[
        ("/ws", &["a.txt", "server.pem", ".env", "prod.env", "src/", "notes@", "[x].key"]),
        ("/ws/src", &["lib.rs", "id_rsa", "deep/"]),
        ("/ws/src/deep", &["credentials.json"]),
    ];

    impl Facts for Disk {
        fn real(&self, path: &Path) -> RealPath {
            NoFacts.real(path)
        }

        fn folds_case(&self, _path: &Path) -> bool {
            false
        }

        fn names(&self, folder: &Path, most: usize) -> Vec<FolderName> {
            let entries =
                FOLDERS.iter().find(|(name, _)| Path::new(name) == folder).map_or(&[][..], |(_, names)| names);
            let named = entries.iter().map(|name| FolderName {
                name: name.trim_end_matches(['/', '@']).to_owned(),
                kind: match name.chars().next_back() {
                    Some('/') => NameKind::Folder,
                    Some('@') => NameKind::Link,
                    _ => NameKind::File,
                },
            });
            named.take(most).collect()
        }
    }

    #[test]
    fn finds_what_is_listed_and_links() {
        let check = |glob: &str, expected: &[&str]| {
            assert_eq!(files("/ws", glob, &mut MOST_NAMES.clone(), &Disk), expected, "{glob}");
        };
        check("*", &["/ws/server.pem", "/ws/prod.env", "/ws/notes", "/ws/[x].key"]);
        check("serv*", &["/ws/server.pem"]);
        check("*.txt", &[]);
        check(".*", &["/ws/.env"]);
        check("*/*", &["/ws/src/id_rsa"]);
        check("s*/deep/*", &["/ws/src/deep/credentials.json"]);
        check("a*/x", &[]);
        check("*/id_rsa", &["/ws/src/id_rsa", "/ws/notes/id_rsa"]);
    }

    #[test]
    fn looks_at_so_many_names_and_no_more() {
        let mut budget = 2;
        assert_eq!(files("/ws", "*", &mut budget, &Disk), ["/ws/server.pem"]);
        assert_eq!(budget, 0);
        assert!(files("/ws", "*", &mut budget, &Disk).is_empty());
    }
}
