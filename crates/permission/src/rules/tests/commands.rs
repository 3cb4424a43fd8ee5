//! Rules about commands.

use super::*;
use crate::{
    paths::judge_shell,
    shell::{Certainty, ShellPath},
};

fn look(lists: &RuleLists, command: &str, analysis: &Analysis) -> &'static str {
    let set = RuleSet::new(lists, &[], &places(&NoFacts), &NoFacts);
    let paths: Vec<_> = analysis.paths.iter().map(|path| judge_shell(path, &places(&NoFacts), &NoFacts)).collect();
    let shell = Some(ShellSubject { command, analysis });
    word(&set, &Subject { paths: &paths, shell, ..Subject::new("bash", Family::Bash) })
}

#[test]
fn every_part_must_be_covered() {
    let check = |allow: &[&str], parts: &[&str], expected: &str| {
        let command = parts.join(" && ");
        assert_eq!(look(&lists(allow, &[], &[]), &command, &analysis(parts, &[])), expected, "{allow:?} {command}");
    };
    check(&["Bash(cd:*)"], &["cd /ws/app", "python3 script.py"], "none");
    check(&["Bash(true:*)"], &["true", "rm important.txt"], "none");
    check(&["Bash(deno test:*)"], &["deno test x.ts", "cat"], "allow");
    check(&["Bash(npm test:*)"], &["npm test", "ls"], "allow");
    check(&["Bash(npm test:*)", "Bash(cargo:*)"], &["npm test", "cargo fmt"], "allow");
    check(&["Bash(ls:*)"], &["lsof -i"], "none");
    check(&["Bash(git status:*)"], &["git push origin main"], "none");
    check(&["Bash=gh api repos/o/r/pulls"], &["gh api -X DELETE repos/o/r"], "none");
    check(&["Bash=pnpm build", "Bash(pnpm add:*)"], &["pnpm build"], "allow");
    check(&["Bash=pnpm build"], &["pnpm build", "ls"], "allow");
    check(&["Bash=pnpm build && ls"], &["pnpm build", "ls"], "allow");
    check(&["Bash=git status && rm -rf ./tmp"], &["rm -rf ./other"], "none");
    check(&["Bash=ls *"], &["ls x"], "none");
    check(&["Bash"], &["make"], "bare");
    check(&["Bash(*)"], &["make"], "bare");
    check(&["Bash"], &["echo $HOME"], "none");
    check(&["Bash(echo:*)"], &["echo $HOME"], "none");
    check(&["Bash=echo $HOME"], &["echo $HOME"], "allow");
    check(&["Bash=echo $HOME"], &["echo $HOME", "make"], "none");
    check(&["Bash(prettier --check:*)"], &["prettier --check 'src/(a)/b.tsx'"], "allow");
    // Without a rule nothing is allowed here: that readers may run is the decision's part.
    check(&["Bash(git:*)"], &["ls"], "none");
}

#[test]
fn what_was_not_understood_is_allowed_by_its_whole_text_alone() {
    let command = "git status $(touch pwned)";
    for (allow, expected) in [("Bash(git:*)", "none"), ("Bash", "none"), ("Bash=git status $(touch pwned)", "allow")] {
        let nested = Analysis { class: Class::Nested, ..analysis(&["git status x"], &["touch pwned"]) };
        let blind = Analysis { blind: true, ..nested.clone() };
        let empty = Analysis { parts: Vec::new(), ..analysis(&[], &[]) };
        for analysis in [nested, blind, empty] {
            assert_eq!(look(&lists(&[allow], &[], &[]), command, &analysis), expected, "{allow}");
        }
    }
}

#[test]
fn a_denial_reaches_any_part_and_through_wrappers() {
    let check = |deny: &str, parts: &[&str], reached: &[&str], expected: &str| {
        let command = parts.join(" && ");
        assert_eq!(look(&lists(&[], &[], &[deny]), &command, &analysis(parts, reached)), expected, "{deny} {command}");
    };
    check("Bash(git clean:*)", &["git fetch", "git clean -fd"], &[], "deny");
    check("Bash(rm:*)", &["/bin/rm -r -f build"], &["rm -r -f build"], "deny");
    check("Bash(rm:*)", &["r\\m -rf build"], &[], "deny");
    check("Bash(rm -rf:*)", &["nice -n 19 rm -rf build"], &["rm -rf build"], "deny");
    check("Bash(git push:*)", &["git -C /ws/sub push"], &["git push"], "deny");
    check("Bash(rm:*)", &["rm.exe x"], &[], "deny");
    check("Bash( rm  -rf :*)", &["rm -rf x"], &[], "deny");
    check("Bash=rm -rf /", &["rm -rf /ws/cmd"], &[], "none");
    check("Bash=rm -rf /", &["rm -rf \"/\""], &[], "deny");
    check("Bash(rm -rf:*)", &["gh pr create --title \"block rm -rf\""], &[], "none");
    check("Bash(rm:*)", &["rm\u{200b} -rf build"], &[], "none");
    check("Bash", &["ls"], &[], "deny");
}

