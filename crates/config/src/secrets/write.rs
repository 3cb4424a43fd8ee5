//! Sets and clears keys in `.env`. Every other line, also one that cannot be read, stays as it is.

use super::{
    diagnostic,
    line::{Line, escape, lines, name_of, parse},
    read,
};
use crate::{
    Code, ConfigError, Diagnostic, Secrets,
    path_rule::is_variable_name,
    replace::{Access, UpdateError, update},
};
use secrecy::{ExposeSecret, SecretString};
use std::path::Path;

/// Sets `name` in the file, which is created for its owner alone if it is missing. The last line that sets the name is
/// replaced, with its comment kept; otherwise a line is added. Refuses a name that is none, a value that is empty or
/// spans lines, and a file with an open quote, which would swallow the new line.
pub fn set_secret(file: &Path, name: &str, value: &SecretString) -> Result<(), ConfigError> {
    if !is_variable_name(name) {
        return Err(Diagnostic::error(Code::EnvBadName).with("variable", name).into());
    }
    if value.expose_secret().is_empty() || value.expose_secret().contains(['\n', '\r', '\0']) {
        return Err(Diagnostic::error(Code::EnvBadValue).with("variable", name).into());
    }
    change(file, |text| {
        let text = text.unwrap_or("");
        let lines = lines(text);
        refuse_broken(&lines, name, file)?;
        Ok(Some(with_secret(text, &lines, name, value.expose_secret())))
    })
    .map(drop)
}

/// Removes every line that sets `name` and leaves a comment in the place of the last. Tells whether there was one.
pub fn unset_secret(file: &Path, name: &str) -> Result<bool, ConfigError> {
    change(file, |text| {
        let Some(text) = text else { return Ok(None) };
        let lines = lines(text);
        refuse_broken(&lines, name, file)?;
        let Some(last) = lines.iter().rposition(|line| name_of(line.body) == Some(name)) else { return Ok(None) };
        let mut changed = byte_order_mark(text).to_owned();
        for (index, line) in lines.iter().enumerate() {
            if index == last {
                changed.extend([tombstone(name).as_str(), line_end(line.text)]);
            } else if name_of(line.body) != Some(name) {
                changed.push_str(line.text);
            }
        }
        Ok(Some(changed))
    })
}

fn change(
    file: &Path,
    edit: impl Fn(Option<&str>) -> Result<Option<String>, ConfigError>,
) -> Result<bool, ConfigError> {
    update(file, Access::Owner, read, edit).map_err(|error| match error {
        UpdateError::Refused(error) => error,
        UpdateError::Write(error) => Diagnostic::error(Code::EnvWriteFailed).with("reason", error).in_file(file).into(),
        UpdateError::ChangedMeanwhile => Diagnostic::error(Code::ChangedMeanwhile).in_file(file).into(),
    })
}

/// A line that spans several and cannot be read may hold other people's keys: it must not be replaced or followed.
fn refuse_broken(lines: &[Line<'_>], name: &str, file: &Path) -> Result<(), ConfigError> {
    for line in lines {
        let is_ours = name_of(line.body) == Some(name) && line.text.trim_end().contains('\n');
        if let Err(problem) = parse(line, &Secrets::default())
            && (line.is_open || is_ours)
        {
            return Err(diagnostic(problem).in_file(file).at(line.number, 1).into());
        }
    }
    Ok(())
}

fn with_secret(text: &str, lines: &[Line<'_>], name: &str, value: &str) -> String {
    let assigns = |line: &&Line<'_>| name_of(line.body) == Some(name);
    let buried = tombstone(name);
    let replaced =
        lines.iter().rev().find(assigns).or_else(|| lines.iter().rev().find(|line| line.text.trim_end() == buried));
    let mut changed = byte_order_mark(text).to_owned();
    for line in lines {
        if Some(line) == replaced {
            changed.push_str(&assignment(line, name, value));
        } else {
            changed.push_str(line.text);
        }
    }
    if replaced.is_none() {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        if !changed.is_empty() && !changed.ends_with('\n') {
            changed.push_str(newline);
        }
        changed.extend([name, "=", &quoted(value), newline]);
    }
    changed
}

/// The line with another value; what stands around the value stays.
fn assignment(line: &Line<'_>, name: &str, value: &str) -> String {
    let quoted = quoted(value);
    let Some((left, right)) = line.body.split_once('=') else {
        return format!("{name}={quoted}{}", line_end(line.text));
    };
    let indent = right.get(..right.len() - right.trim_start_matches([' ', '\t']).len()).unwrap_or("");
    let comment = line.text.get(line.body.len()..).unwrap_or("").trim_end_matches(['\n', '\r']);
    let gap = if comment.is_empty() { "" } else { right.get(right.trim_end().len()..).unwrap_or("") };
    [left, "=", indent, &quoted, gap, comment, line_end(line.text)].concat()
}

/// Single quotes keep everything, but cannot hold themselves, and dotenvy trips over a backslash in them.
fn quoted(value: &str) -> String {
    if value.contains(['\'', '\\']) { format!("\"{}\"", escape(value)) } else { format!("'{value}'") }
}

fn tombstone(name: &str) -> String {
    format!("# {name} was cleared")
}

fn line_end(text: &str) -> &str {
    text.get(text.trim_end_matches(['\n', '\r']).len()..).unwrap_or("")
}

fn byte_order_mark(text: &str) -> &str {
    if text.starts_with('\u{feff}') { "\u{feff}" } else { "" }
}
