//! Files that nobody wrote by hand.

use crate::support::{Place, shown};
use std::fs;

fn check(bytes: &[u8], expected: &[&str]) {
    let place = Place::new();
    fs::write(place.locations.config_file(), bytes).unwrap();
    assert_eq!(shown(&place.load().diagnostics), expected);
}

#[test]
fn encodings() {
    check(
        b"\xef\xbb\xbflanguage = 'fr'\r\n",
        &[r#"config.toml:1:12:config_not_one_of value="fr" allowed="auto, en, zh" key="language""#],
    );
    check(b"# \xe4\xb8\xad\nlanguage = 'e\xff'", &[r#"config.toml:2:14:config_not_utf8 offset="19""#]);
    check(b"\xff\xfel\0a\0", &[r#"config.toml:1:1:config_not_utf8 offset="0""#]);
    check(
        b"language = 'e\0n'",
        &[
            r#"config.toml:1:14:config_text_unreadable reason="invalid literal string, expected non-single-quote visible characters""#,
        ],
    );
    check(
        b"language = 'en'\r\n\r\nagent.temperature = 'x'\r\n",
        &[r#"config.toml:3:21:config_wrong_type key="agent.temperature" expected="number" found="string""#],
    );
    check(b"", &[]);
    check(b"\xef\xbb\xbf", &[]);
}

#[test]
fn sizes() {
    check(&vec![b'#'; 5_000_000], &[r#"config.toml:config_too_large limit="1.0 MB""#]);
    check(&[b"# ".as_slice(), &vec![b'x'; 1_000_000]].concat(), &[]);
    // Too many problems are counted, not listed.
    let many: String = (0..50_000).map(|index| format!("zz{index}=1\n")).collect();
    let place = Place::new().with_user(&many);
    let diagnostics = place.load().diagnostics;
    assert_eq!(diagnostics.len(), 101);
    assert!(shown(&diagnostics)[100].ends_with(r#"config_more_problems count="49900""#));
    let one_line =
        format!("agent = {{ {} }}", (0..50_000).map(|index| format!("zz{index}=1")).collect::<Vec<_>>().join(","));
    assert_eq!(Place::new().with_user(&one_line).load().diagnostics.len(), 101);
}

#[test]
fn depths() {
    for deep in [
        format!("a = {}", "[".repeat(300_000)),
        format!("a = {}", "{a=".repeat(100_000)),
        format!("{} = 1", vec!["a"; 100_000].join(".")),
        format!("[{}]", vec!["a"; 100_000].join(".")),
    ] {
        let diagnostics = Place::new().with_user(&deep).load().diagnostics;
        assert!(diagnostics.iter().any(|found| found.code.as_str() == "config_syntax"), "{:?}", shown(&diagnostics));
        assert!(diagnostics.len() < 30);
    }
}

#[test]
fn things_that_are_no_files() {
    let place = Place::new();
    fs::create_dir(place.locations.config_file()).unwrap();
    assert_eq!(shown(&place.load().diagnostics), [r#"config.toml:config_unreadable reason="not a regular file""#]);
}
