//! What goes to stdout: the answer, as text or as JSON for programs. And the way to stderr, which like the one to stdout
//! bears a reader that went away: std's own macros would end the program in the middle of its work. Both know of a prompt
//! that stands on the terminal and begin a new line behind it.

use crate::{exit::Exit, launch::complain, texts::Texts};
use reasonix_protocol::Problem;
use serde_json::{Value, json};
use std::{
    fmt,
    io::{self, Write, stderr, stdout},
    sync::{
        OnceLock,
        atomic::{AtomicU8, Ordering},
    },
};

/// In place of std's in all of this crate.
macro_rules! eprint {
    ($($text:tt)*) => { $crate::output::write_err(format_args!($($text)*)) };
}

/// In place of std's in all of this crate.
macro_rules! eprintln {
    () => { $crate::output::write_err(format_args!("\n")) };
    ($($text:tt)*) => { $crate::output::write_err(format_args!("{}\n", format_args!($($text)*))) };
}

/// Version of what commands print with `--json`. Fields are added, never removed or retyped.
const SCHEMA_VERSION: u32 = 1;

/// Whether the cursor stands behind a prompt, for the process's one terminal.
static PROMPT: AtomicU8 = AtomicU8::new(NO_PROMPT);
const NO_PROMPT: u8 = 0;
const PROMPT_STANDS: u8 = 1;
/// Something else was shown below it.
const PROMPT_LEFT: u8 = 2;

/// Shows a prompt, behind which a person types.
pub(crate) fn show_prompt(text: &str) {
    write_err(format_args!("{text}"));
    PROMPT.store(PROMPT_STANDS, Ordering::Relaxed);
}

/// The prompt was answered with Return, which has ended its line.
pub(crate) fn prompt_answered() {
    PROMPT.store(NO_PROMPT, Ordering::Relaxed);
}

/// Whether something was shown since the prompt, so that the cursor is not behind it any more.
pub(crate) fn prompt_left() -> bool {
    PROMPT.load(Ordering::Relaxed) == PROMPT_LEFT
}

/// Ends the line of a prompt that stands there.
fn leave_prompt() {
    let stood = PROMPT.compare_exchange(PROMPT_STANDS, PROMPT_LEFT, Ordering::Relaxed, Ordering::Relaxed);
    if stood.is_ok() {
        let _ = stderr().lock().write_all(b"\n");
    }
}

/// Why something could not be written to stdout, once that happened.
static LOST: OnceLock<String> = OnceLock::new();

/// Writes to stdout at once. A reader that went away is no reason to fail; for anything else see [`check_out`].
pub(crate) fn write_out(text: &str) {
    leave_prompt();
    let mut out = stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = written
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        let _ = LOST.set(error.to_string());
    }
}

/// The program's end: no success if its output did not reach its file.
pub(crate) fn check_out(exit: Exit, texts: Texts) -> Exit {
    match LOST.get() {
        Some(reason) if exit == Exit::Success => {
            complain(&Problem::new("stdout_unwritable").with("reason", reason), texts);
            Exit::Failure
        }
        _ => exit,
    }
}

/// Writes to stderr, in one piece. A reader that went away or a full disk is no reason to fail.
pub(crate) fn write_err(text: fmt::Arguments<'_>) {
    leave_prompt();
    let _ = stderr().lock().write_all(text.to_string().as_bytes());
}

/// Writes an object with the schema's version in front.
pub(crate) fn write_json(object: Value) {
    let mut versioned = json!({ "schema_version": SCHEMA_VERSION });
    if let (Some(fields), Value::Object(more)) = (versioned.as_object_mut(), object) {
        fields.extend(more);
    }
    write_out(&format!("{versioned:#}\n"));
}

/// A problem as programs read it, with the text for people beside the code.
pub(crate) fn problem_json(problem: &Problem, texts: Texts) -> Value {
    json!({ "code": problem.code, "params": problem.params, "message": texts.problem(problem) })
}

/// Tells what went wrong: inside the JSON where that was asked for, else on stderr.
pub(crate) fn fail(problem: &Problem, as_json: bool, texts: Texts) -> Exit {
    if as_json {
        write_json(json!({ "error": problem_json(problem, texts) }));
    } else {
        complain(problem, texts);
    }
    Exit::Failure
}
