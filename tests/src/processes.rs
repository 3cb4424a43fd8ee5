//! Running processes, as `/proc` tells of them: which belong to a test, what memory they use, when they began.

use std::{fs, path::PathBuf};

/// The processes whose environment holds this text, such as the path of a throw-away home. Those that have ended and
/// were not collected yet have no environment any more.
pub fn processes_with(text: &str) -> Vec<u32> {
    let numbers = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let own = std::process::id();
    numbers.filter(|id| *id != own && environment_holds(*id, text)).collect()
}

fn environment_holds(id: u32, text: &str) -> bool {
    let environment = fs::read(file(id, "environ")).unwrap_or_default();
    environment.windows(text.len().max(1)).any(|window| window == text.as_bytes())
}

/// The memory that these processes use, in MiB; what several share is divided among them.
pub fn proportional_memory(ids: &[u32]) -> f64 {
    ids.iter().map(|id| kib_of(&fs::read_to_string(file(*id, "smaps_rollup")).unwrap_or_default())).sum::<f64>()
        / 1024.0
}

fn kib_of(rollup: &str) -> f64 {
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

/// When a process began, in milliseconds since the Unix epoch; exact to a hundredth of a second.
pub fn started_at(id: u32) -> Option<f64> {
    let stat = fs::read_to_string(file(id, "stat")).ok()?;
    // The name may hold anything, so what follows is counted from behind it.
    let ticks: f64 = stat.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()?;
    let boot = fs::read_to_string("/proc/stat").ok()?;
    let boot: f64 = boot.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()?;
    Some(boot * 1000.0 + ticks * 10.0)
}

/// The processor time that a process has used with all its threads, in seconds; exact to a hundredth.
pub fn processor_seconds(id: u32) -> f64 {
    seconds_of(&fs::read_to_string(file(id, "stat")).unwrap_or_default())
}

/// As [`processor_seconds`], of the thread alone that the process began with.
pub fn main_thread_seconds(id: u32) -> f64 {
    seconds_of(&fs::read_to_string(file(id, &format!("task/{id}/stat"))).unwrap_or_default())
}

/// In the program and in the kernel for it.
fn seconds_of(stat: &str) -> f64 {
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn file(id: u32, name: &str) -> PathBuf {
    format!("/proc/{id}/{name}").into()
}
