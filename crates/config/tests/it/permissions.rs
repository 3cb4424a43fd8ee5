//! Rules of permission: all layers' count, each keeps its place, and whatever would widen a rule by a slip is refused.

use crate::support::{Place, shown};
use reasonix_config::{
    Layer, Origin, Overrides, PlanGate, ProjectFile, RuleDecision, RuleEntry, RuleKind, RuleText, Value, load,
};

/// `user:3`, `project:1`, `flag`, with the line.
fn place(origin: &Origin) -> String {
    match origin {
        Origin::User { line, .. } => format!("user:{line}"),
        Origin::Project { line, .. } => format!("project:{line}"),
        other => other.to_string(),
    }
}

fn texts(list: &[RuleText]) -> Vec<String> {
    list.iter().map(|rule| format!("{} {}", place(&rule.origin), rule.text)).collect()
}

fn entries(list: &[RuleEntry]) -> Vec<String> {
    let word = |rule: &RuleEntry| {
        let resource = rule.resource.as_deref().unwrap_or("-");
        let kind = rule.kind.map_or("-", RuleKind::word);
        format!("{} {} {resource} {kind} {}", place(&rule.origin), rule.tool, rule.decision.word())
    };
    list.iter().map(word).collect()
}

#[test]
fn lists_of_all_layers_count_and_each_text_has_its_line() {
    let place = Place::new()
        .with_user(
            "[permissions]\nallow = [ # mine\n  'Bash(ls)', 'Bash(pwd)',\n\n  # two\n  \"Bash(git log:*)\", ]\n\
             protected_paths = ['*.lock']\ndeny = ['Read(a)']\n",
        )
        .with_project(
            "[permissions]\nask = ['Edit']\nallow = ['Bash(ls)']\ndeny = []\nprotected_paths = [\n'migrations/',\n]\n\
             credential_paths = ['~/vault/']\n",
        );
    let loaded = place.load();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let permissions = loaded.settings.permissions;
    assert_eq!(
        texts(&permissions.allow),
        ["user:3 Bash(ls)", "user:3 Bash(pwd)", "user:6 Bash(git log:*)", "project:3 Bash(ls)"]
    );
    assert_eq!(texts(&permissions.ask), ["project:2 Edit"]);
    assert_eq!(texts(&permissions.deny), ["user:8 Read(a)"]);
    assert_eq!(texts(&permissions.protected_paths), ["user:7 *.lock", "project:6 migrations/"]);
    assert_eq!(texts(&permissions.credential_paths), ["project:8 ~/vault/"]);

    let overrides = Overrides::default().with("permissions.deny", vec!["Bash"]);
    let loaded = load(&place.sources(), ProjectFile::Ignore, &overrides);
    assert_eq!(texts(&loaded.settings.permissions.deny), ["user:8 Read(a)", "flag Bash"]);
    assert_eq!(texts(&loaded.settings.permissions.ask), [""; 0]);
}

