//! `ls`: what is in a folder, or in the whole tree below it.

use crate::{
    arguments::{Flag, Text},
    blocking::{Stop, blocking},
    error::FileError,
    folder::{Folder, Kind},
    near,
    numbered::counted,
    other_names::OtherNames,
    target::Target,
    unreadable::Unreadable,
    walk::Walk,
};
use reasonix_permission::{Access, Family, Touches};
use reasonix_stdx::{path, text::format_bytes};
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{io, path::PathBuf};

/// Entries that are listed.
const MOST_ENTRIES: usize = 5000;
/// How far below the folder.
const MOST_DEPTH: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Folder; without it the workspace root.
    #[serde(default, alias = "directory", alias = "dir")]
    path: Text,
    /// List everything below it too.
    #[serde(default)]
    recursive: Flag,
}

/// The tool.
pub(crate) struct Ls {
    spec: ToolSpec,
    unreadable: Unreadable,
}

impl Ls {
    pub(crate) fn new(unreadable: Unreadable) -> Self {
        let spec = ToolSpec::new::<Arguments>("ls", include_str!("ls.md"), Family::Read, true);
        Self { spec, unreadable }
    }
}

impl Tool for Ls {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn describe(&self, args: &Args, workspace: &Workspace) -> Result<Description, ToolError> {
        let arguments: Arguments = args.to()?;
        let touch = workspace.touch(arguments.path.or("."), Access::Read);
        Ok(Description { subject: Target::subject(&touch, workspace), touches: Touches::paths([touch]) })
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: Arguments = call.args().to()?;
            let target = Target::of_call(call, 0, cx, &OtherNames::unjudged())?;
            let stop = Stop::on_cancel(cx.cancel.clone());
            let unreadable = self.unreadable.clone();
            blocking(move || {
                check_folder(&target)?;
                let listing = if arguments.recursive.0 {
                    tree(&target, unreadable, &stop)?
                } else {
                    folder(&target, &unreadable)?
                };
                Ok(Output::text(listing.text(&target)))
            })
            .await
        })
    }
}

fn check_folder(target: &Target) -> Result<(), ToolError> {
    let path = target.shown.clone();
    match target.kind()? {
        Some(Kind::Folder) => Ok(()),
        Some(Kind::File) => {
            Err(ToolError::answer(format!("{path} is a file, not a folder. Use read_file to read it.")))
        }
        Some(Kind::Link) => Err(FileError::Swapped { path }.into()),
        Some(Kind::Other(kind)) => Err(FileError::NotAFile { path, kind }.into()),
        None => Err(FileError::Missing { path, advice: near::advice(target) }.into()),
    }
}

/// Lines of entries, and what is missing from them.
#[derive(Default)]
struct Listing {
    lines: Vec<String>,
    cut: bool,
    unreadable: usize,
    recursive: bool,
}

impl Listing {
    /// Takes an entry in; says whether there is room for more.
    fn push(&mut self, line: String) -> bool {
        if self.lines.len() == MOST_ENTRIES {
            self.cut = true;
            return false;
        }
        self.lines.push(line);
        true
    }

    fn text(mut self, target: &Target) -> String {
        let mut notes = Vec::new();
        if self.lines.is_empty() {
            notes.push(format!("{} has nothing to list", target.shown));
        }
        if self.cut {
            notes.push(format!("cut after {MOST_ENTRIES} entries; list a folder below"));
        }
        if self.recursive {
            notes.push("ignored files, .git, node_modules and caches are left out".to_owned());
        }
        if self.unreadable > 0 {
            notes.push(format!("{} could not be read", counted(self.unreadable, "folder")));
        }
        if !notes.is_empty() {
            self.lines.push(format!("[{}]", notes.join("; ")));
        }
        self.lines.join("\n")
    }
}

fn folder(target: &Target, unreadable: &Unreadable) -> Result<Listing, ToolError> {
    let folder = Folder::open(&target.real).map_err(|error| target.explain(error))?;
    let mut names = folder.entries().map_err(|error| target.explain(error))?;
    names.sort_by(|left, right| left.0.cmp(&right.0));
    let mut listing = Listing::default();
    for (name, kind) in names {
        if unreadable.in_listing(&target.real.join(&name)) {
            continue;
        }
        let size = || Ok(folder.look(&name)?.size);
        if !listing.push(line(&name.to_string_lossy(), kind, size, || folder.read_link(&name))) {
            break;
        }
    }
    Ok(listing)
}

fn tree(target: &Target, unreadable: Unreadable, stop: &Stop) -> Result<Listing, ToolError> {
    let walk = Walk { hidden: true, max_depth: Some(MOST_DEPTH), unreadable, searches: false };
    let mut listing = Listing { recursive: true, ..Listing::default() };
    for entry in walk.entries(&target.real) {
        stop.check()?;
        let Ok(entry) = entry else {
            listing.unreadable += 1;
            continue;
        };
        let name = path::display(&target.real, &entry.path);
        if !listing.push(line(&name, entry.kind, || Ok(entry.look()?.size), || entry.read_link())) {
            break;
        }
    }
    Ok(listing)
}

fn line(
    name: &str,
    kind: Kind,
    size: impl FnOnce() -> io::Result<u64>,
    leads_to: impl FnOnce() -> io::Result<PathBuf>,
) -> String {
    match kind {
        Kind::Folder => format!("{name}/"),
        Kind::Link => format!("{name} -> {}", leads_to().unwrap_or_default().to_string_lossy()),
        Kind::Other(_) => format!("{name} (special file)"),
        Kind::File => match size() {
            Ok(size) => format!("{name}  {}", format_bytes(size)),
            Err(_) => name.to_owned(),
        },
    }
}
