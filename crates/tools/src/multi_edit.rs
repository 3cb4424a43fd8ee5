//! `multi_edit`: several replacements in one file, all of them or none.

use crate::{
    arguments::{Flag, List},
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
    /// Made in this order; each sees the result of those before.
    #[schemars(length(min = 1))]
    edits: List<Edit>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Edit {
    #[serde(alias = "old_str", alias = "old_text")]
    old_string: String,
    #[serde(alias = "new_str", alias = "new_text")]
    new_string: String,
    #[serde(default)]
    replace_all: Flag,
}

impl Arguments {
    fn read(args: &Args) -> Result<Self, ToolError> {
        let arguments: Self = args.to()?;
        if arguments.edits.0.is_empty() {
            return Err(ToolError::answer("`edits` is empty; give at least one edit."));
        }
        Ok(arguments)
    }

    fn replacements(&self) -> Vec<Replacement<'_>> {
        let edits = self.edits.0.iter();
        edits
            .map(|edit| Replacement { old: &edit.old_string, new: &edit.new_string, all: edit.replace_all.0 })
            .collect()
    }
}

/// The tool.
pub(crate) struct MultiEdit {
    spec: ToolSpec,
    names: OtherNames,
}

impl MultiEdit {
    pub(crate) fn new(names: OtherNames) -> Self {
        let spec = ToolSpec::new::<Arguments>("multi_edit", include_str!("multi_edit.md"), Family::Edit, false);
        Self { spec, names }
    }
}

impl Tool for MultiEdit {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn describe(&self, args: &Args, workspace: &Workspace) -> Result<Description, ToolError> {
        let arguments = Arguments::read(args)?;
        let touch = workspace.touch(&arguments.path, Access::Write);
        Ok(Description { subject: Target::subject(&touch, workspace), touches: Touches::paths([touch]) })
    }

    fn preview(&self, args: &Args, workspace: &Workspace) -> Option<Display> {
        let arguments = Arguments::read(args).ok()?;
        let target = Target::of_argument(&arguments.path, Access::Write, workspace, &self.names);
        change::preview(&target, &arguments.replacements())
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments = Arguments::read(call.args())?;
            let target = Target::of_call(call, 0, cx, &self.names)?;
            let seen = target.seen_hash(cx);
            let stop = Stop::on_cancel(cx.cancel.clone());
            blocking(move || {
                let replacements = arguments.replacements();
                let edited = change::edit(&target, &replacements, WHOLE_FILE_LIMIT)?;
                edited.carry_out(replacements.len(), seen.as_deref(), &stop)
            })
            .await
        })
    }
}
