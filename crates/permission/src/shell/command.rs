//! One simple command: its words, its assignments, its redirects, and what they make of it together.

use super::{
    Argv, Part, arith,
    call::is_listed,
    places::Dirs,
    redirect::{Feed, Redirects},
    value::{Arg, Piece, Place},
    variables::{self, Effect},
    walk::{Flow, Walker},
    why::{self, Why},
    word::{self, Bindings, Word},
    word_set::WordSet,
};
use rable::{Node, NodeKind};
use std::sync::LazyLock;

/// Words of the grammar. As the name of a command they mean that the parser and bash disagree about where one begins.
static RESERVED: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of(
        "! { } [[ ]] if then elif else fi while until for select do done case esac in function time \
    coproc",
    )
});

/// Variables whose value a program runs.
const COMMANDS: &str = "GIT_SSH_COMMAND GIT_SSH GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_ASKPASS \
    GIT_PROXY_COMMAND EDITOR VISUAL PAGER MANPAGER SYSTEMD_PAGER BAT_PAGER GH_PAGER BROWSER LESSOPEN LESSCLOSE \
    SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR FZF_DEFAULT_COMMAND RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC CC CXX \
    LD AR SHELL MAKE KUBECTL_EXTERNAL_DIFF KUBE_EDITOR RSYNC_RSH CVS_RSH SVN_SSH NPM_CONFIG_SCRIPT_SHELL \
    npm_config_script_shell PYTHONBREAKPOINT PERL5DB";

/// Variables that make shells or programs run what nobody sees in the command.
const HOOKS: &str = "BASH_ENV ENV PS4 PS0 PS1 PS2 PROMPT_COMMAND SHELLOPTS BASHOPTS LD_PRELOAD LD_AUDIT \
    DYLD_INSERT_LIBRARIES PYTHONSTARTUP PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS \
    GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG GIT_EXEC_PATH \
    GIT_TEMPLATE_DIR RIPGREP_CONFIG_PATH CURL_HOME WGETRC TAR_OPTIONS VIMINIT EXINIT INPUTRC AWKPATH AWKLIBPATH";

/// Calls that loops make of one, all put together.
const MOST_CALLS: usize = 64;

/// The words of a command, read.
struct Words<'a> {
    /// As they were written, with single blanks between them.
    text: String,
    argv: Vec<Arg<'a>>,
    /// The first flaw of a word.
    flaw: Option<Why>,
    /// It is not known what one of them becomes.
    open: bool,
    name: Option<Name<'a>>,
}

/// The first word.
struct Name<'a> {
    raw: &'a str,
    /// How many arguments it gives.
    args: usize,
    flaw: Option<Why>,
    braced: bool,
}

