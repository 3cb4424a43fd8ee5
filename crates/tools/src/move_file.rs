//! `move_file`: gives a file or folder another name or place. Nothing is ever overwritten.

use crate::{
    atomic::{Expected, publish},
    blocking::{Stop, blocking},
    error::FileError,
    folder::{Folder, Kind},
    other_names::OtherNames,
    target::Target,
    text_file::{WHOLE_FILE_LIMIT, hash, load_bytes},
};
use reasonix_permission::{Access, Family, PathTouch, Touches};
use reasonix_protocol::{Display, FileDiff};
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::io;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// File or folder to move.
    #[serde(alias = "source", alias = "from")]
    source_path: String,
    /// Its full new path; missing folders are made.
    #[serde(alias = "destination", alias = "to")]
    destination_path: String,
}

/// The tool.
pub(crate) struct MoveFile {
    spec: ToolSpec,
    names: OtherNames,
}

impl MoveFile {
    pub(crate) fn new(names: OtherNames) -> Self {
        let spec = ToolSpec::new::<Arguments>("move_file", include_str!("move_file.md"), Family::Edit, false);
        Self { spec, names }
    }
}

impl Tool for MoveFile {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn describe(&self, args: &Args, workspace: &Workspace) -> Result<Description, ToolError> {
        let arguments: Arguments = args.to()?;
        let source = entry(&arguments.source_path, workspace);
        let destination = entry(&arguments.destination_path, workspace);
        let shown = |touch: &PathTouch| Target::subject(touch, workspace);
        let subject = format!("{} → {}", shown(&source), shown(&destination));
        // What a link leads to is judged as well, as for every other tool, although only the link is moved.
        let followed = workspace.touch(&arguments.source_path, Access::Write);
        let also = (followed.real != source.real).then_some(followed);
        // By its new name it can be read, so that a move is a read of what is moved.
        let read = PathTouch { access: Access::Read, ..source.clone() };
        let paths = [source, destination].into_iter().chain(also).chain([read]);
        Ok(Description { subject, touches: Touches::paths(paths) })
    }

    fn preview(&self, args: &Args, workspace: &Workspace) -> Option<Display> {
        let arguments: Arguments = args.to().ok()?;
        let target = |path: &str| Target::new(&entry(path, workspace), workspace, &self.names);
        let (source, destination) = (target(&arguments.source_path), target(&arguments.destination_path));
        Some(display(&source, &destination))
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let source = Target::of_call(call, 0, cx, &self.names)?;
            let destination = Target::of_call(call, 1, cx, &self.names)?;
            let seen = source.seen_hash(cx);
            let stop = Stop::on_cancel(cx.cancel.clone());
            blocking(move || carry_out(&source, &destination, seen.as_deref(), &stop)).await
        })
    }
}

/// The entry itself in its real folder: a link is moved as a link.
fn entry(written: &str, workspace: &Workspace) -> PathTouch {
    let touch = workspace.touch(written, Access::Write);
    let (Some(folder), Some(name)) = (touch.written.parent(), touch.written.file_name()) else { return touch };
    let folder = workspace.touch(&folder.to_string_lossy(), Access::Write).real;
    PathTouch { real: folder.join(name), ..touch }
}

fn display(source: &Target, destination: &Target) -> Display {
    let file = FileDiff {
        path: destination.shown.clone(),
        moved_from: Some(source.shown.clone()),
        unified: String::new(),
        added: 0,
        removed: 0,
    };
    Display::Diff { files: vec![file] }
}

fn carry_out(source: &Target, destination: &Target, seen: Option<&str>, stop: &Stop) -> Result<Output, ToolError> {
    let (from, to) = (&source.shown, &destination.shown);
    let refused = |reason: &str| ToolError::answer(format!("{from} was not moved to {to}: {reason}"));
    let (Some((source_folder, source_name)), Some((destination_folder, destination_name))) =
        (source.place(), destination.place())
    else {
        return Err(refused("the root of the file system cannot be moved or replaced."));
    };
    if source.real == destination.real {
        return Err(refused("both paths are the same."));
    }
    if source.root.starts_with(&source.real) {
        return Err(refused("the workspace itself lies in it."));
    }
    if destination.real.starts_with(&source.real) {
        return Err(refused("a folder cannot be moved into itself."));
    }
    let look = |error| source.explain(error);
    let source_folder = Folder::open(source_folder).map_err(look)?;
    let kind = source_folder.kind(source_name).map_err(look)?;
    stop.check()?;
    let write_error = |error| FileError::from_io(to, "move to", error);
    let destination_folder = Folder::open_or_create(destination_folder).map_err(write_error)?;
    // Where letter case does not count, another spelling of the same name is there already, and is no obstacle.
    let moved = if source_folder.is_same(source_name, &destination_folder, destination_name)
        && same_but_case(source, destination)
    {
        source_folder.rename_over(source_name, &destination_folder, destination_name)
    } else {
        source_folder.rename_to_new(source_name, &destination_folder, destination_name)
    };
    match moved {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let advice = match destination.kind() {
                Ok(Some(Kind::Folder)) => format!(
                    "there is a folder of that name. To move it in there, give the full new path, such as {to}/{}.",
                    source_name.to_string_lossy()
                ),
                _ => "something of that name exists, and this tool never overwrites. Choose another name, or remove \
                      it first if the user agrees."
                    .to_owned(),
            };
            return Err(refused(&advice));
        }
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices && kind == Kind::File => {
            copy_across(source, destination)?;
            source_folder
                .remove_file(source_name)
                .map_err(|error| FileError::from_io(from, "remove after copying", error))?;
        }
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            return Err(refused("it lies on another file system. Use bash: cp -a, compare, then rm."));
        }
        Err(error) => return Err(write_error(error).into()),
    }
    let what = if kind == Kind::Folder { "the folder " } else { "" };
    let output = Output::text(format!("Moved {what}{from} to {to}.")).display(display(source, destination));
    Ok(match known_hash(destination, kind, seen) {
        Some(hash) => output.seen(destination.seen(hash)),
        None => output,
    })
}

fn same_but_case(source: &Target, destination: &Target) -> bool {
    let lower = |target: &Target| target.real.to_string_lossy().to_lowercase();
    lower(source) == lower(destination)
}

/// Copies a file to another file system, as a whole or not at all.
fn copy_across(source: &Target, destination: &Target) -> Result<(), FileError> {
    let bytes = load_bytes(source, WHOLE_FILE_LIMIT)?;
    publish(destination, &bytes, Expected::Nothing)?;
    let copy_mode = || {
        let permissions = source.open()?.metadata().map_err(|error| source.explain(error))?.permissions();
        let copied = destination.open()?;
        copied.set_permissions(permissions).map_err(|error| destination.explain(error))
    };
    copy_mode()
}

/// The session still knows the file under its new name if it knew it under the old one.
fn known_hash(destination: &Target, kind: Kind, seen: Option<&str>) -> Option<String> {
    let seen = seen?;
    if kind != Kind::File {
        return None;
    }
    let present = hash(&load_bytes(destination, WHOLE_FILE_LIMIT).ok()?);
    (present == seen).then_some(present)
}
