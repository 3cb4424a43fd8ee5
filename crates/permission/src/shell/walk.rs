//! Walks over the parser's tree. Every kind of node is named here; one that is not understood makes the command nested.

use super::{
    Analysis, Argv, Class, Disguised, Finding, Part, ShellContext, Unclear, crude,
    limits::{self, Seen},
    noted::Noted,
    numbers::{self, Variables},
    places::{Dirs, lexical},
    redirect::Feed,
    survey,
    value::Arg,
    why::{self, Why, clip},
    word::{self, Bindings},
};
use rable::{Node, NodeKind};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Texts within texts, as in `sh -c "sh -c '…'"`.
const MOST_TEXTS: usize = 8;

const MOST_PARTS: usize = 512;

/// What was found so far.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub parts: Vec<Part>,
    pub reached: Vec<Argv>,
    pub disguised: Vec<Disguised>,
    pub paths: Noted,
    pub findings: Vec<Finding>,
    pub discloses: Option<String>,
    /// The first word with the value of a secret variable in it.
    pub uses_secret: Option<String>,
    pub unresolved: Option<String>,
    /// A file is used whose name is not known.
    pub gap: bool,
    pub blind: bool,
    nested: Option<Unclear>,
    dynamic: bool,
    acts: bool,
    /// The first command that does.
    changes: Option<String>,
}

#[derive(Debug)]
pub(super) struct Walker<'c> {
    pub cwd: String,
    pub home: Option<String>,
    pub found: Found,
    /// The text that is walked over.
    pub source: &'c str,
    /// How many texts deep.
    pub texts: usize,
    /// Calls looked at, which wrappers within wrappers multiply.
    pub judged: usize,
    /// Words in `found.reached`.
    pub reached_words: usize,
    /// What the text sets variables to.
    pub assigned: survey::Assigned,
    /// What is looked at uses what its files say.
    pub uses: bool,
    /// It writes what it is given, and nothing below.
    pub flat: bool,
    /// It shows it.
    pub reveals: bool,
    /// Names that come as data are known, or harmless.
    pub feed_known: bool,
    pub variables: Variables,
    /// Something else than bash itself may run.
    pub runs_programs: bool,
    /// A variable is set that programs may look at.
    pub sets_unknown: bool,
    /// `time` stands before the next command, which may begin with `--`.
    pub is_timed: bool,
    /// The command that is looked at sets variables.
    pub assigns: bool,
    /// Parts that read as long as all others do: they set variables.
    pub assigning: Vec<usize>,
    /// The command may show the words of commands before it: `$_`, a match, a trace.
    pub tells_words: bool,
    /// Some text of the command looks like a substitution and may be run by arithmetic over a variable that holds it.
    pub conceals: bool,
    has_heredoc: bool,
}

/// Where the shell may stand after a command that succeeded or failed.
#[derive(Debug, Clone)]
pub(super) struct Flow {
    pub ok: Dirs,
    pub failed: Dirs,
}

impl Flow {
    pub(super) fn stays(at: &Dirs) -> Self {
        Self { ok: at.clone(), failed: at.clone() }
    }

    pub(super) fn either(self) -> Dirs {
        self.ok.or(&self.failed)
    }
}

pub(super) fn analyse(command: &str, cx: &ShellContext<'_>) -> Analysis {
    let mut walker = Walker {
        cwd: lexical(&cx.cwd.to_string_lossy()),
        home: cx.home.map(|home| home.to_string_lossy().into_owned()),
        found: Found { paths: Noted::new(), ..Found::default() },
        source: command,
        texts: 0,
        judged: 0,
        reached_words: 0,
        assigned: survey::Assigned::default(),
        uses: false,
        flat: false,
        reveals: false,
        feed_known: false,
        variables: Variables::default(),
        runs_programs: false,
        sets_unknown: false,
        is_timed: false,
        assigns: false,
        assigning: Vec::new(),
        tells_words: ["$_", "${_", "BASH_REMATCH", "BASH_ARGV", "BASH_COMMAND"]
            .iter()
            .any(|name| command.contains(name)),
        conceals: conceals(command),
        has_heredoc: command.contains("<<"),
    };
    let at = Dirs::at(&cx.cwd.to_string_lossy());
    walker.text(command, &at);
    if walker.tells_words {
        walker.uses_values(command);
    }
    walker.note_data();
    walker.finish()
}

