//! Which places a confined process sees in another way than the rest of the system, in the order in which they are to be
//! mounted. Looks at the disk and changes nothing.
//!
//! Whatever confined processes could exchange for a link between a look and a mount is either fixed before the first of
//! them runs or held in its place, while one runs, by being a mount itself.

use super::{Confinement, StandIn, TEMP};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// How a place is seen. Where several are meant for one place, the last one here wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum View {
    /// The call's own temporary folder.
    Temp,
    /// As it is. A mount of its own, so that it cannot be moved away.
    Held,
    /// May be written.
    Writable,
    /// May be read and connected to.
    Reachable,
    /// May be read.
    Protected,
    /// Nobody may make it: an empty folder stands there.
    Absent,
    /// Nobody may make it: a file that says nothing stands there.
    StandIn,
    /// A file that cannot be read.
    HiddenFile,
    /// A folder that cannot be read.
    HiddenFolder,
}

/// A place and how it is seen.
pub(super) type Mounts = BTreeMap<Depth, View>;

/// Orders places so that what is above comes before what is below.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Depth(usize, PathBuf);

impl Depth {
    fn of(path: &Path) -> Self {
        Self(path.components().count(), path.to_path_buf())
    }

    pub(super) fn path(&self) -> &Path {
        &self.1
    }
}

/// The places of a sandbox that stay the same from call to call.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    fixed: Mounts,
    protected: Vec<PathBuf>,
    stand_ins: Vec<StandIn>,
}

impl Layout {
    pub(super) fn new(confinement: &Confinement) -> Self {
        let mut layout = Self {
            fixed: Mounts::new(),
            protected: confinement.protected.clone(),
            stand_ins: confinement.stand_ins.clone(),
        };
        for path in &confinement.writable {
            // What lies in another writable folder is writable, and a mount could be led elsewhere by a link there.
            let is_inner = confinement.writable.iter().any(|outer| path != outer && path.starts_with(outer));
            if path.exists() && !is_inner {
                put(&mut layout.fixed, path, View::Writable);
            }
        }
        if layout.fixed.keys().all(|place| place.path() != Path::new(TEMP)) {
            put(&mut layout.fixed, Path::new(TEMP), View::Temp);
        }
        let mut unreadable: Vec<&PathBuf> = confinement.unreadable.iter().collect();
        unreadable.sort_by_key(|path| Depth::of(path));
        for path in unreadable {
            layout.hide(path);
        }
        for path in &confinement.reachable {
            if is_link_free(path) && matches!(layout.governing(path), Some((_, View::HiddenFolder))) {
                put(&mut layout.fixed, path, View::Reachable);
            }
        }
        layout
    }

    fn hide(&mut self, path: &Path) {
        if !is_link_free(path) {
            return;
        }
        let within = self.governing(path).map(|(place, view)| (place.to_path_buf(), view));
        match within {
            // Not to be seen there anyway.
            Some((_, View::Temp | View::HiddenFolder)) => return,
            Some((top, View::Writable)) => hold(&mut self.fixed, &top, path),
            _ => {}
        }
        put(&mut self.fixed, path, if path.is_dir() { View::HiddenFolder } else { View::HiddenFile });
    }

    /// The places of one call whose temporary folder is `temp`.
    pub(super) fn mounts(&self, temp: &Path) -> Mounts {
        let mut mounts = self.fixed.clone();
        if self.temp_within(temp) != Path::new(TEMP) {
            mounts.retain(|_, view| *view != View::Temp);
        }
        for path in &self.protected {
            let Some((top, View::Writable)) = self.governing(path) else { continue };
            let Some((place, view)) = protection(top, path) else { continue };
            hold(&mut mounts, top, &place);
            put(&mut mounts, &place, view);
        }
        for StandIn { path, content } in &self.stand_ins {
            let Some((top, View::Writable)) = self.governing(path) else { continue };
            if !path.parent().is_some_and(is_link_free) {
                continue;
            }
            let is_missing = match fs::symlink_metadata(path) {
                // It may be another call's, and must not vanish while this one runs.
                Ok(found) if found.len() == content.len() as u64 => {
                    fs::read(path).is_ok_and(|found| found == content.as_bytes())
                }
                Ok(_) => false,
                Err(_) => true,
            };
            hold(&mut mounts, top, path);
            put(&mut mounts, path, if is_missing { View::StandIn } else { View::Protected });
        }
        mounts
    }

    /// What stands at `path` where it is missing.
    pub(super) fn stand_in(&self, path: &Path) -> Option<&'static str> {
        self.stand_ins.iter().find(|stand_in| stand_in.path == path).map(|stand_in| stand_in.content)
    }

    /// What the temporary folder `temp` is called inside. One that lies in a writable folder stays what it is: confined
    /// processes can exchange it for a link, so that nothing may be mounted from there.
    pub(super) fn temp_within<'a>(&self, temp: &'a Path) -> &'a Path {
        let is_theirs = matches!(self.governing(temp), Some((_, View::Writable)));
        if is_theirs { temp } else { Path::new(TEMP) }
    }

    /// What holds for `path`: the deepest place that it is or lies in.
    fn governing(&self, path: &Path) -> Option<(&Path, View)> {
        let around =
            self.fixed.iter().rev().find(|(place, view)| **view != View::Held && path.starts_with(place.path()));
        around.map(|(place, view)| (place.path(), *view))
    }

    /// The places that may be written, as a confined process names them.
    pub(super) fn writable(&self) -> impl Iterator<Item = &Path> {
        let may_write = |view: &View| matches!(view, View::Writable | View::Temp);
        self.fixed.iter().filter(move |(_, view)| may_write(view)).map(|(place, _)| place.path())
    }
}

