//! How the arguments of a program are taken apart. A program is described by its options in one line of text:
//!
//! | written | means |
//! |---|---|
//! | `-a` `--all` | no value |
//! | `-n:` `--lines=` | a value, glued or the next argument |
//! | `--arg==` | two values, the next arguments |
//! | `-M?` `--color?` | a value only when glued |
//! | `-f@` `--file@` | a value that is a file it reads |
//! | `-o>` `--output>` | a value that is a file it writes |
//! | `-#` | a number, as in `-20` |
//! | `-#f` | a number with that letter, as in `-20f` |
//! | `-name:` | a word with one dash, taken whole |
//! | `*` alone | every argument is an operand |
//! | `+` first | options end at the first operand |
//!
//! Short options may be bundled. An option that is not listed refuses the call, so shortened long names do too.

use super::{
    flags::{Flags, Takes},
    value::Arg,
};
use std::borrow::Cow;

/// What the operands are.
#[derive(Debug, Clone, Copy)]
pub(super) enum Operands {
    /// Not files.
    Text,
    /// Files that are read.
    Read,
    /// Files or folders that are read with all below them; none means the folder it stands in.
    ReadTree,
    /// As [`Operands::Read`] or [`Operands::ReadTree`], after so many that are not files, unless an option stands for them.
    ReadAfter { skip: usize, unless: &'static str, tree: Tree },
    /// Files that are written.
    Write,
    /// Files that are written, after so many that are not files, unless an option stands for them.
    WriteAfter { skip: usize, unless: &'static str },
    /// The last is written, the others are read.
    Copy,
    /// The first is written, the others are read.
    FirstWrites,
    /// The first is read, the others are written.
    SecondWrites,
    /// All are written.
    Move,
}

/// Whether folders are read with all below them.
#[derive(Debug, Clone, Copy)]
pub(super) enum Tree {
    Never,
    Always,
    /// With one of these options.
    With(&'static str),
}

/// A program, or a program with a subcommand, and how it may be called.
#[derive(Debug, Clone, Copy)]
pub(super) struct Program {
    /// The program and its subcommands; the first may be several names with `|` between them.
    pub words: &'static str,
    pub flags: &'static str,
    pub operands: Operands,
    /// No option of this program does harm, listed or not, so an argument that turns out to be one does not either.
    pub tame: bool,
    /// How many operands there may be.
    pub most: usize,
    /// What options and operands do not say.
    pub check: Option<fn(&Call<'_, '_>) -> bool>,
}

impl Program {
    pub(super) const fn new(words: &'static str, operands: Operands, flags: &'static str) -> Self {
        Self { words, flags, operands, tame: false, most: usize::MAX, check: None }
    }

    pub(super) const fn reads(words: &'static str, flags: &'static str) -> Self {
        Self::new(words, Operands::Read, flags)
    }

    pub(super) const fn text(words: &'static str, flags: &'static str) -> Self {
        Self::new(words, Operands::Text, flags)
    }

    /// A program that is asked for its version or its options.
    pub(super) const fn version(words: &'static str, flags: &'static str) -> Self {
        Self::new(words, Operands::Text, flags).most(0).check(is_one_option)
    }

    pub(super) const fn tree(words: &'static str, flags: &'static str) -> Self {
        Self::new(words, Operands::ReadTree, flags)
    }

    pub(super) const fn tame(mut self) -> Self {
        self.tame = true;
        self
    }

    pub(super) const fn most(mut self, count: usize) -> Self {
        self.most = count;
        self
    }

    pub(super) const fn check(mut self, check: fn(&Call<'_, '_>) -> bool) -> Self {
        self.check = Some(check);
        self
    }

    /// Whether a call that fits the options is allowed by the rest too.
    pub(super) fn accepts(&self, call: &Call<'_, '_>) -> bool {
        let counted = self.most == usize::MAX
            || (call.operands.len() <= self.most && call.operands.iter().all(|operand| !operand.is_plural()));
        counted && self.check.is_none_or(|check| check(call))
    }
}

/// Arguments taken apart.
#[derive(Debug)]
pub(super) struct Call<'c, 'a> {
    pub flags: Vec<Flag<'c, 'a>>,
    pub operands: Vec<&'c Arg<'a>>,
    /// What was left after the first operand, where options end there.
    pub rest: &'c [Arg<'a>],
}

/// An option that was given.
#[derive(Debug)]
pub(super) struct Flag<'c, 'a> {
    /// With its dashes, as in the description.
    pub name: &'static str,
    pub takes: Takes,
    pub value: Option<Cow<'c, Arg<'a>>>,
}

/// How strictly arguments are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// Anything that is not listed refuses the call.
    Strict { tame: bool },
    /// As strict, but options end at the first operand.
    Wrapper,
    /// What is not listed is passed over.
    Lenient,
}

impl<'c, 'a> Call<'c, 'a> {
    /// Takes arguments apart; `None` if one does not fit.
    pub(super) fn read(flags: &'static Flags, args: &'c [Arg<'a>], reading: Reading) -> Option<Self> {
        let mut call = Self { flags: Vec::new(), operands: Vec::with_capacity(args.len()), rest: &[] };
        if flags.has_none() {
            call.operands.extend(args);
            return Some(call);
        }
        let ends_early = flags.end_early();
        let mut at = 0;
        while let Some(arg) = args.get(at) {
            if ends_early && !call.operands.is_empty() {
                call.operands.extend(args.get(at..).unwrap_or_default());
                break;
            }
            at += 1;
            if arg.as_static() == Some("--") {
                call.finish(args.get(at..).unwrap_or_default(), reading);
                break;
            }
            let uncertain = arg.as_static().is_none() && (arg.may_be_flag() || is_split(arg));
            let is_flag = arg.may_be_flag() && arg.lead().starts_with('-');
            if is_flag {
                match call.option(flags, arg, args.get(at)) {
                    Some(took_next) => {
                        let took_pair = took_next && call.flags.last().is_some_and(|flag| flag.takes == Takes::Pair);
                        at += usize::from(took_next) + usize::from(took_pair);
                    }
                    None if reading == Reading::Lenient
                        || reading == (Reading::Strict { tame: true }) && !arg_is_static(arg) => {}
                    None => return None,
                }
            } else if uncertain && !matches!(reading, Reading::Lenient | Reading::Strict { tame: true }) {
                return None;
            } else if reading == Reading::Wrapper {
                call.rest = args.get(at - 1..).unwrap_or_default();
                break;
            } else {
                call.operands.push(arg);
            }
        }
        Some(call)
    }

    fn finish(&mut self, operands: &'c [Arg<'a>], reading: Reading) {
        if reading == Reading::Wrapper {
            self.rest = operands;
        } else {
            self.operands.extend(operands);
        }
    }

