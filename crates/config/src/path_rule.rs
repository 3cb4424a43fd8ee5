//! From a path as it is written in a configuration to an absolute one. By text alone: no link is followed here.

use crate::{
    Code, Diagnostic, Environment,
    key::{Base, PathRule},
};
use reasonix_stdx::path::{absolute, expand_home};
use std::path::Path;

/// What paths of one source are relative to.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub environment: &'a Environment,
    pub workspace: &'a Path,
    /// The folder of the file, or the current folder for a flag.
    pub folder: &'a Path,
    /// The source is a project's file, whose confined paths must stay in the workspace.
    pub is_project: bool,
}

/// Makes `written` absolute by `rule`; `key` is for the diagnostic.
pub(crate) fn resolve(
    around: Surroundings<'_>,
    key: &str,
    rule: PathRule,
    written: &str,
) -> Result<String, Diagnostic> {
    if rule.program && !written.contains(['/', '\\', '~']) {
        return Ok(written.to_owned());
    }
    let expanded = if rule.variables { expand(around.environment, key, written)? } else { written.to_owned() };
    if expanded.is_empty() {
        return Err(Diagnostic::error(Code::Empty).with("key", key));
    }
    if !rule.tilde && is_home_relative(&expanded) {
        return Err(Diagnostic::error(Code::Tilde).with("key", key).with("value", written));
    }
    let base = match rule.base {
        Base::File => around.folder,
        Base::Workspace => around.workspace,
    };
    let home = around.environment.home.as_deref().filter(|_| rule.tilde);
    let resolved = absolute(base, &expand_home(&expanded, home));
    if rule.confined && around.is_project && !resolved.starts_with(around.workspace) {
        let outside = Diagnostic::error(Code::PathOutside).with("key", key).with("value", written);
        return Err(outside.with("workspace", around.workspace.display()));
    }
    Ok(resolved.to_string_lossy().into_owned())
}

fn is_home_relative(path: &str) -> bool {
    path.strip_prefix('~').is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '\\']))
}

/// Expands `${VAR}` and `${VAR:-default}`; the default also stands in for an empty variable. A variable that is not
/// set is an error: in a list of what must not be read, an empty value would leave the wrong thing unprotected.
fn expand(environment: &Environment, key: &str, written: &str) -> Result<String, Diagnostic> {
    let malformed = || Diagnostic::error(Code::VariableSyntax).with("key", key).with("value", written);
    let mut expanded = String::with_capacity(written.len());
    let mut rest = written;
    while let Some((before, after)) = rest.split_once("${") {
        let (inside, behind) = after.split_once('}').ok_or_else(malformed)?;
        let (name, default) = match inside.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inside, None),
        };
        if !is_variable_name(name) || inside.contains("${") {
            return Err(malformed());
        }
        let value = environment.expansion(name).or(default);
        let unset = || Diagnostic::error(Code::VariableUnset).with("key", key).with("variable", name);
        expanded.extend([before, value.ok_or_else(unset)?]);
        rest = behind;
    }
    expanded.push_str(rest);
    Ok(expanded)
}

/// Whether a shell would take it as a variable's name.
pub(crate) fn is_variable_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

// The paths in these tests are absolute on Unix only.
#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::Platform;

    const PLAIN: PathRule =
        PathRule { base: Base::Workspace, tilde: true, variables: false, confined: false, program: false };
    const FORBIDDEN: PathRule = PathRule { tilde: false, variables: true, ..PLAIN };

    fn resolved(rule: PathRule, is_project: bool, written: &str) -> Result<String, Code> {
        let environment = Environment {
            variables: [("SET", "/set"), ("EMPTY", "")].map(|(name, value)| (name.into(), value.into())).into(),
            home: Some("/home/u".into()),
            current_folder: "/cwd".into(),
            platform: Platform::Unix,
        };
        let around = Surroundings {
            environment: &environment,
            workspace: Path::new("/ws"),
            folder: Path::new("/conf"),
            is_project,
        };
        resolve(around, "key", rule, written).map_err(|diagnostic| diagnostic.code)
    }

    #[test]
    fn paths_become_absolute() {
        let check = |rule, written: &str, expected: Result<&str, Code>| {
            assert_eq!(resolved(rule, false, written), expected.map(str::to_owned), "{written}");
        };
        let from_file = PathRule { base: Base::File, ..PLAIN };
        let program = PathRule { program: true, ..PLAIN };
        check(PLAIN, "out", Ok("/ws/out"));
        check(PLAIN, "../out", Ok("/out"));
        check(PLAIN, "/tmp", Ok("/tmp"));
        check(PLAIN, "~/x", Ok("/home/u/x"));
        check(PLAIN, "~", Ok("/home/u"));
        check(PLAIN, "${SET}", Ok("/ws/${SET}"));
        check(from_file, "p.md", Ok("/conf/p.md"));
        check(program, "bash", Ok("bash"));
        check(program, "bin/bash", Ok("/ws/bin/bash"));
        check(program, "~/bin/bash", Ok("/home/u/bin/bash"));
        check(FORBIDDEN, "${HOME}/.ssh", Ok("/home/u/.ssh"));
        check(FORBIDDEN, "${SET}/a/${SET}", Ok("/set/a/set"));
        check(FORBIDDEN, "${UNSET:-/fallback}/x", Ok("/fallback/x"));
        check(FORBIDDEN, "${EMPTY:-/fallback}", Ok("/fallback"));
        check(FORBIDDEN, "secrets", Ok("/ws/secrets"));
        check(FORBIDDEN, "$HOME/x", Ok("/ws/$HOME/x"));
        check(FORBIDDEN, "${UNSET}/.ssh", Err(Code::VariableUnset));
        check(FORBIDDEN, "${EMPTY}/.ssh", Err(Code::VariableUnset));
        check(FORBIDDEN, "${UNSET:-}", Err(Code::Empty));
        check(FORBIDDEN, "${HOME", Err(Code::VariableSyntax));
        check(FORBIDDEN, "${}", Err(Code::VariableSyntax));
        check(FORBIDDEN, "${A:-${B}}", Err(Code::VariableSyntax));
        check(FORBIDDEN, "~/.ssh", Err(Code::Tilde));
        check(FORBIDDEN, "~backup", Ok("/ws/~backup"));
    }

    #[test]
    fn a_confined_path_of_a_project_stays_inside() {
        let confined = PathRule { confined: true, ..PLAIN };
        assert_eq!(resolved(confined, true, "a/../b").unwrap(), "/ws/b");
        assert_eq!(resolved(confined, true, "../b"), Err(Code::PathOutside));
        assert_eq!(resolved(confined, true, "/wsx/b"), Err(Code::PathOutside));
        assert_eq!(resolved(confined, false, "/etc/prompt").unwrap(), "/etc/prompt");
    }
}
