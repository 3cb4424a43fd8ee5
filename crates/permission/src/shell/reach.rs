//! What a command runs: itself, what it wraps, what it gives to a shell. And whether all of that only reads.

use super::{
    Certainty,
    call::Operands,
    carriers::{self, Carried},
    crude, interpreters,
    interpreters::Code,
    names,
    places::Dirs,
    readers::{self, find},
    redirect::Feed,
    value::Arg,
    variables,
    walk::Walker,
    why,
    wrappers::{self, Wrapped, Wrapper},
};
use crate::Access;
use std::rc::Rc;

/// Wrappers within wrappers.
const MOST_DEPTH: usize = 16;

/// Words that one program hands to another.
const MOST_FED: usize = 64;

/// Calls looked at for one command.
const MOST_CALLS: usize = 4000;

/// What is known of a call.
#[derive(Debug)]
pub(super) struct Verdict {
    /// It is known to only read.
    pub reads: bool,
    /// It runs what it is given, so an allow for its name says nothing.
    pub wraps: bool,
    /// Where the shell stands if it succeeds.
    pub moved: Option<Dirs>,
    /// It is not known where the shell stands afterwards.
    pub lost: bool,
}

impl Verdict {
    pub(super) const fn reads() -> Self {
        Self { reads: true, wraps: false, moved: None, lost: false }
    }

    const fn wraps() -> Self {
        Self { reads: false, wraps: true, moved: None, lost: false }
    }
}

