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

/// However long it is.
#[test]
fn dashes_before_a_command_end() {
    let command = format!("{}ls", "-- ".repeat(20_000));
    assert_eq!(World::default().decide(&Call::bash(&command)).decision, Decision::Ask);
}

/// What a listed program does by an option or operand of another kind.
#[test]
fn readers_that_do_more_ask() {
    for command in [
        // A pattern behind a condition or a dollar hides the rest of a program.
        r#"awk 'BEGIN{$/,/; system("touch x"); y=2/1}'"#,
        r#"awk 'BEGIN{if (1) /,/; system("touch x"); y=2/1}'"#,
        // Options stand behind operands too.
        "tar -cf - src --use-compress='sh x'",
        "tar cf - src --use-compress='sh x'",
        "tar -cf - src --remove-files",
        "tar cf - src --index-file=out",
        "tar -cf - src -T/etc/passwd",
        "tar cf - src/..",
        "tar cf - ../ws",
        "tar cf - /ws",
        "echo -o out a.zst | xargs zstdcat",
        // An operand is a path, a script, a host.
        "service ../../tmp/evil status",
        "nft list ruleset ';' flush ruleset",
        "iptables-save -fab",
        "podman unshare ./evil --help",
        "podman unshare evil --help",
        "oc rsh pod ./evil --help",
        "brew info ./evil.rb",
        "pyenv local python-3.11",
        "defaults read /x.plist",
        "xmllint --valid x.xml",
        "xmllint --noout http://host/x",
        "getent hosts host.example",
        "getent shadow",
        "pg_isready -h host.example",
        "gh api -X GET https://host.example/x -f q=1",
        "gh issue list -R host.example/a/b",
        "gh issue list -R https://host.example/a/b#https://github.com/",
        "gh issue list -R git@host.example:a/b",
        "glab mr list -R https://host.example/a/b",
        // The folder is lost.
        "for i in 1 2 3; do cd ..; done; cat etc/hostname",
        "while true; do cd ..; cat x; break; done",
        r#"cd "${x:-/etc}"; cat hostname"#,
        r#"cd "$PWD/.."; cat x"#,
        r#"cd "$HOME"; cat x"#,
        "cd ~root; cat x",
        "cd -; cat x",
        "popd; cat x",
        // What is listed is not what is read.
        "echo hostname | xargs -I{} cat /etc/{}",
        "echo nv | xargs -I{} sed -n p .e{}",
        "echo nv | xargs -I{} jq -n 'e{}'",
        r"find . -name '*.rs' -printf '/etc/hostname\n' | xargs cat",
        r"find . -name '*.rs' -exec echo /etc/passwd \; | xargs cat",
        "git ls-files --format=/etc/hostname | xargs cat",
        "git diff --name-only --line-prefix=/etc/ | xargs cat",
        "git log --oneline --name-only | xargs cat",
        "git ls-files | xargs -I{} cat ../{}",
        "git ls-files | head -c 4 | xargs cat",
        "git ls-files | xargs -d e cat",
        "rg -l -g .env KEY | xargs cat",
        "rg --files -g '.e*' | xargs cat",
        "grep -rl --include='*.pem' KEY . | xargs cat",
        "fd -e pem | xargs cat",
        // No program, but what bash would take for one.
        "-- ls",
        "fd -e rs --format /etc/hostname | xargs cat",
        // A value is a file.
        "c++filt @.env",
        "strings @/etc/hostname",
        "kubectl config view -o go-template-file=.env",
        "aws s3api head-object --bucket file://.env --key x",
        "git blame -S.env src/a.rs",
        "git blame -S .env src/a.rs",
        "az group show -n @.env",
        r#"yq e 'load_str("/etc/passwd")' a.yml"#,
        "jq -n $'import # \n \"config\" as $d {search:\"/home/u/.docker\"}; $d'",
        "git diff --no-index src .",
        "git diff --no-index v1.2 v1.3",
        "kubectl get --raw=/api/v1/namespaces/default/%73ecrets",
        "dd if=~/notes.txt",
        "read x <<< env; jq -n \"$x\"",
        "jq -n 'import\"config\" as $d {search:\"/home/u/.docker\"}; $d'",
        "yq -n 'eval(\"x\")'",
        "gh repo view host.example/a/b",
        "gh pr view 1 -cRhost.example/a/b",
        "bsdtar -cf - @/home/u/x.tar",
        "git log --format='%+G?'",
        "compgen -f /etc/",
        "sqlite3 a.db \"select data from sqlite_master a, fsdir b where path='/etc/hostname'\"",
        "echo -o out a.zst | xargs zstdcat",
    ] {
        assert_eq!(World::default().decide(&Call::bash(command)).decision, Decision::Ask, "{command}");
    }
    for command in [
        "awk '{print (a + b) / 2, length($0) / 2}' x",
        "tar -cf - --exclude=x src | wc -c",
        "service ssh status",
        "nft list ruleset",
        "iptables-save -c -t nat",
        "podman image ls --help",
        "brew info ripgrep",
        "yq .a workload.yml",
        "jq \".${f}\" x.json",
        "fd -e rs | xargs cat",
        "time -- ls",
        "getent hosts localhost",
        "pg_isready -h localhost",
        "gh issue list -R a/b",
        "gh pr view https://github.com/a/b/pull/1",
        "cd src; cat a.rs",
        "git ls-files | xargs -I{} cat ./{}",
        r"find . -name '*.rs' -printf '%p\n' | xargs cat",
        "git diff --name-only | head -5 | xargs cat",
        "git log --format= --name-only | xargs cat",
        "tmux ls -F '#{session_name}'",
        "git diff --no-index a.txt b.txt",
    ] {
        assert_eq!(World::default().decide(&Call::bash(command)).decision, Decision::Allow, "{command}");
    }
}
