//! A change of one text file that is worked out and not yet written: shown as a diff, then published.

use crate::{
    atomic::{Expected, publish},
    blocking::Stop,
    charset::Charset,
    diff,
    error::FileError,
    folder::Kind,
    matching::{self, Replacement},
    numbered::counted,
    target::Target,
    text_file::TextFile,
};
use reasonix_protocol::Display;
use reasonix_tool::{Output, ToolError};
use std::fmt::Write;

/// Files above this are not loaded for a preview (bytes).
pub(crate) const PREVIEW_LIMIT: u64 = 4 << 20;
/// Changed lines that the model is shown.
const MOST_LINES: usize = 40;

/// A change that is ready to be written.
#[derive(Debug)]
pub(crate) struct Change {
    pub target: Target,
    /// The file as it is; `None` for a new one.
    pub before: Option<TextFile>,
    /// The text to be, line ends as they will be written.
    pub after: String,
}

impl Change {
    fn text_before(&self) -> &str {
        self.before.as_ref().map_or("", |file| &file.text)
    }

    pub(crate) fn charset(&self) -> Charset {
        self.before.as_ref().map_or(Charset::UTF_8, |file| file.charset)
    }

    pub(crate) fn display(&self) -> Display {
        diff::display(&self.target.shown, self.text_before(), &self.after)
    }

    /// The changed lines with their new numbers.
    pub(crate) fn changed_lines(&self) -> String {
        diff::changed_lines(self.text_before(), &self.after, MOST_LINES)
    }

    /// Writes the file. Gives its new hash and length in bytes.
    pub(crate) fn publish(&self, stop: &Stop) -> Result<(String, usize), ToolError> {
        let bytes = self.charset().encode(&self.after).map_err(|character| FileError::Unencodable {
            path: self.target.shown.clone(),
            character,
            encoding: self.charset().name(),
        })?;
        let expected = match &self.before {
            Some(file) => Expected::Hash(&file.hash),
            None => Expected::Nothing,
        };
        stop.check()?;
        Ok((publish(&self.target, &bytes, expected)?, bytes.len()))
    }
}

/// What replacements would change, if they have a place and the file is not too big to look at meanwhile.
pub(crate) fn preview(target: &Target, replacements: &[Replacement<'_>]) -> Option<Display> {
    // A missing file is not worth the search for what may have been meant.
    if target.kind().ok()? != Some(Kind::File) {
        return None;
    }
    Some(edit(target, replacements, PREVIEW_LIMIT).ok()?.change.display())
}

/// Replacements worked out on a file.
#[derive(Debug)]
pub(crate) struct Edited {
    pub change: Change,
    /// Places that were replaced.
    pub count: usize,
    /// The replacements, counted from 1, that were found with other whitespace only.
    pub loosely: Vec<usize>,
}

/// Works out all replacements, each on the result of the ones before, or none.
pub(crate) fn edit(target: &Target, replacements: &[Replacement<'_>], limit: u64) -> Result<Edited, ToolError> {
    let file = TextFile::load(target, limit).map_err(|error| match error {
        FileError::Missing { path, advice } => {
            FileError::Missing { path, advice: format!("{advice} To make a new file use write_file.") }
        }
        error => error,
    })?;
    let mut text = file.text.clone();
    let (mut count, mut loosely) = (0, Vec::new());
    for (number, replacement) in (1..).zip(replacements) {
        let replaced = matching::replace(&text, *replacement).map_err(|reason| {
            let which = match replacements.len() {
                1 => String::new(),
                total => format!("edit {number} of {total} cannot be made, so none was. "),
            };
            let undone = number > 1 && file.text.contains(replacement.old) && !text.contains(replacement.old);
            let undone =
                if undone { " An earlier edit of this call changes the text that this one looks for." } else { "" };
            ToolError::answer(format!("Nothing was changed in {}: {which}{reason}{undone}", target.shown))
        })?;
        text = replaced.text;
        count += replaced.count;
        if replaced.loosely {
            loosely.push(number);
        }
    }
    if text == file.text {
        return Err(ToolError::answer(format!(
            "Nothing was changed in {}: it already reads like that afterwards.",
            target.shown
        )));
    }
    Ok(Edited { change: Change { target: target.clone(), before: Some(file), after: text }, count, loosely })
}

impl Edited {
    /// Writes the file and tells the model. `seen` is the hash that the session knew: a file that somebody else has
    /// changed since is not edited, because the edit was thought out for another text.
    pub(crate) fn carry_out(self, edits: usize, seen: Option<&str>, stop: &Stop) -> Result<Output, ToolError> {
        if seen.is_some_and(|seen| self.change.before.as_ref().is_some_and(|before| before.hash != seen)) {
            return Err(ToolError::answer(format!(
                "Nothing was changed: {} was changed by somebody else since you last read or wrote it. Read it again \
                 with read_file, then send an edit that fits what is there now.",
                self.change.target.shown
            )));
        }
        let (hash, _) = self.change.publish(stop)?;
        let target = &self.change.target;
        let mut content = match edits {
            1 => format!("Edited {}: {}.", target.shown, counted(self.count, "replacement")),
            edits => {
                format!("Edited {}: {}, {}.", target.shown, counted(edits, "edit"), counted(self.count, "replacement"))
            }
        };
        if !self.loosely.is_empty() {
            let which = match edits {
                1 => "old_string".to_owned(),
                _ => format!("old_string of edit {}", join(&self.loosely)),
            };
            // Writing to a string cannot fail.
            let _ = write!(
                content,
                " {which} matched with different whitespace; the file's own whitespace was kept. Check the result."
            );
        }
        content.push_str(" It now reads:\n");
        content.push_str(&self.change.changed_lines());
        Ok(Output::text(content).display(self.change.display()).seen(target.seen(hash)))
    }
}

fn join(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
