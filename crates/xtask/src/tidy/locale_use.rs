//! Every text of the catalogue is shown somewhere, and every text that code asks for is in the catalogue.

use super::{
    Problem, Project,
    locale_files::{ENGLISH, catalogue},
    page_source::{is_page_source, named},
    rust_source::{literals, product_part},
};
use std::collections::{BTreeMap, HashSet};

/// Keys of problems, put together by `locale` itself. Other families are known by the literals that make them, such as
/// `"doctor.{name}"`. In both cases what stands behind the prefix is a literal somewhere.
const PROBLEMS: &str = "problem.";

/// The command line's texts are named by its commands and arguments, `cli.run.arg.model`; its own tests hold that each
/// has one. Here the last word must be a name in its sources.
const COMMAND_LINE: &str = "cli.";
const COMMAND_LINE_SOURCES: &str = "crates/cli/src/";

/// Texts that only the page shows.
const PAGE: &str = "ui.";

/// Files where codes stand that do not go straight into `Problem::new`, with the beginnings of those codes.
const CODES: &[(&str, &[&str])] = &[
    ("crates/model/src/failure.rs", &["model_"]),
    ("crates/config/src/diagnostic.rs", &["config_", "env_"]),
    ("crates/permission/src/decide.rs", &["allowed_", "asks_", "denied_"]),
    ("crates/permission/src/gate.rs", &["plan_"]),
    ("crates/permission/src/rules/error.rs", &["rule_"]),
    ("crates/permission/src/paths/portable.rs", &["path_"]),
    ("crates/tool/src/", &["allowed_", "asks_", "denied_"]),
    ("crates/agent/src/turn.rs", &["answer_"]),
];

/// Crates whose texts are for nobody but developers.
const SILENT: &[&str] = &["crates/xtask/", "crates/testkit/", "crates/locale/"];

/// A literal, and where it stands first.
type Literals<'a> = BTreeMap<&'a str, (&'a str, usize)>;

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    // A catalogue that cannot be read is told by another check.
    let Ok(english) = catalogue(project, ENGLISH) else { return Vec::new() };
    let (mut said, mut asked) = (Literals::new(), Literals::new());
    let mut command_line = HashSet::new();
    let sources = project.tree.with_extension(&["rs"]).filter(|file| file.path.contains("/src/"));
    for file in sources.filter(|file| !SILENT.iter().any(|crate_| file.path.starts_with(crate_))) {
        let source = product_part(&file.text);
        if file.path.starts_with(COMMAND_LINE_SOURCES) {
            command_line.extend(names(source));
        }
        for literal in literals(source) {
            said.entry(literal.text).or_insert((&file.path, literal.line));
            if is_code(&file.path, literal.before, literal.text) {
                asked.entry(literal.text).or_insert((&file.path, literal.line));
            }
        }
    }
    let (page, page_families) = said_by_page(project);
    let is_shown = |key: &str| {
        let in_page = page.contains_key(key) || page_families.iter().any(|family| key.starts_with(family));
        let code = key.strip_prefix(PROBLEMS).map(|code| code.strip_suffix(".hint").unwrap_or(code));
        in_page || code.is_some_and(|code| page.contains_key(code)) || is_used(key, &said, &command_line)
    };
    let mut problems = Vec::new();
    let unused = english.keys().filter(|key| !is_shown(key));
    problems.extend(unused.map(|key| Problem::new(ENGLISH, 0, format!("nothing shows `{key}`"))));
    let first_words: HashSet<&str> = english.keys().filter_map(|key| key.split('.').next()).collect();
    let keys =
        said.iter().filter(|(text, _)| is_key(text, &first_words)).map(|(text, place)| ((*text).to_owned(), place));
    let keys =
        keys.chain(page.iter().filter(|(text, _)| is_page_key(text)).map(|(text, place)| ((*text).to_owned(), place)));
    let codes = asked.iter().map(|(code, place)| (format!("problem.{code}"), place));
    let absent = keys.chain(codes).filter(|(key, _)| !english.contains_key(key));
    problems
        .extend(absent.map(|(key, (path, line))| Problem::new(path, *line, format!("the catalogue has no `{key}`"))));
    problems
}

/// What the page's sources say, and the beginnings of what they put together.
fn said_by_page(project: &Project) -> (Literals<'_>, Vec<&str>) {
    let (mut said, mut families) = (Literals::new(), Vec::new());
    for file in project.tree.with_extension(&["ts", "tsx"]).filter(|file| is_page_source(&file.path)) {
        for found in named(&file.text) {
            if !found.is_beginning {
                said.entry(found.text).or_insert((&file.path, found.line));
            } else if found.text.contains('.') && found.text.ends_with(['.', '_']) && found.text != PROBLEMS {
                families.push(found.text);
            }
        }
    }
    (said, families)
}

/// Whether a string of the page is one of its keys.
fn is_page_key(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    text.strip_prefix(PAGE).is_some_and(|rest| rest.split('.').all(is_word))
}

fn is_used(key: &str, said: &Literals<'_>, command_line: &HashSet<String>) -> bool {
    let key = key.strip_suffix(".hint").filter(|_| key.starts_with(PROBLEMS)).unwrap_or(key);
    if said.contains_key(key) {
        return true;
    }
    if key.starts_with(COMMAND_LINE) {
        let words = key.trim_end_matches(".about").rsplit('.').next().unwrap_or_default();
        return command_line.contains(&words.replace(['-', '_'], ""));
    }
    let families = said.keys().filter_map(|text| family(text)).chain([PROBLEMS]);
    families.into_iter().any(|family| key.strip_prefix(family).is_some_and(|rest| said.contains_key(rest)))
}

