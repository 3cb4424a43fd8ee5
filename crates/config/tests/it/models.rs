//! Model references.

use crate::support::{Place, shown};
use reasonix_config::{ModelError, Overrides, ProjectFile, load};

const PROVIDERS: &str = "
[[providers]]
name = 'deepseek'
kind = 'openai'
base_url = 'https://a.example'
models = ['flash', 'pro']
default = 'pro'

[[providers]]
name = 'router'
kind = 'openai'
base_url = 'https://b.example'
models = ['deepseek/flash', 'deepseek/only-here', 'pro', 'router']
";

fn check(settings: &str, reference: Option<&str>, expected: Result<&str, &str>) {
    let loaded = Place::new().with_user(&format!("{settings}\n{PROVIDERS}")).load();
    let found = loaded.settings.resolve_model(reference).map(|model| model.to_string());
    let found = found.map_err(|error| shown(&[error.diagnostic()]).remove(0));
    assert_eq!(found.as_deref().map_err(String::as_str), expected, "{settings} {reference:?}");
}

#[test]
fn references_are_resolved() {
    check("", Some("deepseek"), Ok("deepseek/pro"));
    check("", Some("router"), Ok("router/deepseek/flash"));
    check("", Some("deepseek/flash"), Ok("deepseek/flash"));
    check("", Some("router/deepseek/flash"), Ok("router/deepseek/flash"));
    check("", Some("deepseek/only-here"), Ok("router/deepseek/only-here"));
    check("", Some("pro"), Ok("deepseek/pro"));
    check("", Some(" flash "), Ok("deepseek/flash"));
    check("default_model = 'flash'", None, Ok("deepseek/flash"));
    check("default_model = 'flash'", Some("router/pro"), Ok("router/pro"));
    check("default_model = 'flash'", Some(""), Ok("deepseek/flash"));
    check("", None, Ok("deepseek/pro"));
}

#[test]
fn unknown_references_list_what_there_is() {
    let known =
        "deepseek/flash, deepseek/pro, router/deepseek/flash, router/deepseek/only-here, router/pro, router/router";
    let misspelled =
        format!(r#"config_misspelled_model nearest="deepseek/flash" model="deepseek/flahs" known="{known}""#);
    check("", Some("deepseek/flahs"), Err(&misspelled));
    let unknown = format!(r#"config_unknown_model model="gpt" known="{known}""#);
    check("", Some("gpt"), Err(&unknown));
    let configured = format!("config.toml:1:1:{unknown}");
    check("default_model = 'gpt'", None, Err(&configured));
}

#[test]
fn without_providers_there_is_no_model() {
    let loaded = Place::new().with_user("default_model = 'x'").load();
    assert!(matches!(loaded.settings.resolve_model(None), Err(ModelError::NoModel)));
    assert!(matches!(loaded.settings.resolve_model(Some("y")), Err(ModelError::NoModel)));
}

#[test]
fn a_projects_model_that_nobody_serves_is_ignored() {
    let place = Place::new()
        .with_user(&format!("default_model = 'flash'\n{PROVIDERS}"))
        .with_project("\ndefault_model = 'theirs'");
    let loaded = place.load();
    assert_eq!(shown(&loaded.diagnostics), [r#"reasonix.toml:2:1:config_project_model_unserved model="theirs""#]);
    assert_eq!(loaded.settings.resolve_model(None).unwrap().to_string(), "deepseek/flash");
    let served = Place::new()
        .with_user(&format!("default_model = 'flash'\n{PROVIDERS}"))
        .with_project("default_model = 'router/pro'");
    assert_eq!(served.load().settings.resolve_model(None).unwrap().to_string(), "router/pro");
    let flag = load(&place.sources(), ProjectFile::Read, &Overrides::default().with("default_model", "pro"));
    assert_eq!(flag.settings.resolve_model(None).unwrap().to_string(), "deepseek/pro");
}
