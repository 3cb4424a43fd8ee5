//! The figures that are measured, with their targets, and the tables they are shown in.

use serde_json::{Map, Value};
use std::{collections::BTreeMap, fmt::Write as _};

/// A figure.
pub(crate) struct Figure {
    /// As the measuring programs name it.
    key: &'static str,
    title: &'static str,
    unit: &'static str,
    decimals: usize,
    /// At most this; `None` where nothing was promised.
    target: Option<f64>,
}

/// What `bench` measures.
pub(crate) const ENGINE: &[Figure] = &[
    figure("version_ms", "`reasonix --version`", "ms", 1, Some(5.0)),
    figure("start_ms", "start → first request", "ms", 1, Some(25.0)),
    figure("request_bytes", "size of the first request", "bytes", 0, Some(20_000.0)),
    figure("step_first_openai_ms", "step overhead, calls 1–20, `openai`", "ms", 2, Some(3.0)),
    figure("step_last_openai_ms", "step overhead, calls 181–200, `openai`", "ms", 2, Some(3.0)),
    figure("step_first_anthropic_ms", "step overhead, calls 1–20, `anthropic`", "ms", 2, Some(3.0)),
    figure("step_last_anthropic_ms", "step overhead, calls 181–200, `anthropic`", "ms", 2, Some(3.0)),
    figure("confined_ms", "a command: confined, over unconfined", "ms", 2, None),
    figure("rss_20_mib", "peak memory, 20 calls", "MiB", 1, Some(25.0)),
    figure("rss_200_mib", "peak memory, 200 calls", "MiB", 1, Some(30.0)),
    figure("decide_p50_us", "permission decision, 200 characters, 500 rules, median", "µs", 1, None),
    figure("decide_p99_us", "permission decision, as clocked, p99", "µs", 1, Some(100.0)),
    figure("decide_slowest_us", "permission decision, median of the slowest command", "µs", 1, Some(100.0)),
    figure("decide_fixed_times", "a loop of fixed work beside it, p99 to median", "×", 2, None),
    figure("journal_append_us", "journal: append one event", "µs", 1, None),
    figure("journal_open_ms", "journal: read 10,000 events", "ms", 1, None),
];

/// What `bench desktop` measures.
pub(crate) const DESKTOP: &[Figure] = &[
    figure("window_painted_ms", "desktop: start → painted", "ms", 0, None),
    figure("window_painted_bare_ms", "an empty window: start → painted", "ms", 0, None),
    figure("window_painted_times", "desktop: start, times an empty window's", "×", 2, Some(1.3)),
    figure("window_memory_mib", "desktop: memory at rest, all processes", "MiB", 0, None),
    figure("window_memory_bare_mib", "an empty window: memory at rest, all processes", "MiB", 0, None),
    figure("window_memory_times", "desktop: memory at rest, times an empty window's", "×", 2, Some(1.3)),
    figure("window_memory_bare_alike_mib", "an empty window painted without OpenGL: memory at rest", "MiB", 0, None),
    figure("page_script_kb", "page: JavaScript it begins with, gzip", "kB", 0, Some(350.0)),
    figure("page_open_ms", "page: 10,000 rows, chosen → shown", "ms", 0, None),
    figure("page_shown_ms", "page: 10,000 rows, arrived → shown", "ms", 0, Some(300.0)),
    figure("page_wheel_p50_ms", "page: frames, turning the wheel, median", "ms", 1, None),
    figure("page_wheel_p99_ms", "page: frames, turning the wheel, p99", "ms", 1, Some(32.0)),
    figure("page_wheel_max_ms", "page: frames, turning the wheel, longest", "ms", 1, None),
    figure("page_scroll_p50_ms", "page: frames, end → start in one sweep, median", "ms", 1, None),
    figure("page_scroll_p99_ms", "page: frames, end → start in one sweep, p99", "ms", 1, Some(32.0)),
    figure("page_scroll_max_ms", "page: frames, end → start in one sweep, longest", "ms", 1, None),
    figure("page_stream_p50_ms", "page: frames, 500 tokens/s, median", "ms", 1, None),
    figure("page_stream_p99_ms", "page: frames, 500 tokens/s, p99", "ms", 1, Some(32.0)),
    figure("page_stream_max_ms", "page: frames, 500 tokens/s, longest", "ms", 1, None),
    figure("page_stream_rate", "page: text that came in meanwhile", "characters/s", 0, None),
    figure("page_stream_busy_percent", "page: main thread busy, 500 tokens/s", "%", 0, None),
    figure("page_idle_own_percent", "page: scripts, layout, styles at rest", "%", 1, Some(0.0)),
    figure("page_idle_percent", "page: processor, long session at rest", "%", 1, None),
    figure("page_idle_bare_percent", "an empty page: processor at rest", "%", 1, None),
    figure("window_long_open_ms", "desktop: 10,000 rows, chosen → shown", "ms", 0, None),
    figure("window_long_memory_mib", "desktop: memory, 10,000 rows open, all processes", "MiB", 0, None),
    figure("window_long_memory_times", "desktop: the same, times an empty window's", "×", 2, Some(1.3)),
    figure("window_long_memory_alike_times", "desktop: the same, times that of one without OpenGL", "×", 2, None),
    figure("window_idle_percent", "desktop: processor, long session at rest", "%", 1, Some(0.0)),
    figure("window_idle_caret_percent", "desktop: the same, with a caret that blinks", "%", 1, None),
    figure("window_wheel_p50_ms", "desktop: frames, turning the wheel, median", "ms", 1, None),
    figure("window_wheel_p99_ms", "desktop: frames, turning the wheel, p99", "ms", 1, Some(32.0)),
    figure("window_wheel_max_ms", "desktop: frames, turning the wheel, longest", "ms", 1, None),
    figure("window_stream_p50_ms", "desktop: frames, 500 tokens/s, median", "ms", 1, None),
    figure("window_stream_p99_ms", "desktop: frames, 500 tokens/s, p99", "ms", 1, Some(32.0)),
    figure("window_stream_max_ms", "desktop: frames, 500 tokens/s, longest", "ms", 1, None),
    figure("window_stream_busy_percent", "desktop: page's main thread busy, 500 tokens/s", "%", 0, Some(50.0)),
];

