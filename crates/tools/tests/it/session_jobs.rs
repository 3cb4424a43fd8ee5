//! Plays the session for background jobs: answers their messages and remembers what the model has seen.

use reasonix_protocol::{CallId, JobEnd, JobId, JobSeen};
use reasonix_tool::{JobMessage, JobRefusal, JobStop, JobTicket, Jobs, KnownJob, NewJob};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};
use tokio::sync::{mpsc, watch};

/// The jobs of a bench.
#[derive(Default)]
pub(crate) struct SessionJobs {
    all: Arc<Mutex<Vec<Kept>>>,
    /// So many may be begun; `None` is as many as are wanted.
    pub most: Option<usize>,
    sender: Option<mpsc::UnboundedSender<JobMessage>>,
}

struct Kept {
    job: KnownJob,
    mark: String,
    tell: watch::Sender<Option<JobEnd>>,
    shown: String,
}

impl SessionJobs {
    /// What a call is given. Must be called inside a runtime.
    pub(crate) fn of_call(&mut self, folder: &Path) -> Jobs {
        let sender = self.sender.get_or_insert_with(|| {
            let (sender, inbox) = mpsc::unbounded_channel();
            tokio::spawn(answer(inbox, sender.clone(), Arc::clone(&self.all), folder.to_path_buf(), self.most));
            sender
        });
        let known = self.all.lock().unwrap().iter().map(|kept| kept.job.clone()).collect();
        Jobs::new(CallId(1), known, sender.clone())
    }

    pub(crate) fn see(&self, seen: &[JobSeen]) {
        for seen in seen {
            for kept in self.all.lock().unwrap().iter_mut().filter(|kept| kept.job.id == seen.job) {
                kept.job.read_to = seen.read_to;
            }
        }
    }

    /// Counts the jobs, for somebody beside a running call.
    pub(crate) fn watch(&self) -> impl Fn() -> usize + Send + use<> {
        let all = Arc::clone(&self.all);
        move || all.lock().unwrap().len()
    }

    pub(crate) fn end(&self, id: &str) -> Option<JobEnd> {
        self.with(id, |kept| kept.job.end.borrow().clone())
    }

    pub(crate) fn shown(&self, id: &str) -> String {
        self.with(id, |kept| kept.shown.clone())
    }

    pub(crate) fn mark(&self, id: &str) -> String {
        self.with(id, |kept| kept.mark.clone())
    }

    pub(crate) fn job(&self, id: &str) -> KnownJob {
        self.with(id, |kept| kept.job.clone())
    }

    fn with<T>(&self, id: &str, look: impl Fn(&Kept) -> T) -> T {
        let all = self.all.lock().unwrap();
        look(all.iter().find(|kept| kept.job.id.0 == id).unwrap())
    }
}

async fn answer(
    mut inbox: mpsc::UnboundedReceiver<JobMessage>,
    sender: mpsc::UnboundedSender<JobMessage>,
    all: Arc<Mutex<Vec<Kept>>>,
    folder: PathBuf,
    most: Option<usize>,
) {
    while let Some(message) = inbox.recv().await {
        let mut all = all.lock().unwrap();
        match message {
            JobMessage::Begin { job: NewJob { command, mark, .. }, reply, .. } => {
                if most.is_some_and(|most| all.len() >= most) {
                    let _ = reply.send(Err(JobRefusal::TooMany(all.len())));
                    continue;
                }
                let id = JobId(format!("bash-{}", all.len() + 1));
                let (tell, end) = watch::channel(None);
                let (log, stop) = (folder.join(format!("{id}.log")), JobStop::default());
                let job = KnownJob { id: id.clone(), command, log: log.clone(), read_to: 0, end, stop: stop.clone() };
                let _ = reply.send(Ok(JobTicket::new(id, log, stop, tell.subscribe(), sender.clone(), Arc::default())));
                all.push(Kept { job, mark, tell, shown: String::new() });
            }
            JobMessage::Output { job, text } => {
                all.iter_mut().filter(|kept| kept.job.id == job).for_each(|kept| kept.shown.push_str(&text));
            }
            JobMessage::Ended { job, end, .. } => {
                let ended = all.iter().find(|kept| kept.job.id == job);
                ended.unwrap().tell.send_replace(Some(end));
            }
        }
    }
}
