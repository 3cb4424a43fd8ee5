//! Looks files up in the lists of secrets and of protected files: by a name, or by a glob that may find one. What is on the
//! lists stands in [`super::lists`].

use super::{
    glob::GlobName,
    lists::{CREDENTIALS, ENV_ENDINGS, HARMLESS_TO_WRITE, PROTECTED},
    name::Parts,
    wild::Wild,
};
use crate::quick::NameMap;
use std::sync::LazyLock;

static CREDENTIAL_LIST: LazyLock<FileList> = LazyLock::new(|| FileList::new(CREDENTIALS));
static PROTECTED_LIST: LazyLock<FileList> = LazyLock::new(|| FileList::new(PROTECTED));
static HARMLESS_LIST: LazyLock<FileList> = LazyLock::new(|| FileList::new(HARMLESS_TO_WRITE));

/// Whether a pattern for names, in which a wildcard finds a dot in front too, finds what holds secrets or any name.
pub(crate) fn may_be_secret(pattern: &str) -> bool {
    let folded = super::name::fold(pattern);
    let finds = |pattern: &str| {
        let glob = GlobName::new(pattern);
        glob.finds_all() || CREDENTIAL_LIST.entry_for(&[Part::Name(""), Part::Glob(&glob)]).is_some()
    };
    // `*.rs` finds `.env.rs` too, but nobody has one; `.env.local` is one.
    if let Some(ending) = folded.strip_prefix("*.").filter(|_| GlobName::new(&folded).is_ending()) {
        return ENV_ENDINGS.contains(&ending) || finds(&folded) || finds(&format!(".{ending}"));
    }
    let dotted = folded.strip_prefix('?').map_or_else(|| format!(".{folded}"), |rest| format!(".{rest}"));
    folded.starts_with('[') || finds(&folded) || (folded.starts_with(['*', '?']) && finds(&dotted))
}

/// Whether a file of that path holds secrets, by its name or the folders before it. Quick for nearly every text.
pub(crate) fn is_secret(path: &str) -> bool {
    Listed::of(&super::name::fold(path), &[]).credential.is_some()
}

/// The entries about a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Listed {
    /// It says that the file holds secrets.
    pub credential: Option<&'static str>,
    /// It says that the file must not be written without the user.
    pub protected: Option<&'static str>,
}

impl Listed {
    /// About a file with this folded name, or one that the glob finds in the folder of that name. A glob that finds
    /// everything there points at nothing.
    pub(crate) fn of(folded: &str, glob: &[GlobName]) -> Self {
        if glob.is_empty() && !may_be_listed(folded) {
            return Self::default();
        }
        let parts: Vec<Part<'_>> = Parts::of(folded).map(Part::Name).chain(glob.iter().map(Part::Glob)).collect();
        let credential = CREDENTIAL_LIST.entry_for(&parts);
        let secret = || credential.filter(|_| HARMLESS_LIST.entry_for(&parts).is_none());
        Self { credential, protected: PROTECTED_LIST.entry_for(&parts).or_else(secret) }
    }

    /// What either says.
    pub(crate) fn or(self, other: Self) -> Self {
        Self { credential: self.credential.or(other.credential), protected: self.protected.or(other.protected) }
    }
}

/// A look that nearly every name fails: whether one of its parts is marked, or the last begins or ends as a wildcard wants.
pub(super) fn may_be_listed(folded: &str) -> bool {
    let (credentials, protected) = (&*CREDENTIAL_LIST, &*PROTECTED_LIST);
    let mut last = "";
    for part in Parts::of(folded) {
        let mark = mark(part);
        if credentials.is_marked(mark) || protected.is_marked(mark) {
            return true;
        }
        last = part;
    }
    [credentials, protected].iter().any(|list| list.edges.may_meet(last))
}

/// The first or last two bytes of what wildcards want, one bit for each pair.
#[derive(Default)]
struct Edges {
    starts: [u64; 16],
    ends: [u64; 16],
    /// Some wildcard wants less than two bytes.
    is_open: bool,
}

