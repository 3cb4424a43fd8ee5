//! The grants of a project: kept in order, never lost to another process, and left alone when they cannot be read.

use reasonix_store::{GrantFile, SessionStore, StoreError};
use std::{fs, path::Path};
use tempfile::TempDir;

const WORKSPACE: &str = "/home/u/my project";

fn place() -> (TempDir, GrantFile) {
    let state = tempfile::tempdir().unwrap();
    let file = GrantFile::new(&state.path().join("state"), Path::new(WORKSPACE));
    (state, file)
}

fn rules(file: &GrantFile) -> Vec<String> {
    file.load().unwrap().into_iter().map(|grant| grant.rule).collect()
}

fn owned(rules: &[&str]) -> Vec<String> {
    rules.iter().map(|rule| (*rule).to_owned()).collect()
}

/// Puts a text where the grants stand.
fn write(file: &GrantFile, text: &str) {
    fs::create_dir_all(file.path().parent().unwrap()).unwrap();
    fs::write(file.path(), text).unwrap();
}

#[test]
fn grants_are_kept_in_order_and_once() {
    let (state, file) = place();
    assert_eq!(rules(&file), [""; 0]);
    assert!(!file.add(&[]).unwrap());
    assert!(!state.path().join("state").exists(), "looking makes nothing");

    assert!(file.add(&owned(&["Bash=make test", "Edit=/a\n\"b\"", "Bash=make test"])).unwrap());
    assert!(file.add(&owned(&["Bash=ls", "Edit=/a\n\"b\""])).unwrap());
    assert!(!file.add(&owned(&["Bash=ls"])).unwrap());
    assert_eq!(rules(&file), ["Bash=make test", "Edit=/a\n\"b\"", "Bash=ls"]);
    let grants = file.load().unwrap();
    assert!(grants[0].at > 0 && grants[2].at >= grants[0].at);

    let text: serde_json::Value = serde_json::from_str(&fs::read_to_string(file.path()).unwrap()).unwrap();
    assert_eq!((&text["version"], &text["workspace"]), (&1.into(), &WORKSPACE.into()));
    assert_eq!(text["grants"][0]["rule"], "Bash=make test");
}

#[test]
fn a_grant_is_forgotten_by_its_number() {
    let (_state, file) = place();
    let refused = |index| match file.forget(index) {
        Err(StoreError::NoGrant { index, count, .. }) => (index, count),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(1), (1, 0));
    file.add(&owned(&["a", "b", "c"])).unwrap();
    assert_eq!((refused(0), refused(4), refused(usize::MAX)), ((0, 3), (4, 3), (usize::MAX, 3)));
    assert_eq!(file.forget(2).unwrap().rule, "b");
    assert_eq!(rules(&file), ["a", "c"]);
    assert_eq!(file.forget(2).unwrap().rule, "c");
    assert_eq!(file.forget(1).unwrap().rule, "a");
    assert_eq!(rules(&file), [""; 0]);
}

#[test]
fn a_project_has_its_own_file_beside_its_sessions() {
    let state = tempfile::tempdir().unwrap();
    let workspace = Path::new(WORKSPACE);
    let file = GrantFile::new(state.path(), workspace);
    let session = SessionStore::new(state.path().join("sessions")).create(workspace).unwrap();
    let project = session.journal.parent().unwrap().file_name().unwrap();
    assert_eq!(file.path(), state.path().join("projects").join(project).join("grants.json"));
    GrantFile::new(state.path(), Path::new("/elsewhere/my project")).add(&owned(&["a"])).unwrap();
    assert_eq!(rules(&file), [""; 0]);
}

