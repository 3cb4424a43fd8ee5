//! The journal: one durable event a line, plain JSON, appended by one `write` each before anyone sees it.

use crate::{StoreError, lock::lock_journal, private::for_owner_only};
use reasonix_protocol::{EVENT_VERSION, Event};
use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

/// At most this often a journal is synced in the background.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A journal open for appending. The caller holds the writer lock.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Arc<File>,
    /// Bytes of whole lines.
    length: u64,
    line: Vec<u8>,
    synced_at: Instant,
    dirty: bool,
}

/// A journal's events and what had to be cut to read them.
#[derive(Debug)]
pub struct Loaded {
    pub events: Vec<Event>,
    pub torn: Option<TornLine>,
}

/// A last line that was not written whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TornLine {
    /// 1-based.
    pub line: u64,
    pub bytes: u64,
}

impl Journal {
    /// Starts a new journal. The file must not exist.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let mut options = OpenOptions::new();
        options.append(true).create_new(true);
        for_owner_only(&mut options);
        let file = options.open(path).map_err(StoreError::io("create", path))?;
        lock_journal(path, &file)?;
        Ok(Self::over(path, file, 0))
    }

    /// Opens a journal for appending, reads it, and cuts a torn last line off.
    pub fn open(path: &Path) -> Result<(Self, Loaded), StoreError> {
        let mut events = Vec::new();
        let (journal, torn) = Self::open_with(path, |event| events.push(event))?;
        Ok((journal, Loaded { events, torn }))
    }

    /// As [`Journal::open`], with each event handed over in its turn. What was handed over counts for nothing if the
    /// answer is an error.
    pub fn open_with(path: &Path, mut each: impl FnMut(Event)) -> Result<(Self, Option<TornLine>), StoreError> {
        let file = OpenOptions::new().append(true).open(path).map_err(StoreError::io("open", path))?;
        lock_journal(path, &file)?;
        let mut reader = JournalReader::open(path)?;
        for event in reader.by_ref() {
            each(event?);
        }
        if reader.torn.is_some() {
            file.set_len(reader.length).map_err(StoreError::io("cut", path))?;
        }
        Ok((Self::over(path, file, reader.length), reader.torn))
    }

    fn over(path: &Path, file: File, length: u64) -> Self {
        Self {
            path: path.to_path_buf(),
            file: Arc::new(file),
            length,
            line: Vec::with_capacity(1024),
            synced_at: Instant::now(),
            dirty: false,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends one event in one `write`. A write that fails half way (a full disk) is undone, so that the journal
    /// stays whole.
    pub fn append(&mut self, event: &Event) -> Result<(), StoreError> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, event)
            .map_err(|error| StoreError::io("write", &self.path)(error.into()))?;
        self.line.push(b'\n');
        if let Err(source) = (&*self.file).write_all(&self.line) {
            let _ = self.file.set_len(self.length);
            return Err(StoreError::Io { action: "write", path: self.path.clone(), source });
        }
        self.length += self.line.len() as u64;
        self.dirty = true;
        if self.line.capacity() > 1 << 20 {
            self.line = Vec::with_capacity(1024);
        }
        Ok(())
    }

    /// Waits until everything appended so far is on the disk. A journal that is not at its place any more is an error:
    /// nobody would find what is written.
    pub async fn sync(&mut self) -> Result<(), StoreError> {
        if !self.is_at_its_place().map_err(StoreError::io("look for", &self.path))? {
            return Err(StoreError::Replaced { path: self.path.clone() });
        }
        if !self.dirty {
            return Ok(());
        }
        self.dirty = false;
        self.synced_at = Instant::now();
        let file = Arc::clone(&self.file);
        let result = tokio::task::spawn_blocking(move || file.sync_data()).await;
        result.map_err(std::io::Error::other).and_then(|synced| synced).map_err(StoreError::io("sync", &self.path))
    }

    /// Whether the file at the path is the one that is written.
    fn is_at_its_place(&self) -> io::Result<bool> {
        match fs::metadata(&self.path) {
            Ok(found) => Ok(is_same(&found, &self.file.metadata()?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Starts a sync if the last one is long enough ago; never waits for it. A failure is logged: the next sync that
    /// someone waits for reports it too.
    pub fn sync_in_background(&mut self) {
        if !self.dirty || self.synced_at.elapsed() < SYNC_INTERVAL {
            return;
        }
        self.dirty = false;
        self.synced_at = Instant::now();
        let file = Arc::clone(&self.file);
        tokio::task::spawn_blocking(move || {
            if let Err(error) = file.sync_data() {
                tracing::warn!(%error, "the journal could not be synced");
            }
        });
    }
}

/// A background sync may hold the file a moment longer; the lock ends now.
impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

#[cfg(unix)]
fn is_same(left: &Metadata, right: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (left.dev(), left.ino()) == (right.dev(), right.ino())
}

/// Files that are open cannot be replaced here.
#[cfg(not(unix))]
const fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Reads all events of a journal without changing it. A last line that is not whole is left out and reported; a broken
/// line before it, an event out of order, or one of a newer version is an error.
pub fn read_events(path: &Path) -> Result<Loaded, StoreError> {
    let mut reader = JournalReader::open(path)?;
    let events = reader.by_ref().collect::<Result<_, _>>()?;
    Ok(Loaded { events, torn: reader.torn })
}

/// Reads a journal event by event, as [`read_events`] does: who only looks at each of them need not hold a long one whole.
/// It ends before a last line that is not whole, and after an error.
#[derive(Debug)]
pub struct JournalReader {
    path: PathBuf,
    reader: BufReader<File>,
    line: Vec<u8>,
    /// Of the newest line; 1-based.
    number: u64,
    torn: Option<TornLine>,
    /// Bytes of whole lines.
    length: u64,
    is_over: bool,
}

/// Between two events of a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalPlace {
    /// Lines before it.
    number: u64,
    /// Bytes before it.
    length: u64,
}

impl JournalReader {
    /// Before the next event.
    pub const fn place(&self) -> JournalPlace {
        JournalPlace { number: self.number, length: self.length }
    }

    /// Goes on from there. The place must be one of this journal.
    pub fn go_to(&mut self, place: JournalPlace) -> Result<(), StoreError> {
        self.reader.seek(SeekFrom::Start(place.length)).map_err(StoreError::io("read", &self.path))?;
        let JournalPlace { number, length } = place;
        (self.number, self.length, self.torn, self.is_over) = (number, length, None, false);
        Ok(())
    }

    /// Where each of the next events begins, `most` of them, found by their lines alone: a long journal is passed many times
    /// faster than it is read. It stands behind them then.
    pub fn places(&mut self, most: usize) -> Result<Vec<JournalPlace>, StoreError> {
        let mut places = Vec::new();
        while places.len() < most {
            let place = self.place();
            let passed = self.reader.skip_until(b'\n').map_err(StoreError::io("read", &self.path))?;
            if passed == 0 {
                break;
            }
            places.push(place);
            self.number += 1;
            self.length += passed as u64;
        }
        Ok(places)
    }

    /// Begins before the first event.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let file = File::open(path).map_err(StoreError::io("open", path))?;
        let reader = BufReader::with_capacity(64 * 1024, file);
        let path = path.to_path_buf();
        Ok(Self { path, reader, line: Vec::new(), number: 0, torn: None, length: 0, is_over: false })
    }

    fn read(&mut self) -> Result<Option<Event>, StoreError> {
        self.line.clear();
        let unreadable = StoreError::io("read", &self.path);
        let read = match self.reader.read_until(b'\n', &mut self.line) {
            Ok(0) => return Ok(None),
            Ok(read) => read,
            Err(error) => return Err(unreadable(error)),
        };
        self.number += 1;
        // Only the last line can be torn, so that no other is looked at twice.
        if self.reader.fill_buf().map_err(unreadable)?.is_empty() && is_torn(&self.line) {
            self.torn = Some(TornLine { line: self.number, bytes: read as u64 });
            return Ok(None);
        }
        self.length += read as u64;
        parse(&self.path, self.number, &self.line, self.number).map(Some)
    }
}

impl Iterator for JournalReader {
    type Item = Result<Event, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let read = self.read().transpose();
        self.is_over = !matches!(read, Some(Ok(_)));
        read
    }
}

