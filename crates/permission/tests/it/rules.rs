//! The judged cases that hang on rules and paths, with the real analysis of commands. What the decision makes of a finding
//! is not tested here; that it gets every finding it needs is.

use proptest::{collection::vec, prelude::*};
use reasonix_permission::{
    Access, Family,
    paths::{Facts, JudgedPath, NoFacts, Places, PlacesSpec, RealPath, judge, judge_shell},
    rules::{Findings, Rule, RuleFault, RuleLists, RuleSet, RuleWarning, ShellSubject, Subject},
    shell::{self, Class, ShellContext},
};
use reasonix_protocol::Decision;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Kinds of cases in which rules or paths decide.
const KINDS: [&str; 6] = ["path-rule", "shell-prefix", "approval", "mcp", "sandbox", "subagent"];

/// Cases of these kinds that hang on something else: an answer, a mode, a missing sandbox, an untrusted folder, a flag.
const ELSEWHERE: [&str; 9] = ["P235", "P238", "P245", "P265", "P266", "P281", "P286", "P288", "P299"];

/// The file system that a situation tells of.
struct World<'a>(&'a str);

impl Facts for World<'_> {
    fn real(&self, path: &Path) -> RealPath {
        let links: &[(&str, &str)] = match self.0 {
            "P174" => &[("/ws/notes.txt", "/outside/secret.txt")],
            "P175" => &[("/ws/cfg", "/ws/.env")],
            "P177" => &[("/ws/link", "/outside/dir")],
            "P200" => &[("C:/Users/me/SECRET~1", "C:/Users/me/Secret Folder")],
            _ => &[],
        };
        let led = links.iter().find_map(|(from, to)| Some(Path::new(to).join(path.strip_prefix(from).ok()?)));
        NoFacts.real(&led.unwrap_or_else(|| path.to_owned()))
    }

    fn folds_case(&self, path: &Path) -> bool {
        self.0 == "P183" || NoFacts.folds_case(path)
    }
}

struct Case(Value);

impl Case {
    fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_default()
    }

    fn list(&self, name: &str) -> Vec<&str> {
        let rules = self.0["rules"][name].as_array().map(Vec::as_slice).unwrap_or_default();
        rules.iter().filter_map(Value::as_str).collect()
    }

    /// The rules; one that is refused is none.
    fn rules(&self) -> RuleLists {
        let read =
            |decision, name| self.list(name).iter().filter_map(|text| Rule::parse_for(decision, text).ok()).collect();
        RuleLists {
            allow: read(Decision::Allow, "allow"),
            ask: read(Decision::Ask, "ask"),
            deny: read(Decision::Deny, "deny"),
        }
    }
}

fn family_of(tool: &str) -> (Family, Access) {
    match tool {
        "bash" => (Family::Bash, Access::Read),
        "read_file" | "grep" | "glob" | "ls" => (Family::Read, Access::Read),
        "write_file" | "edit_file" | "multi_edit" | "move_file" => (Family::Edit, Access::Write),
        _ => (Family::Own, Access::Read),
    }
}

/// What the decision would be told of a path so that it asks whatever a rule about commands or folders allows.
fn is_cautious(path: &JudgedPath) -> bool {
    let is_flagged = path.is_outside || path.credential.is_some() || path.protected.is_some() || path.is_managed;
    is_flagged || !path.findings().is_empty()
}

fn check(case: &Case) {
    let id = case.text("id");
    let (cwd, home, world) = (PathBuf::from(case.text("cwd")), PathBuf::from(case.text("home")), World(id));
    let places = Places::new(&PlacesSpec { home: Some(&home), ..PlacesSpec::new(&cwd) }, &world);
    let set = RuleSet::new(&case.rules(), &[], &places, &world);
    let tool = case.text("tool");
    let (family, access) = family_of(tool);
    let args = &case.0["args"];
    let command = args["command"].as_str().filter(|_| family == Family::Bash);
    let analysis = command.map(|command| shell::analyse(command, &ShellContext { cwd: &cwd, home: Some(&home) }));
    let shell = command.zip(analysis.as_ref()).map(|(command, analysis)| ShellSubject { command, analysis });
    let own = args["path"].as_str().filter(|_| family != Family::Own);
    let paths: Vec<_> = match &analysis {
        Some(analysis) => analysis.paths.iter().map(|path| judge_shell(path, &places, &world)).collect(),
        None => own.iter().map(|path| judge(path, access, &places, &world)).collect(),
    };
    let found = set.look(&Subject { tool, family, paths: &paths, urls: &[], shell });
    let reads_only = analysis.as_ref().is_some_and(|analysis| analysis.class == Class::ReadOnly);
    let is_nested = analysis.as_ref().is_some_and(|analysis| analysis.class == Class::Nested);
    expect(case, &found, reads_only, is_nested, &paths);
}

