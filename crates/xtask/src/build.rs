//! Building through cargo, and where cargo put what it built.

use crate::process::{cargo, shown};
use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use std::{
    io::{BufRead as _, BufReader},
    path::PathBuf,
    process::Stdio,
};

/// A program that cargo built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Executable {
    /// The target's name, such as `reasonix`.
    pub name: String,
    /// `bin`, `example`, `test`.
    pub kind: String,
    pub path: PathBuf,
}

/// Runs `cargo build` with these arguments; progress and complaints are shown. `None` if it fails.
pub(crate) fn build(args: &[&str]) -> Result<Option<Vec<Executable>>> {
    let mut command = cargo();
    command.args(["build", "--message-format=json-render-diagnostics"]).args(args);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("cargo cannot be started")?;
    let messages = child.stdout.take().context("cargo has an output")?;
    let mut built = Vec::new();
    for line in BufReader::new(messages).lines() {
        built.extend(executable(&line?));
    }
    Ok(child.wait()?.success().then_some(built))
}

/// As [`build`], for one program that must come out of it.
pub(crate) fn build_one(args: &[&str], name: &str) -> Result<PathBuf> {
    let Some(built) = build(args)? else {
        bail!("{} failed", shown(cargo().arg("build").args(args)));
    };
    let wanted = built.into_iter().find(|executable| executable.name == name);
    wanted.map(|executable| executable.path).with_context(|| format!("cargo built no program {name}"))
}

/// The program that a message of cargo tells of.
fn executable(message: &str) -> Option<Executable> {
    let message: Value = serde_json::from_str(message).ok()?;
    let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str);
    let path = text("/executable")?.into();
    let is_test = message.pointer("/profile/test").and_then(Value::as_bool).unwrap_or_default();
    let kind = if is_test { "test" } else { text("/target/kind/0")? };
    Some(Executable { name: text("/target/name")?.to_owned(), kind: kind.to_owned(), path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_read_from_messages() {
        let check = |message: &str, expected: Option<(&str, &str)>| {
            let found = executable(message);
            assert_eq!(found.as_ref().map(|found| (found.name.as_str(), found.kind.as_str())), expected, "{message}");
        };
        let of = |executable: &str, test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"kind":["bin"],"name":"reasonix"}},"profile":{{"test":{test}}},"executable":{executable}}}"#
            )
        };
        check(&of("\"/t/reasonix\"", false), Some(("reasonix", "bin")));
        check(&of("\"/t/deps/reasonix-1\"", true), Some(("reasonix", "test")));
        check(&of("null", false), None);
        check(r#"{"reason":"build-finished","success":true}"#, None);
        check("not JSON", None);
    }
}
