//! Work that waits for the disk, off the threads that carry the sessions.

use reasonix_protocol::Problem;

/// Does the work on a thread where waiting hurts nobody. Must be called inside a tokio runtime.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a command broke off");
        Err(Problem::new("command_broke_off"))
    })
}
