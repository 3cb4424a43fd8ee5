//! The order of the decision and the matrix of postures, cell by cell.

use crate::call::{Call, World};
use reasonix_permission::{PlanGate, SITUATIONS, Situation, cell};
use reasonix_protocol::{
    Decision::{self, Allow, Ask, Deny},
    Mode, Posture, Scope,
};
use std::path::PathBuf;

const POSTURES: [Posture; 5] = [Posture::Ask, Posture::AcceptEdits, Posture::Auto, Posture::Yolo, Posture::DontAsk];

/// A call for every situation, with what it needs of the world.
fn example(situation: Situation) -> (Call, World) {
    let world = World::default();
    match situation {
        Situation::Reader => (Call::bash("ls src"), world),
        Situation::Edit => (Call::file("edit_file", "src/main.rs"), world),
        Situation::Writer => (Call::bash("make build"), world),
        Situation::OutsideRead => (Call::file("read_file", "/etc/hosts"), world),
        Situation::CredentialRead => (Call::file("read_file", ".env"), world),
        Situation::AskRule => (Call::bash("ls src"), World { ask: vec!["Bash(ls:*)".to_owned()], ..world }),
        Situation::HumanOnly => (Call::bash("$(cat script)"), world),
        Situation::HumanAlways => (Call::file("write_file", "reasonix.toml"), world),
    }
}

/// Written down a second time, so that neither table can change alone.
#[expect(clippy::match_same_arms, reason = "a row for every situation")]
const fn row(situation: Situation) -> [Decision; 5] {
    match situation {
        Situation::Reader => [Allow, Allow, Allow, Allow, Allow],
        Situation::Edit => [Ask, Allow, Allow, Allow, Deny],
        Situation::Writer => [Ask, Ask, Allow, Allow, Deny],
        Situation::OutsideRead => [Ask, Ask, Allow, Allow, Deny],
        Situation::CredentialRead => [Ask, Ask, Ask, Allow, Deny],
        Situation::AskRule => [Ask, Ask, Ask, Allow, Deny],
        Situation::HumanOnly => [Ask, Ask, Ask, Allow, Deny],
        Situation::HumanAlways => [Ask, Ask, Ask, Ask, Deny],
    }
}

#[test]
fn the_matrix_cell_by_cell() {
    for situation in SITUATIONS {
        for (posture, expected) in POSTURES.into_iter().zip(row(situation)) {
            assert_eq!(cell(situation, posture), expected, "{situation:?} {posture:?}");
            let (call, world) = example(situation);
            let verdict = World { posture, ..world }.decide(&call);
            assert_eq!(verdict.decision, expected, "{situation:?} {posture:?} {:#?}", verdict.proof);
        }
    }
}

#[test]
fn with_nobody_to_ask_every_ask_is_a_denial_that_says_why() {
    for situation in SITUATIONS {
        for (posture, expected) in POSTURES.into_iter().zip(row(situation)) {
            let (call, world) = example(situation);
            let verdict = World { posture, can_ask: false, ..world }.decide(&call);
            let headless = if expected == Ask { Deny } else { expected };
            assert_eq!(verdict.decision, headless, "{situation:?} {posture:?}");
            if expected == Ask {
                assert_eq!(verdict.reason.code, "denied_nobody_to_ask");
                assert!(verdict.reason.params.contains_key("because"));
            }
            assert!(verdict.offers.is_empty());
        }
    }
}

