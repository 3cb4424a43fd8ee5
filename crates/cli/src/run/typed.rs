//! The lines a person types in answer to a question. What was typed before the question was there answers nothing: a
//! second Return must not allow a call that nobody has seen yet.

use std::{
    io::{BufRead, stdin},
    sync::mpsc as blocking,
};
use tokio::sync::mpsc;

/// The keyboard. Nothing is read from it until somebody is asked.
#[derive(Default)]
pub(super) struct Typed(Option<Reader>);

struct Reader {
    wanted: blocking::Sender<()>,
    lines: mpsc::UnboundedReceiver<Option<String>>,
    /// A line is wanted and has not come yet.
    reading: bool,
}

impl Typed {
    /// Forgets what is typed and not read. Called before a question is shown; no line is being read then.
    pub(super) fn forget() {
        discard_typed();
    }

    /// The next line, or `None` for the end of input. May be dropped and called again without loss.
    pub(super) async fn line(&mut self) -> Option<String> {
        let reader = self.0.get_or_insert_with(Reader::start);
        if !reader.reading {
            reader.reading = reader.wanted.send(()).is_ok();
        }
        let line = reader.lines.recv().await.flatten();
        reader.reading = false;
        line
    }
}

impl Reader {
    /// Reads on a thread of its own: a blocked read must not hold anything up, also not the program's end.
    fn start() -> Self {
        let (wanted, wishes) = blocking::channel();
        let (sender, lines) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            for () in wishes {
                let line = stdin().lock().lines().next();
                if sender.send(line.and_then(Result::ok)).is_err() {
                    return;
                }
            }
        });
        Self { wanted, lines, reading: false }
    }
}

/// A terminal hands out one line a read, so all that is not read yet is with the system.
#[cfg(unix)]
fn discard_typed() {
    // An error means that stdin is no terminal, where nobody is asked.
    let _ = rustix::termios::tcflush(stdin(), rustix::termios::QueueSelector::IFlush);
}

#[cfg(not(unix))]
fn discard_typed() {}
