//! Every text of the catalogue is shown somewhere, and every text that code asks for is in the catalogue.

use super::{
    Problem, Project,
    locale_files::{ENGLISH, catalogue},
    page_source,
    rust_source::{literals, product_part},
};
use std::collections::{BTreeMap, HashSet};

/// Keys of problems and of the steps of a proof, put together by `locale` itself. Other families are known by the literals
/// that make them, such as `"doctor.{name}"`. In all cases what stands behind the prefix is a literal somewhere.
const PROBLEMS: &str = "problem.";
const PROOFS: &str = "proof.";
/// Keys of what makes a command's text unclear, which stand together in one file.
const UNCLEAR: &str = "nested.";
/// Keys of types of values, whose words code says with blanks.
const TYPES: &str = "type.";
/// Keys of what systems say of failures, which no code says.
const SYSTEMS: &str = "os.";

/// The command line's texts are named by its commands and arguments, `cli.run.arg.model`; its own tests hold that each
/// has one. Here the last word must be a name in its sources.
const COMMAND_LINE: &str = "cli.";
const COMMAND_LINE_SOURCES: &str = "crates/cli/src/";

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

/// As `CODES`, of those that do not go straight into `ProofStep::new`.
const PROOF_CODES: &[(&str, &[&str])] = &[("crates/permission/src/gate.rs", &["gate_"])];

const UNCLEAR_CODES: &[(&str, &[&str])] = &[("crates/permission/src/shell/why.rs", &[""])];

/// Crates whose texts are for nobody but developers.
const SILENT: &[&str] = &["crates/xtask/", "crates/testkit/", "crates/locale/"];

/// A literal, and where it stands first.
type Literals<'a> = BTreeMap<&'a str, (&'a str, usize)>;

/// A key that code asks for without saying it whole, and where it does so first.
type Asked<'a> = BTreeMap<String, (&'a str, usize)>;

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    // A catalogue that cannot be read is told by another check.
    let Ok(english) = catalogue(project, ENGLISH) else { return Vec::new() };
    let (mut said, mut asked) = (Literals::new(), Asked::new());
    let mut command_line = HashSet::new();
    let sources = project.tree.with_extension(&["rs"]).filter(|file| file.path.contains("/src/"));
    for file in sources.filter(|file| !SILENT.iter().any(|crate_| file.path.starts_with(crate_))) {
        let source = product_part(&file.text);
        if file.path.starts_with(COMMAND_LINE_SOURCES) {
            command_line.extend(names(source));
        }
        for literal in literals(source) {
            said.entry(literal.text).or_insert((&file.path, literal.line));
            if let Some(family) = code_family(&file.path, literal.before, literal.text) {
                asked.entry(format!("{family}{}", literal.text)).or_insert((&file.path, literal.line));
            }
        }
    }
    let page = Page::read(project, &mut said, &mut asked);
    let mut problems = Vec::new();
    let unused = english.keys().filter(|key| !is_used(key, &said, &command_line) && !page.makes(key));
    problems.extend(unused.map(|key| Problem::new(ENGLISH, 0, format!("nothing shows `{key}`"))));
    let first_words: HashSet<&str> = english.keys().filter_map(|key| key.split('.').next()).collect();
    let keys =
        said.iter().filter(|(text, _)| is_key(text, &first_words)).map(|(text, place)| ((*text).to_owned(), place));
    let codes = asked.iter().map(|(key, place)| (key.clone(), place));
    let absent = keys.chain(codes).filter(|(key, _)| !english.contains_key(key));
    problems
        .extend(absent.map(|(key, (path, line))| Problem::new(path, *line, format!("the catalogue has no `{key}`"))));
    problems
}

/// What the page of `ui/` says beside whole keys.
#[derive(Default)]
struct Page<'a> {
    /// Beginnings of keys whose ends are known only while it runs.
    beginnings: HashSet<&'a str>,
}

impl<'a> Page<'a> {
    fn read(project: &'a Project, said: &mut Literals<'a>, asked: &mut Asked<'a>) -> Self {
        let mut page = Self::default();
        for file in project.tree.texts().filter(|file| page_source::is_product(&file.path)) {
            let found = page_source::said(&file.text);
            // Other words with dots are the page's own: names of actions, of what it keeps.
            let is_text = |word: &str| !word.contains('.') || word.starts_with("ui.") || word.starts_with(PROBLEMS);
            for (line, word) in found.words.into_iter().filter(|(_, word)| is_text(word)) {
                said.entry(word).or_insert((&file.path, line));
            }
            for (line, code) in found.codes {
                asked.entry(format!("{PROBLEMS}{code}")).or_insert((&file.path, line));
            }
            // A beginning of one word would take in all there is.
            page.beginnings
                .extend(found.beginnings.into_iter().filter(|text| text.starts_with("ui.") && text.len() > 3));
        }
        page
    }

