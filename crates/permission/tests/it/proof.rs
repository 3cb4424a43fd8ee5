//! Proofs as people read them: each step that can be taken has its text in each language, with every value in its place.

use crate::{
    call::{Call, World},
    cases::read,
};
use reasonix_locale::{Language, keys, placeholders, render_problem, render_proof};
use reasonix_permission::{PlanGate, PlanSafety, shell::analyse_powershell};
use reasonix_protocol::{Mode, Posture, ProofStep};
use std::{collections::BTreeSet, path::PathBuf};

const POSTURES: [Posture; 5] = [Posture::Ask, Posture::AcceptEdits, Posture::Auto, Posture::Yolo, Posture::DontAsk];

/// Texts of steps that others than the decision take, and one that hangs on the configuration.
const ELSEWHERE: [&str; 3] = ["escape_unfounded", "gate_allowed_tool", "not_a_call"];

fn calls() -> Vec<Call> {
    let tool = |read_only, trusted, plan| Call { read_only, trusted, plan, ..Call::of("mcp__db__query") };
    let wanting = |folder: &str| Call { folders: vec![folder.to_owned()], ..Call::bash("make") };
    let mut calls = vec![
        tool(true, false, PlanSafety::Safe),
        tool(true, true, PlanSafety::Unknown),
        tool(true, false, PlanSafety::Unknown),
        tool(false, false, PlanSafety::Unknown),
        tool(false, false, PlanSafety::Unsafe),
        wanting("/opt"),
        wanting("/"),
        wanting("/home/user"),
        wanting("/ws/target"),
    ];
    let commands = ["ls", "make", "cat /etc/hosts", "cat .env", "env", "$(cat script)", "rm -rf /usr", "rm -rf /"];
    calls.extend(commands.map(Call::bash));
    calls.push(Call { escapes: true, ..Call::bash("make") });
    calls.push(Call::of("todo_write"));
    calls.push(Call::page("https://docs.rs/serde"));
    let paths = ["src/a.rs", "/etc/hosts", ".env", ".git/config", "reasonix.toml", "../b"];
    calls.extend(paths.map(|path| Call::file("read_file", path)));
    calls.extend(paths.map(|path| Call::file("write_file", path)));
    calls
}

fn worlds() -> Vec<World> {
    let texts = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    let plain = World::default();
    vec![
        plain.clone(),
        World { deny: texts(&["Bash(make:*)", "Read(src/**)"]), ..plain.clone() },
        World { forbid_read: vec![PathBuf::from("/ws/src")], ..plain.clone() },
        World { ask: texts(&["Bash(make:*)", "Read(src/**)"]), ..plain.clone() },
        World { allow: texts(&["Bash(cat:*)", "Bash(make:*)", "Read(src/**)"]), ..plain.clone() },
        World { allow: texts(&["Bash", "Edit"]), ..plain.clone() },
        World { grants: texts(&["Bash=$(cat script)", "Bash=make"]), ..plain.clone() },
        World { plan_approved: true, ..plain.clone() },
        World { allow_dynamic_bash: true, ..plain.clone() },
        World { can_ask: false, ..plain.clone() },
        World { mode: Mode::Plan, ..plain.clone() },
        World { mode: Mode::Plan, plan_gate: PlanGate::Workflow, ..plain },
    ]
}

#[track_caller]
fn check(step: &ProofStep) {
    let params: Vec<_> = step.params.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    for language in Language::ALL {
        let shown = render_proof(language, &step.code, &params);
        assert!(!shown.starts_with("proof.") && !shown.contains("problem."), "{step:?}: {shown}");
        let values: Vec<&str> = params.iter().flat_map(|(_, value)| placeholders(value)).collect();
        assert_eq!(placeholders(&shown), values, "{step:?}: {shown}");
    }
}

#[test]
fn every_step_is_told_in_each_language() {
    let mut taken = BTreeSet::new();
    let judged = read(include_str!("../cases/permission.jsonl"));
    let judged = judged.iter().map(|case| (case.call(), case.world()));
    let calls = calls();
    let made = worlds().into_iter().flat_map(|world| calls.iter().map(move |call| (call.clone(), world.clone())));
    for (call, world) in judged.chain(made) {
        for posture in POSTURES {
            let verdict = World { posture, ..world.clone() }.decide(&call);
            for step in verdict.proof {
                check(&step);
                taken.insert(format!("proof.{}", step.code));
            }
        }
    }
    let elsewhere = ELSEWHERE.map(|code| format!("proof.{code}"));
    let texts = keys().filter(|key| key.starts_with("proof.") && !elsewhere.iter().any(|text| text == key));
    assert_eq!(texts.filter(|key| !taken.contains(*key)).collect::<Vec<_>>(), [""; 0], "never taken");
}

