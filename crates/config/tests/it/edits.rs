//! Edits that keep what they do not change.

use crate::support::{PROVIDER, Place, shown};
use proptest::prelude::*;
use reasonix_config::{ConfigError, Layer, Value};

fn after(
    before: &str,
    edit: impl Fn(&reasonix_config::Edit<'_>) -> Result<bool, ConfigError>,
) -> Result<String, Vec<String>> {
    let place = Place::new().with_user(before);
    let changed = edit(&place.edit(Layer::User)).map_err(|error| shown(&error.diagnostics()))?;
    assert_eq!(changed, place.user_text() != before);
    Ok(place.user_text())
}

#[test]
fn a_key_is_set() {
    let check = |before: &str, key: &str, value: &str, expected: &str| {
        assert_eq!(after(before, |edit| edit.set_typed(key, value)).as_deref(), Ok(expected), "{before}");
    };
    let (key, value) = ("agent.temperature", "0.3");
    // Where it is.
    check("[agent]\ntemperature = 0.5   # warm\n", key, value, "[agent]\ntemperature = 0.3   # warm\n");
    check("agent . 'temperature'=1#x", key, value, "agent . 'temperature'=0.3#x");
    check(
        "agent = { temperature = 1 , system_prompt = 'a' } # t\n",
        key,
        value,
        "agent = { temperature = 0.3 , system_prompt = 'a' } # t\n",
    );
    check(
        "\u{feff}# c\r\n[agent]\r\ntemperature = 1 # x\r\n",
        key,
        value,
        "\u{feff}# c\r\n[agent]\r\ntemperature = 0.3 # x\r\n",
    );
    check(
        "[agent]\nsystem_prompt = \"\"\"\ntwo\nlines\"\"\" # p\n# z\n",
        "agent.system_prompt",
        "one",
        "[agent]\nsystem_prompt = \"one\" # p\n# z\n",
    );
    // Beside its neighbours.
    check(
        "[agent]\n  system_prompt = 'a' # p\n# after\n\n[tools]\n",
        key,
        value,
        "[agent]\n  system_prompt = 'a' # p\n  temperature = 0.3\n# after\n\n[tools]\n",
    );
    check("[agent] # head\n# inner\n[tools]\n", key, value, "[agent] # head\ntemperature = 0.3\n# inner\n[tools]\n");
    check(
        "agent.system_prompt = 'a'\nlanguage = 'en'",
        key,
        value,
        "agent.system_prompt = 'a'\nagent.temperature = 0.3\nlanguage = 'en'",
    );
    check("agent = { system_prompt = 'a' }\n", key, value, "agent = { system_prompt = 'a' , temperature = 0.3 }\n");
    check("agent = {}\n", key, value, "agent = { temperature = 0.3 }\n");
    check(
        "tools.bash_timeout_seconds = 1\n",
        "tools.shell.path",
        "zsh",
        "tools.bash_timeout_seconds = 1\ntools.shell.path = \"zsh\"\n",
    );
    check(
        "language = 'en'\n\n# a\n[agent]\n",
        "default_model",
        "m",
        "language = 'en'\ndefault_model = \"m\"\n\n# a\n[agent]\n",
    );
    check(
        "tools.enabled = [\n 'a',\n]\r\n",
        "tools.bash_timeout_seconds",
        "1",
        "tools.enabled = [\n 'a',\n]\r\ntools.bash_timeout_seconds = 1\r\n",
    );
    // In a new section.
    check("", key, value, "[agent]\ntemperature = 0.3\n");
    check("# only a comment", key, value, "# only a comment\n\n[agent]\ntemperature = 0.3\n");
    check("[tools]\nenabled = []\n# end\n", key, value, "[tools]\nenabled = []\n# end\n\n[agent]\ntemperature = 0.3\n");
    check(
        "[tools.shell]\npath = 'a'\n",
        "tools.bash_timeout_seconds",
        "1",
        "[tools.shell]\npath = 'a'\n\n[tools]\nbash_timeout_seconds = 1\n",
    );
    check(
        "[tools]\r\nenabled = []\r\n",
        "tools.shell.path",
        "a",
        "[tools]\r\nenabled = []\r\n\r\n[tools.shell]\r\npath = \"a\"\r\n",
    );
    // At the top.
    check("", "language", "en", "language = \"en\"\n");
    check("# title\n\n# about\n[agent]\n", "language", "en", "# title\n\nlanguage = \"en\"\n\n# about\n[agent]\n");
    check("# about\n[agent]\n", "language", "en", "language = \"en\"\n\n# about\n[agent]\n");
    check("\u{feff}[agent]\n", "language", "en", "\u{feff}language = \"en\"\n\n[agent]\n");
    check("# only a comment", "language", "en", "# only a comment\nlanguage = \"en\"\n");
    // Lists keep their lines.
    check(
        "[sandbox]\nallow_write = [\r\n  '/a', # one\r\n  '/b' # two\r\n] # end\r\n",
        "sandbox.allow_write",
        "['/a', '/b', '/c']",
        "[sandbox]\nallow_write = [\r\n  '/a', # one\r\n  '/b', # two\r\n  \"/c\"\r\n] # end\r\n",
    );
    // Nothing to do.
    check("language = \"en\" # same\n", "language", "en", "language = \"en\" # same\n");
}

#[test]
fn a_list_is_added_to() {
    let check = |before: &str, expected: &str| {
        let (added, otherwise) = (["/c".to_owned()], ["/u".to_owned()]);
        let edited = after(before, |edit| edit.add_to_list("sandbox.allow_write", &added, &otherwise));
        assert_eq!(edited.as_deref(), Ok(expected), "{before}");
    };
    check("", "[sandbox]\nallow_write = [\"/u\", \"/c\"]\n");
    check("# mine\n[sandbox] # s\n", "# mine\n[sandbox] # s\nallow_write = [\"/u\", \"/c\"]\n");
    check("[sandbox]\nallow_write = ['out'] # o\n", "[sandbox]\nallow_write = [\"out\", \"/c\"] # o\n");
    check(
        "[sandbox]\nallow_write = [\n  'out', # relative\n]\n",
        "[sandbox]\nallow_write = [\n  'out', # relative\n  \"/c\",\n]\n",
    );
    check("[sandbox]\nallow_write = ['/c']\n", "[sandbox]\nallow_write = ['/c']\n");
    let broken = after("[sandbox\n", |edit| edit.add_to_list("sandbox.allow_write", &["/c".to_owned()], &[]));
    assert!(broken.is_err());
}

#[test]
fn a_key_is_removed() {
    let check = |before: &str, key: &str, expected: &str| {
        assert_eq!(after(before, |edit| edit.unset(key)).as_deref(), Ok(expected), "{before}");
    };
    check(
        "# a\n[agent] # h\n# above\ntemperature = 1 # t\n# below\n",
        "agent.temperature",
        "# a\n[agent] # h\n# above\n# below\n",
    );
    check("agent.temperature = 1\nlanguage = 'en'", "agent.temperature", "language = 'en'");
    check("language = 'en'", "language", "");
    check("agent = { temperature = 1, system_prompt = 'a' }", "agent.temperature", "agent = { system_prompt = 'a' }");
    check("[sandbox]\nallow_write = [\n 'a',\n 'b'\n]\n# z\n", "sandbox.allow_write", "[sandbox]\n# z\n");
    check("language = 'en'\n", "agent.temperature", "language = 'en'\n");
}

#[test]
fn a_bad_edit_changes_nothing() {
    let check = |before: &str, key: &str, value: &str, expected: &str| {
        assert_eq!(after(before, |edit| edit.set_typed(key, value)), Err(vec![expected.to_owned()]), "{before}");
    };
    check(
        "x = = 1",
        "language",
        "en",
        r#"config.toml:1:5:config_value_unreadable reason="extra `=`, expected nothing""#,
    );
    check("", "langage", "en", r#"config.toml:config_misspelled_key key="langage" nearest="language""#);
    check("", "language", "fr", r#"config_not_one_of value="fr" allowed="auto, en, zh" key="language""#);
    check(
        "",
        "agent.temperature",
        "hot",
        r#"config_wrong_type key="agent.temperature" expected="number" found="string""#,
    );
    check("", "agent.temperature", "3", r#"config_out_of_range key="agent.temperature" value="3" min="0" max="2""#);
    check("", "language", "", r#"config_empty key="language""#);
    check("", "providers", "[]", r#"config.toml:config_not_a_value key="providers""#);
    check("", "sandbox.forbid_read", "~/.ssh", r#"config_tilde key="sandbox.forbid_read" value="~/.ssh""#);
    check(
        "agent = 3",
        "agent.temperature",
        "1",
        r#"config.toml:1:9:config_wrong_type key="agent" expected="table" found="integer""#,
    );
    check(
        "agent.system_prompt = 'a'",
        "agent.system_prompt_file",
        "b",
        r#"config.toml:config_conflict key="agent.system_prompt_file" other="agent.system_prompt""#,
    );
}

#[test]
fn other_errors_of_the_file_do_not_block_an_edit() {
    let before = "language = 'fr'\n[agent]\ntemperature = 'x'\n";
    assert_eq!(
        after(before, |edit| edit.set_typed("language", "zh")).unwrap(),
        "language = \"zh\"\n[agent]\ntemperature = 'x'\n"
    );
}

#[test]
fn files_are_created_and_links_stay() {
    let place = Place::new();
    assert!(place.edit(Layer::Project).set("language", &"zh".into()).unwrap());
    assert_eq!(
        place.load().origin("language").to_string(),
        format!("{}:1", place.workspace.join("reasonix.toml").display())
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let real = place.folder.path().join("real.toml");
        std::fs::write(&real, "").unwrap();
        std::fs::set_permissions(&real, PermissionsExt::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&real, place.locations.config_file()).unwrap();
        assert!(place.edit(Layer::User).set("language", &"en".into()).unwrap());
        assert!(place.locations.config_file().is_symlink());
        assert_eq!(std::fs::read_to_string(&real).unwrap(), "language = \"en\"\n");
        assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    }
}

#[test]
fn providers_are_added_and_changed() {
    let check = |before: &str, name: &str, changes: &[(&str, Option<Value>)], expected: Result<&str, &str>| {
        let found = after(before, |edit| edit.set_provider(name, changes));
        assert_eq!(found.as_deref().map_err(|found| found.join("\n")), expected.map_err(str::to_owned), "{before}");
    };
    let new = [("kind", Some("script".into())), ("script", Some("s.json".into()))];
    let added = "[[providers]]\nname = \"n\"\nkind = \"script\"\nscript = \"s.json\"\n";
    check("", "n", &new, Ok(added));
    let noted = format!("{PROVIDER}# about p\n\n[tools] # t\n");
    check(&noted, "n", &new, Ok(&format!("{noted}\n{added}")));
    check(
        &format!("# top\n{}", PROVIDER.replace("'m'", "'m' # the model")),
        "p",
        &[("model", Some("m2".into())), ("no_proxy", Some(true.into()))],
        Ok(&format!("# top\n{}no_proxy = true\n", PROVIDER.replace("'m'", "\"m2\" # the model"))),
    );
    let prices = Value::Table(vec![(
        "m".into(),
        Value::Table(vec![("input".into(), 1.5.into()), ("output".into(), 2.0.into())]),
    )]);
    check(
        &format!("{PROVIDER}# prices\n[providers.prices.m] # gone\ninput = 1\noutput = 2\n\n[tools]\n"),
        "p",
        &[("prices", Some(prices))],
        Ok(&format!("{PROVIDER}prices = {{ m = {{ input = 1.5, output = 2.0 }} }}\n# prices\n\n[tools]\n")),
    );
    check(&format!("{PROVIDER}no_proxy = true # x\n"), "p", &[("no_proxy", None)], Ok(PROVIDER));
    check(
        "providers = [ { name = 'a', kind = 'script', script = 'x' } ] # all\n",
        "a",
        &[("script", Some("y".into()))],
        Ok("providers = [ { name = 'a', kind = 'script', script = \"y\" } ] # all\n"),
    );
    check(
        "",
        "n",
        &[("kind", Some("script".into()))],
        Err(r#"config.toml:config_missing_field key="providers.n" missing="script""#),
    );
    check(
        PROVIDER,
        "p",
        &[("kid", Some("x".into()))],
        Err(r#"config_misspelled_key key="providers.p.kid" nearest="providers.p.kind""#),
    );
    check(
        PROVIDER,
        "p",
        &[("base_url", Some("x".into()))],
        Err(r#"config.toml:config_bad_url key="providers.p.base_url""#),
    );
    check(
        "providers = 3",
        "p",
        &[],
        Err(r#"config.toml:1:13:config_wrong_type key="providers" expected="array of tables" found="integer""#),
    );
}

#[test]
fn fields_of_providers_have_dotted_names() {
    let check = |key: &str, value: Option<&str>, expected: Result<&str, &str>| {
        let found = after(PROVIDER, |edit| match value {
            Some(value) => edit.set_typed(key, value),
            None => edit.unset(key),
        });
        assert_eq!(found.as_deref().map_err(|found| found.join("\n")), expected.map_err(str::to_owned), "{key}");
    };
    check("providers.p.model", Some("4"), Ok(&PROVIDER.replace("'m'", "\"4\"")));
    check("providers.p.no_proxy", Some("true"), Ok(&format!("{PROVIDER}no_proxy = true\n")));
    check(
        "providers.p.no_proxy",
        Some("yes"),
        Err(r#"config.toml:config_wrong_type key="providers.p.no_proxy" expected="boolean" found="string""#),
    );
    check(
        "providers.p.modl",
        Some("x"),
        Err(r#"config_misspelled_key key="providers.p.modl" nearest="providers.p.model""#),
    );
    check("providers.p.model", None, Err(r#"config.toml:config_missing_field key="providers.p" missing="model""#));
    check(
        "providers.other.model",
        Some("x"),
        Err(r#"config.toml:config_missing_field key="providers.other" missing="kind""#),
    );
}

/// Files in the ways people write them.
const TEMPLATES: &[&str] = &[
    "",
    "# title\n\nlanguage = 'en' # lang\n\n[agent]\n# warm\ntemperature = 0.5   # t\n\n[tools] # tools\nenabled = [ 'a', 'b' ]\n# end\n",
    "\u{feff}# dos\r\n[agent]\r\n\ttemperature = 1 # t\r\n\r\n[sandbox]\r\nallow_write = [\r\n  '/a', # a\r\n  # b\r\n  '/b',\r\n]\r\n",
    "agent.temperature = 1\nlanguage = 'en'\nagent.system_prompt = '''\nx # no comment\n'''\nnetwork = { max_retries = 3 } # n",
    "[tools.shell] # shell first\npath = 'zsh'\n[network]\n# nothing\n[tools]\n  bash_timeout_seconds = 9\n",
    "[[providers]]\nname = 'p' # p\nkind = 'script'\nscript = 'x'\n\n  # indented\n  [providers.headers]\n  X-A = 'b'\n# last",
];

const EDITS: &[(&str, &[&str])] = &[
    ("language", &["'zh'", "'auto'"]),
    ("default_model", &["'p'", "'it''s'"]),
    ("agent.temperature", &["0.25", "2"]),
    ("network.max_retries", &["0", "7"]),
    ("tools.bash_timeout_seconds", &["5"]),
    ("tools.shell.path", &["'/bin/sh'"]),
    ("tools.enabled", &["[]", "['b', 'c']", "['a','b','d']"]),
    ("sandbox.allow_write", &["['/b']", "['/a', '/b', '/c']"]),
];

/// The comments of a file in their order.
fn comments(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.split_once('#').map(|(_, comment)| comment.trim_end().to_owned())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever is edited and in whatever order, the key has its value, nothing else changes its value or its comment.
    #[test]
    fn edits_touch_one_key_only(template in 0..TEMPLATES.len(), steps in prop::collection::vec((0..EDITS.len(), 0..4_usize), 1..6)) {
        let place = Place::new().with_user(TEMPLATES[template]);
        for (which, choice) in steps {
            let (key, values) = EDITS[which];
            let before = (place.user_text(), place.load());
            let removed = choice >= values.len();
            if removed {
                place.edit(Layer::User).unset(key).unwrap();
            } else {
                place.edit(Layer::User).set_typed(key, values[choice].trim_matches('\'')).unwrap();
            }
            let after = (place.user_text(), place.load());
            prop_assert!(after.1.diagnostics.is_empty(), "{:?}\n{}", after.1.diagnostics, after.0);
            let values = |loaded: &reasonix_config::Loaded| {
                loaded.effective().into_iter().filter(|row| row.key != key).map(|row| (row.key, row.value)).collect::<Vec<_>>()
            };
            prop_assert_eq!(values(&before.1), values(&after.1), "{}", after.0);
            let kept = comments(&after.0);
            let expected = comments(&before.0);
            let dropped = expected.iter().filter(|comment| !kept.contains(comment)).count();
            // A removed key or list element takes the comment on its own line along.
            prop_assert!(dropped == 0 || removed || key.contains("allow_write"), "{}\n---\n{}", before.0, after.0);
            prop_assert!(dropped <= 2);
            prop_assert_eq!(after.0.contains('\u{feff}'), before.0.contains('\u{feff}'));
            let is_dos = |text: &str| text.contains("\r\n") && !text.replace("\r\n", "").contains('\n');
            prop_assert!(!is_dos(&before.0) || is_dos(&after.0), "{:?}", after.0);
        }
    }
}

#[test]
fn a_name_below_a_key_is_edited_alone() {
    let place = Place::new().with_user("[desktop.shortcuts]\npalette = \"Mod+K\" # mine\n");
    let edit = place.edit(Layer::User);
    assert!(edit.set_typed("desktop.shortcuts.search", "Mod+Shift+F").unwrap());
    let shown = place.load().seen_from(Layer::User, "desktop.shortcuts.search").unwrap();
    assert_eq!(shown.value, Some("Mod+Shift+F".into()));
    assert_eq!(
        std::fs::read_to_string(edit.file()).unwrap(),
        "[desktop.shortcuts]\npalette = \"Mod+K\" # mine\nsearch = \"Mod+Shift+F\"\n"
    );
    assert!(edit.unset("desktop.shortcuts.palette").unwrap());
    assert_eq!(std::fs::read_to_string(edit.file()).unwrap(), "[desktop.shortcuts]\nsearch = \"Mod+Shift+F\"\n");
    assert!(place.edit(Layer::Project).set_typed("desktop.shortcuts.search", "x").is_err());
}

#[test]
fn words_are_checked_and_secrets_are_not_shown() {
    let place = Place::new().with_user("[serve]\nexpose = ['posture', 'all', 'posture']\ntoken = 'abc'\n");
    let loaded = place.load();
    let codes: Vec<&str> = loaded.diagnostics.iter().map(|found| found.code.as_str()).collect();
    assert_eq!(codes, ["config_not_one_of", "config_duplicate"]);
    assert!(!format!("{:?}", loaded.settings.serve).contains("abc"));
    let row = loaded.effective().into_iter().find(|row| row.key == "serve.token").unwrap();
    assert_eq!(row.value, Some("***".into()));
}

#[test]
fn a_whole_file_is_replaced_only_from_its_newest_text() {
    let place = Place::new().with_user("# mine\nlanguage = \"zh\"\n");
    let edit = place.edit(Layer::User);
    let whole = edit.read().unwrap();
    assert_eq!(whole.text, "# mine\nlanguage = \"zh\"\n");
    let saved = edit.replace("# mine\nlanguage = \"en\"\n", &whole.revision).unwrap();
    assert_eq!((place.user_text().as_str(), saved == edit.read().unwrap()), ("# mine\nlanguage = \"en\"\n", true));
    let stale = edit.replace("", &whole.revision).unwrap_err();
    assert_eq!(stale.diagnostics()[0].code.as_str(), "config_stale");
    assert_eq!(place.user_text(), "# mine\nlanguage = \"en\"\n");
}

#[test]
fn a_provider_is_removed_with_its_lines() {
    let check = |before: &str, expected: &str| {
        assert_eq!(after(before, |edit| edit.remove_provider("b")).as_deref(), Ok(expected), "{before}");
    };
    let entry = |name: &str| {
        format!("[[providers]]\nname = \"{name}\"\nkind = \"openai\"\nbase_url = \"http://x/v1\"\nmodel = \"m\"\n")
    };
    let (a, b, c) = (entry("a"), entry("b"), entry("c"));
    check(&format!("# top\n{a}\n{b}\n# about c\n{c}"), &format!("# top\n{a}\n# about c\n{c}"));
    check(&format!("{b}[providers.price]\ninput = 1\noutput = 2\n\n{a}"), &a);
    check(&a, &a);
    check("", "");
}

#[test]
fn a_list_of_rules_tells_the_line_of_each() {
    let place = Place::new().with_user("[permissions]\nallow = [\n  'Bash(ls)',\n\n  'Read(x)',\n]\n");
    let row = place.load().effective().into_iter().find(|row| row.key == "permissions.allow").unwrap();
    assert_eq!(row.lines, [3, 5]);
}
