//! Ways to make a reader write, run or give away what it should ask for. Each was allowed once.

use crate::call::{Call, World};
use reasonix_protocol::{Decision, Posture, Scope};

#[test]
fn tricks_ask() {
    for command in [
        // A quoted variable may be an option as well as a bare one.
        r#"sort "$x""#,
        r#"uniq "$x""#,
        r#"find "$x" -name y"#,
        r#"for i in -ox; do sort "$i"; done"#,
        r#"for d in a; do r"ea"d d <<< -ox; sort "$d"; done"#,
        r#"for d in a; do command command command read d <<< -ox; sort "$d"; done"#,
        // Homes and folders under other names.
        r#"cat "$HOME"/.ssh/id_rsa"#,
        r#"cat "$HOME/.aws/credentials""#,
        "cat ~root/.ssh/id_rsa",
        "cat ~+/.env",
        r#"cd "$X"; cat .env"#,
        "cd -; cat id_rsa",
        ": ${CDPATH:=/etc}; cd ssh; cat x",
        // Options of which the last one counts.
        "xz -t -d x.xz",
        "bzip2 -td x.bz2",
        "zstd -l -d x.zst",
        // What looks like a regular expression divides.
        r#"awk 'BEGIN{a++ / 1; print "x" > "out"; b = 1 / 2}'"#,
        // What is run gets the option.
        "docker run alpine --help",
        "docker exec c sh evil.sh --help",
        "docker compose run svc x --help",
        "gh extension exec foo --help",
        // Programs that the configuration names.
        "npm fund foo",
        "git reflog --format=%G?",
        "echo x | xargs --process-slot-var=PATH ls",
        "cat .[[:alpha:]]nv",
        // Secrets that a client keeps.
        "kubectl get secret/x -ojson",
        "kubectl get --raw=/api/v1/secrets",
        "gh config get oauth_token -h github.com",
    ] {
        let verdict = World::default().decide(&Call::bash(command));
        assert_eq!(verdict.decision, Decision::Ask, "{command}: {:?}", verdict.proof);
    }
}

/// A file that is moved away can be read under its new name.
#[test]
fn a_move_reads() {
    let world = World { deny: vec!["Read(private/**)".into()], posture: Posture::Yolo, ..World::default() };
    for command in ["mv private y", "mv private/x y"] {
        assert_eq!(world.decide(&Call::bash(command)).decision, Decision::Deny, "{command}");
    }
    assert_eq!(world.decide(&Call::bash("mv x y")).decision, Decision::Allow);
}

/// A beginning is offered only where what may follow is alike.
#[test]
fn no_wide_beginnings() {
    for (command, expected) in [
        ("rm x", None),
        ("mv a b", None),
        ("git config x.y z", None),
        ("gh api -X DELETE x", None),
        ("aws s3 rm x", Some("Bash(aws s3 rm:*)")),
        ("docker compose up", Some("Bash(docker compose up:*)")),
        ("git commit -m x", Some("Bash(git commit:*)")),
    ] {
        let verdict = World::default().decide(&Call::bash(command));
        let offer = verdict.offers.iter().find(|offer| offer.scope == Scope::Prefix);
        assert_eq!(offer.and_then(|offer| offer.rules.first()).map(String::as_str), expected, "{command}");
    }
}
