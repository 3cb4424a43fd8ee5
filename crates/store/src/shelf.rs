//! Deleting a session, which only puts it away for a while, bringing it back, and copying one. The files of a deleted
//! session lie in `.deleted` beside the others of its project.

use crate::{
    Blobs, SessionFiles, SessionMeta, SessionStore, StoreError, WriterLock,
    private::{make_private_folder, replace_private},
    read_events,
    sessions::{entries, new_id},
    summary::changed_at,
};
use reasonix_protocol::{Body, Event, JobEnd, JobId, Problem, SessionId};
use reasonix_stdx::clock;
use std::{fs, io, path::Path, sync::atomic::Ordering};

const SHELF: &str = ".deleted";

/// How long a deleted session is kept.
const KEPT_MS: u64 = 30 * 24 * 60 * 60 * 1000;

/// At most this often the shelves are looked through.
const PURGE_INTERVAL_MS: u64 = 60 * 60 * 1000;

impl SessionStore {
    /// Puts a session away. Fails with [`StoreError::InUse`] while it is open for writing anywhere.
    pub fn delete(&self, files: &SessionFiles) -> Result<(), StoreError> {
        let _lock = WriterLock::take(&files.lock())?;
        let folder = files.journal.parent().unwrap_or(&files.journal).join(SHELF);
        make_private_folder(&folder).map_err(StoreError::io("create", &folder))?;
        SessionMeta::change(&files.meta(), |meta| meta.deleted_at = Some(clock::now_ms()))?;
        move_files(files, &folder)?;
        // Whoever waits for it finds no journal.
        let _ = fs::remove_file(files.lock());
        Ok(())
    }

    /// Brings a deleted session back.
    pub fn restore(&self, id: &SessionId) -> Result<SessionFiles, StoreError> {
        let deleted = self.deleted().find(|files| files.id == *id);
        let deleted = deleted.ok_or_else(|| StoreError::NotFound { query: id.0.clone() })?;
        let project = deleted.journal.parent().and_then(Path::parent).unwrap_or(&deleted.journal).to_path_buf();
        let restored = move_files(&deleted, &project)?;
        SessionMeta::change(&restored.meta(), |meta| meta.deleted_at = None)?;
        Ok(restored)
    }

    /// Removes what was deleted long ago, if nobody has looked for it in the last hour.
    pub(crate) fn purge(&self) {
        let now = clock::now_ms();
        let last = self.purged_at.swap(now, Ordering::Relaxed);
        if now.saturating_sub(last) < PURGE_INTERVAL_MS {
            self.purged_at.store(last, Ordering::Relaxed);
            return;
        }
        for files in self.deleted().filter(|files| deleted_at(files).saturating_add(KEPT_MS) < now) {
            // What cannot be removed is tried again later.
            let _ = fs::remove_dir_all(files.blobs_folder());
            let _ = fs::remove_file(&files.journal);
            let _ = fs::remove_file(files.meta());
        }
    }

    /// Makes a new session with everything of another one, which may be open for writing elsewhere.
    pub fn copy(&self, files: &SessionFiles) -> Result<SessionFiles, StoreError> {
        let folder = files.journal.parent().unwrap_or(&files.journal);
        let id = new_id();
        let copy = SessionFiles::of(folder.join(format!("{id}.jsonl")))
            .ok_or_else(|| StoreError::NotFound { query: files.id.0.clone() })?;
        let mut events = read_events(&files.journal)?.events;
        leave_jobs(&mut events);
        // Before the journal, without which they are nobody's.
        copy_blobs(&files.blobs_folder(), &copy.blobs_folder(), &copy.blobs())
            .map_err(StoreError::io("copy", copy.blobs_folder()))?;
        let title = SessionMeta::load(&files.meta()).title;
        SessionMeta::change(&copy.meta(), |meta| meta.title = title)?;
        let text = lines(events, &copy.id).map_err(StoreError::io("write", &copy.journal))?;
        replace_private(&copy.journal, &text).map_err(StoreError::io("write", &copy.journal))?;
        Ok(copy)
    }

    fn deleted(&self) -> impl Iterator<Item = SessionFiles> + use<> {
        let shelves = entries(&self.folder).map(|project| project.join(SHELF));
        shelves.flat_map(|shelf| entries(&shelf)).filter_map(SessionFiles::of)
    }
}

/// The journal goes first: without it the rest is nobody's.
fn move_files(files: &SessionFiles, folder: &Path) -> Result<SessionFiles, StoreError> {
    let target = |path: &Path| folder.join(path.file_name().unwrap_or_default());
    let journal = target(&files.journal);
    if journal.exists() {
        let exists = io::Error::from(io::ErrorKind::AlreadyExists);
        return Err(StoreError::io("move", &files.journal)(exists));
    }
    fs::rename(&files.journal, &journal).map_err(StoreError::io("move", &files.journal))?;
    for path in [files.meta(), files.blobs_folder()].into_iter().filter(|path| path.exists()) {
        fs::rename(&path, target(&path)).map_err(StoreError::io("move", path))?;
    }
    Ok(SessionFiles { id: files.id.clone(), journal })
}

/// By its file, or by when that was written where it does not say.
fn deleted_at(files: &SessionFiles) -> u64 {
    SessionMeta::load(&files.meta()).deleted_at.unwrap_or_else(|| changed_at(&files.journal))
}

/// Ends the jobs that run in a session in a copy of it: they are the original's, which goes on with them.
fn leave_jobs(events: &mut Vec<Event>) {
    let mut open: Vec<JobId> = Vec::new();
    for event in &*events {
        match &event.body {
            Body::JobStarted { job, .. } => open.push(job.clone()),
            Body::JobEnded { job, .. } => open.retain(|other| other != job),
            _ => {}
        }
    }
    let Some(last) = events.last().cloned() else { return };
    let problem = Problem::new("job_left").with("reason", "it goes on in the session that this one was copied from");
    for (seq, job) in (last.seq + 1..).zip(open) {
        let end = JobEnd::Failed { problem: problem.clone() };
        let body = Body::JobEnded { job, end, output_bytes: 0, duration_ms: 0 };
        events.push(Event { seq, turn: None, at: clock::now_ms(), body, ..last.clone() });
    }
}

fn lines(events: Vec<Event>, session: &SessionId) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    for event in events {
        serde_json::to_writer(&mut text, &Event { session: session.clone(), ..event })?;
        text.push(b'\n');
    }
    Ok(text)
}

fn copy_blobs(from: &Path, to: &Path, blobs: &Blobs) -> io::Result<()> {
    for file in entries(from) {
        let copy = to.join(file.file_name().unwrap_or_default());
        match file.extension().and_then(|extension| extension.to_str()) {
            // Blobs never change, so that both may share one.
            Some("txt") => {
                blobs.make_folder()?;
                fs::hard_link(&file, &copy).or_else(|_| fs::copy(&file, &copy).map(|_| ()))?;
            }
            // What a job prints is still being written, perhaps.
            Some("log") => {
                blobs.make_folder()?;
                fs::copy(&file, &copy)?;
            }
            _ => {}
        }
    }
    Ok(())
}