impl Walker<'_> {
    #[expect(clippy::too_many_arguments, reason = "the fields of the node and where it stands")]
    pub(super) fn simple<'a>(
        &mut self,
        node: &Node,
        assignments: &'a [Node],
        words: &'a [Node],
        redirects: &'a [Node],
        at: &Dirs,
        bindings: &Bindings<'a>,
        feed: Feed,
    ) -> Flow {
        let was_nested = self.is_nested();
        let mut read = self.words(words, bindings);
        if std::mem::take(&mut self.is_timed) && read.argv.first().and_then(Arg::as_static) == Some("--") {
            read.argv.remove(0);
        }
        self.assigns = false;
        let effect = self.assignments(assignments, words, bindings);
        let redirects = self.redirects(redirects, at, bindings);
        if let Some(effect) = effect {
            self.assigned(effect);
        }
        if words.is_empty() {
            return self.without_name(node, effect, &redirects, at);
        }
        self.guard_name(&read);
        let feed = redirects.feed.unwrap_or(feed);
        let mut verdict = self.judge(&read.argv, at, &feed, 0);
        for argv in each_of(&read.argv, self.home.as_deref()) {
            verdict.reads &= self.judge(&argv, at, &feed, 0).reads;
        }
        self.mentions_values(assignments, at);

        let Words { text, argv, flaw, open, name } = read;
        let steers = effect.is_some_and(|effect| effect != Effect::Own);
        let reads = verdict.reads && flaw.is_none() && !steers && !redirects.writes;
        if self.assigns && reads {
            self.assigning.push(self.found.parts.len());
        }
        let read_only = reads && !self.assigns;
        let is_open = open || effect.is_some();
        if !reads {
            self.acts_by(node);
            if is_open || redirects.dynamic {
                self.dynamic();
            }
        }
        let certain = flaw.is_none() && !is_open && !name.is_some_and(|name| name.braced);
        let reusable = certain && !redirects.unproved && !verdict.wraps && (was_nested || !self.is_nested());
        let is_static = argv.iter().all(|arg| arg.as_static().is_some());
        let argv = is_static.then(|| Argv::of(argv.iter().map(Arg::lead)));
        self.push_part(Part { text, argv, reusable, read_only });
        match verdict.moved {
            Some(ok) => Flow { ok, failed: at.clone() },
            None if verdict.lost => Flow::stays(&Dirs::unknown()),
            None => Flow::stays(at),
        }
    }

    /// Reads the words. Most have no meaning of their own and become an argument as they stand.
    fn words<'a>(&mut self, nodes: &'a [Node], bindings: &Bindings<'a>) -> Words<'a> {
        let mut words = Words {
            text: String::with_capacity(nodes.iter().map(|node| raw(node).len() + 1).sum()),
            argv: Vec::with_capacity(nodes.len()),
            flaw: None,
            open: false,
            name: None,
        };
        for node in nodes {
            let raw = raw(node);
            words.text.extend([if words.name.is_none() { "" } else { " " }, raw]);
            if let Some(text) = word::plain(raw).filter(|text| !text.is_empty()) {
                words.argv.push(Arg::Static(text.into()));
                words.name.get_or_insert(Name { raw, args: 1, flaw: None, braced: false });
                continue;
            }
            let mut word = self.argument(node, raw, bindings);
            words.name.get_or_insert(Name { raw, args: word.args.len(), flaw: word.flaw, braced: word.braced });
            words.argv.append(&mut word.args);
            words.flaw = words.flaw.or(word.flaw);
            words.open |= word.open;
        }
        words
    }

    fn argument<'a>(&mut self, node: &'a Node, value: &'a str, bindings: &Bindings<'a>) -> Word<'a> {
        if !matches!(node.kind, NodeKind::Word { .. }) {
            self.nested(why::NOT_UNDERSTOOD);
        }
        let word = word::read(value, bindings);
        if let Some(flaw) = word.flaw {
            self.nested_by(flaw, value);
            self.reach_inside(node);
            if flaw == why::EXPANSION && self.conceals {
                let source = self.source;
                self.reach_words(source);
            }
        }
        for expression in &word.evaluates {
            self.evaluates(expression);
        }
        word
    }

    /// A command that only assigns or redirects.
    fn without_name(&mut self, node: &Node, effect: Option<Effect>, redirects: &Redirects, at: &Dirs) -> Flow {
        let text = node.source_text(self.source).to_owned();
        let acts = effect == Some(Effect::Steers) || redirects.writes;
        if acts {
            self.acts_by(node);
            self.dynamic();
        } else if effect.is_some() {
            self.assigning.push(self.found.parts.len());
        }
        let read_only = !acts && effect.is_none();
        self.push_part(Part { text, argv: None, reusable: false, read_only });
        Flow::stays(at)
    }

    /// A name that bash may not take for the name.
    fn guard_name(&mut self, words: &Words<'_>) {
        let Some(name) = &words.name else { return };
        let misread =
            RESERVED.has(name.raw) || name.raw.contains(['=', '{', '}']) || (name.raw.contains('[') && name.raw != "[");
        if misread && name.flaw.is_none() {
            self.nested_by(why::UNKNOWN_NAME, name.raw);
            self.suffixes(words.argv.get(name.args..).unwrap_or_default(), &Dirs::unknown(), 0);
        }
        if name.braced {
            self.nested_by(why::UNKNOWN_NAME, name.raw);
        }
    }

    /// Reads assignments; tells what they amount to if there are any that outlive their command or reach a program.
    fn assignments<'a>(&mut self, assignments: &'a [Node], words: &[Node], bindings: &Bindings<'a>) -> Option<Effect> {
        let reads =
            matches!(words.first().map(|word| &word.kind), Some(NodeKind::Word { value, .. }) if value == "read");
        let mut all = None;
        for node in assignments {
            let NodeKind::Word { value, .. } = &node.kind else {
                self.nested(why::NOT_UNDERSTOOD);
                all = Some(Effect::Steers);
                continue;
            };
            let (effect, plain) = self.assignment(node, value, words.is_empty(), bindings);
            // `IFS= read` is how lines are read; it holds for that command.
            if !(plain && reads && value.starts_with("IFS=")) {
                all = all.max(Some(effect));
            }
        }
        all
    }

    /// What it amounts to, and whether the value is only text.
    fn assignment<'a>(
        &mut self,
        node: &'a Node,
        text: &'a str,
        stays: bool,
        bindings: &Bindings<'a>,
    ) -> (Effect, bool) {
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
        let (name, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        let Some(value) = rest.strip_prefix('=').or_else(|| rest.strip_prefix("+=")) else {
            self.indexed(node, rest, bindings);
            return (Effect::Steers, false);
        };
        if let Some(elements) = value.strip_prefix('(') {
            let is_list = self.array(node, elements);
            let effect = if is_list && stays { variables::kept(name, None) } else { Effect::Steers };
            return (effect, false);
        }
        let value = word::read(value, bindings);
        if let Some(flaw) = value.flaw {
            self.nested_by(flaw, text);
            self.reach_inside(node);
        }
        for expression in &value.evaluates {
            self.evaluates(expression);
        }
        self.sets(name, value.args.first());
        for arg in &value.args {
            self.uses_value(arg);
        }
        let effect = match value.args.as_slice() {
            _ if value.flaw.is_some() || value.braced || rest.starts_with('+') => Effect::Steers,
            [value] if stays => variables::kept(name, Some(value)),
            [value] if variables::exported(name, Some(value)) == Effect::Own => Effect::Own,
            _ => Effect::Steers,
        };
        (effect, value.flaw.is_none() && !value.open)
    }

    /// Notes that the command sets variables.
    pub(super) fn assigned(&mut self, effect: Effect) {
        self.assigns = true;
        self.sets_unknown |= effect == Effect::Shell;
        self.dynamic();
    }

    /// `name[index]=value`: bash evaluates the index.
    fn indexed<'a>(&mut self, node: &'a Node, rest: &'a str, bindings: &Bindings<'a>) {
        let parts = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let value = parts.and_then(|(index, rest)| {
            arith::kind(index)?;
            rest.strip_prefix('=').or_else(|| rest.strip_prefix("+="))
        });
        let flaw = match value {
            Some(value) => {
                self.evaluates_unknown();
                word::read(value, bindings).flaw
            }
            None => Some(why::SUBSTITUTION),
        };
        if let Some(flaw) = flaw {
            self.nested_by(flaw, rest);
            self.reach_inside(node);
        }
    }

    /// Whether it is a list of plain words.
    fn array(&mut self, node: &Node, elements: &str) -> bool {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b" _./:@%+,-".contains(&byte) || !byte.is_ascii();
        let is_list = elements.strip_suffix(')').is_some_and(|elements| elements.bytes().all(plain));
        let fits = is_list && !self.source.contains("<<");
        if !fits {
            self.nested_by(why::SUBSTITUTION, elements);
            self.reach_inside(node);
        }
        fits
    }

    /// Looks at a variable that gets a value.
    pub(super) fn sets(&mut self, name: &str, value: Option<&Arg<'_>>) {
        self.assigned.set(name, value.and_then(Arg::as_static));
        let shown = value.map(|value| value.shown().into_owned()).unwrap_or_default();
        let hook = is_listed(HOOKS, name)
            || name.starts_with("BASH_FUNC_")
            || name.starts_with("GIT_CONFIG_KEY_")
            || name.starts_with("GIT_CONFIG_VALUE_")
            || (name == "NODE_OPTIONS"
                && ["-r", "require", "import", "loader", "$"].iter().any(|risk| shown.contains(risk)));
        if hook {
            self.nested_by(why::MAKES_RUN, name);
        }
        // The value of an alias.
        if name.starts_with("GIT_CONFIG_VALUE_") {
            let words: Vec<_> = shown.split_ascii_whitespace().map(|word| Arg::Static(word.into())).collect();
            self.reached_as("git", &words);
        }
        let command = is_listed(COMMANDS, name)
            || name.ends_with("_COMMAND")
            || name.ends_with("_RUNNER")
            || name.ends_with("_LINKER");
        if command && let Some(text) = value.and_then(Arg::as_static) {
            self.inner_text(text, &Dirs::unknown());
        }
    }
}

