//! The configuration as text, and changes of it while sessions are open.

use crate::support::{Place, Process, said};
use reasonix_protocol::{
    Body, Command, Decision, Op, Problem, Reply, Secret, Signal,
    command::{
        ConfigFileParams, ConfigFileReply, ConfigLayer, ConfigSaveParams, ConfigSetParams, ConfigTextParams, Grant,
        PermissionsForgetParams, ProviderEntry, ProviderModelsParams, ProviderRemoveParams, ProviderSaveParams,
        SessionChoice, Wire,
    },
};
use reasonix_testkit::{Call, ModelServer, Turn};
use serde_json::json;

async fn file(process: &Process, layer: ConfigLayer) -> ConfigFileReply {
    match process.call(Command::ConfigFile(ConfigFileParams { layer })).await.unwrap() {
        Reply::ConfigFile(reply) => reply,
        other => panic!("{other:?}"),
    }
}

async fn save(process: &Process, text: &str, revision: &str) -> Result<ConfigFileReply, Problem> {
    let params = ConfigSaveParams { layer: ConfigLayer::User, text: text.into(), revision: revision.into() };
    match process.call(Command::ConfigSave(params)).await? {
        Reply::ConfigFile(reply) => Ok(reply),
        other => panic!("{other:?}"),
    }
}

fn places(problems: &[Problem]) -> Vec<(&str, &str, &str)> {
    problems
        .iter()
        .map(|problem| {
            let of = |name: &str| problem.params.get(name).map_or("", String::as_str);
            (problem.code.as_str(), of("line"), of("column"))
        })
        .collect()
}

