//! The file of provider keys.

use crate::support::{Place, shown};
use proptest::prelude::*;
use reasonix_config::{ConfigError, LoadedSecrets, Secrets, set_secret, unset_secret};
use secrecy::{ExposeSecret, SecretString};
use std::{fs, path::Path};

fn with_mode(file: &Path, mode: u32) {
    #[cfg(unix)]
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
    #[cfg(not(unix))]
    let _ = (file, mode);
}

fn file_with(text: &str) -> (Place, std::path::PathBuf) {
    let place = Place::new();
    let file = place.locations.env_file();
    fs::write(&file, text).unwrap();
    with_mode(&file, 0o600);
    (place, file)
}

fn value(loaded: &LoadedSecrets, name: &str) -> Option<String> {
    loaded.secrets.get(name).map(|secret| secret.expose_secret().to_owned())
}

fn codes(error: &ConfigError) -> Vec<String> {
    shown(&error.diagnostics())
}

#[test]
fn keys_are_read() {
    let (_place, file) = file_with("# mine\nexport A='sk-a$b#c' # note\nB=old\nB=new\nC=\n");
    let loaded = Secrets::load(&file).unwrap();
    assert!(loaded.warnings.is_empty());
    assert_eq!(value(&loaded, "A").as_deref(), Some("sk-a$b#c"));
    assert_eq!(value(&loaded, "B").as_deref(), Some("new"));
    assert_eq!(value(&loaded, "C"), None);
    assert_eq!(value(&loaded, "PATH"), None);
    assert!(!format!("{loaded:?}").contains("sk-"));
}

#[test]
fn a_missing_file_holds_nothing() {
    let place = Place::new();
    assert_eq!(Secrets::load(&place.locations.env_file()).unwrap().secrets.names().count(), 0);
}

#[test]
fn broken_files_are_refused_without_their_content() {
    let check = |bytes: &[u8], expected: &[&str]| {
        let place = Place::new();
        fs::write(place.locations.env_file(), bytes).unwrap();
        let error = Secrets::load(&place.locations.env_file()).unwrap_err();
        assert_eq!(codes(&error), expected);
        assert!(!format!("{error} {error:?}").contains("secret"));
    };
    check(b"A=1\nsecret\n\nB='x' secret\nC=1", &[".env:2:1:env_syntax", ".env:4:1:env_syntax"]);
    check(b"A=1\nB=\"secret\nC=1\n", &[".env:2:1:env_syntax"]);
    check(
        b"A=secret$b#c\nB=${HOME}",
        &[r#".env:1:1:env_undefined variable="A""#, r#".env:2:1:env_undefined variable="B""#],
    );
    check(b"A=1\nB=secret\xff", &[r#".env:2:9:env_not_utf8 offset="12""#]);
    check(&vec![b'#'; 2_000_000], &[r#".env:env_too_large limit="1.0 MB""#]);
}

#[cfg(unix)]
#[test]
fn a_file_that_others_may_read_warns() {
    let (_place, file) = file_with("A=1");
    with_mode(&file, 0o644);
    assert_eq!(shown(&Secrets::load(&file).unwrap().warnings), [r#".env:env_mode mode="644""#]);
}

#[test]
fn setting_a_key_keeps_everything_else() {
    let check = |before: &str, name: &str, value: &str, expected: &str| {
        let (_place, file) = file_with(before);
        set_secret(&file, name, &SecretString::from(value)).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), expected);
    };
    check("", "A", "x", "A='x'\n");
    check("# top\n\nB=1", "A", "x", "# top\n\nB=1\nA='x'\n");
    check("# top\nA=old # note\nB=1\n", "A", "new", "# top\nA='new' # note\nB=1\n");
    check("export A = \"old\"\t# note\r\nB=1\r\n", "A", "it's", "export A = \"it's\"\t# note\r\nB=1\r\n");
    check("A=1\r\n", "B", "2", "A=1\r\nB='2'\r\n");
    check("A=first\nnot a line\nA=second\n", "A", "x", "A=first\nnot a line\nA='x'\n");
    check("A='two\nlines'\nB=1\n", "A", "x", "A='x'\nB=1\n");
    check("A=bad value here\nB=1\n", "A", "x", "A='x'\nB=1\n");
    check("\u{feff}A=1\n", "A", "2", "\u{feff}A='2'\n");
    check("# A was cleared\nB=1\n", "A", "x", "A='x'\nB=1\n");
    check("AB=1\n", "A", "a\\b\"c$d", "AB=1\nA=\"a\\\\b\\\"c\\$d\"\n");
}

#[test]
fn clearing_a_key_leaves_a_note() {
    let (_place, file) = file_with("# top\nA=1\nB=2\nA=3 # last\nC=4\n");
    assert!(unset_secret(&file, "A").unwrap());
    assert_eq!(fs::read_to_string(&file).unwrap(), "# top\nB=2\n# A was cleared\nC=4\n");
    assert!(!unset_secret(&file, "A").unwrap());
    assert!(!unset_secret(&file.with_file_name("none"), "A").unwrap());
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let check = |before: &str, name: &str, value: &str, expected: &str| {
        let (_place, file) = file_with(before);
        let error = set_secret(&file, name, &SecretString::from(value)).unwrap_err();
        assert_eq!(codes(&error), [expected]);
        assert_eq!(fs::read_to_string(&file).unwrap(), before);
    };
    check("", "1A", "x", r#"env_bad_name variable="1A""#);
    check("", "A B", "x", r#"env_bad_name variable="A B""#);
    check("", "A", "two\nlines", r#"env_bad_value variable="A""#);
    check("", "A", "", r#"env_bad_value variable="A""#);
    check("A=1\nB='open\nC=1\n", "A", "x", ".env:2:1:env_syntax");
}

#[cfg(unix)]
#[test]
fn a_written_file_is_its_owners_and_links_stay() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let real = place.folder.path().join("dotfiles/keys");
    fs::create_dir(real.parent().unwrap()).unwrap();
    fs::write(&real, "A=1\n").unwrap();
    with_mode(&real, 0o644);
    std::os::unix::fs::symlink(&real, place.locations.env_file()).unwrap();
    set_secret(&place.locations.env_file(), "A", &"2".into()).unwrap();
    assert!(place.locations.env_file().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), "A='2'\n");
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_dir(real.parent().unwrap()).unwrap().count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_value_comes_back(
        key in "[A-Z_][A-Z0-9_]{0,8}",
        secret in "[ -~你é\t]{1,24}",
        before in "([A-C]=[a-z]{0,4}\n|# [a-z' ]{0,6}\n|\n|bad line\n){0,5}",
    ) {
        let (_place, file) = file_with(&before);
        set_secret(&file, &key, &SecretString::from(secret.clone())).unwrap();
        let after = fs::read_to_string(&file).unwrap();
        let sound: String = after.lines().filter(|line| *line != "bad line").map(|line| format!("{line}\n")).collect();
        fs::write(&file, sound).unwrap();
        prop_assert_eq!(value(&Secrets::load(&file).unwrap(), &key), Some(secret));
        for line in before.lines().filter(|line| !line.starts_with(&format!("{key}="))) {
            prop_assert!(after.lines().any(|kept| kept == line));
        }
    }
}
