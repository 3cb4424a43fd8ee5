//! Where a call stands: its folder, the workspace, the further folders that may be written, and Reasonix's own. Made once
//! and used for every path and rule until one of them changes.

use super::{
    PathSpec, Reach,
    facts::{Facts, RealPath},
    name::{self, Base, Style, drive, is_under},
    path_names::PathNames,
    wide::WideIndex,
};
use crate::shell::Certainty;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// What [`Places`] are made of. All paths are absolute.
#[derive(Debug, Clone, Copy)]
pub struct PlacesSpec<'a> {
    /// What relative paths of a call start from.
    pub cwd: &'a Path,
    pub home: Option<&'a Path>,
    /// What relative rules start from, and the first folder that counts as inside.
    pub workspace: &'a Path,
    /// Further folders that count as inside.
    pub extra_roots: &'a [PathBuf],
    /// Files and folders that decide what Reasonix may do, beside the workspace's own: only the user writes them.
    pub managed: &'a [PathBuf],
    /// Folders of sessions, grants and memory: no call writes them.
    pub state: &'a [PathBuf],
    /// Reasonix's own folders, those among them: none is opened for writing, nor what holds it.
    pub own: &'a [PathBuf],
    /// Files and folders that must not be read.
    pub forbid_read: &'a [PathBuf],
    /// What is protected from writing beside the built-in list.
    pub protected: &'a [PathSpec],
}

impl<'a> PlacesSpec<'a> {
    /// A workspace in which calls run, and nothing else.
    pub const fn new(workspace: &'a Path) -> Self {
        Self {
            cwd: workspace,
            home: None,
            workspace,
            extra_roots: &[],
            managed: &[],
            state: &[],
            own: &[],
            forbid_read: &[],
            protected: &[],
        }
    }
}

/// See [`PlacesSpec`].
#[derive(Debug, Clone)]
pub struct Places {
    pub(crate) base: Base,
    workspace: Folder,
    home: Option<Folder>,
    extra_roots: Vec<Folder>,
    pub(crate) managed: Vec<Folder>,
    pub(crate) state: Vec<Folder>,
    pub(super) own: Vec<Folder>,
    pub(crate) forbid_read: Vec<Folder>,
    protected: WideIndex,
    /// The shell finds programs by names in any letter case.
    pub(crate) folds_programs: bool,
    /// Folders with two names: roots, home, and those that systems themselves link.
    links: Vec<Folder>,
}

/// Files of a workspace that decide what Reasonix may do there.
const OWN_FILES: [&str; 2] = ["reasonix.toml", ".reasonix"];

/// Links on some systems that nobody but the system can change.
const SYSTEM_FOLDERS: [&str; 4] = ["/tmp", "/var", "/etc", "/home"];

impl Places {
    pub fn new(spec: &PlacesSpec<'_>, facts: &dyn Facts) -> Self {
        let style = Style::of(spec.cwd);
        let folder = |path: &Path| Folder::of(path, style, facts);
        let all = |paths: &[PathBuf]| paths.iter().filter_map(|path| folder(path)).collect::<Vec<_>>();
        let workspace = folder(spec.workspace).unwrap_or_else(Folder::nowhere);
        let home = spec.home.and_then(folder);
        let extra_roots = all(spec.extra_roots);
        let roots = extra_roots.iter().chain([&workspace]);
        let own =
            roots.clone().flat_map(|root| OWN_FILES.map(|file| PathBuf::from(format!("{}/{file}", root.written))));
        let managed = all(&own.chain(spec.managed.iter().cloned()).collect::<Vec<_>>());
        let system = SYSTEM_FOLDERS.iter().filter_map(|path| folder(Path::new(path)));
        let linked = roots.chain(&home).cloned().chain(system).filter(|folder| folder.real.is_some());
        let mut places = Self {
            links: linked.collect(),
            base: Base {
                style,
                cwd: name::of_path(spec.cwd, style).unwrap_or_default(),
                home: home.as_ref().map(|home| home.written.clone()),
            },
            workspace,
            home,
            extra_roots,
            managed,
            state: all(spec.state),
            own: all(spec.own),
            forbid_read: all(spec.forbid_read),
            protected: WideIndex::default(),
            folds_programs: facts.folds_case(Path::new(if style == Style::Windows { "C:/" } else { "/usr/bin" })),
        };
        let mut protected = WideIndex::default();
        for (number, spec) in spec.protected.iter().enumerate() {
            for pattern in spec.patterns(Reach::Wide, &places, facts) {
                protected.insert(pattern, number);
            }
        }
        places.protected = protected;
        places
    }

