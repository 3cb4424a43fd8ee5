//! Where sessions lie: `<sessions>/<project>/<id>.jsonl`, with `<id>.lock` and `<id>.blobs/` beside it; and how one is
//! found again.

use crate::{Blobs, StoreError, WriterLock, private::make_private_folder, project::project_slug, read_events};
use reasonix_protocol::{
    Body, Content, Event, SessionId,
    command::{SessionStatus, SessionSummary},
};
use reasonix_stdx::{clock, random, text};
use std::{
    cmp::Reverse,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

/// A journal of this many bytes is taken to say something, so that a long one is not read only to be opened.
const EMPTY_LIMIT: u64 = 1 << 20;

/// All sessions of a state folder.
#[derive(Debug, Clone)]
pub struct SessionStore {
    folder: PathBuf,
}

/// The files of one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFiles {
    pub id: SessionId,
    /// The journal.
    pub journal: PathBuf,
}

impl SessionFiles {
    fn of(journal: PathBuf) -> Option<Self> {
        let name = journal.file_name()?.to_str()?.strip_suffix(".jsonl")?;
        Some(Self { id: SessionId(name.to_owned()), journal })
    }

    pub fn lock(&self) -> PathBuf {
        self.journal.with_extension("lock")
    }

    pub fn blobs(&self) -> Blobs {
        Blobs::new(self.journal.with_extension("blobs"))
    }
}

impl SessionStore {
    /// `folder` is `<state>/sessions`; it need not exist yet.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Names the files of a new session in `workspace` and makes their folder.
    pub fn create(&self, workspace: &Path) -> Result<SessionFiles, StoreError> {
        let folder = self.project_folder(workspace);
        make_private_folder(&folder).map_err(StoreError::io("create", &folder))?;
        let id = format!("{}-{}", clock::compact_utc(clock::now_ms()), random::hex(3));
        let journal = folder.join(format!("{id}.jsonl"));
        Ok(SessionFiles { id: SessionId(id), journal })
    }

    /// The session of `workspace` whose journal changed last. One that was cut off before anything was said in it is
    /// passed over: whoever goes on means the one before.
    pub fn newest(&self, workspace: &Path) -> Result<SessionFiles, StoreError> {
        let mut files = self.files(Some(workspace));
        files.sort_by_cached_key(|files| Reverse((changed_at(&files.journal), files.id.clone())));
        let newest = files.into_iter().find(|files| !is_empty(files));
        newest.ok_or_else(|| StoreError::NoSession { workspace: workspace.to_path_buf() })
    }

    /// Finds one session: by its exact id or the path of its journal, else by a unique beginning of an id, else by a
    /// unique part of a title. Sessions of `workspace` come first; others are looked at when none of it matches.
    pub fn find(&self, query: &str, workspace: &Path) -> Result<SessionFiles, StoreError> {
        let as_path = Path::new(query);
        if as_path.is_file() {
            return SessionFiles::of(as_path.to_path_buf()).ok_or_else(|| not_found(query));
        }
        if query.trim().is_empty() {
            return Err(not_found(query));
        }
        match Self::find_among(query, self.files(Some(workspace))) {
            Err(StoreError::NotFound { .. }) => Self::find_among(query, self.files(None)),
            found => found,
        }
    }

    fn find_among(query: &str, files: Vec<SessionFiles>) -> Result<SessionFiles, StoreError> {
        if let Some(exact) = files.iter().find(|files| files.id.0 == query) {
            return Ok(exact.clone());
        }
        let by_id: Vec<_> = files.iter().filter(|files| files.id.0.starts_with(query)).collect();
        let lower = query.to_lowercase();
        let matches =
            if by_id.is_empty() { files.iter().filter(|files| has_title(files, &lower)).collect() } else { by_id };
        match matches.as_slice() {
            [] => Err(not_found(query)),
            [one] => Ok((*one).clone()),
            several => Err(StoreError::Ambiguous {
                query: query.to_owned(),
                matches: several.iter().take(10).map(|files| files.id.0.clone()).collect(),
            }),
        }
    }

