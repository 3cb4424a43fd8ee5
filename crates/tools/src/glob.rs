//! `glob`: files whose path fits a pattern.

use crate::{
    arguments::Text,
    blocking::{Stop, blocking},
    folder::{Kind, kind_at},
    other_names::OtherNames,
    target::Target,
    unreadable::Unreadable,
    walk::Walk,
};
use globset::{GlobBuilder, GlobMatcher};
use reasonix_permission::{Access, Family, Touches};
use reasonix_stdx::path;
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Paths that are listed.
const MOST_RESULTS: usize = 1000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Such as `src/**/*.rs` or `*.{json,toml}`.
    pattern: String,
    /// Folder to start in; without it the workspace root.
    #[serde(default, alias = "directory", alias = "dir")]
    path: Text,
}

/// The tool.
pub(crate) struct Glob {
    spec: ToolSpec,
    unreadable: Unreadable,
}

impl Glob {
    pub(crate) fn new(unreadable: Unreadable) -> Self {
        let spec = ToolSpec::new::<Arguments>("glob", include_str!("glob.md"), Family::Read, true);
        Self { spec, unreadable }
    }
}

impl Tool for Glob {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn describe(&self, args: &Args, workspace: &Workspace) -> Result<Description, ToolError> {
        let search = Search::read(args)?;
        let touch = workspace.touch(&search.start, Access::Read);
        Ok(Description { subject: search.written, touches: Touches::paths([touch]) })
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let search = Search::read(call.args())?;
            let start = Target::of_call(call, 0, cx, &OtherNames::unjudged())?;
            let stop = Stop::on_cancel(cx.cancel.clone());
            let walk = Walk { hidden: true, max_depth: None, unreadable: self.unreadable.clone(), searches: false };
            blocking(move || find(&search, &start, &walk, &stop)).await
        })
    }
}

/// Where to look and for what.
struct Search {
    /// The pattern and folder as they were given.
    written: String,
    /// The folder in which the search begins.
    start: String,
    /// The rest, relative to that folder.
    pattern: String,
    matcher: GlobMatcher,
}

impl Search {
    fn read(args: &Args) -> Result<Self, ToolError> {
        let arguments: Arguments = args.to()?;
        let (folder, pattern) = split(&arguments.pattern);
        if pattern.is_empty() {
            return Err(ToolError::answer(
                "`pattern` names no file; give one such as **/*.rs, or use ls for a folder.",
            ));
        }
        let path = arguments.path.or(".").trim_end_matches('/');
        let start = match (path, folder.as_str()) {
            (_, folder) if folder.starts_with(['/', '~']) => folder.to_owned(),
            (path, ".") => {
                if path.is_empty() {
                    "/".to_owned()
                } else {
                    path.to_owned()
                }
            }
            (".", folder) => folder.to_owned(),
            (path, folder) => format!("{path}/{folder}"),
        };
        let written = if start == "." { pattern.clone() } else { format!("{}/{pattern}", start.trim_end_matches('/')) };
        let matcher = compile(&pattern)?;
        Ok(Self { written, start, pattern, matcher })
    }
}

fn compile(pattern: &str) -> Result<GlobMatcher, ToolError> {
    match GlobBuilder::new(pattern).literal_separator(true).build() {
        Ok(glob) => Ok(glob.compile_matcher()),
        Err(error) => Err(ToolError::answer(format!("The pattern {pattern:?} is not valid: {}.", error.kind()))),
    }
}

/// Splits a path pattern into the folder before the first sign of a pattern and the rest.
fn split(whole: &str) -> (String, String) {
    let whole = whole.trim_start_matches("./");
    let sign = whole.find(['*', '?', '[', '{', '\\']).unwrap_or(whole.len());
    match whole.get(..sign).and_then(|literal| literal.rfind('/')) {
        Some(0) => ("/".to_owned(), whole.get(1..).unwrap_or_default().to_owned()),
        Some(end) => {
            (whole.get(..end).unwrap_or_default().to_owned(), whole.get(end + 1..).unwrap_or_default().to_owned())
        }
        None => (".".to_owned(), whole.to_owned()),
    }
}

fn find(search: &Search, start: &Target, walk: &Walk, stop: &Stop) -> Result<Output, ToolError> {
    if start.kind()?.is_none() {
        return Err(ToolError::answer(format!(
            "The folder {} does not exist. Use ls to find the right one.",
            start.shown
        )));
    }
    // Without `**` nothing can fit below the last folder that the pattern names.
    let depth = (!search.pattern.contains("**")).then(|| search.pattern.matches('/').count() + 1);
    let mut found = matching(&search.matcher, start, &Walk { max_depth: depth, ..walk.clone() }, stop)?;
    let mut notes = Vec::new();
    if found.is_empty() && kind_at(&start.real.join(&search.pattern)) == Some(Kind::File) {
        // Brackets and braces that are part of the name.
        found.push(path::display(&start.root, &start.written.join(&search.pattern)));
    }
    if found.is_empty() && !search.pattern.contains('/') {
        let anywhere = compile(&format!("**/{}", search.pattern))?;
        found = matching(&anywhere, start, walk, stop)?;
        if !found.is_empty() {
            notes.push(format!("none directly in {}; these are below it", start.shown));
        }
    }
    if found.len() > MOST_RESULTS {
        found.truncate(MOST_RESULTS);
        notes.push(format!("only the first {MOST_RESULTS} are shown; narrow the pattern"));
    }
    if found.is_empty() {
        return Ok(Output::text(format!(
            "No file fits {} (ignored files, .git and node_modules are left out).",
            search.written
        )));
    }
    if !notes.is_empty() {
        found.push(format!("[{}]", notes.join("; ")));
    }
    Ok(Output::text(found.join("\n")))
}

/// At most one path more than is shown.
fn matching(matcher: &GlobMatcher, start: &Target, walk: &Walk, stop: &Stop) -> Result<Vec<String>, ToolError> {
    let mut found = Vec::new();
    for entry in walk.entries(&start.real).flatten() {
        stop.check()?;
        let Ok(inside) = entry.path.strip_prefix(&start.real) else { continue };
        if entry.kind == Kind::Folder || !matcher.is_match(inside) {
            continue;
        }
        // In the terms of the start as it was written, so that the path can be used as it stands.
        found.push(path::display(&start.root, &start.written.join(inside)));
        if found.len() > MOST_RESULTS {
            break;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_what_has_no_pattern_in_it() {
        let check = |whole: &str, start: &str, pattern: &str| {
            assert_eq!(split(whole), (start.to_owned(), pattern.to_owned()), "{whole}");
        };
        check("*.rs", ".", "*.rs");
        check("src/**/*.rs", "src", "**/*.rs");
        check("./a/b/{c,d}.rs", "a/b", "{c,d}.rs");
        check("/etc/*.conf", "/etc", "*.conf");
        check("/*.conf", "/", "*.conf");
        check("../other/a?.txt", "../other", "a?.txt");
        check("main.rs", ".", "main.rs");
        check("src/main.rs", "src", "main.rs");
    }
}
