//! A call of a program by the lists: whether it only reads, and which files it names. What the lists hold stands in
//! [`super::readers`] and [`super::writers`].

use super::{
    Certainty,
    call::{Call, Operands, Reading},
    names,
    places::Dirs,
    readers,
    value::{Arg, Piece},
    walk::Walker,
    writers,
};
use crate::{Access, paths::is_secret};

/// Whether a variable may be an option that names a file, whatever the program is known to do with files.
fn hides_option(args: &[Arg<'_>]) -> bool {
    args.iter().any(|arg| match arg {
        Arg::Static(_) => false,
        Arg::Open(open) => {
            let is_variable = |raw: &str| raw.starts_with('$') && !raw.starts_with("$(");
            arg.may_be_flag() && matches!(open.pieces.first(), Some(Piece::Unknown(raw)) if is_variable(raw))
        }
    })
}

impl Walker<'_> {
    /// Whether the program is listed as a reader with these arguments. Notes its files.
    pub(super) fn program(&mut self, name: &str, base: &str, args: &[Arg<'_>], at: &Dirs) -> bool {
        let Some((globals, stripped)) = readers::globals::strip(base, args) else {
            return self.subcommand(name, base, args, at);
        };
        self.note_call(&globals, Operands::Text, at, false);
        self.subcommand(name, base, &stripped, at)
    }

    fn subcommand(&mut self, name: &str, base: &str, args: &[Arg<'_>], at: &Dirs) -> bool {
        self.reads_listed(base, args);
        let is_system = !name.contains(['/', '\\']) || readers::is_system_path(name);
        let trusted = is_system && !readers::leads_elsewhere(base, args);
        let mut listed = None;
        for (candidate, count) in readers::candidates(base, args) {
            let program = candidate.program;
            let rest = args.get(count..).unwrap_or_default();
            listed = listed.or(Some((candidate, count)));
            let read = Call::read(&candidate.flags, rest, Reading::Strict { tame: program.tame });
            if trusted
                && let Some(call) = read
                && program.accepts(&call)
            {
                self.reveals = names::reveals(base, args);
                self.flat = writers::is_flat(base, args);
                self.note_call(&call, program.operands, at, false);
                (self.reveals, self.flat) = (false, false);
                self.found.gap |= program.tame && !matches!(program.operands, Operands::Text) && hides_option(args);
                return true;
            }
        }
        if let Some((listed, count)) = writers::find(base, args).or(listed) {
            let rest = args.get(count..).unwrap_or_default();
            if let Some(call) = Call::read(&listed.flags, rest, Reading::Lenient) {
                self.uses = names::reveals(base, args);
                self.flat = writers::is_flat(base, args);
                self.note_call(&call, listed.program.operands, at, writers::edits_in_place(base, args));
                (self.uses, self.flat) = (false, false);
            }
        } else {
            self.guess(args, at);
        }
        self.names_secrets(args, at);
        false
    }

    /// What a program that is no reader may read and hand on, if it is a secret: `--env-file .env`, `-d @.env`.
    fn names_secrets(&mut self, args: &[Arg<'_>], at: &Dirs) {
        for text in args.iter().take(512).filter_map(Arg::as_static) {
            let value = if text.starts_with('-') || text.contains("=@") { text.split_once('=') } else { None };
            let path = value.map_or(text, |(_, value)| value).trim_start_matches('@');
            if !path.starts_with('-') && is_secret(path) {
                self.note_text(path, at, Access::Read, Certainty::Guess);
            }
        }
    }

    /// Whatever looks like a path to a program that is not known.
    pub(super) fn guess(&mut self, args: &[Arg<'_>], at: &Dirs) {
        for arg in args.iter().take(512) {
            let lead = arg.lead();
            if lead.contains("://") {
                continue;
            }
            if !lead.starts_with('-') {
                self.note(arg, at, Access::Read, Certainty::Guess);
                self.note(arg, at, Access::Write, Certainty::Guess);
            } else if let Some((_, value)) = arg.as_static().and_then(|text| text.split_once('=')) {
                self.note_text(value, at, Access::Read, Certainty::Guess);
                self.note_text(value, at, Access::Write, Certainty::Guess);
            }
        }
    }
}
