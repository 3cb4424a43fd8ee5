//! What the model reads of a job: how it stands, and what it printed since the model looked last.

use crate::job_log::{NewOutput, Until, read_on};
use grep_matcher::Matcher;
use grep_regex::RegexMatcher;
use reasonix_protocol::{JobEnd, JobId, JobSeen};
use reasonix_stdx::text::{format_bytes, one_line};
use reasonix_tool::{Jobs, KnownJob, ToolError, end_words};

/// The most that is shown of a job's new output, in bytes. With the notes it stays below the limit of one result.
pub(crate) const OUTPUT_BYTES: u64 = 28 << 10;
/// And of the output when it starts.
pub(crate) const FIRST_BYTES: u64 = 8 << 10;

/// Characters of a command in a list.
const LISTED_CHARS: usize = 80;

/// Tells of a job, its new output up to `most` bytes, of that only lines that fit `filter`. Reads the log.
pub(crate) fn report(job: &KnownJob, most: u64, filter: Option<&RegexMatcher>) -> (String, JobSeen) {
    // Before the log is read, which is then complete if it has ended.
    let end = job.end.borrow().clone();
    let until = match (&end, filter) {
        (Some(_), _) => Until::End,
        (None, Some(_)) => Until::Line,
        (None, None) => Until::Character,
    };
    let nothing = match &end {
        _ if job.read_to > 0 => "(no new output)",
        None => "(no output yet)",
        Some(_) => "(no output)",
    };
    let mut told = status(&job.id, end.as_ref());
    let read = read_on(&job.log, job.read_to, most, until);
    let read_to = read.as_ref().map_or(job.read_to, |new| new.read_to);
    match read {
        Ok(new) => push_output(&mut told, &new, job, filter, nothing),
        Err(error) => told.push_str(&format!("\n[its output cannot be read: {error}]")),
    }
    (told, JobSeen { job: job.id.clone(), read_to, end: end.is_some() })
}

fn push_output(told: &mut String, new: &NewOutput, job: &KnownJob, filter: Option<&RegexMatcher>, nothing: &str) {
    if new.left_out > 0 {
        let (left_out, log) = (format_bytes(new.left_out), job.log.display());
        told.push_str(&format!("\n[… {left_out} before this left out; the whole output is in {log} …]"));
    }
    let shown = match filter {
        None => new.text.clone(),
        Some(filter) => {
            let lines: Vec<&str> = new.text.lines().collect();
            let fits = |line: &&&str| filter.is_match(line.as_bytes()).unwrap_or(false);
            let matching: Vec<&str> = lines.iter().filter(fits).copied().collect();
            told.push_str(&format!("\n[{} of {} new lines match]", matching.len(), lines.len()));
            matching.join("\n")
        }
    };
    if !shown.trim().is_empty() {
        told.push('\n');
        told.push_str(shown.trim_end());
    } else if filter.is_none() {
        told.push('\n');
        told.push_str(nothing);
    }
}

/// The line that tells how a job stands.
fn status(id: &JobId, end: Option<&JobEnd>) -> String {
    let Some(end) = end else { return format!("{id}: running") };
    let word = match end {
        JobEnd::Exited { code: 0 } => "done, ",
        JobEnd::Exited { .. } => "failed, ",
        JobEnd::Signalled { .. } | JobEnd::Stopped { .. } => "killed, ",
        JobEnd::Failed { .. } | JobEnd::Lost { .. } => "",
    };
    format!("{id}: {word}{}", end_words(end))
}

/// The answer to an id that no job has.
pub(crate) fn unknown(id: &str, jobs: &Jobs) -> ToolError {
    ToolError::answer(format!("There is no job {id:?}. {}", list(jobs)))
}

/// The jobs there are, on a line each.
pub(crate) fn list(jobs: &Jobs) -> String {
    if jobs.all().is_empty() {
        return "No job was started in this session; bash starts one with `run_in_background`.".to_owned();
    }
    let line = |job: &KnownJob| {
        let status = status(&job.id, job.end.borrow().as_ref());
        format!("\n{status} (`{}`)", one_line(&job.command, LISTED_CHARS))
    };
    format!("The jobs are:{}", jobs.all().iter().map(line).collect::<String>())
}
