//! The ordered tables, alone and beside the lists.

use super::*;

/// Rows as `tool resource decision`, or `tool decision`.
fn rows(texts: &[&str]) -> Vec<TableRule> {
    let row = |text: &&str| {
        let (rest, decision) = text.rsplit_once(' ').unwrap();
        let decision = match decision {
            "allow" => Decision::Allow,
            "ask" => Decision::Ask,
            _ => Decision::Deny,
        };
        let (tool, resource) = rest.split_once(' ').map_or((rest, None), |(tool, resource)| (tool, Some(resource)));
        TableRule::new(tool, resource, None, decision).unwrap_or_else(|error| panic!("{error}"))
    };
    texts.iter().map(row).collect()
}

fn check(texts: &[&str], tool: &str, paths: &[&str], expected: &str) {
    check_beside(&RuleLists::default(), texts, tool, paths, expected);
}

fn check_beside(lists: &RuleLists, texts: &[&str], tool: &str, paths: &[&str], expected: &str) {
    let set = RuleSet::new(lists, &rows(texts), &places(&NoFacts), &NoFacts);
    let judged = judged(tool, paths, &NoFacts);
    let subject = Subject { paths: &judged, ..Subject::new(tool, family_of(tool).0) };
    assert_eq!(word(&set, &subject), expected, "{texts:?}: {tool} {paths:?}");
}

fn check_command(texts: &[&str], parts: &[&str], reached: &[&str], expected: &str) {
    let set = RuleSet::new(&RuleLists::default(), &rows(texts), &places(&NoFacts), &NoFacts);
    let command = parts.join("; ");
    let analysis = analysis(parts, reached);
    let shell = Some(ShellSubject { command: &command, analysis: &analysis });
    assert_eq!(word(&set, &Subject { shell, ..Subject::new("bash", Family::Bash) }), expected, "{texts:?}: {command}");
}

#[test]
fn the_last_row_counts() {
    let example = ["read_file secrets/** deny", "edit_file src/** allow", "bash pnpm test* allow", "deploy_* deny"];
    check(&example, "read_file", &["secrets/a"], "deny");
    check(&example, "grep", &["secrets/a"], "none");
    check(&example, "edit_file", &["src/a/b"], "allow");
    check(&example, "edit_file", &["docs/a"], "none");
    check(&example, "deploy_production", &[], "deny");
    check(
        &["read_file secrets/** deny", "read_file secrets/public/** allow"],
        "read_file",
        &["secrets/public/a"],
        "allow",
    );
    check(
        &["read_file secrets/public/** allow", "read_file secrets/** deny"],
        "read_file",
        &["secrets/public/a"],
        "deny",
    );
    check(&["edit_file deny", "edit_file src/** allow"], "edit_file", &["src/a"], "allow");
    check(&["edit_file deny", "edit_file src/** allow"], "edit_file", &["a"], "deny");
    check(&["web_fetch ask", "web_fetch allow"], "web_fetch", &[], "bare");
    check(&["Edit docs/** allow"], "write_file", &["docs/a"], "allow");
}

#[test]
fn every_path_needs_its_row() {
    check(&["move_file docs/** allow"], "move_file", &["docs/a", "docs/b"], "allow");
    check(&["move_file docs/** allow"], "move_file", &["docs/a", "b"], "none");
    check(&["move_file allow", "move_file docs/** allow"], "move_file", &["docs/a", "b"], "bare");
    check(&["move_file allow", "move_file docs/** deny"], "move_file", &["a", "docs/b"], "deny");
}

#[test]
fn a_row_about_a_resource_counts_for_a_call_that_tells_none() {
    check(&["copy_file docs/** deny"], "copy_file", &[], "deny");
    check(&["copy_file docs/** allow"], "copy_file", &[], "none");
    check(&["copy_file docs/** deny", "copy_file allow"], "copy_file", &[], "bare");
}

