//! One path of a call: all its names, and what is to be said about it before any rule is asked.

use super::{
    facts::Facts,
    finds::Finder,
    listed::Listed,
    name,
    path_names::PathNames,
    places::{Folder, Places},
    portable::PathFinding,
};
use crate::{
    Access,
    shell::{Certainty, ShellPath},
};
use std::{borrow::Cow, path::Path, sync::Arc};

/// A path with everything known about it. Whatever is said of it holds for the written or the real name, whichever is
/// worse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedPath {
    pub access: Access,
    /// What is touched: this file, or also what is below it.
    pub certainty: Certainty,
    /// Not inside the roots by both names. A harmless device, such as `/dev/null`, is no place at all.
    pub is_outside: bool,
    /// It holds secrets, by this entry of the built-in list, such as `.ssh/`.
    pub credential: Option<&'static str>,
    /// It is written, and other programs obey it, by this entry of the built-in list, such as `.git/`.
    pub protected: Option<&'static str>,
    /// It is written, and the configuration protects it.
    pub is_protected_by_config: bool,
    /// It is written, and decides what Reasonix may do, or holds what does: only the user may.
    pub is_managed: bool,
    /// It belongs to Reasonix's own records, or is a folder that is written with them in it.
    pub is_state: bool,
    /// It is managed or of the records for what is in it alone.
    pub holds_own: bool,
    /// The configuration forbids to read it.
    pub is_forbidden: bool,
    /// Something is below it that must not be read.
    pub may_reach_forbidden: bool,
    /// Shared by all that a command does to the path.
    pub(crate) names: Arc<PathNames>,
}

impl JudgedPath {
    /// Absolute, `.` and `..` resolved by text. For a glob, the folder it starts in; `/` if nothing is known.
    pub fn written(&self) -> Cow<'_, Path> {
        name::as_path(self.names.written())
    }

    /// The written path as the user is told of it, with its glob.
    pub fn shown(&self) -> String {
        let written = self.written();
        let whole =
            if self.names.looked_for.is_empty() { written } else { written.join(&*self.names.looked_for).into() };
        whole.display().to_string()
    }

    /// Where the system ends up. `None` if that cannot be told; then nothing allows it.
    pub fn real(&self) -> Option<Cow<'_, Path>> {
        self.names.real().map(name::as_path)
    }

    /// Why it may not be what it looks like; the gravest first. Nothing is said of a word that is only mentioned.
    pub fn findings(&self) -> &[PathFinding] {
        let told = self.names.told.get().filter(|_| self.certainty != Certainty::Mention);
        told.map_or(&[], |told| &told.findings)
    }
}

/// Judges a path as a call names it. Links are asked from `facts`; the text itself is looked at for forms that mean
/// another file elsewhere.
pub fn judge(text: &str, access: Access, places: &Places, facts: &dyn Facts) -> JudgedPath {
    let certainty = Certainty::Exact;
    judge_with(&Named { text, shared: None, glob: "", access, certainty }, None, places, facts)
}

/// Judges a folder that is touched with all that is below it, as by moving it.
pub fn judge_tree(text: &str, access: Access, places: &Places, facts: &dyn Facts) -> JudgedPath {
    let certainty = Certainty::Tree;
    judge_with(&Named { text, shared: None, glob: "", access, certainty }, None, places, facts)
}

/// Judges a path that a shell command names.
pub fn judge_shell(path: &ShellPath, places: &Places, facts: &dyn Facts) -> JudgedPath {
    judge_with(&Named::of(path), None, places, facts)
}

