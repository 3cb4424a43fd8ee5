//! Questions in a terminal, one line each. They go to stderr; the end of the input ends the set-up.

use super::Stop;
use crate::{terminal::Style, texts::Texts};
use reasonix_protocol::{Problem, Secret};
use std::{
    io::{ErrorKind, Write, stderr, stdin},
    sync::atomic::{AtomicBool, Ordering},
};

/// A key is being typed, with the terminal set so that nothing shows. Whoever ends the program has to wait until it is
/// set back.
static HIDDEN: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C end the program without leaving the terminal as it is while a key is typed. Must be called inside a
/// tokio runtime.
pub(super) fn end_on_interrupt(texts: Texts) {
    tokio::spawn(async move {
        while tokio::signal::ctrl_c().await.is_ok() {
            if !HIDDEN.load(Ordering::SeqCst) {
                eprintln!("\n{}", texts.get("setup.nothing_written", &[]));
                std::process::exit(crate::exit::Exit::Failure.code().into());
            }
        }
    });
}

/// Asks for a line; an empty one means `default`.
pub(super) fn line(question: &str, default: Option<&str>) -> Result<String, Stop> {
    let Style { bold, dim, reset, .. } = Style::of_stderr();
    let shown = default.map_or_else(String::new, |default| format!(" {dim}[{default}]{reset}"));
    eprint!("{bold}{question}{reset}{shown} ");
    let _ = stderr().flush();
    let mut typed = String::new();
    match stdin().read_line(&mut typed) {
        Ok(0) => {
            eprintln!();
            Err(Stop::Quit)
        }
        Ok(_) if typed.trim().is_empty() => Ok(default.unwrap_or_default().to_owned()),
        Ok(_) => Ok(typed.trim().to_owned()),
        Err(error) => Err(Problem::new("setup_input_unreadable").with("reason", error).into()),
    }
}

/// Asks until `accept` takes the answer; what it says instead is shown.
pub(super) fn line_until<T>(
    question: &str,
    default: Option<&str>,
    texts: Texts,
    mut accept: impl FnMut(&str) -> Result<T, Problem>,
) -> Result<T, Stop> {
    loop {
        match accept(&line(question, default)?) {
            Ok(accepted) => return Ok(accepted),
            Err(problem) => crate::launch::complain(&problem, texts),
        }
    }
}

/// Asks for one of `count` numbered things, and gives its index.
pub(super) fn number(question: &str, count: usize, texts: Texts) -> Result<usize, Stop> {
    line_until(question, Some("1"), texts, |typed| {
        let index = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let count_text = count.to_string();
        index
            .filter(|index| *index < count)
            .ok_or_else(|| Problem::new("setup_no_such_number").with("count", count_text))
    })
}

/// Asks for yes or no; an empty line means `default`.
pub(super) fn yes(question: &str, default: bool, texts: Texts) -> Result<bool, Stop> {
    let choices = if default { "Y/n" } else { "y/N" };
    line_until(question, Some(choices), texts, |typed| match typed.to_lowercase().as_str() {
        "y" | "yes" | "是" => Ok(true),
        "n" | "no" | "否" => Ok(false),
        _ if typed == choices => Ok(default),
        _ => Err(Problem::new("setup_yes_or_no")),
    })
}

/// Asks for a key without showing it; `None` for an empty line.
pub(crate) fn hidden(question: &str) -> Result<Option<Secret>, Stop> {
    let Style { bold, reset, .. } = Style::of_stderr();
    eprint!("{bold}{question}{reset} ");
    let _ = stderr().flush();
    HIDDEN.store(true, Ordering::SeqCst);
    let typed = rpassword::read_password();
    // After a Ctrl-C it stays set: the set-up ends by itself.
    if !matches!(&typed, Err(error) if error.kind() == ErrorKind::Interrupted) {
        HIDDEN.store(false, Ordering::SeqCst);
    }
    match typed {
        Ok(typed) => Ok(Some(typed.trim()).filter(|typed| !typed.is_empty()).map(Secret::new)),
        Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::UnexpectedEof) => Err(Stop::Quit),
        Err(error) => Err(Problem::new("setup_input_unreadable").with("reason", error).into()),
    }
}
