//! A client that sends exactly what a test says, and reads whatever comes. It is no browser: it has no cookies but those
//! it is given.

use serde_json::Value;
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

/// Longer than anything here takes; a test that waits so long has failed.
const LIMIT: Duration = Duration::from_secs(30);

/// A request. The version is 1.0 so that nothing is chunked and the end of the connection is the end of the answer.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    line: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    pub(crate) fn get(path: &str) -> Self {
        Self { line: format!("GET {path}"), headers: Vec::new(), body: Vec::new() }
    }

    pub(crate) fn post(path: &str, body: impl Into<Vec<u8>>) -> Self {
        let line = format!("POST {path}");
        Self { line, headers: Vec::new(), body: body.into() }.header("content-type", "application/json")
    }

    pub(crate) fn call(command: Value) -> Self {
        Self::post("/api/call", serde_json::json!({ "command": command }).to_string())
    }

    pub(crate) fn method(mut self, method: &str) -> Self {
        let path = self.line.split_once(' ').unwrap().1.to_owned();
        self.line = format!("{method} {path}");
        self
    }

    /// Sets a header; one that is there already is replaced.
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    fn bytes(&self, address: SocketAddr) -> Vec<u8> {
        let mut head = format!("{} HTTP/1.0\r\n", self.line);
        if !self.headers.iter().any(|(name, _)| name == "host") {
            head.push_str(&format!("host: {address}\r\n"));
        }
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !self.body.is_empty() {
            head.push_str(&format!("content-length: {}\r\n", self.body.len()));
        }
        [head.as_bytes(), b"\r\n", &self.body].concat()
    }

    /// Sends it and reads all of the answer.
    pub(crate) async fn send(&self, address: SocketAddr) -> Response {
        let mut socket = TcpStream::connect(address).await.unwrap();
        socket.write_all(&self.bytes(address)).await.unwrap();
        let mut bytes = Vec::new();
        timeout(LIMIT, socket.read_to_end(&mut bytes)).await.unwrap().unwrap();
        Response::parse(&bytes)
    }

    /// Sends it and leaves the answer to be read, with a receiving buffer as small as the system allows.
    pub(crate) async fn open(&self, address: SocketAddr) -> Stream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut socket = socket.connect(address).await.unwrap();
        socket.write_all(&self.bytes(address)).await.unwrap();
        Stream { socket, unread: Vec::new() }
    }
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    fn parse(bytes: &[u8]) -> Self {
        let end = find(bytes, b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let pair = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self { status, headers: lines.filter_map(pair).collect(), body: bytes[end + 4..].to_vec() }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text()))
    }

    /// Status and the code of the problem.
    #[track_caller]
    pub(crate) fn problem(&self) -> (u16, String) {
        (self.status, self.json()["code"].as_str().unwrap_or_default().to_owned())
    }
}

/// An answer that comes bit by bit.
pub(crate) struct Stream {
    socket: TcpStream,
    unread: Vec<u8>,
}

/// A message of a stream.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Message {
    pub(crate) id: Option<u64>,
    pub(crate) updates: Vec<Value>,
}

impl Stream {
    /// The head of the answer, with nothing of its body.
    pub(crate) async fn head(&mut self) -> Response {
        let head = self.until(b"\r\n\r\n").await.expect("an answer has a head");
        Response::parse(&head)
    }

    /// The next message; `None` at the end.
    pub(crate) async fn message(&mut self) -> Option<Message> {
        loop {
            let block = String::from_utf8(self.until(b"\n\n").await?).unwrap();
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
            if let Some(data) = field("data: ") {
                let id = field("id: ").map(|id| id.parse().unwrap());
                return Some(Message { id, updates: serde_json::from_str(data).unwrap() });
            }
        }
    }

    /// Messages until an update fits; gives all updates so far.
    pub(crate) async fn updates_until(&mut self, fits: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut updates = Vec::new();
        loop {
            let message = self.message().await.expect("the stream ends before it comes");
            let found = message.updates.iter().any(&fits);
            updates.extend(message.updates);
            if found {
                return updates;
            }
        }
    }

    /// The durable events until one of this type.
    pub(crate) async fn events_until(&mut self, kind: &str) -> Vec<Value> {
        let updates = self.updates_until(|update| update["event"]["body"]["type"] == kind).await;
        updates.into_iter().map(|mut update| update["event"].take()).filter(Value::is_object).collect()
    }

    async fn until(&mut self, end: &[u8]) -> Option<Vec<u8>> {
        let mut searched = 0;
        let mut buffer = vec![0; 65536];
        loop {
            if let Some(at) = find(&self.unread[searched..], end) {
                return Some(self.unread.drain(..searched + at + end.len()).collect());
            }
            searched = self.unread.len().saturating_sub(end.len());
            match timeout(LIMIT, self.socket.read(&mut buffer)).await.expect("nothing comes") {
                Ok(0) | Err(_) => return None,
                Ok(length) => self.unread.extend_from_slice(&buffer[..length]),
            }
        }
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}
