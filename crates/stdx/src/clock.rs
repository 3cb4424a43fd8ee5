//! The wall clock, in one place so that no other crate reads it directly.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Milliseconds since the Unix epoch (UTC).
pub fn now_ms() -> u64 {
    system_now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
}

/// The system's wall clock.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the wall clock")]
pub fn system_now() -> SystemTime {
    SystemTime::now()
}

/// `2026-11-30 05:23:31` in UTC, for lists that people read. Times that cannot be shown become `-`.
pub fn format_utc(ms: u64) -> String {
    timestamp(ms).map_or_else(|| "-".to_owned(), |time| time.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

/// `2026-11-30`, in the machine's local time zone, falling back to UTC.
pub fn local_date(ms: u64) -> String {
    timestamp(ms).map_or_else(
        || "-".to_owned(),
        |time| time.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d").to_string(),
    )
}

/// `2026-11-30 13:23`, in the machine's local time zone, falling back to UTC.
pub fn local_minute(ms: u64) -> String {
    timestamp(ms).map_or_else(
        || "-".to_owned(),
        |time| time.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string(),
    )
}

/// `20261130-052331` in UTC: sorts as text like it sorts in time.
pub fn compact_utc(ms: u64) -> String {
    timestamp(ms).map_or_else(|| "0".to_owned(), |time| time.strftime("%Y%m%d-%H%M%S").to_string())
}

fn timestamp(ms: u64) -> Option<jiff::Timestamp> {
    jiff::Timestamp::from_millisecond(i64::try_from(ms).ok()?).ok()
}

/// `340 ms`, `2.1 s`, `3 m 05 s`: a duration as people read it.
pub fn format_duration(duration: Duration) -> String {
    let ms = duration.as_millis();
    let seconds = duration.as_secs();
    if ms < 1000 {
        format!("{ms} ms")
    } else if seconds < 60 {
        format!("{:.1} s", duration.as_secs_f64())
    } else {
        format!("{} m {:02} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_well() {
        assert_eq!(format_utc(1_796_016_211_000), "2026-11-30 05:23:31");
        assert_eq!(compact_utc(1_796_016_211_999), "20261130-052331");
        assert_eq!(format_utc(u64::MAX), "-");
        assert_eq!(format_duration(Duration::from_millis(340)), "340 ms");
        assert_eq!(format_duration(Duration::from_millis(2_140)), "2.1 s");
        assert_eq!(format_duration(Duration::from_secs(185)), "3 m 05 s");
    }
}