async fn config_told(signals: &mut crate::support::Watching) -> Vec<Problem> {
    signals
        .signal(|signal| match signal {
            Signal::ConfigChanged { errors, .. } => Some(errors.clone()),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn a_text_is_judged_with_lines_and_columns() {
    let place = Place::new([Turn::text("x")]);
    let process = place.start();
    let text = "[permissions]\nallow = [\n  \"Bash(ls)\",\n  \"Bash(\",\n]\n[agent]\ntemperature = 9\nwhat = 1\n";
    let params = ConfigTextParams { layer: ConfigLayer::User, text: text.into() };
    let Reply::ConfigFile(reply) = process.call(Command::ConfigCheck(params)).await.unwrap() else { panic!() };
    let errors = places(&reply.errors);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert_eq!((errors[0].1, errors[0].2), ("4", "4"), "{errors:?}");
    assert_eq!(errors[1], ("config_out_of_range", "7", "15"));
    assert_eq!(places(&reply.warnings), [("config_unknown_key", "8", "1")]);
    let own = file(&process, ConfigLayer::User).await;
    assert_eq!((own.text.as_str(), own.revision), (Place::config(&place.server).as_str(), reply.revision));
    let Reply::ConfigSchema(schema) = process.call(Command::ConfigSchema).await.unwrap() else { panic!() };
    assert!(schema.schema.pointer("/properties/serve/properties/expose").is_some());
}

#[tokio::test]
async fn a_save_is_refused_with_errors_and_over_changes_of_others() {
    let place = Place::new([Turn::text("x")]);
    let process = place.start();
    let own = file(&process, ConfigLayer::User).await;
    let broken = save(&process, "language = 3\n", &own.revision).await.unwrap_err();
    assert_eq!((broken.code.as_str(), broken.params["line"].as_str()), ("config_wrong_type", "1"));
    assert_eq!(place.home.read("config.toml"), own.text);

    let mut signals = process.signals().await;
    let changed = own.text.replace("# mine\n", "language = \"en\"\nlanguage = \"zh\"\n");
    assert!(save(&process, &changed, &own.revision).await.is_err(), "a key twice");
    let changed = own.text.replace("# mine\n", "# mine\nlanguage = \"zh\" # kept\n");
    let saved = save(&process, &changed, &own.revision).await.unwrap();
    assert_eq!(place.home.read("config.toml"), changed);
    assert_eq!(config_told(&mut signals).await, []);
    let Reply::About(about) = process.call(Command::About).await.unwrap() else { panic!() };
    assert_eq!(about.language, "zh-CN");

    let stale = save(&process, &own.text, &own.revision).await.unwrap_err();
    assert_eq!(stale.code, "config_stale");
    assert_eq!(save(&process, &own.text, &saved.revision).await.unwrap().revision, own.revision);
    // The project's file need not exist.
    let project = file(&process, ConfigLayer::Project).await;
    assert_eq!((project.text.as_str(), project.errors.len()), ("", 0));
    assert_eq!(project.file, place.project.join("reasonix.toml").display().to_string());
}

/// Waits for a change that the disk tells of.
#[tokio::test]
async fn a_change_on_disk_reaches_an_open_session() {
    let bash = || Turn::calls([Call::new("bash", json!({"command": "touch made"}))]);
    let place = Place::new([bash(), Turn::text("one"), bash(), Turn::text("two")]);
    let process = place.start();
    let session = process.open_new().await;
    let mut watching = process.watch(&session).await;
    process.say(&session, "first");
    let wait = watching.wait_opened().await;
    process.submit(&session, Op::Resolve { wait, answer: reasonix_protocol::Answer::Once });
    watching.turn_end().await;

    let mut signals = process.signals().await;
    place.project.write("reasonix.toml", "[permissions]\ndeny = [\"Bash(touch:*)\"]\n");
    assert_eq!(config_told(&mut signals).await, []);
    process.say(&session, "second");
    let events = watching.turn_end().await;
    let denied = |body: &Body| matches!(body, Body::CallDecided { decision: Decision::Deny, .. });
    assert!(events.iter().any(|event| denied(&event.body)), "{events:?}");
    assert_eq!(said(&events), "two");
    // What the model read before is the beginning of what it reads now.
    let requests = place.server.requests();
    for pair in requests.windows(2) {
        pair[1].extends(&pair[0]).unwrap();
    }
}

#[tokio::test]
async fn a_broken_file_is_told_and_what_held_goes_on_holding() {
    let place = Place::new([Turn::text("still here"), Turn::text("mended")]);
    let process = place.start();
    let session = process.open_new().await;
    let mut signals = process.signals().await;
    place.home.write("config.toml", "providers = 3\n");
    let errors = config_told(&mut signals).await;
    assert_eq!(places(&errors), [("config_wrong_type", "1", "13")]);
    assert_eq!(said(&process.turn(&session, "go on").await), "still here");
    let Reply::ConfigShow(shown) = process.call(Command::ConfigShow).await.unwrap() else { panic!() };
    assert_eq!(shown.errors, errors);
    process.open_new().await;

    place.home.write("config.toml", Place::config(&place.server));
    assert_eq!(config_told(&mut signals).await, []);
    let Reply::ConfigShow(shown) = process.call(Command::ConfigShow).await.unwrap() else { panic!() };
    assert!(shown.errors.is_empty());
    assert_eq!(said(&process.turn(&session, "and now").await), "mended");
}

#[tokio::test]
async fn a_program_that_starts_broken_is_mended_from_within() {
    let place = Place::new([Turn::text("hello")]);
    place.home.write("config.toml", "language = 3\n");
    let process = place.start();
    assert_eq!(
        process.open(reasonix_protocol::command::SessionChoice::New).await.unwrap_err().code,
        "config_wrong_type"
    );
    let own = file(&process, ConfigLayer::User).await;
    assert_eq!(own.errors.len(), 1);
    save(&process, &Place::config(&place.server), &own.revision).await.unwrap();
    let session = process.open_new().await;
    assert_eq!(said(&process.turn(&session, "hi").await), "hello");
}

#[tokio::test]
async fn an_open_session_goes_on_with_the_new_address_of_its_model() {
    let place = Place::new([Turn::text("old")]);
    let other = ModelServer::start([Turn::text("new")]);
    let process = place.start();
    let session = process.open_new().await;
    assert_eq!(said(&process.turn(&session, "first").await), "old");
    let key = "providers.test.base_url".to_owned();
    let params = ConfigSetParams { key, value: other.openai_base_url(), layer: ConfigLayer::User };
    process.call(Command::ConfigSet(params)).await.unwrap();
    assert_eq!(said(&process.turn(&session, "second").await), "new");
    other.requests()[0].extends(&place.server.requests()[0]).unwrap();
}

#[tokio::test]
async fn a_provider_is_removed_and_the_rest_of_the_file_stays() {
    let place = Place::new([Turn::text("x")]);
    let text = format!(
        "default_model = \"b\"\n{}\n[[providers]]\nname = \"b\"\nkind = \"openai\"\n\
        base_url = \"http://127.0.0.1:1/v1\"\nmodel = \"m\"\n",
        Place::config(&place.server)
    );
    place.home.write("config.toml", text);
    place.project.write(
        "reasonix.toml",
        "[[providers]]\nname = \"p\"\nkind = \"openai\"\nbase_url = \"http://127.0.0.1:1/v1\"\nmodel = \"m\"\n",
    );
    let process = place.start();
    let remove = |name: &str| Command::ProviderRemove(ProviderRemoveParams { name: name.into() });
    assert_eq!(process.refusal(remove("none")).await, "provider_unknown");
    assert_eq!(process.refusal(remove("p")).await, "provider_of_project");
    process.call(remove("b")).await.unwrap();
    assert_eq!(place.home.read("config.toml").trim_end(), Place::config(&place.server).trim_end());
    let Reply::Models(models) = process.call(Command::Models).await.unwrap() else { panic!() };
    assert_eq!(
        models.models.iter().map(|model| model.reference.as_str()).collect::<Vec<_>>(),
        ["p/m", "test/scripted"]
    );
}

#[tokio::test]
async fn grants_are_told_when_they_change() {
    let bash = Turn::calls([Call::new("bash", json!({"command": "touch made"}))]);
    let place = Place::new([bash, Turn::text("done")]);
    let process = place.start();
    let session = process.open_new().await;
    let mut signals = process.signals().await;
    let mut watching = process.watch(&session).await;
    process.say(&session, "work");
    let wait = watching.wait_opened().await;
    process.submit(&session, Op::Resolve { wait, answer: reasonix_protocol::Answer::Always });
    let told = |signal: &Signal| match signal {
        Signal::GrantsChanged { workspace } => Some(workspace.clone()),
        _ => None,
    };
    assert_eq!(signals.signal(told).await, place.project_path());
    let forget = PermissionsForgetParams { number: 1 };
    let Reply::PermissionsForgotten(Grant { rule, .. }) =
        process.call(Command::PermissionsForget(forget)).await.unwrap()
    else {
        panic!()
    };
    assert_eq!(rule, "Bash=touch made");
    assert_eq!(signals.signal(told).await, place.project_path());
}

#[tokio::test]
async fn a_refused_provider_takes_no_key_with_it() {
    let place = Place::new([Turn::text("hello")]);
    let process = place.start();
    let save = |base_url: &str, key: &str| {
        let entry = ProviderEntry {
            name: "own".to_owned(),
            kind: Wire::OpenAi,
            base_url: Some(base_url.to_owned()),
            models_url: None,
            models: vec!["a".to_owned()],
            api_key_env: Some("OWN_API_KEY".to_owned()),
            bearer: false,
        };
        Command::ProviderSave(ProviderSaveParams { entry, key: Some(Secret::new(key)), make_default: false })
    };
    process.call(save("https://example.com/v1", "first")).await.unwrap();
    assert_eq!(process.refusal(save("not a url", "second")).await, "config_bad_url");
    let keys = std::fs::read_to_string(place.home.path().join(".env")).unwrap();
    assert_eq!(keys.trim(), "OWN_API_KEY='first'");
}

#[tokio::test]
async fn a_stored_key_is_sent_where_it_is_set_up_to_go_and_nowhere_else() {
    let place = Place::new([Turn::text("mine")]);
    let other = ModelServer::start([Turn::text("taken")]);
    let mine = Place::config(&place.server) + "api_key_env = \"OWN_KEY\"\n";
    place.home.write("config.toml", format!("default_model = \"test\"\n{mine}"));
    place.home.write(".env", "OWN_KEY='secret'\n");
    let theirs =
        mine.replace("\"test\"", "\"theirs\"").replace(&place.server.openai_base_url(), &other.openai_base_url());
    place.project.write("reasonix.toml", format!("default_model = \"theirs\"\n{theirs}"));
    let process = place.start();

    // A project that has the key go elsewhere gets neither the key nor a request.
    let session = process.open(SessionChoice::New).await;
    assert_eq!(session.unwrap_err().code, "provider_key_withheld");
    // Nor does it go where somebody just types an address.
    let list = |base_url: String, key: Option<&str>| {
        let entry = ProviderEntry {
            name: "test".to_owned(),
            kind: Wire::OpenAi,
            base_url: Some(base_url),
            models_url: None,
            models: Vec::new(),
            api_key_env: Some("OWN_KEY".to_owned()),
            bearer: false,
        };
        Command::ProviderModels(ProviderModelsParams { entry, key: key.map(Secret::new) })
    };
    assert_eq!(process.refusal(list(other.openai_base_url(), None)).await, "provider_key_elsewhere");
    process.call(list(place.server.openai_base_url(), None)).await.unwrap();
    process.call(list(other.openai_base_url(), Some("typed"))).await.unwrap();
    assert!(other.requests().is_empty());
}

#[tokio::test]
async fn a_rule_that_cannot_be_read_is_not_written() {
    let place = Place::new([Turn::text("x")]);
    let process = place.start();
    let before = place.home.read("config.toml");
    let set = |key: &str, value: &str| {
        let (key, value) = (key.to_owned(), value.to_owned());
        Command::ConfigSet(ConfigSetParams { key, value, layer: ConfigLayer::User })
    };
    for (key, value) in [("permissions.allow", "Bash("), ("permissions.deny", "[\"Bash(rm:*)\", \"Edit(\"]")] {
        let problem = process.call(set(key, value)).await.unwrap_err();
        assert!(problem.params.contains_key("rule") && !problem.params.contains_key("line"), "{problem:?}");
        assert_eq!(place.home.read("config.toml"), before);
    }
    process.call(set("permissions.deny", "Bash(rm:*)")).await.unwrap();
    assert!(place.home.read("config.toml").contains("Bash(rm:*)"));
}

#[tokio::test]
async fn a_checkout_opens_no_folder_that_is_the_users_to_open() {
    let place = Place::new([Turn::text("x")]);
    let home = place.home.path().display().to_string();
    let sandbox = format!("[sandbox]\nworkspace_root = \"/\"\nallow_write = [\"/\", \"{home}/sessions\", \"sub\"]\n");
    place.project.write("reasonix.toml", sandbox);
    let process = place.start();
    let Reply::ConfigShow(shown) = process.call(Command::ConfigShow).await.unwrap() else { panic!() };
    let warned = |problem: &&Problem| problem.code == "project_opens_folder";
    let paths: Vec<_> = shown.warnings.iter().filter(warned).map(|problem| problem.params["path"].as_str()).collect();
    assert_eq!(paths, ["/", &format!("{home}/sessions"), "/"]);
}
