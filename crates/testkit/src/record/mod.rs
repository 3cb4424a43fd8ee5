//! What the server saw: requests, when they came, how their answers ended.

mod growth;
mod view;

use std::sync::OnceLock;
use std::time::Instant;

use serde_json::Value;

pub use growth::Growth;
pub(crate) use growth::GrowthMeter;

use crate::http::{Request, header};
use crate::wire::WireFormat;

/// One request and the fate of its answer.
#[derive(Debug)]
pub struct Recorded {
    /// Counts the requests for answers from 0; other requests count for themselves.
    pub number: usize,
    /// Which TCP connection it came over, counted from 0.
    pub connection: usize,
    /// When its last byte had arrived.
    pub at: Instant,
    /// `POST`, `GET`.
    pub method: String,
    /// The path without its query.
    pub path: String,
    /// In order, names in lower case. Empty under [`Keep::Sizes`].
    pub headers: Vec<(String, String)>,
    /// The body as it came. Empty under [`Keep::Sizes`].
    pub body: Vec<u8>,
    /// The length of the body.
    pub body_bytes: usize,
    /// The wire format of the path.
    pub wire: Option<WireFormat>,
    json: OnceLock<Value>,
    end: OnceLock<(Instant, Outcome)>,
    growth: OnceLock<Growth>,
}

/// How an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was sent whole.
    Complete,
    /// It was cut short as its turn demanded.
    Cut,
    /// The client closed the connection first.
    ClientLeft,
}

/// How much of the requests is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// Everything. For tests.
    #[default]
    Everything,
    /// Times, sizes and [`Growth`]; the memory of the server does not grow with the bodies, and no body is parsed. For
    /// benchmarks. Chat completions then always get their usage chunk.
    Sizes,
}

impl Recorded {
    pub(crate) fn new(request: Request, wire: Option<WireFormat>, connection: usize, at: Instant) -> Self {
        Self {
            number: 0,
            connection,
            at,
            path: request.path().to_owned(),
            method: request.method,
            headers: request.headers,
            body_bytes: request.body.len(),
            body: request.body,
            wire,
            json: OnceLock::new(),
            end: OnceLock::new(),
            growth: OnceLock::new(),
        }
    }

    /// The body as JSON; null if it is not JSON. Parsed once, when first asked for.
    pub fn json(&self) -> &Value {
        self.json.get_or_init(|| serde_json::from_slice(&self.body).unwrap_or_default())
    }

    /// The first header of this name (lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    /// When the last byte of the answer was written, or the client was found gone. `None` while the answer runs.
    pub fn response_ended_at(&self) -> Option<Instant> {
        self.end.get().map(|(at, _)| *at)
    }

    /// How the answer ended. `None` while it runs.
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.get().map(|(_, outcome)| *outcome)
    }

    /// How this body continues the one before it; measured under [`Keep::Sizes`] once the answer has ended.
    pub fn growth(&self) -> Option<Growth> {
        self.growth.get().copied()
    }

    pub(crate) fn ended(&self, outcome: Outcome) {
        // Set once per request, by its connection.
        let _ = self.end.set((Instant::now(), outcome));
    }

    pub(crate) fn grew(&self, growth: Growth) {
        let _ = self.growth.set(growth);
    }

    /// Drops what is not kept, and returns the body.
    pub(crate) fn reduce(&mut self) -> Vec<u8> {
        self.headers = Vec::new();
        self.json = OnceLock::new();
        std::mem::take(&mut self.body)
    }
}
