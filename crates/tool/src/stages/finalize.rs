//! Stage 6, `finalize`: secrets out, the limit once more, and then the bytes are final. Pure.

use crate::{FinalResult, output::bounded, stages::observe::Observed};

/// A name and a value that no model may read.
pub(crate) type Secret = (String, String);

/// Values shorter than this are not looked for: they would hit ordinary words.
const SHORTEST_SECRET: usize = 8;

/// Runs the stage.
pub(crate) fn finalize(observed: Observed, secrets: &[Secret]) -> FinalResult {
    let projected = observed.0;
    FinalResult {
        outcome: projected.raw.outcome,
        content: bounded(redact(projected.content, secrets)),
        display: projected.raw.output.display,
        full: projected.full,
        seen: projected.raw.output.seen,
        jobs: projected.raw.output.jobs,
        todos: projected.raw.output.todos,
        denied_command: projected.raw.output.denied_command,
        duration_ms: u64::try_from(projected.raw.duration.as_millis()).unwrap_or(u64::MAX),
        fatal: projected.raw.fatal,
    }
}

/// Longer values first: one that begins like another would lose its beginning only, and leave the rest to be read.
fn redact(mut content: String, secrets: &[Secret]) -> String {
    let is_held = |secret: &&Secret| secret.1.len() >= SHORTEST_SECRET && content.contains(secret.1.as_str());
    let mut held: Vec<&Secret> = secrets.iter().filter(is_held).collect();
    held.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
    for (name, value) in held {
        content = content.replace(value.as_str(), &format!("[secret {name} removed]"));
    }
    content
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_never_reach_the_model() {
        let secrets = [("A_KEY".to_owned(), "sk-12345678".to_owned()), ("SHORT".to_owned(), "abc".to_owned())];
        let text = redact("key=sk-12345678 abc".to_owned(), &secrets);
        assert_eq!(text, "key=[secret A_KEY removed] abc");
        let nested = [secrets[0].clone(), ("LONG".to_owned(), "sk-12345678-rest".to_owned())];
        let text = redact("sk-12345678-rest sk-12345678".to_owned(), &nested);
        assert_eq!(text, "[secret LONG removed] [secret A_KEY removed]");
    }
}
