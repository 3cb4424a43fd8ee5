//! Commands that the text does not spell: a glob or a variable stands where the name or the subcommand is. Variables that
//! the text itself sets are put in. What is left over is kept as a form, and rules that deny or ask are held against every
//! command that may have it. Nothing is ever allowed because of it.

use super::{
    places::Dirs,
    redirect::Feed,
    survey::Assigned,
    value::{Arg, Piece},
    walk::Walker,
    why,
    wrappers::has_subcommands,
};
use crate::paths::GlobName;
use std::borrow::Cow;

/// Values that are put in for one name.
const MOST_FORMS: usize = 32;

/// Commands of one text.
const MOST_DISGUISED: usize = 16;

/// Words that are kept.
const MOST_WORDS: usize = 8;

/// Pieces of a name into which variables are put.
const MOST_PIECES: usize = 16;

/// A command whose name or subcommand is not spelled out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disguised {
    /// As it was written.
    pub text: String,
    /// Only a glob stands in the way: it is meant to find a program, and finds it if it is there.
    pub is_glob: bool,
    pub(crate) words: Vec<Form>,
}

/// What is known of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Form {
    Exact(String),
    Glob(GlobName),
    /// Any word; several if a variable stands outside quotes.
    Any {
        splits: bool,
    },
}

/// A word while variables are put in.
#[derive(Debug, Clone, Default)]
struct Draft {
    /// As a glob reads it.
    glob: String,
    /// As it stands.
    text: String,
    is_glob: bool,
    /// Something is not known.
    is_open: bool,
}

impl Disguised {
    /// The words, the program in small letters where files are found by any.
    pub(crate) fn forms(&self, fold_programs: bool) -> Cow<'_, [Form]> {
        let mut forms = Cow::Borrowed(self.words.as_slice());
        if fold_programs && let Some(Form::Glob(glob)) = self.words.first() {
            let folded = Form::Glob(glob.to_lowercase());
            if let Some(first) = forms.to_mut().first_mut() {
                *first = folded;
            }
        }
        forms
    }
}

impl Draft {
    fn text(&mut self, text: &str) {
        for c in text.chars() {
            if matches!(c, '*' | '?' | '\\') {
                self.glob.push('\\');
            }
            self.glob.push(c);
        }
        self.text.push_str(text);
    }

    /// What stood before may be anything now, as a variable may hold separators.
    fn gap(&mut self) {
        self.glob.clear();
        self.glob.push('*');
        self.text.clear();
        self.is_open = true;
    }
}

