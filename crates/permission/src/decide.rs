//! The decision. Denials come first and no posture lifts them; then grants, then the posture; last, an ask without
//! anybody to ask becomes a denial. Every step leaves a line in the trail.

use crate::{Access, Family, Grants, PathTouch, Touches};
use reasonix_protocol::{Decision, Posture, Problem, Scope};
use std::path::{Path, PathBuf};

/// The call, as its tool describes it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub tool: &'a str,
    pub family: Family,
    pub read_only: bool,
    pub touches: &'a Touches,
}

/// What it is judged by.
#[derive(Debug, Clone, Copy)]
pub struct Policy<'a> {
    pub posture: Posture,
    /// Absolute folders, links followed, inside which edits may happen.
    pub roots: &'a [PathBuf],
    /// Absolute paths that must not be read; a folder covers all below it.
    pub forbid_read: &'a [PathBuf],
    pub grants: &'a Grants,
    /// Whether some front end may answer a question.
    pub can_ask: bool,
}

/// The decision with its reason and the lines that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub decision: Decision,
    pub reason: Problem,
    pub trail: Vec<String>,
    /// Scopes that a yes may have; empty unless the decision is to ask.
    pub scopes: Vec<Scope>,
}

/// Decides about one call.
pub fn decide(request: &Request<'_>, policy: &Policy<'_>) -> Verdict {
    let mut trail = Vec::new();
    if let Some(reason) = forbidden_path(request.touches, policy) {
        trail.push(format!("paths: deny, {reason}"));
        return Verdict { decision: Decision::Deny, reason, trail, scopes: Vec::new() };
    }
    trail.push("paths: nothing forbidden".to_owned());
    let (decision, reason) = if request.read_only {
        (Decision::Allow, Problem::new("allowed_reader"))
    } else if policy.grants.cover(request.tool, request.family, request.touches) {
        (Decision::Allow, Problem::new("allowed_grant"))
    } else {
        by_posture(request, policy.posture)
    };
    trail.push(format!("{}: {decision:?}", reason.code).to_lowercase());
    match decision {
        Decision::Ask if !policy.can_ask => {
            trail.push("nobody to ask: deny".to_owned());
            let reason = Problem::new("denied_nobody_to_ask").with("tool", request.tool);
            Verdict { decision: Decision::Deny, reason, trail, scopes: Vec::new() }
        }
        Decision::Ask => Verdict { decision, reason, trail, scopes: vec![Scope::Once, Scope::Session] },
        _ => Verdict { decision, reason, trail, scopes: Vec::new() },
    }
}

fn by_posture(request: &Request<'_>, posture: Posture) -> (Decision, Problem) {
    let decision = match (posture, request.family) {
        (Posture::Yolo | Posture::Auto, _) | (Posture::AcceptEdits, Family::Edit) => Decision::Allow,
        (Posture::Ask | Posture::AcceptEdits, _) => Decision::Ask,
        (Posture::DontAsk, _) => Decision::Deny,
    };
    let code = match decision {
        Decision::Allow => "allowed_posture",
        Decision::Ask => "asks_posture",
        Decision::Deny => "denied_posture",
    };
    (decision, Problem::new(code).with("posture", posture.word()))
}

fn forbidden_path(touches: &Touches, policy: &Policy<'_>) -> Option<Problem> {
    touches.paths.iter().find_map(|touch| {
        let under = |folder: &Path| touch.written.starts_with(folder) || touch.real.starts_with(folder);
        if policy.forbid_read.iter().any(|folder| under(folder)) {
            return Some(about("denied_forbidden_path", touch));
        }
        let inside = policy.roots.iter().any(|root| touch.real.starts_with(root));
        (touch.access == Access::Write && !inside).then(|| about("denied_outside_roots", touch))
    })
}

