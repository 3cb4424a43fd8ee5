//! Where sessions lie: `<sessions>/<project>/<id>.jsonl`, with `<id>.lock`, `<id>.meta.json` and `<id>.blobs/` beside it;
//! and how one is found again.

use crate::{
    Blobs, StoreError,
    private::make_private_folder,
    project::project_slug,
    read_events,
    summary::{Summaries, changed_at},
};
use reasonix_protocol::{Body, Event, SessionId, command::SessionSummary};
use reasonix_stdx::{clock, random};
use std::{
    cmp::Reverse,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicU64},
};

/// A journal of this many bytes is taken to say something, so that a long one is not read only to be opened.
const EMPTY_LIMIT: u64 = 1 << 20;

/// All sessions of a state folder.
#[derive(Debug, Clone)]
pub struct SessionStore {
    pub(crate) folder: PathBuf,
    summaries: Arc<Summaries>,
    /// When deleted sessions were last looked through, in milliseconds since the Unix epoch.
    pub(crate) purged_at: Arc<AtomicU64>,
}

/// The files of one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFiles {
    pub id: SessionId,
    /// The journal.
    pub journal: PathBuf,
}

impl SessionFiles {
    pub(crate) fn of(journal: PathBuf) -> Option<Self> {
        let name = journal.file_name()?.to_str()?.strip_suffix(".jsonl")?;
        Some(Self { id: SessionId(name.to_owned()), journal })
    }

    pub fn lock(&self) -> PathBuf {
        self.journal.with_extension("lock")
    }

    /// For [`crate::SessionMeta`].
    pub fn meta(&self) -> PathBuf {
        self.journal.with_extension("meta.json")
    }

    pub fn blobs(&self) -> Blobs {
        Blobs::new(self.blobs_folder())
    }

    pub(crate) fn blobs_folder(&self) -> PathBuf {
        self.journal.with_extension("blobs")
    }
}

impl SessionStore {
    /// `folder` is `<state>/sessions`; it need not exist yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, summaries: Arc::default(), purged_at: Arc::default() }
    }

    /// Names the files of a new session in `workspace` and makes their folder.
    pub fn create(&self, workspace: &Path) -> Result<SessionFiles, StoreError> {
        let folder = self.project_folder(workspace);
        make_private_folder(&folder).map_err(StoreError::io("create", &folder))?;
        let id = new_id();
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
        match self.find_among(query, self.files(Some(workspace))) {
            Err(StoreError::NotFound { .. }) => self.find_among(query, self.files(None)),
            found => found,
        }
    }

    /// The session of exactly this id, whatever its workspace.
    pub fn get(&self, id: &SessionId) -> Result<SessionFiles, StoreError> {
        let name = format!("{id}.jsonl");
        // An id comes from outside; only its own file name may be meant.
        let is_name = Path::new(&name).file_name().is_some_and(|own| own == name.as_str());
        let journals = entries(&self.folder).map(|project| project.join(&name));
        let mut found = journals.filter(|journal| is_name && journal.is_file()).filter_map(SessionFiles::of);
        found.next().ok_or_else(|| not_found(&id.0))
    }

    fn find_among(&self, query: &str, files: Vec<SessionFiles>) -> Result<SessionFiles, StoreError> {
        if let Some(exact) = files.iter().find(|files| files.id.0 == query) {
            return Ok(exact.clone());
        }
        let by_id: Vec<_> = files.iter().filter(|files| files.id.0.starts_with(query)).collect();
        let lower = query.to_lowercase();
        let matches =
            if by_id.is_empty() { files.iter().filter(|files| self.has_title(files, &lower)).collect() } else { by_id };
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
        self.purge();
        let mut summaries = Vec::new();
        let mut unreadable = Vec::new();
        // Whoever was stopped before the first line has lost nothing.
        let is_new = |files: &SessionFiles| fs::metadata(&files.journal).is_ok_and(|metadata| metadata.len() == 0);
        for files in self.files(workspace).into_iter().filter(|files| !is_new(files)) {
            match self.summarise(&files) {
                Ok(summary) => summaries.push(summary),
                Err(error) => unreadable.push((files.journal, error)),
            }
        }
        summaries.sort_by(|left, right| (right.changed_at, &right.id).cmp(&(left.changed_at, &left.id)));
        (summaries, unreadable)
    }

    /// Reads what a list needs of a session.
    pub fn summarise(&self, files: &SessionFiles) -> Result<SessionSummary, StoreError> {
        self.summaries.of(files)
    }

    /// The workspaces of all sessions, each with when one of its sessions last changed, in milliseconds since the Unix
    /// epoch. Reads one line a project.
    pub fn workspaces(&self) -> Vec<(PathBuf, u64)> {
        entries(&self.folder).filter_map(|project| newest_workspace(&project)).collect()
    }

    fn has_title(&self, files: &SessionFiles, lower: &str) -> bool {
        self.summarise(files).is_ok_and(|summary| summary.title.to_lowercase().contains(lower))
    }

    /// The files of all sessions, or of those of one workspace.
    pub fn files(&self, workspace: Option<&Path>) -> Vec<SessionFiles> {
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

/// A name that no session has yet: its start in UTC and a random part.
pub(crate) fn new_id() -> String {
    format!("{}-{}", clock::compact_utc(clock::now_ms()), random::hex(3))
}

fn not_found(query: &str) -> StoreError {
    StoreError::NotFound { query: query.to_owned() }
}

pub(crate) fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// Whether nothing was said in a session. A journal that cannot be read is not empty: somebody must be told.
fn is_empty(files: &SessionFiles) -> bool {
    let is_small = fs::metadata(&files.journal).is_ok_and(|metadata| metadata.len() < EMPTY_LIMIT);
    let is_turn = |event: &Event| matches!(event.body, Body::TurnStarted { .. });
    is_small && read_events(&files.journal).is_ok_and(|loaded| !loaded.events.iter().any(is_turn))
}

/// The workspace that the newest session of a project names.
fn newest_workspace(project: &Path) -> Option<(PathBuf, u64)> {
    let journals = entries(project).filter_map(SessionFiles::of).map(|files| files.journal);
    let mut by_age: Vec<(u64, PathBuf)> = journals.map(|journal| (changed_at(&journal), journal)).collect();
    by_age.sort_unstable_by(|left, right| right.cmp(left));
    let workspace = by_age.iter().find_map(|(_, journal)| first_workspace(journal))?;
    Some((workspace, by_age.first()?.0))
}

fn first_workspace(journal: &Path) -> Option<PathBuf> {
    let mut line = Vec::new();
    BufReader::new(fs::File::open(journal).ok()?).read_until(b'\n', &mut line).ok()?;
    match serde_json::from_slice::<Event>(&line).ok()?.body {
        Body::SessionOpened { workspace, .. } => Some(workspace.into()),
        _ => None,
    }
}
