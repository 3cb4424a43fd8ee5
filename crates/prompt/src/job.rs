//! What the model reads of a job that has ended while it did something else.

/// A job's end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobNews {
    /// As in `bash-1`.
    pub job: String,
    /// On one line.
    pub command: String,
    /// Goes on after the job's name, as in `exited with code 1`.
    pub end: String,
}

/// The line that tells it.
pub fn job_note(news: &JobNews) -> String {
    let JobNews { job, command, end } = news;
    format!("Background job {job} (`{command}`) {end}. bash_output gives what it printed.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_a_line() {
        let news = JobNews { job: "bash-1".into(), command: "make".into(), end: "exited with code 2".into() };
        assert_eq!(
            job_note(&news),
            "Background job bash-1 (`make`) exited with code 2. bash_output gives what it printed."
        );
    }
}