fn about(code: &str, touch: &PathTouch) -> Problem {
    Problem::new(code).with("path", touch.written.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_for;

    fn touch(path: &str, real: &str, access: Access) -> Touches {
        Touches::paths([PathTouch { written: path.into(), real: real.into(), access }])
    }

    fn check(posture: Posture, request: &Request<'_>, expected: Decision, code: &str) {
        let roots = [PathBuf::from("/ws")];
        let forbidden = [PathBuf::from("/ws/secret")];
        let grants = Grants::default();
        let policy = Policy { posture, roots: &roots, forbid_read: &forbidden, grants: &grants, can_ask: true };
        let verdict = decide(request, &policy);
        assert_eq!((verdict.decision, verdict.reason.code.as_str()), (expected, code), "{posture:?} {request:?}");
        let nobody = decide(request, &Policy { can_ask: false, ..policy });
        assert!(nobody.decision != Decision::Ask && nobody.decision >= verdict.decision);
    }

    #[test]
    fn postures() {
        use Decision::{Allow, Ask, Deny};
        let read = touch("/ws/a", "/ws/a", Access::Read);
        let write = touch("/ws/a", "/ws/a", Access::Write);
        let command = Touches::command("make");
        let reader = Request { tool: "read_file", family: Family::Read, read_only: true, touches: &read };
        let editor = Request { tool: "edit_file", family: Family::Edit, read_only: false, touches: &write };
        let shell = Request { tool: "bash", family: Family::Bash, read_only: false, touches: &command };
        for posture in [Posture::Ask, Posture::AcceptEdits, Posture::Auto, Posture::Yolo, Posture::DontAsk] {
            check(posture, &reader, Allow, "allowed_reader");
        }
        for (posture, edit, bash) in [
            (Posture::Ask, (Ask, "asks_posture"), (Ask, "asks_posture")),
            (Posture::AcceptEdits, (Allow, "allowed_posture"), (Ask, "asks_posture")),
            (Posture::Auto, (Allow, "allowed_posture"), (Allow, "allowed_posture")),
            (Posture::Yolo, (Allow, "allowed_posture"), (Allow, "allowed_posture")),
            (Posture::DontAsk, (Deny, "denied_posture"), (Deny, "denied_posture")),
        ] {
            check(posture, &editor, edit.0, edit.1);
            check(posture, &shell, bash.0, bash.1);
        }
    }

    #[test]
    fn no_posture_lifts_a_denial() {
        for posture in [Posture::Ask, Posture::AcceptEdits, Posture::Auto, Posture::Yolo, Posture::DontAsk] {
            let outside = touch("/etc/hosts", "/etc/hosts", Access::Write);
            let through_link = touch("/ws/link", "/outside/file", Access::Write);
            let secret = touch("/ws/secret/key", "/ws/secret/key", Access::Read);
            let linked_secret = touch("/ws/innocent", "/ws/secret/key", Access::Read);
            for touches in [&outside, &through_link] {
                let edit = Request { tool: "write_file", family: Family::Edit, read_only: false, touches };
                check(posture, &edit, Decision::Deny, "denied_outside_roots");
            }
            for touches in [&secret, &linked_secret] {
                let read = Request { tool: "read_file", family: Family::Read, read_only: true, touches };
                check(posture, &read, Decision::Deny, "denied_forbidden_path");
            }
        }
    }

    #[test]
    fn a_session_grant_covers_the_same_command_only() {
        let mut grants = Grants::default();
        grants.insert(rule_for("bash", Family::Bash, &Touches::command("make test")));
        let roots = [PathBuf::from("/ws")];
        let policy = Policy { posture: Posture::Ask, roots: &roots, forbid_read: &[], grants: &grants, can_ask: true };
        for (command, expected) in [("make test", Decision::Allow), ("make test; rm -rf /", Decision::Ask)] {
            let touches = Touches::command(command);
            let request = Request { tool: "bash", family: Family::Bash, read_only: false, touches: &touches };
            assert_eq!(decide(&request, &policy).decision, expected, "{command}");
        }
    }
}
