//! The way out of the sandbox: what of a failed command's output looks like the sandbox's doing, what the model is told
//! then, and how it asks. Whether the command may run without it is decided elsewhere.

use reasonix_protocol::CallId;
use reasonix_tool::{Denials, ToolError};

/// What programs say of a place that the sandbox keeps from being written, in small letters.
const READ_ONLY: &str = "read-only file system";
/// What they say of other things that a confined command may not do. It means so only beside a path.
const REFUSED: [&str; 2] = ["permission denied", "operation not permitted"];
/// What they say where there is no network.
const CUT_OFF: [&str; 7] = [
    "network is unreachable",
    "enetunreach",
    "could not resolve host",
    "name or service not known",
    "temporary failure in name resolution",
    "name resolution failed",
    "eai_again",
];

/// What of a failed command's output the sandbox may have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Denied {
    /// It wanted to write where nothing is written.
    Writing,
    Other,
}

/// Looks through the output of a confined command that failed.
pub(crate) fn denied(output: &str, network: bool) -> Option<Denied> {
    let output = output.to_lowercase();
    let says = |words: &str| output.contains(words);
    if says(READ_ONLY) {
        return Some(Denied::Writing);
    }
    let refused = |line: &str| REFUSED.iter().any(|words| line.contains(words)) && names_path(line);
    let is_denied = (!network && CUT_OFF.iter().any(|words| says(words))) || output.lines().any(refused);
    is_denied.then_some(Denied::Other)
}

/// Whether a line names an absolute path.
fn names_path(line: &str) -> bool {
    let begins =
        |before: Option<char>| before.is_none_or(|c| c.is_whitespace() || matches!(c, '\'' | '"' | '`' | '\u{2018}'));
    line.match_indices('/').any(|(at, _)| begins(line.get(..at).and_then(|before| before.chars().next_back())))
}

/// What the model reads below the output.
pub(crate) fn note(denied: Denied, call: CallId) -> String {
    let ask = format!(
        "send exactly this command again with unsandboxed_retry_of: \"{}\", and the user is asked whether it may run \
         without the sandbox",
        Denials::name(call)
    );
    match denied {
        Denied::Writing => format!(
            "[the sandbox keeps commands from writing there; if it must be, send the command again with that folder in \
             additional_write_dirs. Where that cannot help, {ask}]"
        ),
        Denied::Other => format!("[the sandbox may have made it fail; if so and if it must run, {ask}]"),
    }
}

/// The call whose denial a command wants to answer; `None` if it wants none. `alone` tells that it asks for nothing else,
/// and `confined` that commands are.
pub(crate) fn read(name: Option<&str>, alone: bool, confined: bool) -> Result<Option<CallId>, ToolError> {
    let Some(name) = name else { return Ok(None) };
    let Some(call) = Denials::named(name.trim()) else {
        return Err(ToolError::answer(
            "`unsandboxed_retry_of` must be a denial's name as a result gave it, such as `denial-3`.",
        ));
    };
    if !alone {
        return Err(ToolError::answer(
            "`unsandboxed_retry_of` goes neither with `run_in_background` nor with `additional_write_dirs`: send the \
             command as it was.",
        ));
    }
    if !confined {
        return Err(ToolError::answer("Commands are not confined here: send it without `unsandboxed_retry_of`."));
    }
    Ok(Some(call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_sandbox_denies_is_told_from_other_failures() {
        let check = |output: &str, network: bool, expected: Option<Denied>| {
            assert_eq!(denied(output, network), expected, "{output}");
        };
        check("bash: line 1: /etc/motd: Read-only file system\n", true, Some(Denied::Writing));
        check("Error: EROFS: read-only file system, open '/etc/motd'", true, Some(Denied::Writing));
        check("cat: /root/key: Permission denied", true, Some(Denied::Other));
        check("rm: cannot remove \u{2018}/srv/a\u{2019}: Operation not permitted", true, Some(Denied::Other));
        check("PermissionError: [Errno 13] Permission denied: '/etc/a'", true, Some(Denied::Other));
        check("git@github.com: Permission denied (publickey).", true, None);
        check("bash: ./run.sh: Permission denied", true, None);
        check("/srv/a: No such file or directory\nPermission denied", true, None);
        check("curl: (6) Could not resolve host: docs.rs", false, Some(Denied::Other));
        check("curl: (6) Could not resolve host: docs.rs", true, None);
        check("connect: Network is unreachable", false, Some(Denied::Other));
        check("error[E0425]: cannot find value `x`\n --> /ws/src/lib.rs", false, None);
    }
}
