//! `permissions explain`, `list`, `forget` and `check`. Explaining goes the way of a real call as far as its decision:
//! the same freezing, the same listeners.

use crate::wire::{Found, Wired};
use reasonix_agent::SavedGrants;
use reasonix_permission::paths::{NoFacts, Places, PlacesSpec};
use reasonix_permission::rules::{Rule, RuleLists};
use reasonix_protocol::{
    CallId, Decision, Problem, ProofStep,
    command::{
        ExplainCall, ExplainRules, ExplainedCall, Grant, PermissionsCheckReply, PermissionsExplainParams,
        PermissionsExplainReply, PermissionsForgetParams, PermissionsListReply,
    },
};
use reasonix_tool::{AdmitContext, Call, Denials, Frozen, PermissionListener, PolicyBook, Workspace};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

pub(crate) fn explain(wired: &Wired, params: &PermissionsExplainParams) -> PermissionsExplainReply {
    PermissionsExplainReply { verdicts: params.calls.iter().map(|call| explain_one(wired, call)).collect() }
}

fn explain_one(wired: &Wired, call: &ExplainCall) -> ExplainedCall {
    match judge(wired, call) {
        Ok(explained) => explained,
        Err(error) => ExplainedCall::Error { error },
    }
}

fn judge(wired: &Wired, asked: &ExplainCall) -> Result<ExplainedCall, Problem> {
    let parts = &wired.parts;
    let workspace = match &asked.cwd {
        Some(cwd) if !Path::new(cwd).is_absolute() => return Err(Problem::new("cwd_not_absolute").with("cwd", cwd)),
        Some(cwd) => {
            let home = asked.home.as_ref().map(PathBuf::from);
            Workspace::imagined(Path::new(cwd), home.or_else(|| parts.workspace.home().map(Path::to_path_buf)))
        }
        None => (*parts.workspace).clone(),
    };
    let book = book(wired, asked, &workspace)?;
    let saved =
        if asked.rules.is_none() { parts.grants.newer_than(None).unwrap_or_default() } else { SavedGrants::default() };
    let rules = book.with_grants(saved.rules.iter().map(String::as_str));
    let cx = AdmitContext {
        workspace: &workspace,
        posture: asked.posture,
        mode: asked.mode,
        plan_approved: false,
        rules: &rules,
        denials: &Denials::default(),
        can_ask: true,
        answer: None,
    };
    let call = match parts.pipeline.freeze(CallId(0), &asked.tool, &asked.args, &workspace) {
        Frozen::Call(call) => call,
        // A tool of a server that is not connected now: judged by its name.
        Frozen::Refused { args, refusal }
            if refusal.reason.code == "tool_unknown" && asked.tool.starts_with("mcp__") =>
        {
            Call::unknown(CallId(0), &asked.tool, args)
        }
        Frozen::Refused { refusal, .. } => {
            let proof = vec![ProofStep::new("not_a_call")];
            let reason = refusal.reason;
            return Ok(ExplainedCall::Verdict { decision: Decision::Deny, reason, proof, offers: Vec::new() });
        }
    };
    let verdict = PermissionListener(Arc::new(book)).decide(&call, &cx);
    Ok(ExplainedCall::Verdict {
        decision: verdict.decision,
        reason: verdict.reason,
        proof: verdict.proof,
        offers: verdict.offers,
    })
}

/// The policy with the rules and places that were asked for.
fn book(wired: &Wired, asked: &ExplainCall, workspace: &Workspace) -> Result<PolicyBook, Problem> {
    let mut book = (*wired.parts.policy).clone();
    if let Some(rules) = &asked.rules {
        book.lists = lists(rules)?;
        book.tables = Vec::new();
    }
    if asked.cwd.is_some() {
        let spec = PlacesSpec { home: workspace.home(), ..PlacesSpec::new(workspace.root()) };
        book.places = Places::new(&spec, &NoFacts);
    }
    Ok(book)
}

fn lists(rules: &ExplainRules) -> Result<RuleLists, Problem> {
    let parse = |decision, texts: &[String]| {
        let rules: Result<Vec<Rule>, _> = texts.iter().map(|text| Rule::parse_for(decision, text)).collect();
        rules.map_err(|error| error.problem())
    };
    Ok(RuleLists {
        allow: parse(Decision::Allow, &rules.allow)?,
        ask: parse(Decision::Ask, &rules.ask)?,
        deny: parse(Decision::Deny, &rules.deny)?,
    })
}

pub(crate) fn list(wired: &Wired) -> Result<PermissionsListReply, Problem> {
    let file = wired.grants.file();
    let grants = file.load().map_err(|error| error.problem())?;
    Ok(PermissionsListReply {
        file: file.path().display().to_string(),
        grants: grants.into_iter().map(|grant| Grant { rule: grant.rule, at: grant.at }).collect(),
    })
}

pub(crate) fn forget(wired: &Wired, params: &PermissionsForgetParams) -> Result<Grant, Problem> {
    let forgotten = wired.grants.file().forget(params.number).map_err(|error| error.problem())?;
    Ok(Grant { rule: forgotten.rule, at: forgotten.at })
}

/// `found` is of the files as they are, `wired` of what holds.
pub(crate) fn check(wired: &Wired, found: Found) -> PermissionsCheckReply {
    let lists = &wired.parts.policy.lists;
    PermissionsCheckReply {
        rules: lists.allow.len() + lists.ask.len() + lists.deny.len() + wired.parts.policy.tables.len(),
        errors: found.rule_errors,
        warnings: found.rule_warnings,
    }
}
