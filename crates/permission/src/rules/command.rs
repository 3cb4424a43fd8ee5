//! The command part of a rule, and how a command is found among many of them.

use crate::{paths::wild::Wild, quick::NameMap, shell::Form};

/// Commands that one form is tried as.
const MOST_TEXTS: usize = 16;

/// Which commands a rule means. It is held against one simple command, its words joined by single blanks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CommandSpec {
    /// `*`
    All,
    /// `git push:*`: the words themselves, or followed by further ones.
    Prefix(String),
    /// The same with wildcards: without and with further words.
    WildPrefix(Wild, Wild),
    /// `*` and `?` stand for any text, `/` included.
    Glob(Wild),
    Exact(String),
}

impl CommandSpec {
    /// `None` if nothing is before `:*`.
    pub(crate) fn parse(spec: &str) -> Option<Self> {
        if spec.chars().all(|c| c == '*') {
            return Some(Self::All);
        }
        let is_wild = |text: &str| text.contains(['*', '?']);
        if let Some(prefix) = spec.strip_suffix(":*").or_else(|| spec.strip_suffix(" *")) {
            let prefix = prefix.trim_end();
            return match prefix {
                "" => None,
                _ if is_wild(prefix) => Some(Self::WildPrefix(Wild::new(prefix), Wild::new(&format!("{prefix} *")))),
                _ => Some(Self::Prefix(prefix.to_owned())),
            };
        }
        Some(if is_wild(spec) { Self::Glob(Wild::new(spec)) } else { Self::Exact(spec.to_owned()) })
    }

    /// As a denial or question is read: blanks around and between the words do not count, nor does the letter case of the
    /// program where files are found by any.
    pub(crate) fn parse_wide(spec: &str, fold_programs: bool) -> Vec<Self> {
        let words: Vec<&str> = spec.split_whitespace().collect();
        let mut texts = vec![words.join(" ")];
        if let Some((program, rest)) = words.split_first().filter(|_| fold_programs) {
            let program = program.to_lowercase();
            texts.push(std::iter::once(program.as_str()).chain(rest.iter().copied()).collect::<Vec<_>>().join(" "));
        }
        texts.dedup();
        texts.iter().filter_map(|text| Self::parse(text)).collect()
    }

    pub(crate) fn matches(&self, command: &str) -> bool {
        match self {
            Self::All => true,
            Self::Prefix(prefix) => command.strip_prefix(prefix.as_str()).is_some_and(is_end_of_word),
            Self::WildPrefix(alone, followed) => alone.matches(command) || followed.matches(command),
            Self::Glob(wild) => wild.matches(command),
            Self::Exact(text) => text == command,
        }
    }

    /// Whether such a command may be somewhere in a text that could not be read.
    fn may_be_within(&self, text: &str) -> bool {
        let has_word = |wanted: &str| {
            text.match_indices(wanted).any(|(at, _)| {
                let before = text.get(..at).and_then(|before| before.chars().next_back());
                let after = text.get(at + wanted.len()..).and_then(|after| after.chars().next());
                !before.is_some_and(is_in_run) && !after.is_some_and(is_in_run)
            })
        };
        let has_match = |wild: &Wild| Wild::new(&format!("*{}*", wild.text())).matches(text);
        match self {
            Self::All => true,
            Self::Prefix(text) | Self::Exact(text) => has_word(text),
            Self::WildPrefix(wild, _) | Self::Glob(wild) => has_match(wild),
        }
    }

    /// Whether a command of that form matches: the words of the spec are put in where the form leaves them open. An option
    /// is not put in, or every variable would be one.
    fn may_be(&self, forms: &[Form]) -> bool {
        let spec = match self {
            Self::All => return true,
            Self::Prefix(text) | Self::Exact(text) => text.clone(),
            Self::WildPrefix(wild, _) | Self::Glob(wild) => wild.text(),
        };
        let spec: Vec<&str> = spec.split_whitespace().collect();
        let mut texts = vec![(String::new(), 0)];
        for (at, form) in forms.iter().enumerate() {
            let mut longer = Vec::new();
            for (text, used) in texts.into_iter().take(MOST_TEXTS) {
                let mut add = |words: &[&str], used: usize| {
                    let start = if text.is_empty() { String::new() } else { format!("{text} ") };
                    longer.push((format!("{start}{}", words.join(" ")), used));
                };
                let own = spec.get(used).copied();
                let is_open = own.is_some_and(|word| at == 0 || !word.starts_with('-'));
                match form {
                    Form::Glob(glob) if own.is_some_and(|word| glob.overlaps(word)) => {
                        add(&[own.unwrap_or_default()], used + 1);
                    }
                    Form::Any { splits: true } if is_open => {
                        for end in used + 1..=spec.len() {
                            add(spec.get(used..end).unwrap_or_default(), end);
                        }
                    }
                    Form::Any { .. } if is_open => add(&[own.unwrap_or_default()], used + 1),
                    // Nothing that the spec asks for stands here.
                    Form::Glob(_) | Form::Any { .. } => add(&["?"], used + 1),
                    Form::Exact(word) => add(&[word], used + 1),
                }
            }
            texts = longer;
        }
        texts.iter().any(|(text, _)| self.matches(text))
    }

