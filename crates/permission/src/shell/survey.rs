//! Questions about a whole subtree, asked before it is walked over.

use super::{
    value::Arg,
    word::{self, Bindings},
    word_set::WordSet,
};
use rable::{Node, NodeKind};
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

/// How many words tell what a command does to variables.
const MOST_FIRST: usize = 3;

/// Commands that set variables of their choice; `printf` does with `-v`.
static ASSIGNING: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of(
        "read mapfile readarray getopts unset let declare typeset local export readonly eval source . wait \
    coproc",
    )
});

/// What variables are set to in a text, in whatever order.
#[derive(Debug, Default)]
pub(super) struct Assigned {
    values: HashMap<String, Vec<String>>,
    /// Variables that get what is not known.
    open: HashSet<String>,
    /// Some command sets variables of its choice.
    is_open: bool,
}

impl Assigned {
    pub(super) fn look(&mut self, nodes: &[Node]) {
        for root in nodes {
            any(root, true, &mut |node| {
                if let NodeKind::Command { assignments, words, .. } = &node.kind {
                    self.command(assignments, sets_variables(&first_words(words)));
                }
                false
            });
        }
    }

    /// Adds what a command sets.
    pub(super) fn command(&mut self, assignments: &[Node], sets_variables: bool) {
        self.is_open |= sets_variables;
        for assignment in assignments {
            self.assignment(assignment);
        }
    }

    fn assignment(&mut self, node: &Node) {
        let NodeKind::Word { value, .. } = &node.kind else { return };
        let Some((name, value)) = value.split_once('=') else { return };
        let none = Bindings::new();
        let read = word::read(value, &none);
        match (read.args.as_slice(), read.flaw) {
            ([value], None) if !name.ends_with('+') => self.set(name, value.as_static()),
            _ => self.set(name.trim_end_matches('+'), None),
        }
    }

    pub(super) fn set(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) => {
                let values = self.values.entry(name.to_owned()).or_default();
                if !values.iter().any(|known| known == value) {
                    values.push(value.to_owned());
                }
            }
            None => {
                self.open.insert(name.to_owned());
            }
        }
    }

    /// Whether the variable is given a value.
    pub(super) fn sets(&self, name: &str) -> bool {
        self.open.contains(name) || self.values.contains_key(name)
    }

    /// Whether variables are split elsewhere than at blanks.
    pub(super) fn splits_oddly(&self) -> bool {
        let is_odd = |value: &String| value.contains(|c: char| !c.is_whitespace());
        self.open.contains("IFS") || self.values.get("IFS").is_some_and(|values| values.iter().any(is_odd))
    }

    /// The values that the variable is given, and whether it gets no others.
    pub(super) fn values(&self, name: &str) -> (&[String], bool) {
        let values = self.values.get(name).map(Vec::as_slice).unwrap_or_default();
        (values, !self.is_open && !self.open.contains(name))
    }
}

/// Whether a command in it changes the folder of the shell.
pub(super) fn moves(node: &Node) -> bool {
    any(node, false, &mut |node| match &node.kind {
        NodeKind::Command { words, .. } => {
            first_words(words).iter().any(|word| matches!(&**word, "cd" | "pushd" | "popd" | "eval" | "source" | "."))
        }
        _ => false,
    })
}

/// Whether something in it may set the variable.
pub(super) fn assigns(node: &Node, variable: &str) -> bool {
    any(node, true, &mut |node| {
        match &node.kind {
        NodeKind::Command { assignments, words, .. } => {
            !assignments.is_empty()
                || sets_variables(&first_words(words))
                || words.iter().any(|word| matches!(&word.kind, NodeKind::Word { value, .. } if value.contains("$((") || (value.contains("${") && value.contains('='))))
        }
        NodeKind::For { var, .. } | NodeKind::Select { var, .. } => var == variable,
        NodeKind::ForArith { .. } | NodeKind::ArithmeticCommand { .. } | NodeKind::Function { .. } => true,
        _ => false,
    }
    })
}

/// The only variable that a plain `read` sets.
pub(super) fn read_variable(node: &Node) -> Option<&str> {
    let NodeKind::Command { words, .. } = &node.kind else { return None };
    let mut words = words.iter().map(|word| match &word.kind {
        NodeKind::Word { value, .. } => value.as_str(),
        _ => "",
    });
    let is_name = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && !word.is_empty();
    words.next().filter(|name| *name == "read")?;
    let mut rest = words.skip_while(|word| matches!(*word, "-r" | "-d" | "''" | "$'\\0'" | "\"\""));
    let variable = rest.next().filter(is_name)?;
    rest.next().is_none().then_some(variable)
}

/// What a command certainly writes, if it is `echo` or `printf` with static words.
pub(super) fn echoed(node: &Node) -> Option<String> {
    let NodeKind::Command { words, .. } = &node.kind else { return None };
    let none = Bindings::new();
    let mut texts = Vec::new();
    for word in words {
        let NodeKind::Word { value, .. } = &word.kind else { return None };
        for arg in word::read(value, &none).args {
            texts.push(arg.as_static()?.to_owned());
        }
        if texts.first().is_some_and(|name| name != "echo" && name != "printf") {
            return None;
        }
    }
    match texts.split_first() {
        Some((name, texts)) if name == "echo" || name == "printf" => Some(texts.join(" ").replace("\\n", "\n")),
        _ => None,
    }
}

