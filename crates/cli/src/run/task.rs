//! What the model is asked to do: the words of the command line, and behind them what is piped in. Stdin alone is the
//! task itself.

use crate::{launch::warn, texts::Texts};
use reasonix_protocol::Problem;
use std::{
    io::{BufRead, IsTerminal, Read, stdin},
    sync::mpsc,
    time::Duration,
};

/// How long a pipe may stay silent beside a task: under CI or cron stdin may be a pipe that nobody ever writes to.
const FIRST_BYTE: Duration = Duration::from_secs(3);

/// Bytes that are taken from stdin.
const MOST: usize = 8 << 20;

/// The word that stands for stdin, however long that takes.
const STDIN: &str = "-";

/// The whole task.
pub(super) fn task(words: &[String], texts: Texts) -> Result<String, Problem> {
    let (words, named) = match words.split_last() {
        Some((last, rest)) if last == STDIN => (rest, true),
        _ => (words, false),
    };
    let words = words.join(" ");
    let piped = if stdin().is_terminal() {
        None
    } else if words.trim().is_empty() {
        // Nothing else can be meant.
        return not_empty(utf8(read()?)?);
    } else if named {
        Some(read()?)
    } else {
        beside(texts)?
    };
    let words = not_empty(words)?;
    Ok(match piped.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()) {
        Some(piped) if !piped.trim().is_empty() => together(&words, &piped),
        _ => words,
    })
}

/// The task first, then the material, as the model reads it.
fn together(words: &str, piped: &str) -> String {
    format!("{words}\n\n<stdin>\n{}\n</stdin>", piped.trim_end_matches('\n'))
}

/// What stdin delivers beside a task, if it is something that delivers: a pipe, or a file that nobody has begun to read.
/// A shell's loop that feeds itself from a file keeps the rest of it.
fn beside(texts: Texts) -> Result<Option<Vec<u8>>, Problem> {
    match source() {
        Source::Pipe if !begins_within(FIRST_BYTE) => {
            let seconds = FIRST_BYTE.as_secs();
            warn(&Problem::new("stdin_silent").with("seconds", seconds), texts);
            Ok(None)
        }
        Source::Pipe | Source::File => read().map(Some),
        Source::Other => Ok(None),
    }
}

/// Whether a first byte or the end comes within this time. Waits on a thread of its own, which nothing waits for; what it
/// has read is in the buffer that all reads of stdin share.
fn begins_within(time: Duration) -> bool {
    let (sender, begun) = mpsc::channel();
    std::thread::spawn(move || {
        let _ = stdin().lock().fill_buf();
        let _ = sender.send(());
    });
    begun.recv_timeout(time).is_ok()
}

fn read() -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let most = u64::try_from(MOST).unwrap_or(u64::MAX);
    let read = stdin().lock().take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| Problem::new("stdin_unreadable").with("reason", error))?;
    if bytes.len() > MOST {
        return Err(Problem::new("stdin_too_long").with("most", format!("{} MiB", MOST >> 20)));
    }
    Ok(bytes)
}

fn utf8(bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|error| Problem::new("stdin_unreadable").with("reason", error.utf8_error()))
}

fn not_empty(task: String) -> Result<String, Problem> {
    if task.trim().is_empty() { Err(Problem::new("task_missing")) } else { Ok(task) }
}

/// What stdin is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Pipe,
    /// A file from its beginning.
    File,
    /// A device, a socket, nothing.
    Other,
}

#[cfg(unix)]
fn source() -> Source {
    use std::{
        fs::File,
        io::Seek,
        os::{fd::AsFd, unix::fs::FileTypeExt},
    };
    let Ok(mut file) = stdin().as_fd().try_clone_to_owned().map(File::from) else { return Source::Other };
    match file.metadata().map(|metadata| metadata.file_type()) {
        Ok(kind) if kind.is_fifo() => Source::Pipe,
        Ok(kind) if kind.is_file() && file.stream_position().is_ok_and(|position| position == 0) => Source::File,
        _ => Source::Other,
    }
}

#[cfg(not(unix))]
fn source() -> Source {
    Source::Pipe
}
