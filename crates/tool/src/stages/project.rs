//! Stage 4, `project`: raw output → the bounded content that the model reads. The full original is kept locally and
//! the content says where.

use crate::{MODEL_CONTENT_LIMIT, stages::execute::RawResult};
use reasonix_protocol::BlobRef;
use reasonix_stdx::text;
use std::{
    io,
    path::{Path, PathBuf},
};

/// Keeps full outputs beside the journal.
pub trait FullOutputStore: Send + Sync {
    /// Keeps a text and gives its place.
    fn keep(&self, text: &str) -> io::Result<(BlobRef, PathBuf)>;

    /// Takes over a spool file and gives its new place.
    fn adopt(&self, spool: &Path) -> io::Result<(BlobRef, PathBuf)>;
}

/// A result whose content is bounded.
pub(crate) struct Projected {
    pub raw: RawResult,
    pub content: String,
    pub full: Option<BlobRef>,
}

/// Room for the line that tells what was left out.
const MARKER_ROOM: usize = 512;

/// Runs the stage. A store that fails costs the full text, not the call; the content says so.
pub(crate) fn project(mut raw: RawResult, store: &dyn FullOutputStore) -> Projected {
    let spooled = raw.output.spooled.take();
    let content = std::mem::take(&mut raw.output.content);
    if spooled.is_none() && content.len() <= MODEL_CONTENT_LIMIT {
        return Projected { raw, content, full: None };
    }
    let kept = match &spooled {
        Some(file) => store.adopt(file),
        None => store.keep(&content),
    };
    let (full, place) = match kept {
        Ok((blob, path)) => (Some(blob), format!("The full output is in {}.", path.display())),
        Err(error) => (None, format!("The full output could not be kept: {error}.")),
    };
    let content = if content.len() <= MODEL_CONTENT_LIMIT - MARKER_ROOM {
        format!("{content}\n[{place} Read parts of it with read_file or grep.]")
    } else {
        let head = text::prefix(&content, MODEL_CONTENT_LIMIT * 2 / 3 - MARKER_ROOM);
        let tail = text::suffix(&content, MODEL_CONTENT_LIMIT / 3 - MARKER_ROOM);
        let left_out = content.len() - head.len() - tail.len();
        format!(
            "{head}\n[… {left_out} bytes left out here. {place} Read parts of it with read_file or grep. …]\n{tail}"
        )
    };
    Projected { raw, content, full }
}
