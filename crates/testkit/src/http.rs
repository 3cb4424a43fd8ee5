//! Just enough HTTP/1.1 for a server: requests with a length or in chunks, keep-alive, response heads. No routing.

use std::io;

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

const MAX_HEAD: usize = 256 * 1024;
const MAX_HEADERS: usize = 100;
const MAX_BODY: usize = 1 << 30;

/// A request that was read whole.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The target as sent, query included.
    pub(crate) target: String,
    /// In order, names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    /// The client wants to send more requests over this connection.
    pub(crate) keep_alive: bool,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    /// The target without its query.
    pub(crate) fn path(&self) -> &str {
        self.target.split_once('?').map_or(self.target.as_str(), |(path, _)| path)
    }
}

pub(crate) fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// Reads the requests of one connection. Keeps what was read beyond the end of the last one.
#[derive(Default)]
pub(crate) struct Reader {
    buffer: Vec<u8>,
}

impl Reader {
    /// The next request, or `None` if the client closed the connection between two requests.
    pub(crate) async fn next(&mut self, stream: &mut TcpStream) -> io::Result<Option<Request>> {
        let mut request = loop {
            if let Some(request) = self.take_head()? {
                break request;
            }
            if self.buffer.len() > MAX_HEAD {
                return Err(malformed("the head of the request is too long"));
            }
            if self.fill(stream).await? == 0 {
                let clean = self.buffer.is_empty();
                return if clean { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
            }
        };
        if request.header("transfer-encoding").is_some_and(|coding| coding.eq_ignore_ascii_case("chunked")) {
            request.body = self.chunked_body(stream).await?;
        } else if let Some(length) = request.header("content-length") {
            let length = length.parse().map_err(|_| malformed("Content-Length is not a number"))?;
            request.body = self.sized_body(stream, length).await?;
        }
        Ok(Some(request))
    }

    async fn fill(&mut self, stream: &mut TcpStream) -> io::Result<usize> {
        self.buffer.reserve(16 * 1024);
        stream.read_buf(&mut self.buffer).await
    }

    fn take_head(&mut self) -> io::Result<Option<Request>> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let httparse::Status::Complete(length) = parsed.parse(&self.buffer).map_err(malformed)? else {
            return Ok(None);
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let headers: Vec<_> =
            parsed.headers.iter().map(|header| (header.name.to_ascii_lowercase(), text(header.value))).collect();
        let wants_close = header(&headers, "connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
        let request = Request {
            method: parsed.method.unwrap_or_default().to_owned(),
            target: parsed.path.unwrap_or_default().to_owned(),
            headers,
            body: Vec::new(),
            keep_alive: parsed.version == Some(1) && !wants_close,
        };
        self.buffer.drain(..length);
        Ok(Some(request))
    }

    async fn sized_body(&mut self, stream: &mut TcpStream, length: usize) -> io::Result<Vec<u8>> {
        if length > MAX_BODY {
            return Err(malformed("the body is too long"));
        }
        let mut body = Vec::with_capacity(length);
        body.extend(self.buffer.drain(..length.min(self.buffer.len())));
        let missing = length - body.len();
        if missing > 0 && stream.take(missing as u64).read_to_end(&mut body).await? < missing {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(body)
    }

    async fn chunked_body(&mut self, stream: &mut TcpStream) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let size = self.chunk_size(stream).await?;
            if size == 0 {
                break;
            }
            if body.len() + size > MAX_BODY {
                return Err(malformed("the body is too long"));
            }
            body.extend(self.exactly(stream, size).await?);
            self.line_end(stream).await?;
        }
        // Trailers, up to an empty line.
        while !self.line(stream).await?.is_empty() {}
        Ok(body)
    }

    async fn chunk_size(&mut self, stream: &mut TcpStream) -> io::Result<usize> {
        loop {
            let parsed = httparse::parse_chunk_size(&self.buffer).map_err(|_| malformed("bad chunk size"))?;
            if let httparse::Status::Complete((length, size)) = parsed {
                self.buffer.drain(..length);
                return usize::try_from(size).map_err(malformed);
            }
            self.fill_or_fail(stream).await?;
        }
    }

    async fn exactly(&mut self, stream: &mut TcpStream, count: usize) -> io::Result<std::vec::Drain<'_, u8>> {
        while self.buffer.len() < count {
            self.fill_or_fail(stream).await?;
        }
        Ok(self.buffer.drain(..count))
    }

    async fn line_end(&mut self, stream: &mut TcpStream) -> io::Result<()> {
        if self.exactly(stream, 2).await?.eq(*b"\r\n") {
            Ok(())
        } else {
            Err(malformed("a chunk is longer than it says"))
        }
    }

    async fn line(&mut self, stream: &mut TcpStream) -> io::Result<Vec<u8>> {
        loop {
            if let Some(end) = self.buffer.windows(2).position(|pair| pair == b"\r\n") {
                let mut line: Vec<u8> = self.buffer.drain(..end + 2).collect();
                line.truncate(end);
                return Ok(line);
            }
            self.fill_or_fail(stream).await?;
        }
    }

    async fn fill_or_fail(&mut self, stream: &mut TcpStream) -> io::Result<()> {
        if self.fill(stream).await? == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

fn malformed(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// A response head with its closing blank line.
pub(crate) fn head(status: u16, headers: &[(&str, &str)]) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} {}\r\n", reason(status));
    for (name, value) in headers {
        head.push_str(name);
        head.push_str(": ");
        head.push_str(value);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    head.into_bytes()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        402 => "Payment Required",
        403 => "Forbidden",
        404 => "Not Found",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        529 => "Overloaded",
        _ => "Status",
    }
}
