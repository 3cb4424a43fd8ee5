//! Sends a planned answer over a socket, byte by byte as planned, and notices when the client leaves.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::fault::Ending;
use crate::plan::{Before, Framing, Plan};
use crate::record::Outcome;

/// How much is gathered before it is written, where nothing asks for an earlier write.
const WRITE_SIZE: usize = 64 * 1024;

/// How long a reset waits so that the client has read what came before: a reset discards unread data on some systems.
const BEFORE_RESET: Duration = Duration::from_millis(20);

/// Sends the answer. The second value tells whether the connection can take another request.
pub(crate) async fn play(stream: &mut TcpStream, plan: &Plan) -> (Outcome, bool) {
    match send(stream, plan).await {
        Ok(Some(ending)) => (Outcome::Cut, ending == Ending::Finish && !plan.closes),
        Ok(None) => (Outcome::Complete, !plan.closes),
        Err(Left) => (Outcome::ClientLeft, false),
    }
}

/// The client closed the connection.
struct Left;

impl From<io::Error> for Left {
    fn from(_: io::Error) -> Self {
        Self
    }
}

/// Returns how the body was cut, if it was.
async fn send(stream: &mut TcpStream, plan: &Plan) -> Result<Option<Ending>, Left> {
    match plan.before {
        Before::Nothing => {}
        Before::Wait(wait) => unless_left(stream, tokio::time::sleep(wait)).await?,
        Before::Hang => unless_left(stream, std::future::pending()).await?,
        Before::NoAnswer => return Ok(Some(Ending::Close)),
    }
    let mut out = plan.head.clone();
    let mut holds = plan.holds.iter().peekable();
    let mut start = 0;
    for &end in &plan.ends {
        while let Some((_, gate)) = holds.next_if(|(at, _)| *at <= start) {
            flush(stream, &mut out).await?;
            unless_left(stream, gate.pass()).await?;
        }
        frame(&mut out, plan.body.get(start..end).unwrap_or_default(), plan.framing);
        start = end;
        // Without framing a chunk is what one write sends.
        if plan.pause.is_some() || plan.framing == Framing::UntilClose || out.len() >= WRITE_SIZE {
            flush(stream, &mut out).await?;
        }
        if let Some(pause) = plan.pause {
            unless_left(stream, tokio::time::sleep(pause)).await?;
        }
    }
    for (_, gate) in holds {
        flush(stream, &mut out).await?;
        unless_left(stream, gate.pass()).await?;
    }
    finish(stream, plan, out).await
}

async fn finish(stream: &mut TcpStream, plan: &Plan, mut out: Vec<u8>) -> Result<Option<Ending>, Left> {
    if plan.framing == Framing::Chunked && matches!(plan.cut, None | Some(Ending::Finish)) {
        out.extend_from_slice(b"0\r\n\r\n");
    }
    flush(stream, &mut out).await?;
    match plan.cut {
        None | Some(Ending::Finish) => {}
        Some(Ending::Close) => stream.shutdown().await?,
        Some(Ending::Stall) => unless_left(stream, std::future::pending()).await?,
        Some(Ending::Reset) => {
            tokio::time::sleep(BEFORE_RESET).await;
            stream.set_zero_linger()?;
        }
    }
    Ok(plan.cut)
}

fn frame(out: &mut Vec<u8>, chunk: &[u8], framing: Framing) {
    if framing == Framing::Chunked {
        out.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        out.extend_from_slice(chunk);
        out.extend_from_slice(b"\r\n");
    } else {
        out.extend_from_slice(chunk);
    }
}

async fn flush(stream: &mut TcpStream, out: &mut Vec<u8>) -> io::Result<()> {
    stream.write_all(out).await?;
    out.clear();
    Ok(())
}

/// Waits for `future`, or finds that the client has gone.
async fn unless_left<T>(stream: &mut TcpStream, future: impl Future<Output = T>) -> Result<T, Left> {
    tokio::select! {
        biased;
        value = future => Ok(value),
        () = left(stream) => Err(Left),
    }
}

async fn left(stream: &mut TcpStream) {
    // A client that speaks HTTP/1.1 without pipelining sends nothing during an answer, so what can be read is its end.
    if matches!(stream.read(&mut [0]).await, Ok(1)) {
        std::future::pending::<()>().await;
    }
}
