//! Which layer wins, where values come from, and what happens to them on the way.

use crate::support::{PROVIDER, Place, shown};
use reasonix_config::{
    Confine, LanguageChoice, Origin, OutputLimit, Overrides, PermissionMode, ProjectFile, ProviderKind,
    ReasoningProtocol, Value, load,
};
use std::time::Duration;

#[test]
fn without_files_everything_is_default() {
    let loaded = Place::new().load();
    assert!(loaded.diagnostics.is_empty());
    assert!(loaded.effective().iter().all(|row| row.origin == Origin::Default));
    let settings = loaded.settings;
    assert_eq!(settings.language, LanguageChoice::Auto);
    assert_eq!(settings.tools.bash_timeout, Some(Duration::from_mins(2)));
    assert_eq!(settings.network.unreachable_window, Duration::from_secs(12));
    assert_eq!(settings.network.idle_timeout, Duration::from_mins(5));
    assert_eq!(settings.network.max_retries, 10);
    assert_eq!(settings.permissions.mode, PermissionMode::Ask);
    assert!(settings.environment.enabled && !settings.environment.offline);
}

#[cfg(unix)]
#[test]
fn the_higher_layer_wins_and_is_named() {
    let place = Place::new()
        .with_user("language = 'en'\n\n[agent]\ntemperature = 0.5\n[network]\nmax_retries = 3\n")
        .with_project("# ours\nlanguage = 'zh'\nagent = { temperature = 1 }\n");
    let overrides = Overrides::default().with("agent.temperature", 1.5);
    let loaded = load(&place.sources(), ProjectFile::Read, &overrides);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    assert_eq!(loaded.settings.language, LanguageChoice::Zh);
    assert!((loaded.settings.agent.temperature - 1.5).abs() < 1e-9);
    assert_eq!(loaded.settings.network.max_retries, 3);
    let check = |key: &str, expected: &str| {
        let folder = format!("{}/", place.folder.path().display());
        assert_eq!(loaded.origin(key).to_string().replace(&folder, ""), expected, "{key}");
    };
    check("language", "ws/reasonix.toml:2");
    check("agent.temperature", "flag");
    check("network.max_retries", "home/config.toml:6");
    check("network.idle_timeout_seconds", "default");

    let untrusted = load(&place.sources(), ProjectFile::Ignore, &Overrides::default());
    assert_eq!(untrusted.settings.language, LanguageChoice::En);
}

#[test]
fn a_wrong_value_leaves_the_layer_below() {
    let loaded = Place::new().with_user("network.max_retries = 3").with_project("network.max_retries = 'many'").load();
    assert_eq!(loaded.settings.network.max_retries, 3);
    assert!(loaded.into_result().is_err());
}

#[test]
fn warnings_do_not_stop_anything() {
    let (settings, warnings) =
        Place::new().with_user("tools.bash_timeout_seconds = -1\nnope = 1").load().into_result().unwrap();
    assert_eq!(settings.tools.bash_timeout, Some(Duration::from_mins(2)));
    assert_eq!(warnings.len(), 2);
}