    fn makes(&self, key: &str) -> bool {
        self.beginnings.iter().any(|beginning| key.starts_with(beginning))
    }
}

fn is_used(key: &str, said: &Literals<'_>, command_line: &HashSet<String>) -> bool {
    let of_problem = [".hint", ".old"].into_iter().find_map(|ending| key.strip_suffix(ending));
    let of_word = key.strip_suffix(".in").filter(|_| key.starts_with(UNCLEAR));
    let key = of_problem.filter(|_| key.starts_with(PROBLEMS)).or(of_word).unwrap_or(key);
    if said.contains_key(key) || key.starts_with(SYSTEMS) {
        return true;
    }
    if let Some(words) = key.strip_prefix(TYPES) {
        let words = words.replace('_', " ");
        return said.keys().any(|text| text.strip_suffix(" {}") == Some(&words) || text.eq_ignore_ascii_case(&words));
    }
    if key.starts_with(COMMAND_LINE) {
        let words = key.trim_end_matches(".about").rsplit('.').next().unwrap_or_default();
        return command_line.contains(&words.replace(['-', '_'], ""));
    }
    let families = said.keys().filter_map(|text| family(text)).chain([PROBLEMS, PROOFS, UNCLEAR]);
    families.into_iter().any(|family| key.strip_prefix(family).is_some_and(|rest| said.contains_key(rest)))
}

/// The family of keys that a literal makes: `doctor.` for `doctor.{name}`.
fn family(text: &str) -> Option<&str> {
    let (prefix, _) = text.split_once('{')?;
    prefix.ends_with('.').then_some(prefix)
}

/// Whether a literal is the code of a problem or of a step of a proof: the family of its key.
fn code_family(path: &str, before: &str, text: &str) -> Option<&'static str> {
    let is_word = text.chars().all(|character| character.is_ascii_lowercase() || character == '_');
    let is_known = |codes: &[(&str, &[&str])]| {
        let mut known = codes.iter().filter(|(file, _)| path.starts_with(file)).flat_map(|(_, beginnings)| *beginnings);
        // `"asks_"` alone asks what a code begins with.
        is_word && !text.ends_with('_') && known.any(|beginning| text.starts_with(beginning))
    };
    let goes_into = |maker: &str| before.trim_end().ends_with(maker);
    if is_known(UNCLEAR_CODES) {
        return Some(UNCLEAR);
    }
    let families = [(PROBLEMS, "Problem::new(", CODES), (PROOFS, "ProofStep::new(", PROOF_CODES)];
    families.into_iter().find(|(_, maker, codes)| goes_into(maker) || is_known(codes)).map(|(family, ..)| family)
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
    fn texts_of_proofs() {
        let source = "proof.push(ProofStep::new(\n    \"not_denied\"));";
        check_use(&["proof.not_denied"], "crates/permission/src/decide.rs", source, &[]);
        check_use(
            &["proof.not_human"],
            "crates/permission/src/decide.rs",
            source,
            &[
                "crates/locale/en.json: nothing shows `proof.not_human`",
                "crates/permission/src/decide.rs:2: the catalogue has no `proof.not_denied`",
            ],
        );
        check_use(
            &[],
            "crates/permission/src/gate.rs",
            "open(4, \"gate_planning\")",
            &["crates/permission/src/gate.rs:1: the catalogue has no `proof.gate_planning`"],
        );
    }

    #[test]
    fn what_the_page_says_counts() {
        let source = "t(\"ui.a.b\"); t(`ui.mode.${mode}`); t(\"ui.gone.away\"); keep(\"ui-x.y\"); throw { code: \"ui_fault\" };\n";
        check_use(
            &["problem.ui_fault", "ui.a.b", "ui.mode.plan", "ui.other"],
            "ui/src/app/App.tsx",
            source,
            &[
                "crates/locale/en.json: nothing shows `ui.other`",
                "ui/src/app/App.tsx:1: the catalogue has no `ui.gone.away`",
            ],
        );
    }

    #[test]
    fn what_tests_say_does_not_count() {
        let source = "//! x\n#[cfg(test)]\nmod tests {\n    const KEY: &str = \"run.a\";\n}\n";
        check_use(&["run.a"], "crates/cli/src/run.rs", source, &["crates/locale/en.json: nothing shows `run.a`"]);
    }
}
