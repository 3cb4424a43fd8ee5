//! The name under which a provider's key stands in `.env`.

use sha2::{Digest, Sha256};

/// The provider's name in upper case with `_API_KEY` behind it. A name that begins with a digit gets `CUSTOM_` in front;
/// one without any ASCII letter or digit is told apart by a hash.
pub fn key_name(provider: &str) -> String {
    let upper = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let name: String = provider.chars().map(upper).collect();
    let name = name.trim_matches('_');
    match name.chars().next() {
        None => {
            let digest = Sha256::digest(provider.as_bytes());
            let short = reasonix_stdx::random::to_hex(digest.get(..4).unwrap_or_default());
            format!("CUSTOM_{}_API_KEY", short.to_ascii_uppercase())
        }
        Some('0'..='9') => format!("CUSTOM_{name}_API_KEY"),
        Some(_) => format!("{name}_API_KEY"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_after_their_providers() {
        let check = |provider: &str, expected: &str| assert_eq!(key_name(provider), expected, "{provider}");
        check("deepseek", "DEEPSEEK_API_KEY");
        check("my-vendor.eu", "MY_VENDOR_EU_API_KEY");
        check("302ai", "CUSTOM_302AI_API_KEY");
        check("智谱", "CUSTOM_8BCEF512_API_KEY");
        check("-x-", "X_API_KEY");
    }
}
