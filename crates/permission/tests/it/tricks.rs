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
        // What a variable holds.
        "f=.env; cat $f",
        r#"f=.env; cat "$f""#,
        r#"x=-o; sort "$x" a"#,
        r#"d=/etc; cd "$d"; cat passwd"#,
        r#"for d in a; do d=-ox; sort "$d"; done"#,
        "a=.e b=nv; cat $a$b",
        "x=.envz; cat ${x%z}",
        "x=.env; y=$x; cat $y",
        "x=.env; for f in $x; do cat $f; done",
        r#"x=.env; for f in "$x"; do for g in $f; do cat "$g"; done; done"#,
        "a=(.env); cat ${a[0]}",
        "x=.env; cat < $x",
        r#"x=.env; while read -r l; do echo "$l"; done < "$x""#,
        "declare x=.env; cat $x",
        "readonly x=.env; cat $x",
        "x=.env; git show HEAD:$x",
        "x=.env; command cat $x",
        "x=.env; find . -name x -exec cat $x {} +",
        "x=.env; if true; then cat $x; fi",
        "(x=.env; cat $x)",
        "for i in 1 2; do i=.env; cat x$i; done",
        "USER=-x; ps -u $USER",
        "HOME=/etc; cat $HOME/passwd",
        "set -a; x=1; ls",
        "exec 3<.env; cat <&3",
        "x=y[0]; echo $((x))",
        // What follows the first operand is for the script.
        "bash deploy.sh -n",
        "node app.js --check",
        "ruby app.rb -c",
        "ninja all -t targets",
        // Names in other folders.
        "shopt -s globstar; cat **/id_rsa",
        "shopt -s globstar; cat **/.env",
        // Commands for what is found.
        "fd -e rs -x rm",
        "fd -e rs -X sort",
        "fd -e rs -x sh -c 'echo {}'",
        "fd . -x echo {} \\; -x rm",
        "fd -x",
        "fd x /etc -x cat",
        "nohup make",
        "nohup ls > out",
        "docker compose -f git@example.org:x/y.git config",
        "kubectl --kubeconfig x get pods",
        "kubectl -n x delete pod y",
        "helm -n x uninstall y",
        "alias ls='rm x'",
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