#[test]
fn lists_and_tables_join_by_the_stricter() {
    let denies = lists(&[], &[], &["Edit(src/**)"]);
    let allows = lists(&["Edit(src/**)"], &[], &[]);
    let asks = lists(&[], &["Edit(src/**)"], &[]);
    check_beside(&denies, &["edit_file src/** allow"], "edit_file", &["src/a"], "deny");
    check_beside(&allows, &["edit_file src/** ask"], "edit_file", &["src/a"], "ask");
    check_beside(&asks, &["edit_file src/** allow"], "edit_file", &["src/a"], "ask");
    check_beside(&asks, &["edit_file src/** deny"], "edit_file", &["src/a"], "deny");
    check_beside(&allows, &["edit_file docs/** deny"], "edit_file", &["src/a"], "allow");
}

#[test]
fn commands() {
    check_command(&["bash pnpm test* allow"], &["pnpm test x"], &[], "allow");
    check_command(&["bash ls* allow"], &["ls", "rm -rf build"], &[], "none");
    check_command(&["bash git * allow"], &["git add src/app.ts"], &[], "allow");
    check_command(&["bash pnpm test* allow"], &["pnpm test", "cat x"], &[], "allow");
    check_command(&["bash echo* allow"], &["echo $HOME"], &[], "none");
    check_command(&["bash ask", "bash echo* allow"], &["echo $HOME"], &[], "ask");
    check_command(&["bash allow"], &["make"], &[], "bare");
    check_command(&["bash deny", "bash make test allow"], &["make test"], &[], "allow");
    check_command(&["bash deny", "bash make test allow"], &["make test", "make x"], &[], "deny");
    check_command(&["bash rm * deny", "bash rm -rf build allow"], &["rm -rf build"], &[], "allow");
    check_command(&["bash rm * deny", "bash rm -rf build allow"], &["rm -rf src"], &[], "deny");
    // A wrapper is no reason to be more lenient, nor does it carry an allow.
    check_command(&["bash rm * deny"], &["timeout 5 rm x"], &["rm x"], "deny");
    check_command(&["bash rm * deny", "bash rm -rf build allow"], &["nice rm -rf build"], &["rm -rf build"], "none");
    check_command(&["bash rm -rf build allow"], &["nice rm -rf build"], &["rm -rf build"], "none");
}

#[test]
fn tools_that_are_not_shown() {
    let tools = || ["bash", "read_file", "edit_file", "deploy_x", "web_fetch"].map(|tool| (tool, family_of(tool).0));
    let check = |deny: &[&str], texts: &[&str], expected: &[&str]| {
        let set = RuleSet::new(&lists(&[], &[], deny), &rows(texts), &places(&NoFacts), &NoFacts);
        assert_eq!(set.hidden_tools(tools()), expected, "{deny:?} {texts:?}");
    };
    check(&[], &[], &[]);
    check(&["Bash", "Edit(src/**)"], &[], &["bash"]);
    check(&[], &["deploy_* deny", "read_file secrets/** deny"], &["deploy_x"]);
    check(&[], &["bash deny", "bash make test allow"], &[]);
    check(&["Edit"], &["web_fetch allow", "web_fetch deny"], &["edit_file", "web_fetch"]);
    check(&["*"], &[], &["bash", "read_file", "edit_file", "deploy_x", "web_fetch"]);
}

#[test]
fn kinds_and_faults() {
    let row = |kind| TableRule::new("deploy", None, Some(kind), Decision::Ask).unwrap();
    let set = RuleSet::new(&RuleLists::default(), &[row(Kind::Read), row(Kind::Execute)], &places(&NoFacts), &NoFacts);
    assert_eq!(set.kind_of("deploy", Family::Own), Some(Kind::Execute));
    assert_eq!(set.kind_of("other", Family::Own), None);
    let fault = |tool: &str, resource: Option<&str>, decision| {
        TableRule::new(tool, resource, None, decision).unwrap_err().fault
    };
    assert_eq!(fault("*", None, Decision::Allow), RuleFault::AllowsEverything);
    assert_eq!(fault("a b", None, Decision::Deny), RuleFault::ToolCharacter { found: ' ' });
    assert_eq!(fault("Edit", Some(" "), Decision::Deny), RuleFault::EmptySpec);
    assert_eq!(fault("bash", Some(":*"), Decision::Deny), RuleFault::EmptyPrefix);
    assert!(matches!(fault("edit_file", Some("../x"), Decision::Deny), RuleFault::Path(_)));
}
