//! What bash itself does that is more than running a program: commands that run texts, set variables or go elsewhere.

use super::{
    Certainty, arith,
    call::is_listed,
    places::Dirs,
    reach::Verdict,
    value::Arg,
    variables::{self, Effect},
    walk::Walker,
    why,
};
use crate::Access;

/// Builtins that show what there is in some forms, which are listed, and do more in all others.
const LISTING: &str =
    "alias unalias bind complete compgen hash trap shopt getopts declare typeset export readonly unset";

impl Walker<'_> {
    /// Looks at builtins; `None` for what is judged like any program.
    pub(super) fn builtin(&mut self, name: &str, args: &[Arg<'_>], at: &Dirs) -> Option<Verdict> {
        if is_listed(LISTING, name)
            && let verdict = self.listed(name, args, at)
            && verdict.reads
        {
            return Some(verdict);
        }
        if name == "set" {
            self.may_trace(args);
        }
        match name {
            "eval" => {
                self.nested_by(why::RUNS_TEXT, "eval");
                self.run_joined(args, at);
                Some(Self::elsewhere())
            }
            "source" | "." => {
                let file = args.first();
                self.nested_by(why::SOURCED, file.map(Arg::shown).unwrap_or_default());
                self.found.blind = true;
                if let Some(file) = file {
                    self.note(file, at, Access::Read, Certainty::Exact);
                }
                Some(Self::elsewhere())
            }
            // It ignores signals or takes a trap away, and runs nothing.
            "trap" if matches!(args.first().and_then(Arg::as_static), Some("" | "-")) => {
                Some(Verdict { lost: false, ..Self::elsewhere() })
            }
            "trap" => {
                self.nested_by(why::RUNS_TEXT, "trap");
                self.run_text(args.first(), at);
                Some(Self::elsewhere())
            }
            "alias" => Some(self.aliases(args, at)),
            "unalias"
            | "enable"
            | "bind"
            | "complete"
            | "compgen"
            | "compopt"
            | "fc"
            | "hash"
            | "command_not_found_handle" => {
                if name != "hash" || args.iter().any(|arg| arg.lead().starts_with("-p")) {
                    self.nested_by(why::CHANGES_SHELL, name);
                    self.found.blind = true;
                }
                if name == "hash" {
                    self.renamed(args);
                }
                Some(Self::elsewhere())
            }
            "shopt" if args.iter().any(|arg| arg.lead().starts_with("-s") || arg.lead().starts_with("-u")) => {
                self.nested_by(why::CHANGES_SHELL, "shopt");
                Some(Self::elsewhere())
            }
            "set" if args.iter().any(|arg| arg.shown() == "posix" || arg.shown() == "history") => {
                self.nested_by(why::CHANGES_SHELL, "set");
                Some(Self::elsewhere())
            }
            "jobs" if args.iter().any(|arg| arg.lead().starts_with("-x")) => {
                self.nested_by(why::RUNS_TEXT, "jobs -x");
                self.suffixes(args, at, 0);
                Some(Self::elsewhere())
            }
            "declare" | "typeset" | "local" | "export" | "readonly" | "unset" | "getopts" => {
                Some(self.declares(name, args))
            }
            "let" => Some(self.evaluates_all(args)),
            "set" if matches!(args, [only] if matches!(only.as_static(), Some("-o" | "+o"))) => Some(Verdict::reads()),
            "read" | "mapfile" | "readarray" | "printf" | "wait" | "test" | "[" => {
                self.guard_names(name, args, at);
                None
            }
            "cd" | "pushd" => Some(self.goes(name, args, at)),
            "popd" => Some(Verdict { lost: true, ..self.listed(name, args, at) }),
            _ => None,
        }
    }

    /// Notes that a shell with these options of `set` tells the words of its commands.
    fn may_trace(&mut self, args: &[Arg<'_>]) {
        let traces = |arg: &Arg<'_>| match arg.as_static() {
            Some("xtrace" | "verbose") | None => true,
            Some(word) => word.starts_with('-') && word.contains(['x', 'v']),
        };
        self.tells_words |= args.iter().any(traces);
    }

    /// A shell that runs a script expands no alias, unless it is told to in a way that is nested itself. So the text is only
    /// kept; rules see it all the same.
    fn aliases(&mut self, args: &[Arg<'_>], at: &Dirs) -> Verdict {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        for arg in args {
            match arg.as_static().and_then(|text| text.split_once('=')) {
                Some((name, value)) if !name.is_empty() && name.bytes().all(is_name) => {
                    let value = value.to_owned();
                    self.inner_text(&value, at);
                }
                _ => {
                    self.nested_by(why::CHANGES_SHELL, "alias");
                    self.found.blind |= arg.as_static().is_none();
                }
            }
        }
        Verdict { wraps: true, ..Verdict::reads() }
    }

    fn elsewhere() -> Verdict {
        Verdict { reads: false, wraps: true, moved: None, lost: true }
    }

    fn listed(&mut self, name: &str, args: &[Arg<'_>], at: &Dirs) -> Verdict {
        Verdict { reads: self.program(name, name, args, at), wraps: false, moved: None, lost: false }
    }

    fn run_joined(&mut self, args: &[Arg<'_>], at: &Dirs) {
        self.found.blind |= args.iter().any(|arg| arg.as_static().is_none());
        // As far as the text itself says what it is.
        let words: Vec<String> = args.iter().filter_map(|arg| self.spelled(arg).into_iter().next()).collect();
        if words.len() == args.len() {
            self.inner_text(&words.join(" "), at);
        }
    }

    fn run_text(&mut self, text: Option<&Arg<'_>>, at: &Dirs) {
        match text.map(Arg::as_static) {
            Some(Some(text)) if text != "-" && !text.starts_with('-') => {
                let text = text.to_owned();
                self.inner_text(&text, at);
            }
            Some(None) => self.found.blind = true,
            _ => {}
        }
    }

    /// `declare` and its kin.
    fn declares(&mut self, name: &str, args: &[Arg<'_>]) -> Verdict {
        self.dynamic();
        let mut effect = Effect::Own;
        for arg in args {
            let lead = arg.lead();
            let evaluates =
                lead.starts_with('-') && !lead.starts_with("--") && lead.contains(['i', 'n']) && name != "export";
            let target = lead.split('=').next().unwrap_or_default();
            if evaluates || target.contains('[') || (lead.is_empty() && arg.as_static().is_none()) {
                self.nested_by(why::RUNS_TEXT, name);
            }
            if lead.starts_with('-') {
                let harmless = match name {
                    "unset" => matches!(arg.as_static(), Some("-v" | "-f")),
                    "export" => false,
                    _ => matches!(arg.as_static(), Some("-r" | "-g" | "-a" | "-A")),
                };
                effect = effect.max(if harmless { Effect::Own } else { Effect::Steers });
                continue;
            }
            let value = lead.find('=').and_then(|at| arg.without_lead(at + 1));
            if lead.contains('=') {
                let target = target.trim_end_matches('+').to_owned();
                self.sets(&target, value.as_ref());
            }
            // Without a value it is only given on, or taken away.
            let is_known = arg.as_static().is_some() || lead.contains('=');
            effect = effect.max(match name {
                _ if !is_known => Effect::Steers,
                "export" => variables::exported(target, value.as_ref()),
                _ => variables::kept(target, value.as_ref()),
            });
        }
        self.assigned(effect);
        let reads = !args.is_empty() && effect != Effect::Steers;
        Verdict { reads, wraps: false, moved: None, lost: false }
    }

    fn evaluates_all(&mut self, args: &[Arg<'_>]) -> Verdict {
        let mut reads = true;
        for arg in args {
            let fine = if let Some(expression) = arg.as_static().filter(|text| arith::kind(text).is_some()) {
                self.evaluates(expression)
            } else {
                self.nested_by(why::RUNS_TEXT, "let");
                self.reach_text(&arg.shown());
                false
            };
            reads &= fine;
        }
        self.assigned(Effect::Own);
        Verdict { reads, wraps: false, moved: None, lost: false }
    }

    /// Names with an index are evaluated, and so is what `-v` names.
    fn guard_names(&mut self, name: &str, args: &[Arg<'_>], at: &Dirs) {
        let names_variable = |arg: &Arg<'_>| {
            let lead = arg.lead();
            matches!(name, "read" | "mapfile" | "readarray" | "wait")
                || (lead.starts_with("-v") || lead.starts_with("-R")) && lead.len() > 1
        };
        let suspect = args.iter().enumerate().any(|(index, arg)| {
            let before = index
                .checked_sub(1)
                .and_then(|index| args.get(index))
                .is_some_and(|arg| matches!(arg.lead(), "-v" | "-R"));
            (before || names_variable(arg)) && (arg.shown().contains('[') || arg.shown().contains('`'))
        });
        let callback =
            name != "printf" && name != "test" && name != "[" && args.iter().any(|arg| arg.lead().starts_with("-C"));
        if suspect || (callback && name != "read") {
            self.nested_by(why::RUNS_TEXT, name);
            for arg in args {
                if arg.shown().contains(['$', '`']) {
                    self.reach_text(&arg.shown());
                }
            }
            if callback {
                self.suffixes(args, at, 0);
            }
        }
    }

    fn goes(&mut self, name: &str, args: &[Arg<'_>], at: &Dirs) -> Verdict {
        let mut verdict = self.listed(name, args, at);
        // It may find the folder elsewhere.
        if self.assigned.sets("CDPATH") {
            verdict.moved = Some(Dirs::unknown());
            return verdict;
        }
        let target = args.iter().find(|arg| arg.as_static().is_none_or(|text| !text.starts_with('-') || text == "-"));
        let home = self.home.clone();
        verdict.moved = Some(match target {
            Some(target) => {
                self.note(target, at, Access::Read, Certainty::Exact);
                at.enter(target, home.as_deref())
            }
            None if name == "cd" => Dirs::home(home.as_deref()),
            None => Dirs::unknown(),
        });
        verdict
    }
}
