//! One TCP connection: requests in, turns out. Decides what a request is; how an answer looks is in `plan`.

use std::sync::Arc;
use std::time::Instant;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};

use crate::error::ApiError;
use crate::http::{Reader, Request};
use crate::plan::{self, Asked, Plan};
use crate::play::play;
use crate::record::{Keep, Outcome, Recorded};
use crate::server::Shared;
use crate::turn::{ErrorReply, RawReply, Reply, Turn};
use crate::wire::WireFormat;

/// Takes connections for as long as the runtime lives.
pub(crate) async fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for connection in 0.. {
        // A failed accept (the client is gone already) concerns nobody else.
        let Ok((stream, _)) = listener.accept().await else { continue };
        tokio::spawn(serve(stream, connection, Arc::clone(shared)));
    }
}

async fn serve(mut stream: TcpStream, connection: usize, shared: Arc<Shared>) {
    // Without it small writes wait for the acknowledgement of earlier ones.
    let _ = stream.set_nodelay(true);
    let mut reader = Reader::default();
    loop {
        let request = match reader.next(&mut stream).await {
            Ok(Some(request)) => request,
            Ok(None) => return,
            Err(error) => {
                let plan = refuse(WireFormat::OpenAi, 400, &format!("not a request: {error}"));
                play(&mut stream, &plan).await;
                return;
            }
        };
        let (at, keep_alive) = (Instant::now(), request.keep_alive);
        let answer = answer(request, connection, at, &shared);
        let (outcome, reusable) = play(&mut stream, &answer.plan).await;
        answer.ended(outcome, &shared);
        if !reusable || !keep_alive {
            return;
        }
    }
}

/// A request on its way to its answer.
struct Answer {
    recorded: Arc<Recorded>,
    plan: Plan,
    /// It used up a turn.
    counts: bool,
    /// The body, if it is not kept in the record.
    body: Option<Vec<u8>>,
}

impl Answer {
    fn ended(self, outcome: Outcome, shared: &Shared) {
        self.recorded.ended(outcome);
        if !self.counts {
            return;
        }
        // After the answer, so that it costs the client nothing.
        if let Some(body) = self.body {
            let growth = shared.state().growth.measure(body);
            self.recorded.grew(growth);
        }
        shared.ended.add_one();
    }
}

fn answer(request: Request, connection: usize, at: Instant, shared: &Shared) -> Answer {
    let wire = WireFormat::of_path(request.path()).filter(|_| request.method == "POST");
    let plan = match wire.map(|wire| (wire, check(&request, shared))) {
        Some((wire, Ok(usage))) => {
            return scripted(Recorded::new(request, Some(wire), connection, at), wire, usage, shared);
        }
        Some((wire, Err(error))) => error_plan(error, wire),
        None => other(&request, shared),
    };
    let mut recorded = Recorded::new(request, wire, connection, at);
    let mut state = shared.state();
    recorded.number = state.others.len();
    let recorded = Arc::new(recorded);
    state.others.push(Arc::clone(&recorded));
    Answer { recorded, plan, counts: false, body: None }
}

/// The parts of a body that every vendor insists on.
#[derive(Deserialize)]
struct Essentials {
    #[serde(default)]
    stream: bool,
    stream_options: Option<StreamOptions>,
}

#[derive(Deserialize)]
struct StreamOptions {
    #[serde(default)]
    include_usage: bool,
}

/// Refuses what a vendor would refuse. Returns whether the request wants the usage chunk.
fn check(request: &Request, shared: &Shared) -> Result<bool, ApiError> {
    if shared.options.key.as_deref().is_some_and(|key| !has_key(request, key)) {
        return Err(ApiError::Unauthorized);
    }
    if shared.options.keep == Keep::Sizes {
        return Ok(true);
    }
    let essentials: Essentials = serde_json::from_slice(&request.body)
        .map_err(|error| refusal(400, &format!("the body is not a request: {error}")))?;
    if !essentials.stream {
        return Err(refusal(400, "the scripted model only streams: set \"stream\": true"));
    }
    Ok(essentials.stream_options.is_some_and(|options| options.include_usage))
}

fn has_key(request: &Request, key: &str) -> bool {
    let bearer = request.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
    bearer == Some(key) || request.header("x-api-key") == Some(key)
}

fn scripted(mut recorded: Recorded, wire: WireFormat, usage: bool, shared: &Shared) -> Answer {
    let mut state = shared.state();
    recorded.number = state.requests.len();
    let turn = state.script.next(&recorded);
    state.exhausted |= turn.is_none();
    // A decision may look at the server, so the lock is not held over it.
    drop(state);
    let number = recorded.number;
    let plan = match turn {
        Some(turn) => plan_of(&turn, &recorded, wire, Asked { number, usage }, &shared.model),
        None => refuse(wire, 400, &format!("the script is exhausted: request {} has no turn", number + 1)),
    };
    let body = (shared.options.keep == Keep::Sizes).then(|| recorded.reduce());
    let recorded = Arc::new(recorded);
    shared.state().requests.push(Arc::clone(&recorded));
    shared.arrived.add_one();
    Answer { recorded, plan, counts: true, body }
}

fn plan_of(turn: &Turn, request: &Recorded, wire: WireFormat, asked: Asked, model: &str) -> Plan {
    match &turn.reply {
        Reply::Message(message) => plan::stream(wire, message, &turn.faults, model, asked),
        Reply::Error(error) => plan::error(wire, error, &turn.faults, asked.number),
        Reply::Raw(raw) => plan::raw(raw, &turn.faults),
        Reply::Decide(decide) => {
            let decided = decide(request).faults(turn.faults.iter().cloned());
            plan_of(&decided, request, wire, asked, model)
        }
    }
}

/// The answer to anything that is not a request for an answer.
fn other(request: &Request, shared: &Shared) -> Plan {
    let anthropic = request.header("anthropic-version").is_some();
    let wire = if anthropic { WireFormat::Anthropic } else { WireFormat::OpenAi };
    if request.method != "GET" || !request.path().ends_with("/models") {
        return refuse(wire, 404, &format!("no such path: {} {}", request.method, request.target));
    }
    if shared.options.key.as_deref().is_some_and(|key| !has_key(request, key)) {
        return error_plan(ApiError::Unauthorized, wire);
    }
    let body = models(wire, &shared.model).to_string().into_bytes();
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    plan::raw(&RawReply { status: 200, headers, body }, &[])
}

fn models(wire: WireFormat, model: &str) -> Value {
    match wire {
        WireFormat::Anthropic => json!({
            "data": [{"type": "model", "id": model, "display_name": model, "created_at": "2025-06-15T00:00:00Z"}],
            "has_more": false, "first_id": model, "last_id": model,
        }),
        WireFormat::OpenAi | WireFormat::Responses => json!({
            "object": "list",
            "data": [{"id": model, "object": "model", "created": 1_750_000_000, "owned_by": "testkit"}],
        }),
    }
}

fn refuse(wire: WireFormat, status: u16, message: &str) -> Plan {
    error_plan(refusal(status, message), wire)
}

fn refusal(status: u16, message: &str) -> ApiError {
    ApiError::Other { status, code: "invalid_request_error".into(), message: message.into() }
}

fn error_plan(error: ApiError, wire: WireFormat) -> Plan {
    plan::error(wire, &ErrorReply { error, retry_after: None, with_status_ok: false }, &[], 0)
}
