//! The actor of a session. One task owns the state and takes a closed set of inputs; nothing else changes it.

use crate::{
    OpenModel, SessionParts, SessionState, Standing, Step, Subscription,
    activity::{Activity, Happened},
    grants::CurrentRules,
    jobs::JobDesk,
    next_step,
    replay::Replay,
    standing::Ends,
    subscribe::{Backlog, Subscribers},
};
use reasonix_model::Head;
use reasonix_prompt::Transcript;
use reasonix_protocol::{
    Answer, Body, EVENT_VERSION, Event, Live, LiveBody, Op, Problem, Scope, SessionId, TurnEnd, WaitBody, WaitId,
};
use reasonix_stdx::clock;
use reasonix_store::{Blobs, Journal, JournalReader, WriterLock};
use reasonix_tool::PrivateFolder;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// Everything that can reach a session from outside.
enum Input {
    Op(Op),
    /// What the session works with, made anew.
    Adopt(Box<SessionParts>),
    Subscribe {
        from_seq: u64,
        reply: oneshot::Sender<Result<Subscription, Problem>>,
    },
}

/// A way to a running session. Cheap to clone; the actor ends when it is closed or the last handle is gone.
#[derive(Debug, Clone)]
pub struct SessionHandle {
    id: SessionId,
    opened_seq: u64,
    inbox: mpsc::UnboundedSender<Input>,
}

impl SessionHandle {
    pub const fn id(&self) -> &SessionId {
        &self.id
    }

    /// The number of the event by which this process opened the session; what was found then stands behind it.
    pub const fn opened_seq(&self) -> u64 {
        self.opened_seq
    }

    /// Sends an op. The error means that the session is closed.
    pub fn submit(&self, op: Op) -> Result<(), Problem> {
        self.inbox.send(Input::Op(op)).map_err(|_| self.closed())
    }

    /// Durable events from `from_seq` on (1 is the first), then everything as it happens.
    pub async fn subscribe(&self, from_seq: u64) -> Result<Subscription, Problem> {
        let (reply, answer) = oneshot::channel();
        self.inbox.send(Input::Subscribe { from_seq, reply }).map_err(|_| self.closed())?;
        answer.await.map_err(|_| self.closed())?
    }

    /// Gives the session other parts, by a configuration that has changed: they count from the next step on. What the
    /// model has read stays as it is.
    pub fn adopt(&self, parts: SessionParts) {
        // A session that is closed needs none.
        let _ = self.inbox.send(Input::Adopt(Box::new(parts)));
    }

    /// Closes the session and waits until it has let go of its files.
    pub async fn close(&self) {
        if self.submit(Op::Close).is_ok() {
            self.inbox.closed().await;
        }
    }

    /// Whether the actor has ended.
    pub fn is_closed(&self) -> bool {
        self.inbox.is_closed()
    }

    fn closed(&self) -> Problem {
        Problem::new("session_closed").with("session", &self.id)
    }
}

/// State, journal and request body, kept in step: an event is on disk first, then folded, then shown.
pub(crate) struct SessionLog {
    pub state: SessionState,
    /// Absent until the model is asked: who only looks at a session needs none. From then on it grows with each entry.
    pub transcript: Option<Transcript>,
    pub subscribers: Subscribers,
    journal: Journal,
    _lock: WriterLock,
}

impl SessionLog {
    pub(crate) fn new(state: SessionState, journal: Journal, lock: WriterLock) -> Self {
        Self { state, transcript: None, subscribers: Subscribers::default(), journal, _lock: lock }
    }

    /// Appends an event. The error means that the journal cannot be written; the session must end.
    pub(crate) fn record(&mut self, body: Body) -> Result<(), Problem> {
        let turn = match &body {
            Body::TurnStarted { .. } => Some(self.state.next_turn()),
            _ => self.state.turn.as_ref().map(|turn| turn.id),
        };
        let session = self.state.id.clone();
        let event = Event { v: EVENT_VERSION, seq: self.state.seq + 1, session, turn, at: clock::now_ms(), body };
        self.journal.append(&event).map_err(|error| error.problem())?;
        if let (Some(entry), Some(transcript)) = (self.state.apply(&event), &mut self.transcript) {
            transcript.push(&entry);
        }
        self.subscribers.send_event(&event);
        self.journal.sync_in_background();
        Ok(())
    }

    /// Shows something that is not kept.
    pub(crate) fn show(&mut self, body: LiveBody) {
        let turn = self.state.turn.as_ref().map(|turn| turn.id);
        self.subscribers.send_live(&Live { session: self.state.id.clone(), turn, body });
    }

    /// Waits until all is on disk: when a wait opens and when a turn ends.
    pub(crate) async fn sync(&mut self) -> Result<(), Problem> {
        self.journal.sync().await.map_err(|error| error.problem())
    }
}

