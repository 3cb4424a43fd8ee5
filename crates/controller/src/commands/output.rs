//! The whole output of a call, page by page: from the blob that holds it, or from the journal.

use super::page::{Page, Wanted};
use crate::wire::Wired;
use memchr::memmem;
use reasonix_protocol::{
    BlobRef, Body, CallId, Event, Problem,
    command::{OutputReadParams, OutputReadReply},
};
use reasonix_store::SessionFiles;
use std::{
    fs::File,
    io::{self, BufRead, BufReader},
};

/// Where the type of an event stands in its line, at most.
const HEAD: usize = 300;

/// Waits for the disk.
pub(crate) fn read(wired: &Wired, params: &OutputReadParams) -> Result<OutputReadReply, Problem> {
    let wanted = Wanted { offset: Some(params.offset), limit: params.limit };
    let files = wired.store.get(&params.session).map_err(|error| error.problem())?;
    let unreadable =
        |error| Problem::new("file_unreadable").with("path", files.journal.display()).with("reason", error);
    let Some((content, full)) = finished(&files, params.call).map_err(unreadable)? else {
        return Err(Problem::new("output_none").with("session", &params.session).with("call", params.call));
    };
    let Some(blob) = full else { return Ok(reply(Page::of_text(&content, wanted))) };
    if blob.0.is_empty() || !blob.0.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(Problem::new("output_none").with("session", &params.session).with("call", params.call));
    }
    let path = files.blobs().path(&blob);
    Page::read(&path, &wired.parts.pipeline.secrets, wanted)
        .map(reply)
        .map_err(|error| Problem::new("file_unreadable").with("path", path.display()).with("reason", error))
}

fn reply(page: Page) -> OutputReadReply {
    OutputReadReply { text: page.text, next: page.next, size: page.size }
}

/// What a call left: what the model read, and where the whole is if that was cut.
fn finished(files: &SessionFiles, call: CallId) -> io::Result<Option<(String, Option<BlobRef>)>> {
    let mut reader = BufReader::with_capacity(256 * 1024, File::open(&files.journal)?);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        let head = line.get(..line.len().min(HEAD)).unwrap_or_default();
        if memmem::find(head, br#""type":"call_finished""#).is_some()
            && let Ok(Event { body: Body::CallFinished { call: found, content, full, .. }, .. }) =
                serde_json::from_slice(&line)
            && found == call
        {
            return Ok(Some((content, full)));
        }
        line.clear();
    }
    Ok(None)
}