#[test]
fn programs_fold_where_files_do() {
    let folding = World { links: Vec::new(), folds_case: true };
    let set = RuleSet::new(&lists(&[], &[], &["Bash(Remove-Item:*)"]), &[], &places(&folding), &folding);
    for (command, expected) in [("remove-item x", "deny"), ("REMOVE-ITEM.EXE x", "deny"), ("remove-items x", "none")] {
        let analysis = analysis(&[command], &[]);
        let shell = Some(ShellSubject { command, analysis: &analysis });
        assert_eq!(word(&set, &Subject { shell, ..Subject::new("bash", Family::Bash) }), expected, "{command}");
    }
}

#[test]
fn a_denial_is_looked_for_in_text_that_was_not_read() {
    let blind = Analysis { blind: true, class: Class::Nested, ..analysis(&[], &[]) };
    assert_eq!(look(&lists(&[], &[], &["Bash(rm -rf:*)"]), "{ rm -rf x", &blind), "deny");
    assert_eq!(look(&lists(&[], &[], &["Bash(rm -rf:*)"]), "{ ls", &blind), "none");
}

#[test]
fn rules_about_paths_reach_the_files_of_commands() {
    let check = |deny: &str, path: &str, access: Access, certainty: Certainty, expected: (bool, bool)| {
        let path = ShellPath { path: path.into(), access, certainty, first: 0 };
        let judged = [judge_shell(&path, &places(&NoFacts), &NoFacts)];
        let set = RuleSet::new(&lists(&[], &[], &[deny]), &[], &places(&NoFacts), &NoFacts);
        let analysis = analysis(&["tool"], &[]);
        let shell = Some(ShellSubject { command: "tool", analysis: &analysis });
        let found = set.look(&Subject { paths: &judged, shell, ..Subject::new("bash", Family::Bash) });
        assert_eq!((found.deny.is_some(), found.may_deny.is_some()), expected, "{deny} {path:?}");
    };
    use Access::{Read, Write};
    use Certainty::{Exact, Glob, Guess, Tree, Unknown};
    check("Read(secrets/**)", "/ws/secrets/key", Read, Exact, (true, false));
    check("Read(secrets/**)", "/ws/secrets/key", Write, Exact, (false, false));
    check("Edit(secrets/**)", "/ws/secrets/key", Write, Guess, (true, false));
    check("Edit", "/ws/a", Write, Exact, (true, false));
    check("Edit", "/ws/a", Read, Exact, (false, false));
    check("read_file(secrets/**)", "/ws/secrets/key", Read, Exact, (false, false));
    check("Read(secrets/**)", "/ws", Read, Tree, (false, true));
    check("Read(secrets/**)", "/ws/secrets/x", Read, Tree, (true, true));
    check("Read(secrets/**)", "/ws/src", Read, Tree, (false, false));
    check("Read(secrets/**)", "/ws/secrets/*", Read, Glob, (true, true));
    check("Read(secrets/key)", "/ws/secrets/k*", Read, Glob, (false, true));
    check("Read(secrets/**)", "/ws/s*/key", Read, Glob, (false, true));
    check("Read(**/.env)", "/ws/*", Read, Glob, (false, false));
    check("Read(**/.env)", "/ws/.e*", Read, Glob, (false, true));
    check("Read(secrets/**)", "/ws/src/*/../../secrets/key", Read, Glob, (false, true));
    check("Read(secrets/**)", "", Read, Unknown, (false, true));
    check("Read(**)", "", Read, Unknown, (true, true));
    check("Read(secrets/**)", "/ws/src", Read, Unknown, (false, false));
}

#[test]
fn an_allow_of_a_path_does_not_allow_a_command() {
    let path = ShellPath { path: "/ws/docs/a".into(), access: Access::Write, certainty: Certainty::Exact, first: 0 };
    let analysis = Analysis { paths: vec![path], ..analysis(&["tee docs/a"], &[]) };
    assert_eq!(look(&lists(&["Edit(docs/**)", "Edit"], &[], &[]), "tee docs/a", &analysis), "none");
    let judged = judge_shell(&analysis.paths[0], &places(&NoFacts), &NoFacts);
    let set = RuleSet::new(&lists(&["Edit(docs/**)"], &[], &[]), &[], &places(&NoFacts), &NoFacts);
    assert_eq!(set.path_allow(&judged).map(|hit| hit.rule), Some("Edit(docs/**)"));
}

#[test]
fn the_proof_names_rule_and_subject() {
    let lists = lists(&["Bash(npm:*)"], &[], &["Read(x)", "Bash(rm:*)", "Bash(rm -rf:*)"]);
    let set = RuleSet::new(&lists, &[], &places(&NoFacts), &NoFacts);
    let analysis = analysis(&["rm -rf x"], &[]);
    let shell = Some(ShellSubject { command: "rm -rf x", analysis: &analysis });
    let found = set.look(&Subject { shell, ..Subject::new("bash", Family::Bash) });
    let hit = found.deny.unwrap();
    assert_eq!(hit.origin, Origin::List(Decision::Deny, 1));
    assert_eq!((hit.rule.to_string().as_str(), hit.on.as_str()), ("Bash(rm:*)", "rm -rf x"));
}