/// One call under rules and settings, and the decision in each posture, in the order of [`POSTURES`].
#[track_caller]
fn check(call: &Call, world: &World, expected: [Decision; 5]) {
    for (posture, expected) in POSTURES.into_iter().zip(expected) {
        let verdict = World { posture, ..world.clone() }.decide(call);
        assert_eq!(verdict.decision, expected, "{posture:?} {call:?} {:#?}", verdict.proof);
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn a_denial_beats_everything_in_every_posture() {
    let everything = World {
        allow: texts(&["Bash", "Bash(rm:*)", "Bash=rm a", "Edit", "Edit(**)", "Read"]),
        ask: texts(&["Bash(rm:*)"]),
        grants: texts(&["Bash=rm a", "Edit=/ws/a", "Read=/ws/a"]),
        plan_approved: true,
        allow_dynamic_bash: true,
        ..World::default()
    };
    let never = [Deny; 5];
    let by_rule = |rule: &str| World { deny: texts(&[rule]), ..everything.clone() };
    check(&Call::bash("rm a"), &by_rule("Bash(rm:*)"), never);
    check(&Call::bash("rm a"), &by_rule("Bash"), never);
    check(&Call::bash("rm a"), &by_rule("*"), never);
    check(&Call::bash("env X=1 timeout 3 rm a"), &by_rule("Bash(rm:*)"), never);
    check(&Call::bash("cat a"), &by_rule("Read(a)"), never);
    check(&Call::bash("echo x > a"), &by_rule("Edit(a)"), never);
    check(&Call::file("write_file", "a"), &by_rule("Edit(a)"), never);
    check(&Call::file("read_file", "a"), &by_rule("Read(a)"), never);
    check(&Call::of("mcp__db__drop"), &by_rule("mcp__db__*"), never);
    let forbidden = World { forbid_read: vec![PathBuf::from("/ws/a")], ..everything.clone() };
    check(&Call::file("read_file", "a"), &forbidden, never);
    check(&Call::bash("cat a"), &forbidden, never);
    let state = World { state: vec![PathBuf::from("/home/user/.reasonix/sessions")], ..everything };
    check(&Call::file("write_file", "~/.reasonix/sessions/x"), &state, never);
    check(&Call::bash("rm ~/.reasonix/sessions/x"), &state, never);
}

#[test]
fn the_plan_gate_stands_before_people_postures_and_allows() {
    let allows = World {
        mode: Mode::Plan,
        allow: texts(&["Bash", "Edit(**)", "Bash=make"]),
        grants: texts(&["Bash=make"]),
        plan_approved: true,
        ..World::default()
    };
    check(&Call::bash("make"), &allows, [Deny; 5]);
    check(&Call::bash("$(x)"), &allows, [Deny; 5]);
    check(&Call::file("write_file", "a"), &allows, [Deny; 5]);
    check(&Call::of("mcp__db__insert"), &allows, [Deny; 5]);
    check(&Call::bash("ls"), &allows, [Allow; 5]);
    check(&Call::file("read_file", "a"), &allows, [Allow; 5]);
    let workflow = World { plan_gate: PlanGate::Workflow, ..allows };
    check(&Call::bash("make"), &workflow, [Allow; 5]);
}

#[test]
fn what_only_a_person_may_allow() {
    let bare = World { allow: texts(&["Bash", "Edit(**)", "Edit"]), ..World::default() };
    let asks = [Ask, Ask, Ask, Allow, Deny];
    check(&Call::bash("$(cat script)"), &bare, asks);
    check(&Call::bash("rm -rf /usr"), &bare, asks);
    check(&Call::bash("rm -rf ~"), &bare, asks);
    check(&Call::file("write_file", ".git/hooks/pre-commit"), &bare, asks);
    check(&Call::bash("echo x > .git/hooks/pre-commit"), &bare, asks);
    // To the letter it was answered; not for paths.
    let granted = World { grants: texts(&["Bash=$(cat script)", "Edit=/ws/.git/config"]), ..World::default() };
    check(&Call::bash("$(cat script)"), &granted, [Allow; 5]);
    check(&Call::bash("$(cat script) "), &granted, asks);
    check(&Call::file("write_file", ".git/config"), &granted, asks);
    // Not even yolo.
    let always = [Ask, Ask, Ask, Ask, Deny];
    check(&Call::file("write_file", "reasonix.toml"), &bare, always);
    check(&Call::bash("echo x > reasonix.toml"), &bare, always);
    check(&Call::bash("rm -rf /"), &bare, always);
    let dynamic = World { allow_dynamic_bash: true, ..World::default() };
    check(&Call::bash("$(cat script)"), &dynamic, [Ask, Ask, Allow, Allow, Deny]);
    check(&Call::bash("rm -rf /usr"), &dynamic, asks);
}

#[test]
fn asks_stand_before_allows_and_allows_before_caution() {
    let both = World { allow: texts(&["Bash(ls:*)"]), ask: texts(&["Bash(ls:*)"]), ..World::default() };
    check(&Call::bash("ls"), &both, [Ask, Ask, Ask, Allow, Deny]);
    let named = World { allow: texts(&["Read(/etc/hosts)", "Bash(cat:*)"]), ..World::default() };
    check(&Call::file("read_file", "/etc/hosts"), &named, [Allow; 5]);
    check(&Call::bash("cat /etc/hosts"), &named, [Allow; 5]);
    check(&Call::bash("cat /etc/passwd"), &named, [Ask, Ask, Allow, Allow, Deny]);
    check(&Call::bash("cat .env"), &named, [Ask, Ask, Ask, Allow, Deny]);
    let bare = World { allow: texts(&["Read", "Bash"]), ..World::default() };
    check(&Call::file("read_file", "/etc/hosts"), &bare, [Ask, Ask, Allow, Allow, Deny]);
    check(&Call::file("read_file", ".env"), &bare, [Ask, Ask, Ask, Allow, Deny]);
    check(&Call::bash("make"), &bare, [Allow; 5]);
    // Neither a bare allow nor an approved plan is asked where a person must be.
    let approved = World { plan_approved: true, ..World::default() };
    check(&Call::bash("make"), &approved, [Allow, Allow, Allow, Allow, Deny]);
    check(&Call::file("read_file", ".env"), &approved, [Ask, Ask, Ask, Allow, Deny]);
}

/// An address can carry out what was read, so that fetching is no reading; planning does without nothing but writing.
#[test]
fn fetching_asks_and_is_open_to_planning() {
    let page = Call::page("https://docs.rs/serde");
    for mode in [Mode::Normal, Mode::Plan] {
        for (posture, expected) in POSTURES.into_iter().zip([Ask, Ask, Allow, Allow, Deny]) {
            let verdict = World { posture, mode, ..World::default() }.decide(&page);
            assert_eq!(verdict.decision, expected, "{mode:?} {posture:?} {:#?}", verdict.proof);
        }
    }
    let reason = World::default().decide(&page).reason;
    assert_eq!((reason.code.as_str(), reason.params["about"].as_str()), ("asks_address", "docs.rs"));
}

#[test]
fn what_a_yes_may_be() {
    let scopes = |call: &Call| {
        let offers = World::default().decide(call).offers;
        offers.into_iter().map(|offer| (offer.scope, offer.rules.join(" "))).collect::<Vec<_>>()
    };
    let of = |scope: Scope, rule: &str| (scope, rule.to_owned());
    let once = || of(Scope::Once, "");
    assert_eq!(
        scopes(&Call::bash("cargo test -q")),
        [
            once(),
            of(Scope::Session, "Bash=cargo test -q"),
            of(Scope::Always, "Bash=cargo test -q"),
            of(Scope::Prefix, "Bash(cargo test:*)")
        ]
    );
    assert_eq!(scopes(&Call::bash("$(cat x)")), [once(), of(Scope::Always, "Bash=$(cat x)")]);
    assert_eq!(
        scopes(&Call::page("https://docs.rs:8443/serde")),
        [once(), of(Scope::Session, "web_fetch(domain:docs.rs)"), of(Scope::Always, "web_fetch(domain:docs.rs)")]
    );
    assert_eq!(scopes(&Call::file("write_file", "reasonix.toml")), [once()]);
    assert_eq!(scopes(&Call::file("write_file", ".git/config")), [once()]);
    assert_eq!(
        scopes(&Call::file("write_file", "a")),
        [once(), of(Scope::Session, "Edit"), of(Scope::Always, "Edit=/ws/a")]
    );
}
