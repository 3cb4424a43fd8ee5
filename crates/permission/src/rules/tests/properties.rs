//! What holds for all rules and calls.

use super::*;
use crate::paths::{PathSpec, Reach, pattern::matches};
use proptest::{collection::vec, prelude::*};

const FACTS: World = World { links: Vec::new(), folds_case: false };

fn path_rule() -> impl Strategy<Value = String> {
    let tool =
        prop_oneof![Just("Edit"), Just("Read"), Just("write_file"), Just("read_file"), Just("*"), Just("write*")];
    let spec =
        prop_oneof!["(/ws/|/|~/|)(\\*\\*/|a/|b/|\\*/){0,3}(\\*\\*|a|b|\\*|a\\*|b/|\\{a,b\\})", Just(String::new())];
    (tool, spec).prop_map(|(tool, spec)| if spec.is_empty() { tool.to_owned() } else { format!("{tool}({spec})") })
}

fn command_rule() -> impl Strategy<Value = String> {
    prop_oneof!["Bash\\([ab]( [ab*]{1,2}){0,2}(|:\\*| \\*)\\)", "Bash=[ab]( [ab$]){0,2}", Just("Bash".to_owned())]
}

fn call_path() -> impl Strategy<Value = String> {
    "(|/|/ws/|\\.\\./|~/)[ab](/(a|b|ab|\\.\\.)){0,3}"
}

fn command() -> impl Strategy<Value = Vec<String>> {
    vec("([ab]|ls)( [ab$]){0,2}", 1..4)
}

/// A place among allow, none, ask, deny.
fn strictness(found: &Findings<'_>) -> u8 {
    match found.decision() {
        Some(Decision::Allow) => 0,
        None => 1,
        Some(Decision::Ask) => 2,
        Some(Decision::Deny) => 3,
    }
}

/// The rules that can be read; what a test makes up may be none.
fn read(decision: Decision, texts: &[String]) -> Vec<Rule> {
    texts.iter().filter_map(|text| Rule::parse_for(decision, text).ok()).collect()
}

fn set(lists: &RuleLists) -> RuleSet {
    RuleSet::new(lists, &[], &places(&FACTS), &FACTS)
}

