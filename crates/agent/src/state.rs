//! The state of a session: a fold over its durable events and nothing else.

use crate::{JobState, JobStates};
use reasonix_model::{Entry, OutputPart, ToolCall, ToolResult};
use reasonix_prompt::user_text;
use reasonix_protocol::{
    Answer, Body, CallId, CallOutcome, Content, Decision, Event, JobSeen, Mode, Offer, Part, Posture, Scope, SeenFile,
    SessionId, Settings, TodoItem, TurnEnd, TurnId, Usage, Wait, WaitBody, WaitId,
};
use reasonix_tool::{Args, Denials};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::PathBuf,
};

/// Everything the loop and the front ends need to know of a session.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionState {
    pub id: SessionId,
    /// Of the newest event.
    pub seq: u64,
    pub settings: Settings,
    pub workspace: String,
    pub roots: Vec<String>,
    /// Boot id of the process that opened it last.
    pub boot: String,
    /// The bytes that begin every request.
    pub system: String,
    /// The open turn.
    pub turn: Option<TurnState>,
    /// How the newest ended turn ended.
    pub last_end: Option<TurnEnd>,
    /// Calls of the newest turn whose effect nobody knows, as `tool subject`.
    pub unknown_calls: Vec<String>,
    pub waits: BTreeMap<WaitId, Wait>,
    /// Allow rules that the user gave in this session, in the order they were given.
    pub granted: Vec<String>,
    /// Folders that the user opened for writing in this session, in the order they were opened.
    pub opened: Vec<PathBuf>,
    /// What the sandbox kept commands from, and what may therefore be asked to run without it, once.
    pub denials: Denials,
    /// SHA-256 of each file as the session last saw it, by absolute path.
    pub seen: HashMap<String, String>,
    pub todos: Vec<TodoItem>,
    pub jobs: JobStates,
    pub usage: Usage,
    /// When the newest turn started, in milliseconds since the Unix epoch.
    pub last_turn_at: u64,
    last_turn: u32,
    last_item: u32,
    last_call: u32,
    last_wait: u32,
    wire_ids: HashSet<String>,
    /// Frozen, but their message is not complete yet.
    frozen: Vec<CallState>,
}

/// An open turn.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnState {
    pub id: TurnId,
    pub phase: Phase,
    /// How often each call was sent in this turn, by tool and fingerprint of its arguments.
    repeats: HashMap<(String, [u8; 32]), u32>,
}

/// Where a turn stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// The model is to be asked.
    NeedsModel,
    /// The model's calls are being decided and run.
    Calls(Batch),
    /// Nothing is left but to end the turn.
    Over(TurnEnd),
}

/// The calls of one message.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Batch {
    /// In the model's order.
    pub calls: Vec<CallState>,
    /// How many have their result.
    pub finished: usize,
    /// Where the first one without a result stands, so that a long batch is not searched from its start.
    pub first_open: usize,
}

/// One call.
#[derive(Debug, Clone, PartialEq)]
pub struct CallState {
    pub id: CallId,
    pub wire_id: String,
    pub tool: String,
    /// JSON text.
    pub args: String,
    pub subject: String,
    pub read_only: bool,
    pub stage: CallStage,
    /// How often this turn has sent exactly this call, this one included.
    pub repeats: u32,
}

/// How far a call has come.
#[derive(Debug, Clone, PartialEq)]
pub enum CallStage {
    Frozen,
    Waiting(WaitId),
    /// The user answered; it must be decided again with the answer.
    Answered(Answer),
    /// It may run. The answer that allowed it, if one did, goes with it.
    Allowed(Option<Answer>),
    /// Decided, and the refusal is not yet recorded.
    Refused,
    Started,
    Finished {
        content: String,
        outcome: CallOutcome,
    },
}

