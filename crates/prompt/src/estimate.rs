//! How many tokens a text takes, about: for showing sizes. Nothing is decided by it; a vendor's own count is better
//! wherever there is one.

/// Characters of ASCII text that make one token.
const ASCII_CHARS: f64 = 4.0;
/// Of other scripts.
const OTHER_CHARS: f64 = 1.3;

/// The estimate for a text.
pub fn estimate_tokens(text: &str) -> u64 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let others = text.chars().count() - ascii;
    (ascii as f64 / ASCII_CHARS + others as f64 / OTHER_CHARS).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_differ() {
        assert_eq!(estimate_tokens(""), 0);
        assert_eq!(estimate_tokens("abcdefgh"), 2);
        assert_eq!(estimate_tokens("你好世界"), 4);
    }
}