/// The actor.
pub(crate) struct Session {
    pub log: SessionLog,
    pub parts: SessionParts,
    pub model: OpenModel,
    pub blobs: Blobs,
    /// Where commands put what only this session needs, until it is closed.
    pub private: PrivateFolder,
    pub can_ask: bool,
    pub rules: CurrentRules,
    /// What is running now; while something is, no next step is taken.
    pub activity: Activity,
    pub jobs: JobDesk,
    /// No job is begun any more.
    pub closing: bool,
    /// The turn is to end as soon as what runs has stopped.
    pub interrupting: bool,
    /// A turn that a dead process left open rests until somebody acts on it.
    resting: bool,
    /// Parts that wait for what runs to end.
    pub(crate) fresh_parts: Option<Box<SessionParts>>,
    /// What the watcher was told last.
    told: Option<Standing>,
    ends: Ends,
    inbox: mpsc::UnboundedReceiver<Input>,
}

impl Session {
    pub(crate) fn start(
        log: SessionLog,
        parts: SessionParts,
        model: OpenModel,
        blobs: Blobs,
        can_ask: bool,
        opened_seq: u64,
    ) -> SessionHandle {
        let (sender, inbox) = mpsc::unbounded_channel();
        let handle = SessionHandle { id: log.state.id.clone(), opened_seq, inbox: sender };
        let session = Self {
            log,
            parts,
            model,
            blobs,
            private: PrivateFolder::default(),
            can_ask,
            rules: CurrentRules::new(),
            activity: Activity::None,
            jobs: JobDesk::new(),
            closing: false,
            interrupting: false,
            resting: true,
            fresh_parts: None,
            told: None,
            ends: Ends::default(),
            inbox,
        };
        tokio::spawn(session.run());
        handle
    }

    async fn run(mut self) {
        if let Err(problem) = self.work().await {
            tracing::error!(%problem, session = %self.log.state.id, "the session cannot go on");
            self.activity.cancel();
            self.log.show(LiveBody::OpRefused { problem });
        }
        if let Some(watcher) = &self.parts.watcher {
            watcher.gone(&self.log.state.id);
        }
    }

    /// Until the session is closed. The error is one that no op can mend.
    async fn work(&mut self) -> Result<(), Problem> {
        loop {
            self.advance().await?;
            self.tell_standing();
            tokio::select! {
                input = self.inbox.recv() => match input {
                    Some(Input::Op(Op::Close)) | None => return self.close().await,
                    Some(input) => self.take(input)?,
                },
                happened = self.activity.next() => self.take_happened(happened)?,
                happened = self.jobs.next(self.parts.job_quiet_limit) => self.take_job(happened)?,
            }
        }
    }

    /// Carries out steps until something has to be waited for.
    async fn advance(&mut self) -> Result<(), Problem> {
        while self.activity.is_none() && !self.resting {
            self.adopt_fresh_parts();
            if self.interrupting {
                self.end_interrupted().await?;
                continue;
            }
            match next_step(&self.log.state) {
                Step::Idle | Step::Await(_) => return Ok(()),
                Step::Sample => self.sample()?,
                Step::Decide(calls) => self.decide(&calls).await?,
                Step::RunCalls(calls) => self.run_calls(&calls).await?,
                Step::EndTurn(end) => self.end_turn(end).await?,
            }
        }
        Ok(())
    }

    fn take(&mut self, input: Input) -> Result<(), Problem> {
        match input {
            Input::Subscribe { from_seq, reply } => {
                let _ = reply.send(self.subscribe(from_seq));
                Ok(())
            }
            Input::Adopt(parts) => {
                self.fresh_parts = Some(parts);
                if self.activity.is_none() {
                    self.adopt_fresh_parts();
                }
                Ok(())
            }
            Input::Op(op) => {
                if let Err(problem) = self.take_op(op)? {
                    self.log.show(LiveBody::OpRefused { problem });
                }
                Ok(())
            }
        }
    }

    /// The outer error ends the session, the inner one refuses the op.
    fn take_op(&mut self, op: Op) -> Result<Result<(), Problem>, Problem> {
        match op {
            Op::StartTurn { input } => {
                if self.log.state.turn.is_some() && !self.resting {
                    return Ok(Err(Problem::new("turn_running")));
                }
                self.start_turn(input)?;
                self.resting = false;
            }
            Op::Interrupt => {
                if self.log.state.turn.is_none() {
                    return Ok(Err(Problem::new("no_turn")));
                }
                self.interrupting = true;
                self.resting = false;
                self.activity.cancel();
            }
            Op::Resolve { wait, answer } => return self.resolve(wait, answer),
            Op::Configure { model, effort, mode, posture } => {
                let changes_head = model.is_some() || effort.is_some();
                match model.as_deref().map(|reference| self.parts.models.open(reference)) {
                    Some(Ok(opened)) => self.model = opened,
                    Some(Err(problem)) => return Ok(Err(problem)),
                    None => {}
                }
                self.log.record(Body::Configured { model, effort, mode, posture })?;
                if changes_head {
                    self.log.transcript = None;
                }
            }
            Op::StopJob { job } => return Ok(self.stop_job(&job)),
            Op::Close => {}
        }
        Ok(Ok(()))
    }