/// Whether a command with these first words does.
fn sets_variables(names: &[Cow<'_, str>]) -> bool {
    let mut after = names.iter().skip(1);
    names.iter().any(|name| {
        let next = after.next();
        ASSIGNING.has(name) || (name == "printf" && next.is_some_and(|next| next.starts_with('-')))
    })
}

/// The name and what follows it, without quotes and without what only looks the name up. `-` stands for what is not known.
fn first_words<'w>(words: &'w [Node]) -> Vec<Cow<'w, str>> {
    let mut first = Vec::with_capacity(MOST_FIRST);
    let mut add = |word: Cow<'w, str>| {
        if first.len() < MOST_FIRST && !(first.is_empty() && matches!(&*word, "command" | "builtin" | "-p" | "--")) {
            first.push(word);
        }
        first.len() < MOST_FIRST
    };
    let none = Bindings::new();
    for word in words {
        let NodeKind::Word { value, .. } = &word.kind else { continue };
        let goes_on = match word::plain(value) {
            Some(text) => add(Cow::Borrowed(text)),
            None => word::read(value, &none).args.into_iter().all(|arg| match arg {
                Arg::Static(text) => add(text),
                Arg::Open(_) => add(Cow::Borrowed("-")),
            }),
        };
        if !goes_on {
            break;
        }
    }
    first
}

/// Whether the test holds for a command of the tree. Subshells change nothing outside.
fn any(root: &Node, into_subshells: bool, test: &mut dyn FnMut(&Node) -> bool) -> bool {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if test(node) {
            return true;
        }
        match &node.kind {
            NodeKind::List { items } => open.extend(items.iter().map(|item| &item.command)),
            NodeKind::Pipeline { commands, .. } => open.extend(commands),
            NodeKind::If { condition, then_body, else_body, .. } => {
                open.extend([condition.as_ref(), then_body]);
                open.extend(else_body.as_deref());
            }
            NodeKind::While { condition, body, .. } | NodeKind::Until { condition, body, .. } => {
                open.extend([condition.as_ref(), body]);
            }
            NodeKind::For { body, .. } | NodeKind::ForArith { body, .. } | NodeKind::Select { body, .. } => {
                open.push(body);
            }
            NodeKind::BraceGroup { body, .. } | NodeKind::Function { body, .. } => open.push(body),
            NodeKind::Subshell { body, .. } if into_subshells => open.push(body),
            NodeKind::Case { patterns, .. } => open.extend(patterns.iter().filter_map(|pattern| pattern.body.as_ref())),
            NodeKind::Negation { pipeline } | NodeKind::Time { pipeline, .. } => open.push(pipeline),
            NodeKind::Coproc { command, .. } => open.push(command),
            _ => {}
        }
    }
    false
}

/// How a variable gets its value.
pub(super) enum Bound<'n> {
    /// The value as written.
    To(&'n str, &'n str),
    /// A word of a loop, as written.
    Each(&'n str, &'n str),
    ByArithmetic(&'n str),
    /// A command with these assignments, and whether it sets variables of its choice too.
    ByCommand(&'n [Node], bool),
    /// By a command of which the variable is not known.
    Somehow,
}

/// Everything in the tree that gives a variable a value.
pub(super) fn bound(node: &Node, tell: &mut dyn FnMut(Bound<'_>)) {
    any(node, true, &mut |node| {
        match &node.kind {
            NodeKind::Command { assignments, words, .. } => {
                for node in assignments {
                    tell(assigned(node));
                }
                let first = first_words(words);
                let sets_variables = sets_variables(&first);
                tell(Bound::ByCommand(assignments, sets_variables));
                bound_by_words(words, first.first().is_some_and(|name| name == "let"), sets_variables, tell);
            }
            NodeKind::For { var, words, .. } => match words.as_deref() {
                Some(words) if !words.is_empty() => words.iter().for_each(|word| match &word.kind {
                    NodeKind::Word { value, .. } => tell(Bound::Each(var, value)),
                    _ => tell(Bound::Somehow),
                }),
                _ => tell(Bound::Somehow),
            },
            NodeKind::ForArith { init, cond, incr, .. } => {
                for expression in [init, cond, incr] {
                    tell(Bound::ByArithmetic(expression));
                }
            }
            NodeKind::ArithmeticCommand { raw_content, .. } => tell(Bound::ByArithmetic(raw_content)),
            NodeKind::Select { .. } | NodeKind::Function { .. } | NodeKind::Coproc { .. } => tell(Bound::Somehow),
            _ => {}
        }
        false
    });
}

fn assigned(node: &Node) -> Bound<'_> {
    let NodeKind::Word { value, .. } = &node.kind else { return Bound::Somehow };
    let is_name =
        |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match value.split_once('=') {
        Some((name, value)) if is_name(name) => Bound::To(name, value),
        _ => Bound::Somehow,
    }
}

fn bound_by_words(words: &[Node], is_let: bool, sets_variables: bool, tell: &mut dyn FnMut(Bound<'_>)) {
    if !is_let && sets_variables {
        tell(Bound::Somehow);
    }
    for (index, word) in words.iter().enumerate() {
        let NodeKind::Word { value, .. } = &word.kind else { return tell(Bound::Somehow) };
        if is_let && index > 0 {
            tell(Bound::ByArithmetic(value));
        }
        // `declare x=y`.
        if !is_let
            && index > 0
            && let bound @ Bound::To(..) = assigned(word)
        {
            tell(bound);
        }
        if value.contains('=') && value.contains("${") {
            tell(Bound::Somehow);
        }
    }
}