/// The last step is about the decision, not about what does not change it.
#[test]
fn what_is_denied_is_not_said_to_ask() {
    let denied = World { deny: vec!["Bash(make:*)".to_owned()], ..World::default() };
    let call = Call { folders: vec!["/opt".to_owned()], escapes: true, ..Call::bash("make") };
    let codes: Vec<_> = denied.decide(&call).proof.into_iter().map(|step| step.code).collect();
    assert_eq!(codes, ["rule_denies"]);
}

#[test]
fn why_a_command_is_unclear_is_told_in_each_language() {
    let long = "a;".repeat(2000);
    let commands = [
        ("substitution", "$(cat script)"),
        ("expansion", "echo ${A:-$(b)}"),
        ("evaluation", "[[ -v 'a[$(b)]' ]]"),
        ("not_understood", "cat 'a"),
        ("deceptive", "ls\u{200b}"),
        ("too_much", &long),
        ("unknown_name", "$TOOL --version"),
        ("sourced", ". ./settings.sh"),
        ("runs_text", "python3 -c 'print(1)'"),
        ("runs_input", "bash < script"),
        ("runs_command", "git clone 'ext::sh run' copy"),
        ("runs_unknown", "git -c \"$PAIR\" status"),
        ("makes_run", "git -c core.pager=./run log"),
        ("changes_shell", "shopt -s extglob"),
        ("defines", "f() { ls; }; f"),
    ];
    let mut told = BTreeSet::from([analyse_powershell("ls").unclear.expect("not read").why.code().to_owned()]);
    for (why, command) in commands {
        let reason = World::default().decide(&Call::bash(command)).reason;
        assert_eq!(reason.params.get("why").map(String::as_str), Some(why), "{command}: {reason:?}");
        let params: Vec<_> = reason.params.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        for language in Language::ALL {
            let shown = render_problem(language, &reason.code, &params).message;
            assert!(placeholders(&shown).is_empty() && !shown.contains("nested."), "{shown}");
        }
        told.insert(why.to_owned());
    }
    let texts = keys().filter_map(|key| Some(key.strip_prefix("nested.")?.trim_end_matches(".in")));
    assert_eq!(texts.filter(|why| !told.contains(*why)).collect::<Vec<_>>(), [""; 0], "never told");
}

/// A reason names what it is about as the user wrote it, and no more of it than can be read.
#[test]
fn reasons_name_what_they_are_about() {
    let check = |command: &str, code: &str, name: &str, value: &str| {
        let reason = World::default().decide(&Call::bash(command)).reason;
        assert_eq!(reason.code, code, "{command}");
        assert_eq!(reason.params.get(name).map(String::as_str), Some(value), "{command}");
    };
    check("cat $(ls)", "asks_nested", "about", "$(ls)");
    check("$TOOL --version", "asks_nested", "about", "$TOOL");
    check("f() { ls; }; f", "asks_nested", "about", "f");
    let setting = format!("git -c core.pager={} log", "x".repeat(200));
    let clipped = format!("{}…", setting.trim_end_matches(" log").chars().take(60).collect::<String>());
    check(&setting, "asks_nested", "about", &clipped);
    check("rm -rf /", "asks_finding", "about", "rm -rf /");
    check("rm -rf .", "asks_finding", "about", "rm -rf .");
    check("find . -delete", "asks_finding", "about", "find . -delete");
    check("find . -name '*.log' -delete", "asks_holds_managed", "path", "/ws");
    check("touch reasonix.toml", "asks_managed", "path", "/ws/reasonix.toml");
    check("git show HEAD:.env", "asks_credential", "path", "/ws/.env");
    check("cat *.pem", "asks_credential", "path", "/ws/*.pem");
    check("cat /etc/hosts", "asks_outside_read", "path", "/etc/hosts");
    check("ls a:b", "asks_odd_path", "form", "path_stream");
    check("cat nul", "asks_odd_path", "form", "path_device");
    check("cat a~1", "asks_odd_path", "form", "path_short_name");
    check("cat ../../..//x.", "asks_outside_read", "path", "/x.");
    for program in ["'/x/ {print > \"/tmp/o\"}'", "'/etc/passwd/ {system(\"x\")}'"] {
        check(&format!("awk {program} a.txt"), "asks_posture", "posture", "ask");
    }
}

/// Which part of a command it is that makes it ask.
#[test]
fn the_part_that_is_not_known_to_read_is_named() {
    let check = |command: &str, part: Option<&str>| {
        let proof = World::default().decide(&Call::bash(command)).proof;
        let step = proof.iter().find(|step| step.code == "not_reader");
        assert_eq!(step.and_then(|step| step.params.get("part")).map(String::as_str), part, "{command}");
    };
    check("cat a.txt; touch b && make", Some("touch b"));
    check("git log | head > list.txt", Some("head > list.txt"));
    check("(cd src && make test)", Some("make test"));
    check("PATH=. ls", Some("PATH=. ls"));
    check("timeout 5 make", Some("timeout 5 make"));
    check("ls; > a.txt", Some("> a.txt"));
    check("ls", None);
    check("ls &", None);
    check("cat $(make)", None);
}