fn with_path<T>(tool: &str, path: &str, look: impl FnOnce(&Subject<'_>) -> T) -> T {
    let judged = judged(tool, &[path], &FACTS);
    look(&Subject { paths: &judged, ..Subject::new(tool, family_of(tool).0) })
}

fn with_command<T>(parts: &[String], look: impl FnOnce(&Subject<'_>) -> T) -> T {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let (command, analysis) = (parts.join(" && "), analysis(&parts, &[]));
    let shell = Some(ShellSubject { command: &command, analysis: &analysis });
    look(&Subject { shell, ..Subject::new("bash", Family::Bash) })
}

/// Whether a rule is about the path of a tool, by its definition and without any index.
fn naively(rule: &Rule, reach: Reach, tool: &str, path: &JudgedPath) -> bool {
    let (family, _) = family_of(tool);
    let names = if reach == Reach::Wide { rule.tool.may_be(tool, family) } else { rule.tool.is(tool, family) };
    let text = rule.text();
    let Some((_, spec)) = text.split_once('(') else { return names };
    let spec = PathSpec::parse(spec.strip_suffix(')').unwrap()).unwrap();
    let patterns = spec.patterns(reach, &places(&FACTS), &FACTS);
    let fits = |name: &std::sync::Arc<str>| patterns.iter().any(|pattern| matches(pattern, name));
    names && if reach == Reach::Wide { path.names.all().any(fits) } else { path.names.own().all(fits) }
}

proptest! {
    #[test]
    fn a_further_denial_or_question_loosens_nothing(
        allow in vec(path_rule(), 0..4), ask in vec(path_rule(), 0..3), deny in vec(path_rule(), 0..3),
        more in path_rule(), path in call_path(), tool in prop_oneof![Just("write_file"), Just("read_file")],
    ) {
        let lists = RuleLists {
            allow: read(Decision::Allow, &allow), ask: read(Decision::Ask, &ask), deny: read(Decision::Deny, &deny),
        };
        let before = with_path(tool, &path, |subject| strictness(&set(&lists).look(subject)));
        for decision in [Decision::Ask, Decision::Deny] {
            let mut stricter = lists.clone();
            let list = if decision == Decision::Ask { &mut stricter.ask } else { &mut stricter.deny };
            list.extend(read(decision, std::slice::from_ref(&more)));
            let after = with_path(tool, &path, |subject| strictness(&set(&stricter).look(subject)));
            prop_assert!(after >= before, "{:?} {} {}", decision, more, path);
        }
    }

    #[test]
    fn the_same_for_commands(
        allow in vec(command_rule(), 0..4), deny in vec(command_rule(), 0..3), more in command_rule(), parts in command(),
    ) {
        let lists = RuleLists {
            allow: read(Decision::Allow, &allow), ask: Vec::new(), deny: read(Decision::Deny, &deny),
        };
        let before = with_command(&parts, |subject| strictness(&set(&lists).look(subject)));
        let mut stricter = lists.clone();
        stricter.deny.extend(read(Decision::Deny, std::slice::from_ref(&more)));
        let after = with_command(&parts, |subject| strictness(&set(&stricter).look(subject)));
        prop_assert!(after >= before);
    }

    #[test]
    fn a_further_part_or_path_allows_nothing(
        allow in vec(command_rule(), 0..5), parts in command(), more in "([ab])( [ab$]){0,2}",
    ) {
        let lists = RuleLists { allow: read(Decision::Allow, &allow), ..RuleLists::default() };
        let set = set(&lists);
        let allows = |parts: &[String]| with_command(parts, |subject| !set.look(subject).allow.is_empty());
        let mut longer = parts.clone();
        longer.push(more.clone());
        if allows(&longer) && !allow.contains(&format!("Bash={}", longer.join(" && "))) {
            // What is left of it is allowed by the same rules, or only reads.
            prop_assert!(allows(&parts) || parts.iter().all(|part| part.starts_with("ls") && !part.contains('$')));
            prop_assert!(allows(std::slice::from_ref(&more)));
        }
    }

    #[test]
    fn indexes_agree_with_the_definition(
        rules in vec(path_rule(), 1..8), path in call_path(), tool in prop_oneof![Just("write_file"), Just("read_file")],
    ) {
        let denies = read(Decision::Deny, &rules);
        let allows = read(Decision::Allow, &rules);
        let path = &judged(tool, &[&path], &FACTS)[0];
        let subject = Subject { paths: std::slice::from_ref(path), ..Subject::new(tool, family_of(tool).0) };
        let denying = set(&RuleLists { deny: denies.clone(), ..RuleLists::default() });
        let expected = denies.iter().find(|rule| naively(rule, Reach::Wide, tool, path)).map(Rule::text);
        prop_assert_eq!(denying.look(&subject).deny.map(|hit| hit.rule), expected);
        let allowing = set(&RuleLists { allow: allows.clone(), ..RuleLists::default() });
        let found = allowing.look(&subject);
        let has_spec = |rule: &&Rule| rule.text().contains('(');
        let covered = allows.iter().filter(has_spec).any(|rule| naively(rule, Reach::Narrow, tool, path));
        prop_assert_eq!(!found.allow.is_empty(), covered);
    }

    #[test]
    fn an_allow_is_never_wider_than_the_same_denial(rule in path_rule(), path in call_path()) {
        let Ok(rule) = Rule::parse_for(Decision::Allow, &rule) else { return Ok(()) };
        let allowing = set(&RuleLists { allow: vec![rule.clone()], ..RuleLists::default() });
        let denying = set(&RuleLists { deny: vec![rule], ..RuleLists::default() });
        with_path("write_file", &path, |subject| {
            let is_allowed = allowing.look(subject).decision() == Some(Decision::Allow);
            assert!(!is_allowed || denying.look(subject).deny.is_some());
        });
    }

    #[test]
    fn a_last_row_that_denies_loosens_nothing(
        rows in vec((path_rule(), 0..3_u8), 0..6), more in path_rule(), path in call_path(),
        tool in prop_oneof![Just("write_file"), Just("read_file")],
    ) {
        let row = |rule: &str, decision| {
            let (tool, spec) = rule.split_once('(').map_or((rule, None), |(tool, spec)| (tool, spec.strip_suffix(')')));
            TableRule::new(tool, spec, None, decision).ok()
        };
        let decisions = [Decision::Allow, Decision::Ask, Decision::Deny];
        let mut rows: Vec<_> = rows.iter().filter_map(|(rule, at)| row(rule, decisions[usize::from(*at)])).collect();
        let look = |rows: &[TableRule]| {
            let set = RuleSet::new(&RuleLists::default(), rows, &places(&FACTS), &FACTS);
            with_path(tool, &path, |subject| strictness(&set.look(subject)))
        };
        let before = look(&rows);
        rows.extend(row(&more, Decision::Deny));
        prop_assert!(look(&rows) >= before, "{} {}", more, path);
    }

    #[test]
    fn no_path_makes_it_panic(bytes in vec(any::<u8>(), 0..48), deny in "Read\\([a-c*/~.\\\\:]{1,12}\\)") {
        let text = String::from_utf8_lossy(&bytes);
        let lists = RuleLists { deny: read(Decision::Deny, &[deny, "Read(**/x)".to_owned()]), ..RuleLists::default() };
        with_path("read_file", &text, |subject| set(&lists).look(subject).decision());
    }

    #[test]
    fn no_path_like_one_makes_it_panic(text in "[a-cA-C/\\\\:.~*?\\[\\]() \u{e9}\u{200b}]{0,24}", windows in any::<bool>()) {
        let workspace = Path::new(if windows { r"C:\ws" } else { "/ws" });
        let places = Places::new(&PlacesSpec::new(workspace), &NoFacts);
        let judged = judge(&text, Access::Write, &places, &NoFacts);
        let glob = crate::shell::ShellPath { path: text.into(), access: Access::Read, certainty: crate::shell::Certainty::Glob, first: 0 };
        crate::paths::judge_shell(&glob, &places, &NoFacts);
        prop_assert!(!judged.is_outside || judged.names.own().any(|name| !name.starts_with("/ws") && !name.starts_with("C:/ws")));
    }
}
