//! How calls, diffs and token counts look, as text with a line break behind each line. Whoever shows it chooses the
//! stream.

use crate::terminal::Style;
use reasonix_protocol::{CallOutcome, Display, FileDiff, Part};
use reasonix_stdx::{
    clock::format_duration,
    text::{one_line, visible},
};
use std::time::Duration;

/// Lines of a diff that are shown once it is made; before, all of it is.
const DIFF_LINES: usize = 60;
/// Lines of a command's output that are shown.
const OUTPUT_LINES: usize = 12;
/// Characters of such a line.
const OUTPUT_CHARS: usize = 160;
/// Characters of a tool's name; a model may call any.
const TOOL_CHARS: usize = 64;
/// Characters of a command or path in a line.
const SUBJECT_CHARS: usize = 100;

/// A finished call: how it ended and, where that says more, what came of it.
pub(crate) struct Call<'a> {
    pub tool: &'a str,
    pub subject: &'a str,
    pub outcome: CallOutcome,
    pub content: &'a str,
    pub display: &'a Display,
    pub duration_ms: u64,
}

/// The text of a message.
pub(crate) fn message(parts: &[Part]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text { text } => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// A call's line and what belongs below it.
pub(crate) fn call(call: &Call<'_>, style: Style) -> String {
    let Style { dim, red, green, yellow, bold, reset, .. } = style;
    let (mark, colour) = match call.outcome {
        CallOutcome::Completed => ("✓", green),
        CallOutcome::Failed => ("✗", red),
        CallOutcome::Denied => ("⊘", yellow),
        CallOutcome::Cancelled => ("–", yellow),
        CallOutcome::Unknown => ("?", red),
    };
    let duration = format_duration(Duration::from_millis(call.duration_ms));
    let subject = subject(call.subject);
    // A command reads like what one would type.
    let tool = if call.tool == "bash" { "$".to_owned() } else { one_line(&visible(call.tool), TOOL_CHARS) };
    let mut text = format!("{colour}{mark}{reset} {bold}{tool}{reset} {subject}  {dim}{duration}{reset}\n");
    match (call.outcome, call.display) {
        (CallOutcome::Completed, Display::Diff { files }) => {
            text.extend(files.iter().map(|file| diff(file, DIFF_LINES, style)));
        }
        (CallOutcome::Completed, Display::Plain) => {}
        _ => text.push_str(&tail(call.content, style)),
    }
    text
}

/// What a call is about, on one line.
pub(crate) fn subject(subject: &str) -> String {
    one_line(&visible(subject), SUBJECT_CHARS)
}

/// The last lines of an output.
fn tail(content: &str, style: Style) -> String {
    let Style { dim, reset, .. } = style;
    let lines: Vec<&str> = content.lines().collect();
    let left_out = lines.len().saturating_sub(OUTPUT_LINES);
    let mut text = String::new();
    if left_out > 0 {
        text.push_str(&format!("  {dim}… {left_out}{reset}\n"));
    }
    for line in lines.iter().skip(left_out) {
        push_line(&mut text, &format!("  {dim}{}{reset}", one_line(&visible(line), OUTPUT_CHARS)));
    }
    text
}

/// A file's change up to so many lines, added lines green and removed ones red.
pub(crate) fn diff(file: &FileDiff, most_lines: usize, style: Style) -> String {
    let Style { dim, green, red, cyan, reset, .. } = style;
    let moved = file.moved_from.as_ref().map_or_else(String::new, |from| format!("{} → ", visible(from)));
    let mut text = format!("  {dim}{moved}{}  +{} -{}{reset}\n", visible(&file.path), file.added, file.removed);
    let mut lines = file.unified.lines();
    for line in lines.by_ref().take(most_lines) {
        let colour = match line.chars().next() {
            Some('+') => green,
            Some('-') => red,
            Some('@') => cyan,
            _ => dim,
        };
        push_line(&mut text, &format!("  {colour}{}{reset}", visible(line)));
    }
    let left_out = lines.count();
    if left_out > 0 {
        text.push_str(&format!("  {dim}… {left_out}{reset}\n"));
    }
    text
}

/// Adds a line without spaces at its end.
fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// `980`, `12.3k`, `4.5M`.
pub(crate) fn count(tokens: u64) -> String {
    match tokens {
        0..1_000 => tokens.to_string(),
        1_000..1_000_000 => format!("{:.1}k", tokens as f64 / 1e3),
        _ => format!("{:.1}M", tokens as f64 / 1e6),
    }
}
