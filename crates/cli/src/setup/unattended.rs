//! A set-up without anybody to ask: the flags and what is configured must be enough. What is missing is named.

use super::{
    Stop, endpoint,
    known::Known,
    plan::{Plan, is_local},
};
use crate::{args::SetupArgs, launch::warn, terminal, texts::Texts};
use reasonix_controller::Client;
use reasonix_protocol::{Problem, Secret};
use std::io::stdin;

/// Everything that will be written.
pub(super) async fn plan(client: &Client, args: &SetupArgs, known: &Known, texts: Texts) -> Result<Plan, Stop> {
    let mut plan = Plan::of_flags(args, known)?.ok_or_else(|| missing("--base-url"))?;
    if args.api_key_stdin {
        plan.key = Some(read_key(texts)?);
    }
    plan.name_key();
    if let Some(name) = plan.entry.api_key_env.as_ref().filter(|name| plan.key.is_none() && !known.has_key(name)) {
        return Err(Stop::Usage(Problem::new("setup_key_missing").with("variable", name)));
    }
    let listed = if args.no_test { None } else { test(client, &plan, texts).await? };
    choose_models(&mut plan, listed.as_deref(), texts)?;
    plan.keep_default_alive(known);
    Ok(plan)
}

fn missing(flag: &str) -> Stop {
    Stop::Usage(Problem::new("setup_flag_missing").with("flag", flag))
}

/// One line of stdin; from a terminal it is not shown.
fn read_key(texts: Texts) -> Result<Secret, Stop> {
    let typed = if terminal::reads_terminal() {
        super::prompt::hidden(&texts.get("setup.ask_key", &[]))?
    } else {
        let mut line = String::new();
        let read = stdin().read_line(&mut line);
        read.map_err(|error| Problem::new("setup_input_unreadable").with("reason", error))?;
        Some(line.trim()).filter(|key| !key.is_empty()).map(Secret::new)
    };
    typed.ok_or_else(|| Stop::Usage(Problem::new("setup_key_empty")))
}

async fn test(client: &Client, plan: &Plan, texts: Texts) -> Result<Option<Vec<String>>, Stop> {
    endpoint::ask(client, plan, texts).await.map_err(|problem| {
        let has_no_key = plan.entry.api_key_env.is_none() && !plan.entry.base_url.as_deref().is_some_and(is_local);
        let wants_key = matches!(problem.code.as_str(), "model_unauthorized" | "model_forbidden");
        match (has_no_key && wants_key, problem) {
            (true, problem) => Problem::new("setup_key_wanted").with("reason", texts.message(&problem)).into(),
            (false, problem) => Stop::Problem(problem),
        }
    })
}

/// The models of the flags or of the known entry, else the only one that the endpoint lists.
fn choose_models(plan: &mut Plan, listed: Option<&[String]>, texts: Texts) -> Result<(), Stop> {
    if plan.entry.models.is_empty() {
        match listed {
            Some([only]) => plan.entry.models.push(only.clone()),
            Some([]) | None => return Err(missing("--model")),
            Some(several) => {
                let problem = Problem::new("setup_model_missing").with("known", several.join(", "));
                return Err(Stop::Usage(problem));
            }
        }
    }
    for model in &plan.entry.models {
        if listed.is_some_and(|listed| !listed.contains(model)) {
            warn(&Problem::new("setup_model_unlisted").with("model", model), texts);
        }
    }
    Ok(())
}
