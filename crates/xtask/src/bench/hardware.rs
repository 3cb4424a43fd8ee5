//! The machine that was measured, in a line.

use std::{fs, thread};

/// Processor, cores, memory and kernel, as far as the system tells.
pub(crate) fn describe() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let parts = [field("/proc/cpuinfo", "model name"), Some(format!("{cores} cores")), memory(), kernel()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn memory() -> Option<String> {
    let kib: u64 = field("/proc/meminfo", "MemTotal")?.split_whitespace().next()?.parse().ok()?;
    Some(format!("{} GiB", (kib + (1 << 19)) >> 20))
}

fn kernel() -> Option<String> {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").ok()?;
    // What stands behind the number names a build of the kernel, which tells nobody anything.
    let number = release.trim().split('-').next()?;
    Some(format!("{} {number}", std::env::consts::OS))
}

/// The first value of a field in a file of `name: value` lines.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    line.split_once(':').map(|(_, value)| value.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cores_are_always_told() {
        assert!(describe().contains(" cores"), "{}", describe());
    }
}
