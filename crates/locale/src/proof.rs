//! A step of a decision's proof as people read it.

use crate::{Language, render_problem, text, words::in_words};

/// What stands in a step for why: the code of a problem whose parameters are the step's.
const REASON: &str = "reason";

/// Renders the entry `proof.<code>`, with the text of the problem in place of the code that `reason` holds.
pub fn render_proof(language: Language, code: &str, params: &[(&str, &str)]) -> String {
    let reason = params.iter().find(|(name, _)| *name == REASON);
    let reason = reason.map(|(_, code)| render_problem(language, code, params).message);
    let words = in_words(language, params);
    let worded: Vec<(&str, &str)> = words
        .iter()
        .map(|(name, value)| (*name, reason.as_deref().filter(|_| *name == REASON).unwrap_or(value)))
        .collect();
    text(language, &format!("proof.{code}"), &worded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_told_in_words() {
        let params = [("path", "~/.netrc"), ("reason", "asks_credential"), ("posture", "auto")];
        let check = |language: Language, reason: &str| {
            let shown = render_proof(language, "reads_denied", &params);
            assert!(shown.starts_with(reason) && !shown.contains(['{', '_']), "{shown}");
        };
        check(Language::En, "~/.netrc may hold secrets, and those are read only when you say so.");
        check(Language::ZhCn, "~/.netrc 可能含有机密，只有你同意才会读取。");
    }

    #[test]
    fn a_code_without_a_text_is_shown_itself() {
        assert_eq!(render_proof(Language::En, "never_written", &[]), "proof.never_written");
    }
}
