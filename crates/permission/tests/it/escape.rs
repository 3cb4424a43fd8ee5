//! Leaving the sandbox: a question for a person in every posture, whose yes is for one call.

use crate::call::{Call, World};
use reasonix_permission::PlanGate;
use reasonix_protocol::{
    Decision::{self, Allow, Ask, Deny},
    Mode, Posture, Scope,
};

const POSTURES: [Posture; 5] = [Posture::Ask, Posture::AcceptEdits, Posture::Auto, Posture::Yolo, Posture::DontAsk];

/// A command that wants out, its decision in each posture, and the reason of the first.
#[track_caller]
fn check(command: &str, world: &World, expected: [Decision; 5], reason: &str) {
    let call = Call { escapes: true, ..Call::bash(command) };
    for (posture, expected) in POSTURES.into_iter().zip(expected) {
        let verdict = World { posture, ..world.clone() }.decide(&call);
        assert_eq!(verdict.decision, expected, "{posture:?} {command} {:#?}", verdict.proof);
        let scopes: Vec<Scope> = verdict.offers.iter().map(|offer| offer.scope).collect();
        let once: &[Scope] = if expected == Ask { &[Scope::Once] } else { &[] };
        assert_eq!(scopes, once, "{posture:?} {command}");
        assert!(verdict.offers.iter().all(|offer| offer.rules.is_empty() && offer.folders.is_empty()));
    }
    let verdict = world.decide(&call);
    assert_eq!(verdict.reason.code, reason, "{command} {:#?}", verdict.proof);
}

const NO_POSTURE: [Decision; 5] = [Ask, Ask, Ask, Ask, Deny];

#[test]
fn no_posture_rule_or_grant_lets_a_command_out() {
    let world = World::default();
    for command in ["make install", "ls", "rm -rf /usr", "python3 -c 1", "cat ~/.ssh/id_rsa", "echo x > /etc/motd"] {
        check(command, &world, NO_POSTURE, "asks_escape");
    }
    let texts = || ["Bash", "Bash(make:*)", "Bash=make install"].map(str::to_owned).to_vec();
    check("make install", &World { allow: texts(), ..World::default() }, NO_POSTURE, "asks_escape");
    check("make install", &World { grants: texts(), ..World::default() }, NO_POSTURE, "asks_escape");
    let allowed = World { allow: texts(), ..World::default() }.decide(&Call::bash("make install"));
    assert_eq!(allowed.decision, Allow, "the command alone is allowed");
}

#[test]
fn what_is_denied_stays_denied() {
    let denied = World { deny: vec!["Bash(make:*)".to_owned()], ..World::default() };
    check("make install", &denied, [Deny; 5], "denied_rule");
    let headless = World { can_ask: false, ..World::default() };
    check("ls", &headless, [Deny; 5], "denied_nobody_to_ask");
    let plan = World { mode: Mode::Plan, ..World::default() };
    check("ls", &plan, [Deny; 5], "plan_writer");
    check("ls", &World { plan_gate: PlanGate::Workflow, ..plan }, NO_POSTURE, "asks_escape");
}
