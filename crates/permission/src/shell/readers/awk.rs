//! awk programs that only print: no output to files or commands, no input from them, no functions but the listed ones.

use super::super::call::{Call, is_listed};
use super::sed::skip_pattern;
use std::{iter::Peekable, str::Chars};

const FUNCTIONS: &str = "length substr index split sub gsub gensub match sprintf tolower toupper int sqrt exp log \
    sin cos atan2 rand srand strftime systime mktime asort asorti strtonum and or xor lshift rshift";

/// Words after which `(` does not call.
const KEYWORDS: &str = "if while for print printf in return else do exit delete";

/// Words that are never harmless, and variables that steer awk itself.
const NEVER: &str = "getline function func system close fflush ARGV ARGC PROCINFO SYMTAB FUNCTAB include load";

pub(super) fn only_prints(call: &Call<'_, '_>) -> bool {
    if call.has("--version") {
        return call.operands.is_empty();
    }
    call.operands.first().and_then(|program| program.as_static()).is_some_and(is_harmless)
}

pub(super) fn is_harmless(program: &str) -> bool {
    let rest = program.chars().peekable();
    let mut reader = Reader {
        rest,
        braces: 0,
        parentheses: Vec::new(),
        after_value: false,
        after_dollar: false,
        opens_condition: false,
    };
    reader.read().is_some()
}

struct Reader<'p> {
    rest: Peekable<Chars<'p>>,
    braces: usize,
    /// Whether each of those that are open is that of a condition.
    parentheses: Vec<bool>,
    /// Whether a `/` here divides.
    after_value: bool,
    after_dollar: bool,
    /// The next parenthesis is that of a condition, behind which a statement begins.
    opens_condition: bool,
}

impl Reader<'_> {
    /// `None` at the first thing that is not known to be harmless.
    fn read(&mut self) -> Option<()> {
        while let Some(c) = self.rest.next() {
            match c {
                ' ' | '\t' => continue,
                '"' => {
                    self.string()?;
                    self.after_value = true;
                    self.after_dollar = false;
                    continue;
                }
                '0'..='9' | '.' => {
                    while self.rest.next_if(|c| c.is_ascii_digit() || *c == '.').is_some() {}
                    // An exponent or a name right behind it: where the number ends, only awk knows.
                    if self.rest.peek().is_some_and(|c| c.is_ascii_alphabetic() || *c == '_') {
                        return None;
                    }
                    self.after_value = true;
                    self.after_dollar = false;
                    continue;
                }
                c if c.is_ascii_alphabetic() || c == '_' => {
                    self.word(c)?;
                    continue;
                }
                // A field of which number? Readers of awk disagree.
                '/' if self.after_dollar => return None,
                '/' if !self.after_value => {
                    skip_pattern(&mut self.rest, '/')?;
                    self.after_value = true;
                    continue;
                }
                '#' => while self.rest.next_if(|&c| c != '\n').is_some() {},
                '{' => self.braces += 1,
                '}' => self.braces = self.braces.checked_sub(1)?,
                '(' => self.parentheses.push(std::mem::take(&mut self.opens_condition)),
                ')' => {
                    self.after_value = !self.parentheses.pop()?;
                    self.after_dollar = false;
                    continue;
                }
                '>' => self.greater()?,
                '+' | '-' if self.rest.next_if_eq(&c).is_some() => {
                    // After `a++` a slash divides, before `++a` it does not matter: which it is, only a parser knows.
                    while self.rest.next_if(|c| matches!(c, ' ' | '\t')).is_some() {}
                    if self.rest.peek() == Some(&'/') {
                        return None;
                    }
                }
                '|' => {
                    self.rest.next_if_eq(&'|')?;
                }
                '&' => {
                    self.rest.next_if_eq(&'&')?;
                }
                '\n' | '+' | '-' | '*' | '%' | '^' | '/' | '=' | '!' | '~' | ',' | ';' | ':' | '?' | '[' | ']'
                | '$' | '<' => {}
                _ => return None,
            }
            self.after_value = c == ']';
            self.after_dollar = c == '$';
        }
        Some(())
    }

    /// A comparison, not a file to write: outside of actions, or in parentheses.
    fn greater(&mut self) -> Option<()> {
        if self.rest.next_if_eq(&'=').is_some() {
            return Some(());
        }
        let compares = self.braces == 0 || !self.parentheses.is_empty();
        (compares && self.rest.peek() != Some(&'>')).then_some(())
    }

    fn word(&mut self, first: char) -> Option<()> {
        let mut word = String::from(first);
        while let Some(c) = self.rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
            word.push(c);
        }
        if is_listed(NEVER, &word) {
            return None;
        }
        let is_keyword = is_listed(KEYWORDS, &word);
        self.after_dollar = false;
        self.opens_condition = matches!(word.as_str(), "if" | "while" | "for" | "switch");
        self.after_value = !is_keyword;
        while self.rest.next_if_eq(&' ').is_some() {}
        let calls = self.rest.peek() == Some(&'(');
        (!calls || is_keyword || is_listed(FUNCTIONS, &word)).then_some(())
    }

    fn string(&mut self) -> Option<()> {
        loop {
            match self.rest.next()? {
                '"' => return Some(()),
                '\n' => return None,
                '\\' => {
                    self.rest.next()?;
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_harmless;

    #[test]
    fn programs() {
        for program in [
            "{print $1}",
            "NR==1",
            "$3 > 5",
            "$3 > 5 {print $1, $NF}",
            "/foo/ {print}",
            "{s += $1} END {print s/NR}",
            "BEGIN {FS=\":\"} {if ($3 > 2) print $1}",
            "{printf \"%s\\n\", substr($0, 2)}",
            "!seen[$0]++",
            "/a/,/b/",
            "$1 ~ /^x/ || $2 != \"y\"",
            "{gsub(/[ \\t]+/, \" \"); print}",
            "{print (a + b) / 2, length($0) / 2}",
            "{if ($1 > 2) /x/; while (i < 3) i++}",
            "{print $(NF) / 2, $1 / $2}",
        ] {
            assert!(is_harmless(program), "{program}");
        }
    }

    #[test]
    fn programs_that_do_more() {
        for program in [
            "{print > \"out\"}",
            "{print >> \"out\"}",
            "{print (1) > \"out\"}",
            "BEGIN{\"ls\" | getline x}",
            "{print | \"sh\"}",
            "BEGIN{system(\"ls\")}",
            "BEGIN{while ((getline l < \"f\") > 0) print l}",
            "@load \"x\"",
            "BEGIN{f=\"system\"; @f(\"ls\")}",
            "{print \"a\" |& \"sh\"}",
            "BEGIN{ARGV[1]=\"x\"}",
            "/[/]/ {print > \"x\"}",
            "{print $1 / 2 > \"x/\"}",
            "function f(x){print}",
            "BEGIN{a++ / 1; print \"x\" > \"out\"; b = 1 / 2}",
            "{a--/1; print | \"sh\"; b = 1 / 2}",
            "{print}}{",
            "BEGIN{x=1system(\"x\")}",
            "BEGIN{1getline l < \"f\"}",
            "BEGIN{1ARGV[1]=\"x\"}",
            "BEGIN{$/,/; system(\"x\"); y=2/1}",
            "BEGIN{$ /,/; system(\"x\"); y=2/1}",
            "BEGIN{if (1) /,/; system(\"x\"); y=2/1}",
            "BEGIN{while (x) /,/; system(\"x\"); y=2/1}",
            "BEGIN{for (;;) /,/; system(\"x\"); y=2/1}",
        ] {
            assert!(!is_harmless(program), "{program}");
        }
    }
}