#[test]
fn ordered_rules_come_in_order() {
    let loaded = Place::new()
        .with_user(
            "[permissions]\nmode = 'deny'\n\n[[permissions.rules]]\ntool = 'bash'\ndecision = 'ask'\n\n\
             [[permissions.rules]]\ntool = 'read_file'\nresource = 'docs/**'\nkind = 'read'\ndecision = 'allow'\n",
        )
        .with_project("permissions.rules = [\n  { tool = 'mcp__*', decision = 'deny', kind = 'execute' },\n]\n")
        .load();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    assert_eq!(
        entries(&loaded.settings.permissions.rules),
        ["user:4 bash - - ask", "user:8 read_file docs/** read allow", "project:2 mcp__* - execute deny"]
    );
    let rows = loaded.effective();
    let row = rows.iter().find(|row| row.key == "permissions.rules[3]").unwrap();
    let shown = row.value.as_ref().unwrap().to_string();
    assert_eq!(shown, r#"{ tool = "mcp__*", decision = "deny", kind = "execute" }"#);
    assert_eq!(place(&row.origin), "project:2");
}

#[test]
fn what_would_widen_a_rule_is_an_error() {
    let check = |rule: &str, expected: &[&str]| {
        let loaded = Place::new().with_user(&format!("[[permissions.rules]]\n{rule}\n")).load();
        assert_eq!(shown(&loaded.diagnostics), expected, "{rule}");
        assert!(loaded.settings.permissions.rules.is_empty(), "{rule}");
        assert!(loaded.into_result().is_err());
    };
    check("tool = 'bash'", &[r#"config.toml:1:1:config_missing_field key="permissions.rules[1]" missing="decision""#]);
    check("decision = 'ask'", &[r#"config.toml:1:1:config_missing_field key="permissions.rules[1]" missing="tool""#]);
    check(
        "tool = 'bash'\nresource = ''\ndecision = 'allow'",
        &[r#"config.toml:3:12:config_empty key="permissions.rules[1].resource""#],
    );
    check("tool = ''\ndecision = 'allow'", &[r#"config.toml:2:8:config_empty key="permissions.rules[1].tool""#]);
    check(
        "tool = 'bash'\nresource = ['a']\ndecision = 'allow'",
        &[r#"config.toml:3:12:config_wrong_type key="permissions.rules[1].resource" expected="string" found="array""#],
    );
    check(
        "tool = 'bash'\nkind = 'write'\ndecision = 'allow'",
        &[
            r#"config.toml:3:8:config_not_one_of value="write" allowed="read, edit, execute" key="permissions.rules[1].kind""#,
        ],
    );
    check(
        "tool = 'bash'\ndecision = 'yes'",
        &[
            r#"config.toml:3:12:config_not_one_of value="yes" allowed="allow, ask, deny" key="permissions.rules[1].decision""#,
        ],
    );
}

#[test]
fn unknown_fields_of_a_rule_are_errors() {
    let check = |line: &str, expected: &str| {
        let rule = format!("[[permissions.rules]]\ntool = 'bash'\n{line}\ndecision = 'deny'\n");
        let loaded = Place::new().with_project(&rule).load();
        assert_eq!(shown(&loaded.diagnostics), [expected], "{line}");
        assert!(loaded.into_result().is_err());
    };
    check(
        "resourse = 'x'",
        r#"reasonix.toml:3:1:config_misspelled_field key="permissions.rules[1].resourse" nearest="resource""#,
    );
    check(
        "zzz = 'x'",
        r#"reasonix.toml:3:1:config_unknown_field key="permissions.rules[1].zzz" known="tool, resource, kind, decision""#,
    );
}

#[test]
fn lists_of_rules_are_checked_for_their_type_alone() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(shown(&Place::new().with_user(text).load().diagnostics), expected, "{text}");
    };
    check("permissions.allow = ['((', 'no such tool']", &[]);
    check(
        "permissions.allow = 'Bash'",
        &[r#"config.toml:1:21:config_wrong_type key="permissions.allow" expected="array of strings" found="string""#],
    );
    check(
        "permissions.deny = [\n'Bash',\n3,\n'']",
        &[
            r#"config.toml:3:1:config_wrong_type key="permissions.deny" expected="array of strings" found="array with integer""#,
            r#"config.toml:4:1:config_empty key="permissions.deny""#,
        ],
    );
    check(
        "permissions.denny = []",
        &[r#"config.toml:1:13:config_misspelled_key key="permissions.denny" nearest="permissions.deny""#],
    );
}

#[test]
fn an_edit_shows_what_its_own_layer_adds() {
    let place = Place::new().with_project("permissions.deny = ['Edit']\n");
    let seen = |layer| {
        let row = place.load().seen_from(layer, "permissions.deny").unwrap();
        format!("{} {}", self::place(&row.origin), row.value.unwrap())
    };
    let user = place.edit(Layer::User);
    assert!(user.set_typed("permissions.deny", "['Bash(rm:*)', 'Read']").unwrap());
    assert_eq!(place.user_text(), "[permissions]\ndeny = [\"Bash(rm:*)\", \"Read\"]\n");
    assert_eq!(seen(Layer::User), r#"user:2 ["Bash(rm:*)", "Read"]"#);
    assert_eq!(seen(Layer::Project), r#"project:1 ["Edit"]"#);
    let rows = place.load().effective();
    assert_eq!(rows.iter().filter(|row| row.key == "permissions.deny").count(), 2);
    assert!(user.unset("permissions.deny").unwrap());
    assert_eq!(seen(Layer::User), "default []");
    assert_eq!(place.load().seen_from(Layer::User, "permissions.mode").unwrap().value, Some(Value::from("ask")));
}

#[test]
fn a_section_goes_beside_ordered_rules() {
    let rules = "[[permissions.rules]]\ntool = 'bash'\ndecision = 'deny'\n";
    let place = Place::new().with_user(rules);
    place.edit(Layer::User).set_typed("permissions.allow_dynamic_bash", "true").unwrap();
    place.edit(Layer::User).set_typed("permissions.ask", "Bash(a, b)").unwrap();
    let loaded = place.load();
    assert!(loaded.diagnostics.is_empty(), "{:?}\n{}", loaded.diagnostics, place.user_text());
    assert!(place.user_text().starts_with(rules));
    assert!(loaded.settings.permissions.allow_dynamic_bash);
    assert_eq!(loaded.settings.permissions.ask[0].text, "Bash(a, b)");
    assert_eq!(loaded.settings.permissions.rules[0].decision, RuleDecision::Deny);
    let refused = place.edit(Layer::User).set_typed("permissions.rules", "[]").unwrap_err();
    assert_eq!(shown(&refused.diagnostics()), [r#"config.toml:config_not_a_value key="permissions.rules""#]);
    let overrides = Overrides::default().with("permissions.rules", Vec::<Value>::new());
    let loaded = load(&place.sources(), ProjectFile::Read, &overrides);
    assert_eq!(shown(&loaded.diagnostics), [r#"config_not_a_value key="permissions.rules""#]);
}

#[test]
fn the_plan_gate_is_strict_unless_said() {
    assert_eq!(Place::new().load().settings.agent.plan_gate, PlanGate::Strict);
    let loaded = Place::new()
        .with_user("[agent]\nplan_gate = 'workflow'\nplan_mode_allowed_tools = ['a']\ntrusted_read_only_tools = ['b']")
        .with_project("[agent]\nplan_mode_allowed_tools = ['c']")
        .load();
    let agent = loaded.settings.agent;
    assert_eq!(agent.plan_gate, PlanGate::Workflow);
    assert_eq!((agent.plan_mode_allowed_tools, agent.trusted_read_only_tools), (vec!["c".into()], vec!["b".into()]));
}
