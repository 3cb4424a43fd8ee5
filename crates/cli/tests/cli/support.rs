//! What the tests share: the program under test, small homes, and output with its accidental parts taken out.

use reasonix_testkit::{Cli, ModelServer, Output, WireFormat};
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener},
    sync::{Arc, Mutex},
};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_reasonix");

/// A home without configuration and keys.
pub(crate) fn bare() -> Cli {
    let cli = Cli::without_model(PROGRAM);
    std::fs::remove_file(cli.home().join(".env")).unwrap();
    cli
}

/// A home with a model that this server plays.
pub(crate) fn served(server: &ModelServer) -> Cli {
    Cli::with_program(PROGRAM, server, WireFormat::OpenAi)
}

/// Runs a command line, and takes out of its output what differs from run to run.
pub(crate) fn run(cli: &Cli, line: &str, code: i32) -> Output {
    normalised(cli, cli.args(line.split_whitespace()).run().expect_code(code))
}

pub(crate) fn normalised(cli: &Cli, output: Output) -> Output {
    let normalise = |text: String| {
        text.replace(&cli.home().path().display().to_string(), "HOME")
            .replace(&cli.workspace().path().display().to_string(), "FOLDER")
    };
    Output { stdout: normalise(output.stdout), stderr: normalise(output.stderr), ..output }
}

/// What was printed as JSON, after a look at its version.
pub(crate) fn json(output: &Output) -> Value {
    let value: Value = serde_json::from_str(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    assert_eq!(value["schema_version"], 1);
    value
}

/// A provider that only lists its models, whatever is asked.
pub(crate) struct Lister {
    pub address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Lister {
    /// Answers every request with this status and body.
    pub(crate) fn start(status: &'static str, body: impl Into<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (heads, body) = (Arc::clone(&requests), body.into());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut head = Vec::new();
                let mut byte = [0];
                while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() == 1 {
                    head.push(byte[0]);
                }
                heads.lock().unwrap().push(String::from_utf8_lossy(&head).into_owned());
                let length = body.len();
                let answer = format!(
                    "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
                stream.write_all(answer.as_bytes()).unwrap();
                let _ = stream.shutdown(Shutdown::Write);
            }
        });
        Self { address, requests }
    }

    /// A list of these models.
    pub(crate) fn of(models: &[&str]) -> Self {
        let data: Vec<Value> = models.iter().map(|id| serde_json::json!({ "id": id })).collect();
        Self::start("200 OK", serde_json::json!({ "object": "list", "data": data }).to_string())
    }

    /// The heads of the requests so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}
