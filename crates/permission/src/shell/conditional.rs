//! `[[ … ]]`. Its operators are those of the parser's tree; what matters is which of them evaluate text.

use super::{
    call::is_listed,
    readers,
    walk::Walker,
    why,
    word::{self, Bindings},
};
use rable::{Node, NodeKind};

/// Operators that evaluate both sides as arithmetic.
const NUMERIC: &str = "-eq -ne -lt -le -gt -ge";

const TEXTUAL: &str = "= == != =~ < > -nt -ot -ef";

/// Why a conditional is no reader, if it is not.
type Verdict = Result<(), &'static str>;

impl Walker<'_> {
    pub(super) fn conditional<'a>(&mut self, node: &'a Node, bindings: &Bindings<'a>) -> Verdict {
        match &node.kind {
            NodeKind::CondAnd { left, right } | NodeKind::CondOr { left, right } => {
                let left = self.conditional(left, bindings);
                let right = self.conditional(right, bindings);
                left.and(right)
            }
            NodeKind::CondNot { operand } | NodeKind::CondParen { inner: operand } => {
                self.conditional(operand, bindings)
            }
            NodeKind::UnaryTest { op, operand } => {
                let read = self.term(operand, false, bindings);
                if readers::is_unary_test(op) {
                    read.map(|_| ())
                } else if op == "-v" && is_plain_name(operand) {
                    Ok(())
                } else {
                    self.nested(why::EVALUATION);
                    Err("a test that evaluates text")
                }
            }
            NodeKind::BinaryTest { op, left, right } => {
                let left_read = self.term(left, false, bindings);
                let right_read = self.term(right, op == "=~", bindings);
                if is_listed(TEXTUAL, op) {
                    return left_read.and(right_read).map(|_| ());
                }
                if !is_listed(NUMERIC, op) {
                    self.nested(why::NOT_UNDERSTOOD);
                    return Err("a test that is not understood");
                }
                self.numbers(left_read).and(self.numbers(right_read))
            }
            _ => {
                self.nested(why::NOT_UNDERSTOOD);
                self.reach_inside(node);
                Err("a test that is not understood")
            }
        }
    }

    /// The operand of a comparison of numbers. A variable may hold an index that runs something.
    fn numbers(&mut self, term: Result<Option<String>, &'static str>) -> Verdict {
        match term? {
            Some(text) if text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit()) => Ok(()),
            Some(text) if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => {
                if self.evaluates(&text) { Ok(()) } else { Err("a comparison that evaluates a variable") }
            }
            Some(text) => {
                self.nested_by(why::EVALUATION, text);
                Err("a comparison that evaluates text")
            }
            None => {
                self.evaluates_unknown();
                Err("a comparison that evaluates a variable")
            }
        }
    }

    /// The text of a term if it is static.
    fn term<'a>(
        &mut self,
        node: &'a Node,
        is_pattern: bool,
        bindings: &Bindings<'a>,
    ) -> Result<Option<String>, &'static str> {
        let NodeKind::CondTerm { value, .. } = &node.kind else {
            self.nested(why::NOT_UNDERSTOOD);
            self.reach_inside(node);
            return Err("a test that is not understood");
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
            return Err(flaw.code());
        }
        if value.is_empty() {
            self.nested(why::NOT_UNDERSTOOD);
        }
        for expression in &word.evaluates {
            if !self.evaluates(expression) {
                return Err("arithmetic over a variable");
            }
        }
        match word.args.as_slice() {
            [arg] => Ok(arg.as_static().map(str::to_owned)),
            _ => Ok(None),
        }
    }
}

fn is_plain_name(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::CondTerm { value, .. }
        if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}