const fn figure(
    key: &'static str,
    title: &'static str,
    unit: &'static str,
    decimals: usize,
    target: Option<f64>,
) -> Figure {
    Figure { key, title, unit, decimals, target }
}

impl Figure {
    fn show(&self, value: Option<f64>) -> String {
        value.map_or_else(|| "–".to_owned(), |value| format!("{value:.*} {}", self.decimals, self.unit))
    }

    /// As it is shown, so that nothing is over a target that it is shown to keep.
    fn rounded(&self, value: f64) -> f64 {
        format!("{value:.*}", self.decimals).parse().unwrap_or(value)
    }

    fn target(&self) -> String {
        self.target.map_or_else(|| "–".to_owned(), |target| format!("≤ {target} {}", self.unit))
    }
}

/// The committed figures by title, as they were written down.
pub(crate) fn committed(page: &str) -> BTreeMap<String, String> {
    let rows = page.lines().filter_map(|line| {
        let mut cells = line.trim().strip_prefix('|')?.split('|').map(str::trim);
        Some((cells.next()?.to_owned(), cells.next()?.to_owned()))
    });
    rows.collect()
}

/// The table for the terminal.
pub(crate) fn table(figures: &[Figure], measured: &Map<String, Value>, committed: &BTreeMap<String, String>) -> String {
    let mut table = String::new();
    let mut row = |what: &str, now: &str, before: &str, target: &str, verdict: &str| {
        let line = format!("{what:<58}{now:>14}{before:>14}{target:>16}  {verdict}");
        let _ = writeln!(table, "{}", line.trim_end());
    };
    row("", "measured", "committed", "target", "");
    for figure in figures {
        let value = measured.get(figure.key).and_then(Value::as_f64);
        let before = committed.get(figure.title).map_or("–", String::as_str);
        let is_over = value.zip(figure.target).is_some_and(|(value, target)| figure.rounded(value) > target);
        let verdict = if is_over { "over the target" } else { "" };
        row(&figure.title.replace('`', ""), &figure.show(value), before, &figure.target(), verdict);
    }
    table
}

/// The table for the page.
pub(crate) fn record(figures: &[Figure], measured: &Map<String, Value>) -> String {
    let mut table = "| what | measured | target |\n|---|---|---|\n".to_owned();
    for figure in figures {
        let value = figure.show(measured.get(figure.key).and_then(Value::as_f64));
        let _ = writeln!(table, "| {} | {value} | {} |", figure.title, figure.target());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured() -> Map<String, Value> {
        serde_json::from_str(r#"{"version_ms": 6.04, "request_bytes": 12345}"#).unwrap()
    }

    #[test]
    fn what_is_recorded_is_read_back() {
        let committed = committed(&record(ENGINE, &measured()));
        assert_eq!(committed.get("`reasonix --version`").map(String::as_str), Some("6.0 ms"));
        assert_eq!(committed.get("size of the first request").map(String::as_str), Some("12345 bytes"));
        assert_eq!(committed.get("peak memory, 20 calls").map(String::as_str), Some("–"));
    }

    #[test]
    fn the_table_tells_what_is_over() {
        let table = table(ENGINE, &measured(), &committed("| `reasonix --version` | 4.1 ms | ≤ 5 ms |"));
        let line = |what: &str| table.lines().find(|line| line.starts_with(what)).unwrap().to_owned();
        assert!(line("reasonix --version").ends_with("≤ 5 ms  over the target"), "{table}");
        assert!(line("reasonix --version").contains("4.1 ms"), "{table}");
        assert!(!line("size of the first").contains("over"), "{table}");
    }
}
