//! `read_file`: a page of a text file with line numbers.

use crate::{
    arguments::Count,
    blocking::{Stop, blocking},
    charset::{Charset, SAMPLE, Sniffed, Sniffer},
    error::FileError,
    numbered::counted,
    other_names::OtherNames,
    page::{After, LINE_LIMIT, Lines, Page, PageError, Window},
    target::Target,
    text_file::{Hasher, WHOLE_FILE_LIMIT},
};
use reasonix_permission::{Access, Family, Touches};
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{
    fs::File,
    io::{Read, Seek},
};

const DEFAULT_LIMIT: u64 = 2000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// File, relative to the workspace root or absolute.
    #[serde(alias = "file_path")]
    path: String,
    /// Lines to skip before the first one (0).
    #[serde(default)]
    offset: Count,
    /// Lines to read at most (2000).
    #[serde(default)]
    #[schemars(range(min = 1))]
    limit: Count,
}

impl Arguments {
    fn read(args: &Args) -> Result<Self, ToolError> {
        let arguments: Self = args.to()?;
        match arguments.limit {
            Count(Some(0)) => Err(ToolError::answer("`limit` must be at least 1.")),
            _ => Ok(arguments),
        }
    }

    fn window(&self) -> Window {
        Window { offset: self.offset.0.unwrap_or(0), limit: self.limit.0.unwrap_or(DEFAULT_LIMIT) }
    }
}

/// The tool.
pub(crate) struct ReadFile {
    spec: ToolSpec,
    names: OtherNames,
}

impl ReadFile {
    pub(crate) fn new(names: OtherNames) -> Self {
        let spec = ToolSpec::new::<Arguments>("read_file", include_str!("read_file.md"), Family::Read, true);
        Self { spec, names }
    }
}

impl Tool for ReadFile {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn describe(&self, args: &Args, workspace: &Workspace) -> Result<Description, ToolError> {
        let arguments = Arguments::read(args)?;
        let touch = workspace.touch(&arguments.path, Access::Read);
        Ok(Description { subject: Target::subject(&touch, workspace), touches: Touches::paths([touch]) })
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let window = Arguments::read(call.args())?.window();
            let target = Target::of_call(call, 0, cx, &self.names)?;
            let stop = Stop::on_cancel(cx.cancel.clone());
            blocking(move || read(&target, window, &stop)).await
        })
    }
}

fn read(target: &Target, window: Window, stop: &Stop) -> Result<Output, ToolError> {
    let mut file = target.open()?;
    let survey = Survey::of(&mut file, target, stop)?;
    let error = |error| match error {
        PageError::Io(error) => FileError::from_io(&target.shown, "read", error).into(),
        PageError::Stopped(error) => error,
    };
    let mut lines = Lines::new(file, survey.charset, stop.clone()).map_err(|io| error(PageError::Io(io)))?;
    let page = lines.page(window).map_err(error)?;
    let first = window.offset + 1;
    if page.lines == 0 {
        empty_page(target, &page, window)?;
    }
    // Counting on is cheap only where the whole file was read anyway.
    let end = window.offset + page.lines;
    let total = match page.after {
        After::End { .. } => Some(end),
        _ if survey.hash.is_some() => Some(end + page.passed + lines.count_rest().map_err(error)?),
        _ => None,
    };
    let mut notes = Vec::new();
    if page.lines > 0 {
        notes.extend(place_note(&page, first, end, total));
    }
    notes.extend(form_note(&page, survey.charset));
    let content = match (page.lines, notes.is_empty()) {
        (0, _) => format!("{} is empty.", target.shown),
        (_, true) => page.text,
        (_, false) => format!("{}[{}]", page.text, notes.join(" ")),
    };
    let output = Output::text(content);
    Ok(match survey.hash {
        Some(hash) => output.seen(target.seen(hash)),
        None => output,
    })
}

/// Fails unless the file itself is empty.
fn empty_page(target: &Target, page: &Page, window: Window) -> Result<(), ToolError> {
    let path = &target.shown;
    if page.after == After::TooLong {
        return Err(ToolError::answer(format!(
            "Line {} of {path} is longer than {LINE_LIMIT} bytes and is not shown. Use bash for it: grep -o with a \
             pattern, or cut -b FROM-TO. The lines after it can be read with offset {}.",
            window.offset + 1,
            window.offset + 1,
        )));
    }
    if window.offset == 0 {
        return Ok(());
    }
    let lines = page.before;
    let known = if lines == 0 {
        "is empty".to_owned()
    } else {
        format!("has {} (offsets 0 to {})", counted(lines as usize, "line"), lines - 1)
    };
    Err(ToolError::answer(format!("Offset {} is past the end: {path} {known}.", window.offset)))
}

/// Which lines these are and how to go on, unless they are the whole file.
fn place_note(page: &Page, first: u64, end: u64, total: Option<u64>) -> Option<String> {
    let of = total.map(|total| format!(" of {total}")).unwrap_or_default();
    match page.after {
        After::End { .. } if first == 1 => None,
        After::End { .. } => Some(format!("Lines {first}-{end}{of}, the end of the file.")),
        After::More => Some(format!("Lines {first}-{end}{of}. Read on with offset {end}.")),
        After::TooLong => Some(format!(
            "Lines {first}-{end}{of}. Line {} is longer than {LINE_LIMIT} bytes and is not shown (bash: cut -b, \
             grep -o). Read on behind it with offset {}.",
            end + 1,
            end + 1
        )),
    }
}

/// What is unusual about the file's form, so that it is no surprise in a diff. Edits keep it by themselves.
fn form_note(page: &Page, charset: Charset) -> Option<String> {
    let mut forms = Vec::new();
    if charset != Charset::UTF_8 {
        forms.push(charset.name());
    }
    match (page.crlf, page.lf) {
        (true, false) => forms.push("CRLF line ends"),
        (true, true) => forms.push("mixed CRLF and LF line ends"),
        _ => {}
    }
    let kept = (!forms.is_empty()).then(|| format!("{}; edits keep this.", forms.join(", ")));
    let open_end = page.lines > 0 && page.after == After::End { line_end: false };
    let open_end = open_end.then(|| "The last line has no line end.".to_owned());
    let notes: Vec<String> = kept.into_iter().chain(open_end).collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// A first look at a file: all of it, or the beginning of a big one.
struct Survey {
    charset: Charset,
    /// Of the whole file, unless it is big.
    hash: Option<String>,
}

impl Survey {
    fn of(file: &mut File, target: &Target, stop: &Stop) -> Result<Self, ToolError> {
        let read_error = |error| FileError::from_io(&target.shown, "read", error);
        let big = file.metadata().map_err(read_error)?.len() > WHOLE_FILE_LIMIT;
        let limit = if big { SAMPLE as u64 } else { WHOLE_FILE_LIMIT };
        let mut hasher = Hasher::default();
        let mut sniffer = Sniffer::default();
        let mut buffer = vec![0; 64 << 10];
        let mut length = 0;
        let whole = loop {
            stop.check()?;
            let count = file.read(&mut buffer).map_err(read_error)?;
            if count == 0 {
                break true;
            }
            let bytes = buffer.get(..count).unwrap_or_default();
            hasher.feed(bytes);
            sniffer.feed(bytes);
            length += count as u64;
            if length > limit {
                break false;
            }
        };
        file.rewind().map_err(read_error)?;
        match sniffer.finish(whole) {
            Sniffed::Text(charset) => Ok(Self { charset, hash: whole.then(|| hasher.finish()) }),
            Sniffed::Binary => Err(FileError::Binary { path: target.shown.clone() }.into()),
        }
    }
}