/// Judges all paths that a shell command names, in their order; before them stand files that its globs find and of which
/// there is something to say. What a command does to one path in several ways shares its names, so that the file system is
/// asked once where it leads.
pub fn judge_all(paths: &[ShellPath], places: &Places, facts: &dyn Facts) -> Vec<JudgedPath> {
    let mut judged: Vec<JudgedPath> = Vec::with_capacity(paths.len());
    let mut found = Vec::new();
    let mut finder = Finder::new(facts);
    for path in paths {
        if path.certainty == Certainty::Glob {
            found.extend(found_by(path, &mut finder, places, facts));
        }
        let is_same = |other: &usize| paths.get(*other).is_some_and(|other| is_same_place(other, path));
        let known = Some(path.first).filter(is_same).and_then(|first| judged.get(first));
        judged.push(judge_with(&Named::of(path), known, places, facts));
    }
    if found.is_empty() {
        return judged;
    }
    found.append(&mut judged);
    found
}

/// Files that the glob finds, as far as there is something to say of them.
fn found_by(glob: &ShellPath, finder: &mut Finder<'_>, places: &Places, facts: &dyn Facts) -> Vec<JudgedPath> {
    let (access, certainty) = (glob.access, Certainty::Exact);
    let (folder, names) = split_glob(&glob.path);
    if !folder.starts_with('/') || names.split('/').any(|name| name == "..") {
        return Vec::new();
    }
    let files = finder.files(folder, names);
    let judge =
        |text: &String| judge_with(&Named { text, shared: None, glob: "", access, certainty }, None, places, facts);
    let speaks = |path: &JudgedPath| path.credential.is_some() || path.protected.is_some() || path.names.is_elsewhere();
    files.iter().map(judge).filter(speaks).collect()
}

/// Whether both have the same names. A glob's are those of the folder it starts in, and no text may be any path.
fn is_same_place(one: &ShellPath, other: &ShellPath) -> bool {
    let is_plain = |path: &ShellPath| path.certainty != Certainty::Glob && !path.path.is_empty();
    let is_same_text = Arc::ptr_eq(&one.path, &other.path) || one.path == other.path;
    is_same_text && (one.certainty == other.certainty || (is_plain(one) && is_plain(other)))
}

/// A path as a call or a command names it.
struct Named<'a> {
    text: &'a str,
    /// The same, if it is shared.
    shared: Option<&'a Arc<str>>,
    /// What is looked for in the folder; empty if there is no glob.
    glob: &'a str,
    access: Access,
    certainty: Certainty,
}

impl<'a> Named<'a> {
    fn of(path: &'a ShellPath) -> Self {
        let (access, certainty) = (path.access, path.certainty);
        // An unknown path may be any.
        if path.path.is_empty() && certainty == Certainty::Unknown {
            return Self { text: "/", shared: None, glob: "", access, certainty };
        }
        if certainty != Certainty::Glob {
            return Self { text: &path.path, shared: Some(&path.path), glob: "", access, certainty };
        }
        let (folder, glob) = split_glob(&path.path);
        // Behind a wildcard, `..` leads anywhere.
        if glob.split('/').any(|part| part == "..") {
            return Self { text: "/", shared: None, glob, access, certainty: Certainty::Unknown };
        }
        Self { text: folder, shared: None, glob, access, certainty }
    }
}

/// The folder before the first name with a wildcard, and the rest.
fn split_glob(path: &str) -> (&str, &str) {
    let Some((before, _)) = path.split_once(['*', '?', '[', '\\', '(']) else { return (path, "") };
    let folder = before.rsplit_once('/').map_or("", |(folder, _)| folder);
    let rest = path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/');
    (if folder.is_empty() && path.starts_with('/') { "/" } else { folder }, rest)
}