/// Whether a line was not written whole: it has no end, or what it holds is no JSON (blocks of a file may be lost when
/// the power goes).
fn is_torn(line: &[u8]) -> bool {
    line.last() != Some(&b'\n') || serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err()
}

/// Reads the version before anything else, so that a newer format is told from damage.
fn parse(path: &Path, number: u64, line: &[u8], seq: u64) -> Result<Event, StoreError> {
    #[derive(serde::Deserialize)]
    struct Version {
        v: u64,
    }
    let corrupt = |reason: String| StoreError::Corrupt { path: path.to_path_buf(), line: number, reason };
    let event: Event = match serde_json::from_slice(line) {
        Ok(event) => event,
        Err(error) => {
            return Err(match serde_json::from_slice::<Version>(line) {
                Ok(Version { v }) if v > u64::from(EVENT_VERSION) => {
                    StoreError::Future { path: path.to_path_buf(), line: number, version: v }
                }
                _ => corrupt(error.to_string()),
            });
        }
    };
    if event.v > EVENT_VERSION {
        return Err(StoreError::Future { path: path.to_path_buf(), line: number, version: event.v.into() });
    }
    if event.seq != seq {
        return Err(corrupt(format!("event {} where {seq} was expected", event.seq)));
    }
    Ok(event)
}
