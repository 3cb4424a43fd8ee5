//! What any bytes must not do. Driven by the tests beside it and by the targets of `fuzz/`, so it stands alone.

use reasonix_permission::{
    Access, Family, GateLists, PlanGate, PlanSafety, Policy, Request, Verdict, decide,
    paths::{JudgedPath, NoFacts, PathSpec, Places, PlacesSpec, judge, judge_shell},
    rules::{Rule, RuleLists, RuleSet, ShellSubject, Subject},
    shell::{Class, ShellContext, analyse, analyse_powershell},
};
use reasonix_protocol::{Decision, Mode, Posture};
use std::path::{Path, PathBuf};

fn places() -> Places {
    let forbid_read = [PathBuf::from("/ws/private")];
    let spec = PlacesSpec {
        home: Some(Path::new("/home/user")),
        forbid_read: &forbid_read,
        ..PlacesSpec::new(Path::new("/ws"))
    };
    Places::new(&spec, &NoFacts)
}

fn decided(subject: Subject<'_>, rules: &RuleSet, posture: Posture) -> Verdict {
    let policy = Policy {
        rules,
        granted_from: 0,
        posture,
        mode: Mode::Normal,
        plan_gate: PlanGate::Strict,
        gate_lists: GateLists::default(),
        plan_approved: false,
        allow_dynamic_bash: false,
        can_ask: true,
    };
    decide(
        &Request { subject, read_only: false, trusted: true, plan: PlanSafety::Unknown, wanted: &[], escapes: false },
        &policy,
    )
}

/// A command: read, its paths judged, decided about. What could not be read is nested and never allowed, also not by an
/// allow of all commands.
pub(crate) fn shell(bytes: &[u8]) {
    let command = &*String::from_utf8_lossy(bytes);
    let places = places();
    let allow = vec![Rule::parse_for(Decision::Allow, "Bash").unwrap()];
    let rules = RuleSet::new(&RuleLists { allow, ..RuleLists::default() }, &[], &places, &NoFacts);
    let cx = ShellContext { cwd: Path::new("/ws"), home: Some(Path::new("/home/user")) };
    for analysis in [analyse(command, &cx), analyse_powershell(command)] {
        assert!(!analysis.blind || analysis.class == Class::Nested, "{command:?}");
        assert!(analysis.reached.iter().all(|argv| !argv.name().is_empty()), "{command:?}");
        let read_only = analysis.class == Class::ReadOnly;
        assert!(!read_only || analysis.parts.iter().all(|part| part.read_only), "{command:?}");
        let paths: Vec<JudgedPath> = analysis.paths.iter().map(|path| judge_shell(path, &places, &NoFacts)).collect();
        let shell = Some(ShellSubject { command, analysis: &analysis });
        let subject = Subject { paths: &paths, shell, ..Subject::new("bash", Family::Bash) };
        let verdict = decided(subject, &rules, Posture::Ask);
        assert!(analysis.class != Class::Nested || verdict.decision != Decision::Allow, "{command:?}");
        let unruled = decided(subject, &RuleSet::default(), Posture::Ask);
        assert!(read_only || unruled.decision != Decision::Allow, "{command:?}");
    }
}

/// The first line is a rule, the rest what it is asked about.
pub(crate) fn rule(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let (rule, asked) = text.split_once('\n').unwrap_or((text, text));
    let places = places();
    let read = |decision| Rule::parse_for(decision, rule);
    if let Ok(rule) = read(Decision::Deny) {
        assert_eq!(Rule::parse(rule.text()).as_ref(), Ok(&rule), "a rule reads as itself");
        let _ = rule.warnings(Decision::Deny, &["bash", "read_file"]);
    }
    let lists = |decision: Decision| match (decision, read(decision).ok()) {
        (_, None) => RuleLists::default(),
        (Decision::Allow, Some(rule)) => RuleLists { allow: vec![rule], ..RuleLists::default() },
        (Decision::Ask, Some(rule)) => RuleLists { ask: vec![rule], ..RuleLists::default() },
        (Decision::Deny, Some(rule)) => RuleLists { deny: vec![rule], ..RuleLists::default() },
    };
    let [allow, ask, deny] = [Decision::Allow, Decision::Ask, Decision::Deny]
        .map(|decision| RuleSet::new(&lists(decision), &[], &places, &NoFacts));
    let cx = ShellContext { cwd: Path::new("/ws"), home: None };
    let analysis = analyse(asked, &cx);
    let in_shell: Vec<JudgedPath> = analysis.paths.iter().map(|path| judge_shell(path, &places, &NoFacts)).collect();
    let file = [judge(asked, Access::Write, &places, &NoFacts)];
    let shell = Some(ShellSubject { command: asked, analysis: &analysis });
    for subject in [
        Subject { paths: &in_shell, shell, ..Subject::new("bash", Family::Bash) },
        Subject { paths: &file, ..Subject::new("write_file", Family::Edit) },
    ] {
        let by = |rules: &RuleSet| decided(subject, rules, Posture::Ask).decision;
        let none = by(&RuleSet::default());
        assert!(none != Decision::Allow || by(&allow) == Decision::Allow, "an allow tightens: {text:?}");
        assert!(by(&ask) != Decision::Allow || none == Decision::Allow, "a question loosens: {text:?}");
        assert!(by(&deny) != Decision::Allow || none == Decision::Allow, "a denial loosens: {text:?}");
        assert!(none != Decision::Deny || by(&allow) == Decision::Deny, "an allow beats a denial: {text:?}");
    }
}

/// The first line is a path spec, the rest a path.
pub(crate) fn path(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let (spec, path) = text.split_once('\n').unwrap_or((text, text));
    let places = places();
    let _ = PathSpec::parse(spec);
    let _ = PathSpec::literal(spec);
    for access in [Access::Read, Access::Write] {
        let judged = judge(path, access, &places, &NoFacts);
        let is_within = |path: &Path| path.starts_with("/ws");
        let seems_inside = is_within(&judged.written()) && judged.real().as_deref().is_some_and(is_within);
        let is_device = judged.written().starts_with("/dev");
        assert!(judged.is_outside || seems_inside || is_device, "{text:?} is {judged:?}");
        let family = if access == Access::Write { Family::Edit } else { Family::Read };
        let paths = [judged];
        for decision in [Decision::Allow, Decision::Deny] {
            let name = if access == Access::Write { "Edit" } else { "Read" };
            let Ok(rule) = Rule::parse_for(decision, &format!("{name}({spec})")) else { continue };
            let lists = match decision {
                Decision::Allow => RuleLists { allow: vec![rule], ..RuleLists::default() },
                _ => RuleLists { deny: vec![rule], ..RuleLists::default() },
            };
            let rules = RuleSet::new(&lists, &[], &places, &NoFacts);
            let subject = Subject { paths: &paths, ..Subject::new("any_file", family) };
            let found = rules.look(&subject);
            assert!(found.allow.is_empty() || decision == Decision::Allow, "{text:?}");
            assert!(found.deny.is_none() || decision == Decision::Deny, "{text:?}");
        }
    }
}
