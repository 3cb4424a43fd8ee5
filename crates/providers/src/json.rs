//! Reading a vendor's JSON where it is almost right: half of a surrogate pair, which some servers write when they cut
//! text in the middle of a character, is no reason to lose an answer.

use serde::Deserialize;

/// Parses `text`; if that fails for a lone surrogate, parses what `mended` then holds, with `\ufffd` in its place.
pub(crate) fn parse<'a, T: Deserialize<'a>>(text: &'a str, mended: &'a mut String) -> Result<T, serde_json::Error> {
    match serde_json::from_str(text) {
        Ok(value) => Ok(value),
        Err(error) => {
            *mended = replace_lone_surrogates(text).ok_or(error)?;
            serde_json::from_str(mended)
        }
    }
}

/// `text` with every escape of half a surrogate pair replaced by `\ufffd`; `None` if there is none.
pub(crate) fn replace_lone_surrogates(text: &str) -> Option<String> {
    let mut mended = String::with_capacity(text.len());
    let mut found = false;
    let mut rest = text;
    while let Some(start) = rest.find('\\') {
        let (before, escape) = rest.split_at(start);
        mended.push_str(before);
        let length = match (surrogate(escape), surrogate(escape.get(6..).unwrap_or(""))) {
            (Some(0xd800..0xdc00), Some(0xdc00..=0xdfff)) => 12,
            (Some(_), _) => {
                found = true;
                mended.push_str("\\ufffd");
                rest = escape.get(6..).unwrap_or("");
                continue;
            }
            // The character behind the backslash belongs to it, a second backslash above all.
            (None, _) => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        let (whole, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        mended.push_str(whole);
        rest = after;
    }
    mended.push_str(rest);
    found.then_some(mended)
}

/// The value of the `\uXXXX` that `text` begins with, if that is half of a surrogate pair.
fn surrogate(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    (0xd800..=0xdfff).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_are_replaced_and_pairs_stay() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(replace_lone_surrogates(text).as_deref(), expected, "{text}");
        };
        check(r#""plain \n \"x\" \\ud83d""#, None);
        check(r#""\ud83d\ude00""#, None);
        check(r#""\ud83d""#, Some(r#""\ufffd""#));
        check(r#""\ude00\ud83d\ude00\ud83dx""#, Some(r#""\ufffd\ud83d\ude00\ufffdx""#));
        check(r#""\\\ud83d""#, Some(r#""\\\ufffd""#));
        check("\\", None);
        check("\\é", None);
    }

    #[test]
    fn parse_mends_only_what_fails() {
        let mut mended = String::new();
        assert_eq!(parse::<String>(r#""a\ud83d""#, &mut mended).unwrap(), "a\u{fffd}");
        let mut mended = String::new();
        assert!(parse::<String>(r#""a"#, &mut mended).is_err());
    }
}
