//! Mends argument JSON that is broken in a way that leaves no doubt about what was meant: nothing at all, a code fence
//! around it, an object wrapped in a string, raw line breaks inside strings, trailing commas, missing closing brackets.
//! A string that never ends is not mended: its rest may be missing.

use serde_json::Value;

/// The mended text with its value, or `None` where the meaning is not certain.
pub(crate) fn repair(text: &str) -> Option<(String, Value)> {
    let bare = unfence(text.trim());
    if bare.is_empty() {
        return Some(("{}".to_owned(), Value::Object(serde_json::Map::new())));
    }
    let mended = close(bare)?;
    let value: Value = serde_json::from_str(&mended).ok()?;
    match value {
        Value::String(inner) => match serde_json::from_str::<Value>(&inner) {
            Ok(value @ Value::Object(_)) => Some((inner, value)),
            _ => None,
        },
        value => Some((mended, value)),
    }
}

fn unfence(text: &str) -> &str {
    let Some(inside) = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) else {
        return text;
    };
    inside.strip_prefix("json").unwrap_or(inside).trim()
}

/// Escapes raw control characters in strings, drops commas before a closing bracket, and closes what is open.
fn close(text: &str) -> Option<String> {
    let mut mended = String::with_capacity(text.len() + 8);
    let mut open = Vec::new();
    let mut in_string = false;
    let mut escaped = false;
    for character in text.chars() {
        if in_string {
            match character {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = false,
                '\n' => {
                    mended.push_str("\\n");
                    continue;
                }
                '\r' => {
                    mended.push_str("\\r");
                    continue;
                }
                '\t' => {
                    mended.push_str("\\t");
                    continue;
                }
                _ => {}
            }
        } else {
            match character {
                '"' => in_string = true,
                '{' => open.push('}'),
                '[' => open.push(']'),
                '}' | ']' => {
                    if open.pop() != Some(character) {
                        return None;
                    }
                    drop_trailing_comma(&mut mended);
                }
                _ => {}
            }
        }
        mended.push(character);
    }
    if in_string {
        return None;
    }
    if !open.is_empty() {
        drop_trailing_comma(&mut mended);
    }
    mended.extend(open.into_iter().rev());
    Some(mended)
}

fn drop_trailing_comma(text: &mut String) {
    let trimmed = text.trim_end().len();
    if text.get(..trimmed).is_some_and(|kept| kept.ends_with(',')) {
        text.truncate(trimmed - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(repair(text).map(|(mended, _)| mended).as_deref(), expected, "{text:?}");
    }

    #[test]
    fn certain_repairs() {
        check("", Some("{}"));
        check("  ", Some("{}"));
        check(r#"{"a": 1,}"#, Some(r#"{"a": 1}"#));
        check(r#"{"a": [1, 2, ] , }"#, Some(r#"{"a": [1, 2] }"#));
        check(r#"{"a": {"b": [1"#, Some(r#"{"a": {"b": [1]}}"#));
        check("{\"a\": \"x\ny\"", Some(r#"{"a": "x\ny"}"#));
        check("```json\n{\"a\":1}\n```", Some(r#"{"a":1}"#));
        check(r#""{\"a\":1}""#, Some(r#"{"a":1}"#));
    }

    #[test]
    fn doubtful_ones_are_reported() {
        check(r#"{"content": "half of a fi"#, None);
        check("{'a': 1}", None);
        check(r#"{"a": "#, None);
        check(r#"{"a": 1]"#, None);
        check(r#"{"a": 1} and more"#, None);
        check("rm -rf", None);
    }
}
