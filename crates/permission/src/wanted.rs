//! Folders beside the roots that a call wants to write in: what is decided about those a command declares, and what a yes
//! may open.

use crate::{
    Family, PlanGate, Policy, Request, Situation, cell,
    decide::of_rule,
    paths::{Opening, WantedFolder},
    rules::Subject,
};
use reasonix_protocol::{Decision, Mode, Offer, Problem, Scope};

/// Reasons of which a yes may open folders.
const ABOUT_FOLDERS: [&str; 4] =
    ["asks_outside_write", "asks_outside_write_home", "asks_write_access", "asks_write_access_home"];

pub(crate) fn is_about_folders(reason: &Problem) -> bool {
    ABOUT_FOLDERS.contains(&reason.code.as_str())
}

/// Whether a command asks for the whole home folder.
pub(crate) fn asks_for_home(reason: &Problem) -> bool {
    reason.code == "asks_write_access_home"
}

/// Why a write outside asks: with a yes that may open the whole home folder, it says so.
pub(crate) fn outside_code(wanted: &[WantedFolder]) -> &'static str {
    if opens_home(wanted) && can_open(wanted) { "asks_outside_write_home" } else { "asks_outside_write" }
}

/// Decides about the folders that a command declares. They are a matter of their own: no allow of the command is one of
/// them, and no posture skips the question.
pub(crate) fn settle(request: &Request<'_>, policy: &Policy<'_>) -> (Decision, Problem) {
    for wanted in request.wanted {
        let shown = shown(wanted);
        let subject =
            Subject { paths: std::slice::from_ref(&wanted.judged), ..Subject::new(request.subject.tool, Family::Edit) };
        if let Some(hit) = policy.rules.look(&subject).deny {
            return (Decision::Deny, of_rule("denied_rule", &hit));
        }
        if wanted.judged.is_forbidden {
            return (Decision::Deny, Problem::new("denied_forbidden_path").with("path", shown));
        }
        if let Opening::Never(code) = wanted.opening {
            return (Decision::Deny, Problem::new(code).with("path", shown));
        }
    }
    let outside = || request.wanted.iter().filter(|wanted| wanted.judged.is_outside);
    let Some(first) = outside().next() else {
        return (Decision::Allow, Problem::new("allowed_folders_inside"));
    };
    if policy.mode == Mode::Plan && policy.plan_gate == PlanGate::Strict {
        return (Decision::Deny, Problem::new("plan_writer").with("tool", request.subject.tool));
    }
    let reason = match outside().find(|wanted| wanted.opening == Opening::Home) {
        Some(home) => Problem::new("asks_write_access_home").with("path", shown(home)),
        None => Problem::new("asks_write_access").with("path", shown(first)),
    };
    (cell(Situation::HumanAlways, policy.posture), reason)
}

/// What a yes may be: this call, or the folders for the session or the project. For a file tool, this call means its
/// file alone.
pub(crate) fn folder_offers(request: &Request<'_>) -> Vec<Offer> {
    let outside = || request.wanted.iter().filter(|wanted| wanted.judged.is_outside);
    let real = distinct(outside().map(shown));
    let once = if request.subject.shell.is_some() { real.clone() } else { Vec::new() };
    let mut offers = vec![Offer::of_folders(Scope::Once, once)];
    if can_open(request.wanted) && !real.is_empty() {
        let names = outside().flat_map(|wanted| &wanted.names);
        let named = distinct(names.map(|name| name.display().to_string()));
        offers.push(Offer::of_folders(Scope::Session, named));
        // A link that was kept for good could lead elsewhere by the time it is read again.
        offers.push(Offer::of_folders(Scope::Always, real));
    }
    offers
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct
}

/// Where it really is.
fn shown(wanted: &WantedFolder) -> String {
    wanted.names.first().map(|name| name.display().to_string()).unwrap_or_default()
}

fn can_open(wanted: &[WantedFolder]) -> bool {
    let is_open = |wanted: &WantedFolder| !wanted.judged.is_outside || !matches!(wanted.opening, Opening::Never(_));
    wanted.iter().all(is_open)
}

fn opens_home(wanted: &[WantedFolder]) -> bool {
    wanted.iter().any(|wanted| wanted.judged.is_outside && wanted.opening == Opening::Home)
}