fn expect(case: &Case, found: &Findings<'_>, reads_only: bool, is_nested: bool, paths: &[JudgedPath]) {
    let told = format!("{} {}: {found:?} {paths:?}", case.text("id"), case.text("summary"));
    let allows = !found.allow.is_empty() || found.bare.is_some();
    match case.text("expected") {
        "deny" => assert!(found.deny.is_some(), "{told}"),
        "ask" => {
            assert!(found.deny.is_none(), "{told}");
            let is_asked = found.ask.is_some() || found.may_deny.is_some();
            let is_held = is_nested || paths.iter().any(is_cautious);
            assert!(is_asked || !allows || is_held, "{told}");
            assert!(case.list("ask").is_empty() || found.ask.is_some(), "{told}");
        }
        "allow" => {
            assert!(found.deny.is_none() && found.ask.is_none(), "{told}");
            let has_rule = !case.list("allow").is_empty();
            assert!(allows || reads_only || !has_rule, "{told}");
        }
        _ => {}
    }
}

fn cases() -> Vec<Case> {
    let files = [include_str!("../cases/permission.jsonl"), include_str!("../cases/situations.jsonl")];
    let all = files.into_iter().flat_map(str::lines).map(|line| Case(serde_json::from_str(line).unwrap()));
    all.filter(|case| KINDS.contains(&case.text("kind")) && !ELSEWHERE.contains(&case.text("id"))).collect()
}

#[test]
fn cases_get_the_findings_they_need() {
    let cases = cases();
    assert!(cases.len() > 80, "{}", cases.len());
    let failed: Vec<_> = cases.iter().filter(|case| std::panic::catch_unwind(|| check(case)).is_err()).collect();
    let failed: Vec<_> = failed.iter().map(|case| case.text("id")).collect();
    assert!(failed.is_empty(), "{failed:?}");
}

/// Every rule of the cases is one, but for the one that leaves the workspace.
#[test]
fn rules_of_the_cases_are_read() {
    for case in cases() {
        for (decision, list) in [(Decision::Allow, "allow"), (Decision::Ask, "ask"), (Decision::Deny, "deny")] {
            for text in case.list(list) {
                match Rule::parse_for(decision, text) {
                    Ok(rule) => {
                        let expected = |warning: &RuleWarning| match warning {
                            RuleWarning::AbsolutePath => text.contains("(/"),
                            RuleWarning::ExactCommand { .. } => decision != Decision::Allow && !text.contains('*'),
                            _ => false,
                        };
                        assert!(rule.warnings(decision, &["bash"]).iter().all(expected), "{text}");
                    }
                    Err(error) => {
                        assert_eq!(case.text("id"), "P199", "{error}");
                        assert!(matches!(error.fault, RuleFault::Path(_)));
                    }
                }
            }
        }
    }
}

/// What lists of rules say of a command: 0 for allow, 1 for nothing, 2 for ask, 3 for deny.
fn strictness(command: &str, allow: &[String], deny: &[String]) -> u8 {
    let workspace = Path::new("/ws");
    let places =
        Places::new(&PlacesSpec { home: Some(Path::new("/home/user")), ..PlacesSpec::new(workspace) }, &NoFacts);
    let read =
        |decision, texts: &[String]| texts.iter().filter_map(|text| Rule::parse_for(decision, text).ok()).collect();
    let lists = RuleLists { allow: read(Decision::Allow, allow), ask: Vec::new(), deny: read(Decision::Deny, deny) };
    let analysis = shell::analyse(command, &ShellContext { cwd: workspace, home: None });
    let paths: Vec<_> = analysis.paths.iter().map(|path| judge_shell(path, &places, &NoFacts)).collect();
    let shell = Some(ShellSubject { command, analysis: &analysis });
    let set = RuleSet::new(&lists, &[], &places, &NoFacts);
    let found = set.look(&Subject { paths: &paths, shell, ..Subject::new("bash", Family::Bash) });
    match found.decision() {
        Some(Decision::Allow) => 0,
        None => 1,
        Some(Decision::Ask) => 2,
        Some(Decision::Deny) => 3,
    }
}

proptest! {
    #[test]
    fn real_commands_only_get_stricter_by_a_denial(
        command in "(cat|rm -rf|git push|cd|echo|env A=1 make|sh -c 'rm x')( [a-c./*~$'\"-]{1,5}){0,3}( (&&|;|\\||>|2>&1|<) (ls|rm|[a-c./]{1,4})){0,2}",
        allow in vec("Bash\\((cat|rm|git push|cd|echo)(:\\*| \\*|\\*)\\)|Bash", 0..4),
        deny in "Bash\\((cat|rm|git push|cd|make)(:\\*| \\*|\\*)\\)|(Read|Edit)\\([a-c./*~]{1,6}\\)",
    ) {
        let before = strictness(&command, &allow, &[]);
        prop_assert!(strictness(&command, &allow, &[deny]) >= before);
    }

    /// A further command can only take an allow away.
    #[test]
    fn a_command_behind_an_allowed_one_is_not_allowed_with_it(
        command in "(cat|echo|make)( [a-c]{1,3}){0,2}", operator in "&&|\\|\\||;|\\||&|\n", more in "(rm|curl|tee)( [a-c]{1,3}){1,2}",
    ) {
        let allow = ["Bash(cat:*)", "Bash(echo:*)", "Bash(make:*)"].map(str::to_owned);
        prop_assert_eq!(strictness(&command, &allow, &[]), 0);
        prop_assert_eq!(strictness(&format!("{command} {operator} {more}"), &allow, &[]), 1);
    }
}