    fn resolve(&mut self, wait: WaitId, answer: Answer) -> Result<Result<(), Problem>, Problem> {
        if !self.log.state.waits.contains_key(&wait) {
            return Ok(Err(Problem::new("wait_not_open").with("wait", wait)));
        }
        if let Err(problem) = self.save_grants(wait, &answer) {
            // The yes still holds for this session.
            self.log.record(Body::Notice { notice: problem })?;
        }
        self.log.record(Body::WaitResolved { wait, answer })?;
        self.resting = false;
        Ok(Ok(()))
    }

    /// Keeps the rules or folders of a yes for good, before the answer counts.
    fn save_grants(&self, wait: WaitId, answer: &Answer) -> Result<(), Problem> {
        let Some(scope @ (Scope::Always | Scope::Prefix)) = answer.scope() else { return Ok(()) };
        let Some(WaitBody::Approval { offers, .. }) = self.log.state.waits.get(&wait).map(|wait| &wait.body) else {
            return Ok(());
        };
        match offers.iter().find(|offer| offer.scope == scope) {
            Some(offer) if !offer.folders.is_empty() => self.parts.grants.open(&offer.folders),
            Some(offer) => self.parts.grants.add(&offer.rules),
            None => Ok(()),
        }
    }

    /// The conversation as the model reads it; from the journal, where it is the first time, and for another model or
    /// another head.
    pub(crate) fn transcript(&mut self) -> Result<&Transcript, Problem> {
        let transcript = match self.log.transcript.take() {
            Some(transcript) => transcript,
            None => self.encode_journal()?,
        };
        Ok(self.log.transcript.insert(transcript))
    }

    fn encode_journal(&self) -> Result<Transcript, Problem> {
        let mut state = SessionState::new(self.log.state.id.clone());
        let mut said = Replay::default();
        for event in self.read_journal()? {
            said.take(&event.map_err(|error| error.problem())?, &mut state);
        }
        let mut transcript = Transcript::new(Arc::clone(&self.model.provider), &self.head());
        for said in said.entries(&state.settings.model) {
            transcript.push(&said.entry);
        }
        Ok(transcript)
    }

    /// What stands before the first entry.
    fn head(&self) -> Head {
        let (model, state) = (&self.model, &self.log.state);
        Head {
            model: model.name.clone(),
            system: state.system.clone(),
            tools: self.parts.pipeline.registry.definitions(),
            max_output_tokens: model.max_output_tokens,
            temperature: model.temperature,
            effort: state.settings.effort.clone().or_else(|| model.default_effort.clone()),
        }
    }

    fn subscribe(&mut self, from_seq: u64) -> Result<Subscription, Problem> {
        let backlog = Backlog::new(self.read_journal()?, from_seq, self.log.state.seq);
        let so_far = self.live_so_far();
        Ok(self.log.subscribers.add(backlog, so_far))
    }

    fn read_journal(&self) -> Result<JournalReader, Problem> {
        JournalReader::open(self.log.journal.path()).map_err(|error| error.problem())
    }

    /// Tells the watcher how the session stands, if that is news.
    fn tell_standing(&mut self) {
        let Some(watcher) = &self.parts.watcher else { return };
        let is_watched = self.log.subscribers.any();
        let standing = Standing::of(&self.log.state, &self.activity, self.resting, is_watched, self.ends);
        if self.told.as_ref() != Some(&standing) {
            watcher.stands(&self.log.state.id, &standing);
            self.told = Some(standing);
        }
    }

    /// Stops what runs and lets go of the journal. A turn that waits for the user stays open and goes on waiting.
    async fn close(&mut self) -> Result<(), Problem> {
        if !self.activity.is_none() {
            self.interrupting = true;
            self.activity.cancel();
            // A call may be about to begin a job, and waits for the answer.
            while !self.activity.is_none() {
                tokio::select! {
                    happened = self.activity.next() => self.take_happened(happened)?,
                    happened = self.jobs.next(None) => self.take_job(happened)?,
                }
            }
            self.end_interrupted().await?;
        }
        self.stop_jobs().await?;
        self.log.record(Body::SessionClosed)?;
        self.log.sync().await
    }

    fn take_happened(&mut self, happened: Happened) -> Result<(), Problem> {
        match happened {
            Happened::Progress(progress) => self.take_progress(progress),
            Happened::Sampled { result, duration } => self.take_sample(result, duration)?,
            Happened::Reported(report) => self.take_report(report)?,
        }
        Ok(())
    }

    async fn end_interrupted(&mut self) -> Result<(), Problem> {
        self.interrupting = false;
        self.cancel_open_calls()?;
        self.end_turn(TurnEnd::Interrupted).await
    }

    async fn end_turn(&mut self, end: TurnEnd) -> Result<(), Problem> {
        if self.log.state.turn.is_some() {
            // Now, while it is sure who gets to see it.
            self.ends.missed += u32::from(end != TurnEnd::Interrupted && !self.log.subscribers.any());
            self.ends.all += 1;
            self.log.record(Body::TurnEnded { end })?;
            self.log.sync().await?;
        }
        Ok(())
    }
}
