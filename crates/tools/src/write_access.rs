//! The folders that a command asks to write in beside the workspace: read out of its arguments, and made part of its
//! confinement. What its text names is never taken for one; whether it gets them is decided elsewhere.

use crate::arguments::Text;
use reasonix_exec::Further;
use reasonix_permission::{Access, WriteAccess};
use reasonix_tool::{ToolError, Workspace};
use std::path::{Path, PathBuf};

/// Most folders of one call: more than a person reads at a glance is not asked for well.
const MOST: usize = 8;

/// The folders that a call declares; `None` if it declares none.
pub(crate) fn read(
    folders: &[String],
    justification: &Text,
    workspace: &Workspace,
) -> Result<Option<WriteAccess>, ToolError> {
    let refused = |text: String| Err(ToolError::Answer(text));
    let justification = justification.0.as_deref().map(str::trim).filter(|words| !words.is_empty());
    let justification = match (folders, justification) {
        ([], None) => return Ok(None),
        ([], Some(_)) => {
            return refused("`justification` belongs to `additional_write_dirs`, which is missing.".to_owned());
        }
        (_, None) => {
            return refused(
                "`additional_write_dirs` needs a `justification`: say in a sentence, for the user, why the command must \
                 write there."
                    .to_owned(),
            );
        }
        (_, Some(words)) => words.to_owned(),
    };
    if folders.len() > MOST {
        return refused(format!("`additional_write_dirs` names more than {MOST} folders."));
    }
    let folders: Vec<_> = folders.iter().map(|folder| workspace.touch(folder, Access::Write)).collect();
    if let Some(missing) = folders.iter().find(|folder| !folder.real.is_dir()) {
        return refused(format!(
            "{} in `additional_write_dirs` is no folder that exists. Name the folder that is there and that the new one \
             is to be made in.",
            missing.text
        ));
    }
    Ok(Some(WriteAccess { folders, justification }))
}

/// What a command may write beside its confinement: what is open in the session, and what it was given itself.
pub(crate) fn further(opened: &[PathBuf], wanted: Option<&WriteAccess>, opening: fn(&Path) -> Further) -> Further {
    let wanted = wanted.into_iter().flat_map(|access| &access.folders).map(|folder| &folder.real);
    let mut further = Further::default();
    for folder in opened.iter().chain(wanted) {
        // A name that leads elsewhere by now is not what was allowed.
        let is_itself = folder.is_dir() && folder.canonicalize().is_ok_and(|real| real == *folder);
        if is_itself && !further.writable.contains(folder) {
            let inner = opening(folder);
            further.writable.push(folder.clone());
            further.writable.extend(inner.writable);
            further.protected.extend(inner.protected);
            further.stand_ins.extend(inner.stand_ins);
        }
    }
    further
}