    /// The run of letters that stands, whole, in every text within which it may be; `None` if there is none.
    fn run(&self) -> Option<&str> {
        match self {
            Self::Prefix(text) | Self::Exact(text) => {
                text.split(|c| !is_in_run(c)).next().filter(|run| !run.is_empty())
            }
            Self::All | Self::WildPrefix(..) | Self::Glob(_) => None,
        }
    }

    /// What every command begins with that matches: two whole words, or one.
    fn beginning(&self) -> Option<&str> {
        let (start, is_whole) = match self {
            Self::Prefix(text) | Self::Exact(text) => (text.as_str(), true),
            Self::WildPrefix(wild, _) | Self::Glob(wild) => (wild.prefix(), false),
            Self::All => return None,
        };
        let [one, two] = beginnings(start);
        // The last word of a beginning may go on where a wildcard follows.
        [two, one].into_iter().flatten().find(|words| is_whole || words.len() < start.len())
    }
}

/// Whether the letter goes on with the word beside it, in a text that was not read.
fn is_in_run(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

fn is_end_of_word(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(char::is_whitespace)
}

/// The first word of a command, and the first two if there are so many.
fn beginnings(command: &str) -> [Option<&str>; 2] {
    let mut ends = command.match_indices(char::is_whitespace).map(|(at, _)| at).chain([command.len()]);
    [ends.next(), ends.next()].map(|end| command.get(..end?))
}

/// Specs with the number of their rule, by what the commands begin with that they mean.
#[derive(Debug, Clone, Default)]
pub(crate) struct CommandIndex {
    specs: Vec<(CommandSpec, usize)>,
    by_beginning: NameMap<String, Vec<usize>>,
    /// The same, by the first word alone.
    by_name: NameMap<String, Vec<usize>>,
    /// Specs whose commands do not all begin alike.
    others: Vec<usize>,
    /// Specs by the run of letters that tells where they may be in a text that could not be read.
    by_run: NameMap<String, Vec<usize>>,
    /// Those that may be in any.
    without_run: Vec<usize>,
}

impl CommandIndex {
    pub(crate) fn insert(&mut self, spec: CommandSpec, number: usize) {
        let at = self.specs.len();
        match spec.beginning() {
            Some(words) => {
                self.by_beginning.entry(words.to_owned()).or_default().push(at);
                let name = words.split(char::is_whitespace).next().unwrap_or_default();
                self.by_name.entry(name.to_owned()).or_default().push(at);
            }
            None => self.others.push(at),
        }
        match spec.run() {
            Some(run) => self.by_run.entry(run.to_owned()).or_default().push(at),
            None => self.without_run.push(at),
        }
        self.specs.push((spec, number));
    }

    /// Calls `found` with the number of every spec that counts and matches.
    pub(crate) fn each_match(&self, command: &str, counts: impl Fn(usize) -> bool, mut found: impl FnMut(usize)) {
        let alike =
            beginnings(command).into_iter().flatten().filter_map(|words| self.by_beginning.get(words)).flatten();
        for (spec, number) in alike.chain(&self.others).filter_map(|at| self.specs.get(*at)) {
            if counts(*number) && spec.matches(command) {
                found(*number);
            }
        }
    }

    /// Calls `found` with the number of every spec that a command of that form may match.
    pub(crate) fn each_form(&self, forms: &[Form], counts: impl Fn(usize) -> bool, mut found: impl FnMut(usize)) {
        let mut look = |(spec, number): &(CommandSpec, usize)| {
            if counts(*number) && spec.may_be(forms) {
                found(*number);
            }
        };
        let Some(Form::Exact(name)) = forms.first() else { return self.specs.iter().for_each(look) };
        let alike = self.by_name.get(name.as_str()).into_iter().flatten().chain(&self.others);
        alike.filter_map(|at| self.specs.get(*at)).for_each(&mut look);
    }

    /// Calls `found` with the number of every spec that may match something in a text that could not be read, for some of
    /// them more than once.
    pub(crate) fn each_within(&self, text: &str, mut found: impl FnMut(usize)) {
        let runs = text.split(|c| !is_in_run(c)).filter_map(|run| self.by_run.get(run));
        let specs = runs.flatten().chain(&self.without_run).filter_map(|at| self.specs.get(*at));
        let within = specs.filter(|(spec, _)| spec.may_be_within(text));
        within.for_each(|(_, number)| found(*number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn forms() {
        let check = |spec: &str, command: &str, expected: bool| {
            assert_eq!(CommandSpec::parse(spec).unwrap().matches(command), expected, "{spec:?} {command:?}");
        };
        check("go test:*", "go test", true);
        check("go test:*", "go test ./...", true);
        check("go test:*", "go testing", false);
        check("go test *", "go test", true);
        check("go test *", "go test ./...", true);
        check("go test *", "go testing", false);
        check("ls:*", "lsof -i", false);
        check("git push:*", "git push origin feature/x", true);
        check("rm -rf*", "rm -rf x/y", true);
        check("rm -rf*", "rm -rfv x", true);
        check("git * --force", "git push --force", true);
        check("git *:*", "git push origin", true);
        check("npm run build", "npm run build", true);
        check("npm run build", "npm run build x", false);
        check("*", "anything", true);
        check("a?c", "abc", true);
        check("rm:*", "rm\u{200b} -rf build", false);
        assert!(CommandSpec::parse(":*").is_none() && CommandSpec::parse(" :*").is_none());
        let wide = CommandSpec::parse_wide(" Git  push :* ", true);
        assert!(wide.len() == 2 && wide.iter().any(|spec| spec.matches("git push x")));
    }

    #[test]
    fn within_a_text_that_was_not_read() {
        let check = |spec: &str, text: &str, expected: bool| {
            assert_eq!(CommandSpec::parse(spec).unwrap().may_be_within(text), expected, "{spec:?} {text:?}");
        };
        check("rm -rf:*", "if then; rm -rf x", true);
        check("rm:*", "x=$(/bin/rm y", true);
        check("rm:*", "alarm farm rm-x", false);
        check("git push*", "((git push --force", true);
    }

    proptest! {
        #[test]
        fn the_index_finds_exactly_what_is_within(
            specs in proptest::collection::vec("[ab.$/]{0,2}( [ab]{1,2}){0,1}(|:\\*| \\*|\\*)", 0..8),
            text in "[ab.$/; ]{0,10}",
        ) {
            let mut index = CommandIndex::default();
            let specs: Vec<_> = specs.iter().filter_map(|spec| CommandSpec::parse(spec)).collect();
            for (number, spec) in specs.iter().enumerate() {
                index.insert(spec.clone(), number);
            }
            let mut found = Vec::new();
            index.each_within(&text, |number| found.push(number));
            found.sort_unstable();
            found.dedup();
            let is_within = |number: &usize| specs[*number].may_be_within(&text);
            prop_assert_eq!(found, (0..specs.len()).filter(is_within).collect::<Vec<_>>());
        }

        #[test]
        fn the_index_finds_exactly_what_matches(
            specs in proptest::collection::vec("[ab]{0,2}( [ab]{1,2}){0,2}(|:\\*| \\*|\\*)", 0..8),
            command in "[ab]{1,2}( [ab]{1,2}){0,3}",
        ) {
            let mut index = CommandIndex::default();
            let specs: Vec<_> = specs.iter().filter_map(|spec| CommandSpec::parse(spec)).collect();
            for (number, spec) in specs.iter().enumerate() {
                index.insert(spec.clone(), number);
            }
            let mut found = Vec::new();
            index.each_match(&command, |_| true, |number| found.push(number));
            found.sort_unstable();
            let expected: Vec<_> =
                specs.iter().enumerate().filter(|(_, spec)| spec.matches(&command)).map(|(number, _)| number).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
