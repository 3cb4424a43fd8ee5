//! What rides in the user turn behind the user's words, so that the prefix never changes.

use crate::{JobNews, job_note};

/// Facts of the moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TurnFacts {
    /// Local date, as in `2026-11-30`; given in the first turn and when it has changed.
    pub date: Option<String>,
    /// The turn before this one was stopped before it was finished.
    pub previous_interrupted: bool,
    /// Calls of the turn before whose effect nobody knows, each as `tool subject`.
    pub unknown_calls: Vec<String>,
    /// Jobs that have ended without the model knowing.
    pub ended_jobs: Vec<JobNews>,
}

/// The host's blocks for a turn; empty when there is nothing to say.
pub fn turn_context(facts: &TurnFacts) -> String {
    let mut lines = Vec::new();
    if let Some(date) = &facts.date {
        lines.push(format!("Today is {date}."));
    }
    if facts.previous_interrupted {
        lines.push("The turn before this one was stopped before it was finished.".to_owned());
    }
    for call in &facts.unknown_calls {
        lines.push(format!("It is not known whether this call took effect: {call}. Check before you repeat it."));
    }
    lines.extend(facts.ended_jobs.iter().map(job_note));
    if lines.is_empty() { String::new() } else { format!("<host-note>\n{}\n</host-note>", lines.join("\n")) }
}

/// The text of a user entry.
pub fn user_text(input: &str, context: &str) -> String {
    if context.is_empty() { input.to_owned() } else { format!("{input}\n\n{context}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_without_news_is_the_users_words() {
        assert_eq!(user_text("hi", &turn_context(&TurnFacts::default())), "hi");
    }

    #[test]
    fn news_stand_behind_the_users_words() {
        let facts = TurnFacts {
            date: Some("2026-11-30".into()),
            previous_interrupted: true,
            unknown_calls: vec!["bash make".into()],
            ended_jobs: Vec::new(),
        };
        assert_eq!(
            user_text("go on", &turn_context(&facts)),
            "go on\n\n<host-note>\nToday is 2026-11-30.\nThe turn before this one was stopped before it was finished.\n\
             It is not known whether this call took effect: bash make. Check before you repeat it.\n</host-note>"
        );
    }
}
