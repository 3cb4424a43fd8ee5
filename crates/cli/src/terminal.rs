//! What the terminal can do: colours only where a person looks and has not said no.

use std::io::{IsTerminal, stderr, stdin, stdout};

/// Styles for text on a stream; empty strings where there are no colours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub dim: &'static str,
    pub bold: &'static str,
    pub red: &'static str,
    pub green: &'static str,
    pub yellow: &'static str,
    pub cyan: &'static str,
    pub reset: &'static str,
}

impl Style {
    pub(crate) const PLAIN: Self = Self { dim: "", bold: "", red: "", green: "", yellow: "", cyan: "", reset: "" };
    const COLOURS: Self = Self {
        dim: "\x1b[2m",
        bold: "\x1b[1m",
        red: "\x1b[31m",
        green: "\x1b[32m",
        yellow: "\x1b[33m",
        cyan: "\x1b[36m",
        reset: "\x1b[0m",
    };

    /// The style for stderr.
    pub(crate) fn of_stderr() -> Self {
        Self::for_stream(stderr().is_terminal())
    }

    /// The style for stdout.
    pub(crate) fn of_stdout() -> Self {
        Self::for_stream(stdout().is_terminal())
    }

    fn for_stream(is_terminal: bool) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_terminal && !refused && !dumb { Self::COLOURS } else { Self::PLAIN }
    }
}

/// Whether somebody can be asked: there must be a terminal to read from and one to show the question on.
pub(crate) fn can_ask() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

/// Whether what is typed comes from a terminal, where it would be shown.
pub(crate) fn reads_terminal() -> bool {
    stdin().is_terminal()
}
