//! Commands that rules which deny or ask must see: those of a call, and whatever may be one among words that another program
//! may run. Finds too much, never decides an allow.

use super::{Argv, crude, interpreters, places::Dirs, redirect::Feed, value::Arg, walk::Walker, why, wrappers};

/// Words kept for deny and ask rules.
const MOST_WORDS: usize = 100_000;

/// Words of a command that was picked out.
const WINDOW: usize = 12;

/// Words of a text in which commands are looked for.
const MOST_TEXT_WORDS: usize = 256;

impl Walker<'_> {
    /// Keeps a command for deny and ask rules.
    pub(super) fn reached(&mut self, argv: &[Arg<'_>]) {
        self.reached_words += argv.len();
        if self.reached_words > MOST_WORDS {
            self.nested(why::TOO_MUCH);
            self.found.blind = true;
            return;
        }
        crude::push(Argv::of(argv.iter().map(Arg::shown)), &mut self.found.reached);
    }

    pub(super) fn reached_as(&mut self, name: &str, args: &[Arg<'_>]) {
        self.reached_words += args.len();
        if self.reached_words <= MOST_WORDS {
            self.found.reached.push(Argv::of(std::iter::once(name.into()).chain(args.iter().map(Arg::shown))));
        }
    }

    /// Every word may begin a command; only the first words of each are kept.
    pub(super) fn windows(&mut self, argv: &[Arg<'_>]) {
        for at in 0..argv.len() {
            let window = argv.get(at..argv.len().min(at + WINDOW)).unwrap_or_default();
            self.reached(window);
        }
    }

    /// Every word may begin a command that a program with options of its own runs.
    pub(super) fn suffixes(&mut self, args: &[Arg<'_>], at: &Dirs, depth: usize) {
        for start in 0..args.len() {
            let suffix = args.get(start..).unwrap_or_default();
            let Some(name) = suffix.first().and_then(Arg::as_static) else { continue };
            if name.starts_with('-') || name.is_empty() {
                continue;
            }
            let base = crude::bare(name).unwrap_or(name);
            let runs = interpreters::is_shell(base)
                || interpreters::is_foreign(base)
                || wrappers::by_name(base).is_some()
                || matches!(base, "find" | "git" | "rm" | "eval");
            if runs && depth < 3 && start < 32 {
                self.judge(suffix, at, &Feed::Inherited, depth + 1);
            } else if start < 32 {
                self.reached(suffix);
            } else {
                self.reached(suffix.get(..WINDOW.min(suffix.len())).unwrap_or_default());
            }
        }
    }

    /// Options before a subcommand hide it from rules that name it.
    pub(super) fn without_options(&mut self, base: &str, args: &[Arg<'_>]) {
        let is_option = |arg: &Arg<'_>| arg.lead().starts_with('-') || arg.lead().starts_with('+');
        if !args.first().is_some_and(is_option) {
            return;
        }
        let bare = args.iter().position(|arg| !is_option(arg)).and_then(|at| args.get(at..)).unwrap_or_default();
        self.reached_as(base, bare);
        // The option may have taken it for its value.
        let mut rest = args;
        while let [first, after @ ..] = rest
            && is_option(first)
        {
            let takes_next = !first.lead().contains('=') && after.first().is_some_and(|next| !is_option(next));
            rest = if takes_next { after.get(1..).unwrap_or_default() } else { after };
            self.reached_as(base, rest);
        }
    }

    /// Keeps whatever may be a command in a text that is not read: every word may begin one.
    pub(super) fn reach_words(&mut self, text: &str) {
        let ends = |c: char| c.is_whitespace() || "\"'`;|&(){}$:=<>,!\\".contains(c);
        let (before, expansions) = text.split_once("${").unwrap_or((text, ""));
        let texts = std::iter::once(before).chain(expansions.split("${").map(default_of));
        let words = texts.flat_map(|text| text.split(ends)).filter(|word| !word.is_empty()).take(MOST_TEXT_WORDS);
        let words: Vec<Arg<'_>> = words.map(|word| Arg::Static(word.into())).collect();
        self.windows(&words);
    }
}

/// What stands for a variable that is not set: `git push` of `name:-git push}`.
fn default_of(expansion: &str) -> &str {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_!#@*".contains(c);
    expansion.trim_start_matches(is_name).trim_start_matches([':', '-', '+', '=', '?'])
}
