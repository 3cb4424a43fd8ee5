//! `grep`: lines in files that fit a pattern.

use crate::{
    arguments::{Count, Flag, Text},
    blocking::{Stop, StopReason, blocking},
    error::FileError,
    folder::Kind,
    near,
    numbered::counted,
    other_names::OtherNames,
    search::{Filter, Hits, MOST_MATCHES, Query, Style, search_one, search_tree},
    target::Target,
    unreadable::Unreadable,
    walk::Walk,
};
use reasonix_permission::{Access, Family, Touches};
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::Duration;

const DEFAULT_SECONDS: u64 = 30;
const MOST_SECONDS: u64 = 300;
/// Lines around a match.
const MOST_CONTEXT: u64 = 20;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Regular expression (Rust syntax, no look-around).
    #[serde(alias = "query", alias = "regex")]
    pattern: String,
    /// File or folder; without it the workspace root.
    #[serde(default)]
    path: Text,
    /// Only files that fit, such as `*.rs` or `src/**/*.ts`; `!` in front leaves them out.
    #[serde(default, alias = "include")]
    glob: Text,
    #[serde(default, alias = "case_insensitive")]
    ignore_case: Flag,
    /// Lines to show around each match, up to 20.
    #[serde(default)]
    context: Count,
    /// Take the pattern as plain text.
    #[serde(default, alias = "fixed_strings")]
    literal: Flag,
    /// Default 30, at most 300.
    #[serde(default)]
    #[schemars(range(min = 1))]
    timeout_seconds: Count,
}

impl Arguments {
    fn query(&self) -> Result<Query, ToolError> {
        if self.pattern.is_empty() {
            return Err(ToolError::answer("`pattern` is empty; to see what files there are use glob or ls."));
        }
        let context = self.context.0.unwrap_or(0).min(MOST_CONTEXT) as usize;
        let style = Style { literal: self.literal.0, ignore_case: self.ignore_case.0, context };
        let mut query = Query::new(&self.pattern, style).map_err(|error| {
            ToolError::answer(format!(
                "The pattern is not a valid regular expression:\n{error}\nEscape special characters with a backslash, \
                 or set `literal` to true to search for the text as it is."
            ))
        })?;
        query.only(self.filter()?);
        Ok(query)
    }

    fn filter(&self) -> Result<Option<Filter>, ToolError> {
        let Some(glob) = &self.glob.0 else { return Ok(None) };
        let filter = Filter::new(glob)
            .map_err(|error| ToolError::answer(format!("`glob` {glob:?} is not valid: {}.", error.kind())))?;
        Ok(Some(filter))
    }

    fn seconds(&self) -> u64 {
        self.timeout_seconds.0.unwrap_or(DEFAULT_SECONDS).clamp(1, MOST_SECONDS)
    }
}

/// The tool.
pub(crate) struct Grep {
    spec: ToolSpec,
    unreadable: Unreadable,
    names: OtherNames,
}

impl Grep {
    pub(crate) fn new(unreadable: Unreadable, names: OtherNames) -> Self {
        let spec = ToolSpec::new::<Arguments>("grep", include_str!("grep.md"), Family::Read, true);
        Self { spec, unreadable, names }
    }
}

impl Tool for Grep {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn describe(&self, args: &Args, workspace: &Workspace) -> Result<Description, ToolError> {
        let arguments: Arguments = args.to()?;
        arguments.query()?;
        let touch = workspace.touch(arguments.path.or("."), Access::Read);
        let place = Target::subject(&touch, workspace);
        let subject = if place == "." { arguments.pattern } else { format!("{} in {place}", arguments.pattern) };
        Ok(Description { subject, touches: Touches::paths([touch]) })
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: Arguments = call.args().to()?;
            let target = Target::of_call(call, 0, cx, &self.names)?;
            let stop = Stop::after(cx.cancel.clone(), Duration::from_secs(arguments.seconds()));
            let unreadable = self.unreadable.clone();
            blocking(move || grep(&arguments, &target, unreadable, &stop)).await
        })
    }
}

