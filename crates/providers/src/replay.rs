//! Names, ids and texts of earlier messages in a form that every vendor takes back. A model may write any name; a
//! conversation that has such a name in it must not be refused for ever. All of it depends on the text alone, so that an
//! entry always encodes to the same bytes.

use std::borrow::Cow;

/// Stands where a message has nothing a vendor would take.
pub(crate) const EMPTY: &str = "(empty message)";
/// Stands where a tool gave no text.
pub(crate) const NO_OUTPUT: &str = "(no output)";

const MAX_NAME: usize = 64;
const MAX_ID: usize = 40;

/// `name` as a tool name: letters, digits, `_` and `-`, at most 64 of them.
pub(crate) fn tool_name(name: &str) -> Cow<'_, str> {
    if is_plain(name, MAX_NAME) {
        return name.into();
    }
    let plain: String = name.chars().take(MAX_NAME).map(|c| if is_plain_char(c) { c } else { '_' }).collect();
    if plain.is_empty() { "unnamed".into() } else { plain.into() }
}

/// `id` as the id of a call: as it is where it is plain and short, else a name made from its hash.
pub(crate) fn call_id(id: &str) -> Cow<'_, str> {
    if is_plain(id, MAX_ID) { id.into() } else { format!("call_{:016x}", fnv1a(id)).into() }
}

/// `text`, or `instead` where there is nothing in it to read.
pub(crate) fn text_or<'a>(text: &'a str, instead: &'a str) -> &'a str {
    if text.trim().is_empty() { instead } else { text }
}

fn is_plain(text: &str, max: usize) -> bool {
    (1..=max).contains(&text.len()) && text.chars().all(is_plain_char)
}

const fn is_plain_char(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// A hash that is the same in every process and version.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ids_become_acceptable() {
        assert_eq!(tool_name("mcp__web-search"), "mcp__web-search");
        assert_eq!(tool_name("rm -rf /\u{1b}"), "rm_-rf___");
        assert_eq!(tool_name(""), "unnamed");
        assert_eq!(tool_name(&"é".repeat(100)).len(), 64);
        assert_eq!(call_id("toolu_01A-b"), "toolu_01A-b");
        assert_eq!(call_id("bash:0"), call_id("bash:0"));
        assert_ne!(call_id("bash:0"), call_id("bash:1"));
        assert!(is_plain(&call_id(&"x".repeat(41)), MAX_ID));
    }
}