    /// Summaries, the newest first, and the files that could not be read with the reason.
    pub fn list(&self, workspace: Option<&Path>) -> (Vec<SessionSummary>, Vec<(PathBuf, StoreError)>) {
        let mut summaries = Vec::new();
        let mut unreadable = Vec::new();
        for files in self.files(workspace) {
            match summarise(&files) {
                Ok(summary) => summaries.push(summary),
                Err(error) => unreadable.push((files.journal, error)),
            }
        }
        summaries.sort_by(|left, right| (right.changed_at, &right.id).cmp(&(left.changed_at, &left.id)));
        (summaries, unreadable)
    }

    fn files(&self, workspace: Option<&Path>) -> Vec<SessionFiles> {
        let folders = match workspace {
            Some(workspace) => vec![self.project_folder(workspace)],
            None => entries(&self.folder).filter(|path| path.is_dir()).collect(),
        };
        folders.iter().flat_map(|folder| entries(folder)).filter_map(SessionFiles::of).collect()
    }

    fn project_folder(&self, workspace: &Path) -> PathBuf {
        self.folder.join(project_slug(workspace))
    }
}

fn not_found(query: &str) -> StoreError {
    StoreError::NotFound { query: query.to_owned() }
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

fn changed_at(path: &Path) -> u64 {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let elapsed = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    elapsed.map_or(0, |elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
}

/// Whether nothing was said in a session. A journal that cannot be read is not empty: somebody must be told.
fn is_empty(files: &SessionFiles) -> bool {
    let is_small = fs::metadata(&files.journal).is_ok_and(|metadata| metadata.len() < EMPTY_LIMIT);
    let is_turn = |event: &Event| matches!(event.body, Body::TurnStarted { .. });
    is_small && read_events(&files.journal).is_ok_and(|loaded| !loaded.events.iter().any(is_turn))
}

fn has_title(files: &SessionFiles, lower: &str) -> bool {
    summarise(files).is_ok_and(|summary| summary.title.to_lowercase().contains(lower))
}

/// Reads what a list needs. Only the lines that open the session and its turns are parsed.
pub fn summarise(files: &SessionFiles) -> Result<SessionSummary, StoreError> {
    let file = fs::File::open(&files.journal).map_err(StoreError::io("open", &files.journal))?;
    let mut reader = BufReader::with_capacity(64 * 1024, file);
    let mut summary = SessionSummary {
        id: files.id.clone(),
        title: String::new(),
        workspace: String::new(),
        model: String::new(),
        started_at: 0,
        changed_at: changed_at(&files.journal),
        turns: 0,
        in_use: WriterLock::is_taken(&files.lock()),
        pinned: false,
        archived: false,
        status: SessionStatus::Resting,
    };
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).map_err(StoreError::io("read", &files.journal))? > 0 {
        if matters(&line) && line.last() == Some(&b'\n') {
            note(&mut summary, &line);
        }
        line.clear();
    }
    if summary.workspace.is_empty() {
        read_events(&files.journal)?;
        let reason = "the session was never opened".to_owned();
        return Err(StoreError::Corrupt { path: files.journal.clone(), line: 1, reason });
    }
    Ok(summary)
}

/// Whether a line's beginning names an event that a summary needs; the type stands within the first few fields.
fn matters(line: &[u8]) -> bool {
    let head = line.get(..line.len().min(300)).unwrap_or_default();
    let has = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
    has(br#""type":"turn_started""#) || has(br#""type":"session_opened""#) || has(br#""type":"configured""#)
}

fn note(summary: &mut SessionSummary, line: &[u8]) {
    let Ok(event) = serde_json::from_slice::<reasonix_protocol::Event>(line) else { return };
    match event.body {
        Body::SessionOpened { workspace, settings, .. } => {
            if summary.started_at == 0 {
                summary.started_at = event.at;
            }
            summary.workspace = workspace;
            summary.model = settings.model;
        }
        Body::Configured { model: Some(model), .. } => summary.model = model,
        Body::TurnStarted { input, .. } => {
            summary.turns += 1;
            if summary.title.is_empty() {
                summary.title =
                    input.first().map(|Content::Text { text }| text::one_line(text, 80)).unwrap_or_default();
            }
        }
        _ => {}
    }
}
