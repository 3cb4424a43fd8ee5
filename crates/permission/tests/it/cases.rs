//! The judged cases, decided for real. A soft case may ask where an allow is expected, never the other way.

use crate::call::{Call, World};
use reasonix_protocol::{Decision, Mode, Posture};
use serde_json::Value;
use std::path::PathBuf;

/// A line of a file of cases.
pub(crate) struct Case(Value);

impl Case {
    pub(crate) fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_default()
    }

    fn list(&self, name: &str) -> Vec<String> {
        let rules = self.0["rules"][name].as_array().map(Vec::as_slice).unwrap_or_default();
        rules.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    pub(crate) fn call(&self) -> Call {
        Call::from_args(self.text("tool"), &self.0["args"])
    }

    pub(crate) fn world(&self) -> World {
        World {
            cwd: PathBuf::from(self.text("cwd")),
            home: PathBuf::from(self.text("home")),
            allow: self.list("allow"),
            ask: self.list("ask"),
            deny: self.list("deny"),
            posture: posture(self.text("posture")),
            mode: if self.text("mode") == "plan" { Mode::Plan } else { Mode::Normal },
            ..World::default()
        }
    }

    pub(crate) fn expected(&self) -> Option<Decision> {
        match self.text("expected") {
            "allow" => Some(Decision::Allow),
            "ask" => Some(Decision::Ask),
            "deny" => Some(Decision::Deny),
            _ => None,
        }
    }

    /// Whether the decision is the expected one, or as good.
    fn is_met_by(&self, decision: Decision) -> bool {
        let expected = self.expected().expect("every case expects a decision");
        let is_soft = self.0["soft"] == Value::Bool(true);
        decision == expected || (is_soft && expected == Decision::Allow && decision == Decision::Ask)
    }
}

fn posture(word: &str) -> Posture {
    let postures = [Posture::Ask, Posture::AcceptEdits, Posture::Auto, Posture::Yolo, Posture::DontAsk];
    postures.into_iter().find(|posture| posture.word() == word).expect("a posture")
}

pub(crate) fn read(file: &str) -> Vec<Case> {
    file.lines().map(|line| Case(serde_json::from_str(line).unwrap())).collect()
}

#[test]
fn every_case_is_decided_as_judged() {
    let cases = read(include_str!("../cases/permission.jsonl"));
    assert_eq!(cases.len(), 133);
    let mut wrong = Vec::new();
    for case in &cases {
        let verdict = case.world().decide(&case.call());
        if !case.is_met_by(verdict.decision) {
            wrong.push(format!(
                "{} {}: {:?} {:#?}",
                case.text("id"),
                case.text("summary"),
                verdict.decision,
                verdict.proof
            ));
        }
    }
    assert!(wrong.is_empty(), "{} cases\n{}", wrong.len(), wrong.join("\n"));
}
