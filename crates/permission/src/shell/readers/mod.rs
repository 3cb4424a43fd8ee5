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
pub(super) type Index = NameMap<&'static str, Vec<Listed>>;

/// A program, ready to be looked up.
#[derive(Debug)]
pub(super) struct Listed {
    pub program: &'static Program,
    pub flags: Flags,
    /// Its subcommands, and for each of those its names.
    subcommands: Vec<Vec<&'static str>>,
}

static BY_NAME: LazyLock<Index> = LazyLock::new(|| index(FAMILIES.iter().copied()));

/// Programs by each of their names, those with more subcommands first.
pub(super) fn index(families: impl IntoIterator<Item = &'static [Program]>) -> Index {
    let mut by_name = Index::default();
    for program in families.into_iter().flatten() {
        let mut words = program.words.split(' ').map(|word| word.split('|').collect::<Vec<_>>());
        let names = words.next().unwrap_or_default();
        let subcommands: Vec<_> = words.collect();
        for name in names {
            let listed = Listed { program, flags: Flags::new(program.flags), subcommands: subcommands.clone() };
            by_name.entry(name).or_default().push(listed);
        }
    }
    for programs in by_name.values_mut() {
        programs.sort_by_key(|listed| std::cmp::Reverse(listed.subcommands.len()));
    }
    by_name
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
    let programs = index.get(name).into_iter().flatten();
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

/// Folders whose programs are those of the system.
pub(super) fn is_system_path(path: &str) -> bool {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    matches!(folder, "/bin" | "/usr/bin" | "/sbin" | "/usr/sbin" | "/usr/libexec")
}
