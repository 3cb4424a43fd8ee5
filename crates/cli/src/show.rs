//! How calls, diffs and token counts look, as text with a line break behind each line. Whoever shows it chooses the
//! stream.

use crate::{terminal::Style, texts::Texts};
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
    /// A person has seen all of the change already, so that its size is enough.
    pub change_seen: bool,
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
pub(crate) fn call(call: &Call<'_>, style: Style, texts: Texts) -> String {
    let Style { dim, red, green, yellow, bold, reset, .. } = style;
    let (mark, colour) = match call.outcome {
        CallOutcome::Completed => ("✓", green),
        CallOutcome::Failed => ("✗", red),
        CallOutcome::Denied => ("⊘", yellow),
        CallOutcome::Cancelled => ("–", yellow),
        CallOutcome::Unknown => ("?", red),
    };
    // A command reads like what one would type.
    let tool = if call.tool == "bash" { "$".to_owned() } else { one_line(&visible(call.tool), TOOL_CHARS) };
    let mut text = format!("{colour}{mark}{reset} {bold}{tool}{reset}");
    if !call.subject.is_empty() {
        text.push_str(&format!(" {}", subject(call.subject)));
    }
    if let (CallOutcome::Completed, true, Display::Diff { files }) = (call.outcome, call.change_seen, call.display) {
        let [added, removed] = [|file: &FileDiff| file.added, |file: &FileDiff| file.removed]
            .map(|lines| files.iter().map(lines).sum::<u32>());
        text.push_str(&format!("  {dim}{}{reset}", size(added, removed)));
    }
    text.push_str(&format!("  {dim}{}{reset}\n", format_duration(Duration::from_millis(call.duration_ms))));
    match (call.outcome, call.display) {
        (CallOutcome::Completed, Display::Diff { .. }) if call.change_seen => {}
        (CallOutcome::Completed, Display::Diff { files }) => {
            text.extend(files.iter().map(|file| diff(file, DIFF_LINES, style, texts)));
        }
        (CallOutcome::Completed, Display::Plain) => {}
        (CallOutcome::Completed, Display::Job { job }) => {
            let line = texts.get("jobs.started", &[("job", &job.0)]);
            text.push_str(&format!("  {dim}{line}{reset}\n"));
        }
        _ => text.push_str(&tail(call.content, style, texts)),
    }
    text
}

/// `+2 -1`; empty for a file that only moves.
fn size(added: u32, removed: u32) -> String {
    if added == 0 && removed == 0 { String::new() } else { format!("+{added} -{removed}") }
}

/// What a call is about, on one line.
pub(crate) fn subject(subject: &str) -> String {
    one_line(&visible(subject), SUBJECT_CHARS)
}

/// The last lines of an output.
fn tail(content: &str, style: Style, texts: Texts) -> String {
    let Style { dim, reset, .. } = style;
    let lines: Vec<&str> = content.lines().collect();
    let left_out = leave_out(lines.len(), OUTPUT_LINES);
    let mut text = String::new();
    if left_out > 0 {
        let line = texts.get("show.lines_before", &[("count", &left_out.to_string())]);
        text.push_str(&format!("  {dim}{line}{reset}\n"));
    }
    for line in lines.iter().skip(left_out) {
        push_line(&mut text, &format!("  {dim}{}{reset}", one_line(&visible(line), OUTPUT_CHARS)));
    }
    text
}

/// How many lines are left out where so many may be shown. Never one: telling of it would take a line too.
const fn leave_out(lines: usize, most: usize) -> usize {
    if lines > most.saturating_add(1) { lines - most } else { 0 }
}

/// A file's change up to so many lines, added lines green and removed ones red.
pub(crate) fn diff(file: &FileDiff, most_lines: usize, style: Style, texts: Texts) -> String {
    let Style { dim, green, red, cyan, reset, .. } = style;
    let moved = file.moved_from.as_ref().map_or_else(String::new, |from| format!("{} → ", visible(from)));
    let mut text = String::new();
    let head = format!("{moved}{}  {}", visible(&file.path), size(file.added, file.removed));
    push_line(&mut text, &format!("  {dim}{}{reset}", head.trim_end()));
    let left_out = leave_out(file.unified.lines().count(), most_lines);
    for line in file.unified.lines().take(if left_out > 0 { most_lines } else { usize::MAX }) {
        let colour = match line.chars().next() {
            Some('+') => green,
            Some('-') => red,
            Some('@') => cyan,
            _ => dim,
        };
        push_line(&mut text, &format!("  {colour}{}{reset}", visible(line)));
    }
    if left_out > 0 {
        let line = texts.get("show.lines_behind", &[("count", &left_out.to_string())]);
        text.push_str(&format!("  {dim}{line}{reset}\n"));
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

#[cfg(test)]
mod tests {
    use super::*;
    use reasonix_locale::Language;

    const TEXTS: Texts = Texts::new(Language::En);

    fn file(path: &str, moved_from: Option<&str>, lines: u32) -> FileDiff {
        FileDiff {
            path: path.into(),
            moved_from: moved_from.map(Into::into),
            added: lines,
            removed: 0,
            unified: (1..=lines).map(|line| format!("+{line}\n")).collect(),
        }
    }

    #[test]
    fn a_call_is_a_line_and_what_says_more() {
        let check = |tool: &str, outcome, content: &str, display: Display, change_seen, expected: &str| {
            let call = Call { tool, subject: "", outcome, content, display: &display, change_seen, duration_ms: 3 };
            assert_eq!(super::call(&call, Style::PLAIN, TEXTS), expected);
        };
        let files = || Display::Diff { files: vec![file("a", None, 1), file("b", None, 2)] };
        check(
            "edit",
            CallOutcome::Completed,
            "ok",
            files(),
            false,
            "✓ edit  3 ms\n  a  +1 -0\n  +1\n  b  +2 -0\n  +1\n  +2\n",
        );
        check("edit", CallOutcome::Completed, "ok", files(), true, "✓ edit  +3 -0  3 ms\n");
        check("edit", CallOutcome::Failed, "gone", files(), true, "✗ edit  3 ms\n  gone\n");
        check("nosuch", CallOutcome::Failed, "", Display::Plain, false, "✗ nosuch  3 ms\n");
    }

    #[test]
    fn a_file_that_only_moves_has_no_size() {
        let shown = |file: &FileDiff| diff(file, 2, Style::PLAIN, TEXTS);
        assert_eq!(shown(&file("new", Some("old"), 0)), "  old → new\n");
        assert_eq!(shown(&file("new", Some("old"), 1)), "  old → new  +1 -0\n  +1\n");
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let shown =
            |lines| diff(&file("a", None, lines), 2, Style::PLAIN, TEXTS).lines().skip(1).collect::<Vec<_>>().join("|");
        assert_eq!(shown(2), "  +1|  +2");
        assert_eq!(shown(3), "  +1|  +2|  +3", "the line that tells it would be no shorter");
        assert_eq!(shown(4), "  +1|  +2|  … 2 more lines");
        let lines: Vec<String> = (1..=300).map(|line| line.to_string()).collect();
        assert!(tail(&lines.join("\n"), Style::PLAIN, TEXTS).starts_with("  … 288 earlier lines\n  289\n"));
    }
}