impl SessionState {
    /// The state before the first event.
    pub fn new(id: SessionId) -> Self {
        Self {
            id,
            seq: 0,
            settings: Settings { model: String::new(), effort: None, mode: Mode::Normal, posture: Posture::Ask },
            workspace: String::new(),
            roots: Vec::new(),
            boot: String::new(),
            system: String::new(),
            turn: None,
            last_end: None,
            unknown_calls: Vec::new(),
            waits: BTreeMap::new(),
            granted: Vec::new(),
            opened: Vec::new(),
            denials: Denials::default(),
            seen: HashMap::new(),
            todos: Vec::new(),
            jobs: JobStates::default(),
            usage: Usage::default(),
            last_turn_at: 0,
            last_turn: 0,
            last_item: 0,
            last_call: 0,
            last_wait: 0,
            wire_ids: HashSet::new(),
            frozen: Vec::new(),
        }
    }

    pub const fn next_turn(&self) -> TurnId {
        TurnId(self.last_turn + 1)
    }

    pub const fn next_item(&self) -> reasonix_protocol::ItemId {
        reasonix_protocol::ItemId(self.last_item + 1)
    }

    pub const fn next_call(&self) -> CallId {
        CallId(self.last_call + 1)
    }

    pub const fn next_wait(&self) -> WaitId {
        WaitId(self.last_wait + 1)
    }

    /// The model's id for a call if it is usable, else one of our own.
    pub fn unique_wire_id(&self, proposed: &str, call: CallId) -> String {
        let is_free = |id: &str| !id.is_empty() && !self.wire_ids.contains(id);
        if is_free(proposed) {
            return proposed.to_owned();
        }
        let mut own = format!("call_{call}");
        // The model may have taken this one too.
        while !is_free(&own) {
            own.push('_');
        }
        own
    }

    /// The batch of the open turn.
    pub fn batch(&self) -> Option<&Batch> {
        match &self.turn.as_ref()?.phase {
            Phase::Calls(batch) => Some(batch),
            _ => None,
        }
    }

    pub fn call(&self, id: CallId) -> Option<&CallState> {
        find(&self.batch()?.calls, id)
    }

