//! The thread that starts confined processes. The system ends a confined process with the thread that started it, so it
//! must be one that lasts as long as this program, which no thread of a runtime promises.

use std::{
    io,
    sync::{OnceLock, mpsc},
    thread,
};

type Task = Box<dyn FnOnce() + Send>;

/// Runs `start` on that thread, within the runtime of the caller, and waits for its result.
pub(super) fn on_lasting_thread<T: Send + 'static>(
    start: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    static TASKS: OnceLock<mpsc::Sender<Task>> = OnceLock::new();
    let gone = || io::Error::other("the thread that starts processes is gone");
    let runtime = tokio::runtime::Handle::current();
    let (give, result) = mpsc::sync_channel(1);
    let task = Box::new(move || {
        let _within = runtime.enter();
        let _ = give.send(start());
    });
    let tasks = TASKS.get_or_init(|| {
        let (sender, tasks) = mpsc::channel::<Task>();
        let run = move || tasks.into_iter().for_each(|task| task());
        // Without it every start fails, and says so.
        let _ = thread::Builder::new().name("starter".to_owned()).spawn(run);
        sender
    });
    tasks.send(task).map_err(|_| gone())?;
    result.recv().map_err(|_| gone())?
}
