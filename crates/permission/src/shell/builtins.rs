//! What bash itself does that is more than running a program: commands that run texts, set variables or go elsewhere.

use super::{Certainty, arith, places::Dirs, reach::Verdict, value::Arg, walk::Walker};
use crate::Access;

impl Walker<'_> {
    /// Looks at builtins; `None` for what is judged like any program.
    pub(super) fn builtin(&mut self, name: &str, args: &[Arg<'_>], at: &Dirs) -> Option<Verdict> {
        match name {
            "eval" => {
                self.nested("`eval`");
                self.run_joined(args, at);
                Some(Self::elsewhere())
            }
            "source" | "." => {
                self.nested("a file that this shell runs");
                self.found.blind = true;
                if let Some(file) = args.first() {
                    self.note(file, at, Access::Read, Certainty::Exact);
                }
                Some(Self::elsewhere())
            }
            // It ignores signals or takes a trap away, and runs nothing.
            "trap" if matches!(args.first().and_then(Arg::as_static), Some("" | "-")) => {
                Some(Verdict { lost: false, ..Self::elsewhere() })
            }
            "trap" => {
                self.nested("`trap`");
                self.run_text(args.first(), at);
                Some(Self::elsewhere())
            }
            "alias" => {
                self.nested("`alias`");
                for arg in args {
                    let value =
                        arg.as_static().and_then(|text| text.split_once('=')).map(|(_, value)| value.to_owned());
                    if let Some(value) = value {
                        self.inner_text(&value, at);
                    }
                }
                Some(Self::elsewhere())
            }
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
                    self.nested(format!("`{name}`"));
                    self.found.blind = true;
                }
                Some(Self::elsewhere())
            }
            "shopt" if args.iter().any(|arg| arg.lead().starts_with("-s") || arg.lead().starts_with("-u")) => {
                self.nested("`shopt`, which changes the grammar");
                Some(Self::elsewhere())
            }
            "set" if args.iter().any(|arg| arg.shown() == "posix" || arg.shown() == "history") => {
                self.nested("`set`, which changes the grammar");
                Some(Self::elsewhere())
            }
            "jobs" if args.iter().any(|arg| arg.lead().starts_with("-x")) => {
                self.nested("`jobs -x`");
                self.suffixes(args, at, 0);
                Some(Self::elsewhere())
            }
            "declare" | "typeset" | "local" | "export" | "readonly" | "unset" | "getopts" => {
                Some(self.declares(name, args))
            }
            "let" => Some(self.evaluates_all(args)),
            "read" | "mapfile" | "readarray" | "printf" | "wait" | "test" | "[" => {
                self.guard_names(name, args, at);
                None
            }
            "cd" | "pushd" => Some(self.goes(name, args, at)),
            "popd" => Some(Verdict { lost: true, ..self.listed(name, args, at) }),
            _ => None,
        }
    }

    fn elsewhere() -> Verdict {
        Verdict { reads: Err("runs or changes what is not seen".to_owned()), wraps: true, moved: None, lost: true }
    }

    fn listed(&mut self, name: &str, args: &[Arg<'_>], at: &Dirs) -> Verdict {
        Verdict { reads: self.program(name, name, args, at), wraps: false, moved: None, lost: false }
    }

    fn run_joined(&mut self, args: &[Arg<'_>], at: &Dirs) {
        let words: Option<Vec<_>> = args.iter().map(Arg::as_static).collect();
        match words {
            Some(words) => {
                let text = words.join(" ");
                self.inner_text(&text, at);
            }
            None => self.found.blind = true,
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
        self.dynamic("an assignment");
        for arg in args {
            let lead = arg.lead();
            let evaluates =
                lead.starts_with('-') && !lead.starts_with("--") && lead.contains(['i', 'n']) && name != "export";
            let target = lead.split('=').next().unwrap_or_default();
            if evaluates || target.contains('[') || (lead.is_empty() && arg.as_static().is_none()) {
                self.nested(format!("`{name}` evaluates a text"));
            }
            if lead.contains('=') {
                let target = target.trim_end_matches('+').to_owned();
                self.sets(&target, arg.without_lead(lead.find('=').map_or(0, |at| at + 1)).as_ref());
            }
        }
        Verdict { reads: Err("an assignment".to_owned()), wraps: false, moved: None, lost: false }
    }

    fn evaluates_all(&mut self, args: &[Arg<'_>]) -> Verdict {
        for arg in args {
            if arg.as_static().and_then(arith::kind).is_some() {
                self.evaluates();
            } else {
                self.nested("`let` evaluates a text");
                self.reach_text(&arg.shown());
            }
        }
        Verdict { reads: Err("an assignment".to_owned()), wraps: false, moved: None, lost: false }
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
            self.nested(format!("`{name}` evaluates a text"));
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
