//! `[[ … ]]`. Its operators are those of the parser's tree; what matters is which of them evaluate text.

use super::{
    call::is_listed,
    readers,
    value::Arg,
    walk::Walker,
    why,
    word::{self, Bindings},
};
use rable::{Node, NodeKind};

/// Operators that evaluate both sides as arithmetic.
const NUMERIC: &str = "-eq -ne -lt -le -gt -ge";

const TEXTUAL: &str = "= == != =~ < > -nt -ot -ef";

/// A term of a test that only looks.
enum Term {
    Static(String),
    Open,
}

impl Walker<'_> {
    /// Whether the test only looks.
    pub(super) fn conditional<'a>(&mut self, node: &'a Node, bindings: &Bindings<'a>) -> bool {
        match &node.kind {
            NodeKind::CondAnd { left, right } | NodeKind::CondOr { left, right } => {
                let left = self.conditional(left, bindings);
                let right = self.conditional(right, bindings);
                left && right
            }
            NodeKind::CondNot { operand } | NodeKind::CondParen { inner: operand } => {
                self.conditional(operand, bindings)
            }
            NodeKind::UnaryTest { op, operand } => {
                let read = self.term(operand, false, bindings);
                if readers::is_unary_test(op) {
                    read.is_some()
                } else if op == "-v" && is_plain_name(operand) {
                    true
                } else {
                    self.nested(why::EVALUATION);
                    false
                }
            }
            NodeKind::BinaryTest { op, left, right } => {
                let left_read = self.term(left, false, bindings);
                let right_read = self.term(right, op == "=~", bindings);
                if is_listed(TEXTUAL, op) {
                    return left_read.is_some() && right_read.is_some();
                }
                if !is_listed(NUMERIC, op) {
                    self.nested(why::NOT_UNDERSTOOD);
                    return false;
                }
                let left = self.is_number(left_read);
                let right = self.is_number(right_read);
                left && right
            }
            _ => {
                self.nested(why::NOT_UNDERSTOOD);
                self.reach_inside(node);
                false
            }
        }
    }

    /// Looks at the operand of a comparison of numbers. A variable may hold an index that runs something.
    fn is_number(&mut self, term: Option<Term>) -> bool {
        match term {
            None => false,
            Some(Term::Static(text)) if text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit()) => true,
            Some(Term::Static(text)) if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => {
                self.evaluates(&text)
            }
            Some(Term::Static(text)) => {
                self.nested_by(why::EVALUATION, text);
                false
            }
            Some(Term::Open) => {
                self.evaluates_unknown();
                false
            }
        }
    }

    /// Reads a term; `None` if it does more than look.
    fn term<'a>(&mut self, node: &'a Node, is_pattern: bool, bindings: &Bindings<'a>) -> Option<Term> {
        let NodeKind::CondTerm { value, .. } = &node.kind else {
            self.nested(why::NOT_UNDERSTOOD);
            self.reach_inside(node);
            return None;
        };
        // Groups of a pattern are no commands as long as there are no blanks in them.
        let plain;
        let text = if is_pattern && !value.contains(['$', '`', '"', '\'', '\\', '<', '>']) {
            plain = value.replace(['(', ')', '|', '[', ']', '{', '}'], "");
            &plain
        } else {
            value
        };
        let word = word::read(text, bindings);
        if let Some(flaw) = word.flaw {
            self.nested_by(flaw, value);
            self.reach_text(value);
            return None;
        }
        if value.is_empty() {
            self.nested(why::NOT_UNDERSTOOD);
        }
        for expression in &word.evaluates {
            if !self.evaluates(expression) {
                return None;
            }
        }
        match word.args.as_slice() {
            [Arg::Static(text)] => Some(Term::Static(text.to_string())),
            _ => Some(Term::Open),
        }
    }
}

fn is_plain_name(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::CondTerm { value, .. }
        if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}
