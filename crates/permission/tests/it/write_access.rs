//! Writing beside the roots: what is asked for, what a yes opens, and what never is.

use crate::call::{Call, World};
use reasonix_permission::paths::{Facts, NoFacts, RealPath};
use reasonix_protocol::{
    Decision::{self, Allow, Ask, Deny},
    Mode, Posture, Scope,
};
use std::path::{Path, PathBuf};

fn command(command: &str, folders: &[&str]) -> Call {
    Call { folders: folders.iter().map(ToString::to_string).collect(), ..Call::bash(command) }
}

fn world() -> World {
    World { own: vec![PathBuf::from("/home/user/.reasonix")], ..World::default() }
}

/// A call, its decision in ask, auto, yolo and dont-ask, the reason in `ask`, and the folders of each offer.
#[track_caller]
fn check(call: &Call, world: &World, expected: [Decision; 4], reason: &str, offers: &str) {
    for (posture, expected) in [Posture::Ask, Posture::Auto, Posture::Yolo, Posture::DontAsk].into_iter().zip(expected)
    {
        let verdict = World { posture, ..world.clone() }.decide(call);
        assert_eq!(verdict.decision, expected, "{posture:?} {call:?} {:#?}", verdict.proof);
    }
    let verdict = world.decide(call);
    assert_eq!(verdict.reason.code, reason, "{call:?} {:#?}", verdict.proof);
    let shown: Vec<String> = verdict
        .offers
        .iter()
        .map(|offer| {
            format!(
                "{:?} {}",
                offer.scope,
                offer.rules.iter().chain(&offer.folders).cloned().collect::<Vec<_>>().join(" ")
            )
        })
        .collect();
    assert_eq!(shown.join(", "), offers, "{call:?}");
}

const NO_POSTURE: [Decision; 4] = [Ask, Ask, Ask, Deny];

#[test]
fn a_file_outside_offers_its_folder() {
    let world = world();
    let write = |path: &str| Call::file("write_file", path);
    let both = "Once , Session /data/out, Always /data/out";
    check(&write("/data/out/a.txt"), &world, NO_POSTURE, "asks_outside_write", both);
    check(&write("../data/out/a.txt"), &world, NO_POSTURE, "asks_outside_write", both);
    check(&Call::file("move_file", "/data/out/a.txt"), &world, NO_POSTURE, "asks_outside_write", both);
    check(
        &write("~/notes.txt"),
        &world,
        NO_POSTURE,
        "asks_outside_write_home",
        "Once , Session /home/user, Always /home/user",
    );
    check(&write("/vmlinuz"), &world, NO_POSTURE, "asks_outside_write", "Once ");
    check(&write("/home/notes.txt"), &world, NO_POSTURE, "asks_outside_write", "Once ");
    check(&write("~/.ssh/config"), &world, NO_POSTURE, "asks_outside_write", "Once ");
    check(&write("~/.reasonix/skills/a.md"), &world, NO_POSTURE, "asks_outside_write", "Once ");
}

#[test]
fn an_open_folder_is_like_the_workspace_and_no_more() {
    let opened = World { opened: vec![PathBuf::from("/data/out")], ..world() };
    let write = |path: &str| Call::file("write_file", path);
    check(
        &write("/data/out/sub/a.txt"),
        &opened,
        [Ask, Allow, Allow, Deny],
        "asks_posture",
        "Once , Session Edit, Always Edit=/data/out/sub/a.txt",
    );
    check(
        &write("/data/out2/a.txt"),
        &opened,
        NO_POSTURE,
        "asks_outside_write",
        "Once , Session /data/out2, Always /data/out2",
    );
    check(&write("/data/out/../a"), &opened, NO_POSTURE, "asks_outside_write", "Once , Session /data, Always /data");
    check(&write("/data/out/reasonix.toml"), &opened, NO_POSTURE, "asks_managed", "Once ");
    check(&write("/data/out/.git/hooks/pre-push"), &opened, [Ask, Ask, Allow, Deny], "asks_protected", "Once ");
    let denied = World { deny: vec!["Edit(/data/out/**)".to_owned()], ..opened };
    check(&write("/data/out/a.txt"), &denied, [Deny; 4], "denied_rule", "");
}