impl Edges {
    fn add(&mut self, wild: &Wild) {
        match (wild.prefix().as_bytes(), wild.suffix().as_bytes()) {
            (_, [.., before, last]) => set(&mut self.ends, *before, *last),
            ([first, second, ..], _) => set(&mut self.starts, *first, *second),
            _ => self.is_open = true,
        }
    }

    fn may_meet(&self, name: &str) -> bool {
        let bytes = name.as_bytes();
        let starts = matches!(bytes, [first, second, ..] if is_set(&self.starts, *first, *second));
        let ends = matches!(bytes, [.., before, last] if is_set(&self.ends, *before, *last));
        self.is_open || starts || ends
    }
}

fn pair(one: u8, other: u8) -> (usize, u64) {
    let bit = (usize::from(one) * 31 + usize::from(other)) % 1024;
    (bit / 64, 1 << (bit % 64))
}

fn set(bits: &mut [u64; 16], one: u8, other: u8) {
    let (word, bit) = pair(one, other);
    if let Some(word) = bits.get_mut(word) {
        *word |= bit;
    }
}

fn is_set(bits: &[u64; 16], one: u8, other: u8) -> bool {
    let (word, bit) = pair(one, other);
    bits.get(word).is_some_and(|word| word & bit != 0)
}

/// A list, ready to be looked up.
struct FileList {
    entries: Vec<Entry>,
    /// The entries by the last of their names, as every part of every path is looked up.
    by_last: NameMap<&'static str, Vec<usize>>,
    /// The marks of those names.
    marks: [u64; MARKS / 64],
    wild: Vec<(Wild, &'static str)>,
    edges: Edges,
}

struct Entry {
    text: &'static str,
    is_folder: bool,
    last: &'static str,
    /// The names that stand right above the last.
    above: Vec<&'static str>,
}

/// Names are told apart by marks before they are looked up: most parts of most paths have one that is on no list.
const MARKS: usize = 16_384;

/// Where the mark of a name stands: the word and the bit in it.
fn mark(name: &str) -> (usize, u64) {
    let bytes = name.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().map_or(0, usize::from);
    let sum = byte(0) * 5 + byte(1) * 37 + byte(bytes.len().saturating_sub(1)) * 181 + bytes.len() * 557;
    (sum % MARKS / 64, 1 << (sum % 64))
}

/// One part of the path that is looked at.
enum Part<'a> {
    Name(&'a str),
    Glob(&'a GlobName),
}

impl Part<'_> {
    fn may_be(&self, wanted: &str) -> bool {
        match self {
            Self::Name(name) => wanted == "*" || *name == wanted,
            Self::Glob(glob) => wanted == "*" || (!glob.finds_all() && glob.finds(wanted)),
        }
    }

    fn may_fit(&self, wild: &Wild) -> bool {
        match self {
            Self::Name(name) => wild.matches(name),
            // `*.rs` and `id_rsa*` have names in common, but nobody means them: the fixed ends must meet.
            Self::Glob(glob) => {
                let (open_start, open_end) = glob.open_ends();
                (wild.prefix().is_empty() || !open_start)
                    && (wild.suffix().is_empty() || !open_end)
                    && (wild.suffix().starts_with('.') || !glob.is_ending())
                    && glob.ends_meet(wild.prefix(), wild.suffix())
                    && glob.overlaps(&wild.text())
            }
        }
    }
}

impl FileList {
    fn new(texts: &[&'static str]) -> Self {
        let mut list = Self {
            entries: Vec::new(),
            by_last: NameMap::default(),
            marks: [0; MARKS / 64],
            wild: Vec::new(),
            edges: Edges::default(),
        };
        for text in texts {
            let mut above: Vec<_> = text.trim_end_matches('/').split('/').collect();
            let last = above.pop().unwrap_or_default();
            if last.contains('*') {
                let wild = Wild::new(last);
                list.edges.add(&wild);
                list.wild.push((wild, text));
            } else {
                let (word, bit) = mark(last);
                if let Some(word) = list.marks.get_mut(word) {
                    *word |= bit;
                }
                list.by_last.entry(last).or_default().push(list.entries.len());
                list.entries.push(Entry { text, is_folder: text.ends_with('/'), last, above });
            }
        }
        list
    }

    /// Whether an entry may end in the name with that mark.
    fn is_marked(&self, (word, bit): (usize, u64)) -> bool {
        self.marks.get(word).is_some_and(|word| word & bit != 0)
    }

    fn entry_for(&self, parts: &[Part<'_>]) -> Option<&'static str> {
        let (last, _) = parts.split_last()?;
        let wild = || self.wild.iter().find(|(wild, _)| last.may_fit(wild)).map(|(_, text)| *text);
        let named = parts.iter().enumerate().find_map(|(at, part)| {
            let is_last = at + 1 == parts.len();
            let above = parts.get(..at).unwrap_or_default();
            self.entry_ending_in(part, |entry| (is_last || entry.is_folder) && entry.stands_below(above))
        });
        named.or_else(wild)
    }

    fn entry_ending_in(&self, part: &Part<'_>, fits: impl Fn(&Entry) -> bool) -> Option<&'static str> {
        let entry = match part {
            Part::Name(name) => {
                if !self.is_marked(mark(name)) {
                    return None;
                }
                let mut places = self.by_last.get(name)?.iter().filter_map(|at| self.entries.get(*at));
                places.find(|entry| fits(entry))
            }
            Part::Glob(glob) => {
                let (finds_all, is_ending) = (glob.finds_all(), glob.is_ending());
                // `*.json` points at no file in particular, unless the folder does.
                let points = |entry: &Entry| !entry.above.is_empty() || !(is_ending || finds_all);
                let finds = |name: &str| if finds_all { !name.starts_with('.') } else { glob.finds(name) };
                self.entries.iter().find(|entry| points(entry) && finds(entry.last) && fits(entry))
            }
        };
        entry.map(|entry| entry.text)
    }
}

impl Entry {
    fn stands_below(&self, above: &[Part<'_>]) -> bool {
        self.above.len() <= above.len()
            && self.above.iter().rev().zip(above.iter().rev()).all(|(wanted, part)| part.may_be(wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn secrets() {
        let check =
            |name: &str, expected: Option<&str>| assert_eq!(Listed::of(name, &[]).credential, expected, "{name}");
        for (name, entry) in [
            ("/ws/.env", ".env"),
            ("/ws/a/.env.local", ".env.*"),
            ("/ws/.env.example", ".env.*"),
            ("/ws/prod.env", "*.env"),
            ("/home/u/.ssh/config", ".ssh/"),
            ("/home/u/.ssh", ".ssh/"),
            ("/ws/id_rsa", "id_rsa*"),
            ("/home/u/.aws/credentials", ".aws/"),
            ("/home/u/.docker/config.json", ".docker/config.json"),
            ("/home/u/.config/gh/hosts.yml", ".config/gh/hosts.yml"),
            ("/home/u/.config/gcloud/x/y", ".config/gcloud/"),
            ("/ws/certs/server.pem", "*.pem"),
            ("/etc/shadow", "etc/shadow"),
            ("c:/users/me/_netrc", "_netrc"),
            ("/home/u/.config/google-chrome/default/cookies", ".config/google-chrome/"),
            ("/home/u/.sqlite_history", ".sqlite_history"),
            ("/ws/infra/terraform.tfstate", "*.tfstate"),
            ("/ws/service-account-prod.json", "service-account*.json"),
            ("/home/u/.ssh/id_ed25519_sk", ".ssh/"),
            ("/proc/self/environ", "proc/*/environ"),
            ("/proc/12/task/13/environ", "proc/*/task/*/environ"),
        ] {
            check(name, Some(entry));
        }
        for name in [
            "/ws/locales/en/auth.json",
            "/proc/self/status",
            "/ws/environ",
            "/ws/src/env.rs",
            "/ws/environment",
            "/ws/config.json",
            "/ws/hosts.yml",
            "",
            "/ws/keys.rs",
            "/ws/gcloud/x",
        ] {
            check(name, None);
        }
    }

    proptest! {
        /// Marks only spare look-ups that would find nothing.
        #[test]
        fn marks_hide_no_entry(texts in proptest::collection::vec(0_usize..4096, 1..4), other in "(/[a-z._]{1,12}){0,2}") {
            let lists = [CREDENTIALS, PROTECTED, HARMLESS_TO_WRITE];
            let all: Vec<&str> = lists.iter().copied().flatten().copied().collect();
            let listed = texts.iter().map(|at| all[at % all.len()].replace('*', "x"));
            let name = format!("{other}/{}{other}", listed.collect::<Vec<_>>().join("/"));
            let parts: Vec<Part<'_>> = name.split('/').map(Part::Name).collect();
            if !may_be_listed(&name) {
                prop_assert!(lists.iter().take(2).all(|list| FileList::new(list).entry_for(&parts).is_none()));
            }
            for list in lists {
                let marked = FileList::new(list);
                let unmarked = FileList { marks: [u64::MAX; MARKS / 64], ..FileList::new(list) };
                prop_assert_eq!(marked.entry_for(&parts), unmarked.entry_for(&parts));
            }
        }
    }

    #[test]
    fn protected_files() {
        let check =
            |name: &str, expected: Option<&str>| assert_eq!(Listed::of(name, &[]).protected, expected, "{name}");
        for (name, entry) in [
            ("/home/u/.bashrc", ".bashrc"),
            ("/ws/.git", ".git"),
            ("/ws/.git/config", ".git/"),
            ("/ws/vendor/sub/.git/hooks/pre-commit", ".git/"),
            ("/ws/.cursor/mcp.json", ".cursor/"),
            ("/ws/.claude/settings.json", ".claude/"),
            ("/ws/reasonix.toml", "reasonix.toml"),
            ("/ws/.reasonix/settings.json", ".reasonix/"),
            ("/ws/.env", ".env"),
            ("/home/u/.ssh/authorized_keys", ".ssh/"),
            ("/home/u/.kube/config", ".kube/"),
            ("/home/u/.config/fish/config.fish", ".config/fish/"),
            ("/ws/.husky/pre-commit", ".husky/"),
            ("/ws/.devcontainer/devcontainer.json", ".devcontainer/"),
            ("/var/spool/cron/crontabs/u", "var/spool/cron/"),
        ] {
            check(name, Some(entry));
        }
        for name in
            ["/ws/.gitignore", "/ws/.github/workflows/ci.yml", "/ws/.env.example", "/ws/id_rsa.pub", "/ws/git/x"]
        {
            check(name, None);
        }
    }

    #[test]
    fn globs_that_point_at_secrets() {
        let check = |folder: &str, glob: &str, expected: Option<&str>| {
            let glob: Vec<_> = glob.split('/').map(GlobName::new).collect();
            assert_eq!(Listed::of(folder, &glob).credential, expected, "{folder}");
        };
        check("/ws", "*", None);
        check("/ws", "*.rs", None);
        check("/ws", ".e*", Some(".env"));
        check("/ws", ".env.loc*", Some(".env.*"));
        check("/ws", "id_*", Some("id_rsa*"));
        check("/ws", "a*.pem", Some("*.pem"));
        check("/ws", "test_*", None);
        check("/ws", "*.json", None);
        check("/home/u/.config/gh", "*", Some(".config/gh/hosts.yml"));
        check("/proc", "*/environ", Some("proc/*/environ"));
        check("/home/u/.docker", "*.json", Some(".docker/config.json"));
        check("/ws", "cred*.json", Some("credentials.json"));
        check("/home/u/.ssh", "*", Some(".ssh/"));
        check("/home/u", ".s*/config", Some(".ssh/"));
        check("/home/u", ".d*/config.json", Some(".docker/config.json"));
        check("/etc", "sh*", Some("etc/shadow"));
        let glob = [GlobName::new(".gi*"), GlobName::new("config")];
        assert_eq!(Listed::of("/ws", &glob).protected, Some(".git/"));
    }
}