impl Walker<'_> {
    /// Looks at a call whose name is not static.
    pub(super) fn disguised_name(&mut self, argv: &[Arg<'_>], at: &Dirs, feed: &Feed, depth: usize) {
        let Some((first, args)) = argv.split_first() else { return };
        for draft in drafts(first, &self.assigned, self.home.as_deref()) {
            if !draft.is_open && !draft.is_glob {
                let named = draft.text.split_whitespace().map(|word| Arg::Static(word.to_owned().into()));
                let argv: Vec<Arg<'_>> = named.chain(args.iter().cloned()).collect();
                self.judge(&argv, at, feed, depth + 1);
                continue;
            }
            let base = draft.glob.rsplit('/').next().unwrap_or_default();
            let form = match (draft.is_open && base == "*", base) {
                (true, _) => Form::Any { splits: splits(first) },
                (false, base) => Form::Glob(GlobName::new(base)),
            };
            let words = std::iter::once(form).chain(args.iter().take(MOST_WORDS).map(form_of)).collect();
            self.disguised(argv, words, !draft.is_open);
        }
    }

    /// `hash -p /usr/bin/git x`: any name may be that of any program from then on.
    pub(super) fn renamed(&mut self, args: &[Arg<'_>]) {
        if args.iter().any(|arg| arg.lead().starts_with("-p")) {
            let argv: Vec<_> = std::iter::once(Arg::Static("hash".into())).chain(args.iter().cloned()).collect();
            self.disguised(&argv, vec![Form::Any { splits: true }], false);
        }
    }

    /// What the argument may be where the text itself sets all variables in it.
    pub(super) fn spelled(&self, arg: &Arg<'_>) -> Vec<String> {
        let drafts = drafts(arg, &self.assigned, self.home.as_deref());
        drafts.into_iter().filter(|draft| !draft.is_open).map(|draft| draft.text).collect()
    }

    /// Looks at words of which some may be the name of a command.
    pub(super) fn disguised_names(&mut self, args: &[Arg<'_>], at: &Dirs, feed: &Feed, depth: usize) {
        // Neither an option nor an assignment is a name.
        let may_be_name = |start: &usize| {
            args.get(*start).is_some_and(|arg| {
                arg.as_static().is_none() && !arg.lead().starts_with('-') && !arg.lead().contains('=')
            })
        };
        for start in (0..args.len()).filter(may_be_name).take(4) {
            self.disguised_name(args.get(start..).unwrap_or_default(), at, feed, depth);
        }
    }

    /// Looks at a call whose first argument is not static.
    pub(super) fn disguised_subcommand(&mut self, name: &str, args: &[Arg<'_>]) {
        let Some((first, rest)) = args.split_first().filter(|(first, _)| first.as_static().is_none()) else { return };
        let argv =
            || std::iter::once(Arg::Static(name.to_owned().into())).chain(args.iter().cloned()).collect::<Vec<_>>();
        let with = |second: Form| {
            let rest = rest.iter().take(MOST_WORDS).map(form_of);
            [Form::Exact(name.to_owned()), second].into_iter().chain(rest).collect::<Vec<_>>()
        };
        if !has_gap(first) {
            // It finds a file of that name, if there is one; elsewhere that is no subcommand.
            if name == "git" || has_subcommands(name) {
                self.disguised(&argv(), with(Form::Glob(GlobName::new(&first.shown()))), true);
            }
            return;
        }
        for draft in drafts(first, &self.assigned, self.home.as_deref()) {
            if draft.is_open {
                self.disguised(&argv(), with(Form::Any { splits: splits(first) }), false);
            } else {
                let named = draft.text.split_whitespace().map(|word| Arg::Static(word.to_owned().into()));
                let args: Vec<Arg<'_>> = named.chain(rest.iter().cloned()).collect();
                self.reached_as(name, &args);
            }
        }
    }

    fn disguised(&mut self, argv: &[Arg<'_>], words: Vec<Form>, is_glob: bool) {
        let count = self.found.disguised.len();
        if count < MOST_DISGUISED {
            let text = argv.iter().take(MOST_WORDS).map(Arg::shown).collect::<Vec<_>>().join(" ");
            self.found.disguised.push(Disguised { text, is_glob, words });
        } else if count == MOST_DISGUISED {
            // It stands for all others.
            self.nested(why::UNKNOWN_NAME);
            let words = vec![Form::Any { splits: true }];
            self.found.disguised.push(Disguised { text: "…".to_owned(), is_glob: false, words });
        }
    }
}

/// Whether something but a glob is not known of it.
fn has_gap(arg: &Arg<'_>) -> bool {
    match arg {
        Arg::Static(_) => false,
        Arg::Open(open) => open.pieces.iter().any(|piece| matches!(piece, Piece::Unknown(_) | Piece::OneOf(..))),
    }
}

fn splits(arg: &Arg<'_>) -> bool {
    matches!(arg, Arg::Open(open) if open.splits)
}

fn form_of(arg: &Arg<'_>) -> Form {
    match arg {
        Arg::Static(text) => Form::Exact(text.to_string()),
        Arg::Open(_) if has_gap(arg) => Form::Any { splits: splits(arg) },
        Arg::Open(_) => Form::Exact(arg.shown().into_owned()),
    }
}

fn drafts(arg: &Arg<'_>, assigned: &Assigned, home: Option<&str>) -> Vec<Draft> {
    let mut drafts = vec![Draft::default()];
    match arg {
        Arg::Static(text) => drafts.iter_mut().for_each(|draft| draft.text(text)),
        Arg::Open(open) if open.pieces.len() > MOST_PIECES => drafts.iter_mut().for_each(Draft::gap),
        Arg::Open(open) => open.pieces.iter().for_each(|piece| add(&mut drafts, piece, assigned, home)),
    }
    drafts
}

fn add(drafts: &mut Vec<Draft>, piece: &Piece<'_>, assigned: &Assigned, home: Option<&str>) {
    match piece {
        Piece::Text(text) => drafts.iter_mut().for_each(|draft| draft.text(text)),
        Piece::Home => drafts.iter_mut().for_each(|draft| draft.text(home.unwrap_or("~"))),
        Piece::Glob(glob) => {
            for draft in drafts {
                draft.glob.push_str(glob);
                draft.text.push_str(glob);
                draft.is_glob = true;
            }
        }
        Piece::Unknown(raw) => {
            let name = raw.trim_start_matches('$').trim_start_matches('{').trim_end_matches('}');
            let (values, is_all) = assigned.values(name);
            let is_all = is_all && !values.is_empty() && !assigned.splits_oddly();
            choose(drafts, values.iter().map(String::as_str), is_all);
        }
        Piece::OneOf(words, _) => {
            let values: Vec<&str> = words.iter().filter_map(Arg::as_static).collect();
            let is_all = values.len() == words.len();
            choose(drafts, values.into_iter(), is_all);
        }
    }
}

/// Goes on with each value, and with anything if these are not all.
fn choose<'v>(drafts: &mut Vec<Draft>, values: impl Iterator<Item = &'v str> + Clone, is_all: bool) {
    let mut next = Vec::new();
    let mut is_all = is_all;
    for draft in drafts.iter() {
        for value in values.clone() {
            if next.len() == MOST_FORMS {
                is_all = false;
                break;
            }
            let mut draft = draft.clone();
            draft.text(value);
            next.push(draft);
        }
    }
    if !is_all {
        let mut any = drafts.first().cloned().unwrap_or_default();
        any.gap();
        next.push(any);
    }
    *drafts = next;
}