    /// Reads an option; tells whether it took the next argument, or `None` if it is not listed.
    fn option(&mut self, flags: &'static Flags, arg: &'c Arg<'a>, next: Option<&'c Arg<'a>>) -> Option<bool> {
        let lead = arg.lead();
        let whole = arg.as_static().is_some();
        if lead.starts_with("--") || (whole && lead.len() > 2) {
            let (name, glued) = match lead.split_once('=') {
                Some((name, _)) => (name, true),
                None => (lead, false),
            };
            if let Some((name, takes)) = flags.find(name)
                && (glued || whole)
            {
                return self.word(name, takes, arg, glued, next);
            }
            if lead.starts_with("--") {
                return None;
            }
        }
        self.bundle(flags, arg, next)
    }

    fn word(
        &mut self,
        name: &'static str,
        takes: Takes,
        arg: &'c Arg<'a>,
        glued: bool,
        next: Option<&'c Arg<'a>>,
    ) -> Option<bool> {
        let (value, took_next) = match (takes, glued) {
            (Takes::Nothing, true) => return None,
            (Takes::Nothing | Takes::Glued, false) => (None, false),
            (_, true) => (Some(Cow::Owned(arg.without_lead(name.len() + 1)?)), false),
            (_, false) => (Some(Cow::Borrowed(single(next?)?)), true),
        };
        self.flags.push(Flag { name, takes, value });
        Some(took_next)
    }

    fn bundle(&mut self, flags: &'static Flags, arg: &'c Arg<'a>, next: Option<&'c Arg<'a>>) -> Option<bool> {
        let lead = arg.lead();
        let letters = lead.get(1..)?;
        if arg.as_static().is_some()
            && letters.bytes().all(|byte| byte.is_ascii_digit())
            && let Some((name, takes)) = flags.find("-#")
        {
            self.flags.push(Flag { name, takes, value: Some(Cow::Owned(arg.without_lead(1)?)) });
            return Some(false);
        }
        if arg.as_static().is_some()
            && letters.strip_suffix('f').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
            && letters.len() > 1
            && let Some((name, takes)) = flags.find("-#f")
        {
            self.flags.push(Flag { name, takes, value: None });
            return Some(false);
        }
        for (at, letter) in letters.char_indices() {
            let end = 1 + at + letter.len_utf8();
            let (name, takes) = flags.find_letter(letter)?;
            let is_last = end == lead.len() && arg.as_static().is_some();
            match takes {
                Takes::Nothing => self.flags.push(Flag { name, takes, value: None }),
                Takes::Glued if is_last => self.flags.push(Flag { name, takes, value: None }),
                _ if is_last => {
                    let value = Some(Cow::Borrowed(single(next?)?));
                    self.flags.push(Flag { name, takes, value });
                    return Some(true);
                }
                _ => {
                    let value = Some(Cow::Owned(arg.without_lead(end)?));
                    self.flags.push(Flag { name, takes, value });
                    return Some(false);
                }
            }
        }
        // A gap after the letters may be further letters.
        arg.as_static().is_some().then_some(false)
    }

    pub(super) fn has(&self, names: &str) -> bool {
        self.flags.iter().any(|flag| is_listed(names, flag.name))
    }

    /// The values of these options as far as they are static.
    pub(super) fn values<'s>(&'s self, names: &'s str) -> impl Iterator<Item = Option<&'s str>> {
        self.flags
            .iter()
            .filter(move |flag| is_listed(names, flag.name))
            .map(|flag| flag.value.as_deref().and_then(Arg::as_static))
    }

    /// The operands if all are static.
    pub(super) fn words(&self) -> Option<Vec<&str>> {
        self.operands.iter().map(|operand| operand.as_static()).collect()
    }
}

/// Whether a word stands in a list of words with blanks between them.
pub(super) fn is_listed(list: &str, word: &str) -> bool {
    // Most words stand on no list; a search for the text alone tells that many bytes at a time.
    list.contains(word) && list.split_ascii_whitespace().any(|listed| listed == word)
}

fn is_one_option(call: &Call<'_, '_>) -> bool {
    call.flags.len() == 1
}

fn arg_is_static(arg: &Arg<'_>) -> bool {
    arg.as_static().is_some()
}

/// A value that is certainly one argument.
fn single<'c, 'a>(arg: &'c Arg<'a>) -> Option<&'c Arg<'a>> {
    (!arg.is_plural()).then_some(arg)
}

/// Whether blanks in a variable may make further arguments of it.
fn is_split(arg: &Arg<'_>) -> bool {
    match arg {
        Arg::Static(_) => false,
        Arg::Open(open) => open.may_split(),
    }
}
