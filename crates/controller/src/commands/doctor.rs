//! `doctor`: what was found on this machine, and what to do about what is missing. Looks, measures and asks; changes
//! nothing.

mod sandbox;

use crate::wire::{Found, Wired};
use reasonix_config::{Layer, ModelError, Provider, ResolvedModel};
use reasonix_protocol::{
    Problem,
    command::{Check, CheckLevel, DoctorParams, DoctorReply},
};
use reasonix_providers::ModelEntry;
use std::{path::Path, time::Duration};

/// How long a program may take to tell its version, and a provider to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// `found` is of the files as they are, `wired` of what holds.
pub(crate) async fn examine(wired: &Wired, found: &Found, params: &DoctorParams) -> DoctorReply {
    let mut checks = vec![
        ok("version", format!("reasonix {} ({} {})", wired.parts.build, std::env::consts::OS, std::env::consts::ARCH)),
        ok("workspace", wired.parts.workspace.root().display()),
        folder("home", &wired.source.locations.home),
        folder("state", &wired.source.locations.state),
    ];
    checks.extend(configuration(wired, found));
    checks.push(shell(wired).await);
    checks.push(program("git", "git", &["--version"]).await);
    checks.extend(sandbox::examine(wired).await);
    let (check, model) = model(wired, found);
    checks.extend(check);
    if let Some(model) = model {
        checks.push(key(wired, model.provider));
        if params.reach_provider {
            checks.extend(reach(wired, model).await);
        }
    }
    DoctorReply { checks, config: super::config::set_values(wired) }
}

fn ok(name: &str, found: impl std::fmt::Display) -> Check {
    Check { name: name.to_owned(), level: CheckLevel::Ok, found: Some(found.to_string()), problem: None }
}

fn info(name: &str, found: impl std::fmt::Display, problem: Problem) -> Check {
    Check { level: CheckLevel::Info, problem: Some(problem), ..ok(name, found) }
}

fn warning(name: &str, found: impl std::fmt::Display, problem: Problem) -> Check {
    Check { level: CheckLevel::Warning, problem: Some(problem), ..ok(name, found) }
}

fn error(name: &str, found: impl std::fmt::Display, problem: Problem) -> Check {
    Check { level: CheckLevel::Error, problem: Some(problem), ..ok(name, found) }
}

/// There was nothing to find.
fn nothing(name: &str, level: CheckLevel, problem: Problem) -> Check {
    Check { name: name.to_owned(), level, found: None, problem: Some(problem) }
}

/// A folder of ours: it need not exist yet, but must be writable once it does.
fn folder(name: &str, path: &Path) -> Check {
    if !path.exists() {
        return info(name, path.display(), Problem::new("folder_not_yet").with("path", path.display()));
    }
    match tempfile::tempfile_in(path) {
        Ok(_) => ok(name, path.display()),
        Err(reason) => {
            let problem = Problem::new("folder_not_writable").with("path", path.display()).with("reason", reason);
            error(name, path.display(), problem)
        }
    }
}

/// The files that were read, and a line for each error and warning.
fn configuration(wired: &Wired, found: &Found) -> Vec<Check> {
    let (user, project) = (wired.source.file(Layer::User), wired.source.file(Layer::Project));
    let mut checks = vec![configuration_file("config_user", &user), configuration_file("config_project", &project)];
    let of = |level: CheckLevel, problem: &Problem| Check {
        found: problem.params.get("file").cloned(),
        ..nothing("config", level, problem.clone())
    };
    checks.extend(found.errors.iter().map(|problem| of(CheckLevel::Error, problem)));
    checks.extend(found.warnings.iter().map(|problem| of(CheckLevel::Warning, problem)));
    checks
}

fn configuration_file(name: &str, path: &Path) -> Check {
    if path.exists() {
        ok(name, path.display())
    } else {
        info(name, path.display(), Problem::new("file_absent").with("path", path.display()))
    }
}

async fn shell(wired: &Wired) -> Check {
    let Some(shell) = &wired.shell else { return nothing("shell", CheckLevel::Error, Problem::new("shell_absent")) };
    let path = shell.path.display().to_string();
    match reasonix_exec::probe(&shell.path, ["--version"], PATIENCE).await {
        Ok(text) => ok("shell", format!("{path}: {}", first_line(&text))),
        Err(reason) => {
            error("shell", &path, Problem::new("program_fails").with("program", &path).with("reason", reason))
        }
    }
}

async fn program(name: &str, program: &str, args: &[&str]) -> Check {
    match reasonix_exec::probe(program, args, PATIENCE).await {
        Ok(text) => ok(name, first_line(&text)),
        Err(_) => nothing(name, CheckLevel::Info, Problem::new("program_absent").with("program", program)),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim()
}

/// The default model, if there is one. Of a broken configuration it cannot be said that it has none.
fn model<'a>(wired: &'a Wired, found: &Found) -> (Option<Check>, Option<ResolvedModel<'a>>) {
    match wired.loaded.settings.resolve_model(None) {
        Ok(resolved) => {
            let shown = format!("{resolved} ({})", resolved.provider.origin);
            (Some(ok("model", shown)), Some(resolved))
        }
        Err(ModelError::NoModel) if !found.errors.is_empty() => (None, None),
        Err(problem) => (Some(nothing("model", CheckLevel::Error, problem.diagnostic().problem())), None),
    }
}

fn key(wired: &Wired, provider: &Provider) -> Check {
    let file = wired.source.locations.env_file();
    match &provider.api_key_env {
        None => nothing("key", CheckLevel::Info, Problem::new("key_not_needed").with("provider", &provider.name)),
        Some(name) if wired.secrets.get(name).is_some() => ok("key", format!("{name} ({})", file.display())),
        Some(name) => {
            let problem = Problem::new("model_missing_key").with("provider", &provider.name).with("message", name);
            error("key", name, problem)
        }
    }
}

/// Asks the provider for its models: the cheapest question there is.
async fn reach(wired: &Wired, ResolvedModel { provider, model }: ResolvedModel<'_>) -> Option<Check> {
    let endpoint = wired.models.endpoint(provider)?;
    let address = provider.base_url.clone().or_else(|| provider.request_url.clone()).unwrap_or_default();
    let answer = tokio::time::timeout(PATIENCE, reasonix_providers::list_models(&endpoint)).await;
    Some(match answer {
        Ok(Ok(listed)) if is_offered(&model.name, &listed) => ok("provider", address),
        Ok(Ok(_)) => {
            let problem = Problem::new("model_not_offered").with("model", &model.name);
            warning("provider", address, problem.with("provider", &provider.name))
        }
        // It answered; that it keeps no list of models is no fault.
        Ok(Err(failure)) if failure.status == Some(404) => ok("provider", address),
        Ok(Err(failure)) => error("provider", address, failure.problem()),
        Err(_) => {
            let problem = Problem::new("model_timed_out").with("provider", &provider.name);
            error("provider", address, problem.with("message", "").with("status", ""))
        }
    })
}

/// Whether a list has the model, as it is or behind a vendor's prefix. An empty list says nothing.
fn is_offered(model: &str, listed: &[ModelEntry]) -> bool {
    let is_it = |entry: &ModelEntry| {
        entry.id.strip_suffix(model).is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    listed.is_empty() || listed.iter().any(is_it)
}
