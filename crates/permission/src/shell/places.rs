//! Paths: the folder a command stands in, and where its arguments lead from there.

use super::{
    Certainty,
    call::{Call, Operands, Tree},
    flags::Takes,
    value::{Arg, Place},
    walk::Walker,
};
use crate::Access;
use std::rc::Rc;

/// The folders that a command may stand in; none if that is not known.
#[derive(Debug, Clone)]
pub(super) struct Dirs(Option<Rc<Vec<String>>>);

/// More are not followed.
const MOST_DIRS: usize = 4;

impl Dirs {
    pub(super) fn at(folder: &str) -> Self {
        Self(Some(Rc::new(vec![folder.to_owned()])))
    }

    pub(super) const fn unknown() -> Self {
        Self(None)
    }

    pub(super) fn known(&self) -> Option<&[String]> {
        self.0.as_deref().map(Vec::as_slice)
    }

    /// Where it stands if one of two things happened.
    pub(super) fn or(self, other: &Self) -> Self {
        let (Some(these), Some(those)) = (&self.0, &other.0) else { return Self::unknown() };
        if Rc::ptr_eq(these, those) || these == those {
            return self;
        }
        let mut all = these.as_ref().clone();
        all.extend(those.iter().filter(|folder| !these.contains(folder)).cloned());
        if all.len() > MOST_DIRS { Self::unknown() } else { Self(Some(Rc::new(all))) }
    }

    /// Where it stands after `cd` to there.
    pub(super) fn enter(&self, target: &Arg<'_>, home: Option<&str>) -> Self {
        let mut entered = Vec::new();
        for place in target.places(home) {
            let Place::Exact(text) = place else { return Self::unknown() };
            if text == "-" || text.starts_with('+') {
                return Self::unknown();
            }
            if is_absolute(&text) {
                entered.push(lexical(&text));
                continue;
            }
            let Some(folders) = self.known() else { return Self::unknown() };
            entered.extend(folders.iter().map(|folder| lexical(&below(folder, &text))));
        }
        entered.dedup();
        if entered.is_empty() || entered.len() > MOST_DIRS { Self::unknown() } else { Self(Some(Rc::new(entered))) }
    }

    pub(super) fn home(home: Option<&str>) -> Self {
        home.map_or(Self::unknown(), Self::at)
    }

    /// Whether all of them are that folder or below it.
    pub(super) fn all_within(&self, folder: &str) -> bool {
        self.known().is_some_and(|folders| folders.iter().all(|inner| is_within(inner, folder)))
    }
}

