//! The arguments of a call as a model wrote them: kept byte for byte where they are JSON, repaired where only one repair
//! is possible, else kept as sent for the engine to refuse. Nothing that was cut off is completed here.

use crate::json::replace_lone_surrogates;
use serde::de::IgnoredAny;
use serde_json::{Value, value::RawValue};
use std::borrow::Cow;

/// The arguments to hand on.
pub(crate) fn settle(sent: String) -> String {
    if is_object(&sent) {
        return sent;
    }
    if sent.trim().is_empty() || sent.trim() == "null" {
        return "{}".to_owned();
    }
    repair(&sent).unwrap_or(sent)
}

/// Whether `text` is a whole JSON object that the engine can read.
pub(crate) fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{') && serde_json::from_str::<Value>(text).is_ok()
}

/// The object as raw JSON for a vendor that takes nothing else. Text that is no object goes in as text, under a name that
/// says so.
pub(crate) fn as_object(args: &str) -> Box<RawValue> {
    let object = if is_object(args) {
        args.to_owned()
    } else {
        serde_json::json!({ "arguments_that_were_no_object": args }).to_string()
    };
    RawValue::from_string(object).unwrap_or_default()
}

/// Each repair on top of those before it; the first result that is an object counts.
fn repair(sent: &str) -> Option<String> {
    let steps: [fn(&str) -> Option<String>; 8] = [
        unfence,
        unquote,
        drop_empty_objects,
        halve,
        replace_lone_surrogates,
        escape_control_characters,
        drop_trailing_commas,
        double_quotes,
    ];
    let mut current = sent.trim().to_owned();
    for step in steps {
        if let Some(changed) = step(&current) {
            current = changed;
        }
        if is_object(&current) {
            return Some(current);
        }
    }
    None
}

/// The inside of a Markdown fence.
fn unfence(text: &str) -> Option<String> {
    let inside = text.strip_prefix("```")?.strip_suffix("```")?;
    Some(inside.strip_prefix("json").unwrap_or(inside).trim().to_owned())
}

/// The text inside a JSON string: an object that was encoded twice.
fn unquote(text: &str) -> Option<String> {
    text.starts_with('"').then(|| serde_json::from_str::<String>(text).ok())?.map(|inside| inside.trim().to_owned())
}

/// The one object that is not empty: some servers send `{}` first and the arguments behind it.
fn drop_empty_objects(text: &str) -> Option<String> {
    let rest = text.trim_start_matches("{}").trim_end_matches("{}").trim();
    (rest.len() < text.len()).then(|| if rest.is_empty() { "{}".to_owned() } else { rest.to_owned() })
}

/// One of two equal halves: the whole text sent twice.
fn halve(text: &str) -> Option<String> {
    let (first, second) = text.split_at_checked(text.len() / 2)?;
    (first == second).then(|| first.to_owned())
}

/// Single quotes where no double quote stands anywhere; a quote inside a text leaves something that is no object.
fn double_quotes(text: &str) -> Option<String> {
    (!text.contains('"')).then(|| text.replace('\'', "\""))
}

/// Line breaks and other control characters that stand bare inside a string.
fn escape_control_characters(text: &str) -> Option<String> {
    rewrite(text, |inside, _, character| match character {
        '\n' if inside => Some(Cow::Borrowed("\\n")),
        '\r' if inside => Some(Cow::Borrowed("\\r")),
        '\t' if inside => Some(Cow::Borrowed("\\t")),
        '\0'..='\u{1f}' if inside => Some(Cow::Owned(format!("\\u{:04x}", u32::from(character)))),
        _ => None,
    })
}

/// A comma before a closing bracket.
fn drop_trailing_commas(text: &str) -> Option<String> {
    rewrite(text, |inside, rest, character| {
        let closes = || rest.trim_start().starts_with(['}', ']']);
        (!inside && character == ',' && closes()).then_some(Cow::Borrowed(""))
    })
}

/// Rewrites `text` character by character; `change` sees whether the character is inside a string, and what follows it.
/// `None` if nothing changed.
fn rewrite(text: &str, change: impl Fn(bool, &str, char) -> Option<Cow<'static, str>>) -> Option<String> {
    let mut written = String::with_capacity(text.len());
    let (mut inside, mut escaped, mut changed) = (false, false, false);
    for (at, character) in text.char_indices() {
        let rest = text.get(at + character.len_utf8()..).unwrap_or("");
        match change(inside && !escaped, rest, character) {
            Some(new) => {
                changed = true;
                written.push_str(&new);
            }
            None => written.push(character),
        }
        if escaped {
            escaped = false;
        } else if inside && character == '\\' {
            escaped = true;
        } else if character == '"' {
            inside = !inside;
        }
    }
    changed.then_some(written)
}

/// Whether `text` is JSON of any kind.
pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_kept_repaired_or_left() {
        let check = |sent: &str, expected: &str| assert_eq!(settle(sent.to_owned()), expected, "{sent}");
        check(r#"{ "n": 1e3 }"#, r#"{ "n": 1e3 }"#);
        check("", "{}");
        check("null", "{}");
        check("```json\n{\"a\":1}\n```", r#"{"a":1}"#);
        check(r#""{\"a\":1}""#, r#"{"a":1}"#);
        check(r#"{}{"a":1}"#, r#"{"a":1}"#);
        check("{\"a\":\"x\ny\"}", r#"{"a":"x\ny"}"#);
        check(r#"{"a":[1,2,],}"#, r#"{"a":[1,2]}"#);
        check(r#"{"a":"b,}"}"#, r#"{"a":"b,}"}"#);
        check(r#"{"a":1}{"a":1}"#, r#"{"a":1}"#);
        check("{'a':'b'}", r#"{"a":"b"}"#);
        check("{'a':'it's'}", "{'a':'it's'}");
        check(r#"{"a":"\ud83d"}"#, r#"{"a":"\ufffd"}"#);
        check("{\"a\":\"1\n2\",}", r#"{"a":"1\n2"}"#);
        // More than one reading, or a part missing: not ours to guess.
        check(r#"{"a":1}{"b":2}"#, r#"{"a":1}{"b":2}"#);
        check(r#"{"path":"/tm"#, r#"{"path":"/tm"#);
        check("[1]", "[1]");
        check("rm -rf", "rm -rf");
    }

    #[test]
    fn a_vendor_that_wants_an_object_gets_one() {
        let check = |args: &str, expected: &str| assert_eq!(as_object(args).get(), expected);
        check(r#"{"a" : 1.0}"#, r#"{"a" : 1.0}"#);
        check("[1]", r#"{"arguments_that_were_no_object":"[1]"}"#);
        check("", r#"{"arguments_that_were_no_object":""}"#);
    }
}
