//! What a word becomes before the program sees it, as far as that is certain: text, with gaps where a glob or a variable
//! stands. Nothing is looked up; a gap may hold anything.

use super::numbers;
use std::{borrow::Cow, rc::Rc};

/// One argument. A word gives one, or several by braces.
#[derive(Debug, Clone)]
pub(super) enum Arg<'a> {
    Static(Cow<'a, str>),
    Open(Open<'a>),
}

/// An argument with gaps.
#[derive(Debug, Clone)]
pub(super) struct Open<'a> {
    pub pieces: Vec<Piece<'a>>,
    /// A gap outside quotes: bash may make none or several arguments of it.
    pub splits: bool,
}

/// A stretch of an open argument.
#[derive(Debug, Clone)]
pub(super) enum Piece<'a> {
    Text(Cow<'a, str>),
    /// `~`.
    Home,
    /// `*`, `?` or `[`, outside quotes.
    Glob(&'a str),
    /// An expansion, as written.
    Unknown(&'a str),
    /// The variable of a loop over words that are known, and how it was written.
    OneOf(Rc<Vec<Arg<'a>>>, &'a str),
}

/// Where a path argument leads, before it is made absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    Exact(String),
    Glob(String),
    /// What the path certainly begins with.
    Unknown(String),
    /// As [`Place::Exact`] if a variable holds what it usually does.
    Usual(String),
}

/// A loop over more words is not followed.
const MOST_PLACES: usize = 64;

impl Arg<'_> {
    /// What a program would get from another program's output.
    pub(super) fn anything() -> Self {
        Self::Open(Open { pieces: vec![Piece::Unknown("…")], splits: true })
    }

    /// A name out of a list.
    pub(super) fn listed() -> Self {
        Self::Open(Open { pieces: vec![Piece::Unknown("…")], splits: false })
    }

    pub(super) fn as_static(&self) -> Option<&str> {
        match self {
            Self::Static(text) => Some(text),
            Self::Open(_) => None,
        }
    }

    /// Whether one of these variables is in it.
    pub(super) fn mentions(&self, variables: &[String]) -> bool {
        match self {
            Self::Open(open) if !variables.is_empty() => open.pieces.iter().any(|piece| match piece {
                Piece::Unknown(raw) => numbers::mentions(raw, variables),
                Piece::OneOf(words, raw) => {
                    numbers::mentions(raw, variables) || words.iter().any(|word| word.mentions(variables))
                }
                Piece::Text(_) | Piece::Home | Piece::Glob(_) => false,
            }),
            _ => false,
        }
    }

    /// Whether it is a variable and nothing else, of which no value is known.
    pub(super) fn is_variable(&self) -> bool {
        matches!(self, Self::Open(open) if matches!(open.pieces.as_slice(), [Piece::Unknown(_)]))
    }

    /// Whether something in it is the output of another program.
    pub(super) fn is_fed(&self) -> bool {
        match self {
            Self::Static(_) => false,
            Self::Open(open) => open.pieces.iter().any(|piece| match piece {
                Piece::Unknown(raw) => matches!(*raw, "{}" | "…"),
                Piece::OneOf(words, _) => words.iter().any(Arg::is_fed),
                Piece::Text(_) | Piece::Home | Piece::Glob(_) => false,
            }),
        }
    }

    /// The text that it certainly begins with.
    pub(super) fn lead(&self) -> &str {
        match self {
            Self::Static(text) => text,
            Self::Open(open) => match open.pieces.first() {
                Some(Piece::Text(text)) => text,
                _ => "",
            },
        }
    }

    /// Whether a program may take it for an option.
    pub(super) fn may_be_flag(&self) -> bool {
        match self {
            Self::Static(text) => text.len() > 1 && text.starts_with('-'),
            Self::Open(open) => match open.pieces.first() {
                Some(Piece::Text(text)) => text.starts_with('-'),
                Some(Piece::Home) => false,
                Some(Piece::OneOf(words, _)) => words.iter().any(|word| word.may_be_flag() || word.lead().is_empty()),
                // The process started last; nothing at all if there was none.
                Some(Piece::Unknown("$!" | "${!}")) => open.pieces.len() > 1,
                Some(Piece::Unknown(variable)) => !names_folder(variable) && !is_one_word(variable),
                Some(Piece::Glob(_)) | None => true,
            },
        }
    }

    /// Whether bash may make none or several arguments of it.
    pub(super) fn is_plural(&self) -> bool {
        match self {
            Self::Static(_) => false,
            Self::Open(open) => open.may_split() || open.pieces.iter().any(Piece::is_plural),
        }
    }

    /// The text, with gaps as they were written.
    pub(super) fn shown(&self) -> Cow<'_, str> {
        match self {
            Self::Static(text) => Cow::Borrowed(text),
            Self::Open(open) => Cow::Owned(open.pieces.iter().map(Piece::shown).collect()),
        }
    }

    /// All places that it may name, read as a path. Empty text names none.
    pub(super) fn places(&self, home: Option<&str>) -> Vec<Place> {
        match self {
            Self::Static(text) if text.is_empty() => Vec::new(),
            Self::Static(text) => vec![Place::Exact(text.to_string())],
            Self::Open(open) => places_of(&open.pieces, home),
        }
    }

    /// Without the first `count` bytes, which must be text; `None` if they are not.
    pub(super) fn without_lead(&self, count: usize) -> Option<Self> {
        match self {
            Self::Static(text) => text.get(count..).map(|rest| Self::Static(rest.to_owned().into())),
            Self::Open(open) => {
                let mut pieces = open.pieces.clone();
                let Piece::Text(text) = pieces.first_mut()? else { return None };
                *text = text.get(count..)?.to_owned().into();
                // A variable that begins the rest is seen to.
                if text.is_empty() && pieces.len() > 1 {
                    pieces.remove(0);
                }
                Some(Self::Open(Open { pieces, splits: open.splits }))
            }
        }
    }
}