/// Whether a substitution stands in the text, be it quoted.
fn conceals(text: &str) -> bool {
    text.contains('`') || text.split('$').skip(1).any(|behind| behind.starts_with('(') && !behind.starts_with("(("))
}

impl Walker<'_> {
    /// Reads a text as commands.
    pub(super) fn text(&mut self, text: &str, at: &Dirs) {
        let seen = limits::look(text);
        match seen {
            Seen::Refused(reason) => return self.refuse(reason, text),
            Seen::Flawed(reason) => self.nested(reason),
            Seen::Plain | Seen::Live => {}
        }
        match catch_unwind(AssertUnwindSafe(|| rable::parse(text, false))) {
            Ok(Ok(nodes)) => {
                // Nothing else looks at variables.
                if self.texts == 0 && ["$", "((", "[[", "let"].iter().any(|sign| text.contains(sign)) {
                    let assigned = text.contains('$').then_some(&mut self.assigned);
                    self.variables = numbers::of(&nodes, assigned);
                } else if text.contains('$') {
                    self.assigned.look(&nodes);
                }
                let mut at = at.clone();
                let mut bindings = Bindings::new();
                for node in &nodes {
                    at = self.walk(node, &at, &mut bindings, Feed::Inherited).either();
                }
            }
            Ok(Err(_)) | Err(_) => return self.refuse(why::NOT_UNDERSTOOD, text),
        }
        if seen == Seen::Live {
            self.nested(why::SUBSTITUTION);
        }
    }

    fn refuse(&mut self, reason: Why, text: &str) {
        self.nested(reason);
        self.found.blind = true;
        crude::commands(text, &mut self.found.reached);
    }

    /// Reads a text that a command would hand to a shell.
    pub(super) fn inner_text(&mut self, text: &str, at: &Dirs) {
        if self.texts >= MOST_TEXTS {
            self.refuse(why::TOO_MUCH, text);
            return;
        }
        self.texts += 1;
        let parts = self.found.parts.len();
        self.text(text, at);
        self.truncate(parts);
        self.texts -= 1;
    }

    /// Forgets all parts but the first so many.
    pub(super) fn truncate(&mut self, parts: usize) {
        self.found.parts.truncate(parts);
        self.assigning.retain(|&part| part < parts);
    }

    /// The text does not show what would run. Only the first reason is kept.
    pub(super) fn nested(&mut self, why: Why) {
        self.found.nested.get_or_insert_with(|| Unclear { why, about: String::new() });
    }

    /// The same, with what it is about: a program, a command, a variable, a word.
    pub(super) fn nested_by(&mut self, why: Why, about: impl AsRef<str>) {
        self.found.nested.get_or_insert_with(|| Unclear { why, about: clip(about.as_ref()).into_owned() });
    }

    pub(super) fn is_nested(&self) -> bool {
        self.found.nested.is_some()
    }

    /// What its words become is not known.
    pub(super) fn dynamic(&mut self) {
        self.found.dynamic = true;
    }

    /// It does more than read.
    pub(super) fn acts(&mut self) {
        self.found.acts = true;
    }

    /// The same of one command.
    pub(super) fn acts_by(&mut self, node: &Node) {
        self.acts();
        // Texts within the text have places of their own.
        if self.texts == 0 && self.found.changes.is_none() {
            self.found.changes = Some(clip(node.source_text(self.source)).into_owned());
        }
    }

    fn finish(mut self) -> Analysis {
        if self.sets_unknown && self.runs_programs {
            self.acts();
        }
        let mut found = self.found;
        if found.nested.is_none() && !found.acts {
            for part in self.assigning {
                if let Some(part) = found.parts.get_mut(part) {
                    part.read_only = true;
                }
            }
        }
        let class = match (&found.nested, found.acts, found.dynamic) {
            (Some(_), ..) => Class::Nested,
            (None, false, _) => Class::ReadOnly,
            (None, true, true) => Class::Dynamic,
            (None, true, false) => Class::Plain,
        };
        let blind = found.blind;
        let used = found.uses_secret.filter(|_| class == Class::ReadOnly);
        Analysis {
            class,
            unclear: found.nested,
            changes: found.changes.filter(|_| matches!(class, Class::Plain | Class::Dynamic)),
            parts: found.parts,
            reached: found.reached,
            disguised: found.disguised,
            paths: found.paths.into_paths(),
            findings: found.findings,
            discloses: found.discloses.or(used),
            unresolved: found.unresolved,
            blind,
        }
    }

    pub(super) fn push_part(&mut self, part: Part) {
        if self.found.parts.len() == MOST_PARTS {
            self.nested(why::TOO_MUCH);
        }
        self.found.parts.push(part);
    }

    pub(super) fn walk<'a>(&mut self, node: &'a Node, at: &Dirs, bindings: &mut Bindings<'a>, feed: Feed) -> Flow {
        match &node.kind {
            NodeKind::Command { assignments, words, redirects } => {
                self.simple(node, assignments, words, redirects, at, bindings, feed)
            }
            NodeKind::List { .. } => self.list(node, at, bindings),
            NodeKind::Pipeline { commands, .. } => self.pipeline(commands, at, bindings),
            NodeKind::Negation { pipeline } => {
                let flow = self.walk(pipeline, at, bindings, feed);
                Flow { ok: flow.failed, failed: flow.ok }
            }
            NodeKind::Time { pipeline, .. } => {
                self.is_timed = true;
                let flow = self.walk(pipeline, at, bindings, feed);
                self.is_timed = false;
                flow
            }
            NodeKind::Subshell { body, redirects } => {
                self.compound(redirects, at, bindings);
                self.walk(body, at, bindings, feed);
                Flow::stays(at)
            }
            NodeKind::BraceGroup { body, redirects } => {
                self.compound(redirects, at, bindings);
                self.walk(body, at, bindings, feed)
            }
            NodeKind::If { condition, then_body, else_body, redirects } => {
                self.compound(redirects, at, bindings);
                let condition = self.walk(condition, at, bindings, Feed::Inherited);
                let then = self.walk(then_body, &condition.ok, bindings, Feed::Inherited);
                let otherwise = match else_body {
                    Some(body) => self.walk(body, &condition.failed, bindings, Feed::Inherited),
                    None => Flow::stays(&condition.failed),
                };
                Flow { ok: then.ok.or(&otherwise.ok), failed: then.failed.or(&otherwise.failed) }
            }
            NodeKind::While { condition, body, redirects } | NodeKind::Until { condition, body, redirects } => {
                self.compound(redirects, at, bindings);
                let start = Self::loop_start(&[condition, body], at);
                self.walk(condition, &start, bindings, Feed::Inherited);
                self.each_line(condition, body, &start, bindings, &feed);
                Flow::stays(&start)
            }
            NodeKind::For { var, words, body, redirects } => {
                self.for_each(var, words.as_deref().unwrap_or_default(), body, redirects, at, bindings)
            }
            NodeKind::Select { var, words, body, redirects } => {
                self.acts();
                self.dynamic();
                self.for_each(var, words.as_deref().unwrap_or_default(), body, redirects, at, bindings)
            }
            NodeKind::ForArith { init, cond, incr, body, redirects } => {
                self.without_heredocs();
                for expression in [init, cond, incr] {
                    self.arithmetic(expression);
                }
                self.compound(redirects, at, bindings);
                let start = Self::loop_start(&[body], at);
                self.walk(body, &start, bindings, Feed::Inherited);
                Flow::stays(&start)
            }
            NodeKind::Case { word, patterns, redirects } => {
                self.compound(redirects, at, bindings);
                self.header(word, bindings);
                let mut after = Flow::stays(at);
                for pattern in patterns {
                    for word in &pattern.patterns {
                        self.header(word, bindings);
                    }
                    if let Some(body) = &pattern.body {
                        // `;&` falls through, so each may follow the one before.
                        let from = at.clone().or(&after.ok).or(&after.failed);
                        let flow = self.walk(body, &from, bindings, Feed::Inherited);
                        after = Flow { ok: after.ok.or(&flow.ok), failed: after.failed.or(&flow.failed) };
                    }
                }
                after
            }
            NodeKind::Function { name, body } => {
                self.nested_by(why::DEFINES, name);
                self.walk(body, &Dirs::unknown(), bindings, Feed::Inherited);
                Flow::stays(at)
            }
            NodeKind::Coproc { command, .. } => {
                self.nested(why::NOT_UNDERSTOOD);
                self.walk(command, at, bindings, Feed::Inherited);
                Flow::stays(at)
            }
            NodeKind::ConditionalExpr { body, redirects } => {
                if redirects.iter().any(|redirect| matches!(redirect.kind, NodeKind::HereDoc { .. })) {
                    self.without_heredocs();
                }
                let reads = self.conditional(body, bindings);
                let text = node.source_text(self.source).to_owned();
                let harmless = self.compound(redirects, at, bindings);
                if !reads {
                    self.acts();
                    self.dynamic();
                }
                let read_only = reads && harmless;
                self.push_part(Part { text, argv: None, reusable: false, read_only });
                Flow::stays(at)
            }
            NodeKind::ArithmeticCommand { raw_content, redirects, .. } => {
                self.without_heredocs();
                let fine = self.arithmetic(raw_content);
                let harmless = self.compound(redirects, at, bindings);
                let text = node.source_text(self.source).to_owned();
                if fine && harmless {
                    self.assigning.push(self.found.parts.len());
                }
                self.push_part(Part { text, argv: None, reusable: false, read_only: false });
                Flow::stays(at)
            }
            // What the parser adds for `|&` after a compound command.
            NodeKind::Redirect { .. } => {
                self.compound(std::slice::from_ref(node), at, bindings);
                Flow::stays(at)
            }
            NodeKind::Empty | NodeKind::Comment { .. } => Flow::stays(at),
            _ => {
                self.nested(why::NOT_UNDERSTOOD);
                self.reach_inside(node);
                Flow::stays(&Dirs::unknown())
            }
        }
    }

    /// The parser gives bodies of here-documents to the wrong redirects if these nodes stand between them.
    fn without_heredocs(&mut self) {
        if self.has_heredoc {
            self.nested(why::NOT_UNDERSTOOD);
        }
    }

    /// Redirects of a compound command; whether they do nothing to any file.
    pub(super) fn compound<'a>(&mut self, redirects: &'a [Node], at: &Dirs, bindings: &Bindings<'a>) -> bool {
        let all = self.redirects(redirects, at, bindings);
        if all.writes {
            self.acts();
            self.found.dynamic |= all.dynamic;
        }
        !all.writes
    }

    /// A word that is no argument: of `case` or of the list of a loop.
    pub(super) fn header<'a>(&mut self, node: &'a Node, bindings: &Bindings<'a>) -> Vec<Arg<'a>> {
        let NodeKind::Word { value, .. } = &node.kind else {
            self.nested(why::NOT_UNDERSTOOD);
            return Vec::new();
        };
        let word = word::read(value, bindings);
        if let Some(flaw) = word.flaw {
            self.nested_by(flaw, value);
            self.reach_inside(node);
        } else if value.is_empty() {
            self.nested(why::NOT_UNDERSTOOD);
        }
        for expression in &word.evaluates {
            self.evaluates(expression);
        }
        word.args
    }
}
