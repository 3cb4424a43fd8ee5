//! Jobs as the journals tell of them, whichever process runs them.

use super::page::{Page, Wanted};
use crate::{Client, blocking::blocking, wire::Wired};
use memchr::memmem;
use reasonix_agent::SessionState;
use reasonix_protocol::{
    JobEnd, Op, Problem,
    command::{JobOutputParams, JobOutputReply, JobParams, JobSummary, JobsListParams, JobsListReply},
};
use reasonix_store::{SessionFiles, WriterLock};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind},
};

/// Where the type of an event stands in its line, at most.
const HEAD: usize = 300;

/// Waits for the disk.
pub(crate) fn list(wired: &Wired, params: &JobsListParams) -> Result<JobsListReply, Problem> {
    let files = match &params.session {
        Some(session) => vec![wired.store.get(session).map_err(|error| error.problem())?],
        None => wired.store.files((!params.all_workspaces).then(|| wired.parts.workspace.root())),
    };
    let mut jobs = Vec::new();
    for files in files {
        // Jobs end with their engine: where nobody writes the session, none runs.
        if params.ended || WriterLock::holder(&files.lock()).is_some() {
            jobs.extend(of_session(wired, &files).into_iter().filter(|job| params.ended || job.end.is_none()));
        }
    }
    jobs.sort_by(|left, right| (right.started_at, &right.session).cmp(&(left.started_at, &left.session)));
    Ok(JobsListReply { jobs })
}

/// Waits for the disk.
pub(crate) fn output(wired: &Wired, params: &JobOutputParams) -> Result<JobOutputReply, Problem> {
    let files = wired.store.get(&params.session).map_err(|error| error.problem())?;
    let unreadable =
        |error| Problem::new("file_unreadable").with("path", files.journal.display()).with("reason", error);
    // An id comes from outside: only one that the journal knows becomes a file's name.
    if fold(&files).map_err(unreadable)?.jobs.get(&params.job).is_none() {
        return Err(Problem::new("job_unknown").with("job", &params.job).with("session", &params.session));
    }
    let log = files.blobs().job_log(&params.job);
    let wanted = Wanted { offset: params.offset, limit: params.limit };
    match Page::read(&log, &wired.parts.pipeline.secrets, wanted) {
        Ok(page) => Ok(JobOutputReply { text: page.text, offset: page.start, next: page.next, size: page.size }),
        // It has printed nothing.
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Ok(JobOutputReply { text: String::new(), offset: 0, next: None, size: 0 })
        }
        Err(error) => Err(Problem::new("file_unreadable").with("path", log.display()).with("reason", error)),
    }
}

/// Stops a job: in its session if that is open here, else by the mark of its processes. Its own engine finds it ended by
/// a signal then, and tells so.
pub(crate) async fn stop(client: &Client, params: JobParams) -> Result<(), Problem> {
    let JobParams { session, job } = params;
    let wired = client.wired();
    let wanted = session.clone();
    let (listed, job) = blocking(move || {
        let jobs = list(&wired, &JobsListParams { session: Some(wanted), all_workspaces: false, ended: false })?.jobs;
        Ok((jobs.into_iter().find(|listed| listed.job == job), job))
    })
    .await?;
    if listed.is_none() {
        return Err(Problem::new("job_not_running").with("job", job));
    }
    if client.has_open(&session) {
        return client.submit(&session, Op::StopJob { job });
    }
    let wired = client.wired();
    blocking(move || {
        let files = wired.store.get(&session).map_err(|error| error.problem())?;
        let state = fold(&files).unwrap_or_else(|_| SessionState::new(files.id.clone()));
        let mark = state.jobs.get(&job).map(|job| job.mark.clone()).unwrap_or_default();
        if reasonix_exec::stop_leftovers(&mark) {
            return Ok(());
        }
        Err(Problem::new("job_out_of_reach").with("job", job).with("session", session))
    })
    .await
}

/// A session that cannot be read has no jobs that could be told of; the list of sessions tells why.
fn of_session(wired: &Wired, files: &SessionFiles) -> Vec<JobSummary> {
    let Ok(summary) = wired.store.summarise(files) else { return Vec::new() };
    let Ok(state) = fold(files) else { return Vec::new() };
    // Asked behind the journal: a session that was closed meanwhile has told its ends.
    let engine = WriterLock::holder(&files.lock()).map(|holder| holder.pid);
    let jobs = state.jobs.iter().map(|job| JobSummary {
        session: files.id.clone(),
        title: summary.title.clone(),
        workspace: summary.workspace.clone(),
        job: job.id.clone(),
        call: job.call,
        command: job.command.clone(),
        cwd: job.cwd.clone(),
        started_at: job.started_at,
        end: job.end.clone().or_else(|| engine.is_none().then_some(JobEnd::LOST)),
        ended_at: job.ended_at,
        stalled: job.stalled,
        engine: engine.filter(|_| job.end.is_none()),
        log: files.blobs().job_log(&job.id).display().to_string(),
    });
    jobs.collect()
}

/// Folds what a journal tells of jobs; the rest is not even parsed.
fn fold(files: &SessionFiles) -> io::Result<SessionState> {
    let mut state = SessionState::new(files.id.clone());
    let mut reader = BufReader::with_capacity(64 * 1024, File::open(&files.journal)?);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        let head = line.get(..line.len().min(HEAD)).unwrap_or_default();
        if memmem::find(head, br#""type":"job_"#).is_some()
            && let Ok(event) = serde_json::from_slice(&line)
        {
            state.apply(&event);
        }
        line.clear();
    }
    Ok(state)
}
