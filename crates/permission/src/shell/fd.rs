//! `fd -x` and `fd -X`: a search, and a command for what it finds.

use super::{places::Dirs, reach::Verdict, redirect::Feed, value::Arg, walk::Walker};

impl Walker<'_> {
    /// Looks at a search with a command; `None` if it has none.
    pub(super) fn fd(&mut self, name: &str, args: &[Arg<'_>], at: &Dirs, depth: usize) -> Option<Verdict> {
        let runs = |arg: &Arg<'_>| matches!(arg.as_static(), Some("-x" | "-X" | "--exec" | "--exec-batch"));
        let start = args.iter().position(runs)?;
        let (search, command) = args.split_at_checked(start)?;
        let command = command.get(1..)?;
        let searches = self.program(name, "fd", search, at);
        let found = Arg::anything();
        let mut is_named = false;
        let mut is_known = true;
        let mut argv = Vec::with_capacity(command.len() + 1);
        for arg in command {
            match arg.as_static() {
                // Older versions put no `./` before a name, so it may look like an option.
                Some("{}") => {
                    is_named = true;
                    argv.push(found.clone());
                }
                // Parts of names, a second command, and options that come after the first.
                Some(text) if text.contains('{') || text == ";" => is_known = false,
                _ => argv.push(arg.clone()),
            }
        }
        if !is_named {
            argv.push(found);
        }
        let verdict = self.judge(&argv, at, &Feed::Inherited, depth + 1);
        if !is_known {
            self.suffixes(command, at, depth);
        }
        Some(Verdict { reads: searches && verdict.reads && is_known, wraps: true, ..Verdict::reads() })
    }
}
