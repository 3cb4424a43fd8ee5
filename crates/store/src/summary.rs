//! What a list shows of a session, read off its journal. A journal only grows, so that a look at one that was looked at
//! before costs what is new.

use crate::{Holder, SessionFiles, SessionMeta, StoreError, WriterLock, read_events, stamp::inode};
use reasonix_protocol::{
    Body, Content, TurnEnd, WaitId,
    command::{SessionStatus, SessionSummary},
};
use reasonix_stdx::text;
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    io::{BufRead, BufReader, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::UNIX_EPOCH,
};

/// The type of an event stands within the first few fields of its line.
const HEAD: usize = 300;

/// The types that a summary needs.
const TYPES: [&[u8]; 6] = [
    br#""type":"turn_started""#,
    br#""type":"turn_ended""#,
    br#""type":"session_opened""#,
    br#""type":"configured""#,
    br#""type":"wait_opened""#,
    br#""type":"wait_resolved""#,
];

/// Summaries that were made, with how far each journal was read.
#[derive(Debug, Default)]
pub(crate) struct Summaries(Mutex<HashMap<PathBuf, Folded>>);

/// A journal as far as it was read.
#[derive(Debug, Clone, Default)]
struct Folded {
    inode: u64,
    /// Bytes of whole lines.
    length: u64,
    title: String,
    workspace: String,
    model: String,
    started_at: u64,
    turns: u32,
    is_turn_open: bool,
    waits: BTreeSet<WaitId>,
    has_failed: bool,
}

impl Summaries {
    /// Reads what a list needs. Only the lines that matter are parsed.
    pub(crate) fn of(&self, files: &SessionFiles) -> Result<SessionSummary, StoreError> {
        let known = self.lock().remove(&files.journal).unwrap_or_default();
        let folded = known.read_on(&files.journal)?;
        if folded.workspace.is_empty() {
            read_events(&files.journal)?;
            let reason = "the session was never opened".to_owned();
            return Err(StoreError::Corrupt { path: files.journal.clone(), line: 1, reason });
        }
        let summary = folded.summary(files);
        self.lock().insert(files.journal.clone(), folded);
        Ok(summary)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<PathBuf, Folded>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Folded {
    /// Reads the lines that are new; all of them if it is not the file that was read before.
    fn read_on(mut self, journal: &Path) -> Result<Self, StoreError> {
        let mut file = fs::File::open(journal).map_err(StoreError::io("open", journal))?;
        let metadata = file.metadata().map_err(StoreError::io("read", journal))?;
        if metadata.len() < self.length || inode(&metadata) != self.inode {
            self = Self { inode: inode(&metadata), ..Self::default() };
        }
        if metadata.len() == self.length {
            return Ok(self);
        }
        file.seek(SeekFrom::Start(self.length)).map_err(StoreError::io("read", journal))?;
        let mut reader = BufReader::with_capacity(64 * 1024, file);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).map_err(StoreError::io("read", journal))? > 0 {
            if line.last() != Some(&b'\n') {
                break;
            }
            self.length += line.len() as u64;
            if matters(&line) {
                self.take(&line);
            }
            line.clear();
        }
        Ok(self)
    }

    fn take(&mut self, line: &[u8]) {
        let Ok(event) = serde_json::from_slice::<reasonix_protocol::Event>(line) else { return };
        match event.body {
            Body::SessionOpened { workspace, settings, .. } => {
                if self.started_at == 0 {
                    self.started_at = event.at;
                }
                self.workspace = workspace;
                self.model = settings.model;
            }
            Body::Configured { model: Some(model), .. } => self.model = model,
            Body::TurnStarted { input, .. } => {
                self.turns += 1;
                self.is_turn_open = true;
                self.has_failed = false;
                if self.title.is_empty() {
                    self.title =
                        input.first().map(|Content::Text { text }| text::one_line(text, 80)).unwrap_or_default();
                }
            }
            Body::TurnEnded { end } => {
                self.is_turn_open = false;
                self.waits.clear();
                self.has_failed = matches!(end, TurnEnd::Failed { .. });
            }
            Body::WaitOpened { wait } => {
                self.waits.insert(wait.id);
            }
            Body::WaitResolved { wait, .. } => {
                self.waits.remove(&wait);
            }
            _ => {}
        }
    }

    fn summary(&self, files: &SessionFiles) -> SessionSummary {
        let meta = SessionMeta::load(&files.meta());
        let waits = u32::try_from(self.waits.len()).unwrap_or(u32::MAX);
        let status = match self {
            _ if self.is_turn_open && waits > 0 => SessionStatus::Waiting { waits },
            _ if self.has_failed => SessionStatus::Failed,
            _ if meta.unseen => SessionStatus::Unseen,
            _ => SessionStatus::Resting,
        };
        SessionSummary {
            id: files.id.clone(),
            title: meta.title.unwrap_or_else(|| self.title.clone()),
            workspace: self.workspace.clone(),
            model: self.model.clone(),
            started_at: self.started_at,
            changed_at: changed_at(&files.journal),
            turns: self.turns,
            in_use: WriterLock::holder(&files.lock()).is_some_and(|holder: Holder| holder.pid != std::process::id()),
            pinned: meta.pinned,
            archived: meta.archived,
            status,
        }
    }
}

/// When a file last changed, in milliseconds since the Unix epoch.
pub(crate) fn changed_at(path: &Path) -> u64 {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let elapsed = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    elapsed.map_or(0, |elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
}

/// Whether a line's beginning names an event that a summary needs.
fn matters(line: &[u8]) -> bool {
    let head = line.get(..line.len().min(HEAD)).unwrap_or_default();
    TYPES.iter().any(|word| head.windows(word.len()).any(|window| window == *word))
}
