//! One path of a call: all its names, and what is to be said about it before any rule is asked.

use super::{
    alias,
    facts::{Facts, RealPath},
    glob::GlobName,
    listed::Listed,
    name::{self, Spelling, fold},
    places::{Folder, Places},
    portable::{self, PathFinding},
};
use crate::{
    Access,
    shell::{Certainty, ShellPath},
};
use std::path::{Path, PathBuf};

/// Devices that hold nothing and keep nothing, and the ends of a command's own pipes. Where they lead, each process tells
/// otherwise.
const DEVICES: [&str; 9] = [
    "/dev/full",
    "/dev/null",
    "/dev/random",
    "/dev/stderr",
    "/dev/stdin",
    "/dev/stdout",
    "/dev/tty",
    "/dev/urandom",
    "/dev/zero",
];

/// A path with everything known about it. Whatever is said of it holds for the written or the real name, whichever is
/// worse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedPath {
    /// Absolute, `.` and `..` resolved by text. For a glob, the folder it starts in; `/` if nothing is known.
    pub written: PathBuf,
    /// Where the system ends up. `None` if that cannot be told; then nothing allows it.
    pub real: Option<PathBuf>,
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
    /// The configuration forbids to read it.
    pub is_forbidden: bool,
    /// Something is below it that must not be read.
    pub may_reach_forbidden: bool,
    /// Why it may not be what it looks like; the gravest first.
    pub findings: Vec<PathFinding>,
    pub(crate) names: PathNames,
}

/// The names under which rules look for a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PathNames {
    /// All that a denial may mean.
    pub all: Vec<String>,
    /// How many of them, from the first on, an allow must cover, every one.
    own: usize,
    /// All of them as the volume compares them, if it folds letter case.
    pub folded: Vec<String>,
    /// What a glob looks for in them; empty if there is none.
    pub glob: Vec<GlobName>,
    /// The same in folded letters.
    pub folded_glob: Vec<GlobName>,
    /// The real name is among them.
    pub is_resolved: bool,
}

/// Judges a path as a call names it. Links are asked from `facts`; the text itself is looked at for forms that mean
/// another file elsewhere.
pub fn judge(text: &str, access: Access, places: &Places, facts: &dyn Facts) -> JudgedPath {
    judge_with(text, "", access, Certainty::Exact, places, facts)
}

/// Judges a folder that is touched with all that is below it, as by moving it.
pub fn judge_tree(text: &str, access: Access, places: &Places, facts: &dyn Facts) -> JudgedPath {
    judge_with(text, "", access, Certainty::Tree, places, facts)
}

/// Judges a path that a shell command names.
pub fn judge_shell(path: &ShellPath, places: &Places, facts: &dyn Facts) -> JudgedPath {
    if path.certainty != Certainty::Glob {
        return judge_with(&path.path, "", path.access, path.certainty, places, facts);
    }
    let (folder, glob) = split_glob(&path.path);
    // Behind a wildcard, `..` leads anywhere.
    let is_lost = glob.split('/').any(|part| part == "..");
    let certainty = if is_lost { Certainty::Unknown } else { Certainty::Glob };
    judge_with(if is_lost { "" } else { folder }, glob, path.access, certainty, places, facts)
}

/// The folder before the first name with a wildcard, and the rest.
fn split_glob(path: &str) -> (&str, &str) {
    let Some((before, _)) = path.split_once(['*', '?', '[', '\\', '(']) else { return (path, "") };
    let folder = before.rsplit_once('/').map_or("", |(folder, _)| folder);
    let rest = path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/');
    (if folder.is_empty() && path.starts_with('/') { "/" } else { folder }, rest)
}

