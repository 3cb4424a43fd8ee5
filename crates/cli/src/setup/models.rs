//! Choosing models out of a list that may be long: by number, by name, or by a part of a name that only one has.

/// What a typed word means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Model(String),
    /// Not in the list; taken as it was typed.
    Unlisted(String),
    /// The indices of the models it may mean.
    Several(Vec<usize>),
}

/// The meaning of one word.
pub(super) fn choose(word: &str, listed: &[String]) -> Choice {
    let by_number = word.parse::<usize>().ok().and_then(|number| listed.get(number.checked_sub(1)?));
    if let Some(model) = by_number.or_else(|| listed.iter().find(|model| *model == word)) {
        return Choice::Model(model.clone());
    }
    let lower = word.to_lowercase();
    let is_like = |model: &String| model.to_lowercase().contains(&lower);
    let like: Vec<usize> = listed.iter().enumerate().filter(|(_, model)| is_like(model)).map(|(at, _)| at).collect();
    match like.as_slice() {
        [] => Choice::Unlisted(word.to_owned()),
        [only] => {
            listed.get(*only).map_or_else(|| Choice::Unlisted(word.to_owned()), |model| Choice::Model(model.clone()))
        }
        _ => Choice::Several(like),
    }
}

/// The words of a typed line.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([',', '，', ' ', '\t']).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mean_models() {
        let listed: Vec<String> = ["deepseek-chat", "deepseek-reasoner", "4"].map(str::to_owned).into();
        let check = |word: &str, expected: Choice| assert_eq!(choose(word, &listed), expected, "{word}");
        check("1", Choice::Model("deepseek-chat".into()));
        check("4", Choice::Model("4".into()));
        check("deepseek-reasoner", Choice::Model("deepseek-reasoner".into()));
        check("REASON", Choice::Model("deepseek-reasoner".into()));
        check("deepseek", Choice::Several(vec![0, 1]));
        check("other", Choice::Unlisted("other".into()));
        check("0", Choice::Unlisted("0".into()));
        assert_eq!(words("1, b，c  d").collect::<Vec<_>>(), ["1", "b", "c", "d"]);
    }
}