impl Open<'_> {
    /// Whether bash may find blanks or a glob in a gap outside quotes.
    pub(super) fn may_split(&self) -> bool {
        let plain = |word: &Arg<'_>| {
            let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_./:@%+,-".contains(&byte);
            word.as_static().is_some_and(|text| !text.is_empty() && text.bytes().all(fits))
        };
        self.splits
            && self.pieces.iter().any(|piece| match piece {
                Piece::Unknown(variable) => !is_one_word(variable) && !matches!(*variable, "$!" | "${!}"),
                Piece::OneOf(words, _) => !words.iter().all(plain),
                Piece::Text(_) | Piece::Home | Piece::Glob(_) => false,
            })
    }
}

impl Piece<'_> {
    fn is_plural(&self) -> bool {
        match self {
            Self::Glob(_) => true,
            Self::OneOf(words, _) => words.iter().any(Arg::is_plural),
            Self::Text(_) | Self::Home | Self::Unknown(_) => false,
        }
    }

    fn shown(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Home => "~",
            Self::Glob(text) | Self::Unknown(text) | Self::OneOf(_, text) => text,
        }
    }
}

/// A path while it is put together.
#[derive(Clone, Default)]
struct Draft {
    text: String,
    glob: bool,
    usual: bool,
}

fn places_of(pieces: &[Piece<'_>], home: Option<&str>) -> Vec<Place> {
    let mut drafts = vec![Draft::default()];
    let mut places = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Text(text) => drafts.iter_mut().for_each(|draft| draft.text.push_str(text)),
            Piece::Glob(text) => drafts.iter_mut().for_each(|draft| {
                draft.text.push_str(text);
                draft.glob = true;
            }),
            Piece::Home => {
                let Some(home) = home else { return unknown(&drafts) };
                for draft in &mut drafts {
                    draft.text.push_str(home);
                }
            }
            Piece::Unknown(variable) if is_number(variable) => drafts.iter_mut().for_each(|draft| {
                draft.text.push('*');
                draft.glob = true;
            }),
            Piece::Unknown(variable) => {
                places.extend(unknown(&drafts));
                let usual = if index == 0 { usual(variable, home) } else { None };
                let Some(usual) = usual else { return places };
                drafts = vec![Draft { text: usual, glob: false, usual: true }];
            }
            Piece::OneOf(words, _) => {
                let Some(next) = spread(&drafts, words, home) else {
                    places.extend(unknown(&drafts));
                    return places;
                };
                drafts = next;
            }
        }
    }
    places.extend(drafts.into_iter().map(|draft| match draft {
        Draft { usual: true, text, .. } => Place::Usual(text),
        Draft { glob: true, text, .. } => Place::Glob(text),
        Draft { text, .. } => Place::Exact(text),
    }));
    places
}

/// Variables that hold a number: the name of a process, or what a command ended with.
fn is_number(variable: &str) -> bool {
    matches!(variable, "$$" | "$!" | "$?" | "$#" | "$PPID" | "${PPID}" | "$BASHPID" | "${BASHPID}" | "$UID" | "${UID}")
}

/// Whether it begins with a folder's name, or with `~` where there is no such user.
fn names_folder(variable: &str) -> bool {
    matches!(variable, "$HOME" | "${HOME}" | "$PWD" | "${PWD}") || variable.starts_with('~')
}

/// Variables that hold a number or a name, which is never empty, has no blanks and begins with no dash. Commands that set
/// one of them are no readers.
fn is_one_word(variable: &str) -> bool {
    let name = variable.trim_start_matches('$').trim_start_matches('{').trim_end_matches('}');
    matches!(name, "USER" | "LOGNAME" | "HOSTNAME" | "UID" | "EUID" | "PPID" | "$" | "#" | "?") || variable == "$$"
}

/// What these variables hold unless somebody changed them, and where the home folders of others usually are.
fn usual(variable: &str, home: Option<&str>) -> Option<String> {
    match variable {
        "$HOME" | "${HOME}" => home.map(str::to_owned),
        "$PWD" | "${PWD}" | "~+" => Some(".".to_owned()),
        "~root" => Some("/root".to_owned()),
        _ => {
            let user = variable.strip_prefix('~')?;
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
            let fits = user.starts_with(|c: char| c.is_ascii_alphabetic()) && user.bytes().all(is_name);
            fits.then(|| format!("/home/{user}"))
        }
    }
}

fn unknown(drafts: &[Draft]) -> Vec<Place> {
    drafts.iter().map(|draft| Place::Unknown(draft.text.clone())).collect()
}

fn spread(drafts: &[Draft], words: &[Arg<'_>], home: Option<&str>) -> Option<Vec<Draft>> {
    let mut next = Vec::new();
    for draft in drafts {
        for word in words {
            for place in word.places(home) {
                let (text, glob) = match place {
                    Place::Exact(text) => (text, false),
                    Place::Glob(text) => (text, true),
                    Place::Unknown(_) | Place::Usual(_) => return None,
                };
                let text = format!("{}{text}", draft.text);
                next.push(Draft { text, glob: draft.glob || glob, usual: draft.usual });
            }
        }
    }
    (next.len() <= MOST_PLACES).then_some(next)
}