    /// The files of `paths` that the session has seen, as it last saw them.
    pub fn seen_among<'a>(&self, paths: impl Iterator<Item = &'a std::path::Path>) -> Vec<SeenFile> {
        paths
            .filter_map(|path| {
                let path = path.to_str()?;
                let hash = self.seen.get(path)?;
                Some(SeenFile { path: path.to_owned(), hash: hash.clone() })
            })
            .collect()
    }

    /// Takes in one event. Gives back the entry that it adds to the conversation, if it completes one.
    pub fn apply(&mut self, event: &Event) -> Option<Entry> {
        self.seq = event.seq;
        match &event.body {
            Body::SessionOpened { boot, workspace, roots, settings, .. } => {
                self.boot.clone_from(boot);
                self.workspace.clone_from(workspace);
                self.roots.clone_from(roots);
                self.settings.clone_from(settings);
                self.frozen.clear();
            }
            Body::Configured { model, effort, mode, posture } => {
                self.settings.configure(model.as_deref(), effort.as_ref(), *mode, *posture);
            }
            Body::PrefixSet { system } => self.system.clone_from(system),
            Body::TurnStarted { input, context } => return Some(self.start_turn(event, input, context)),
            Body::TurnEnded { end } => self.end_turn(end),
            Body::ItemCompleted { item, parts, cut } => {
                self.last_item = item.0;
                return Some(self.complete_message(parts, *cut));
            }
            Body::StepEnded { usage, .. } => self.end_step(usage),
            Body::StepFailed { problem } => self.set_phase(Phase::Over(TurnEnd::Failed { problem: problem.clone() })),
            Body::CallFrozen { call, wire_id, tool, args, subject, read_only } => {
                self.freeze(*call, wire_id, tool, args, subject, *read_only);
            }
            Body::CallDecided { call, decision, .. } => self.decide(*call, *decision),
            Body::CallStarted { call, escapes } => {
                if let Some(denied) = escapes {
                    self.denials.use_up(*denied);
                }
                self.set_stage(*call, CallStage::Started);
            }
            Body::CallFinished { call, outcome, content, seen, jobs, denied_command, .. } => {
                if let Some(command) = denied_command {
                    self.denials.open(*call, command);
                }
                self.note_seen(seen, jobs);
                return self.finish_call(*call, *outcome, content);
            }
            Body::WaitOpened { wait } => self.open_wait(wait),
            Body::WaitResolved { wait, answer } => self.resolve(*wait, answer),
            Body::TodoChanged { items } => self.todos.clone_from(items),
            Body::JobStarted { job, call, command, cwd, mark } => {
                self.jobs.start(JobState::started(job, *call, command, cwd, mark, event.at));
            }
            Body::JobStalled { job, .. } => self.jobs.stall(job),
            Body::JobEnded { job, end, output_bytes, .. } => self.jobs.end(job, end, *output_bytes, event.at),
            Body::SessionClosed | Body::Notice { .. } => {}
        }
        None
    }

    fn start_turn(&mut self, event: &Event, input: &[Content], context: &str) -> Entry {
        let id = event.turn.unwrap_or_else(|| self.next_turn());
        self.last_turn = id.0;
        self.last_turn_at = event.at;
        self.unknown_calls.clear();
        self.jobs.tell_all();
        self.turn = Some(TurnState { id, phase: Phase::NeedsModel, repeats: HashMap::new() });
        let words: Vec<&str> = input.iter().map(|Content::Text { text }| text.as_str()).collect();
        Entry::User { text: user_text(&words.join("\n"), context) }
    }

    fn end_turn(&mut self, end: &TurnEnd) {
        self.turn = None;
        self.waits.clear();
        self.frozen.clear();
        self.last_end = Some(end.clone());
    }

    fn complete_message(&mut self, parts: &[Part], cut: bool) -> Entry {
        let calls = std::mem::take(&mut self.frozen);
        let output = parts.iter().map(|part| to_output(part, &calls)).collect();
        if !cut && !calls.is_empty() {
            self.set_phase(Phase::Calls(Batch { calls, finished: 0, first_open: 0 }));
        }
        Entry::Assistant { parts: output }
    }

    fn end_step(&mut self, usage: &Usage) {
        self.usage.add(usage);
        let over = self.turn.as_ref().is_some_and(|turn| turn.phase == Phase::NeedsModel);
        if over {
            self.set_phase(Phase::Over(TurnEnd::Completed));
        }
    }

    fn freeze(&mut self, id: CallId, wire_id: &str, tool: &str, args: &str, subject: &str, read_only: bool) {
        self.last_call = id.0;
        self.wire_ids.insert(wire_id.to_owned());
        let repeats = self.turn.as_mut().map_or(1, |turn| {
            let fingerprint = Args::parse(args).map_or([0; 32], |args| args.fingerprint());
            let count = turn.repeats.entry((tool.to_owned(), fingerprint)).or_insert(0);
            *count += 1;
            *count
        });
        self.frozen.push(CallState {
            id,
            wire_id: wire_id.to_owned(),
            tool: tool.to_owned(),
            args: args.to_owned(),
            subject: subject.to_owned(),
            read_only,
            stage: CallStage::Frozen,
            repeats,
        });
    }

    fn decide(&mut self, call: CallId, decision: Decision) {
        let answer = self.call(call).and_then(|call| match &call.stage {
            CallStage::Answered(answer) => Some(answer.clone()),
            _ => None,
        });
        match decision {
            Decision::Allow => self.set_stage(call, CallStage::Allowed(answer)),
            Decision::Deny => self.set_stage(call, CallStage::Refused),
            Decision::Ask => {}
        }
    }

    fn open_wait(&mut self, wait: &Wait) {
        self.last_wait = wait.id.0;
        self.waits.insert(wait.id, wait.clone());
        self.set_stage(wait.call, CallStage::Waiting(wait.id));
    }

    fn resolve(&mut self, id: WaitId, answer: &Answer) {
        let Some(wait) = self.waits.remove(&id) else { return };
        let accepted = match wait.body {
            WaitBody::Approval { offers, .. } => {
                offers.into_iter().find(|offer| answer.scope().is_some_and(|scope| scope == offer.scope))
            }
            WaitBody::Questions { .. } => None,
        };
        let answer = accepted.map_or_else(|| answer.clone(), |offer| self.accept(offer, answer));
        self.set_stage(wait.call, CallStage::Answered(answer));
    }

    /// Takes in what a yes adds. Gives back what it means for the call itself.
    fn accept(&mut self, offer: Offer, answer: &Answer) -> Answer {
        // What was allowed for good is in the project's own list, where it can be forgotten again.
        if offer.scope == Scope::Session {
            self.granted.extend(offer.rules);
        }
        if offer.scope == Scope::Once || offer.folders.is_empty() {
            return answer.clone();
        }
        for folder in offer.folders.into_iter().map(PathBuf::from) {
            if !self.opened.contains(&folder) {
                self.opened.push(folder);
            }
        }
        // The folders are open now. What is left to answer is whether this call may run.
        Answer::Once
    }

    fn note_seen(&mut self, files: &[SeenFile], jobs: &[JobSeen]) {
        for file in files {
            self.seen.insert(file.path.clone(), file.hash.clone());
        }
        self.jobs.see(jobs);
    }

    fn finish_call(&mut self, id: CallId, outcome: CallOutcome, content: &str) -> Option<Entry> {
        if outcome == CallOutcome::Unknown {
            let name = self.call(id).map(|call| format!("{} {}", call.tool, call.subject));
            self.unknown_calls.extend(name);
        }
        self.set_stage(id, CallStage::Finished { content: content.to_owned(), outcome });
        let turn = self.turn.as_mut()?;
        let Phase::Calls(batch) = &mut turn.phase else { return None };
        batch.finished += 1;
        let is_finished = |call: &CallState| matches!(call.stage, CallStage::Finished { .. });
        while batch.calls.get(batch.first_open).is_some_and(is_finished) {
            batch.first_open += 1;
        }
        if batch.finished < batch.calls.len() {
            return None;
        }
        let calls = std::mem::take(&mut batch.calls);
        turn.phase = Phase::NeedsModel;
        Some(Entry::Results { results: calls.into_iter().map(to_result).collect() })
    }

    fn set_phase(&mut self, phase: Phase) {
        if let Some(turn) = &mut self.turn {
            turn.phase = phase;
        }
    }

    fn set_stage(&mut self, id: CallId, stage: CallStage) {
        let Some(TurnState { phase: Phase::Calls(batch), .. }) = &mut self.turn else { return };
        if let Some(call) = position(&batch.calls, id).and_then(|index| batch.calls.get_mut(index)) {
            call.stage = stage;
        }
    }
}

