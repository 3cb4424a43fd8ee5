//! Whether a failed attempt is followed by another, and when. Pure: it is told what happened and what time it is.

use crate::{RetryPolicy, fault::Fault};
use reasonix_model::FailureKind;
use std::time::{Duration, Instant};

/// The attempts of one request.
#[derive(Debug)]
pub(crate) struct Schedule {
    policy: RetryPolicy,
    /// How long one attempt to connect may take.
    connect: Duration,
    retries: u32,
    idle: u32,
    /// Since when no connection has come about.
    unreachable_since: Option<Instant>,
    attempt_began: Instant,
}

impl Schedule {
    pub(crate) const fn new(policy: RetryPolicy, connect: Duration, now: Instant) -> Self {
        Self { policy, connect, retries: 0, idle: 0, unreachable_since: None, attempt_began: now }
    }

    /// The number of attempts after the first.
    pub(crate) const fn retries(&self) -> u32 {
        self.retries
    }

    /// An attempt begins.
    pub(crate) const fn begin(&mut self, now: Instant) {
        self.attempt_began = now;
    }

    /// How long to wait before the next attempt; `None` if `fault` is final. `chance` in 0..=1 spreads the delays of
    /// many clients.
    pub(crate) fn after(&mut self, fault: &Fault, now: Instant, chance: f64) -> Option<Duration> {
        if !fault.passing || self.retries >= self.policy.max_retries {
            return None;
        }
        let delay = self.delay(fault, chance)?;
        match fault.kind {
            FailureKind::Unreachable => {
                let since = *self.unreachable_since.get_or_insert(self.attempt_began);
                // The attempt that would follow must have ended inside the window too.
                if now.duration_since(since) + delay + self.connect > self.policy.unreachable_window {
                    return None;
                }
            }
            FailureKind::TimedOut => {
                self.unreachable_since = None;
                self.idle += 1;
                if self.idle > self.policy.idle_retries {
                    return None;
                }
            }
            _ => self.unreachable_since = None,
        }
        self.retries += 1;
        Some(delay)
    }

    /// What the vendor asks for, or an exponential delay. `None` if the vendor asks for more than anyone should sit out.
    fn delay(&self, fault: &Fault, chance: f64) -> Option<Duration> {
        let jitter = self.policy.jitter.mul_f64(chance.clamp(0.0, 1.0));
        match fault.retry_after {
            Some(wait) if wait > self.policy.retry_after_cap => None,
            Some(wait) if !wait.is_zero() => Some(wait + jitter),
            _ => Some(self.policy.base.saturating_mul(1 << self.retries.min(16)).min(self.policy.cap) + jitter),
        }
    }
}

/// A `Retry-After` header: seconds, or a date of which `now_ms` (since the Unix epoch) is subtracted.
pub(crate) fn parse_retry_after(value: &str, now_ms: u64) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = jiff::fmt::rfc2822::parse(value).ok()?;
    let ms = u64::try_from(date.timestamp().as_millisecond()).ok()?;
    Some(Duration::from_millis(ms.saturating_sub(now_ms)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn delays(policy: RetryPolicy, fault: &Fault, each_takes: Duration) -> Vec<u128> {
        let mut now = Instant::now();
        let mut schedule = Schedule::new(policy, Duration::from_secs(4), now);
        let mut seen = Vec::new();
        loop {
            schedule.begin(now);
            now += each_takes;
            let Some(delay) = schedule.after(fault, now, 0.0) else { return seen };
            seen.push(delay.as_millis());
            now += delay;
        }
    }

    #[test]
    fn delays_double_up_to_the_cap() {
        let fault = Fault::new(FailureKind::ServerError, "");
        let expected = [500, 1000, 2000, 4000, 8000, 15000, 15000, 15000, 15000, 15000];
        assert_eq!(delays(RetryPolicy::default(), &fault, MS), expected);
        let mut schedule = Schedule::new(RetryPolicy::default(), MS, Instant::now());
        assert_eq!(schedule.after(&fault, Instant::now(), 1.0), Some(750 * MS));
    }

    #[test]
    fn a_vendor_is_obeyed_up_to_the_cap() {
        let waiting = |seconds| Fault {
            retry_after: Some(Duration::from_secs(seconds)),
            ..Fault::new(FailureKind::RateLimited, "")
        };
        let policy = RetryPolicy { max_retries: 2, ..RetryPolicy::default() };
        assert_eq!(delays(policy, &waiting(7), MS), [7000, 7000]);
        assert_eq!(delays(policy, &waiting(60), MS), [60000, 60000]);
        assert_eq!(delays(policy, &waiting(61), MS), []);
        assert_eq!(delays(policy, &waiting(0), MS), [500, 1000]);
    }

    #[test]
    fn an_unreachable_server_is_given_up_inside_the_window() {
        let fault = Fault::new(FailureKind::Unreachable, "");
        assert_eq!(delays(RetryPolicy::default(), &fault, MS), [500, 1000, 2000, 4000]);
        assert_eq!(delays(RetryPolicy::default(), &fault, Duration::from_secs(4)), [500]);
    }

    #[test]
    fn silence_is_tried_once_more_and_lasting_faults_never() {
        assert_eq!(delays(RetryPolicy::default(), &Fault::new(FailureKind::TimedOut, ""), MS), [500]);
        assert_eq!(delays(RetryPolicy::default(), &Fault::new(FailureKind::Unauthorized, ""), MS), []);
        assert_eq!(delays(RetryPolicy::default(), &Fault::lasting(FailureKind::Unreachable, ""), MS), []);
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let check = |value: &str, expected: Option<u64>| {
            let now = 784_111_777_000; // Sun, 06 Nov 1994 08:49:37 GMT
            assert_eq!(parse_retry_after(value, now), expected.map(Duration::from_millis), "{value}");
        };
        check("2", Some(2000));
        check(" 0.5 ", Some(500));
        check("Sun, 06 Nov 1994 08:49:47 GMT", Some(10000));
        check("Sun, 06 Nov 1994 08:49:07 GMT", Some(0));
        check("-1", None);
        check("soon", None);
        check("inf", None);
    }
}
