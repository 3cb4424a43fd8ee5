//! Removals that people hardly ever want: the root, the home folder, the folder a command stands in, or all in them.

use super::{
    Finding, FindingKind,
    places::{Dirs, is_absolute, is_within, lexical},
    value::{Arg, Place},
    walk::Walker,
};

impl Walker<'_> {
    /// Looks at a call of `rm`.
    pub(super) fn look_at_removal(&mut self, argv: &[Arg<'_>], at: &Dirs) {
        let args = argv.get(1..).unwrap_or_default();
        let recursive = args.iter().take_while(|arg| arg.as_static() != Some("--")).any(is_recursive);
        let forced = args.iter().any(|arg| "--no-preserve-root".starts_with(arg.lead()) && arg.lead().len() > 5);
        if !recursive && !forced {
            return;
        }
        let mut kind = forced.then_some(FindingKind::RemovesRoot);
        for arg in args.iter().filter(|arg| arg.as_static().is_none_or(|text| !text.starts_with('-'))) {
            kind = kind.or_else(|| self.removal(arg, at));
        }
        if let Some(kind) = kind {
            let words: Vec<_> = argv.iter().take(16).map(Arg::shown).collect();
            self.found.findings.push(Finding { kind, command: words.join(" ") });
        }
    }

    /// The same of a call of `find` that deletes whatever it finds below these folders.
    pub(super) fn removes_all(&mut self, name: &str, args: &[Arg<'_>], roots: &[&Arg<'_>], at: &Dirs) {
        if let Some(kind) = roots.iter().find_map(|root| self.removal(root, at)) {
            let words: Vec<_> = std::iter::once(name.into()).chain(args.iter().take(16).map(Arg::shown)).collect();
            self.found.findings.push(Finding { kind, command: words.join(" ") });
        }
    }

    fn removal(&self, arg: &Arg<'_>, at: &Dirs) -> Option<FindingKind> {
        arg.places(self.home.as_deref()).into_iter().find_map(|place| match place {
            Place::Exact(text) | Place::Usual(text) | Place::Glob(text) => {
                let folders = at.known().unwrap_or_default();
                let absolute = is_absolute(&text).then(|| self.what_is(&text, folders));
                absolute.unwrap_or_else(|| {
                    folders.iter().find_map(|folder| self.what_is(&format!("{folder}/{text}"), folders))
                })
            }
            // `"$DIR"/*` is `/*` when the variable is empty.
            Place::Unknown(prefix) => {
                let shown = arg.shown();
                let rest = shown.rsplit_once(['}', '"']).map_or(&*shown, |(_, rest)| rest);
                let rest = rest.trim_start_matches(|c: char| c == '$' || c == '_' || c.is_ascii_alphanumeric());
                (prefix.is_empty() && matches!(rest, "/" | "/*" | "/." | "/.*")).then_some(FindingKind::RemovesRoot)
            }
        })
    }

    /// What the path is, where everything in a folder counts as the folder.
    fn what_is(&self, path: &str, folders: &[String]) -> Option<FindingKind> {
        let path = path.replace('\\', "/");
        let folder =
            path.strip_suffix("/*").or_else(|| path.strip_suffix("/.*")).map_or(path.as_str(), |folder| folder);
        let path = lexical(if folder.is_empty() { "/" } else { folder });
        let is_drive = path.len() == 2 && path.ends_with(':');
        if path == "/" || is_drive {
            return Some(FindingKind::RemovesRoot);
        }
        if self.home.as_deref().is_some_and(|home| is_within(&lexical(home), &path)) {
            return Some(FindingKind::RemovesHome);
        }
        if is_within(&self.cwd, &path) || folders.iter().any(|folder| is_within(folder, &path)) {
            return Some(FindingKind::RemovesHere);
        }
        let is_top = path.starts_with('/') && path.matches('/').count() == 1 && path != "/tmp";
        is_top.then_some(FindingKind::RemovesRoot)
    }
}

pub(super) fn is_recursive(arg: &Arg<'_>) -> bool {
    let lead = arg.lead();
    match lead.strip_prefix("--") {
        Some(long) => !long.is_empty() && "recursive".starts_with(long),
        None => lead.strip_prefix('-').is_some_and(|letters| letters.contains(['r', 'R'])),
    }
}