impl Walker<'_> {
    /// Looks at a call. `depth` counts the wrappers around it.
    pub(super) fn judge(&mut self, argv: &[Arg<'_>], at: &Dirs, feed: &Feed, depth: usize) -> Verdict {
        let Some((first, args)) = argv.split_first() else { return Verdict::reads() };
        self.judged += 1;
        if depth > MOST_DEPTH || self.judged > MOST_CALLS {
            self.nested(why::TOO_MUCH);
            self.windows(argv);
            return Verdict::wraps();
        }
        self.reached(argv);
        let Some(name) = first.as_static() else {
            self.nested_by(why::UNKNOWN_NAME, first.shown());
            self.found.blind = true;
            self.disguised_name(argv, at, feed, depth);
            self.suffixes(args, at, depth);
            return Verdict::wraps();
        };
        let base = crude::bare(name).unwrap_or(name);
        // `/usr/lib/git-core/git-push`
        if let Some(subcommand) = base.strip_prefix("git-").filter(|subcommand| !subcommand.is_empty()) {
            let words: Vec<_> = std::iter::once(Arg::Static(subcommand.into())).chain(args.iter().cloned()).collect();
            self.reached_as("git", &words);
        }
        let verdict = self.judge_named(argv, name, base, at, feed, depth);
        // What is known better was noted before.
        self.mentions(base, args, at);
        verdict
    }

    fn judge_named(
        &mut self,
        argv: &[Arg<'_>],
        name: &str,
        base: &str,
        at: &Dirs,
        feed: &Feed,
        depth: usize,
    ) -> Verdict {
        let args = argv.get(1..).unwrap_or_default();
        if !variables::is_of_bash(name) {
            self.runs_programs = true;
            for arg in argv {
                self.hands_on(arg);
            }
        }
        self.disguised_subcommand(base, args);
        self.discloses(base, args);
        if let Some(verdict) = self.builtin(base, args, at) {
            return verdict;
        }
        if interpreters::is_foreign(base) {
            self.nested_by(why::RUNS_TEXT, base);
            self.found.blind = true;
            for arg in args {
                crude::commands(&arg.shown(), &mut self.found.reached);
            }
            return Verdict::wraps();
        }
        let code = if interpreters::is_shell(base) {
            Some(interpreters::shell_code(args))
        } else {
            interpreters::code(base, args)
        };
        if let Some(code) = code
            && let Some(verdict) = self.interpret(base, &code, at, feed)
        {
            return verdict;
        }
        match base {
            "find" | "gfind" => return self.find(name, args, at, depth),
            "fd" | "fdfind" => {
                if let Some(verdict) = self.fd(name, args, at, depth) {
                    return verdict;
                }
            }
            "git" => return self.git(name, args, at, depth),
            "rm" | "grm" => self.remove(argv, args, at),
            "dd" => self.copied_by_dd(args, at),
            _ => {}
        }
        if wrappers::has_subcommands(base) {
            self.without_options(base, args);
        }
        if let Some(wrapper) = wrappers::by_name(base) {
            return self.wrapped(base, wrapper, args, at, feed, depth);
        }
        self.carried(base, args, at);
        if wrappers::is_runner(base, args) {
            // `parallel git ::: push`
            let is_word = |arg: &&Arg<'_>| !arg.lead().starts_with("::");
            let words: Vec<Arg<'_>> = args.iter().filter(is_word).cloned().collect();
            self.suffixes(&words, at, depth);
            return Verdict { reads: self.program(name, base, args, at), ..Verdict::reads() };
        }
        let reads = self.program(name, base, args, at);
        if !reads && interpreters::names_files(base) {
            for arg in args {
                arg.shown()
                    .split(|c: char| c.is_whitespace() || "\"';{}()".contains(c))
                    .for_each(|word| self.mention(word, at));
            }
        }
        if !reads {
            for arg in args.iter().filter(|arg| interpreters::may_hold_command(base, &arg.shown())) {
                self.reach_words(&arg.shown());
                // The parts of a substitution.
                self.reach_words(&arg.shown().replace(['/', '#', '@'], " "));
            }
        }
        Verdict { reads, ..Verdict::reads() }
    }

    fn remove(&mut self, argv: &[Arg<'_>], args: &[Arg<'_>], at: &Dirs) {
        self.look_at_removal(argv, at);
        let has = |letters: [char; 2], long: &str| {
            args.iter().any(|arg| {
                let lead = arg.lead();
                // Long options may be shortened.
                (lead.len() > 2 && long.starts_with(lead))
                    || (lead.starts_with('-') && !lead.starts_with("--") && lead.contains(letters))
            })
        };
        if has(['r', 'R'], "--recursive") && has(['f', 'f'], "--force") {
            let operands: Vec<_> = args.iter().filter(|arg| !arg.lead().starts_with('-')).cloned().collect();
            for flags in ["-rf", "-fr"] {
                let words: Vec<_> =
                    std::iter::once(Arg::Static(flags.into())).chain(operands.iter().cloned()).collect();
                self.reached_as("rm", &words);
            }
        }
    }

    fn copied_by_dd(&mut self, args: &[Arg<'_>], at: &Dirs) {
        for arg in args {
            let access = match arg.lead().get(..3) {
                Some("if=") => Access::Read,
                Some("of=") => Access::Write,
                _ => continue,
            };
            if let Some(file) = arg.without_lead(3) {
                // bash expands a `~` behind the sign too.
                let at_home = file.as_static().and_then(|file| file.strip_prefix("~/")).map(str::to_owned);
                let file = match at_home.zip(self.home.as_deref()) {
                    Some((rest, home)) => Arg::Static(format!("{home}/{rest}").into()),
                    None => file,
                };
                self.note(&file, at, access, Certainty::Exact);
            }
        }
    }

    fn interpret(&mut self, base: &str, code: &Code<'_, '_>, at: &Dirs, feed: &Feed) -> Option<Verdict> {
        let is_shell = interpreters::is_shell(base);
        match code {
            Code::None | Code::File => return None,
            Code::Inline(text) => {
                self.nested_by(why::RUNS_TEXT, base);
                match text.and_then(Arg::as_static) {
                    Some(text) if is_shell => self.inner_text(text, at),
                    _ => {
                        self.found.blind = true;
                        if let Some(text) = text {
                            self.reach_words(&text.shown());
                            for text in self.spelled(text) {
                                self.inner_text(&text, at);
                            }
                        }
                    }
                }
            }
            Code::Input => {
                self.nested_by(why::RUNS_INPUT, base);
                match feed {
                    Feed::Text(text) | Feed::Pipe(Some(text)) if is_shell => self.inner_text(text, at),
                    _ => self.found.blind = true,
                }
            }
        }
        Some(Verdict::wraps())
    }

    fn wrapped(
        &mut self,
        base: &str,
        wrapper: &'static Wrapper,
        args: &[Arg<'_>],
        at: &Dirs,
        feed: &Feed,
        depth: usize,
    ) -> Verdict {
        let asks = args.first().and_then(Arg::as_static).filter(|_| base == "command");
        if asks.is_some_and(|option| option.starts_with('-') && option.contains(['v', 'V'])) {
            return Verdict::reads();
        }
        self.carried(base, args, at);
        let Some(wrapped) = wrappers::unwrap(wrapper, args) else {
            if args.iter().any(|arg| arg.as_static().is_none()) {
                self.nested(why::UNKNOWN_NAME);
                self.found.blind = true;
                self.disguised_names(args, at, feed, depth);
            }
            self.suffixes(args, at, depth);
            // An option may be a shorter form of one that holds a command.
            for arg in args.iter().filter(|arg| arg.lead().starts_with('-')) {
                self.reach_words(&arg.shown());
            }
            return Verdict::wraps();
        };
        self.note_call(&wrapped.call, Operands::Text, at, false);
        self.split_string(base, &wrapped, at);
        if wrapped.command.is_empty() {
            if matches!(base, "env" | "genv") && !args.iter().any(|arg| arg.lead().starts_with("--list")) {
                self.found.discloses.get_or_insert_with(|| base.to_owned());
            }
            // It only redirects what follows; what that does is looked at where redirects are.
            let prints = (base == "exec" && args.is_empty() && matches!(feed, Feed::Inherited))
                || matches!(base, "time" | "command" | "builtin" | "xargs" | "nice")
                || (base == "env" && wrapped.assignments == 0 && !wrapped.call.has("-S --split-string -C --chdir"));
            let reads = prints || self.program(base, base, args, at);
            return Verdict { reads, wraps: !prints, moved: None, lost: false };
        }
        for assignment in wrapped.call.rest.iter().take(wrapper.skip + wrapped.assignments).skip(wrapper.skip) {
            if let Some((name, _)) = assignment.lead().split_once('=') {
                let name = name.to_owned();
                self.sets(&name, assignment.without_lead(name.len() + 1).as_ref());
            }
        }
        if wrapped.call.has("-s --shell -i --login") && matches!(base, "sudo" | "doas")
            || (wrapper.joins && !wrapped.call.has("-x"))
        {
            let text: Vec<_> = wrapped.command.iter().map(Arg::shown).collect();
            if base != "ssh" {
                self.nested_by(why::RUNS_TEXT, base);
            }
            let text = text.join(" ");
            self.inner_text(&text, at);
        }
        if wrapped.call.has("-e --edit") && base == "sudo" {
            for file in wrapped.command {
                self.note(file, at, Access::Write, Certainty::Exact);
            }
        }
        let inner = appended(&wrapped);
        let inside = wrapped.call.values("-C --chdir -D").fold(at.clone(), |at, folder| match folder {
            Some(folder) => at.enter(&Arg::Static(folder.to_owned().into()), self.home.as_deref()),
            None => Dirs::unknown(),
        });
        let moves = matches!(base, "env" | "sudo");
        let cuts = |end: Option<&str>| !matches!(end, Some("\\n" | "\\0" | "\n"));
        let as_they_are = !wrapped.call.has("-a --arg-file") && !wrapped.call.values("-d --delimiter").any(cuts);
        let known = wrapper.appends && as_they_are && self.knows_feed(feed, at);
        let was_known = self.feed_known;
        self.feed_known = known || (was_known && !wrapper.appends);
        let mut verdict = self.judge(&inner, if moves { &inside } else { at }, feed, depth + 1);
        self.feed_known = was_known;
        // What is handed on may be options as well as names.
        if wrapper.appends
            && let Feed::Text(text) | Feed::Pipe(Some(text)) = feed
        {
            let fed = text
                .split_whitespace()
                .take(MOST_FED)
                .map(|word| Arg::Static(word.trim_matches(['"', '\'']).to_owned().into()));
            let argv: Vec<Arg<'_>> = wrapped.command.iter().cloned().chain(fed).collect();
            verdict.reads &= self.judge(&argv, at, &Feed::Inherited, depth + 1).reads;
        }
        let transparent = wrapper.transparent
            && wrapped.assignments == 0
            && !wrapped.call.has("-o --output -C --chdir -S --split-string");
        let shell = matches!(base, "command" | "builtin");
        Verdict {
            reads: transparent && verdict.reads,
            wraps: true,
            moved: verdict.moved.filter(|_| shell),
            lost: verdict.lost,
        }
    }

    /// `env -S 'text'`.
    fn split_string(&mut self, base: &str, wrapped: &Wrapped<'_, '_>, at: &Dirs) {
        if base != "env" || !wrapped.call.has("-S --split-string") {
            return;
        }
        self.nested_by(why::RUNS_TEXT, "env -S");
        let texts: Vec<_> = wrapped.call.values("-S --split-string").map(|text| text.map(str::to_owned)).collect();
        for text in texts {
            match text {
                Some(text) => {
                    let rest: Vec<_> = wrapped.command.iter().map(Arg::shown).collect();
                    self.inner_text(&format!("{text} {}", rest.join(" ")), at);
                }
                None => self.found.blind = true,
            }
        }
    }

    /// Options whose values are commands.
    fn carried(&mut self, base: &str, args: &[Arg<'_>], at: &Dirs) {
        for value in carriers::carried(base, args) {
            match value {
                Carried::Text(value) if carriers::is_harmless(base, value) => {}
                Carried::Text(value) => {
                    let command = carriers::command(base, value);
                    self.nested_by(why::RUNS_COMMAND, command);
                    self.inner_text(command, at);
                }
                Carried::Unknown => {
                    self.nested_by(why::RUNS_UNKNOWN, base);
                    self.found.blind = true;
                }
            }
        }
    }

    fn find(&mut self, name: &str, args: &[Arg<'_>], at: &Dirs, depth: usize) -> Verdict {
        let found = find::read(args);
        let access = if found.deletes { Access::Write } else { Access::Read };
        for root in &found.roots {
            self.note(root, at, access, Certainty::Tree);
        }
        if found.roots.is_empty() {
            self.note_text(".", at, access, Certainty::Tree);
        }
        for file in &found.writes {
            self.note(file, at, Access::Write, Certainty::Exact);
        }
        if found.deletes && !found.chooses {
            let here = Arg::Static(".".into());
            let roots = if found.roots.is_empty() { vec![&here] } else { found.roots.clone() };
            self.removes_all(name, args, &roots, at);
        }
        let is_system = !name.contains('/') || readers::is_system_path(name);
        let mut reads = is_system && found.known && !found.acts;
        let wraps = !found.runs.is_empty();
        let was_known = self.feed_known;
        if wraps {
            let words: Vec<&str> = args.iter().map(|arg| arg.as_static().unwrap_or(",")).collect();
            self.feed_known = names::finds_harmless(&words);
        }
        for argv in &found.runs {
            let verdict = self.judge(argv, at, &Feed::Inherited, depth + 1);
            reads &= verdict.reads;
        }
        self.feed_known = was_known;
        if !found.known {
            self.suffixes(args, at, depth);
        }
        Verdict { reads, wraps, moved: None, lost: false }
    }
}

/// The command of a wrapper, with what it adds from somewhere else.
fn appended<'a>(wrapped: &Wrapped<'_, 'a>) -> Vec<Arg<'a>> {
    let mut inner = wrapped.command.to_vec();
    if !wrapped.wrapper.appends {
        return inner;
    }
    let tokens: Vec<&str> = wrapped.call.values("-I -J --replace -i").flatten().collect();
    let replaces = wrapped.call.has("-I -J --replace -i");
    if !replaces {
        inner.push(Arg::anything());
        return inner;
    }
    let tokens = if tokens.is_empty() { vec!["{}"] } else { tokens };
    for arg in inner.iter_mut().skip(1) {
        let holds = arg.as_static().is_some_and(|text| tokens.iter().any(|token| text.contains(token)));
        if holds {
            *arg = with_gap(arg, &tokens);
        }
    }
    if let Some(name) = inner.first_mut()
        && tokens.iter().any(|token| name.shown().contains(token))
    {
        *name = Arg::anything();
    }
    inner
}

/// The text before the gap stays, so that it is known whether the argument is an option.
fn with_gap<'a>(arg: &Arg<'a>, tokens: &[&str]) -> Arg<'a> {
    use super::value::{Open, Piece};
    let text = arg.as_static().unwrap_or_default();
    let before =
        tokens.iter().filter_map(|token| text.find(token)).min().and_then(|at| text.get(..at)).unwrap_or_default();
    let gap = Piece::OneOf(Rc::new(vec![Arg::Open(Open { pieces: vec![Piece::Unknown("{}")], splits: false })]), "{}");
    let mut pieces = vec![gap];
    if !before.is_empty() {
        pieces.insert(0, Piece::Text(before.to_owned().into()));
    }
    Arg::Open(Open { pieces, splits: false })
}
