//! Commands that the text does not spell, under rules that deny commands: where a glob or a variable of the text stands
//! for the name they are denied, where nobody can tell they are asked for, in `yolo` too.

use crate::call::{Call, World};
use reasonix_permission::{
    Family, GateLists, PlanGate, PlanSafety, Policy, Request, decide,
    paths::{NoFacts, Places, PlacesSpec},
    rules::{RuleLists, RuleSet, ShellSubject, Subject, TableRule},
    shell::{self, ShellContext},
};
use reasonix_protocol::{
    Decision::{self, Allow, Ask, Deny},
    Mode, Posture,
};
use std::path::Path;

fn world(deny: &[&str]) -> World {
    World { deny: deny.iter().map(|&rule| rule.to_owned()).collect(), posture: Posture::Yolo, ..World::default() }
}

#[track_caller]
fn check(command: &str, expected: Decision) {
    let verdict = world(&["Bash(rm:*)", "Bash(git push:*)"]).decide(&Call::bash(command));
    assert_eq!(verdict.decision, expected, "{command}: {:#?}", verdict.proof);
    if expected == Ask {
        assert_eq!(verdict.reason.code, "asks_may_be_denied", "{command}");
    }
}

#[test]
fn what_the_text_tells_is_denied() {
    for command in [
        "r? x",
        "/bin/r* x",
        "/bin/[r]m x",
        "g?t push",
        "timeout 3 /usr/bin/g?t push origin",
        "g=git; $g push",
        "g=git; ${g} push --force",
        "g=git; \"$g\" push",
        "g=gi; ${g}t push",
        "c='git push'; $c --force",
        "c='git push'; $c",
        "a=rm b=-rf; $a $b x",
        "X=/bin; $X/rm y",
        "$X/rm y",
        "for g in ls git; do $g push; done",
        "if true; then g=git; fi; $g push",
        "export g=git; $g push",
        "env g=git sh -c '$g push'",
        "w=env; $w git push",
        "x=push; git $x",
        "x=push; git -C . $x origin",
        "nice rm* x",
        "env - git push",
        "env -i - git push",
        "time -- git push",
        "git -c alias.p=push p",
        "git -c alias.p='push --force' p origin",
        "git config alias.p push && git p",
        "touch push; git pus?",
        "/usr/lib/git-core/git-push",
        "bash -c \"${c:-git push}\"",
        "bash -c \"${c-git push}\"",
        "bash -c \"${c:=git push}\"",
        "env --split='git push'",
        "tar --to-comm='git push' -xf a",
        "sort --compress-prog='git push' a",
        "git rebase --exe 'git push'",
        "awk 'BEGIN{system(\"git push\")}'",
        "sed '1e git push' f",
        "sed 's/x/git push/e' f",
        "x=push; eval \"git $x\"",
        "g=git; bash -c \"$g push\"",
        "echo push | xargs git",
        "xargs git <<< 'push origin'",
        "parallel git ::: push",
        "x='a[$(git push)]'; echo $((x))",
        "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p",
    ] {
        check(command, Deny);
    }
}

#[test]
fn what_nobody_can_tell_asks() {
    for command in [
        "$g push",
        "${g} push",
        "\"$g\" push",
        "\"$(echo git)\" push",
        "`cat name` x",
        "$c",
        "$EDITOR file",
        "sudo \"$g\" push",
        "nice $g push",
        "xargs -I{} {} x < list",
        "find . -exec {} \\;",
        "git $x",
        "read g; g=ls; $g x",
        "g=ls; g=$(x); $g y",
        "IFS=, ; c=git,push; $c",
        "hash -p /usr/bin/git x; x push",
    ] {
        check(command, Ask);
    }
}

/// A name that cannot be told hinders nobody whose rules are about something else.
#[test]
fn what_cannot_match_runs_in_yolo() {
    for command in [
        "PY=python3; $PY x.py",
        "./scripts/*.sh",
        "r?m x",
        "echo $x",
        "cat $f",
        "npm run $x",
        "git log $x",
        "sudo -E env PATH=$PATH make",
        "sed -i 's/foo/now git push it/' README.md",
        "awk '/git push/ {print > \"list\"}' log",
        "git -c alias.p=push status",
    ] {
        check(command, Allow);
    }
    let other = world(&["Bash(git push:*)", "Bash(rm -rf:*)"]);
    for command in ["rm -r -f x", "rm --rec --fo x", "rm -fr x", "rm x -rf"] {
        assert_eq!(other.decide(&Call::bash(command)).decision, Deny, "{command}");
    }
    for command in ["\"$EDITOR\" file", "\"$PYTHON\" -m x", "rm \"$f\"", "git status", "rm *", "rm *.log", "git log *"]
    {
        assert_eq!(other.decide(&Call::bash(command)).decision, Allow, "{command}");
    }
    assert_eq!(world(&[]).decide(&Call::bash("$g push")).decision, Allow);
}

/// In the ordered tables the last row that may match counts.
#[test]
fn in_tables() {
    let places = Places::new(&PlacesSpec::new(Path::new("/ws")), &NoFacts);
    let row = |resource, decision| TableRule::new("Bash", Some(resource), None, decision).unwrap();
    let check = |rows: &[TableRule], command: &str, expected: Decision| {
        let set = RuleSet::new(&RuleLists::default(), rows, &places, &NoFacts);
        let analysis = shell::analyse(command, &ShellContext { cwd: Path::new("/ws"), home: None });
        let shell = Some(ShellSubject { command, analysis: &analysis });
        let subject = Subject { shell, ..Subject::new("bash", Family::Bash) };
        let request = Request {
            subject,
            read_only: false,
            trusted: true,
            plan: PlanSafety::Unknown,
            wanted: &[],
            escapes: false,
        };
        let policy = Policy {
            rules: &set,
            granted_from: usize::MAX,
            posture: Posture::Yolo,
            mode: Mode::Normal,
            plan_gate: PlanGate::Strict,
            gate_lists: GateLists::default(),
            plan_approved: false,
            allow_dynamic_bash: false,
            can_ask: true,
        };
        assert_eq!(decide(&request, &policy).decision, expected, "{command}");
    };
    let denies = [row("git push:*", Deny)];
    check(&denies, "g=git; $g push", Deny);
    check(&denies, "g?t push", Deny);
    check(&denies, "$g push", Ask);
    check(&denies, "\"$g\" pull", Allow);
}
