//! git: its options before the subcommand, the folder it works in, the files and commands that its arguments name.

use super::{
    Argv, Certainty,
    call::{Call, is_listed},
    carriers::{self, Carried},
    places::Dirs,
    reach::Verdict,
    redirect::Feed,
    value::Arg,
    walk::Walker,
    why, wrappers,
};
use crate::Access;

/// Options before the subcommand that leave a reader a reader.
const HARMLESS: &str = "-C -c -P --no-pager --no-optional-locks --no-replace-objects --no-lazy-fetch --no-advice \
    --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs";

impl Walker<'_> {
    pub(super) fn git(&mut self, name: &str, args: &[Arg<'_>], at: &Dirs, depth: usize) -> Verdict {
        let Some(call) = wrappers::git(args) else {
            let bare = args.iter().position(|arg| !arg.may_be_flag()).and_then(|at| args.get(at..)).unwrap_or_default();
            self.git_variant(bare);
            let open = args.iter().position(|arg| arg.as_static().is_none()).and_then(|at| args.get(at..));
            self.disguised_subcommand("git", open.unwrap_or_default());
            self.suffixes(args, at, depth);
            return Verdict { reads: false, wraps: true, moved: None, lost: false };
        };
        if call.rest.is_empty() {
            return Verdict { reads: self.program(name, "git", args, at), wraps: false, moved: None, lost: false };
        }
        let has_options = call.rest.len() < args.len();
        if has_options {
            self.git_variant(call.rest);
            self.disguised_subcommand("git", call.rest);
        }
        let (at, here) = self.git_folder(&call, at);
        let cosmetic = self.git_config(&call, &at);
        self.git_runs(call.rest, &at, depth);
        self.carried_by_git(call.rest, &at);
        let reads = self.program(name, "git", call.rest, &at);
        // `git rm -n` touches nothing.
        self.git_paths(call.rest, &at, !reads);
        // Else they are the words that are looked at for every program.
        if has_options {
            self.mentions("git", call.rest, &at);
        }
        let harmless = call.flags.iter().all(|flag| is_listed(HARMLESS, flag.name));
        Verdict { reads: reads && harmless && cosmetic && here, wraps: false, moved: None, lost: false }
    }

    fn git_variant(&mut self, rest: &[Arg<'_>]) {
        self.found.reached.push(Argv::of(std::iter::once("git".into()).chain(rest.iter().map(Arg::shown))));
    }

    /// The folder it works in, and whether that is the one of the session or below.
    fn git_folder(&mut self, call: &Call<'_, '_>, at: &Dirs) -> (Dirs, bool) {
        let home = self.home.clone();
        let mut folder = at.clone();
        for flag in call.flags.iter().filter(|flag| flag.name == "-C") {
            let Some(value) = flag.value.as_deref() else { continue };
            self.note(value, &folder, Access::Read, Certainty::Exact);
            folder = folder.enter(value, home.as_deref());
        }
        let here = folder.all_within(&self.cwd);
        (folder, here)
    }

    /// `-c key=value`: whether all of them only change looks.
    fn git_config(&mut self, call: &Call<'_, '_>, at: &Dirs) -> bool {
        let pairs: Vec<Option<String>> = call.values("-c --config-env").map(|pair| pair.map(str::to_owned)).collect();
        let mut cosmetic = true;
        for pair in pairs {
            let Some(pair) = pair else {
                self.nested_by(why::RUNS_UNKNOWN, "git -c");
                cosmetic = false;
                continue;
            };
            cosmetic &= carriers::is_cosmetic_config(&pair);
            let is_called = |name: &str| call.rest.first().and_then(Arg::as_static).is_none_or(|called| called == name);
            if let Some((_, words)) = alias(&pair).filter(|(name, _)| is_called(name)) {
                let after = call.rest.get(1..).unwrap_or_default();
                let words: Vec<_> = words.chain(after.iter().cloned()).collect();
                self.git_variant(&words);
            }
            if !carriers::is_harmless_config(&pair) {
                self.nested_by(why::MAKES_RUN, format!("git -c {pair}"));
                let value = pair.split_once('=').map_or("", |(_, value)| value);
                self.inner_text(value.trim_start_matches('!'), at);
            }
        }
        cosmetic && !call.has("--config-env")
    }

    /// Subcommands that run a command.
    fn git_runs(&mut self, rest: &[Arg<'_>], at: &Dirs, depth: usize) {
        let words: Vec<&str> = rest.iter().take(3).map(|arg| arg.as_static().unwrap_or_default()).collect();
        match words.as_slice() {
            ["bisect", "run", ..] => {
                self.judge(rest.get(2..).unwrap_or_default(), at, &Feed::Inherited, depth + 1);
            }
            ["submodule", ..] if words.contains(&"foreach") || words.len() > 2 => {
                let start = rest.iter().position(|arg| arg.as_static() == Some("foreach"));
                let Some(command) = start.and_then(|start| rest.get(start + 1..)) else { return };
                self.nested_by(why::RUNS_TEXT, "git submodule foreach");
                let text: Vec<_> = command.iter().map(Arg::shown).filter(|word| word != "--recursive").collect();
                let text = text.join(" ");
                self.inner_text(&text, at);
            }
            ["config", ..] => {
                for [key, value] in rest.array_windows() {
                    let pair = [key.shown(), value.shown()].join("=");
                    if let Some((_, words)) = alias(&pair) {
                        self.git_variant(&words.collect::<Vec<_>>());
                    }
                }
                for value in rest.iter().filter_map(Arg::as_static) {
                    if let Some(command) = value.strip_prefix('!') {
                        self.nested_by(why::RUNS_TEXT, "git config");
                        let command = command.to_owned();
                        self.inner_text(&command, at);
                    }
                }
            }
            _ => {}
        }
        for address in rest.iter().filter_map(Arg::as_static) {
            if let Some(command) = address.strip_prefix("ext::") {
                self.nested_by(why::RUNS_COMMAND, command);
                let command = command.to_owned();
                self.inner_text(&command, at);
            }
        }
    }

    fn carried_by_git(&mut self, rest: &[Arg<'_>], at: &Dirs) {
        for value in carriers::carried("git", rest) {
            match value {
                Carried::Text(pair)
                    if rest.first().and_then(Arg::as_static) == Some("clone") && carriers::is_harmless_config(pair) => {
                }
                Carried::Text(value) => {
                    let command = carriers::command("git", value);
                    self.nested_by(why::RUNS_COMMAND, command);
                    self.inner_text(command, at);
                }
                Carried::Unknown => {
                    self.nested_by(why::RUNS_UNKNOWN, "git");
                    self.found.blind = true;
                }
            }
        }
    }

    /// What may be files among the operands: behind `--`, behind a revision, or where git leaves the repository.
    fn git_paths(&mut self, rest: &[Arg<'_>], at: &Dirs, may_write: bool) {
        // These read what is there, whatever is tracked.
        let reads_all = |arg: &Arg<'_>| matches!(arg.as_static(), Some("--no-index" | "--untracked"));
        let is_search = rest.first().and_then(Arg::as_static) == Some("grep");
        let is_tree = is_search || rest.iter().any(reads_all);
        if is_search {
            let paths = rest.iter().position(|arg| arg.as_static() == Some("--")).and_then(|end| rest.get(end + 1..));
            let is_plain =
                |arg: &Arg<'_>| arg.as_static().is_some_and(|path| !path.starts_with(':') && !path.contains('*'));
            match paths.filter(|paths| !paths.is_empty() && paths.iter().all(is_plain)) {
                Some(paths) => paths.iter().for_each(|path| self.note(path, at, Access::Read, Certainty::Tree)),
                None => self.note_text(".", at, Access::Read, Certainty::Tree),
            }
        }
        let mut after = false;
        let writes = may_write
            && rest.first().and_then(Arg::as_static).is_some_and(|subcommand| {
                matches!(
                    subcommand,
                    "checkout"
                        | "restore"
                        | "rm"
                        | "mv"
                        | "clean"
                        | "reset"
                        | "stash"
                        | "clone"
                        | "init"
                        | "worktree"
                        | "switch"
                )
            });
        let access = if writes { Access::Write } else { Access::Read };
        let of_lines = matches!(rest.first().and_then(Arg::as_static), Some("log" | "blame" | "annotate" | "show"));
        let mut lines = false;
        for arg in rest.iter().skip(1).take(512) {
            let lead = arg.lead();
            if arg.as_static() == Some("--") {
                after = true;
                continue;
            }
            // `-L 1,5:file`
            if std::mem::take(&mut lines) || (of_lines && !after && lead.starts_with("-L") && lead.len() > 2) {
                if let Some((_, file)) = arg.as_static().and_then(|text| text.rsplit_once(':')) {
                    self.note_text(file, at, Access::Read, Certainty::Guess);
                }
                continue;
            }
            lines = of_lines && !after && lead == "-L";
            if lead.contains("://") || (lead.starts_with('-') && !after) {
                continue;
            }
            // `:/path`, `:(glob)path`, `path*`
            if let Some(path) = arg.as_static().filter(|path| after || path.starts_with(':')) {
                let path = path.strip_prefix(":(").and_then(|magic| Some(magic.split_once(')')?.1)).unwrap_or(path);
                let path = path.trim_start_matches([':', '/', '^']);
                let certainty = if path.contains(['*', '?', '[']) { Certainty::Glob } else { Certainty::Guess };
                self.note_text(path, at, access, certainty);
            }
            let leaves =
                lead.starts_with('/') || lead.starts_with("..") || matches!(arg, Arg::Open(_) if lead.is_empty());
            let certainty = match leaves {
                _ if is_tree && !is_search => Certainty::Tree,
                true => Certainty::Exact,
                false => Certainty::Guess,
            };
            // A file of a revision is the likelier one.
            if let Some((revision, path)) = arg.as_static().and_then(|text| text.split_once(':'))
                && !revision.contains('/')
            {
                self.note_text(path.trim_start_matches("./"), at, access, Certainty::Guess);
            }
            self.note(arg, at, access, certainty);
        }
    }
}

/// The name and the words of `alias.name=subcommand …`; with `!` it is a text for a shell, which is looked at elsewhere.
fn alias<'a>(pair: &str) -> Option<(&str, impl Iterator<Item = Arg<'a>>)> {
    let (key, value) = pair.split_once('=')?;
    let (section, name) = key.split_once('.')?;
    let words = value.split_ascii_whitespace().map(|word| Arg::Static(word.to_owned().into()));
    (section.eq_ignore_ascii_case("alias") && !value.starts_with('!')).then_some((name, words))
}
