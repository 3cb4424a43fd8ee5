//! Words that may be paths of a program, whatever the program makes of them: operands, values of options, and what stands
//! behind `=`, `@` and `:`. For deny and ask rules and for what must not be read; nothing is asked or allowed for them.

use super::{
    Certainty,
    places::{Dirs, below},
    value::{Arg, Place},
    walk::Walker,
    why,
    word::{self, Bindings},
    word_set::WordSet,
    wrappers::has_subcommands,
    writers,
};
use crate::Access;
use rable::{Node, NodeKind};
use std::sync::LazyLock;

/// Words of one call that are looked at. No call that a person means has more.
const MOST_WORDS: usize = 1024;

/// Values within one word.
const MOST_VALUES: usize = 8;

/// Folders that an archiver goes to.
const MOST_FOLDERS: usize = 8;

/// Programs that put folders away or copy them, with all that is in them.
static ARCHIVERS: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of("tar bsdtar gtar zip 7z 7za 7zz 7zr rar ar cpio pax rsync scp rclone restic borg duplicity")
});

impl Walker<'_> {
    /// Notes every word of a call that may be a path.
    pub(super) fn mentions(&mut self, base: &str, args: &[Arg<'_>], at: &Dirs) {
        let certainty = if ARCHIVERS.has(base) { Certainty::Tree } else { Certainty::Mention };
        let edits = writers::edits_in_place(base, args);
        let names_action = |arg: &Arg<'_>| !arg.may_be_flag();
        let skipped = usize::from((base == "git" || has_subcommands(base)) && args.first().is_some_and(names_action));
        let args = args.get(skipped..).unwrap_or_default();
        for arg in args.iter().take(MOST_WORDS) {
            let certainty = if arg.may_be_flag() { Certainty::Mention } else { certainty };
            self.mentions_word(arg, at, certainty);
            if edits && let Some(text) = arg.as_static().filter(|text| !text.starts_with('-')) {
                self.note_text(text, at, Access::Write, Certainty::Mention);
            }
        }
        if certainty == Certainty::Tree {
            self.mentions_elsewhere(args, at);
        }
        if args.len() > MOST_WORDS {
            self.nested(why::TOO_MUCH);
            self.found.blind = true;
        }
    }

    /// What an archiver puts in from another folder, and where it unpacks to.
    fn mentions_elsewhere(&mut self, args: &[Arg<'_>], at: &Dirs) {
        let home = self.home.clone();
        let unpacks = args.iter().enumerate().any(|(index, arg)| {
            let lead = arg.lead();
            let letters = lead.strip_prefix('-').unwrap_or(if index == 0 { lead } else { "" });
            matches!(lead, "--extract" | "--get") || (!letters.starts_with('-') && letters.contains('x'))
        });
        let mut folders = 0;
        for (index, arg) in args.iter().enumerate().take(MOST_WORDS) {
            let Some(word) = arg.as_static() else { continue };
            let glued = ["--directory=", "-C", "-d"].iter().find_map(|option| word.strip_prefix(option));
            let folder = match glued {
                Some(folder) if !folder.is_empty() => Some(Arg::Static(folder.to_owned().into())),
                Some(_) => args.get(index + 1).cloned(),
                None if word == "--directory" => args.get(index + 1).cloned(),
                None => None,
            };
            let Some(folder) = folder else { continue };
            folders += 1;
            if folders > MOST_FOLDERS {
                self.nested(why::TOO_MUCH);
                self.found.blind = true;
                break;
            }
            if unpacks || word.starts_with("-d") {
                self.note(&folder, at, Access::Write, Certainty::Guess);
            }
            let inside = at.enter(&folder, home.as_deref());
            for arg in args.get(index + 1..).unwrap_or_default().iter().take(MOST_WORDS) {
                if let Some(text) = arg.as_static().filter(|text| !text.starts_with('-')) {
                    self.note_text(text, &inside, Access::Read, Certainty::Mention);
                }
            }
        }
    }

    /// Notes the values of variables that a program gets.
    pub(super) fn mentions_values(&mut self, assignments: &[Node], at: &Dirs) {
        let none = Bindings::new();
        for node in assignments.iter().take(MOST_WORDS) {
            let NodeKind::Word { value, .. } = &node.kind else { continue };
            let Some((_, value)) = value.split_once('=') else { continue };
            for arg in word::read(value, &none).args {
                self.mentions_word(&arg, at, Certainty::Mention);
            }
        }
    }

    fn mentions_word(&mut self, arg: &Arg<'_>, at: &Dirs, certainty: Certainty) {
        let Some(text) = arg.as_static() else {
            // `file://$PWD/x`
            if let Some(path) = arg.without_lead("file://".len()).filter(|_| arg.lead().starts_with("file://")) {
                self.mentions_word(&path, at, certainty);
            }
            for place in arg.places(self.home.as_deref()) {
                match place {
                    Place::Exact(text) | Place::Usual(text) => self.mentions_text(&text, at, certainty),
                    Place::Glob(text) if certainty == Certainty::Tree => {
                        self.note_text(&text, at, Access::Read, Certainty::Glob);
                    }
                    // What a glob finds is noted where it is known to be a file.
                    Place::Glob(_) | Place::Unknown(_) => {}
                }
            }
            return;
        };
        self.mentions_text(text, at, certainty);
    }

    fn mentions_text(&mut self, text: &str, at: &Dirs, certainty: Certainty) {
        // Most words hold no value behind a sign.
        let has_signs = text.bytes().any(|byte| matches!(byte, b':' | b'@' | b'=' | b'\n'));
        if has_signs {
            if let Some((_, path)) = text.split_once("file://") {
                self.mention(path, at);
            }
            if text.contains("://") || text.contains('\n') {
                return;
            }
        }
        if !text.starts_with('-') {
            let certainty = if has_signs && text.contains(':') { Certainty::Mention } else { certainty };
            self.note_text(text, at, Access::Read, certainty);
        } else if !text.starts_with("--") {
            // `-opath`
            let glued = text.char_indices().nth(2).and_then(|(at, _)| text.get(at..)).unwrap_or_default();
            if glued.len() > 2 && glued.bytes().any(|byte| byte.is_ascii_alphabetic()) {
                self.mention(glued, at);
            }
        }
        if has_signs {
            self.mentions_parts(text, at);
        }
    }

    /// `if=path`, `--opt=path`, `f=@path`, `HEAD:path`, `host:path:options`.
    fn mentions_parts(&mut self, text: &str, at: &Dirs) {
        let mut rest = text;
        for _ in 0..MOST_VALUES {
            let ends: &[char] = if rest.len() == text.len() { &['=', '@', ':'] } else { &['=', '@', ':', ','] };
            let Some((_, behind)) = rest.split_once(ends) else { break };
            let end = behind.find([':', ',']).unwrap_or(behind.len());
            self.mention(behind, at);
            if end < behind.len() {
                self.mention(behind.get(..end).unwrap_or_default(), at);
            }
            rest = behind;
        }
        if let Some((before, _)) = text.split_once(':') {
            self.mention(before, at);
        }
    }

    pub(super) fn mention(&mut self, text: &str, at: &Dirs) {
        let at_home = text.strip_prefix("~/").zip(self.home.as_deref()).map(|(rest, home)| below(home, rest));
        self.note_text(at_home.as_deref().unwrap_or(text), at, Access::Read, Certainty::Mention);
    }
}
