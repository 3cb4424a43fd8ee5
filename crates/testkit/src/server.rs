//! The server a test holds in its hands: start it, ask what it saw, wait for what it will see, drop it.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::connection;
use crate::record::{GrowthMeter, Keep, Recorded};
use crate::script::Script;
use crate::signal::Count;
use crate::turn::Turn;
use crate::wire::WireFormat;

/// A model behind a real socket on loopback. It runs on a thread and a runtime of its own, so that a test may block,
/// pause its clock or have no runtime at all. Dropping it closes every connection and the port.
#[derive(Debug)]
pub struct ModelServer {
    shared: Arc<Shared>,
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// How a server is set up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The port; 0 takes a free one.
    pub port: u16,
    /// What is kept of the requests.
    pub keep: Keep,
    /// If set, requests without this key (`Authorization: Bearer` or `x-api-key`) get the vendor's error 401.
    pub key: Option<String>,
}

/// What the connections and the handle share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) options: Options,
    pub(crate) model: String,
    pub(crate) state: Mutex<State>,
    pub(crate) arrived: Count,
    pub(crate) ended: Count,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) script: Script,
    pub(crate) requests: Vec<Arc<Recorded>>,
    pub(crate) others: Vec<Arc<Recorded>>,
    pub(crate) exhausted: bool,
    pub(crate) growth: GrowthMeter,
}

impl Shared {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        // A panic in a closure of a test already fails that test; the records stay readable.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ModelServer {
    /// Starts a server on a free port of 127.0.0.1. It listens when this returns.
    ///
    /// # Panics
    /// If the port cannot be bound.
    pub fn start(script: impl Into<Script>) -> Self {
        Self::start_with(script, Options::default())
    }

    /// As [`ModelServer::start`], with options.
    ///
    /// # Panics
    /// If the port cannot be bound.
    pub fn start_with(script: impl Into<Script>, options: Options) -> Self {
        let script = script.into();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).expect("the port can be bound");
        listener.set_nonblocking(true).expect("a listener can be made non-blocking");
        let address = listener.local_addr().expect("a bound listener has an address");
        let shared = Arc::new(Shared {
            options,
            model: script.model.clone(),
            state: Mutex::new(State {
                script,
                requests: Vec::new(),
                others: Vec::new(),
                exhausted: false,
                growth: GrowthMeter::default(),
            }),
            arrived: Count::new(),
            ended: Count::new(),
        });
        let (stop, stopped) = oneshot::channel();
        let for_thread = Arc::clone(&shared);
        let run = move || serve(listener, for_thread, stopped);
        let thread =
            std::thread::Builder::new().name("model-server".into()).spawn(run).expect("a thread can be started");
        Self { shared, address, stop: Some(stop), thread: Some(thread) }
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// What `base_url` of a provider of this kind has to be.
    pub fn base_url(&self, wire: WireFormat) -> String {
        match wire {
            WireFormat::OpenAi | WireFormat::Responses => format!("http://{}/v1", self.address),
            WireFormat::Anthropic => format!("http://{}", self.address),
        }
    }

    /// `…/v1`: the client adds `/chat/completions`.
    pub fn openai_base_url(&self) -> String {
        self.base_url(WireFormat::OpenAi)
    }

    /// Without a path: the client adds `/v1/messages`.
    pub fn anthropic_base_url(&self) -> String {
        self.base_url(WireFormat::Anthropic)
    }

    /// `…/v1`: the client adds `/responses`.
    pub fn responses_base_url(&self) -> String {
        self.base_url(WireFormat::Responses)
    }

    /// The requests for answers so far, in the order in which they were given turns.
    pub fn requests(&self) -> Vec<Arc<Recorded>> {
        self.shared.state().requests.clone()
    }

    /// All that used up no turn: `GET /models`, unknown paths, requests without the key or without `"stream": true`.
    pub fn other_requests(&self) -> Vec<Arc<Recorded>> {
        self.shared.state().others.clone()
    }

    /// How many requests for answers came.
    pub fn request_count(&self) -> usize {
        self.shared.arrived.get()
    }

    /// Whether a request came after the last turn.
    pub fn exhausted(&self) -> bool {
        self.shared.state().exhausted
    }

    /// What each step cost the client: the time from the end of an answer to the arrival of the next request. Zero if
    /// they overlapped.
    pub fn gaps(&self) -> Vec<Duration> {
        let requests = self.requests();
        let gap = |(earlier, later): (&Arc<Recorded>, &Arc<Recorded>)| {
            earlier.response_ended_at().map_or(Duration::ZERO, |ended| later.at.saturating_duration_since(ended))
        };
        requests.iter().zip(requests.iter().skip(1)).map(gap).collect()
    }

    /// Adds a turn to the end of the script of the running server.
    pub fn push(&self, turn: Turn) {
        self.shared.state().script.push(turn);
    }

    /// Waits until so many requests have arrived and returns the last of them.
    ///
    /// # Panics
    /// After [`WAIT_LIMIT`](crate::WAIT_LIMIT).
    pub async fn request(&self, count: usize) -> Arc<Recorded> {
        self.shared.arrived.expect(count, "request(s)").await;
        let requests = self.requests();
        Arc::clone(requests.get(count.max(1) - 1).expect("a request that was counted is recorded"))
    }

    /// Waits until the answers of so many requests have ended, well or not.
    ///
    /// # Panics
    /// After [`WAIT_LIMIT`](crate::WAIT_LIMIT).
    pub async fn answers(&self, count: usize) {
        self.shared.ended.expect(count, "ended answer(s)").await;
    }

    /// Closes the port and every connection, in the midst of answers too.
    ///
    /// # Panics
    /// If the thread of the server panicked.
    pub fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends without a panic");
        }
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic there was printed; a second one here would hide it.
            let _ = thread.join();
        }
    }
}

fn serve(listener: TcpListener, shared: Arc<Shared>, stopped: oneshot::Receiver<()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be built");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).expect("the listener is non-blocking");
        tokio::select! {
            // Resolves when the sender is dropped.
            _ = stopped => {}
            () = connection::accept(&listener, &shared) => {}
        }
    });
}