/// The family of keys that a literal makes: `doctor.` for `doctor.{name}`.
fn family(text: &str) -> Option<&str> {
    let (prefix, _) = text.split_once('{')?;
    prefix.ends_with('.').then_some(prefix)
}

/// Whether a literal is the code of a problem.
fn is_code(path: &str, before: &str, text: &str) -> bool {
    if before.trim_end().ends_with("Problem::new(") {
        return true;
    }
    let is_word = text.chars().all(|character| character.is_ascii_lowercase() || character == '_');
    let known = CODES.iter().filter(|(file, _)| path.starts_with(file)).flat_map(|(_, beginnings)| *beginnings);
    // `"asks_"` alone asks what a code begins with.
    is_word && !text.ends_with('_') && known.into_iter().any(|beginning| text.starts_with(beginning))
}

/// Whether a literal has the form of a key and begins as keys of the catalogue do.
fn is_key(text: &str, first_words: &HashSet<&str>) -> bool {
    let is_word = |word: &str| {
        let is_part = |character: char| character.is_ascii_lowercase() || character == '_' || character == '-';
        !word.is_empty() && word.chars().all(is_part)
    };
    let mut words = text.split('.');
    let begins = words.next().is_some_and(|first| first_words.contains(first));
    let last = text.rsplit('.').next().unwrap_or_default();
    let is_file = matches!(last, "json" | "md" | "rs" | "sh" | "toml");
    begins && text.contains('.') && words.all(is_word) && !is_file
}

/// The names in a source, in lower case and without joints, so that `AddDir`, `add_dir` and `add-dir` are one.
fn names(source: &str) -> impl Iterator<Item = String> + '_ {
    let words = source.split(|character: char| !character.is_alphanumeric() && character != '_' && character != '-');
    words.filter(|word| !word.is_empty()).map(|word| word.replace(['-', '_'], "").to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[track_caller]
    fn check_use(keys: &[&str], path: &str, source: &str, expected: &[&str]) {
        let catalogue: serde_json::Map<String, serde_json::Value> =
            keys.iter().map(|key| ((*key).to_owned(), "text".into())).collect();
        let catalogue = serde_json::to_string(&catalogue).unwrap();
        expect(check, &Project::of(&[(ENGLISH, catalogue.as_str()), (path, source)]), expected);
    }

    #[test]
    fn texts_nobody_shows() {
        let source =
            r#"texts.get("run.session", &[]); get(&format!("doctor.{name}")); "git"; Problem::new("no_turn");"#;
        let used = ["run.session", "doctor.git", "problem.no_turn", "problem.no_turn.hint"];
        check_use(&used, "crates/cli/src/run.rs", source, &[]);
        check_use(
            &["run.a", "doctor.b", "problem.c", "problem.c.hint"],
            "crates/cli/src/run.rs",
            "//! x",
            &[
                "crates/locale/en.json: nothing shows `doctor.b`",
                "crates/locale/en.json: nothing shows `problem.c.hint`",
                "crates/locale/en.json: nothing shows `problem.c`",
                "crates/locale/en.json: nothing shows `run.a`",
            ],
        );
    }

    #[test]
    fn texts_of_the_command_line() {
        let source = "enum Subcommand { Run(RunArgs) }\nstruct RunArgs { pub add_dir: Vec<PathBuf> }";
        let keys = ["cli.run.about", "cli.run.arg.add_dir", "cli.run.arg.gone"];
        check_use(
            &keys,
            "crates/cli/src/args.rs",
            source,
            &["crates/locale/en.json: nothing shows `cli.run.arg.gone`"],
        );
    }

    #[test]
    fn texts_that_are_missing() {
        let source = "texts.get(\"run.gone\", &[]);\nProblem::new(\"lost\");\nlet file = \"run.toml\";";
        check_use(
            &["run.session"],
            "crates/cli/src/run.rs",
            &format!("{source} \"run.session\""),
            &[
                "crates/cli/src/run.rs:1: the catalogue has no `run.gone`",
                "crates/cli/src/run.rs:2: the catalogue has no `problem.lost`",
            ],
        );
        let code = "Self::Cut => \"model_cut\",";
        check_use(
            &[],
            "crates/model/src/failure.rs",
            code,
            &["crates/model/src/failure.rs:1: the catalogue has no `problem.model_cut`"],
        );
    }

    #[test]
    fn texts_of_the_page() {
        let source = "t(\"ui.a\"); t(`ui.b.${kind}`); throw { code: \"unreachable\" };";
        let keys = ["ui.a", "ui.b.one", "problem.unreachable", "problem.unreachable.hint"];
        check_use(&keys, "ui/src/app/App.tsx", source, &[]);
        check_use(
            &["ui.a", "ui.c"],
            "ui/src/app/App.tsx",
            "t(\"ui.a\");\nt(\"ui.gone\");",
            &["crates/locale/en.json: nothing shows `ui.c`", "ui/src/app/App.tsx:2: the catalogue has no `ui.gone`"],
        );
    }

    #[test]
    fn what_tests_say_does_not_count() {
        let source = "//! x\n#[cfg(test)]\nmod tests {\n    const KEY: &str = \"run.a\";\n}\n";
        check_use(&["run.a"], "crates/cli/src/run.rs", source, &["crates/locale/en.json: nothing shows `run.a`"]);
    }
}