    /// The same with further folders that count as inside. Each stands for its name alone: a link that is put in its place
    /// later leads nowhere.
    #[must_use]
    pub fn with_roots(&self, folders: &[PathBuf]) -> Self {
        let mut places = self.clone();
        for folder in folders {
            let Some(name) = name::of_path(folder, self.style()) else { continue };
            let own = |file: &str| format!("{name}/{file}");
            places.managed.extend(OWN_FILES.map(|file| Folder::named(own(file))));
            places.extra_roots.push(Folder::named(name));
        }
        places
    }

    pub(super) fn is_home(&self, names: &PathNames) -> bool {
        let is_home = |name: &Arc<str>| self.home.iter().any(|home| home.names().any(|own| *own == **name));
        names.own().any(is_home)
    }

    /// Whether the home folder lies below one of these names.
    pub(super) fn is_above_home(&self, names: &PathNames) -> bool {
        self.home.iter().any(|home| names.all().any(|name| home.is_in(name)))
    }

    pub(crate) fn style(&self) -> Style {
        self.base.style
    }

    pub(crate) fn workspace(&self) -> impl Iterator<Item = &Folder> + Clone {
        std::iter::once(&self.workspace)
    }

    pub(crate) fn roots(&self) -> impl Iterator<Item = &Folder> + Clone {
        self.workspace().chain(&self.extra_roots)
    }

    /// Whether the configuration protects a file with these names from writing.
    pub(crate) fn protects(&self, names: &PathNames, certainty: Certainty) -> bool {
        let mut is_protected = false;
        self.protected.each_match(names, certainty, |_| is_protected = true);
        is_protected || self.protected.first_possible(names, certainty, |_| true).is_some()
    }

    /// The folders from which the text of a rule counts, each with what is left of it. An absolute text counts by every
    /// name of the folder it starts in, one from `~` from home if that is known, any other from each of `roots`.
    pub(crate) fn starts<'a>(
        &'a self,
        text: &'a str,
        roots: impl Iterator<Item = &'a Folder>,
    ) -> Vec<(String, &'a str)> {
        let names = |folder: &Folder| folder.names().map(str::to_owned).collect::<Vec<_>>();
        if let Some(rest) = text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/')) {
            return self.home.iter().flat_map(names).map(|name| (name, rest)).collect();
        }
        let Some(own) = self.absolute_start(text) else {
            return roots.flat_map(names).map(|name| (name, text)).collect();
        };
        let other_names = self.links.iter().flat_map(|folder| {
            let real = folder.real.as_deref().unwrap_or(&folder.written);
            let swap = |from: &str, to: &str| {
                text.strip_prefix(from).filter(|_| is_under(text, from)).map(|rest| (to.to_owned(), rest))
            };
            [swap(&folder.written, real), swap(real, &folder.written)].into_iter().flatten()
        });
        std::iter::once(own).chain(other_names).collect()
    }

    /// The root and the rest of an absolute text.
    fn absolute_start<'a>(&self, text: &'a str) -> Option<(String, &'a str)> {
        // `C:x` is a name like any other where there are no drives.
        if let Some((letter, rest)) =
            drive(text).filter(|(_, rest)| self.style() == Style::Windows || rest.starts_with('/'))
        {
            return Some((format!("{letter}:"), rest));
        }
        let rest = text.strip_prefix('/')?;
        if self.style() == Style::Posix {
            return Some((String::new(), rest));
        }
        match rest.strip_prefix('/') {
            Some(share) => Some(("/".to_owned(), share)),
            None => Some((name::drive_of(&self.base.cwd).to_owned(), rest)),
        }
    }
}

/// A folder or file as it was written, and where it really is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Folder {
    written: String,
    /// If a link leads elsewhere.
    real: Option<String>,
}

impl Folder {
    fn of(path: &Path, style: Style, facts: &dyn Facts) -> Option<Self> {
        let written = name::of_path(path, style)?;
        let real = match facts.real(path) {
            RealPath::Known(real) => name::of_path(&real, style),
            RealPath::Unresolvable => None,
        };
        Some(Self { real: real.filter(|real| *real != written), written })
    }

    /// One that is reached through no link.
    fn named(name: String) -> Self {
        Self { written: name, real: None }
    }

    /// Holds no path, as none has an empty part.
    fn nowhere() -> Self {
        Self::named("//".to_owned())
    }

    /// One name, or two if it is reached through a link.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.written.as_str()).chain(self.real.as_deref())
    }

    pub(crate) fn holds(&self, name: &str) -> bool {
        self.names().any(|own| is_under(name, own))
    }

    /// Whether the folder with that name holds this one.
    pub(crate) fn is_in(&self, name: &str) -> bool {
        self.names().any(|own| is_under(own, name))
    }

    /// Like [`Self::holds`] for a name that was folded.
    pub(crate) fn holds_folded(&self, folded: &str) -> bool {
        self.names().any(|folder| is_under(folded, &name::fold(folder)))
    }
}
