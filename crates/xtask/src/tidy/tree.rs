//! The project's files as git sees them: tracked ones and new ones that are not ignored.

use crate::process::{output, program};
use anyhow::Result;
use std::{collections::BTreeSet, fs, path::Path};

/// All files, with the text of those that are text.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    texts: Vec<TextFile>,
    paths: BTreeSet<String>,
}

#[derive(Debug)]
pub(crate) struct TextFile {
    /// From the root, with `/`.
    pub path: String,
    pub text: String,
}

impl TextFile {
    /// Lines with their numbers, which count from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The letters behind the last `.` of the name.
    pub(crate) fn extension(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or("", |(_, extension)| extension)
    }
}

impl Tree {
    /// Reads the files under `root`.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let listed = output(program("git").args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]))?;
        let mut tree = Self::default();
        for path in listed.split('\0').filter(|path| !path.is_empty()) {
            let file = root.join(path);
            let is_file = fs::symlink_metadata(&file).is_ok_and(|metadata| metadata.is_file());
            if !is_file || !tree.paths.insert(path.to_owned()) {
                continue;
            }
            let bytes = fs::read(&file)?;
            if let Some(text) = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0')) {
                tree.texts.push(TextFile { path: path.to_owned(), text });
            }
        }
        Ok(tree)
    }

    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let text_file = |(path, text): &(&str, &str)| TextFile { path: (*path).to_owned(), text: (*text).to_owned() };
        let texts: Vec<TextFile> = files.iter().map(text_file).collect();
        let paths = texts.iter().map(|file| file.path.clone()).collect();
        Self { texts, paths }
    }

    /// How many files there are.
    pub(crate) fn len(&self) -> usize {
        self.paths.len()
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = &TextFile> {
        self.texts.iter()
    }

    /// Text files whose names end in one of these.
    pub(crate) fn with_extension(&self, extensions: &[&str]) -> impl Iterator<Item = &TextFile> {
        self.texts.iter().filter(move |file| extensions.contains(&file.extension()))
    }

    pub(crate) fn get(&self, path: &str) -> Option<&TextFile> {
        self.texts.iter().find(|file| file.path == path)
    }

    /// Whether there is such a file, or a folder with files in it; `""` is the root.
    pub(crate) fn has(&self, path: &str) -> bool {
        if path.is_empty() || self.paths.contains(path) {
            return true;
        }
        let folder = format!("{path}/");
        self.paths.range(folder.clone()..).next().is_some_and(|first| first.starts_with(&folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_known_by_their_files() {
        let tree = Tree::of(&[("docs/a.md", ""), ("docs-b/c", "")]);
        for (path, expected) in [("docs", true), ("docs/a.md", true), ("", true), ("doc", false), ("docs/b", false)] {
            assert_eq!(tree.has(path), expected, "{path}");
        }
    }

    #[test]
    fn extensions() {
        let check = |path: &str, expected: &str| {
            assert_eq!(TextFile { path: path.into(), text: String::new() }.extension(), expected, "{path}");
        };
        check("a/b.rs", "rs");
        check("a.b/c", "");
        check(".gitignore", "gitignore");
    }
}
