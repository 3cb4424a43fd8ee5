//! Serves a script file on loopback, for playing with a client by hand:
//! `cargo run -p reasonix-testkit --bin model-server -- --port 0 script.json`. Prints the base URLs, then each request.

#![expect(clippy::print_stdout, reason = "the output of a program for people")]

use std::process::ExitCode;

use reasonix_testkit::{ModelServer, Options, Recorded, Script, WireFormat};

const USAGE: &str = "usage: model-server [--port N] SCRIPT.json   (`-` reads standard input)";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run(args: impl Iterator<Item = String>) -> Result<(), String> {
    let (port, path) = arguments(args)?;
    let text = if path == "-" { std::io::read_to_string(std::io::stdin()) } else { std::fs::read_to_string(&path) };
    let text = text.map_err(|error| format!("{path}: {error}"))?;
    let script = Script::from_json(&text).map_err(|error| format!("{path}: {error}"))?;
    let server = ModelServer::start_with(script, Options { port, ..Options::default() });
    for wire in WireFormat::ALL {
        println!("{:<10} base_url = \"{}\"", wire.kind(), server.base_url(wire));
    }
    reasonix_testkit::block_on(print_requests(&server));
    Ok(())
}

fn arguments(mut args: impl Iterator<Item = String>) -> Result<(u16, String), String> {
    let (mut port, mut path) = (0, None);
    while let Some(arg) = args.next() {
        if arg == "--port" {
            let value = args.next().ok_or(USAGE)?;
            port = value.parse().map_err(|_| format!("{value:?} is not a port\n{USAGE}"))?;
        } else if path.replace(arg).is_some() {
            return Err(USAGE.to_owned());
        }
    }
    Ok((port, path.ok_or(USAGE)?))
}

/// Never returns: the program ends when it is interrupted.
async fn print_requests(server: &ModelServer) {
    for count in 1.. {
        while server.request_count() < count {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        print_request(&*server.request(count).await);
    }
}

fn print_request(request: &Recorded) {
    let said = request.last_user_text();
    let said: String = said.chars().take(60).collect();
    let messages = request.messages().len();
    println!("#{} {} {} bytes, {messages} messages: {said:?}", request.number + 1, request.path, request.body_bytes);
}