fn grep(arguments: &Arguments, target: &Target, unreadable: Unreadable, stop: &Stop) -> Result<Output, ToolError> {
    let query = arguments.query()?;
    let hidden = arguments.filter()?.is_some_and(|filter| filter.hidden);
    let hits = match target.kind()? {
        Some(Kind::Folder) => {
            search_tree(&query, target, &Walk { hidden, max_depth: None, unreadable, searches: true }, stop)
        }
        Some(Kind::File) => {
            let hits = search_one(&query, target.open()?, target, stop);
            if hits.binary > 0 {
                return Err(FileError::Binary { path: target.shown.clone() }.into());
            }
            hits
        }
        Some(Kind::Link) => return Err(FileError::Swapped { path: target.shown.clone() }.into()),
        Some(Kind::Other(kind)) => return Err(FileError::NotAFile { path: target.shown.clone(), kind }.into()),
        None => return Err(FileError::Missing { path: target.shown.clone(), advice: near::advice(target) }.into()),
    };
    Ok(Output::text(report(arguments, target, hits)))
}

fn report(arguments: &Arguments, target: &Target, mut hits: Hits) -> String {
    let mut notes = Vec::new();
    match hits.stopped {
        Some(StopReason::TimedOut) => notes.push(format!(
            "Stopped after {} s: this is what was found by then. Narrow path or glob, or raise timeout_seconds (up to \
             {MOST_SECONDS}).",
            arguments.seconds()
        )),
        Some(StopReason::Cancelled) => notes.push("Stopped before everything was searched.".to_owned()),
        None if hits.cut => notes.push(format!(
            "Cut after {} matches (the limit is {MOST_MATCHES}); there are more. Narrow pattern, path or glob.",
            hits.matches
        )),
        None => {}
    }
    if hits.failed > 0 {
        let first = hits.first_failure.take().map(|first| format!(" ({first})")).unwrap_or_default();
        notes.push(format!("Could not be searched: {}{first}.", hits.failed));
    }
    if hits.matches == 0 {
        hits.lines = vec![nothing(arguments, target, &hits)];
    }
    if !notes.is_empty() {
        hits.lines.push(format!("[{}]", notes.join(" ")));
    }
    hits.lines.join("\n")
}

fn nothing(arguments: &Arguments, target: &Target, hits: &Hits) -> String {
    let which = arguments.glob.0.as_ref().map(|glob| format!(" that fit {glob:?}")).unwrap_or_default();
    let binary =
        if hits.binary > 0 { format!(", {} passed over", counted(hits.binary, "binary file")) } else { String::new() };
    format!(
        "No match for {:?} in {} ({}{which} searched{binary}; hidden and ignored files are not searched).",
        arguments.pattern,
        target.shown,
        counted(hits.files, "file")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(stopped: Option<StopReason>, lines: &[&str], expected: &str) {
        let arguments: Arguments = serde_json::from_str(r#"{"pattern": "x", "glob": "*.rs"}"#).unwrap();
        let target = Target {
            shown: "src".into(),
            real: "/w/src".into(),
            written: "/w/src".into(),
            root: "/w".into(),
            names: OtherNames::unjudged(),
        };
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let hits = Hits { matches: lines.len(), lines, files: 3, stopped, ..Hits::default() };
        assert_eq!(report(&arguments, &target, hits), expected);
    }

    #[test]
    fn what_was_found_before_a_stop_is_given() {
        let late = "[Stopped after 30 s: this is what was found by then. Narrow path or glob, or raise timeout_seconds \
                    (up to 300).]";
        let none = "No match for \"x\" in src (3 files that fit \"*.rs\" searched; hidden and ignored files are not \
                    searched).";
        check(None, &["a:1:x"], "a:1:x");
        check(Some(StopReason::TimedOut), &["a:1:x"], &format!("a:1:x\n{late}"));
        check(Some(StopReason::TimedOut), &[], &format!("{none}\n{late}"));
        check(Some(StopReason::Cancelled), &["a:1:x"], "a:1:x\n[Stopped before everything was searched.]");
    }
}
