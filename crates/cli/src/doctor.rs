//! `reasonix doctor`: what was found on this machine, with what to do about what is missing. Works without a model and
//! over a broken configuration.

use crate::{
    args::DoctorArgs,
    config::origin_text,
    exit::Exit,
    launch::launch_anyway,
    output::{problem_json, write_json, write_out},
    run::in_runtime,
    table::{pad, widths},
    terminal::Style,
    texts::Texts,
};
use reasonix_protocol::{
    Command, Problem, Reply,
    command::{Check, CheckLevel, ConfigValue, DoctorParams, DoctorReply},
};
use reasonix_stdx::text::{one_line, visible};
use serde_json::{Value, json};

/// Characters of a configured value in a line.
const VALUE_CHARS: usize = 60;

/// Runs the command.
pub(crate) fn doctor(args: &DoctorArgs, texts: Texts) -> Exit {
    let (client, texts) = match launch_anyway(texts) {
        Ok(launched) => launched,
        Err(problems) => return show(&unstartable(problems), args, texts),
    };
    in_runtime(texts, async {
        let command = Command::Doctor(DoctorParams { reach_provider: !args.offline });
        match client.call(command).await {
            Ok(Reply::Doctor(reply)) => show(&reply, args, texts),
            Ok(_) => show(&unstartable(vec![Problem::new("reply_unexpected")]), args, texts),
            Err(problem) => show(&unstartable(vec![problem]), args, texts),
        }
    })
}

/// The checks of a program that could not even look around.
fn unstartable(problems: Vec<Problem>) -> DoctorReply {
    let check =
        |problem| Check { name: "config".to_owned(), level: CheckLevel::Error, found: None, problem: Some(problem) };
    DoctorReply { checks: problems.into_iter().map(check).collect(), config: Vec::new() }
}

fn show(reply: &DoctorReply, args: &DoctorArgs, texts: Texts) -> Exit {
    let errors = count(reply, CheckLevel::Error);
    if args.json {
        write_json(json!({
            "version": env!("CARGO_PKG_VERSION"),
            "ok": errors == 0,
            "checks": reply.checks.iter().map(|check| check_json(check, texts)).collect::<Vec<_>>(),
            "config": reply.config,
        }));
    } else {
        write_out(&checks(reply, texts));
        write_out(&set_values(&reply.config, texts));
        write_out(&verdict(errors, count(reply, CheckLevel::Warning), texts));
    }
    if errors > 0 { Exit::Failure } else { Exit::Success }
}

fn count(reply: &DoctorReply, level: CheckLevel) -> usize {
    reply.checks.iter().filter(|check| check.level == level).count()
}

fn title(check: &Check, texts: Texts) -> String {
    texts.get(&format!("doctor.{}", check.name), &[])
}

fn found(check: &Check, texts: Texts) -> String {
    check.found.clone().unwrap_or_else(|| texts.get("doctor.nothing_found", &[]))
}

fn check_json(check: &Check, texts: Texts) -> Value {
    json!({
        "name": check.name,
        "title": title(check, texts),
        "level": check.level,
        "found": check.found,
        "problem": check.problem.as_ref().map(|problem| problem_json(problem, texts)),
    })
}

fn checks(reply: &DoctorReply, texts: Texts) -> String {
    let Style { dim, bold, red, green, yellow, reset, .. } = Style::of_stdout();
    let titles: Vec<[String; 1]> = reply.checks.iter().map(|check| [title(check, texts)]).collect();
    let [width] = widths(&titles);
    let mut text = String::new();
    for check in &reply.checks {
        let (mark, colour) = match check.level {
            CheckLevel::Ok => ("✓", green),
            CheckLevel::Info => ("·", dim),
            CheckLevel::Warning => ("!", yellow),
            CheckLevel::Error => ("✗", red),
        };
        let title = pad(&title(check, texts), width);
        text.push_str(&format!("{colour}{mark}{reset} {bold}{title}{reset}  {}\n", visible(&found(check, texts))));
        let Some(problem) = &check.problem else { continue };
        let colour = if check.level == CheckLevel::Info { dim } else { colour };
        for line in texts.problem(problem).lines() {
            text.push_str(&format!("  {}  {colour}{}{reset}\n", pad("", width), visible(line)));
        }
    }
    text
}

/// The values that are not the defaults, with where they stand.
fn set_values(values: &[ConfigValue], texts: Texts) -> String {
    if values.is_empty() {
        return String::new();
    }
    let Style { dim, bold, reset, .. } = Style::of_stdout();
    let rows: Vec<[String; 2]> =
        values.iter().map(|value| [assignment(value), origin_text(&value.origin, texts)]).collect();
    let [width, _] = widths(&rows);
    let mut text = format!("\n{bold}{}{reset}\n", texts.get("doctor.set_values", &[]));
    for [assignment, origin] in &rows {
        text.push_str(&format!("  {}  {dim}{origin}{reset}\n", pad(assignment, width)));
    }
    text
}

fn assignment(value: &ConfigValue) -> String {
    let shown = one_line(value.toml.as_deref().unwrap_or_default(), VALUE_CHARS);
    format!("{} = {}", visible(&value.key), visible(&shown))
}

fn verdict(errors: usize, warnings: usize, texts: Texts) -> String {
    let Style { red, yellow, green, reset, .. } = Style::of_stdout();
    let (errors_text, warnings_text) = (errors.to_string(), warnings.to_string());
    let params = [("errors", errors_text.as_str()), ("warnings", &warnings_text)];
    let (colour, key) = match (errors, warnings) {
        (0, 0) => (green, "doctor.all_well"),
        (0, _) => (yellow, "doctor.some_warnings"),
        _ => (red, "doctor.some_errors"),
    };
    format!("\n{colour}{}{reset}\n", texts.get(key, &params))
}
