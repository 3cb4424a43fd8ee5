//! Whether a folder beside the roots may be opened for writing, with all below it. What never is stands here; what a rule
//! denies is no matter of folders.

use super::{
    facts::Facts,
    judge::{JudgedPath, judge},
    places::Places,
};
use crate::Access;
use std::{borrow::Cow, path::PathBuf, sync::Arc};

/// A folder that a call wants to have opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedFolder {
    /// Where it really is, and what a link to it is called if it was reached through one.
    pub names: Vec<PathBuf>,
    pub judged: JudgedPath,
    pub opening: Opening,
}

/// How a folder may be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    Plain,
    /// It is the home folder: nearly everything of the user's is in it.
    Home,
    /// Nobody may, by this reason's code.
    Never(&'static str),
}

/// Judges a folder that a call wants to write in.
pub fn wanted_folder(text: &str, places: &Places, facts: &dyn Facts) -> WantedFolder {
    let judged = judge(text, Access::Write, places, facts);
    let written = judged.written().into_owned();
    let mut names: Vec<PathBuf> = judged.real().map(Cow::into_owned).into_iter().collect();
    if !names.contains(&written) {
        names.push(written);
    }
    let opening = opening(&judged, places);
    WantedFolder { names, judged, opening }
}

fn opening(folder: &JudgedPath, places: &Places) -> Opening {
    if folder.real().is_none() || !folder.findings().is_empty() {
        return Opening::Never("denied_folder_odd");
    }
    let is_root = |name: &Arc<str>| name.is_empty() || &**name == "/" || name.ends_with(':') || name.ends_with(":/");
    if folder.names.all().any(is_root) {
        return Opening::Never("denied_folder_root");
    }
    if folder.names.is_in_any(&places.own) {
        return Opening::Never("denied_folder_own");
    }
    // What is Reasonix's own, or secret, stays closed in it: no call may write the one, and the other asks again.
    if places.is_home(&folder.names) {
        return Opening::Home;
    }
    if folder.names.hold_any(&places.own) || places.is_above_home(&folder.names) {
        return Opening::Never("denied_folder_own");
    }
    let is_kept = folder.is_managed || folder.is_state || folder.is_protected_by_config;
    if is_kept || folder.credential.is_some() || folder.protected.is_some() {
        return Opening::Never("denied_folder_protected");
    }
    Opening::Plain
}

#[cfg(test)]
mod tests {
    use super::super::{NoFacts, PlacesSpec};
    use super::*;
    use std::path::Path;

    #[test]
    fn what_is_never_opened() {
        let own = [PathBuf::from("/home/u/.reasonix"), PathBuf::from("/home/u/.local/state/reasonix")];
        let spec = PlacesSpec { home: Some(Path::new("/home/u")), own: &own, ..PlacesSpec::new(Path::new("/ws")) };
        let places = Places::new(&spec, &NoFacts);
        let check = |text: &str, expected: Opening| {
            assert_eq!(wanted_folder(text, &places, &NoFacts).opening, expected, "{text}");
        };
        check("/data/out", Opening::Plain);
        check("../ws2", Opening::Plain);
        check("~/notes", Opening::Plain);
        check("/etc", Opening::Plain);
        check("~", Opening::Home);
        check("/home/u/", Opening::Home);
        check("/", Opening::Never("denied_folder_root"));
        check("/data/../..", Opening::Never("denied_folder_root"));
        check("/home", Opening::Never("denied_folder_own"));
        check("~/.local", Opening::Never("denied_folder_own"));
        check("~/.local/state/reasonix", Opening::Never("denied_folder_own"));
        check("~/.reasonix/skills", Opening::Never("denied_folder_own"));
        check("~/.ssh", Opening::Never("denied_folder_protected"));
        check("~/.aws", Opening::Never("denied_folder_protected"));
        check("/data/.git/hooks", Opening::Never("denied_folder_protected"));
        check("/ws/.reasonix", Opening::Never("denied_folder_protected"));
        check("/proc/self/root/data", Opening::Never("denied_folder_odd"));
    }
}
