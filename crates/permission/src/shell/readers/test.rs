//! `[ … ]`. Harmless as long as it is certain which words are operators: `-v` evaluates the index of an array.

use super::super::call::{Call, is_listed};
use super::super::value::Arg;

/// Operators before one operand.
pub(super) const UNARY: &str = "-b -c -d -e -f -g -h -k -L -n -N -O -G -p -r -s -S -t -u -w -x -z";

/// Operators between two operands.
const BINARY: &str = "= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef";

pub(super) fn is_harmless(call: &Call<'_, '_>) -> bool {
    let mut words = call.operands.as_slice();
    if let Some((last, before)) = words.split_last()
        && last.as_static() == Some("]")
    {
        words = before;
    }
    match words {
        [] => true,
        [word] => !word.is_plural() && word.as_static() != Some("]"),
        _ => is_expression(words),
    }
}

fn is_expression(mut words: &[&Arg<'_>]) -> bool {
    loop {
        while let [first, rest @ ..] = words
            && matches!(first.as_static(), Some("!" | "("))
        {
            words = rest;
        }
        words = match words {
            [left, operator, right, rest @ ..]
                if is_one_of(operator, BINARY) && is_operand(left) && is_operand(right) =>
            {
                rest
            }
            [operator, operand, rest @ ..] if is_one_of(operator, UNARY) && is_operand(operand) => rest,
            [operator, name, rest @ ..] if operator.as_static() == Some("-v") && is_name(name) => rest,
            _ => return false,
        };
        while let [first, rest @ ..] = words
            && first.as_static() == Some(")")
        {
            words = rest;
        }
        words = match words {
            [] => return true,
            [operator, rest @ ..] if is_one_of(operator, "-a -o") => rest,
            _ => return false,
        };
    }
}

fn is_one_of(word: &Arg<'_>, operators: &str) -> bool {
    word.as_static().is_some_and(|word| is_listed(operators, word))
}

fn is_operand(word: &Arg<'_>) -> bool {
    !word.is_plural()
}

fn is_name(word: &Arg<'_>) -> bool {
    word.as_static().is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}
