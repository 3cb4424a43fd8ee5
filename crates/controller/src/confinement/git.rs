//! Where the repository of a workspace keeps its data. Commits need to write there; what git runs or obeys later, outside
//! of any sandbox, must stay as it is. A checkout has no say in where that is: what it names is believed only where the
//! named place speaks of the checkout too.

use super::is_folder;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The places of one root.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct GitPlaces {
    /// Folders outside the root.
    pub writable: Vec<PathBuf>,
    pub protected: Vec<PathBuf>,
    /// Folders of whole repositories, in which a file `commondir` would have git obey another one.
    pub repositories: Vec<PathBuf>,
}

/// What `commondir` says where it changes nothing.
pub(super) const SAME_FOLDER: &str = ".\n";

/// What makes git run programs or look elsewhere, in the folder of a repository.
const OBEYED: &[&str] = &["config", "hooks"];
/// The same, where it is there: git refuses a repository in which these are something else than files.
const OBEYED_IF_THERE: &[&str] = &[concat!("config", ".worktree"), "commondir", "gitdir"];
/// No file that names a folder is longer.
const MOST_BYTES: u64 = 64 << 10;
/// How deep submodules of submodules are looked for.
const DEPTH: usize = 4;

/// Looks for the repository that `root` is in.
pub(super) fn places(root: &Path) -> GitPlaces {
    let mut places = GitPlaces::default();
    let own = root.join(".git");
    protect(&own, &mut places.protected);
    if own.is_file() {
        if let Some(folder) = linked(root, &own) {
            add(&folder, &mut places);
        }
    } else if is_folder(&own) {
        protect_inner(&own, None, &mut places);
        places.repositories.push(own);
    } else if let Some(outer) = root.ancestors().skip(1).map(|folder| folder.join(".git")).find(|path| is_folder(path))
    {
        add(&outer, &mut places);
    }
    places
}

/// A repository's folder outside the root.
fn add(folder: &Path, places: &mut GitPlaces) {
    let common = common_folder(folder);
    protect(&common, &mut places.protected);
    protect_inner(&common, Some(folder), places);
    if folder != common {
        places.protected.extend(OBEYED_IF_THERE.iter().map(|name| folder.join(name)).filter(|path| path.exists()));
    }
    places.repositories.push(common.clone());
    places.writable.push(common);
}

fn protect(folder: &Path, protected: &mut Vec<PathBuf>) {
    protected.extend(OBEYED.iter().map(|name| folder.join(name)));
    protected.extend(OBEYED_IF_THERE.iter().map(|name| folder.join(name)).filter(|path| path.exists()));
}

/// The repositories within `folder`: of submodules, and of other working trees than the `own` one.
fn protect_inner(folder: &Path, own: Option<&Path>, places: &mut GitPlaces) {
    let trees = fs::read_dir(folder.join("worktrees")).into_iter().flatten().flatten().map(|entry| entry.path());
    places.protected.extend(trees.filter(|tree| own != Some(tree)));
    protect_modules(&folder.join("modules"), DEPTH, places);
}

fn protect_modules(folder: &Path, depth: usize, places: &mut GitPlaces) {
    for module in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if !is_folder(&module) || depth == 0 {
            continue;
        }
        if module.join("HEAD").is_file() {
            protect(&module, &mut places.protected);
            places.protected.extend(tree_file(&module));
            protect_modules(&module.join("modules"), depth - 1, places);
            places.repositories.push(module);
        } else {
            protect_modules(&module, depth - 1, places);
        }
    }
}

/// The file `.git` of a submodule's working tree, which leads to its repository.
fn tree_file(module: &Path) -> Option<PathBuf> {
    let config = read(&module.join("config"))?;
    let named = config.lines().find_map(|line| line.trim().strip_prefix("worktree")?.trim_start().strip_prefix('='))?;
    let tree = module.join(named.trim().trim_matches('"')).canonicalize().ok()?;
    Some(tree.join(".git")).filter(|file| file.is_file())
}

/// The folder that the file `.git` of a working tree names, if that folder is one of git's and this tree is its own.
fn linked(root: &Path, file: &Path) -> Option<PathBuf> {
    let text = read(file)?;
    let folder = root.join(text.strip_prefix("gitdir:")?.trim()).canonicalize().ok()?;
    let is_repository = folder.join("HEAD").is_file();
    let speaks_of_it = read(&folder.join("gitdir"))
        .is_some_and(|back| folder.join(back.trim()).canonicalize().ok() == file.canonicalize().ok());
    let modules = root.ancestors().skip(1).map(|outer| outer.join(".git/modules"));
    let is_submodule =
        modules.filter_map(|modules| modules.canonicalize().ok()).any(|modules| folder.starts_with(modules));
    (is_repository && (speaks_of_it || is_submodule)).then_some(folder)
}