#[test]
fn declared_folders_are_decided_beside_the_command() {
    let world = world();
    let both = "Once /data/out, Session /data/out, Always /data/out";
    // Whatever allows the command says nothing about the folders.
    check(&command("ls", &["/data/out"]), &world, NO_POSTURE, "asks_write_access", both);
    check(&command("make", &["/data/out"]), &world, NO_POSTURE, "asks_write_access", both);
    let allowed = World { allow: vec!["Bash".to_owned(), "Bash=make".to_owned()], ..world.clone() };
    check(&command("make", &["/data/out"]), &allowed, NO_POSTURE, "asks_write_access", both);
    // Nor does a yes to the folders lift what is denied.
    let denied = World { deny: vec!["Bash(make:*)".to_owned()], ..world.clone() };
    check(&command("make", &["/data/out"]), &denied, [Deny; 4], "denied_rule", "");
    let kept = World { deny: vec!["Edit(/data/out/**)".to_owned()], ..world.clone() };
    check(&command("make", &["/data/out/a"]), &kept, [Deny; 4], "denied_rule", "");
    // What is open anyway leaves the command as it is.
    check(&command("ls", &["/ws/sub"]), &world, [Allow; 4], "allowed_reader", "");
    let opened = World { opened: vec![PathBuf::from("/data")], ..world.clone() };
    check(&command("ls", &["/data/out"]), &opened, [Allow; 4], "allowed_reader", "");
    // Home is told of, whatever stands beside it.
    check(
        &command("make", &["/data/out", "~"]),
        &world,
        NO_POSTURE,
        "asks_write_access_home",
        "Once /data/out /home/user, Session /data/out /home/user, Always /data/out /home/user",
    );
    let plan = World { mode: Mode::Plan, ..world };
    check(&command("ls", &["/data/out"]), &plan, [Deny; 4], "plan_writer", "");
}

#[test]
fn what_is_never_opened_is_refused_with_its_reason() {
    let never = |folder: &str, reason: &str| check(&command("ls", &["/data", folder]), &world(), [Deny; 4], reason, "");
    never("/", "denied_folder_root");
    never("/home", "denied_folder_own");
    never("~/.reasonix", "denied_folder_own");
    never("~/.ssh", "denied_folder_protected");
    never("/data/.git", "denied_folder_protected");
    never("reasonix.toml", "denied_folder_protected");
}

/// `/ws/link` leads to `/data`, until somebody has it lead to `/etc`.
struct Linked(&'static str);

impl Facts for Linked {
    fn real(&self, path: &Path) -> RealPath {
        let led = path.strip_prefix("/ws/link").map(|rest| Path::new(self.0).join(rest));
        NoFacts.real(&led.unwrap_or_else(|_| path.to_owned()))
    }

    fn folds_case(&self, path: &Path) -> bool {
        NoFacts.folds_case(path)
    }
}

#[test]
fn a_link_is_opened_where_it_leads_and_never_kept() {
    let call = Call::file("write_file", "link/out/a");
    let verdict = world().decide_with(&call, &Linked("/data"));
    let folders = |scope| verdict.offers.iter().find(|offer| offer.scope == scope).unwrap().folders.clone();
    assert_eq!(folders(Scope::Session), ["/data/out", "/ws/link/out"]);
    assert_eq!(folders(Scope::Always), ["/data/out"]);
    let opened = World { opened: folders(Scope::Session).iter().map(PathBuf::from).collect(), ..world() };
    let auto = World { posture: Posture::Auto, ..opened };
    assert_eq!(auto.decide_with(&call, &Linked("/data")).decision, Allow);
    assert_eq!(auto.decide_with(&call, &Linked("/etc")).decision, Ask);
}

#[test]
fn with_nobody_to_ask_it_is_denied_and_says_what_it_was_about() {
    for call in [command("ls", &["/data/out"]), Call::file("write_file", "/data/out/a")] {
        let verdict = World { can_ask: false, posture: Posture::Yolo, ..world() }.decide(&call);
        assert_eq!((verdict.decision, verdict.reason.code.as_str()), (Deny, "denied_nobody_to_ask"), "{call:?}");
        assert!(verdict.reason.params["path"].starts_with("/data/out"), "{:?}", verdict.reason);
    }
    assert!(world().decide(&command("ls", &["/data"])).offers.iter().all(|offer| offer.scope != Scope::Prefix));
}
