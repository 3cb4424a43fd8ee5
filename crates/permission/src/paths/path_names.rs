//! The names under which rules look for one path, and what is said of the file whatever is done with it.

use super::{
    alias,
    facts::{Facts, RealPath},
    glob::GlobName,
    listed::Listed,
    name::{self, Spelling, fold},
    places::{Folder, Places},
    portable::{self, PathFinding},
};
use std::sync::{Arc, OnceLock};

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

/// The names under which rules look for a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PathNames {
    written: Arc<str>,
    /// Where a link leads, and whatever else a denial may mean.
    others: Vec<Arc<str>>,
    /// The first of the others is the real name.
    is_linked: bool,
    /// All of them as the volume compares them, if it folds letter case.
    pub folded: Vec<Arc<str>>,
    /// The glob as it was written; empty if there is none.
    pub(super) looked_for: Box<str>,
    /// What a glob looks for in them; empty if there is none.
    pub glob: Vec<GlobName>,
    /// The same in folded letters.
    pub folded_glob: Vec<GlobName>,
    /// The real name is among them.
    pub is_resolved: bool,
    /// It has one name, of which nothing means another file anywhere.
    pub is_ordinary: bool,
    /// A harmless device, which is no place.
    pub(super) is_device: bool,
    /// Every name is known and inside the roots.
    pub(super) is_inside: bool,
    /// A `..` of the text had nothing to leave.
    above_root: bool,
    /// One of them is of Reasonix's own records.
    pub(super) is_state: bool,
    /// The configuration forbids to read one of them.
    pub(super) is_forbidden: bool,
    /// Looked for where it is more than mentioned.
    pub(super) told: OnceLock<Told>,
}

/// What is said of a file, whatever is done with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told {
    pub findings: Vec<PathFinding>,
    /// The entries of the built-in lists.
    pub listed: Listed,
}

impl PathNames {
    pub(super) fn new(text: &str, written: Spelling, glob: &str, places: &Places, facts: &dyn Facts) -> Self {
        let is_device = written.name.starts_with("/dev/") && DEVICES.contains(&&*written.name);
        let real = if is_device { Real::Same } else { Real::of(&written, places, facts) };
        let real_name = match &real {
            Real::Same => Some(&*written.name),
            Real::Elsewhere(name) => Some(name.as_str()),
            Real::Unknown => None,
        };
        let others = alias::others(text, &written, real_name, &places.base);
        let is_folding = facts.folds_case(&name::as_path(real_name.unwrap_or(&written.name)));
        let above_root = written.above_root;
        let is_ordinary = written.is_ordinary && matches!(real, Real::Same) && others.is_empty();
        let is_resolved = real_name.is_some();
        let linked = if let Real::Elsewhere(name) = real { Some(name) } else { None };
        let is_linked = linked.is_some();
        let names_of = |glob: &str| glob.split('/').filter(|part| !part.is_empty()).map(GlobName::new).collect();
        let has_glob = !glob.is_empty();
        let looked_for = Box::from(glob);
        let (glob, folded_glob) = if has_glob { (names_of(glob), names_of(&fold(glob))) } else { Default::default() };
        let mut names = Self {
            written: written.name,
            others: linked.into_iter().chain(others).map(Arc::from).collect(),
            is_linked,
            folded: Vec::new(),
            looked_for,
            glob,
            folded_glob,
            is_resolved,
            is_ordinary,
            is_device,
            is_inside: false,
            above_root,
            is_state: false,
            is_forbidden: false,
            told: OnceLock::new(),
        };
        let is_held = |name: &Arc<str>| {
            places.roots().any(|root| root.holds(name) || (is_folding && root.holds_folded(&fold(name))))
        };
        names.is_inside = is_resolved && names.own().all(is_held);
        if is_folding {
            names.folded = names.all().map(|name| fold(name).into()).collect();
        }
        names.is_state = names.is_in_any(&places.state);
        names.is_forbidden = names.is_in_any(&places.forbid_read);
        names
    }

    pub(super) fn written(&self) -> &str {
        &self.written
    }

    pub(super) fn real(&self) -> Option<&str> {
        self.own().last().map(|name| &**name).filter(|_| self.is_resolved)
    }

    /// It leads to another name, or nobody can tell where.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.is_linked || !self.is_resolved
    }

    /// All that a denial may mean.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<str>> + Clone {
        std::iter::once(&self.written).chain(&self.others)
    }

    /// The path was written so.
    pub(super) fn told(&self, text: &str, places: &Places) -> &Told {
        self.told.get_or_init(|| Told { findings: self.findings(text, places), listed: self.listed() })
    }

    /// Why the path that was written so may not be what it looks like.
    fn findings(&self, text: &str, places: &Places) -> Vec<PathFinding> {
        if self.is_ordinary {
            return portable::findings_of_ordinary(self.written());
        }
        let mut findings = portable::findings(text, self.written(), self.above_root, &places.base);
        findings.extend((!self.is_resolved).then_some(PathFinding::Unresolvable));
        findings
    }

    /// What the built-in lists say of any of them.
    fn listed(&self) -> Listed {
        let each = self.all().map(|name| Listed::of(&fold(name), &self.folded_glob));
        each.fold(Listed::default(), Listed::or)
    }

    /// Those that an allow must cover, every one.
    pub(crate) fn own(&self) -> impl Iterator<Item = &Arc<str>> {
        self.all().take(1 + usize::from(self.is_linked))
    }

    pub(super) fn is_in_any(&self, folders: &[Folder]) -> bool {
        folders.iter().any(|folder| {
            self.all().any(|name| folder.holds(name)) || self.folded.iter().any(|name| folder.holds_folded(name))
        })
    }

    /// Whether some of the folders are below one of these names.
    pub(super) fn hold_any(&self, folders: &[Folder]) -> bool {
        folders.iter().any(|folder| self.all().any(|name| folder.is_in(name)))
    }
}

/// The name of where the system ends up.
enum Real {
    /// As it was written.
    Same,
    Elsewhere(String),
    Unknown,
}

impl Real {
    fn of(written: &Spelling, places: &Places, facts: &dyn Facts) -> Self {
        let RealPath::Known(real) = facts.real(written.unresolved()) else { return Self::Unknown };
        if real.as_os_str() == &*written.name {
            return Self::Same;
        }
        match name::of_path(&real, places.style()) {
            Some(real) if *real == *written.name => Self::Same,
            Some(real) => Self::Elsewhere(real),
            None => Self::Unknown,
        }
    }
}
