//! One request over HTTP to a server on this machine: as much as a WebDriver server needs.

use serde_json::Value;
use std::{
    io::{self, Read as _, Write as _},
    net::{Ipv4Addr, TcpStream},
    time::Duration,
};

/// Longer than any page needs; a server that hangs must not hang a test for ever.
const PATIENCE: Duration = Duration::from_mins(1);

/// Sends JSON, or nothing, and gives the JSON that comes back.
pub(crate) fn request(port: u16, method: &str, path: &str, body: Option<&Value>) -> io::Result<Value> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let (_, body) =
        answer.split_once("\r\n\r\n").ok_or_else(|| io::Error::other("an answer without an end of head"))?;
    serde_json::from_str(body).map_err(|error| io::Error::other(format!("{error}: {body}")))
}

/// A port that nothing listens on.
pub(crate) fn free_port() -> io::Result<u16> {
    Ok(std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}