/// Where a call stands in its message. Ids of one message follow one another, so that nothing is searched even when a
/// model sends thousands of calls.
fn position(calls: &[CallState], id: CallId) -> Option<usize> {
    let index = id.0.checked_sub(calls.first()?.id.0)? as usize;
    calls.get(index).filter(|call| call.id == id).map(|_| index)
}

fn find(calls: &[CallState], id: CallId) -> Option<&CallState> {
    calls.get(position(calls, id)?)
}

fn to_output(part: &Part, calls: &[CallState]) -> OutputPart {
    match part {
        Part::Text { text } => OutputPart::Text(text.clone()),
        Part::Reasoning { text, signature } => {
            OutputPart::Reasoning { text: text.clone(), signature: signature.clone() }
        }
        Part::Vendor { wire, json } => OutputPart::Vendor { wire: wire.clone(), json: json.clone() },
        Part::Call { call: id } => {
            let call = find(calls, *id);
            OutputPart::Call(ToolCall {
                wire_id: call.map_or_else(|| format!("call_{id}"), |call| call.wire_id.clone()),
                tool: call.map_or_else(String::new, |call| call.tool.clone()),
                args: call.map_or_else(|| "{}".to_owned(), |call| call.args.clone()),
            })
        }
    }
}

fn to_result(call: CallState) -> ToolResult {
    let (content, outcome) = match call.stage {
        CallStage::Finished { content, outcome } => (content, outcome),
        _ => (String::new(), CallOutcome::Cancelled),
    };
    ToolResult { wire_id: call.wire_id, tool: call.tool, content, is_error: outcome != CallOutcome::Completed }
}
