//! Rule sets against calls. Commands come with an analysis made by hand, so that nothing but rules is tested here.

mod commands;
mod paths;
mod properties;
mod tables;

use super::*;
use crate::{
    Access, Family,
    paths::{Facts, JudgedPath, NoFacts, Places, PlacesSpec, RealPath, judge},
    shell::{Analysis, Argv, Class, Part},
};
use reasonix_protocol::Decision;
use std::path::{Path, PathBuf};

/// A file system made up for a test.
#[derive(Default)]
struct World {
    links: Vec<(&'static str, &'static str)>,
    folds_case: bool,
}

impl Facts for World {
    fn real(&self, path: &Path) -> RealPath {
        let led = self.links.iter().find_map(|(from, to)| Some(PathBuf::from(to).join(path.strip_prefix(from).ok()?)));
        match led {
            Some(path) if path.starts_with("/loop") => RealPath::Unresolvable,
            Some(path) => NoFacts.real(&path),
            None => NoFacts.real(path),
        }
    }

    fn folds_case(&self, _: &Path) -> bool {
        self.folds_case
    }
}

fn places(facts: &dyn Facts) -> Places {
    let extra = [PathBuf::from("/extra")];
    let spec =
        PlacesSpec { home: Some(Path::new("/home/user")), extra_roots: &extra, ..PlacesSpec::new(Path::new("/ws")) };
    Places::new(&spec, facts)
}

fn rules(decision: Decision, texts: &[&str]) -> Vec<Rule> {
    texts.iter().map(|text| Rule::parse_for(decision, text).unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn lists(allow: &[&str], ask: &[&str], deny: &[&str]) -> RuleLists {
    RuleLists {
        allow: rules(Decision::Allow, allow),
        ask: rules(Decision::Ask, ask),
        deny: rules(Decision::Deny, deny),
    }
}

/// A part as the analysis gives it: `$` in it makes it one that no reusable rule covers, `ls` and `cat` only read.
fn part(text: &str) -> Part {
    let argv = Argv::of(text.split(' ').map(|word| word.replace(['\'', '"', '\\'], "")));
    let is_static = !text.contains('$');
    let reads = matches!(argv.name(), "ls" | "cat");
    Part { text: text.to_owned(), argv: is_static.then_some(argv), reusable: is_static, read_only: is_static && reads }
}

fn analysis(parts: &[&str], reached: &[&str]) -> Analysis {
    let parts: Vec<Part> = parts.iter().map(|text| part(text)).collect();
    let own = parts.iter().filter_map(|part| part.argv.clone());
    let wrapped = reached.iter().map(|text| Argv::of(text.split(' ')));
    Analysis {
        class: Class::Plain,
        unclear: None,
        changes: None,
        reached: own.chain(wrapped).collect(),
        parts,
        disguised: Vec::new(),
        paths: Vec::new(),
        findings: Vec::new(),
        blind: false,
        discloses: None,
        unresolved: None,
    }
}

fn family_of(tool: &str) -> (Family, Access) {
    match tool {
        "bash" => (Family::Bash, Access::Read),
        "read_file" | "grep" | "glob" | "ls" => (Family::Read, Access::Read),
        "write_file" | "edit_file" | "move_file" => (Family::Edit, Access::Write),
        _ => (Family::Own, Access::Read),
    }
}

fn judged(tool: &str, paths: &[&str], facts: &dyn Facts) -> Vec<JudgedPath> {
    let (_, access) = family_of(tool);
    paths.iter().map(|path| judge(path, access, &places(facts), facts)).collect()
}

/// What lists and tables say, in one word each.
fn word(set: &RuleSet, subject: &Subject<'_>) -> &'static str {
    let found = set.look(subject);
    match found.decision() {
        Some(Decision::Deny) => "deny",
        Some(Decision::Ask) => "ask",
        Some(Decision::Allow) if !found.allow.is_empty() => "allow",
        Some(Decision::Allow) => "bare",
        None => "none",
    }
}
