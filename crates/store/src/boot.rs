//! Which boot of the machine this is. After a power loss nobody knows what a call that was decided under another boot
//! has done.

/// The kernel's boot id on Linux. Elsewhere one fixed word: there, a restart of the machine is not noticed, and calls
/// that had not started are taken as not started.
pub fn boot_id() -> String {
    std::fs::read_to_string("/proc/sys/kernel/random/boot_id")
        .map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned())
}
