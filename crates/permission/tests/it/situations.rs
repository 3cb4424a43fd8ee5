//! The judged situations: those that a decision alone can show are decided here; every other one stands in
//! `situations.md` with the test that shows it or the reason why none does yet.

use crate::{call::World, cases};
use reasonix_permission::paths::{Facts, NoFacts, RealPath};
use reasonix_protocol::{Decision, Mode, Posture};
use std::{collections::BTreeSet, path::Path};

/// The links and volumes that a situation tells of.
struct Disk<'a>(&'a str);

impl Facts for Disk<'_> {
    fn real(&self, path: &Path) -> RealPath {
        let links: &[(&str, &str)] = match self.0 {
            "P174" => &[("/ws/notes.txt", "/outside/secret.txt")],
            "P175" => &[("/ws/cfg", "/ws/.env")],
            "P177" => &[("/ws/link", "/outside/dir")],
            "P200" => &[("C:/Users/me/SECRET~1", "C:/Users/me/Secret Folder")],
            _ => &[],
        };
        let led = links.iter().find_map(|(from, to)| Some(Path::new(to).join(path.strip_prefix(from).ok()?)));
        NoFacts.real(&led.unwrap_or_else(|| path.to_owned()))
    }

    fn folds_case(&self, path: &Path) -> bool {
        self.0 == "P183" || NoFacts.folds_case(path)
    }
}

/// Decided here, with what the file says and [`Disk`]. What a child agent or a saved grant would add is in the rules.
const DECIDED: &[&str] = &[
    "P174", "P175", "P177", "P181", "P183", "P199", "P200", "P203", "P210", "P211", "P212", "P213", "P214", "P216",
    "P217", "P219", "P223", "P242", "P243", "P245", "P259", "P260", "P261", "P275", "P289", "P290", "P293", "P297",
    "P298", "P300", "P301", "P308", "P311",
];

#[test]
fn situations_are_decided_as_judged() {
    let all = cases::read(include_str!("../cases/situations.jsonl"));
    let mut wrong = Vec::new();
    for case in all.iter().filter(|case| DECIDED.contains(&case.text("id"))) {
        let id = case.text("id");
        let world = World { can_ask: id != "P245", plan_approved: id == "P259", ..case.world() };
        let verdict = world.decide_with(&case.call(), &Disk(id));
        if Some(verdict.decision) != case.expected() {
            wrong.push(format!("{id} {}: {:?} {:#?}", case.text("summary"), verdict.decision, verdict.proof));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_situation_is_in_one_place() {
    let page = include_str!("../situations.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| P"));
    let listed: Vec<String> = rows.map(|row| format!("P{}", row.split(' ').next().unwrap_or_default())).collect();
    let mut found = BTreeSet::new();
    for id in listed.iter().map(String::as_str).chain(DECIDED.iter().copied()) {
        assert!(found.insert(id), "{id} is there twice");
    }
    let cases = cases::read(include_str!("../cases/situations.jsonl"));
    let all: BTreeSet<&str> = cases.iter().map(|case| case.text("id")).collect();
    assert_eq!(found, all);
    for row in page.lines().filter(|line| line.starts_with("| P")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert!(cells.len() == 3 && cells.iter().all(|cell| !cell.is_empty()), "{row}");
    }
}

/// A child inherits the mode and posture of its parent; then what is asked of the parent is asked of it.
#[test]
fn plan_mode_closes_what_a_child_would_write() {
    let all = cases::read(include_str!("../cases/situations.jsonl"));
    for case in all.iter().filter(|case| ["P265", "P266"].contains(&case.text("id"))) {
        let world = case.world();
        assert_eq!(world.mode, Mode::Plan);
        for posture in [Posture::Ask, Posture::Yolo] {
            let verdict = World { posture, ..world.clone() }.decide(&case.call());
            assert_eq!(verdict.decision, Decision::Deny, "{:?}", verdict.proof);
        }
    }
}