#[test]
fn flags_are_checked_as_well() {
    let check = |key: &str, value: Value, expected: &str| {
        let place = Place::new();
        let loaded = load(&place.sources(), ProjectFile::Read, &Overrides::default().with(key, value));
        assert_eq!(shown(&loaded.diagnostics), [expected]);
    };
    check("language", "fr".into(), r#"config_not_one_of value="fr" allowed="auto, en, zh" key="language""#);
    check("langage", "en".into(), r#"config_misspelled_key key="langage" nearest="language""#);
    check(
        "agent.temperature",
        "hot".into(),
        r#"config_wrong_type key="agent.temperature" expected="number" found="string""#,
    );
}

#[cfg(unix)]
#[test]
fn paths_are_absolute_and_expanded() {
    let loaded = Place::new()
        .with_user("agent.system_prompt_file = 'prompt.md'\n[sandbox]\nallow_write = ['out', '~/x', '/tmp']\nforbid_read = ['${SET}/a', '${HOME}/.ssh', '${NO:-/b}', 'secrets']")
        .with_project("tools.shell.path = 'bin/sh'\nsandbox.workspace_root = 'sub'")
        .load();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let settings = &loaded.settings;
    let relative = |path: &std::path::Path| {
        path.to_string_lossy()
            .replace(&format!("{}/", settings.sandbox.workspace_root.parent().unwrap().parent().unwrap().display()), "")
    };
    assert_eq!(relative(&settings.sandbox.workspace_root), "ws/sub");
    assert_eq!(
        settings.sandbox.allow_write.iter().map(|path| relative(path)).collect::<Vec<_>>(),
        ["ws/out", "/home/u/x", "/tmp"]
    );
    assert_eq!(
        settings.sandbox.forbid_read.iter().map(|path| relative(path)).collect::<Vec<_>>(),
        ["/set/a", "/home/u/.ssh", "/b", "ws/secrets"]
    );
    assert_eq!(relative(settings.agent.system_prompt_file.as_deref().unwrap()), "home/prompt.md");
    assert_eq!(relative(settings.tools.shell.as_deref().unwrap()), "ws/bin/sh");
}

#[test]
fn of_two_prompts_the_higher_layers_is_meant() {
    let settings = Place::new()
        .with_user("agent.system_prompt = 'mine'")
        .with_project("agent.system_prompt_file = 'p.md'")
        .load()
        .settings;
    assert_eq!(settings.agent.system_prompt, None);
    assert!(settings.agent.system_prompt_file.is_some());
    let settings = Place::new()
        .with_user("agent.system_prompt_file = 'p.md'")
        .with_project("agent.system_prompt = 'ours'")
        .load()
        .settings;
    assert_eq!(settings.agent.read_system_prompt().unwrap().as_deref(), Some("ours"));
}

#[test]
fn prompt_files_are_read_or_refused() {
    let check = |project: bool, prepare: &dyn Fn(&Place), expected: Result<&str, &str>| {
        let text = "agent.system_prompt_file = 'p.md'";
        let place = if project { Place::new().with_project(text) } else { Place::new().with_user(text) };
        prepare(&place);
        let found = place.load().settings.agent.read_system_prompt();
        let found = found.as_ref().map(|text| text.as_deref().unwrap()).map_err(|problem| problem.code.as_str());
        assert_eq!(found, expected);
    };
    check(false, &|_| {}, Err("config_prompt_missing"));
    check(false, &|place| std::fs::write(place.locations.home.join("p.md"), "hello").unwrap(), Ok("hello"));
    check(
        false,
        &|place| std::fs::write(place.locations.home.join("p.md"), [b'a', 0xff]).unwrap(),
        Err("config_prompt_unreadable"),
    );
    check(
        false,
        &|place| std::fs::create_dir(place.locations.home.join("p.md")).unwrap(),
        Err("config_prompt_unreadable"),
    );
    #[cfg(unix)]
    check(
        true,
        &|place| {
            std::fs::write(place.locations.home.join("secret"), "x").unwrap();
            std::os::unix::fs::symlink(place.locations.home.join("secret"), place.workspace.join("p.md")).unwrap();
        },
        Err("config_path_outside"),
    );
    let outside = Place::new().with_project("agent.system_prompt_file = '../home/p.md'").load();
    assert_eq!(outside.diagnostics[0].code.as_str(), "config_path_outside");
}

#[test]
fn a_provider_in_full() {
    let loaded = Place::new()
        .with_user(
            r#"
[[providers]]
name = "deepseek"
display_name = "DeepSeek"
kind = "anthropic"
base_url = "https://api.deepseek.com/anthropic"
models_url = "https://api.deepseek.com/models"
models = ["flash", "pro"]
default = "pro"
api_key_env = "DEEPSEEK_API_KEY"
auth_header = true
headers = { X-Team = "secret" }
context_window = 1000
max_output_tokens = 0
price = { input = 1, output = 2.5 }
effort = "high"
reasoning_protocol = "deepseek"
no_proxy = true
extra_body = { top_k = 4, nested = { list = [1, "a", true] } }
[providers.prices.pro]
cache_hit = 0.1
input = 3
output = 4
currency = "CNY"
[providers.model_overrides.pro]
context_window = 0
max_output_tokens = -1
"#,
        )
        .load();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let [provider] = loaded.settings.providers.as_slice() else { panic!("one provider") };
    assert_eq!((provider.kind, provider.reasoning_protocol), (ProviderKind::Anthropic, ReasoningProtocol::DeepSeek));
    assert_eq!(provider.default_model, "pro");
    assert!(provider.bearer && provider.no_proxy);
    assert_eq!(
        serde_json::Value::from(provider.extra_body.clone()),
        serde_json::json!({ "top_k": 4, "nested": { "list": [1, "a", true] } })
    );
    let [flash, pro] = provider.models.as_slice() else { panic!("two models") };
    assert_eq!((flash.context_window, flash.output_limit), (Some(1000), OutputLimit::Automatic));
    assert_eq!((pro.context_window, pro.output_limit), (Some(0), OutputLimit::Omitted));
    let price = |model: &reasonix_config::ProviderModel| {
        model.price.as_ref().map(|price| (price.cache_hit, price.input, price.output, price.currency.clone()))
    };
    assert_eq!(price(flash), Some((1.0, 1.0, 2.5, "USD".to_owned())));
    assert_eq!(price(pro), Some((0.1, 3.0, 4.0, "CNY".to_owned())));

    assert!(!format!("{provider:?}").contains("secret"));
    let rows: Vec<_> = loaded.effective().into_iter().filter(|row| row.key == "providers.deepseek.headers").collect();
    assert_eq!(rows[0].value.as_ref().unwrap().to_string(), r#"{ X-Team = "***" }"#);
    assert!(rows[0].origin.to_string().ends_with("config.toml:2"));
}

#[test]
fn project_providers_come_first_and_replace_whole_entries() {
    let user = format!(
        "{PROVIDER}no_proxy = true\n[[providers]]\nname = 'own'\nkind = 'openai'\nbase_url = 'https://own.example'\nmodel = 'm'\n"
    );
    let project = "[[providers]]\nname = 'team'\nkind = 'script'\nscript = 's.json'\n\n[[providers]]\nname = 'p'\nkind = 'openai'\nbase_url = 'https://team.example'\nmodel = 'm2'\n";
    let loaded = Place::new().with_user(&user).with_project(project).load();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let found: Vec<_> = loaded
        .settings
        .providers
        .iter()
        .map(|provider| {
            (
                provider.name.as_str(),
                provider.models[0].name.as_str(),
                provider.no_proxy,
                provider.origin.place().unwrap().1,
            )
        })
        .collect();
    assert_eq!(found, [("team", "script", false, 1), ("p", "m2", false, 6), ("own", "m", false, 7)]);
    assert!(loaded.settings.providers[0].script.as_deref().unwrap().ends_with("ws/s.json"));
}

#[test]
fn a_key_of_the_users_is_not_sent_where_a_project_says() {
    let user = format!("{PROVIDER}api_key_env = 'KEY'\n");
    let check = |url: &str, more: &str, stranger: Option<&str>| {
        let project = user.replace("'p'", "'q'").replace("https://p.example", url) + more;
        let loaded = Place::new().with_user(&user).with_project(&project).load();
        let warning = stranger.map(|stranger| {
            format!(r#"reasonix.toml:1:1:config_project_uses_key provider="q" variable="KEY" recipient="{stranger}""#)
        });
        assert_eq!(shown(&loaded.diagnostics), Vec::from_iter(warning), "{url}");
        assert_eq!(loaded.settings.providers[0].key_withheld, stranger.is_some(), "{url}");
        assert!(!loaded.settings.providers[1].key_withheld);
    };
    check("https://P.example/v2", "", None);
    check("https://evil.example", "", Some("https://evil.example"));
    check("http://p.example", "", Some("http://p.example"));
    check("https://p.example.evil.example", "", Some("https://p.example.evil.example"));
    check("https://p.example:8443", "", Some("https://p.example:8443"));
    check("https://p.example", "models_url = 'https://evil.example/m'\n", Some("https://evil.example"));
    check("https://p.example", "request_url = 'https://evil.example/m'\n", Some("https://evil.example"));
}

#[test]
fn a_key_that_no_entry_of_the_users_sends_stays() {
    let project = format!("{PROVIDER}api_key_env = 'KEY'\n");
    let check = |user: &str, withheld: bool| {
        let loaded = Place::new().with_user(user).with_project(&project).load();
        assert_eq!(loaded.settings.providers[0].key_withheld, withheld, "{user}");
    };
    check("", true);
    check(&project.replace("KEY", "OTHER").replace("'p'", "'own'"), true);
    check(&project.replace("'p'", "'own'"), false);
}

#[test]
fn a_project_puts_walls_up_and_takes_none_down() {
    let check = |user: &str, project: &str, expected: (Confine, bool), warned: &[&str]| {
        let loaded = Place::new().with_user(user).with_project(project).load();
        assert_eq!((loaded.settings.sandbox.bash, loaded.settings.sandbox.network), expected, "{project}");
        assert_eq!(shown(&loaded.diagnostics), warned);
    };
    let loose = "[sandbox]\nbash = 'off'\nnetwork = true\n";
    let strict = "[sandbox]\nbash = 'enforce'\nnetwork = false\n";
    let warnings = [
        r#"reasonix.toml:2:1:config_project_loosens key="sandbox.bash""#,
        r#"reasonix.toml:3:1:config_project_loosens key="sandbox.network""#,
    ];
    check(strict, loose, (Confine::Enforce, false), &warnings);
    check("", loose, (Confine::Enforce, true), &warnings[..1]);
    check(loose, strict, (Confine::Enforce, false), &[]);
    check(loose, "", (Confine::Off, true), &[]);
}

#[test]
fn a_project_asks_more_and_not_less() {
    let check = |user: &str, project: &str, expected: (PermissionMode, bool)| {
        let section = |lines: &str| format!("[permissions]\n{lines}");
        let loaded = Place::new().with_user(&section(user)).with_project(&section(project)).load();
        let permissions = loaded.settings.permissions;
        assert_eq!((permissions.mode, permissions.allow_dynamic_bash), expected, "{project}");
    };
    check("", "mode = 'allow'\nallow_dynamic_bash = true\n", (PermissionMode::Ask, false));
    check("mode = 'deny'\n", "mode = 'allow'\n", (PermissionMode::Deny, false));
    check("mode = 'deny'\n", "mode = 'ask'\n", (PermissionMode::Deny, false));
    check("mode = 'allow'\n", "mode = 'deny'\n", (PermissionMode::Deny, false));
    check("allow_dynamic_bash = true\n", "allow_dynamic_bash = false\n", (PermissionMode::Ask, false));
}
