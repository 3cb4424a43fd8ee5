//! Every error and warning of a file, with its exact place.

use crate::support::{PROVIDER, Place, shown};

fn check(text: &str, expected: &[&str]) {
    let loaded = Place::new().with_user(text).load();
    assert_eq!(shown(&loaded.diagnostics), expected, "{text}");
}

/// Checks lines appended to a complete provider, whose five lines come first.
fn check_provider(lines: &str, expected: &[&str]) {
    check(&format!("{PROVIDER}{lines}"), expected);
}

#[test]
fn syntax() {
    check(
        "default_model = \"x\nlanguage = 'en'",
        &[r#"config.toml:1:19:config_text_unreadable reason="invalid basic string, expected `\"`""#],
    );
    check(
        "language = 'en'\n\na = = 1\n名 = 1\nb = [1,\n",
        &[
            r#"config.toml:3:5:config_value_unreadable reason="extra `=`, expected nothing""#,
            r#"config.toml:4:1:config_name_unreadable reason="invalid unquoted key, expected letters, numbers, `-`, `_`""#,
            r#"config.toml:5:8:config_list_unreadable reason="unclosed array, expected `]`""#,
        ],
    );
    check("language = 'en'\nlanguage = 'zh'", &[r#"config.toml:2:1:config_key_twice reason="duplicate key""#]);
    check(
        "x = 'y'\nb = [1,\n",
        &[
            r#"config.toml:1:1:config_unknown_key key="x""#,
            r#"config.toml:2:8:config_list_unreadable reason="unclosed array, expected `]`""#,
        ],
    );
    // A list that is open is one error, whatever stands behind it.
    check(
        "x = [1,\n[serve]\nexpose = ['posture']\n[network]\nmax_retries = 1\n",
        &[
            r#"config.toml:1:1:config_unknown_key key="x""#,
            r#"config.toml:2:2:config_list_unreadable reason="missing comma between array elements, expected `,`""#,
        ],
    );
    // Before the first syntax error the rest is judged as well.
    check(
        "language = 1\nx = = 2\nagent.temperature = 'hot'",
        &[
            r#"config.toml:1:12:config_wrong_type key="language" expected="string" found="integer""#,
            r#"config.toml:2:5:config_value_unreadable reason="extra `=`, expected nothing""#,
        ],
    );
}

#[test]
fn wrong_types_come_all_at_once() {
    check(
        "language = true\n[agent]\ntemperature = \"hot\"\n[tools]\nenabled = 'bash'\nbash_timeout_seconds = 1.5\n\
         [environment]\nenabled = 'yes'\n[sandbox]\nallow_write = [ '/tmp', 3 ]\n",
        &[
            r#"config.toml:1:12:config_wrong_type key="language" expected="string" found="boolean""#,
            r#"config.toml:3:15:config_wrong_type key="agent.temperature" expected="number" found="string""#,
            r#"config.toml:5:11:config_wrong_type key="tools.enabled" expected="array of strings" found="string""#,
            r#"config.toml:6:24:config_wrong_type key="tools.bash_timeout_seconds" expected="integer" found="float""#,
            r#"config.toml:8:11:config_wrong_type key="environment.enabled" expected="boolean" found="string""#,
            r#"config.toml:10:25:config_wrong_type key="sandbox.allow_write" expected="array of strings" found="array with integer""#,
        ],
    );
    check("agent = 3", &[r#"config.toml:1:9:config_wrong_type key="agent" expected="table" found="integer""#]);
    check(
        "[[agent]]\ntemperature = 0",
        &[r#"config.toml:1:1:config_wrong_type key="agent" expected="table" found="array""#],
    );
    check(
        "[providers]\nname = 'x'",
        &[r#"config.toml:1:1:config_wrong_type key="providers" expected="array of tables" found="table""#],
    );
    check(
        "providers = ['x']",
        &[r#"config.toml:1:14:config_wrong_type key="providers" expected="array of tables" found="string""#],
    );
    check(
        "language = 2020-01-01\nagent.temperature = 99999999999999999999",
        &[
            r#"config.toml:1:12:config_wrong_type key="language" expected="string" found="datetime""#,
            r#"config.toml:2:21:config_wrong_type key="agent.temperature" expected="number" found="integer beyond 64 bits""#,
        ],
    );
}

#[test]
fn values_out_of_bounds() {
    check(
        "agent.temperature = 2.5",
        &[r#"config.toml:1:21:config_out_of_range key="agent.temperature" value="2.5" min="0" max="2""#],
    );
    check(
        "agent.temperature = nan",
        &[r#"config.toml:1:21:config_out_of_range key="agent.temperature" value="NaN" min="0" max="2""#],
    );
    check(
        "network.max_retries = -1",
        &[r#"config.toml:1:23:config_out_of_range key="network.max_retries" value="-1" min="0" max="100""#],
    );
    check(
        "tools.bash_timeout_seconds = -5",
        &[r#"config.toml:1:30:config_below_minimum key="tools.bash_timeout_seconds" value="-5" used="120""#],
    );
    check(
        "permissions.mode = 'yolo'",
        &[r#"config.toml:1:20:config_not_one_of value="yolo" allowed="ask, allow, deny" key="permissions.mode""#],
    );
    check("sandbox.allow_write = ['']", &[r#"config.toml:1:24:config_empty key="sandbox.allow_write""#]);
    // An empty string is as good as no key.
    check("language = ''\ndefault_model = ''\nsandbox.workspace_root = ''", &[]);
}

#[test]
fn unknown_keys_warn_and_suggest() {
    check("temperatur = 1", &[r#"config.toml:1:1:config_misspelled_key key="temperatur" nearest="agent.temperature""#]);
    check(
        "[agent]\n  temprature = 1",
        &[r#"config.toml:2:3:config_misspelled_key key="agent.temprature" nearest="agent.temperature""#],
    );
    check("[agnet]\ntemperature = 1", &[r#"config.toml:1:2:config_misspelled_key key="agnet" nearest="agent""#]);
    check("[ui]\ntheme = 'dark'", &[r#"config.toml:1:2:config_unknown_key key="ui""#]);
    check_provider(
        "api_key = 'sk-1'",
        &[r#"config.toml:6:1:config_misspelled_key key="providers.p.api_key" nearest="providers.p.api_key_env""#],
    );
    check_provider("zzz = 1", &[r#"config.toml:6:1:config_unknown_key key="providers.p.zzz""#]);
}

#[test]
fn paths_that_mean_nothing() {
    check(
        "sandbox.forbid_read = ['~/.ssh']",
        &[r#"config.toml:1:24:config_tilde key="sandbox.forbid_read" value="~/.ssh""#],
    );
    check(
        "sandbox.forbid_read = ['${NOPE}/x']",
        &[r#"config.toml:1:24:config_variable_unset key="sandbox.forbid_read" variable="NOPE""#],
    );
    check(
        "sandbox.forbid_read = ['${NOPE']",
        &[r#"config.toml:1:24:config_variable_syntax key="sandbox.forbid_read" value="${NOPE""#],
    );
    check(
        "[agent]\nsystem_prompt = 'a'\nsystem_prompt_file = 'b'",
        &[r#"config.toml:3:1:config_conflict key="agent.system_prompt_file" other="agent.system_prompt""#],
    );
}

#[test]
fn incomplete_providers() {
    check(
        "[[providers]]\n",
        &[
            r#"config.toml:1:1:config_missing_field key="providers[1]" missing="name""#,
            r#"config.toml:1:1:config_missing_field key="providers[1]" missing="kind""#,
            r#"config.toml:1:1:config_missing_field key="providers[1]" missing="model""#,
        ],
    );
    check(
        "\n[[providers]]\nname = 'p'\nkind = 'openai'\n",
        &[
            r#"config.toml:2:1:config_missing_field key="providers.p" missing="base_url""#,
            r#"config.toml:2:1:config_missing_field key="providers.p" missing="model""#,
        ],
    );
    check(
        "[[providers]]\nname = 'p'\nkind = 'scrpt'",
        &[
            r#"config.toml:1:1:config_missing_field key="providers.p" missing="model""#,
            r#"config.toml:3:8:config_not_one_of value="scrpt" allowed="openai, anthropic, script" key="providers.p.kind""#,
        ],
    );
    check(
        "[[providers]]\nname = 'p'\nkind = 'script'",
        &[r#"config.toml:1:1:config_missing_field key="providers.p" missing="script""#],
    );
    check(
        "[[providers]]\nname = ''\nkind = 'script'\nscript = 'a'",
        &[r#"config.toml:1:1:config_missing_field key="providers[1]" missing="name""#],
    );
    // What is there but wrong is not missing.
    check(
        &PROVIDER.replace("'m'", "3").replace("'https://p.example'", "'p.example'"),
        &[
            r#"config.toml:4:12:config_bad_url key="providers.p.base_url""#,
            r#"config.toml:5:9:config_wrong_type key="providers.p.model" expected="string" found="integer""#,
        ],
    );
    check(
        &format!("{PROVIDER}{PROVIDER}"),
        &[r#"config.toml:6:1:config_duplicate_provider provider="p" first_line="1""#],
    );
    check(&PROVIDER.replace("'p'", "'a/b'"), &[r#"config.toml:2:8:config_bad_provider_name key="providers.a/b""#]);
}

#[test]
fn addresses() {
    let check = |url: &str, code: Option<&str>| {
        let loaded = Place::new().with_user(&PROVIDER.replace("https://p.example", url)).load();
        let expected: Vec<String> =
            code.iter().map(|code| format!("config.toml:4:12:{code} key=\"providers.p.base_url\"")).collect();
        assert_eq!(shown(&loaded.diagnostics), expected, "{url}");
    };
    for good in ["http://127.0.0.1:8080", "https://[::1]:1/v1", "HTTPS://例え.example/a?b=c"] {
        check(good, None);
    }
    for bad in ["p.example", "ftp://p.example", "https://", "https:///x", "https://a b", "http://:80", "https://x/{y}"]
    {
        check(bad, Some("config_bad_url"));
    }
    check("https://user:secret@p.example/", Some("config_url_credentials"));
}

#[test]
fn what_a_provider_may_not_set() {
    check_provider(
        "headers = { Authorization = 'Bearer sk-1', x-API-key = 'sk-2', X-Ok = 'fine', 'Bad Name' = 'x', X-Bad = \"a\\nb\", X-Num = 1 }",
        &[
            r#"config.toml:6:13:config_reserved_header key="providers.p.headers" header="Authorization""#,
            r#"config.toml:6:44:config_reserved_header key="providers.p.headers" header="x-API-key""#,
            r#"config.toml:6:79:config_bad_header key="providers.p.headers" header="Bad Name""#,
            r#"config.toml:6:97:config_bad_header key="providers.p.headers" header="X-Bad""#,
            r#"config.toml:6:121:config_wrong_type key="providers.p.headers.X-Num" expected="string" found="integer""#,
        ],
    );
    check_provider(
        "[providers.extra_body]\nmodel = 'x'\ntop_k = 4\nstream = false\nthinking = {}\nat = 2020-01-01",
        &[
            r#"config.toml:11:6:config_wrong_type key="providers.p.extra_body.at" expected="value that JSON has" found="datetime""#,
        ],
    );
    check_provider(
        "[providers.extra_body]\nmodel = 'x'\ntop_k = 4\nstream = false\nthinking = {}",
        &[
            r#"config.toml:7:1:config_reserved_field key="providers.p.extra_body" field="model""#,
            r#"config.toml:9:1:config_reserved_field key="providers.p.extra_body" field="stream""#,
            r#"config.toml:10:1:config_reserved_field key="providers.p.extra_body" field="thinking""#,
        ],
    );
    // A pasted key is not repeated.
    check_provider(
        "api_key_env = 'sk-very-secret'",
        &[r#"config.toml:6:15:config_bad_key_name key="providers.p.api_key_env""#],
    );
}

#[test]
fn models_and_prices() {
    check_provider(
        "default = 'n'",
        &[r#"config.toml:6:11:config_model_not_listed key="providers.p.default" model="n" known="m""#],
    );
    check_provider(
        "[providers.prices.n]\ninput = 1\noutput = 2",
        &[r#"config.toml:6:19:config_model_not_listed key="providers.p.prices" model="n" known="m""#],
    );
    check_provider(
        "[providers.prices.m]\ninput = 1",
        &[r#"config.toml:6:1:config_missing_field key="providers.p.prices.m" missing="output""#],
    );
    check_provider(
        "price = { input = -1, output = 'x' }",
        &[
            r#"config.toml:6:19:config_out_of_range key="providers.p.price.input" value="-1" min="0" max="1000000""#,
            r#"config.toml:6:32:config_wrong_type key="providers.p.price.output" expected="number" found="string""#,
        ],
    );
    check_provider(
        "prices.glm-4.5 = { input = 1, output = 2 }",
        &[r#"config.toml:6:8:config_unquoted_name key="providers.p.prices" name="glm-4.5""#],
    );
    check_provider(
        "effort = 'max'\nsupported_efforts = ['low', 'high']",
        &[r#"config.toml:6:10:config_effort_unsupported key="providers.p.effort" effort="max" supported="low, high""#],
    );
}
