//! `reasonix jobs`: the background jobs of sessions, whichever process runs them, what they print, and stopping one.

use crate::{
    args::{JobsArgs, JobsCommand},
    exit::Exit,
    job_text,
    launch::launch_here,
    output::{fail, write_json, write_out},
    run::in_runtime,
    show::subject,
    table::{pad, widths},
    terminal::Style,
    texts::Texts,
};
use reasonix_controller::Client;
use reasonix_protocol::{
    Command, Problem, Reply,
    command::{JobOutputParams, JobParams, JobSummary, JobsListParams},
};
use reasonix_stdx::{
    clock::{format_duration, now_ms},
    text::visible,
};
use serde_json::json;
use std::{io::IsTerminal, time::Duration};

/// Bytes of output that are asked for at once.
const PAGE_BYTES: u32 = 256 << 10;

/// Runs the command.
pub(crate) fn jobs(args: JobsArgs, texts: Texts) -> Exit {
    let as_json = args.json;
    let (client, texts) = match launch_here(as_json, texts) {
        Ok(launched) => launched,
        Err(exit) => return exit,
    };
    in_runtime(texts, async {
        let result = match &args.command {
            None => list(&client, &args, texts).await,
            Some(JobsCommand::Output { job }) => print_output(&client, job).await,
            Some(JobsCommand::Stop { job }) => stop(&client, job, texts).await,
        };
        match result {
            Ok(()) => Exit::Success,
            Err(problem) => fail(&problem, as_json, texts),
        }
    })
}

async fn list(client: &Client, args: &JobsArgs, texts: Texts) -> Result<(), Problem> {
    let jobs = all(client, args.all, args.ended).await?;
    if args.json {
        write_json(json!({ "jobs": jobs }));
        return Ok(());
    }
    if jobs.is_empty() {
        eprintln!("{}", texts.get(if args.ended { "jobs.none_ever" } else { "jobs.none" }, &[]));
        return Ok(());
    }
    let Style { dim, yellow, reset, .. } = Style::of_stdout();
    let heads =
        ["job", "state", "time", "command", "folder"].map(|name| texts.get(&format!("jobs.column.{name}"), &[]));
    let rows: Vec<[String; 5]> = std::iter::once(heads).chain(jobs.iter().map(|job| cells(job, texts))).collect();
    let [name_width, state_width, time_width, command_width, _] = widths(&rows);
    let mut text = String::new();
    for (number, [name, state, time, command, folder]) in rows.iter().enumerate() {
        let (state, time) = (pad(state, state_width), pad(time, time_width));
        let (name, command) = (pad(name, name_width), pad(command, if args.all { command_width } else { 0 }));
        let line = format!("{name}  {state}  {time}  {command}");
        let line = if args.all { format!("{line}  {folder}") } else { line };
        let is_stalled = number.checked_sub(1).and_then(|index| jobs.get(index)).is_some_and(|job| job.stalled);
        let (before, after) = match number {
            0 => (dim, reset),
            _ if is_stalled => (yellow, reset),
            _ => ("", ""),
        };
        text.push_str(&format!("{before}{}{after}\n", line.trim_end()));
    }
    write_out(&text);
    Ok(())
}

fn cells(job: &JobSummary, texts: Texts) -> [String; 5] {
    let shown = |text: &str| visible(text).into_owned();
    let until = if job.end.is_none() { Some(now_ms()) } else { job.ended_at };
    let time = until.map(|until| format_duration(Duration::from_millis(until.saturating_sub(job.started_at))));
    let running = if job.stalled && job.end.is_none() { Some(texts.get("jobs.state.quiet", &[])) } else { None };
    [
        shown(&name(job)),
        running.unwrap_or_else(|| job_text::state(job.end.as_ref(), texts)),
        time.unwrap_or_else(|| "–".to_owned()),
        subject(&job.command),
        shown(&job.workspace),
    ]
}

/// The name that tells a job from those of all other sessions.
fn name(job: &JobSummary) -> String {
    format!("{}/{}", job.session, job.job)
}

async fn print_output(client: &Client, query: &str) -> Result<(), Problem> {
    let job = find(all(client, true, true).await?, query)?;
    let mut offset = 0;
    loop {
        let params = JobOutputParams {
            session: job.session.clone(),
            job: job.job.clone(),
            offset: Some(offset),
            limit: PAGE_BYTES,
        };
        let Reply::JobOutput(page) = client.call(Command::JobOutput(params)).await? else {
            return Err(Problem::new("reply_unexpected"));
        };
        // A file or a pipe gets the plain bytes.
        if std::io::stdout().is_terminal() {
            write_out(&visible(&page.text));
        } else {
            write_out(&page.text);
        }
        match page.next {
            Some(next) => offset = next,
            None => return Ok(()),
        }
    }
}

async fn stop(client: &Client, query: &str, texts: Texts) -> Result<(), Problem> {
    let job = find(all(client, true, false).await?, query)?;
    let params = JobParams { session: job.session.clone(), job: job.job.clone() };
    client.call(Command::JobStop(params)).await?;
    eprintln!("{}", texts.get("jobs.stopped", &[("job", &name(&job)), ("command", &subject(&job.command))]));
    Ok(())
}

async fn all(client: &Client, all_workspaces: bool, ended: bool) -> Result<Vec<JobSummary>, Problem> {
    match client.call(Command::JobsList(JobsListParams { session: None, all_workspaces, ended })).await? {
        Reply::JobsList(reply) => Ok(reply.jobs),
        _ => Err(Problem::new("reply_unexpected")),
    }
}

/// The one job that is meant: by its whole name, by its id alone, or by the beginning of its session and its id.
fn find(jobs: Vec<JobSummary>, query: &str) -> Result<JobSummary, Problem> {
    let (session, id) = query.rsplit_once('/').unwrap_or(("", query));
    let mut found = jobs.into_iter().filter(|job| job.job.0 == id && job.session.0.starts_with(session));
    let Some(first) = found.next() else { return Err(Problem::new("job_not_found").with("job", query)) };
    let more: Vec<String> = found.map(|job| name(&job)).collect();
    if more.is_empty() {
        return Ok(first);
    }
    let names = [vec![name(&first)], more].concat();
    Err(Problem::new("job_ambiguous").with("job", query).with("matches", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reasonix_protocol::{CallId, JobId, SessionId};

    fn job(session: &str, id: &str) -> JobSummary {
        JobSummary {
            session: SessionId(session.into()),
            title: String::new(),
            workspace: String::new(),
            job: JobId(id.into()),
            call: CallId(1),
            command: String::new(),
            cwd: String::new(),
            started_at: 0,
            end: None,
            ended_at: None,
            stalled: false,
            engine: None,
            log: String::new(),
        }
    }

    #[test]
    fn a_job_is_found_by_as_much_as_tells_it_from_others() {
        let check = |query: &str, expected: &str| {
            let jobs = vec![job("20261130-aa", "bash-1"), job("20261130-bb", "bash-1"), job("20261130-bb", "bash-12")];
            let found = find(jobs, query).map_or_else(|problem| problem.code, |job| name(&job));
            assert_eq!(found, expected, "{query}");
        };
        check("bash-12", "20261130-bb/bash-12");
        check("bash-1", "job_ambiguous");
        check("20261130-a/bash-1", "20261130-aa/bash-1");
        check("20261130-bb/bash-1", "20261130-bb/bash-1");
        check("2026/bash-1", "job_ambiguous");
        check("bash-2", "job_not_found");
    }
}