/// Whether a path that has no `..` any more is that folder or below it.
pub(super) fn is_within(path: &str, folder: &str) -> bool {
    let folder = folder.trim_end_matches('/');
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Absolute in bash, on whatever system: `/…`, a drive or a network share.
pub(super) fn is_absolute(text: &str) -> bool {
    text.starts_with('/') || is_windows(text)
}

fn is_windows(text: &str) -> bool {
    let mut bytes = text.bytes();
    let drive = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && bytes.next() == Some(b':')
        && matches!(bytes.next(), Some(b'/' | b'\\') | None);
    drive || text.starts_with(r"\\")
}

/// The path without `.`, `..` and doubled separators, as bash itself follows `cd`.
pub(super) fn lexical(path: &str) -> String {
    if is_lexical(path) {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = Vec::with_capacity(8);
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    let mut clean = String::with_capacity(path.len());
    clean.push_str(root);
    for (number, part) in parts.into_iter().enumerate() {
        clean.extend([if number == 0 { "" } else { "/" }, part]);
    }
    clean
}

/// Whether the path certainly has nothing of the kind. Says no to hidden files, which is only slower.
fn is_lexical(path: &str) -> bool {
    let bytes = path.as_bytes();
    path.starts_with('/')
        && (path.len() == 1 || !path.ends_with('/'))
        && !bytes.windows(2).any(|pair| matches!(pair, [b'/', b'/' | b'.']))
}

/// The path of a name in a folder.
pub(super) fn below(folder: &str, name: &str) -> String {
    let mut path = String::with_capacity(folder.len() + 1 + name.len());
    path.extend([folder, "/", name]);
    path
}

/// What the path means if it goes through a process of the proc file system.
fn through_process(path: &str, folder: Option<&str>) -> Option<String> {
    // Hardly any path does.
    if !path.contains("/proc/") {
        return None;
    }
    let clean = lexical(path);
    let (_, inside) = clean.strip_prefix("/proc/")?.split_once('/')?;
    let inside = match inside.strip_prefix("task/") {
        Some(thread) => thread.split_once('/')?.1,
        None => inside,
    };
    let (link, rest) = inside.split_once('/').unwrap_or((inside, ""));
    match link {
        "root" => Some(format!("/{rest}")),
        "cwd" => folder.map(|folder| format!("{folder}/{rest}")),
        _ => None,
    }
}

impl Walker<'_> {
    /// Notes the files that an argument names.
    pub(super) fn note(&mut self, arg: &Arg<'_>, at: &Dirs, access: Access, certainty: Certainty) {
        if self.found.paths.is_full() {
            return;
        }
        if let Some(text) = arg.as_static() {
            return self.note_text(text, at, access, certainty);
        }
        for place in arg.places(self.home.as_deref()) {
            match place {
                Place::Exact(text) => self.note_text(&text, at, access, certainty),
                Place::Usual(text) => self.note_text(&text, at, access, Certainty::Guess),
                Place::Glob(text) if certainty == Certainty::Guess => self.note_text(&text, at, access, certainty),
                Place::Glob(text) => self.note_text(&text, at, access, Certainty::Glob),
                Place::Unknown(prefix) => {
                    if access == Access::Read && (self.reveals || self.uses || certainty == Certainty::Guess) {
                        self.reads_unknown(arg);
                    }
                    if certainty != Certainty::Guess {
                        self.note_below(&prefix, at, access);
                    }
                }
            }
        }
    }

    /// Notes a path that is written out.
    pub(super) fn note_text(&mut self, text: &str, at: &Dirs, access: Access, certainty: Certainty) {
        if text.is_empty() || text == "-" {
            return;
        }
        let folders = at.known();
        if folders.is_none()
            && !is_absolute(text)
            && access == Access::Read
            && !matches!(certainty, Certainty::Guess | Certainty::Mention)
        {
            self.reads_somewhere(text);
        }
        let paths = &mut self.found.paths;
        if is_absolute(text) {
            paths.add(text, access, certainty);
            if !text.starts_with('/') {
                // A plain name on systems without drives.
                for folder in folders.unwrap_or_default() {
                    paths.add_below(folder, text, access, Certainty::Guess);
                }
            }
            if let Some(path) = through_process(text, folders.and_then(<[String]>::first).map(String::as_str)) {
                paths.add(&path, access, certainty);
            }
            return;
        }
        let Some(folders) = folders else {
            if !matches!(certainty, Certainty::Guess | Certainty::Mention) {
                paths.add("", access, Certainty::Unknown);
            }
            // Wherever that is: a name such as `.env` tells enough.
            let certainty = if certainty == Certainty::Mention { certainty } else { Certainty::Guess };
            paths.add(text, access, certainty);
            return;
        };
        let text = text.strip_prefix("./").unwrap_or(text);
        for folder in folders {
            let folder = folder.trim_end_matches('/');
            if text == "." {
                paths.add(folder_path(folder), access, certainty);
            } else {
                paths.add_below(folder, text, access, certainty);
            }
        }
    }

    /// Notes that something with a name that begins so is touched.
    fn note_below(&mut self, prefix: &str, at: &Dirs, access: Access) {
        let folder = prefix.rsplit_once('/').map_or("", |(folder, _)| folder);
        let leaves = folder.split('/').any(|part| part == "..");
        let absolute = prefix.starts_with('/');
        if leaves || prefix.is_empty() || (!absolute && at.known().is_none()) {
            // A gap at the beginning may lead anywhere, and so may `..` in a gap; below is only where it usually leads.
            self.found.paths.add("", access, Certainty::Unknown);
        } else if absolute {
            self.found.paths.add(folder_path(folder), access, Certainty::Unknown);
        } else {
            for dir in at.known().unwrap_or_default() {
                if folder.is_empty() {
                    self.found.paths.add(dir, access, Certainty::Unknown);
                } else {
                    self.found.paths.add_below(dir, folder, access, Certainty::Unknown);
                }
            }
        }
    }

    /// Notes the files of a call whose operands are known.
    pub(super) fn note_call(&mut self, call: &Call<'_, '_>, operands: Operands, at: &Dirs, edits: bool) {
        for flag in &call.flags {
            let Some(value) = flag.value.as_deref() else { continue };
            match flag.takes {
                Takes::Read => self.note(value, at, Access::Read, Certainty::Exact),
                Takes::Write => self.note(value, at, Access::Write, Certainty::Tree),
                Takes::Nothing | Takes::Text | Takes::Pair | Takes::Glued => {}
            }
        }
        let files = call.operands.as_slice();
        let read = if edits { Access::Write } else { Access::Read };
        let written = if self.flat { Certainty::Exact } else { Certainty::Tree };
        match operands {
            Operands::Text => {}
            Operands::Read => self.note_all(files, at, read, Certainty::Exact),
            Operands::ReadTree => self.note_tree(files, at, read),
            Operands::ReadAfter { skip, unless, tree } => {
                let skip = if !unless.is_empty() && call.has(unless) { 0 } else { skip };
                let files = files.get(skip..).unwrap_or_default();
                let is_tree = match tree {
                    Tree::Never => false,
                    Tree::Always => true,
                    Tree::With(options) => call.has(options),
                };
                if is_tree { self.note_tree(files, at, read) } else { self.note_all(files, at, read, Certainty::Exact) }
            }
            Operands::Write => self.note_all(files, at, Access::Write, written),
            Operands::WriteAfter { skip, unless } => {
                let skip = if call.has(unless) { 0 } else { skip };
                self.note_all(files.get(skip..).unwrap_or_default(), at, Access::Write, written);
            }
            Operands::Copy => self.note_copy(files, call, at, Access::Read),
            Operands::Move => self.note_copy(files, call, at, Access::Write),
            Operands::FirstWrites => {
                let (first, others) = files.split_at(files.len().min(1));
                self.note_all(first, at, Access::Write, Certainty::Exact);
                self.note_all(others, at, Access::Read, Certainty::Exact);
            }
            Operands::SecondWrites => {
                let (first, others) = files.split_at(files.len().min(1));
                self.note_all(first, at, Access::Read, Certainty::Exact);
                self.note_all(others, at, Access::Write, Certainty::Exact);
            }
        }
    }

    fn note_all(&mut self, files: &[&Arg<'_>], at: &Dirs, access: Access, certainty: Certainty) {
        for file in files {
            self.note(file, at, access, certainty);
        }
    }

    fn note_tree(&mut self, files: &[&Arg<'_>], at: &Dirs, access: Access) {
        let certainty = if self.flat { Certainty::Exact } else { Certainty::Tree };
        self.note_all(files, at, access, certainty);
        if files.is_empty() {
            self.note_text(".", at, access, certainty);
        }
    }

    /// All but the last, which is a file or a folder that gets files of the same names.
    fn note_copy(&mut self, files: &[&Arg<'_>], call: &Call<'_, '_>, at: &Dirs, source: Access) {
        let into_folder = call.has("-t --target-directory");
        let (sources, target) = match files.split_last() {
            Some((last, before)) if !into_folder && !before.is_empty() => (before, Some(*last)),
            _ => (files, None),
        };
        for file in sources.iter().filter(|file| !is_remote(file)) {
            self.note(file, at, source, Certainty::Tree);
            if source == Access::Write {
                // Under its new name anybody may read it.
                self.note(file, at, Access::Read, Certainty::Tree);
            }
        }
        if target.is_some_and(is_remote) {
            return;
        }
        // What is in a folder, or has a name that is not known, may replace anything in the target.
        let names: Vec<Option<&str>> = sources.iter().map(|file| file.as_static().and_then(copied_name)).collect();
        let into = if names.iter().all(Option::is_some) { Certainty::Exact } else { Certainty::Into };
        if let Some(target) = target {
            self.note(target, at, Access::Write, into);
        }
        let targets: Vec<String> = match target {
            Some(target) => {
                let named = |place| match place {
                    Place::Exact(text) | Place::Usual(text) => Some(text),
                    Place::Glob(_) | Place::Unknown(_) => None,
                };
                target.places(self.home.as_deref()).into_iter().filter_map(named).collect()
            }
            None if into_folder => call.values("-t --target-directory").flatten().map(str::to_owned).collect(),
            None => vec![".".to_owned()],
        };
        for target in targets {
            if into == Certainty::Into {
                self.note_text(&target, at, Access::Write, into);
            }
            for name in names.iter().flatten() {
                self.note_text(&below(&target, name), at, Access::Write, Certainty::Tree);
            }
        }
    }
}

fn folder_path(folder: &str) -> &str {
    if folder.is_empty() { "/" } else { folder }
}

/// The name under which it arrives; `None` if only its content does, or if it has none.
fn copied_name(path: &str) -> Option<&str> {
    path.rsplit('/').next().filter(|name| !name.is_empty() && !matches!(*name, "." | ".."))
}

/// `host:file` of copying programs, and addresses.
fn is_remote(arg: &Arg<'_>) -> bool {
    let lead = arg.lead();
    let host = lead.split('/').next().unwrap_or_default();
    lead.contains("://") || (host.contains(':') && !is_windows(lead))
}

#[cfg(test)]
mod tests {
    use super::{lexical, through_process};

    #[test]
    fn resolves_text() {
        for (path, expected) in [("/ws/../etc", "/etc"), ("/ws/./a//b/", "/ws/a/b"), ("/../..", "/"), ("/", "/")] {
            assert_eq!(lexical(path), expected, "{path}");
        }
        assert_eq!(through_process("/proc/self/root/etc/x", None).as_deref(), Some("/etc/x"));
        assert_eq!(through_process("/proc/self/cwd/x", Some("/ws")).as_deref(), Some("/ws/x"));
        assert_eq!(through_process("/proc/1/task/2/root/x", None).as_deref(), Some("/x"));
        assert_eq!(through_process("/proc/cpuinfo", None), None);
    }
}
