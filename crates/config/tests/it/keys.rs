//! The key table against what is made of it: no key without effect, and documents that name them all.

use crate::support::{PROVIDER, Place};
use reasonix_config::{Layer, json_schema, reference_markdown};

/// A value other than the default, for each key.
const CHANGED: &[(&str, &str)] = &[
    ("default_model", "m"),
    ("language", "zh"),
    ("agent.system_prompt", "x"),
    ("agent.system_prompt_file", "x"),
    ("agent.temperature", "0.7"),
    ("agent.plan_gate", "workflow"),
    ("agent.plan_mode_allowed_tools", "git"),
    ("agent.trusted_read_only_tools", "mcp__docs__search"),
    ("agent.repeat_reminder.thresholds", "[2, 4]"),
    ("agent.repeat_reminder.exclude", "[]"),
    ("agent.repeat_reminder.arguments_preview_chars", "0"),
    ("environment.enabled", "false"),
    ("environment.offline", "true"),
    ("tools.enabled", "bash"),
    ("tools.bash_timeout_seconds", "0"),
    ("tools.background_jobs.stalled_warning_seconds", "0"),
    ("tools.shell.path", "zsh"),
    ("sandbox.workspace_root", "sub"),
    ("sandbox.allow_write", "/tmp"),
    ("sandbox.forbid_read", "/secret"),
    ("sandbox.bash", "off"),
    ("sandbox.network", "false"),
    ("secrets.filter_subprocess_env", "true"),
    ("permissions.mode", "deny"),
    ("permissions.allow", "Bash(go test:*)"),
    ("permissions.ask", "['Bash(git push:*)', 'Edit(docs/)']"),
    ("permissions.deny", "Read(secret/**)"),
    ("permissions.allow_dynamic_bash", "true"),
    ("permissions.protected_paths", "*.lock"),
    ("permissions.credential_paths", "~/vault/"),
    ("network.connect_timeout_seconds", "3"),
    ("network.unreachable_window_seconds", "0"),
    ("network.idle_timeout_seconds", "7"),
    ("network.max_retries", "0"),
    ("network.proxy_mode", "off"),
    ("desktop.theme", "dark"),
    ("desktop.text_size", "120"),
    ("desktop.shortcuts", "{ palette = 'Mod+P' }"),
    ("serve.auth_mode", "password"),
    ("serve.token", "0123456789abcdef0123456789abcdef"),
    ("serve.password_hash", "$argon2id$v=19$x"),
    ("serve.behind_proxy", "true"),
    ("serve.expose", "['settings', 'posture']"),
    ("serve.hosts", "['box.example']"),
];

#[test]
fn every_key_changes_the_settings() {
    let listed: Vec<String> = Place::new().load().effective().into_iter().map(|row| row.key).collect();
    assert_eq!(listed, CHANGED.iter().map(|(key, _)| (*key).to_owned()).collect::<Vec<_>>());
    for (key, value) in CHANGED {
        let place = Place::new().with_user(PROVIDER);
        let before = place.load().settings;
        assert!(place.edit(Layer::User).set_typed(key, value).unwrap(), "{key}");
        let loaded = place.load();
        assert!(loaded.diagnostics.is_empty(), "{key}: {:?}", loaded.diagnostics);
        assert_ne!(loaded.settings, before, "{key} does nothing");
    }
}

#[test]
fn the_reference_names_every_key() {
    let reference = reference_markdown();
    for (key, _) in CHANGED {
        let name = key.rsplit('.').next().unwrap();
        assert!(reference.contains(&format!("| `{name}` |")), "{key}");
    }
    for heading in
        ["### Top of the file", "### `[tools.shell]`", "### `[[providers]]`", "### `[providers.prices.<model>]`"]
    {
        assert!(reference.contains(heading), "{heading}");
    }
    assert!(reference.contains("| `bash_timeout_seconds` | integer, 0 to 86400 | `120` |"));
    assert!(reference.contains("| `input` | number, 0 to 1000000 | required |"));
    assert!(reference.contains("| `thresholds` | list of integers, 2 to 1000000 | `[3, 5, 8]` |"));
    assert!(reference.contains("| `deny` | list of strings, joined | `[]` |"));
    assert!(reference.contains("### `[[permissions.rules]]`"));
}

#[test]
fn the_schema_follows_the_table() {
    let schema = json_schema();
    let at = |pointer: &str| schema.pointer(pointer).cloned().unwrap_or_default();
    assert_eq!(at("/properties/language/enum"), serde_json::json!(["auto", "en", "zh"]));
    assert_eq!(at("/properties/tools/properties/shell/properties/path/type"), "string");
    assert_eq!(at("/properties/network/properties/max_retries/maximum"), 100);
    assert_eq!(at("/properties/providers/items/required"), serde_json::json!(["name", "kind"]));
    assert_eq!(
        at("/properties/providers/items/properties/prices/additionalProperties/required"),
        serde_json::json!(["input", "output"])
    );
    assert_eq!(at("/properties/agent/additionalProperties"), false);
    let thresholds = at("/properties/agent/properties/repeat_reminder/properties/thresholds");
    let shown = ["/items/minimum", "/minItems", "/uniqueItems", "/default"].map(|pointer| thresholds.pointer(pointer));
    assert_eq!(serde_json::json!(shown), serde_json::json!([2, 1, true, [3, 5, 8]]));
    assert_eq!(at("/properties/permissions/properties/rules/items/required"), serde_json::json!(["tool", "decision"]));
    assert_eq!(at("/properties/permissions/properties/allow/items/type"), "string");
}