/// How to protect `path` below `top`: itself, or the first thing on the way to it that is missing.
fn protection(top: &Path, path: &Path) -> Option<(PathBuf, View)> {
    let mut place = top.to_path_buf();
    for component in path.strip_prefix(top).ok()?.components() {
        place.push(component);
        match fs::symlink_metadata(&place) {
            // Where a link leads is not in its place, and the link itself cannot be held.
            Ok(found) if found.is_symlink() => return None,
            Ok(found) if found.is_dir() && is_empty(&place) => return Some((place, View::Absent)),
            Ok(found) if found.is_dir() => {}
            // Also where a folder was meant to be: nothing can be made below a file.
            Ok(_) => return Some((place, View::Protected)),
            Err(_) => return Some((place, View::Absent)),
        }
    }
    Some((place, View::Protected))
}

/// An empty folder may be a placeholder of another call, which must not vanish while this one runs.
fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// Keeps what lies between `top` and `path` where it is: moved away, it would take `path` with it.
fn hold(mounts: &mut Mounts, top: &Path, path: &Path) {
    for folder in path.ancestors().skip(1).take_while(|folder| folder.starts_with(top) && *folder != top) {
        put(mounts, folder, View::Held);
    }
}

fn put(mounts: &mut Mounts, path: &Path, view: View) {
    let before = mounts.entry(Depth::of(path)).or_insert(view);
    *before = view.max(*before);
}

fn is_link_free(path: &Path) -> bool {
    path.canonicalize().is_ok_and(|real| real == path)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// Lays out a folder with some content, which is called ROOT, and compares the places in it.
    fn check(writable: &[&str], protected: &[&str], unreadable: &[&str], expected: &str) {
        // Not among the temporary files, which are out of sight anyway.
        let source = Path::new(env!("CARGO_MANIFEST_DIR"));
        let apart = if source.starts_with("/tmp") { Path::new("/var/tmp") } else { source };
        let folder = tempfile::tempdir_in(apart).unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["ws/.git/hooks/info", "ws/a/b/secret", "ws/sub", "home/state"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        fs::write(root.join("ws/.git/config"), "").unwrap();
        fs::write(root.join("home/.env"), "").unwrap();
        symlink("a", root.join("ws/link")).unwrap();
        let paths = |names: &[&str]| names.iter().map(|name| root.join(name)).collect();
        let confinement = Confinement {
            writable: paths(writable),
            protected: paths(protected),
            stand_ins: Vec::new(),
            unreadable: paths(unreadable),
            reachable: Vec::new(),
            network: true,
            process_limit: 0,
            folder: root.join("own"),
        };
        let mounts = Layout::new(&confinement).mounts(Path::new("/elsewhere"));
        let seen: Vec<String> = mounts
            .iter()
            .filter_map(|(place, view)| Some(format!("{view:?} {}", place.path().strip_prefix(&root).ok()?.display())))
            .collect();
        assert_eq!(seen.join(", "), expected);
    }

    #[test]
    fn what_is_there_is_protected_where_it_is() {
        check(
            &["ws"],
            &["ws/.git/config", "ws/.git/hooks"],
            &[],
            "Writable ws, Held ws/.git, Protected ws/.git/config, Protected ws/.git/hooks",
        );
    }

    #[test]
    fn what_is_missing_cannot_be_made() {
        check(&["ws"], &["ws/reasonix.toml"], &[], "Writable ws, Absent ws/reasonix.toml");
        check(&["ws/sub"], &["ws/sub/.git/config", "ws/sub/.git/hooks"], &[], "Writable ws/sub, Absent ws/sub/.git");
        check(&["ws"], &["ws/.git/config/below"], &[], "Writable ws, Held ws/.git, Protected ws/.git/config");
        check(&[], &["ws/.git/config"], &[], "");
    }

    #[test]
    fn what_is_hidden_cannot_be_moved_into_sight() {
        check(
            &["ws"],
            &[],
            &["ws/a/b/secret", "home", "home/.env", "gone"],
            "HiddenFolder home, Writable ws, Held ws/a, Held ws/a/b, HiddenFolder ws/a/b/secret",
        );
        check(&["ws"], &[], &["home/.env"], "Writable ws, HiddenFile home/.env");
        check(&[], &["ws"], &["ws/link"], "");
    }

    #[test]
    fn a_place_in_another_is_not_mounted_again() {
        check(&["ws", "ws/sub", "gone"], &[], &[], "Writable ws");
        check(&["home/state"], &[], &["home"], "HiddenFolder home, Writable home/state");
        check(&["ws"], &[], &["ws"], "HiddenFolder ws");
    }
}
