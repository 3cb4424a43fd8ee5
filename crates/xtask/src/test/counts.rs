//! How many tests passed, failed and were skipped, and how the test runners say so.

use std::{fmt, iter::Sum, ops::Add};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl Counts {
    /// One failure.
    pub(crate) const FAILED: Self = Self { passed: 0, failed: 1, skipped: 0 };

    /// A suite that is one check.
    pub(crate) fn of_one(good: bool) -> Self {
        Self { passed: usize::from(good), failed: usize::from(!good), skipped: 0 }
    }

    /// Reads a summary of nextest, as in `Summary [ 1.2s] 9 tests run: 7 passed (1 slow), 2 failed, 3 skipped`, or of
    /// libtest, as in `test result: ok. 7 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out`.
    /// libtest's count only at the beginning of a line: nextest shows an indented one of every test that failed. Or of
    /// vitest, as in `      Tests  2 failed | 7 passed | 1 skipped (10)`.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let trimmed = line.trim_start();
        let told = if let Some(rest) = trimmed.strip_prefix("Summary [") {
            rest.split_once(" run: ")?.1
        } else if let Some(rest) = trimmed.strip_prefix("Tests  ") {
            rest
        } else {
            line.strip_prefix("test result: ")?.split_once(". ")?.1
        };
        let mut counts = Self::default();
        for part in told.split([',', ';', '|']) {
            let mut words = part.split_whitespace();
            let (Some(number), Some(what)) = (words.next().and_then(|word| word.parse::<usize>().ok()), words.next())
            else {
                continue;
            };
            match what {
                "passed" => counts.passed += number,
                "failed" | "exec" | "timed" => counts.failed += number,
                "skipped" | "ignored" | "todo" => counts.skipped += number,
                _ => {}
            }
        }
        Some(counts)
    }
}

/// The test that a line tells the failure of, as `        FAIL [   0.4s] (2/9) package::binary module::test` of nextest,
/// or `test module::test ... FAILED` of libtest, or ` FAIL  src/a.test.ts > does this` of vitest.
pub(crate) fn failed_test(line: &str) -> Option<&str> {
    if let Some(told) = line.strip_prefix(" FAIL  ") {
        return Some(told.trim());
    }
    if let Some(told) = line.strip_prefix("test ") {
        return Some(told.split_once(" ... FAILED")?.0);
    }
    let (word, told) = line.trim().split_once(" [")?;
    let has_failed = matches!(word, "FAIL" | "TIMEOUT" | "LEAK-FAIL" | "XFAIL" | "ABORT") || word.starts_with("SIG");
    let (_, name) = told.split_once(']').filter(|_| has_failed)?;
    let name = name.trim_start();
    let name = if name.starts_with('(') { name.split_once(')')?.1 } else { name };
    Some(name.trim())
}

/// The closing line that people and CI read.
impl fmt::Display for Counts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_read() {
        let check = |line: &str, expected: Option<(usize, usize, usize)>| {
            let found = Counts::parse(line).map(|counts| (counts.passed, counts.failed, counts.skipped));
            assert_eq!(found, expected, "{line}");
        };
        check("     Summary [   0.046s] 30 tests run: 30 passed, 0 skipped", Some((30, 0, 0)));
        check(
            "  Summary [ 1.2s] 9/12 tests run: 5 passed (1 slow, 1 flaky), 2 failed, 1 timed out, 3 skipped",
            Some((5, 3, 3)),
        );
        check("Summary [ 1.2s] 1 test run: 0 passed, 1 exec failed, 0 skipped", Some((0, 1, 0)));
        check(
            "test result: ok. 7 passed; 0 failed; 1 ignored; 0 measured; 4 filtered out; finished in 0.1s",
            Some((7, 0, 1)),
        );
        check("test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out", Some((1, 2, 0)));
        check("    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 3 filtered out", None);
        check("      Tests  2 failed | 7 passed | 1 skipped (10)", Some((7, 2, 1)));
        check("      Tests  133 passed (133)", Some((133, 0, 0)));
        check(" Test Files  1 failed | 7 passed (8)", None);
        check("test tests::summaries_are_read ... ok", None);
    }

    #[test]
    fn the_closing_line_is_plain() {
        let total: Counts =
            [Counts::of_one(true), Counts::FAILED, Counts { skipped: 2, ..Counts::default() }].into_iter().sum();
        assert_eq!(total.to_string(), "1 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn failed_tests_are_named() {
        let check = |line: &str, expected: Option<&str>| assert_eq!(failed_test(line), expected, "{line}");
        check("        FAIL [   0.402s] (2/9) tests::blackbox a::b", Some("tests::blackbox a::b"));
        check("     TIMEOUT [  60.000s] tests::blackbox a::b", Some("tests::blackbox a::b"));
        check("     SIGABRT [   0.001s] ( 12/127) exec c::d", Some("exec c::d"));
        check("        PASS [   0.402s] (2/9) tests::blackbox a::b", None);
        check("        SLOW [> 60.000s] tests::blackbox a::b", None);
        check("     Summary [   0.433s] 3/9 tests run: 2 passed, 1 failed, 48 skipped", None);
        check("test a::b ... FAILED", Some("a::b"));
        check(" FAIL  src/a.test.ts > a > does this", Some("src/a.test.ts > a > does this"));
        check("    test a::b ... FAILED", None);
        check("test a::b ... ok", None);
    }
}
