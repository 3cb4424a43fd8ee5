//! What must hold for every call, rule and posture.

use crate::call::{Call, World, strictness};
use proptest::{collection::vec, prelude::*, sample::select};
use reasonix_protocol::{Decision, Mode, Offer, Posture, Scope};
use std::path::PathBuf;

fn command() -> impl Strategy<Value = String> {
    let head = select(vec![
        "ls",
        "cat",
        "rm -rf",
        "git status",
        "git push",
        "cargo test",
        "make",
        "echo",
        "cd",
        "env A=1 make",
        "sudo rm",
        "sh -c 'rm x'",
        "timeout 3 cat",
        "find . -delete",
        "sed -i s/a/b/",
        "$(x)",
    ]);
    let words = "( ([a-c./*~-]{1,5}|\\.env|/etc/hosts|reasonix.toml|\"a b\"|\\$HOME)){0,2}";
    let tail = "( (&&|;|\\||>|2>&1|<|\\|\\|) (ls|rm|cat|[a-c./]{1,4})){0,2}";
    (head, words, tail).prop_map(|(head, words, tail)| format!("{head}{words}{tail}"))
}

fn call() -> impl Strategy<Value = Call> {
    let path = select(vec![
        "a",
        "src/b.rs",
        ".env",
        "/etc/hosts",
        "../x",
        "~/.ssh/id_rsa",
        ".git/config",
        "reasonix.toml",
        "C:/x",
        "",
    ]);
    let file = select(vec!["read_file", "grep", "write_file", "edit_file"]);
    prop_oneof![
        4 => command().prop_map(|command| Call::bash(&command)),
        2 => (file, path).prop_map(|(tool, path)| Call::file(tool, path)),
        1 => (any::<bool>(), any::<bool>()).prop_map(|(read_only, trusted)| Call {
            read_only,
            trusted,
            ..Call::of("mcp__db__query")
        }),
    ]
}

fn rule() -> impl Strategy<Value = String> {
    prop_oneof![
        "Bash\\((ls|cat|rm|git push|git|cargo test|make|echo)(:\\*| \\*|\\*)?\\)",
        "(Read|Edit)\\((\\*\\*|a|src/\\*\\*|\\.env|/etc/\\*\\*|~/\\*\\*|\\*\\.rs)\\)",
        "Bash=(ls|make|rm -rf a|cat a|\\$\\(x\\))",
        "(Read|Edit)=(/ws/a|/ws/\\.env|/etc/hosts)",
        "Bash|Read|Edit|write_file|mcp__db__\\*|mcp__db__query",
    ]
}

fn world() -> impl Strategy<Value = World> {
    let posture = select(vec![Posture::Ask, Posture::AcceptEdits, Posture::Auto, Posture::Yolo, Posture::DontAsk]);
    let mode = select(vec![Mode::Normal, Mode::Normal, Mode::Plan]);
    let lists = (vec(rule(), 0..4), vec(rule(), 0..3), vec(rule(), 0..3), vec(rule(), 0..3));
    (posture, mode, lists, any::<[bool; 3]>()).prop_map(
        |(posture, mode, (allow, ask, deny, grants), [plan_approved, allow_dynamic_bash, can_ask])| World {
            allow,
            ask,
            deny,
            grants,
            posture,
            mode,
            plan_approved,
            allow_dynamic_bash,
            can_ask,
            ..World::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_further_denial_or_question_never_loosens(call in call(), world in world(), rule in rule(), denies in any::<bool>()) {
        let mut stricter = world.clone();
        if denies { stricter.deny.push(rule) } else { stricter.ask.push(rule) }
        let (before, after) = (world.decide(&call), stricter.decide(&call));
        prop_assert!(
            strictness(after.decision) >= strictness(before.decision),
            "{:?} became {:?}\n{:#?}\n{:#?}", before.decision, after.decision, before.proof, after.proof
        );
    }

    #[test]
    fn a_grant_never_beats_a_denial(call in call(), world in world(), grants in vec(rule(), 1..4), rule in rule()) {
        let world = World { deny: vec![rule], ..world };
        let verdict = world.decide(&call);
        if verdict.proof.last().is_some_and(|step| matches!(step.code.as_str(), "path_denies" | "rule_denies")) {
            let granted = World { grants, ..world };
            prop_assert_eq!(granted.decide(&call).decision, Decision::Deny);
        }
    }

    #[test]
    fn a_grant_never_tightens(call in call(), world in world(), grant in rule()) {
        let before = world.decide(&call);
        let mut granted = world;
        granted.grants.push(grant);
        prop_assert!(strictness(granted.decide(&call).decision) <= strictness(before.decision));
    }

    #[test]
    fn what_the_strict_plan_gate_lets_run_runs_without_a_plan(call in call(), world in world()) {
        let planning = World { mode: Mode::Plan, ..world };
        if planning.decide(&call).decision == Decision::Allow {
            let working = World { mode: Mode::Normal, ..planning };
            prop_assert_eq!(working.decide(&call).decision, Decision::Allow);
        }
    }

    #[test]
    fn postures_only_get_looser_up_to_yolo(call in call(), world in world()) {
        let by = |posture| strictness(World { posture, can_ask: true, ..world.clone() }.decide(&call).decision);
        let order = [Posture::DontAsk, Posture::Ask, Posture::AcceptEdits, Posture::Auto, Posture::Yolo].map(by);
        prop_assert!(order.is_sorted_by(|stricter, looser| stricter >= looser), "{:?}", order);
    }

    #[test]
    fn asking_and_offers_belong_together(call in call(), world in world()) {
        let verdict = world.decide(&call);
        prop_assert!(verdict.decision != Decision::Ask || world.can_ask);
        prop_assert_eq!(verdict.decision == Decision::Ask, !verdict.offers.is_empty());
        prop_assert!(!verdict.proof.is_empty() && !verdict.reason.code.is_empty());
        let adds = |offer: &Offer| !offer.rules.is_empty() || !offer.folders.is_empty();
        prop_assert!(verdict.offers.iter().skip(1).all(adds));
    }

    /// Answering with `always` is worth something: the same call then runs.
    #[test]
    fn what_is_remembered_answers_the_same_call(call in call(), world in world()) {
        // Only a person's own rule asks again.
        let world = World { ask: Vec::new(), ..world };
        let verdict = world.decide(&call);
        // A yes to a command's parts says nothing about the secrets and places that it reads.
        if ["asks_credential", "asks_odd_path", "asks_outside_read"].contains(&verdict.reason.code.as_str()) {
            return Ok(());
        }
        for offer in &verdict.offers {
            // What an open folder adds to the call's own question is none of this.
            let opened = World { opened: offer.folders.iter().map(PathBuf::from).collect(), ..world.clone() };
            let again = opened.decide(&call).reason;
            prop_assert!(
                offer.scope == Scope::Once || offer.folders.is_empty() || !again.code.starts_with("asks_outside_write"),
                "{:?} {:?}",
                offer,
                again
            );
        }
        for offer in verdict.offers.into_iter().filter(|offer| !offer.rules.is_empty()) {
            let mut granted = world.clone();
            granted.grants.extend(offer.rules.clone());
            let again = granted.decide(&call);
            prop_assert_eq!(again.decision, Decision::Allow, "{:?} {:#?}", offer, again.proof);
        }
    }
}
