//! `write_file`: makes a file, or replaces a whole one that the session knows.

use crate::{
    blocking::{Stop, blocking},
    change::{Change, PREVIEW_LIMIT},
    charset::Charset,
    error::FileError,
    numbered::counted,
    other_names::OtherNames,
    target::Target,
    text_file::{LineEnds, TextFile, WHOLE_FILE_LIMIT, count_lines, to_crlf},
};
use reasonix_permission::{Access, Family, Touches};
use reasonix_protocol::Display;
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// File to write; missing folders are made.
    #[serde(alias = "file_path")]
    path: String,
    /// The whole new content.
    content: String,
}

/// The tool.
pub(crate) struct WriteFile {
    spec: ToolSpec,
    names: OtherNames,
}

impl WriteFile {
    pub(crate) fn new(names: OtherNames) -> Self {
        let spec = ToolSpec::new::<Arguments>("write_file", include_str!("write_file.md"), Family::Edit, false);
        Self { spec, names }
    }
}

impl Tool for WriteFile {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn describe(&self, args: &Args, workspace: &Workspace) -> Result<Description, ToolError> {
        let arguments: Arguments = args.to()?;
        let touch = workspace.touch(&arguments.path, Access::Write);
        Ok(Description { subject: Target::subject(&touch, workspace), touches: Touches::paths([touch]) })
    }

    fn preview(&self, args: &Args, workspace: &Workspace) -> Option<Display> {
        let arguments: Arguments = args.to().ok()?;
        let target = Target::of_argument(&arguments.path, Access::Write, workspace, &self.names);
        Some(overwrite(&target, arguments.content, PREVIEW_LIMIT).ok()?.display())
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: Arguments = call.args().to()?;
            let target = Target::of_call(call, 0, cx, &self.names)?;
            let seen = target.seen_hash(cx);
            let stop = Stop::on_cancel(cx.cancel.clone());
            blocking(move || {
                let change = overwrite(&target, arguments.content, WHOLE_FILE_LIMIT)?;
                write(&change, seen.as_deref(), &stop)
            })
            .await
        })
    }
}

/// Works out the change, in the form the present file has.
fn overwrite(target: &Target, content: String, limit: u64) -> Result<Change, ToolError> {
    let before = match target.kind()? {
        None => None,
        Some(_) => Some(TextFile::load(target, limit).map_err(|error| match error {
            FileError::Binary { path } => ToolError::answer(format!(
                "{path} is a binary file and is not overwritten with text. If it is really to be replaced, remove it \
                 first with bash."
            )),
            error => error.into(),
        })?),
    };
    let crlf = before.as_ref().is_some_and(|file| file.line_ends() == LineEnds::CrLf);
    let after = if crlf && !content.contains('\r') { to_crlf(&content) } else { content };
    Ok(Change { target: target.clone(), before, after })
}

fn write(change: &Change, seen: Option<&str>, stop: &Stop) -> Result<Output, ToolError> {
    let target = &change.target;
    let path = &target.shown;
    if let Some(before) = &change.before {
        if before.text == change.after {
            let output = Output::text(format!("{path} already has exactly this content; nothing was written."));
            return Ok(output.seen(target.seen(before.hash.clone())));
        }
        check_known(path, before, seen)?;
    }
    let (hash, bytes) = change.publish(stop)?;
    let lines = counted(count_lines(&change.after), "line");
    let content = match &change.before {
        None => format!("Wrote the new file {path}: {lines}, {bytes} bytes."),
        Some(before) => format!(
            "Overwrote {path}: {lines}, {bytes} bytes (before: {}, {} bytes).{}",
            counted(count_lines(&before.text), "line"),
            before.bytes,
            kept_note(before, &change.after)
        ),
    };
    Ok(Output::text(content).display(change.display()).seen(target.seen(hash)))
}

/// Nobody's text is replaced by somebody who has not read it as it is now.
fn check_known(path: &str, before: &TextFile, seen: Option<&str>) -> Result<(), ToolError> {
    match seen {
        _ if before.bytes == 0 => Ok(()),
        Some(hash) if hash == before.hash => Ok(()),
        Some(_) => Err(ToolError::answer(format!(
            "Nothing was written: {path} was changed by somebody else since you last read or wrote it. Read it again \
             with read_file and take those changes over, or use edit_file for your part of it."
        ))),
        None => Err(ToolError::answer(format!(
            "Nothing was written: {path} exists ({}) and you have not read it in this session, so its content \
             would be lost unseen. Read it first with read_file, change parts of it with edit_file, or write to \
             another path.",
            counted(count_lines(&before.text), "line")
        ))),
    }
}

fn kept_note(before: &TextFile, after: &str) -> String {
    let mut kept = Vec::new();
    if before.charset != Charset::UTF_8 {
        kept.push(format!("encoding {}", before.charset.name()));
    }
    if before.line_ends() == LineEnds::CrLf && LineEnds::of(after) == LineEnds::CrLf {
        kept.push("CRLF line ends".to_owned());
    }
    if kept.is_empty() { String::new() } else { format!(" Kept from the old file: {}.", kept.join(", ")) }
}
