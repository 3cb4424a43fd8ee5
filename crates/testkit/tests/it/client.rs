//! A raw HTTP client over a tokio socket: shows every chunk and exactly how an answer ended. No library, so that
//! nothing is smoothed over.

use std::io::ErrorKind;

use reasonix_testkit::{ModelServer, WireFormat};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The HTTP message was complete.
    Complete,
    /// The connection was closed before that.
    Closed,
    /// It was reset.
    Reset,
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    /// The HTTP chunks, or the body as one.
    pub(crate) chunks: Vec<Vec<u8>>,
    pub(crate) end: End,
}

impl Reply {
    pub(crate) fn body(&self) -> Vec<u8> {
        self.chunks.concat()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body()).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

pub(crate) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

pub(crate) fn path_of(wire: WireFormat) -> &'static str {
    match wire {
        WireFormat::OpenAi => "/v1/chat/completions",
        WireFormat::Anthropic => "/v1/messages",
        WireFormat::Responses => "/v1/responses",
    }
}

/// One request on a connection of its own, with a minimal body that asks for usage.
pub(crate) async fn ask(server: &ModelServer, wire: WireFormat) -> Reply {
    let mut client = Client::connect(server).await;
    client.post(path_of(wire), &request_body("hello")).await;
    client.reply().await
}

pub(crate) fn request_body(text: &str) -> Vec<u8> {
    json!({
        "model": "scripted",
        "messages": [{"role": "user", "content": text}],
        "stream": true,
        "stream_options": {"include_usage": true},
    })
    .to_string()
    .into_bytes()
}

impl Client {
    pub(crate) async fn connect(server: &ModelServer) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", server.port())).await.unwrap();
        Self { stream, buffer: Vec::new() }
    }

    pub(crate) async fn post(&mut self, path: &str, body: &[u8]) {
        self.send(&format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", body.len()), body).await;
    }

    pub(crate) async fn send(&mut self, head: &str, body: &[u8]) {
        self.stream.write_all(head.as_bytes()).await.unwrap();
        self.stream.write_all(body).await.unwrap();
    }

    pub(crate) async fn reply(&mut self) -> Reply {
        let head = self.head().await.expect("the head of an answer");
        let status = head.get(9..12).unwrap().parse().unwrap();
        let mut reply = Reply { status, head, chunks: Vec::new(), end: End::Complete };
        let result = if reply.header("transfer-encoding") == Some("chunked") {
            self.chunks(&mut reply.chunks).await
        } else if let Some(length) = reply.header("content-length").map(|text| text.parse().unwrap()) {
            self.take(length).await.map(|body| reply.chunks.push(body))
        } else {
            while self.fill().await.is_ok() {}
            reply.chunks.push(std::mem::take(&mut self.buffer));
            Ok(())
        };
        if let Err(end) = result {
            // What came of an unfinished body is part of it.
            reply.chunks.push(std::mem::take(&mut self.buffer));
            reply.end = end;
        }
        reply
    }

    /// The head of the next answer, or how the connection ended.
    pub(crate) async fn head(&mut self) -> Result<String, End> {
        loop {
            if let Some(at) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                let head = self.buffer.drain(..at + 4).collect();
                return Ok(String::from_utf8(head).unwrap());
            }
            self.fill().await?;
        }
    }

    /// The next HTTP chunk; empty at the end of the body.
    pub(crate) async fn chunk(&mut self) -> Result<Vec<u8>, End> {
        loop {
            if let Some(at) = self.buffer.windows(2).position(|window| window == b"\r\n") {
                let size = String::from_utf8(self.buffer[..at].to_vec()).unwrap();
                let size = usize::from_str_radix(&size, 16).unwrap();
                while self.buffer.len() < at + size + 4 {
                    self.fill().await?;
                }
                self.buffer.drain(..at + 2);
                let mut chunk = self.take(size + 2).await?;
                assert_eq!(chunk.split_off(size), b"\r\n");
                return Ok(chunk);
            }
            self.fill().await?;
        }
    }

    async fn chunks(&mut self, chunks: &mut Vec<Vec<u8>>) -> Result<(), End> {
        loop {
            let chunk = self.chunk().await?;
            if chunk.is_empty() {
                return Ok(());
            }
            chunks.push(chunk);
        }
    }

    async fn take(&mut self, length: usize) -> Result<Vec<u8>, End> {
        while self.buffer.len() < length {
            self.fill().await?;
        }
        Ok(self.buffer.drain(..length).collect())
    }

    async fn fill(&mut self) -> Result<(), End> {
        match self.stream.read_buf(&mut self.buffer).await {
            Ok(0) => Err(End::Closed),
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => Err(End::Reset),
            Err(error) => panic!("reading failed: {error}"),
        }
    }
}
