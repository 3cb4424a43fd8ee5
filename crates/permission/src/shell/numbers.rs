//! Which variables of a command hold nothing but numbers, wherever they are set. Arithmetic evaluates the text that a
//! variable holds, and an index in it may run a command; a number holds none.

use super::{
    arith,
    survey::{self, Assigned, Bound},
    value::Arg,
    variables,
    walk::Walker,
    why,
};
use rable::Node;

/// What is known of the variables of a text.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// Those that hold numbers.
    pub numbers: Vec<String>,
    /// Those that are given something else. It may be part of a path.
    pub texts: Vec<String>,
}

/// Looks through a text, and notes what its commands set if that is wanted. No variable counts as a number if something may set one in a way
/// that is not looked at.
pub(super) fn of(nodes: &[Node], mut assigned: Option<&mut Assigned>) -> Variables {
    let mut numbers: Vec<String> = Vec::new();
    let mut others: Vec<String> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let mut loops: Vec<(String, String)> = Vec::new();
    let mut known = true;
    for node in nodes {
        survey::bound(node, &mut |bound| match bound {
            Bound::To(name, value) | Bound::Each(name, value) if is_number(value) => numbers.push(name.to_owned()),
            Bound::To(name, _) => texts.push(name.to_owned()),
            Bound::Each(name, word) => {
                others.push(name.to_owned());
                if word.contains('$') {
                    loops.push((name.to_owned(), word.to_owned()));
                }
            }
            Bound::ByArithmetic(expression) => numbers.extend(targets(expression).map(str::to_owned)),
            Bound::ByCommand(assignments, sets_variables) => {
                if let Some(assigned) = &mut assigned {
                    assigned.command(assignments, sets_variables);
                }
            }
            Bound::Somehow => known = false,
        });
    }
    // A loop hands on what the variables in its words hold, and a loop in it does so again.
    while let Some(at) = loops.iter().position(|(_, word)| mentions(word, &texts)) {
        texts.push(loops.swap_remove(at).0);
    }
    numbers.retain(|name| known && variables::is_own(name) && !others.contains(name) && !texts.contains(name));
    Variables { numbers, texts }
}

/// Whether an expansion in the text is one of these variables, whatever is done to it.
pub(super) fn mentions(text: &str, variables: &[String]) -> bool {
    !variables.is_empty()
        && text.split('$').skip(1).any(|after| {
            let name = after.trim_start_matches(['{', '#', '!']);
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
            variables.iter().any(|variable| name.get(..end) == Some(variable))
        })
}

impl Walker<'_> {
    /// Arithmetic looks at the value of a variable, and runs a substitution that it finds in an index there. Tells whether
    /// all of them hold numbers.
    pub(super) fn evaluates(&mut self, expression: &str) -> bool {
        let fine = names(expression).all(|name| self.variables.numbers.iter().any(|number| number == name));
        if !fine {
            self.evaluates_unknown();
        }
        fine
    }

    /// Looks for a variable that got its text in this command. A program could be given a path in pieces that way.
    pub(super) fn hands_on(&mut self, arg: &Arg<'_>) {
        if arg.mentions(&self.variables.texts) {
            self.acts();
        }
    }

    pub(super) fn evaluates_unknown(&mut self) {
        if self.conceals {
            self.nested(why::EVALUATION);
            let source = self.source;
            self.reach_words(source);
        }
        self.dynamic();
        self.acts();
    }

    /// Whether it only counts.
    pub(super) fn arithmetic(&mut self, expression: &str) -> bool {
        self.dynamic();
        match arith::kind(expression) {
            Some(arith::Kind::Numbers) => true,
            Some(arith::Kind::Variables) => self.evaluates(expression),
            None => {
                self.nested_by(why::SUBSTITUTION, expression);
                self.reach_text(expression);
                false
            }
        }
    }
}

/// Digits, arithmetic, or a range of numbers in braces.
fn is_number(value: &str) -> bool {
    let digits = |text: &str| {
        let text = text.strip_prefix('-').unwrap_or(text);
        !text.is_empty() && text.len() < 19 && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let arithmetic = |text: &str| {
        let inside = text.strip_prefix("$((").and_then(|text| text.strip_suffix("))"));
        inside.is_some_and(|expression| arith::kind(expression).is_some())
    };
    let range = |text: &str| {
        let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        inside.is_some_and(|range| range.split("..").all(digits) && range.contains(".."))
    };
    digits(value) || arithmetic(value) || range(value)
}

/// The names in an expression that holds only names, numbers and operators.
pub(super) fn names(expression: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    expression
        .split(move |c: char| !is_name(c))
        .filter(|word| !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Those of them that are given a value without a look at the one before.
fn targets(expression: &str) -> impl Iterator<Item = &str> {
    expression.split(',').filter_map(|part| {
        let (name, value) = part.trim().split_once('=')?;
        let name = name.trim_end();
        (!value.starts_with('=') && names(name).next() == Some(name)).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use crate::shell::{Class, ShellContext, analyse};
    use std::path::Path;

    fn reads(command: &str) -> bool {
        let cx = ShellContext { cwd: Path::new("/ws"), home: None };
        analyse(command, &cx).class == Class::ReadOnly
    }

    #[test]
    fn counting_reads() {
        for command in [
            "x=5; echo $((x * 2))",
            "(( 3 > 2 )) && echo bigger",
            "for ((i=0; i<3; i++)); do echo $i; done",
            "let n=3+4; echo $n",
            "i=0; while [ \"$i\" -lt 3 ]; do i=$((i + 1)); echo $i; done",
            "for i in {1..3}; do echo $((i * i)); done",
            "for i in 1 2; do echo $((i + 1)); done",
        ] {
            assert!(reads(command), "{command}");
        }
    }

    /// The value could be `a[$(rm x)]`.
    #[test]
    fn variables_of_unknown_origin_are_not_evaluated_unasked() {
        for command in [
            "echo $((x))",
            "((x)); echo $((x))",
            "((x++)); echo $((x))",
            "((x == 1)); echo $((x))",
            "((x = y)); echo $((x))",
            "read x < a.txt; echo $((x))",
            "x=5; read x; echo $((x))",
            "x=5; mapfile x; echo $((x))",
            "x=5; printf -v x %s y; echo $((x))",
            "x=$y; echo $((x))",
            "x=5; x=$y; echo $((x))",
            "x=5; x+=y; echo $((x))",
            "x=abc; echo $((x))",
            "x=y; y=5; echo $((x))",
            "for x in *; do echo $((x)); done",
            "for x in a 1; do echo $((x)); done",
            "x=5; echo ${x:=y}; echo $((x + y))",
            "x=5; declare x=y; echo $((x))",
            "x=5; select x in a; do echo $((x)); done",
            "X=5; ((PATH=3)); ls",
            "let PATH=3; ls",
            "x=(1 2); echo $((x))",
            "x=5; (( a[x] ))",
            "x=5; eval y; echo $((x))",
            "x=5; f() { x=a; }; f; echo $((x))",
            "x=5; for ((x=0; x<1; x++)); do read x; done; echo $((x))",
            "x=5; getopts a x; echo $((x))",
            "x=5; { x=b; } ; echo $((x))",
            "x=5; case a in a) x=b;; esac; echo $((x))",
            "x=5; ls | while x=b; do echo $((x)); done",
        ] {
            assert!(!reads(command), "{command}");
        }
    }
}
