//! Puts the command `reasonix`, which lies beside the app, where a shell finds it: in `~/.local/bin`. Nothing that belongs
//! to somebody else is replaced.

use crate::texts::Texts;
use reasonix_config::Environment;
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use tauri::{AppHandle, Manager as _};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogKind};

/// The command's file name.
const NAME: &str = if cfg!(windows) { "reasonix.exe" } else { "reasonix" };

/// What came of it.
#[derive(Debug)]
enum Outcome {
    Installed(PathBuf),
    /// A shell finds it where it is.
    Found(PathBuf),
    /// Something else has the place.
    Taken(PathBuf),
    /// This build has no command beside it.
    Missing,
    NoHome,
    Failed(PathBuf, io::Error),
}

/// How the place is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    /// The command is replaced together with the app.
    Link,
    /// The app's own place is gone when it ends, or links are not for everyone there.
    Copy,
}

/// Installs it and tells in a dialog how it went.
pub(crate) fn install_and_tell(app: &AppHandle) {
    let texts = *app.state::<Texts>();
    let environment = Environment::of_process();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let searched: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let outcome = match (beside_the_app(), &environment.home) {
        (None, _) => Outcome::Missing,
        (_, None) => Outcome::NoHome,
        (Some(tool), Some(home)) => install(&tool, &home.join(".local").join("bin"), &searched, how()),
    };
    let is_good = matches!(outcome, Outcome::Installed(_) | Outcome::Found(_));
    let kind = if is_good { MessageDialogKind::Info } else { MessageDialogKind::Warning };
    let title = texts.plain("app.menu.install_tool");
    app.dialog().message(told(&outcome, &searched, texts)).title(title).kind(kind).show(|_| {});
}

fn beside_the_app() -> Option<PathBuf> {
    let tool = std::env::current_exe().ok()?.with_file_name(NAME);
    tool.is_file().then_some(tool)
}

fn how() -> How {
    if cfg!(windows) || std::env::var_os("APPIMAGE").is_some() { How::Copy } else { How::Link }
}

fn install(tool: &Path, folder: &Path, searched: &[PathBuf], how: How) -> Outcome {
    if how == How::Link && tool.parent().is_some_and(|own| searched.iter().any(|folder| folder == own)) {
        return Outcome::Found(tool.to_owned());
    }
    let place = folder.join(NAME);
    match fs::symlink_metadata(&place) {
        Ok(_) if !is_ours(&place, tool) => return Outcome::Taken(place),
        Ok(_) | Err(_) => {}
    }
    match put(tool, &place, how) {
        Ok(()) => Outcome::Installed(place),
        Err(error) => Outcome::Failed(place, error),
    }
}

/// Whether what has the place may be replaced: a link to a command of this name, or an older copy of it.
fn is_ours(place: &Path, tool: &Path) -> bool {
    match fs::read_link(place) {
        Ok(target) => {
            target.file_name() == tool.file_name() && target.with_file_name(app_name()).exists() || !target.exists()
        }
        Err(_) => fs::read(place).is_ok_and(|there| fs::read(tool).is_ok_and(|own| there == own)),
    }
}

const fn app_name() -> &'static str {
    if cfg!(windows) { "reasonix-desktop.exe" } else { "reasonix-desktop" }
}

fn put(tool: &Path, place: &Path, how: How) -> io::Result<()> {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    // Beside the place and then moved there: whoever starts the command meanwhile gets the old one or the new one.
    let beside = place.with_extension("new");
    let _ = fs::remove_file(&beside);
    match how {
        How::Link => link(tool, &beside)?,
        How::Copy => fs::copy(tool, &beside).map(drop)?,
    }
    fs::rename(&beside, place)
}

#[cfg(unix)]
fn link(tool: &Path, place: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(tool, place)
}

#[cfg(not(unix))]
fn link(tool: &Path, place: &Path) -> io::Result<()> {
    fs::copy(tool, place).map(drop)
}

fn told(outcome: &Outcome, searched: &[PathBuf], texts: Texts) -> String {
    let shown = |path: &Path| path.display().to_string();
    match outcome {
        Outcome::Installed(path) => {
            let text = texts.get("app.tool.installed", &[("path", &shown(path))]);
            match path.parent().filter(|own| !searched.iter().any(|folder| folder == own)) {
                Some(folder) => {
                    let hint = texts.get("app.tool.not_on_path", &[("folder", &shown(folder))]);
                    format!("{text}\n\n{hint}")
                }
                None => text,
            }
        }
        Outcome::Found(path) => texts.get("app.tool.found", &[("path", &shown(path))]),
        Outcome::Taken(path) => texts.get("app.tool.taken", &[("path", &shown(path))]),
        Outcome::Missing => texts.plain("app.tool.missing"),
        Outcome::NoHome => texts.plain("app.tool.no_home"),
        Outcome::Failed(path, error) => {
            texts.get("app.tool.failed", &[("path", &shown(path)), ("reason", &error.to_string())])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The app's folder with the command in it, and the folder to install to.
    fn place() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let root = tempfile::tempdir().unwrap();
        let (app, bin) = (root.path().join("app"), root.path().join("home/bin"));
        fs::create_dir_all(&app).unwrap();
        fs::write(app.join(app_name()), "app").unwrap();
        fs::write(app.join(NAME), "tool").unwrap();
        (root, app.join(NAME), bin)
    }

    #[test]
    fn it_is_put_there_and_put_there_again() {
        for how in [How::Link, How::Copy] {
            let (_root, tool, bin) = place();
            for _ in 0..2 {
                let outcome = install(&tool, &bin, &[], how);
                assert!(matches!(outcome, Outcome::Installed(_)), "{outcome:?}");
                assert_eq!(fs::read_to_string(bin.join(NAME)).unwrap(), "tool");
            }
            assert_eq!(fs::read_dir(&bin).unwrap().count(), 1);
        }
    }

    #[test]
    fn what_is_somebody_elses_stays() {
        let (_root, tool, bin) = place();
        fs::create_dir_all(&bin).unwrap();
        fs::write(bin.join(NAME), "another").unwrap();
        let outcome = install(&tool, &bin, &[], How::Link);
        assert!(matches!(outcome, Outcome::Taken(_)), "{outcome:?}");
        assert_eq!(fs::read_to_string(bin.join(NAME)).unwrap(), "another");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_replaced() {
        let (root, tool, bin) = place();
        fs::create_dir_all(&bin).unwrap();
        link(&root.path().join("gone").join(NAME), &bin.join(NAME)).unwrap();
        let outcome = install(&tool, &bin, &[], How::Link);
        assert!(matches!(outcome, Outcome::Installed(_)), "{outcome:?}");
    }

    #[test]
    fn what_a_shell_finds_is_left_alone() {
        let (_root, tool, bin) = place();
        let outcome = install(&tool, &bin, &[tool.parent().unwrap().to_owned()], How::Link);
        assert!(matches!(outcome, Outcome::Found(_)), "{outcome:?}");
        assert!(!bin.exists());
    }

    #[test]
    fn a_folder_that_is_not_searched_is_told() {
        let texts = Texts::of_process();
        let outcome = Outcome::Installed("/home/a/.local/bin/reasonix".into());
        assert_eq!(told(&outcome, &["/home/a/.local/bin".into()], texts).lines().count(), 1);
        assert!(told(&outcome, &[], texts).lines().count() > 1);
    }
}
