//! `edit_file`: replaces one text in a file by another.

use crate::{
    arguments::Flag,
    blocking::{Stop, blocking},
    change,
    matching::Replacement,
    other_names::OtherNames,
    target::Target,
    text_file::WHOLE_FILE_LIMIT,
};
use reasonix_permission::{Access, Family, Touches};
use reasonix_protocol::Display;
use reasonix_tool::{Args, ClearedCall, Description, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// File to change.
    #[serde(alias = "file_path")]
    path: String,
    /// Text as it stands in the file, with enough lines around it to be unique.
    #[serde(alias = "old_str", alias = "old_text")]
    old_string: String,
    /// Text to put there; empty to delete.
    #[serde(alias = "new_str", alias = "new_text")]
    new_string: String,
    /// Replace every occurrence.
    #[serde(default)]
    replace_all: Flag,
}

impl Arguments {
    fn replacement(&self) -> Replacement<'_> {
        Replacement { old: &self.old_string, new: &self.new_string, all: self.replace_all.0 }
    }
}

/// The tool.
pub(crate) struct EditFile {
    spec: ToolSpec,
    names: OtherNames,
}

impl EditFile {
    pub(crate) fn new(names: OtherNames) -> Self {
        let spec = ToolSpec::new::<Arguments>("edit_file", include_str!("edit_file.md"), Family::Edit, false);
        Self { spec, names }
    }
}

impl Tool for EditFile {
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
        change::preview(&target, &[arguments.replacement()])
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: Arguments = call.args().to()?;
            let target = Target::of_call(call, 0, cx, &self.names)?;
            let seen = target.seen_hash(cx);
            let stop = Stop::on_cancel(cx.cancel.clone());
            blocking(move || {
                let edited = change::edit(&target, &[arguments.replacement()], WHOLE_FILE_LIMIT)?;
                edited.carry_out(1, seen.as_deref(), &stop)
            })
            .await
        })
    }
}
