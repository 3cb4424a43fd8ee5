//! Plain HTTP/1.0 requests: one connection each, and the end of the connection is the end of the answer.

use serde_json::Value;
use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

/// Status, head and body of a GET.
pub(crate) fn get(address: &str, path: &str) -> (u16, String, String) {
    answer(&mut send(address, &format!("GET {path} HTTP/1.0\r\nhost: {address}\r\n\r\n")))
}

/// Status, head and body of a POST of JSON.
pub(crate) fn post(address: &str, path: &str, cookie: &str, body: &Value) -> (u16, String, String) {
    let body = body.to_string();
    let length = body.len();
    let head = format!("POST {path} HTTP/1.0\r\nhost: {address}\r\ncookie: {cookie}\r\ncontent-length: {length}\r\n");
    answer(&mut send(address, &format!("{head}content-type: application/json\r\n\r\n{body}")))
}

/// Reads a stream of events until `wanted` comes in it, and gives all so far.
pub(crate) fn until(address: &str, path: &str, cookie: &str, wanted: &str) -> String {
    let mut socket = send(address, &format!("GET {path} HTTP/1.0\r\nhost: {address}\r\ncookie: {cookie}\r\n\r\n"));
    let (mut all, mut buffer) = (Vec::new(), vec![0; 65536]);
    loop {
        let length = socket.read(&mut buffer).unwrap();
        all.extend_from_slice(&buffer[..length]);
        let text = String::from_utf8_lossy(&all);
        if text.contains(wanted) {
            return text.into_owned();
        }
        assert!(length > 0, "the stream ends without {wanted}:\n{text}");
    }
}

fn send(address: &str, request: &str) -> TcpStream {
    let mut socket = TcpStream::connect(address).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    socket.write_all(request.as_bytes()).unwrap();
    socket
}

fn answer(socket: &mut TcpStream) -> (u16, String, String) {
    let mut text = String::new();
    socket.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_owned(), body.to_owned())
}