/// The text of a small plain file: a checkout may have put anything in its place.
fn read(file: &Path) -> Option<String> {
    let is_small_file = fs::metadata(file).is_ok_and(|found| found.is_file() && found.len() <= MOST_BYTES);
    is_small_file.then(|| fs::read_to_string(file).ok())?
}

/// Where a linked working tree keeps what it shares.
fn common_folder(folder: &Path) -> PathBuf {
    let named = read(&folder.join("commondir"));
    let common = named.and_then(|name| folder.join(name.trim()).canonicalize().ok());
    // It lies in the repository that it belongs to, as `worktrees/<name>`.
    common.filter(|common| folder.starts_with(common)).unwrap_or_else(|| folder.to_path_buf())
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    /// Makes files, and compares the places of `root`, all paths being relative to one folder.
    fn check(files: &[(&str, &str)], root: &str, writable: &[&str], protected: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        fs::create_dir_all(base.join(root)).unwrap();
        for (name, text) in files {
            fs::create_dir_all(base.join(name).parent().unwrap()).unwrap();
            fs::write(base.join(name), text.replace("BASE", base.to_str().unwrap())).unwrap();
        }
        let GitPlaces { writable: found, protected: kept, .. } = places(&base.join(root));
        let names = |paths: Vec<PathBuf>| {
            let name = |path: PathBuf| path.strip_prefix(&base).unwrap().to_str().unwrap().to_owned();
            let mut names: Vec<String> = paths.into_iter().map(name).collect();
            names.sort();
            names
        };
        assert_eq!((names(found), names(kept)), (owned(writable), owned(protected)));
    }

    fn owned(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    const MAIN: [(&str, &str); 3] = [("r/.git/HEAD", ""), ("r/.git/config", ""), ("r/.git/modules/a/b/HEAD", "")];
    const TREE: [(&str, &str); 4] = [
        ("r/.git/worktrees/w/HEAD", ""),
        ("r/.git/worktrees/w/commondir", "../..\n"),
        ("r/.git/worktrees/w/gitdir", "BASE/w/.git\n"),
        ("w/.git", "gitdir: BASE/r/.git/worktrees/w\n"),
    ];

    #[test]
    fn a_repository_in_the_root() {
        check(&[], "r", &[], &["r/.git/config", "r/.git/hooks"]);
        check(
            &[&MAIN[..], &TREE].concat(),
            "r",
            &[],
            &[
                "r/.git/config",
                "r/.git/hooks",
                "r/.git/modules/a/b/config",
                "r/.git/modules/a/b/hooks",
                "r/.git/worktrees/w",
            ],
        );
    }

    #[test]
    fn submodules() {
        let config = ("r/.git/modules/sub/config", "[core]\n\tworktree = ../../../sub\n");
        let files = [("r/.git/HEAD", ""), ("r/.git/modules/sub/HEAD", ""), config, ("r/sub/.git", "gitdir: x\n")];
        let own = ["r/.git/config", "r/.git/hooks", "r/.git/modules/sub/config", "r/.git/modules/sub/hooks"];
        check(&files, "r", &[], &[&own[..], &["r/sub/.git"]].concat());
        let repositories = {
            let folder = tempfile::tempdir().unwrap();
            let base = folder.path().canonicalize().unwrap();
            fs::create_dir_all(base.join(".git/modules/sub")).unwrap();
            fs::write(base.join(".git/modules/sub/HEAD"), "").unwrap();
            let found = places(&base).repositories;
            found.iter().map(|path| path.strip_prefix(&base).unwrap().to_path_buf()).collect::<Vec<_>>()
        };
        assert_eq!(repositories, [".git/modules/sub", ".git"].map(PathBuf::from));
    }

    #[test]
    fn a_repository_around_the_root() {
        check(
            &MAIN[..2],
            "r/sub/deep",
            &["r/.git"],
            &["r/.git/config", "r/.git/hooks", "r/sub/deep/.git/config", "r/sub/deep/.git/hooks"],
        );
    }

    #[test]
    fn a_linked_working_tree() {
        check(
            &[&MAIN[..2], &TREE].concat(),
            "w",
            &["r/.git"],
            &[
                "r/.git/config",
                "r/.git/hooks",
                "r/.git/worktrees/w/commondir",
                "r/.git/worktrees/w/gitdir",
                "w/.git/config",
                "w/.git/hooks",
            ],
        );
    }

    #[test]
    fn a_checkout_cannot_open_other_folders() {
        let own = ["w/.git/config", "w/.git/hooks"];
        for target in ["BASE/r/.git", "../r/.git", "/etc", "BASE/r"] {
            let file = format!("gitdir: {target}\n");
            check(&[MAIN[0], ("w/.git", &file)], "w", &[], &own);
        }
    }
}