/// The calls that a loop over known words makes of this one; none if it hangs on no such loop. Where several loops make too
/// many, one of them is followed at a time.
fn each_of<'a>(argv: &[Arg<'a>], home: Option<&str>) -> Vec<Vec<Arg<'a>>> {
    let is_looped = |arg: &Arg<'_>| match arg {
        Arg::Static(_) => false,
        Arg::Open(open) => open.pieces.iter().any(|piece| matches!(piece, Piece::OneOf(..))),
    };
    if !argv.iter().any(is_looped) {
        return Vec::new();
    }
    let choices: Vec<Vec<Arg<'a>>> =
        argv.iter().map(|arg| if is_looped(arg) { spellings(arg, home) } else { vec![arg.clone()] }).collect();
    let count = choices.iter().try_fold(1_usize, |count, choices| count.checked_mul(choices.len()));
    if count.is_none_or(|count| count > MOST_CALLS) {
        return one_by_one(argv, &choices);
    }
    let with = |call: &Vec<Arg<'a>>, choice: &Arg<'a>| call.iter().chain([choice]).cloned().collect();
    choices.iter().fold(vec![Vec::with_capacity(argv.len())], |calls, choices| {
        calls.iter().flat_map(|call| choices.iter().map(move |choice| with(call, choice))).collect()
    })
}

/// What the argument is for each word of its loop.
fn spellings<'a>(arg: &Arg<'a>, home: Option<&str>) -> Vec<Arg<'a>> {
    let places = arg.places(home).into_iter();
    places.map(|place| if let Place::Exact(text) = place { Arg::Static(text.into()) } else { arg.clone() }).collect()
}

/// The calls in which one argument is spelled out and the others stand as they were written.
fn one_by_one<'a>(argv: &[Arg<'a>], choices: &[Vec<Arg<'a>>]) -> Vec<Vec<Arg<'a>>> {
    let mut calls = Vec::new();
    for (at, choices) in choices.iter().enumerate().filter(|(_, choices)| choices.len() > 1) {
        for choice in choices {
            let mut call = argv.to_vec();
            if let Some(arg) = call.get_mut(at) {
                *arg = choice.clone();
            }
            calls.push(call);
        }
    }
    calls
}

/// A word as it was written; empty if it is none.
fn raw(node: &Node) -> &str {
    match &node.kind {
        NodeKind::Word { value, .. } => value,
        _ => "",
    }
}