fn judge_with(
    text: &str,
    glob: &str,
    access: Access,
    certainty: Certainty,
    places: &Places,
    facts: &dyn Facts,
) -> JudgedPath {
    // An unknown path may be any.
    let is_anywhere = text.is_empty() && certainty == Certainty::Unknown;
    let text = if is_anywhere { "/" } else { text };
    let spelling = places.base.absolute(text);
    let is_device = DEVICES.contains(&spelling.name.as_str());
    let real = match facts.real(Path::new(&spelling.unresolved)) {
        _ if is_device => Some(spelling.name.clone()),
        RealPath::Known(real) => name::of_path(&real, places.style()),
        RealPath::Unresolvable => None,
    };
    let is_mention = certainty == Certainty::Mention;
    let mut findings = if is_mention { Vec::new() } else { portable::findings(text, &spelling, &places.base) };
    findings.extend((real.is_none() && !is_mention).then_some(PathFinding::Unresolvable));
    let written_path = name::to_path(&spelling.name);
    let real_path = real.as_deref().map(name::to_path);
    let is_folding = facts.folds_case(real_path.as_deref().unwrap_or(&written_path));
    let names = PathNames::new(text, spelling, real, glob, is_folding, places);
    let is_write = access == Access::Write && !is_mention;
    let listed_names = if is_mention { &[] } else { names.all.as_slice() };
    let each_listed = listed_names.iter().map(|name| Listed::of(&fold(name), &names.folded_glob));
    let listed = each_listed.fold(Listed::default(), Listed::or);
    let is_folder = matches!(certainty, Certainty::Tree | Certainty::Into | Certainty::Unknown | Certainty::Glob);
    let takes_along = |folders: &[Folder]| certainty == Certainty::Tree && names.hold_any(folders);
    let may_change = |folders: &[Folder]| certainty == Certainty::Into && names.hold_any(folders);
    JudgedPath {
        written: written_path,
        real: real_path,
        access,
        certainty,
        is_outside: !is_device && !names.are_inside(is_folding, places),
        credential: listed.credential,
        protected: listed.protected.filter(|_| is_write),
        is_protected_by_config: is_write && places.protects(&names, certainty),
        is_managed: is_write
            && (names.is_in_any(&places.managed)
                || takes_along(&places.managed)
                || may_change(&places.managed)
                || may_change(&places.state)),
        is_state: names.is_in_any(&places.state) || (is_write && takes_along(&places.state)),
        is_forbidden: names.is_in_any(&places.forbid_read),
        may_reach_forbidden: is_folder && names.hold_any(&places.forbid_read),
        findings,
        names,
    }
}

impl PathNames {
    fn new(text: &str, written: Spelling, real: Option<String>, glob: &str, is_folding: bool, places: &Places) -> Self {
        let others = alias::others(text, &written, real.as_deref(), &places.base);
        let is_resolved = real.is_some();
        let mut all = vec![written.name];
        all.extend(real.filter(|real| all.first() != Some(real)));
        let own = all.len();
        all.extend(others);
        let folded = if is_folding { all.iter().map(|name| fold(name)).collect() } else { Vec::new() };
        let names_of = |glob: &str| glob.split('/').filter(|part| !part.is_empty()).map(GlobName::new).collect();
        Self { all, own, folded, glob: names_of(glob), folded_glob: names_of(&fold(glob)), is_resolved }
    }

    /// Those that an allow must cover, every one.
    pub(crate) fn own(&self) -> &[String] {
        self.all.get(..self.own).unwrap_or(&self.all)
    }

    /// Whether every name is known and inside the roots.
    fn are_inside(&self, is_folding: bool, places: &Places) -> bool {
        let is_inside = |name: &String| {
            places.roots().any(|root| root.holds(name) || (is_folding && root.holds_folded(&fold(name))))
        };
        self.is_resolved && self.own().iter().all(is_inside)
    }

    pub(super) fn is_in_any(&self, folders: &[Folder]) -> bool {
        folders.iter().any(|folder| {
            self.all.iter().any(|name| folder.holds(name)) || self.folded.iter().any(|name| folder.holds_folded(name))
        })
    }

    /// Whether some of the folders are below one of these names.
    pub(super) fn hold_any(&self, folders: &[Folder]) -> bool {
        folders.iter().any(|folder| self.all.iter().any(|name| folder.is_in(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NoFacts, PathSpec, PlacesSpec};
    use super::*;

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
            (!path.findings.is_empty(), "odd"),
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
            let path = ShellPath { path: path.to_owned(), access, certainty };
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
        assert_eq!((judged.written, judged.real), (PathBuf::from("/ws/a"), Some(PathBuf::from("/a"))));
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
