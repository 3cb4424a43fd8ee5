//! The corpus of everyday commands, decided in posture `ask` without rules. Nothing that changes anything may run unasked;
//! of what only reads, almost nothing may ask, and what does is listed with the reason.

use crate::call::{Call, World};
use reasonix_permission::{Verdict, paths::NoFacts, paths::Places, paths::PlacesSpec, rules::RuleSet};
use reasonix_protocol::Decision;
use std::{collections::BTreeSet, path::Path, sync::LazyLock};

pub(crate) const CORPUS: &str = include_str!("../../../../tests/corpus/commands.tsv");
/// `kind<TAB>command`, escaped as the corpus is.
const ASKS: &str = include_str!("../../../../tests/corpus/asks.tsv");

/// Why a command that only reads may ask; told in the corpus's README. First what the specification wants a person for.
const FORCED: [&str; 6] = ["code", "outside", "protected", "secret", "substitution", "text"];
/// Where the repository may choose what runs.
const PROJECT: &str = "project";
const OTHERS: [&str; 7] = ["client", "pager", "shell", "state", "unlisted", "words", "wrapper"];

/// How many there are of each. Lower them with the list; never raise them.
const MOST_FORCED: usize = 224;
const MOST_PROJECT: usize = 88;
const MOST_OTHERS: usize = 46;

/// Undoes the three escapes of the corpus.
pub(crate) fn decoded(escaped: &str) -> String {
    let mut text = String::with_capacity(escaped.len());
    let mut characters = escaped.chars();
    while let Some(character) = characters.next() {
        text.push(match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('\\') => '\\',
                other => panic!("unknown escape {other:?} in {escaped}"),
            },
            _ => character,
        });
    }
    text
}

/// The commands with that label, as they stand in the file and decided.
fn decided(label: &str) -> Vec<(&'static str, Verdict)> {
    static PLACES: LazyLock<Places> = LazyLock::new(|| {
        let spec = PlacesSpec { home: Some(Path::new("/home/user")), ..PlacesSpec::new(Path::new("/ws")) };
        Places::new(&spec, &NoFacts)
    });
    let world = World::default();
    let rules = RuleSet::default();
    let lines = CORPUS.lines().map(|line| line.split_once('\t').expect("label, tab, command"));
    let wanted = lines.filter(|(found, _)| *found == label);
    wanted
        .map(|(_, command)| (command, world.decide_by(&Call::bash(&decoded(command)), &rules, 0, &PLACES, &NoFacts)))
        .collect()
}

#[test]
fn nothing_that_changes_anything_is_allowed() {
    let decided = decided("change");
    assert!(decided.len() > 1_900, "{}", decided.len());
    let allowed: Vec<_> =
        decided.iter().filter(|(_, verdict)| verdict.decision == Decision::Allow).map(|(command, _)| command).collect();
    assert!(allowed.is_empty(), "{allowed:#?}");
}

/// Whoever makes one of them run unasked takes it off the list; nobody puts one on it without a reason.
#[test]
fn what_reads_and_asks_is_on_the_list() {
    let decided = decided("read");
    let asking: BTreeSet<&str> = decided
        .iter()
        .filter(|(_, verdict)| verdict.decision != Decision::Allow)
        .map(|(command, verdict)| {
            assert_eq!(verdict.decision, Decision::Ask, "{command}");
            *command
        })
        .collect();
    let mut listed = BTreeSet::new();
    let (mut forced, mut project, mut others) = (0, 0, 0);
    for line in ASKS.lines() {
        let (kind, command) = line.split_once('\t').expect("kind, tab, command");
        match kind {
            _ if FORCED.contains(&kind) => forced += 1,
            PROJECT => project += 1,
            _ if OTHERS.contains(&kind) => others += 1,
            _ => panic!("no such kind: {line}"),
        }
        assert!(listed.insert(command), "{line} is there twice");
    }
    assert_eq!((forced, project, others), (MOST_FORCED, MOST_PROJECT, MOST_OTHERS), "forced, project, others");
    assert!(others * 50 <= decided.len(), "more than 2 % ask without need: {others} of {}", decided.len());
    let new: Vec<_> = asking.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&asking).collect();
    assert!(new.is_empty(), "these ask now: {new:#?}");
    assert!(gone.is_empty(), "these run unasked now; take them off asks.tsv: {gone:#?}");
}

/// A file of further options may name a plugin to be loaded.
#[test]
fn a_file_of_options_asks() {
    for command in ["nm @options", "objdump -d @options", "size @options", "ar t @options", "llvm-nm @options"] {
        assert_eq!(World::default().decide(&Call::bash(command)).decision, Decision::Ask, "{command}");
    }
}

/// `global.json` names the folder of the SDK that answers.
#[test]
fn an_sdk_of_the_repository_asks() {
    for command in ["dotnet --version", "dotnet --info", "dotnet --help", "dotnet -h"] {
        assert_eq!(World::default().decide(&Call::bash(command)).decision, Decision::Ask, "{command}");
    }
    assert_eq!(World::default().decide(&Call::bash("dotnet --list-sdks")).decision, Decision::Allow);
}
