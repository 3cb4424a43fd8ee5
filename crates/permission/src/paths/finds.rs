//! What a glob of a command finds in its folder when the decision is made. By its text `cat *` points at no file in particular;
//! where a key lies in the folder, it shows the key.

use super::{
    facts::{Facts, FolderName, NameKind},
    glob::GlobName,
    listed::{Listed, may_be_listed},
    name::fold,
};
use std::path::Path;

/// Names looked at for one command. What else there is, is judged by the text of the glob alone.
const MOST_NAMES: usize = 4096;

/// Looks into folders for the globs of one command. A folder that several of them look into is read once.
pub(super) struct Finder<'f> {
    facts: &'f dyn Facts,
    read: Vec<(String, Vec<FolderName>)>,
    /// Names that may still be looked at.
    left: usize,
}

impl<'f> Finder<'f> {
    pub(super) fn new(facts: &'f dyn Facts) -> Self {
        Self { facts, read: Vec::new(), left: MOST_NAMES }
    }

    /// The files below `folder` that the glob finds and that are on a list or lie behind a link.
    pub(super) fn files(&mut self, folder: &str, glob: &str) -> Vec<String> {
        let mut found = Vec::new();
        // `*/` finds folders, which a last part that is always there says too.
        let ending = glob.ends_with('/').then_some(".");
        let parts: Vec<&str> = glob.split('/').filter(|part| !part.is_empty()).chain(ending).collect();
        self.look(folder.trim_end_matches('/'), &parts, false, &mut found);
        found
    }

    fn look(&mut self, folder: &str, parts: &[&str], by_link: bool, found: &mut Vec<String>) {
        let Some((part, below)) = parts.split_first() else { return };
        if !part.contains(['*', '?', '[', '\\', '(']) {
            // Whether that is a link is not looked at: where it leads is asked later.
            let path = format!("{folder}/{part}");
            return if below.is_empty() { found.push(path) } else { self.look(&path, below, true, found) };
        }
        let glob = GlobName::new(part);
        let at = self.names(folder);
        let entries = self.read.get(at).map(|(_, names)| names.as_slice()).unwrap_or_default();
        let entries = entries.iter().filter(|entry| glob.finds(&entry.name));
        let mut folders = Vec::new();
        for entry in entries {
            let by_link = by_link || entry.kind == NameKind::Link;
            let path = || format!("{folder}/{}", entry.name);
            if !below.is_empty() && entry.kind != NameKind::File {
                folders.push((path(), by_link));
            } else if below.is_empty() && (by_link || is_listed(folder, &entry.name)) {
                found.push(path());
            }
        }
        for (path, by_link) in folders {
            self.look(&path, below, by_link, found);
        }
    }

    /// Where the names of the folder stand.
    fn names(&mut self, folder: &str) -> usize {
        if let Some(at) = self.read.iter().position(|(known, _)| known == folder) {
            return at;
        }
        let names = self.facts.names(Path::new(if folder.is_empty() { "/" } else { folder }), self.left);
        self.left = self.left.saturating_sub(names.len());
        self.read.push((folder.to_owned(), names));
        self.read.len() - 1
    }
}

/// Most names are told to be on no list by themselves. That the folder is on one was seen from the glob's text.
fn is_listed(folder: &str, name: &str) -> bool {
    may_be_listed(&fold(name)) && Listed::of(&fold(&format!("{folder}/{name}")), &[]) != Listed::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{NoFacts, RealPath};

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
            assert_eq!(Finder::new(&Disk).files("/ws", glob), expected, "{glob}");
        };
        check("*", &["/ws/server.pem", "/ws/prod.env", "/ws/notes", "/ws/[x].key"]);
        check("serv*", &["/ws/server.pem"]);
        check("*.txt", &[]);
        check(".*", &["/ws/.env"]);
        check("*/*", &["/ws/src/id_rsa"]);
        check("s*/deep/*", &["/ws/src/deep/credentials.json"]);
        check("a*/x", &[]);
        // Where a name leads that stands behind a wildcard is asked later.
        check("*/id_rsa", &["/ws/src/id_rsa", "/ws/notes/id_rsa"]);
        check("*/", &["/ws/src/.", "/ws/notes/."]);
        check("*/lib.rs", &["/ws/src/lib.rs", "/ws/notes/lib.rs"]);
    }

    /// What lies behind a link counts, whatever it is called.
    #[test]
    fn links_in_the_middle_are_followed() {
        struct Linked;
        impl Facts for Linked {
            fn real(&self, path: &Path) -> RealPath {
                NoFacts.real(path)
            }

            fn folds_case(&self, _path: &Path) -> bool {
                false
            }

            fn names(&self, folder: &Path, _most: usize) -> Vec<FolderName> {
                let name = |name: &str, kind| FolderName { name: name.to_owned(), kind };
                match folder.to_str() {
                    Some("/ws") => vec![name("out", NameKind::Link), name("in", NameKind::Folder)],
                    Some("/ws/out" | "/ws/in") => vec![name("a", NameKind::File)],
                    _ => Vec::new(),
                }
            }
        }
        assert_eq!(Finder::new(&Linked).files("/ws", "*/a*"), ["/ws/out/a"]);
        assert_eq!(Finder::new(&Linked).files("/ws", "*/*"), ["/ws/out/a"]);
    }

    #[test]
    fn looks_at_so_many_names_and_no_more() {
        let mut finder = Finder { left: 2, ..Finder::new(&Disk) };
        assert_eq!(finder.files("/ws", "*"), ["/ws/server.pem"]);
        // What was read once is known.
        assert_eq!((finder.left, finder.files("/ws", "serv*")), (0, vec!["/ws/server.pem".to_owned()]));
        assert!(finder.files("/ws/src", "*").is_empty());
    }
}
