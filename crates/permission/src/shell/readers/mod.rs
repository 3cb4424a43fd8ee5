//! Programs that only read, and how they may be called so that they do. This is the whole list: what does not stand here
//! is not read-only, whatever it looks like. How the options are written is told in [`super::call`].
//!
//! Not here on purpose, although they look like readers: `yarn` and `pnpm` (run a file of the repository on every call),
//! `mvn`, `gradle`, `bundle`, `composer` (load code of the project), `make -n` (runs `$(shell …)`), `ldd` (may run the
//! program), and whatever opens a pager or a network connection of the caller's choice.

mod awk;
mod builtins;
mod clouds;
mod containers;
mod coreutils;
mod databases;
mod elsewhere;
mod files;
pub(super) mod find;
mod forge;
mod git;
pub(super) mod globals;
mod inspect;
mod mac;
mod machine;
mod packages;
mod programs;
mod search;
mod sed;
mod services;
mod system;
mod test;
mod text;
mod usage;
mod versions;

use super::{
    call::{Program, is_listed},
    flags::Flags,
    value::Arg,
};
use crate::quick::NameMap;
pub(super) use elsewhere::leads_elsewhere;
use std::sync::LazyLock;

const FAMILIES: &[&[Program]] = &[
    builtins::READERS,
    clouds::READERS,
    containers::READERS,
    coreutils::READERS,
    databases::READERS,
    files::READERS,
    forge::READERS,
    git::READERS,
    inspect::READERS,
    mac::READERS,
    machine::READERS,
    packages::READERS,
    programs::READERS,
    search::READERS,
    services::READERS,
    system::READERS,
    text::READERS,
    usage::READERS,
    versions::READERS,
];

/// Programs by name.
pub(super) type Index = NameMap<&'static str, Calls>;

/// The programs of one name, those with more subcommands first.
#[derive(Debug, Default)]
pub(super) struct Calls {
    listed: Vec<Listed>,
    /// Where those stand that have subcommands, by the first of them: some names have a hundred.
    by_subcommand: NameMap<&'static str, Vec<usize>>,
    /// Where those stand that have none.
    others: Vec<usize>,
}

/// A program, ready to be looked up.
#[derive(Debug)]
pub(super) struct Listed {
    pub program: &'static Program,
    pub flags: Flags,
    /// Its subcommands, and for each of those its names.
    subcommands: Vec<Vec<&'static str>>,
}

static BY_NAME: LazyLock<Index> = LazyLock::new(|| index(FAMILIES.iter().copied()));

/// Programs by each of their names.
pub(super) fn index(families: impl IntoIterator<Item = &'static [Program]>) -> Index {
    let mut by_name = Index::default();
    for program in families.into_iter().flatten() {
        let mut words = program.words.split(' ').map(|word| word.split('|').collect::<Vec<_>>());
        let names = words.next().unwrap_or_default();
        let subcommands: Vec<_> = words.collect();
        for name in names {
            let listed = Listed { program, flags: Flags::new(program.flags), subcommands: subcommands.clone() };
            by_name.entry(name).or_default().listed.push(listed);
        }
    }
    by_name.values_mut().for_each(Calls::sort);
    by_name
}

impl Calls {
    fn sort(&mut self) {
        self.listed.sort_by_key(|listed| std::cmp::Reverse(listed.subcommands.len()));
        for (at, listed) in self.listed.iter().enumerate() {
            match listed.subcommands.first() {
                Some(names) => names.iter().for_each(|name| self.by_subcommand.entry(name).or_default().push(at)),
                None => self.others.push(at),
            }
        }
    }

    /// Those that a call with such a first argument may be.
    fn beginning_with(&self, first: Option<&str>) -> impl Iterator<Item = &Listed> {
        let named = first.and_then(|first| self.by_subcommand.get(first)).into_iter().flatten();
        named.chain(&self.others).filter_map(|at| self.listed.get(*at))
    }
}

/// The readers that the words may be a call of, those with more subcommands first, each with the number of words that it
/// consists of.
pub(super) fn candidates<'p>(
    name: &str,
    args: &'p [Arg<'_>],
) -> impl Iterator<Item = (&'static Listed, usize)> + use<'p> {
    matching(&BY_NAME, name, args)
}

/// Those programs of that name whose subcommands the words begin with, in the order of the index.
pub(super) fn matching<'p>(
    index: &'static Index,
    name: &str,
    args: &'p [Arg<'_>],
) -> impl Iterator<Item = (&'static Listed, usize)> + use<'p> {
    let fits = |names: &Vec<&str>, arg: &Arg<'_>| arg.as_static().is_some_and(|given| names.contains(&given));
    let first = args.first().and_then(Arg::as_static);
    let programs = index.get(name).into_iter().flat_map(move |calls| calls.beginning_with(first));
    programs
        .filter(move |Listed { subcommands, .. }| {
            subcommands.len() <= args.len() && subcommands.iter().zip(args).all(|(names, arg)| fits(names, arg))
        })
        .map(|listed| (listed, listed.subcommands.len()))
}

/// Whether the operator of `[[ … ]]` only looks at a file or a text.
pub(super) fn is_unary_test(operator: &str) -> bool {
    is_listed(test::UNARY, operator)
}

/// Letters, digits, `_` and `-`: a name that is neither a path nor an address nor an option file.
fn is_plain(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// Folders whose programs are those of the system.
pub(super) fn is_system_path(path: &str) -> bool {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    matches!(folder, "/bin" | "/usr/bin" | "/sbin" | "/usr/sbin" | "/usr/libexec")
}
