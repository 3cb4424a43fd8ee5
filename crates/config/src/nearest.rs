//! Which known name somebody probably meant.

/// Longer names are no slips of the finger, and comparing them costs time.
const LONGEST: usize = 80;
const SIMILAR_ENOUGH: f64 = 0.65;
/// What a likeness of the last parts alone is worth.
const ONLY_THE_END: f64 = 0.8;

/// The candidate most like `wanted`, if one is like enough. The right last part in the wrong section counts too.
pub(crate) fn nearest<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if wanted.len() > LONGEST {
        return None;
    }
    candidates
        .map(|candidate| (likeness(wanted, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= SIMILAR_ENOUGH)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, candidate)| candidate)
}

fn likeness(wanted: &str, candidate: &str) -> f64 {
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    let whole = strsim::normalized_damerau_levenshtein(wanted, candidate);
    let end = strsim::normalized_damerau_levenshtein(&last(wanted), &last(candidate)) * ONLY_THE_END;
    let begun = if candidate.starts_with(wanted) && wanted.len() >= 4 { SIMILAR_ENOUGH } else { 0.0 };
    whole.max(end).max(begun)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let known =
            ["default_model", "agent.temperature", "tools.bash_timeout_seconds", "sandbox.allow_write", "providers"];
        let check = |wanted: &str, expected: Option<&str>| {
            assert_eq!(nearest(wanted, known.into_iter()), expected, "{wanted}");
        };
        check("defualt_model", Some("default_model"));
        check("temperatur", Some("agent.temperature"));
        check("temperature", Some("agent.temperature"));
        check("agents.temperature", Some("agent.temperature"));
        check("tools.bash_timeout", Some("tools.bash_timeout_seconds"));
        check("sandbox.allow-write", Some("sandbox.allow_write"));
        check("provider", Some("providers"));
        check("ui", None);
        check("statusline.command", None);
        check("", None);
        check(&"providers".repeat(1000), None);
    }
}
