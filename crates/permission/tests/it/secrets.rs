//! Secrets that no file name shows: the environment, the logins of clients, names that are given as data, searches of
//! hidden files. They are a question in `auto` too, and none in `yolo`.

use crate::call::{Call, World};
use reasonix_permission::paths::NoFacts;
use reasonix_protocol::{
    Decision::{self, Allow, Ask},
    Posture, Scope,
};

/// The decision and its reason.
fn decided(command: &str, posture: Posture) -> (Decision, String) {
    let world = World { posture, ..World::default() };
    let verdict = world.decide_with(&Call::bash(command), &NoFacts);
    (verdict.decision, verdict.reason.code.clone())
}

fn check(command: &str, code: &str) {
    for posture in [Posture::Ask, Posture::Auto] {
        assert_eq!(decided(command, posture), (Ask, code.to_owned()), "{posture:?} {command}");
    }
    assert_eq!(decided(command, Posture::Yolo).0, Allow, "{command}");
}

#[track_caller]
fn runs(command: &str) {
    assert_eq!(decided(command, Posture::Ask), (Allow, "allowed_reader".to_owned()), "{command}");
}

#[test]
fn the_environment() {
    for command in [
        "env",
        "/usr/bin/env",
        "env -0",
        "env FOO=1",
        "printenv",
        "printenv PATH GITHUB_TOKEN",
        "set",
        "set | grep KEY",
        "export -p",
        "export",
        "declare -p",
        "declare -px",
        "declare -x",
        "typeset -p",
        "readonly -p",
        "declare -p AWS_SECRET_ACCESS_KEY",
        "ps e",
        "ps auxe",
        "ps axeww",
        "timeout 3 env",
        "sudo env",
        "for i in 1; do env; done",
        "ls && env | sort",
        "echo $GITHUB_TOKEN",
        r#"printf '%s' "${OPENAI_API_KEY}""#,
        "systemctl show-environment",
    ] {
        check(command, "asks_discloses");
    }
    for command in ["cat /proc/self/environ", "strings /proc/1/environ", "tr '\\0' '\\n' < /proc/1/task/7/environ"] {
        check(command, "asks_credential");
    }
    for command in [
        "printenv PATH",
        "printenv HOME SHELL",
        "echo $HOME $PATH",
        "echo ${#API_KEY}",
        "set -e",
        "set -o pipefail; ls",
        "ps",
        "ps aux",
        "ps -ef",
        "ps -p 1 -o etime",
        "for key in a b; do echo $key; done",
        "printenv --help",
    ] {
        runs(command);
    }
}

#[test]
fn logins_of_clients() {
    for command in [
        "gh auth token",
        "gh auth token -h github.com",
        "gh auth status --show-token",
        "aws configure get aws_secret_access_key",
        "aws --profile prod configure get aws_secret_access_key",
        "aws ssm get-parameter --name /a --with-decryption",
        "gcloud auth print-access-token",
        "gcloud --project x secrets versions access 1 --secret=s",
        "az account get-access-token",
        "kubectl get secret x -o yaml",
        "kubectl -n prod get secrets -o json",
        "kubectl config view --raw",
        "npm config get //registry.npmjs.org/:_authToken",
        "git credential fill",
        "git config --get http.https://github.com/.extraheader",
        "docker compose config",
        "docker-compose config",
        "heroku config",
        "heroku config:get DATABASE_URL",
        "terraform output -json",
        "tofu output -raw db",
        "vault kv get secret/app",
        "op read op://a/b/c",
        "pass show mail",
        "security find-generic-password -s x -w",
        "gpg --export-secret-keys me",
        "nice gh auth token",
        "x=1; gh auth token | head -1",
    ] {
        check(command, "asks_discloses");
    }
    for command in [
        "gh auth status",
        "aws configure list",
        "kubectl get secret",
        "kubectl get pods -o yaml",
        "npm config get registry",
        "git config --get user.name",
        "git config --get-all credential.helper",
        "git remote -v",
        "docker inspect web",
        "docker compose config --services",
        "terraform output --help",
    ] {
        assert_ne!(decided(command, Posture::Ask).1, "asks_discloses", "{command}");
    }
}

/// Only an allow of exactly this command answers the question, so only that is offered.
#[test]
fn what_a_yes_to_a_read_may_be() {
    for command in ["gh auth token", "cat .env", "cat /etc/hosts | head", "cat a; env"] {
        let verdict = World::default().decide(&Call::bash(command));
        let rule = format!("Bash={command}");
        let offers: Vec<_> = verdict.offers.iter().map(|offer| (offer.scope, offer.rules.join(" "))).collect();
        let expected = [(Scope::Once, String::new()), (Scope::Session, rule.clone()), (Scope::Always, rule.clone())];
        assert_eq!(offers, expected, "{command}");
        let granted = World { grants: vec![rule], ..World::default() };
        assert_eq!(granted.decide(&Call::bash(command)).decision, Allow, "{command}");
        let broad = World { allow: vec!["Bash(gh:*)".into(), "Bash(cat:*)".into(), "Bash".into()], ..World::default() };
        assert_eq!(broad.decide(&Call::bash(command)).decision, Ask, "{command}");
    }
}
