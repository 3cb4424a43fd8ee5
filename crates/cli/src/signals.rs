//! The signals by which a terminal or the system asks the program to end.

/// Ctrl-C, and on Unix the signals that ask a program to end.
pub(crate) struct Signals {
    #[cfg(unix)]
    streams: Vec<tokio::signal::unix::Signal>,
}

impl Signals {
    #[cfg(unix)]
    pub(crate) fn new() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        let ignored = ignored_signals();
        let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        let heeded = kinds.into_iter().filter(|kind| ignored & (1 << (kind.as_raw_value() - 1)) == 0);
        Self { streams: heeded.filter_map(|kind| signal(kind).ok()).collect() }
    }

    #[cfg(unix)]
    pub(crate) async fn next(&mut self) {
        std::future::poll_fn(|cx| {
            let fired = self.streams.iter_mut().any(|stream| stream.poll_recv(cx).is_ready());
            if fired { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
    }

    #[cfg(not(unix))]
    pub(crate) const fn new() -> Self {
        Self {}
    }

    #[cfg(not(unix))]
    pub(crate) async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// The signals that whoever started the program had it ignore, as `nohup` does: bit 0 is signal 1. Listening to one would
/// end the ignoring. Only Linux tells; elsewhere there are none.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
