//! Commands inside words: what a substitution runs. The command is nested already; this finds what deny and ask rules
//! must see. Where the parser left a text as it is, it is parsed again; where that gives nothing new, words are picked out.

use super::{crude, places::Dirs, redirect::Feed, walk::Walker, why, word::Bindings};
use rable::{Node, NodeKind};

/// How often a text is parsed again within itself.
const MOST_TEXTS: usize = 24;

impl Walker<'_> {
    /// Walks over whatever a word or another node holds.
    pub(super) fn reach_inside(&mut self, node: &Node) {
        self.nested(why::SUBSTITUTION);
        self.inside(node);
    }

    /// The same for a text that the parser did not take apart.
    pub(super) fn reach_text(&mut self, text: &str) {
        self.nested(why::SUBSTITUTION);
        self.raw(text);
    }

    fn inside(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Word { value, parts, .. } => {
                if parts.is_empty() {
                    self.raw(value);
                }
                if value.contains("\\`")
                    || value.contains("${ ")
                    || value.contains("${|")
                    || value.contains("${\n")
                    || value.contains("$[")
                {
                    self.blind(value);
                }
                self.all(parts);
            }
            NodeKind::WordLiteral { value } => self.literal(value),
            NodeKind::CommandSubstitution { command, .. } | NodeKind::ProcessSubstitution { command, .. } => {
                self.command(command);
            }
            NodeKind::ParamExpansion { param, arg, .. } | NodeKind::ParamIndirect { param, arg, .. } => {
                self.raw(param);
                if let Some(arg) = arg {
                    self.raw(arg);
                }
            }
            NodeKind::ArithDeprecated { expression } => self.blind(expression),
            NodeKind::ParamLength { param: text }
            | NodeKind::BraceExpansion { content: text }
            | NodeKind::LocaleString { inner: text, .. }
            | NodeKind::CondTerm { value: text, .. }
            | NodeKind::ArithNumber { value: text }
            | NodeKind::ArithVar { name: text } => self.raw(text),
            NodeKind::ArithBinaryOp { left, right, .. }
            | NodeKind::ArithComma { left, right }
            | NodeKind::ArithAssign { target: left, value: right, .. }
            | NodeKind::BinaryTest { left, right, .. }
            | NodeKind::CondAnd { left, right }
            | NodeKind::CondOr { left, right } => {
                self.inside(left);
                self.inside(right);
            }
            NodeKind::ArithUnaryOp { operand, .. }
            | NodeKind::ArithPreIncr { operand }
            | NodeKind::ArithPostIncr { operand }
            | NodeKind::ArithPreDecr { operand }
            | NodeKind::ArithPostDecr { operand }
            | NodeKind::ArithmeticExpansion { expression: Some(operand) }
            | NodeKind::UnaryTest { operand, .. }
            | NodeKind::CondNot { operand }
            | NodeKind::CondParen { inner: operand } => self.inside(operand),
            NodeKind::ArithTernary { condition, if_true, if_false } => {
                self.inside(condition);
                for branch in [if_true, if_false].into_iter().flatten() {
                    self.inside(branch);
                }
            }
            NodeKind::ArithSubscript { array, index } => {
                self.raw(array);
                self.inside(index);
            }
            NodeKind::ArithConcat { parts: elements } | NodeKind::Array { elements } => self.all(elements),
            NodeKind::AnsiCQuote { .. } | NodeKind::ArithEmpty | NodeKind::ArithEscape { .. } | NodeKind::Empty => {}
            _ => self.found.blind = true,
        }
    }

    fn all(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.inside(node);
        }
    }

    /// A command below a substitution. Its spans and its variables are not those of the whole.
    fn command(&mut self, node: &Node) {
        let parts = self.found.parts.len();
        self.walk(node, &Dirs::unknown(), &mut Bindings::new(), Feed::Inherited);
        self.truncate(parts);
    }

    fn blind(&mut self, text: &str) {
        self.found.blind = true;
        crude::commands(text, &mut self.found.reached);
    }

    /// A stretch of a word that may still hold live syntax.
    fn literal(&mut self, text: &str) {
        if !is_live(text) {
            return;
        }
        let Some(nodes) = self.again(&format!(": {text}")) else { return self.blind(text) };
        let [Node { kind: NodeKind::Command { words, .. }, .. }] = nodes.as_slice() else { return self.blind(text) };
        let progress = !words.iter().any(|word| {
            matches!(&word.kind, NodeKind::Word { parts, .. }
                if !parts.is_empty() && parts.iter().all(|part| matches!(&part.kind, NodeKind::WordLiteral { value } if value == text)))
        });
        if !progress {
            return self.blind(text);
        }
        self.deeper(|walker| words.iter().skip(1).for_each(|word| walker.inside(word)));
    }

    /// A text inside quotes or braces.
    fn raw(&mut self, text: &str) {
        if !(text.contains(['`', '$']) || text.contains("<(") || text.contains(">(")) {
            return;
        }
        let nodes = self.again(&format!(": \"{text}\"")).or_else(|| self.again(&format!(": {text}")));
        let Some(nodes) = nodes else { return self.blind(text) };
        self.deeper(|walker| {
            for node in &nodes {
                match &node.kind {
                    NodeKind::Command { words, .. } => words.iter().for_each(|word| walker.inside(word)),
                    _ => walker.command(node),
                }
            }
        });
    }

    fn again(&mut self, text: &str) -> Option<Vec<Node>> {
        if self.texts >= MOST_TEXTS {
            return None;
        }
        std::panic::catch_unwind(|| rable::parse(text, false)).ok()?.ok()
    }

    fn deeper(&mut self, walk: impl FnOnce(&mut Self)) {
        self.texts += 1;
        walk(self);
        self.texts -= 1;
    }
}

/// Whether substitution syntax stands outside single quotes.
fn is_live(text: &str) -> bool {
    let mut rest = text.chars().peekable();
    let mut in_quotes = false;
    while let Some(c) = rest.next() {
        match c {
            '\\' => {
                rest.next();
            }
            '\'' if !in_quotes => while rest.next().is_some_and(|c| c != '\'') {},
            '"' => in_quotes = !in_quotes,
            '`' => return true,
            '$' if matches!(rest.peek(), Some('(' | '{' | '[')) => return true,
            '$' if !in_quotes && rest.peek() == Some(&'\'') => {
                rest.next();
                while let Some(c) = rest.next() {
                    if c == '\\' {
                        rest.next();
                    } else if c == '\'' {
                        break;
                    }
                }
            }
            '<' | '>' if !in_quotes && rest.peek() == Some(&'(') => return true,
            _ => {}
        }
    }
    false
}
