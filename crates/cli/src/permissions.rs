//! `reasonix permissions`: what would be decided about a call and why, what was allowed for good, and whether the rules
//! are sound.

use crate::{
    args::{ExplainArgs, PermissionMode, PermissionsArgs, PermissionsCommand, SessionMode},
    exit::Exit,
    launch::{complain, launch_anyway, launch_here},
    output::{fail, problem_json, write_err, write_json, write_out},
    run::in_runtime,
    terminal::Style,
    texts::Texts,
};
use reasonix_controller::Client;
use reasonix_protocol::{
    Command, Decision, Mode, Posture, Problem, Reply,
    command::{ExplainCall, ExplainedCall, PermissionsExplainParams, PermissionsForgetParams},
};
use reasonix_stdx::{clock::local_minute, text::visible};
use serde_json::{Map, Value, json};
use std::{
    fs,
    io::{Read, stdin},
    path::Path,
};

/// Runs the command.
pub(crate) fn permissions(args: PermissionsArgs, texts: Texts) -> Exit {
    let launched = match &args.command {
        // Grants have a file of their own, whatever is wrong with the rules.
        PermissionsCommand::List(_) | PermissionsCommand::Forget(_) => launch_anyway(texts).map_err(|problems| {
            for problem in &problems {
                complain(problem, texts);
            }
            Exit::Failure
        }),
        PermissionsCommand::Explain(args) => launch_here(args.json, texts),
        PermissionsCommand::Check(args) => launch_here(args.json, texts),
    };
    let (client, texts) = match launched {
        Ok(launched) => launched,
        Err(exit) => return exit,
    };
    in_runtime(texts, async {
        match args.command {
            PermissionsCommand::Explain(ExplainArgs { batch: Some(file), .. }) => batch(&client, &file, texts).await,
            PermissionsCommand::Explain(args) => explain(&client, args, texts).await,
            PermissionsCommand::List(args) => list(&client, args.json, texts).await,
            PermissionsCommand::Forget(args) => forget(&client, args.number, texts).await,
            PermissionsCommand::Check(args) => check(&client, args.json, texts).await,
        }
    })
}

pub(crate) const fn posture(mode: PermissionMode) -> Posture {
    match mode {
        PermissionMode::Ask => Posture::Ask,
        PermissionMode::AcceptEdits => Posture::AcceptEdits,
        PermissionMode::Auto => Posture::Auto,
        PermissionMode::Yolo => Posture::Yolo,
        PermissionMode::DontAsk => Posture::DontAsk,
    }
}

async fn explain(client: &Client, args: ExplainArgs, texts: Texts) -> Exit {
    let cwd = match args.cwd.map(std::path::absolute).transpose() {
        Ok(cwd) => cwd.map(|cwd| cwd.display().to_string()),
        Err(error) => {
            return fail(
                &Problem::new("folder_unusable").with("path", "--cwd").with("reason", error),
                args.json,
                texts,
            );
        }
    };
    let call = ExplainCall {
        tool: args.tool.unwrap_or_default(),
        args: args.args.unwrap_or_default(),
        rules: None,
        posture: args.posture.map_or_else(|| client.configured_posture(), posture),
        mode: match args.mode {
            SessionMode::Normal => Mode::Normal,
            SessionMode::Plan => Mode::Plan,
        },
        cwd,
        home: None,
    };
    let explained = match verdicts(client, vec![call]).await {
        Ok(mut verdicts) => verdicts.pop(),
        Err(problem) => return fail(&problem, args.json, texts),
    };
    match explained {
        Some(ExplainedCall::Error { error }) => fail(&error, args.json, texts),
        Some(verdict) if args.json => {
            write_json(verdict_json(&verdict, texts));
            Exit::Success
        }
        Some(verdict) => {
            show(&verdict, texts);
            Exit::Success
        }
        None => Exit::Failure,
    }
}

fn show(verdict: &ExplainedCall, texts: Texts) {
    let ExplainedCall::Verdict { decision, reason, proof, offers } = verdict else { return };
    let Style { green, yellow, red, bold, dim, reset, .. } = Style::of_stdout();
    let colour = match decision {
        Decision::Allow => green,
        Decision::Ask => yellow,
        Decision::Deny => red,
    };
    let reason = texts.problem(reason);
    write_out(&format!("{colour}{bold}{}{reset}  {}\n", word(*decision), visible(&reason)));
    for step in proof {
        write_out(&format!("  {dim}{}{reset}\n", texts.proof(step)));
    }
    for offer in offers {
        let reach = texts.get(crate::run::reach_key(offer), &[]);
        let added: Vec<&str> = offer.rules.iter().chain(&offer.folders).map(String::as_str).collect();
        write_out(&format!("  + {reach}  {}\n", visible(&added.join(", "))));
    }
}

const fn word(decision: Decision) -> &'static str {
    match decision {
        Decision::Allow => "allow",
        Decision::Ask => "ask",
        Decision::Deny => "deny",
    }
}