/// `known` is the same path, judged before.
fn judge_with(path: &Named<'_>, known: Option<&JudgedPath>, places: &Places, facts: &dyn Facts) -> JudgedPath {
    let &Named { text, shared, glob, access, certainty } = path;
    let fresh = || {
        let written = shared.map_or_else(|| places.base.absolute(text), |text| places.base.absolute_of(text));
        Arc::new(PathNames::new(text, written, glob, places, facts))
    };
    let names = known.map_or_else(fresh, |known| Arc::clone(&known.names));
    let is_mention = certainty == Certainty::Mention;
    let listed = if is_mention { Listed::default() } else { names.told(text, places).listed };
    let is_write = access == Access::Write && !is_mention;
    let is_folder = matches!(certainty, Certainty::Tree | Certainty::Into | Certainty::Unknown | Certainty::Glob);
    let takes_along = |folders: &[Folder]| certainty == Certainty::Tree && names.hold_any(folders);
    let may_change = |folders: &[Folder]| certainty == Certainty::Into && names.hold_any(folders);
    let is_own = is_write && names.is_in_any(&places.managed);
    let holds_managed =
        is_write && (takes_along(&places.managed) || may_change(&places.managed) || may_change(&places.state));
    let holds_state = is_write && takes_along(&places.state);
    JudgedPath {
        access,
        certainty,
        holds_own: (holds_managed || holds_state) && !is_own && !names.is_state,
        is_outside: !names.is_device && !names.is_inside,
        credential: listed.credential,
        protected: listed.protected.filter(|_| is_write),
        is_protected_by_config: is_write && places.protects(&names, certainty),
        is_managed: is_own || holds_managed,
        is_state: names.is_state || holds_state,
        is_forbidden: names.is_forbidden,
        may_reach_forbidden: is_folder && names.hold_any(&places.forbid_read),
        names,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NoFacts, PathSpec, PlacesSpec, RealPath};
    use super::*;
    use std::path::PathBuf;

    /// `/ws` is where it says, `/ws/out` leads to `/etc`, `/ws/round` nowhere; letter case folds below `/mac`.
    struct World;

    impl Facts for World {
        fn real(&self, path: &Path) -> RealPath {
            if path.starts_with("/ws/round") {
                return RealPath::Unresolvable;
            }
            let led =
                path.strip_prefix("/ws/out").map_or_else(|_| path.to_owned(), |rest| Path::new("/etc").join(rest));
            NoFacts.real(&led)
        }

        fn folds_case(&self, path: &Path) -> bool {
            path.starts_with("/mac")
        }
    }

    fn places(workspace: &str) -> Places {
        let paths = |texts: &[&str]| texts.iter().map(PathBuf::from).collect::<Vec<_>>();
        let spec = PlacesSpec {
            home: Some(Path::new("/home/u")),
            extra_roots: &paths(&["/extra"]),
            managed: &paths(&["/home/u/.reasonix/config.toml"]),
            state: &paths(&["/home/u/.reasonix/sessions"]),
            forbid_read: &paths(&["/home/u/private", "/ws/forbidden.txt"]),
            protected: &[PathSpec::parse("deploy/**").unwrap()],
            ..PlacesSpec::new(Path::new(workspace))
        };
        Places::new(&spec, &World)
    }

    /// What is said of a path, in words.
    fn said(path: &JudgedPath) -> Vec<&'static str> {
        [
            (path.is_outside, "outside"),
            (path.credential.is_some(), "credential"),
            (path.protected.is_some(), "protected"),
            (path.is_protected_by_config, "configured"),
            (path.is_managed, "managed"),
            (path.is_state, "state"),
            (path.is_forbidden, "forbidden"),
            (path.may_reach_forbidden, "near forbidden"),
            (!path.findings().is_empty(), "odd"),
        ]
        .into_iter()
        .filter_map(|(holds, word)| holds.then_some(word))
        .collect()
    }

    #[test]
    fn what_is_said_of_paths() {
        let check_in = |workspace: &str, text: &str, access: Access, expected: &[&str]| {
            let judged = judge(text, access, &places(workspace), &World);
            assert_eq!(said(&judged), expected, "{access:?} {text}");
        };
        let read = |text: &str, expected: &[&str]| check_in("/ws", text, Access::Read, expected);
        let write = |text: &str, expected: &[&str]| check_in("/ws", text, Access::Write, expected);
        read("src/main.rs", &[]);
        read("/extra/a", &[]);
        read("/dev/null", &[]);
        read("/dev/stdin", &[]);
        read("/dev/sda", &["outside"]);
        read(".", &[]);
        read("../ws2/a", &["outside"]);
        read("~/notes", &["outside"]);
        read("/etc/hosts", &["outside"]);
        read("out/hosts", &["outside"]);
        read("out/../a", &["outside"]);
        read("round/a", &["outside", "odd"]);
        read(".env", &["credential"]);
        read("~/.ssh/id_rsa", &["outside", "credential"]);
        read("/proc/self/root/home/u/.aws/credentials", &["outside", "credential", "odd"]);
        read(".git/config", &[]);
        read("forbidden.txt", &["forbidden"]);
        read("~/private/a", &["outside", "forbidden"]);
        read("/proc/1/root/home/u/private", &["outside", "forbidden", "odd"]);
        read("~/.reasonix/sessions/a.jsonl", &["outside", "state"]);
        write("src/main.rs", &[]);
        write(".git/config", &["protected"]);
        write("vendor/sub/.git/hooks/pre-commit", &["protected"]);
        write(".Cursor/MCP.json", &["protected"]);
        write(".env.local", &["credential", "protected"]);
        write(".env.example", &["credential"]);
        write("~/.bashrc", &["outside", "protected"]);
        write("deploy/prod.yml", &["configured"]);
        write("reasonix.toml", &["protected", "managed"]);
        write(".reasonix/commands/a.md", &["protected", "managed"]);
        write("~/.reasonix/config.toml", &["outside", "protected", "managed"]);
        write("~/.reasonix/sessions/a", &["outside", "protected", "state"]);
        write("a:b", &["odd"]);
        check_in("/mac/ws", "/MAC/ws/a", Access::Read, &["outside"]);
        check_in("/mac/ws", "/mac/WS/a", Access::Read, &[]);
        check_in("/mac/ws", "Reasonix.TOML", Access::Write, &["protected", "managed"]);
    }

    #[test]
    fn what_is_said_of_folders_and_globs() {
        let check = |path: &str, access: Access, certainty: Certainty, expected: &[&str]| {
            let path = ShellPath { path: path.into(), access, certainty, first: 0 };
            assert_eq!(said(&judge_shell(&path, &places("/ws"), &World)), expected, "{path:?}");
        };
        check("/ws/src", Access::Write, Certainty::Tree, &[]);
        check("/ws", Access::Write, Certainty::Tree, &["configured", "managed", "near forbidden"]);
        check("/ws", Access::Read, Certainty::Tree, &["near forbidden"]);
        check("/ws/*", Access::Read, Certainty::Glob, &["near forbidden"]);
        check("/ws/src/.e*", Access::Read, Certainty::Glob, &["credential"]);
        check("/home/u/.ssh/*", Access::Read, Certainty::Glob, &["outside", "credential"]);
        check("/ws/src/*/../../x", Access::Read, Certainty::Glob, &["outside", "near forbidden"]);
        check("", Access::Read, Certainty::Unknown, &["outside", "near forbidden"]);
        check("/ws/src/deep", Access::Write, Certainty::Unknown, &[]);
    }

    #[test]
    fn both_names_are_told() {
        let judged = judge("out/../a", Access::Read, &places("/ws"), &World);
        let (written, real) = (judged.written(), judged.real());
        assert_eq!((&*written, real.as_deref()), (Path::new("/ws/a"), Some(Path::new("/a"))));
    }

    #[test]
    fn where_a_glob_starts() {
        let check = |path: &str, expected: (&str, &str)| assert_eq!(split_glob(path), expected, "{path}");
        check("/ws/a/*.rs", ("/ws/a", "*.rs"));
        check("/ws/a*/b/c", ("/ws", "a*/b/c"));
        check("/*", ("/", "*"));
        check("/ws/a", ("/ws/a", ""));
    }
}