#[test]
fn what_cannot_be_relied_on_is_refused_and_left_alone() {
    let check = |text: &str, expected: &str| {
        let (_state, file) = place();
        write(&file, text);
        let codes = [file.load().map(|_| ()), file.add(&owned(&["x"])).map(|_| ()), file.forget(1).map(|_| ())]
            .map(|result| result.unwrap_err().problem());
        for problem in &codes {
            assert_eq!(problem.code, expected, "{text}");
            assert_eq!(problem.params["path"], file.path().display().to_string());
        }
        assert_eq!(fs::read_to_string(file.path()).unwrap(), text, "never rewritten");
        codes[0].params.clone()
    };
    let grants = |grants: &str| format!(r#"{{"version":1,"workspace":"{WORKSPACE}","grants":[{grants}]}}"#);
    for text in ["", "{", "[]", "null", r#"{"version":"1"}"#, r#"{"version":1}"#, "\u{feff}{}"] {
        check(text, "grants_corrupt");
    }
    check(&grants(r#"{"rule":"a"}"#), "grants_corrupt");
    check(&grants(r#"{"rule":"a","at":-1}"#), "grants_corrupt");
    check(&grants(r#"{"rule":"a","at":1,"until":2}"#), "grants_corrupt");
    check(&grants("").replace("grants", "grant"), "grants_corrupt");
    let params = check(r#"{"version":2,"anything":["new"]}"#, "grants_newer_version");
    assert_eq!(params["version"], "2");
    let params = check(&grants("").replace(WORKSPACE, "/other"), "grants_other_workspace");
    assert_eq!(params["workspace"], "/other");

    let (_state, file) = place();
    fs::create_dir_all(file.path()).unwrap();
    assert_eq!(file.load().unwrap_err().problem().code, "store_io");
    assert_eq!(file.add(&owned(&["x"])).unwrap_err().problem().code, "store_io");
}

/// Each adder opens the lock's file for itself, and the lock belongs to what was opened, so that threads stand for
/// processes here.
#[test]
fn adding_at_once_loses_nothing() {
    let (state, file) = place();
    std::thread::scope(|scope| {
        for adder in ["left", "right"] {
            let file = GrantFile::new(&state.path().join("state"), Path::new(WORKSPACE));
            scope.spawn(move || {
                for number in 0..200 {
                    file.add(&[format!("{adder} {number}"), "shared".to_owned()]).unwrap();
                }
            });
        }
        // Whoever reads meanwhile sees a whole file.
        for _ in 0..50 {
            file.load().unwrap();
        }
    });
    let rules = rules(&file);
    assert_eq!(rules.len(), 401);
    for adder in ["left", "right"] {
        let own: Vec<&String> = rules.iter().filter(|rule| rule.starts_with(adder)).collect();
        assert_eq!(
            own,
            (0..200).map(|number| format!("{adder} {number}")).collect::<Vec<_>>().iter().collect::<Vec<_>>()
        );
    }
    let mut left: Vec<_> =
        fs::read_dir(file.path().parent().unwrap()).unwrap().map(|e| e.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["grants.json", "grants.lock"], "no drafts are left behind");
}

#[test]
fn an_open_session_notices_a_change() {
    let (_state, file) = place();
    let mut stamp = file.stamp();
    let mut check = |what: &str, act: &dyn Fn(), expected: bool| {
        act();
        assert_eq!(file.changed_since(&stamp), expected, "{what}");
        stamp = file.stamp();
        assert!(!file.changed_since(&stamp));
    };
    check("nothing", &|| (), false);
    check("made", &|| assert!(file.add(&owned(&["a"])).unwrap()), true);
    check("known already", &|| assert!(!file.add(&owned(&["a"])).unwrap()), false);
    check("added", &|| assert!(file.add(&owned(&["b"])).unwrap()), true);
    // The same length, at the same time as far as coarse clocks tell.
    check(
        "one for another",
        &|| {
            file.forget(1).unwrap();
            file.add(&owned(&["a"])).unwrap();
        },
        true,
    );
    check("read", &|| assert_eq!(rules(&file), ["b", "a"]), false);
    check("removed", &|| fs::remove_file(file.path()).unwrap(), true);
}

#[cfg(unix)]
#[test]
fn everything_is_the_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (state, file) = place();
    file.add(&owned(&["a"])).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let project = file.path().parent().unwrap();
    assert_eq!((mode(file.path()), mode(&file.path().with_extension("lock"))), (0o600, 0o600));
    for folder in [project, project.parent().unwrap(), &state.path().join("state")] {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
    // Whatever somebody made of it meanwhile.
    fs::set_permissions(file.path(), PermissionsExt::from_mode(0o644)).unwrap();
    file.add(&owned(&["b"])).unwrap();
    assert_eq!(mode(file.path()), 0o600);
}