async fn verdicts(client: &Client, calls: Vec<ExplainCall>) -> Result<Vec<ExplainedCall>, Problem> {
    match client.call(Command::PermissionsExplain(PermissionsExplainParams { calls })).await? {
        Reply::PermissionsExplain(reply) => Ok(reply.verdicts),
        _ => Err(Problem::new("reply_unexpected")),
    }
}

/// One JSON object a line in, one out, in the same order. A line that cannot be read is answered with its error.
async fn batch(client: &Client, file: &Path, texts: Texts) -> Exit {
    let text = match read(file) {
        Ok(text) => text,
        Err(error) => {
            let problem = Problem::new("file_unreadable").with("path", file.display()).with("reason", error);
            return fail(&problem, false, texts);
        }
    };
    let mut failed = false;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let mut answer = match call_of(line) {
            Ok(call) => match verdicts(client, vec![call]).await {
                Ok(verdicts) => verdicts.first().map_or(Value::Null, |verdict| verdict_json(verdict, texts)),
                Err(problem) => json!({ "error": problem_json(&problem, texts) }),
            },
            Err(reason) => {
                let problem = Problem::new("batch_line_unreadable").with("line", number).with("reason", reason);
                json!({ "error": problem_json(&problem, texts) })
            }
        };
        failed |= answer.get("error").is_some();
        if let (Some(id), Some(fields)) = (id_of(line), answer.as_object_mut()) {
            fields.shift_insert(0, "id".to_owned(), id);
        }
        write_out(&format!("{answer}\n"));
    }
    if failed { Exit::Failure } else { Exit::Success }
}

fn read(file: &Path) -> std::io::Result<String> {
    if file != Path::new("-") {
        return fs::read_to_string(file);
    }
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    Ok(text)
}

fn id_of(line: &str) -> Option<Value> {
    serde_json::from_str::<Map<String, Value>>(line).ok()?.remove("id")
}

/// `{tool, args, rules?, posture?, mode?, cwd?, home?}`; other fields are passed over.
fn call_of(line: &str) -> Result<ExplainCall, serde_json::Error> {
    let mut fields: Map<String, Value> = serde_json::from_str(line)?;
    if let Some(args) = fields.get_mut("args").filter(|args| !args.is_string()) {
        *args = Value::String(args.to_string());
    }
    serde_json::from_value(Value::Object(fields))
}

fn verdict_json(verdict: &ExplainedCall, texts: Texts) -> Value {
    match verdict {
        ExplainedCall::Verdict { decision, reason, proof, offers } => json!({
            "decision": word(*decision),
            "reason": problem_json(reason, texts),
            "proof": proof,
            "offers": offers,
        }),
        ExplainedCall::Error { error } => json!({ "error": problem_json(error, texts) }),
    }
}

async fn list(client: &Client, as_json: bool, texts: Texts) -> Exit {
    let reply = match client.call(Command::PermissionsList).await {
        Ok(Reply::PermissionsList(reply)) => reply,
        Ok(_) => return fail(&Problem::new("reply_unexpected"), as_json, texts),
        Err(problem) => return fail(&problem, as_json, texts),
    };
    if as_json {
        write_json(json!({ "file": reply.file, "grants": reply.grants }));
        return Exit::Success;
    }
    if reply.grants.is_empty() {
        write_err(format_args!("{}\n", texts.get("grants.none", &[])));
    }
    for (number, grant) in (1..).zip(&reply.grants) {
        write_out(&format!("{number:>3}  {}  {}\n", local_minute(grant.at), visible(&grant.rule)));
    }
    Exit::Success
}

async fn forget(client: &Client, number: usize, texts: Texts) -> Exit {
    match client.call(Command::PermissionsForget(PermissionsForgetParams { number })).await {
        Ok(Reply::PermissionsForgotten(grant)) => {
            write_out(&format!("{}\n", texts.get("grants.forgotten", &[("rule", &visible(&grant.rule))])));
            Exit::Success
        }
        Ok(_) => fail(&Problem::new("reply_unexpected"), false, texts),
        Err(problem) => fail(&problem, false, texts),
    }
}

/// Faults stop the start of every command, so that what comes here is sound; what is left are doubts.
async fn check(client: &Client, as_json: bool, texts: Texts) -> Exit {
    let reply = match client.call(Command::PermissionsCheck).await {
        Ok(Reply::PermissionsCheck(reply)) => reply,
        Ok(_) => return fail(&Problem::new("reply_unexpected"), as_json, texts),
        Err(problem) => return fail(&problem, as_json, texts),
    };
    if as_json {
        let texts_of =
            |problems: &[Problem]| problems.iter().map(|problem| problem_json(problem, texts)).collect::<Vec<_>>();
        write_json(json!({
            "rules": reply.rules,
            "errors": texts_of(&reply.errors),
            "warnings": texts_of(&reply.warnings),
        }));
    } else {
        let (rules, doubts) = (reply.rules.to_string(), reply.warnings.len().to_string());
        write_out(&format!("{}\n", texts.get("rules.checked", &[("rules", &rules), ("warnings", &doubts)])));
    }
    if reply.errors.is_empty() { Exit::Success } else { Exit::Failure }
}
