//! `find`: folders, then an expression of tests and actions. Tests are listed with their arity, so that an action is seen
//! wherever it stands.

use super::super::{
    call::is_listed,
    value::{Arg, Open, Piece},
};
use std::{borrow::Cow, rc::Rc};

const NO_VALUE: &str = "-true -false -print -print0 -ls -prune -quit -depth -d -mount -xdev -x -daystart -follow \
    -noleaf -empty -executable -readable -writable -nouser -nogroup -warn -nowarn -ignore_readdir_race \
    -noignore_readdir_race ( ) ! -not -a -and -o -or , -help --help -version --version";

const ONE_VALUE: &str = "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname -ilname \
    -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -perm -user -uid -group -gid \
    -links -inum -samefile -fstype -maxdepth -mindepth -printf -used -context";

/// A call of find, taken apart.
#[derive(Debug, Default)]
pub(in super::super) struct Find<'c, 'a> {
    /// Where it looks; none means the folder it stands in.
    pub roots: Vec<&'c Arg<'a>>,
    /// What it runs for what it finds.
    pub runs: Vec<Vec<Arg<'a>>>,
    /// Files it writes its output to.
    pub writes: Vec<&'c Arg<'a>>,
    pub deletes: bool,
    /// Not everything is found.
    pub chooses: bool,
    /// Whether something else was there than tests, or something that is not known.
    pub acts: bool,
    /// Whether everything was understood.
    pub known: bool,
}

/// Reads what follows the name.
pub(in super::super) fn read<'c, 'a>(args: &'c [Arg<'a>]) -> Find<'c, 'a> {
    let mut find = Find { known: true, ..Find::default() };
    let mut rest = args;
    while let [first, after @ ..] = rest {
        match first.as_static() {
            Some("-H" | "-L" | "-P" | "-E" | "-s" | "-x" | "-X") => rest = after,
            Some("-D") => rest = after.get(1..).unwrap_or_default(),
            Some(level) if level.starts_with("-O") => rest = after,
            _ => break,
        }
    }
    while let [first, after @ ..] = rest {
        let expression = first.may_be_flag() || matches!(first.as_static(), Some("(" | "!"));
        if expression {
            break;
        }
        find.roots.push(first);
        rest = after;
    }
    find.expression(rest);
    find
}

impl<'c, 'a> Find<'c, 'a> {
    fn expression(&mut self, mut rest: &'c [Arg<'a>]) {
        while let [first, after @ ..] = rest {
            let Some(word) = first.as_static() else {
                self.unknown();
                rest = after;
                continue;
            };
            rest = match word {
                _ if is_listed(NO_VALUE, word) => {
                    self.chooses |= word == "-empty";
                    after
                }
                _ if is_listed(ONE_VALUE, word) || word.starts_with("-newer") => {
                    self.chooses |= !is_listed("-type -xtype -mindepth -maxdepth -regextype", word);
                    self.value(after)
                }
                "-exec" | "-execdir" | "-ok" | "-okdir" => self.run(after),
                "-delete" => {
                    self.deletes = true;
                    self.acts = true;
                    after
                }
                "-fprint" | "-fprint0" | "-fls" | "-fprintf" => {
                    self.acts = true;
                    self.writes.extend(after.first());
                    after.get(1 + usize::from(word == "-fprintf")..).unwrap_or_default()
                }
                _ => {
                    self.unknown();
                    after
                }
            };
        }
    }

    fn unknown(&mut self) {
        self.acts = true;
        self.known = false;
    }

    /// Passes over a value. A glob outside quotes may give an action instead.
    fn value(&mut self, after: &'c [Arg<'a>]) -> &'c [Arg<'a>] {
        if after.first().is_none_or(Arg::is_plural) {
            self.unknown();
        }
        after.get(1..).unwrap_or_default()
    }

    fn run(&mut self, after: &'c [Arg<'a>]) -> &'c [Arg<'a>] {
        let mut previous = None;
        let end = after.iter().position(|arg| {
            let text = arg.as_static();
            let ends = text == Some(";") || (text == Some("+") && previous == Some("{}"));
            previous = text;
            ends
        });
        let Some(end) = end else {
            self.known = false;
            return self.run_to(after, after.len(), true);
        };
        let many = after.get(end).and_then(Arg::as_static) == Some("+");
        self.run_to(after, end, many)
    }

    fn run_to(&mut self, after: &'c [Arg<'a>], end: usize, many: bool) -> &'c [Arg<'a>] {
        let (argv, rest) = after.split_at(end);
        self.runs.push(argv.iter().map(|arg| with_found(arg, many)).collect());
        rest.get(1..).unwrap_or_default()
    }
}

/// The argument with what was found in place of `{}`. That begins with a folder, so it is never an option.
fn with_found<'a>(arg: &Arg<'a>, many: bool) -> Arg<'a> {
    let Some((before, after)) = arg.as_static().and_then(|text| text.split_once("{}")) else { return arg.clone() };
    let found = Arg::Open(Open { pieces: vec![Piece::Text(Cow::Borrowed("./")), Piece::Unknown("{}")], splits: many });
    let mut pieces = Vec::new();
    if !before.is_empty() {
        pieces.push(Piece::Text(Cow::Owned(before.to_owned())));
    }
    pieces.push(Piece::OneOf(Rc::new(vec![found]), "{}"));
    if !after.is_empty() {
        pieces.push(Piece::Text(Cow::Owned(after.to_owned())));
    }
    Arg::Open(Open { pieces, splits: false })
}
