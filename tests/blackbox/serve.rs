//! `reasonix serve`: the real program, its files, its logins, and its end. What a request may say is tested in `server`.

use crate::http::{get, post, until};
use reasonix_testkit::{Call, Cli, ModelServer, Running, Turn, WireFormat};
use serde_json::{Value, json};
use std::path::PathBuf;

/// A server that is started, with what it wrote.
pub(crate) struct Served {
    pub running: Running,
    pub address: String,
    pub token: String,
    port_file: PathBuf,
}

pub(crate) fn serve(cli: &Cli, more: &[&str]) -> Served {
    let (port_file, token_file) = (cli.home().join("port"), cli.home().join("token"));
    let mut args = vec!["serve", "--addr", "127.0.0.1:0"];
    let (port, token) = (port_file.display().to_string(), token_file.display().to_string());
    args.extend(["--port-file", &port, "--token-file", &token]);
    args.extend(more);
    let running = cli.args(args).start();
    running.wait_for_stdout("Its token is in");
    let read = |file: &PathBuf| std::fs::read_to_string(file).unwrap().trim().to_owned();
    Served { running, address: read(&port_file), token: read(&token_file), port_file }
}

impl Served {
    pub(crate) fn login(&self, secret: Value) -> String {
        let (status, head, body) = post(&self.address, "/api/login", "", &secret);
        assert_eq!(status, 204, "{body}");
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    pub(crate) fn call(&self, cookie: &str, command: Value) -> Value {
        let (status, _, body) = post(&self.address, "/api/call", cookie, &json!({ "command": command }));
        assert_eq!(status, 200, "{body}");
        serde_json::from_str::<Value>(&body).unwrap()["data"].take()
    }

    pub(crate) fn submit(&self, cookie: &str, session: &str, op: Value) {
        let (status, _, body) = post(&self.address, "/api/submit", cookie, &json!({ "session": session, "op": op }));
        assert_eq!(status, 200, "{body}");
    }
}

fn silent() -> ModelServer {
    ModelServer::start([Turn::text("never asked")])
}

#[cfg(unix)]
#[test]
fn it_writes_its_files_for_its_owner_and_ends_in_good_order() {
    use std::os::unix::fs::PermissionsExt as _;
    let model = silent();
    let cli = Cli::new(&model, WireFormat::OpenAi);
    let served = serve(&cli, &[]);
    for name in ["port", "token"] {
        let mode = std::fs::metadata(cli.home().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    assert_eq!(served.token.len(), 64);
    let cookie = served.login(json!({ "token": served.token }));
    let about = served.call(&cookie, json!({ "command": "about" }));
    assert_eq!(about["exposed"], json!(["providers", "workspaces"]));
    let folder = cli.workspace().path().canonicalize().unwrap();
    assert_eq!(about["workspace"], folder.display().to_string());
    served.running.terminate();
    let output = served.running.wait().expect_code(0);
    assert!(!output.stdout.contains(&served.token), "the file keeps it out of logs: {}", output.stdout);
    assert!(!served.port_file.exists());

    let again = serve(&cli, &[]);
    assert_eq!(again.token, served.token);
    again.running.interrupt();
    again.running.wait().expect_code(0);
}

#[cfg(unix)]
#[test]
fn a_question_is_answered_at_the_next_start() {
    let model =
        ModelServer::start([Turn::calls([Call::new("bash", json!({ "command": "touch made" }))]), Turn::text("done")]);
    let cli = Cli::new(&model, WireFormat::OpenAi);
    let first = serve(&cli, &[]);
    let cookie = first.login(json!({ "token": first.token }));
    let new = json!({ "command": "session_open", "params": { "which": { "type": "new" } } });
    let session = first.call(&cookie, new)["session"].as_str().unwrap().to_owned();
    let input = json!([{ "type": "text", "text": "make it" }]);
    first.submit(&cookie, &session, json!({ "type": "start_turn", "input": input }));
    let path = format!("/api/events?session={session}&from_seq=1");
    until(&first.address, &path, &cookie, "wait_opened");
    first.running.terminate();
    first.running.wait().expect_code(0);
    assert!(!cli.workspace().has("made"));

    let second = serve(&cli, &[]);
    let cookie = second.login(json!({ "token": second.token }));
    let which = json!({ "type": "existing", "session": session });
    second.call(&cookie, json!({ "command": "session_open", "params": { "which": which } }));
    let past = until(&second.address, &path, &cookie, "caught_up");
    assert!(past.contains("wait_opened") && !past.contains("wait_resolved"), "{past}");
    second.submit(&cookie, &session, json!({ "type": "resolve", "wait": 1, "answer": { "type": "once" } }));
    until(&second.address, &path, &cookie, "turn_ended");
    assert!(cli.workspace().has("made"));
    second.running.terminate();
    second.running.wait().expect_code(0);
}

#[test]
fn a_taken_port_and_a_wrong_address_are_told() {
    let model = silent();
    let cli = Cli::new(&model, WireFormat::OpenAi);
    let served = serve(&cli, &[]);
    let output = cli.args(["serve", "--addr", &served.address]).run().expect_code(1);
    assert!(output.stderr.contains("is taken") && output.stderr.contains("--addr"), "{}", output.stderr);
    let output = cli.args(["serve", "--addr", "8787"]).run().expect_code(2);
    assert!(output.stderr.contains("127.0.0.1:8787"), "{}", output.stderr);
}

#[test]
fn what_would_let_anybody_in_is_refused() {
    let model = silent();
    let check = |config: &str, args: &[&str], stdin: &str, expected: &str| {
        let cli = Cli::new(&model, WireFormat::OpenAi).config(config);
        let args = ["serve", "--addr", "127.0.0.1:0"].iter().chain(args);
        let output = cli.args(args).stdin(stdin).run().expect_code(1);
        assert!(output.stderr.contains(expected), "{args:?}: {}", output.stderr, args = config);
    };
    let none_only_here = "may only listen on this machine";
    let mode = "[serve]\nauth_mode = 'none'\n";
    check("", &["--auth", "none", "--behind-proxy"], "", none_only_here);
    check("[serve]\nauth_mode = 'none'\nhosts = ['box.example']\n", &[], "", none_only_here);
    check(mode, &["--token", "short"], "", "16");
    check("[serve]\nauth_mode = 'passwort'\n", &[], "", "serve.auth_mode");
    check("[serve]\nexpose = ['everything']\n", &[], "", "serve.expose");
    check("[serve]\nauth_mode = 'password'\n", &[], "", "There is no password");
    check("[serve]\nauth_mode = 'password'\npassword_hash = '$2b$12$abc'\n", &[], "", "bcrypt");
    check("", &["--password"], "short\n", "too short");
    let cli = Cli::new(&model, WireFormat::OpenAi);
    let output = cli.args(["serve", "--addr", "0.0.0.0:0", "--auth", "none"]).run().expect_code(1);
    assert!(output.stderr.contains(none_only_here), "{}", output.stderr);
}

#[cfg(unix)]
#[test]
fn a_password_comes_from_stdin_and_its_hash_from_the_configuration() {
    let model = silent();
    let cli = Cli::new(&model, WireFormat::OpenAi);
    let hash = cli.args(["serve", "--hash-password"]).stdin("correct horse\n").run().expect_code(0).stdout;
    assert!(hash.starts_with("$argon2id$"), "{hash}");
    let cli = cli.config(format!("[serve]\nauth_mode = 'password'\npassword_hash = '{}'\n", hash.trim()));
    let port = cli.home().join("port");
    let running = cli.args(["serve", "--addr", "127.0.0.1:0", "--port-file", &port.display().to_string()]).start();
    let said = running.wait_for_stdout("http://");
    assert!(!said.contains('#'), "there is no token to tell: {said}");
    let address = std::fs::read_to_string(&port).unwrap().trim().to_owned();
    let (status, _, body) = post(&address, "/api/call", "", &json!({ "command": { "command": "about" } }));
    assert_eq!(status, 401, "{body}");
    assert_eq!(post(&address, "/api/login", "", &json!({ "password": "correct horsf" })).0, 401);
    assert_eq!(post(&address, "/api/login", "", &json!({ "password": "correct horse" })).0, 204);
    running.terminate();
    running.wait().expect_code(0);
}

#[test]
fn what_is_exposed_is_what_the_configuration_says() {
    let model = silent();
    let cli = Cli::new(&model, WireFormat::OpenAi).config("[serve]\nexpose = ['settings']\n");
    let served = serve(&cli, &["--auth", "token"]);
    let cookie = served.login(json!({ "token": served.token }));
    let about = served.call(&cookie, json!({ "command": "about" }));
    assert_eq!(about["exposed"], json!(["settings"]));
    let command = json!({ "command": { "command": "local_servers" } });
    let (status, _, body) = post(&served.address, "/api/call", &cookie, &command);
    assert_eq!(status, 403);
    assert!(body.contains("not_exposed") && body.contains("providers"), "{body}");
}

#[test]
fn secrets_of_the_configuration_reach_no_browser() {
    let model = silent();
    let token = "configured-token-0123456789";
    let cli = Cli::new(&model, WireFormat::OpenAi).config(format!("[serve]\ntoken = '{token}'\n"));
    let served = serve(&cli, &["--auth", "none"]);
    assert_eq!(served.token, token, "the configured one goes into the file");
    let (status, _, body) = post(&served.address, "/api/call", "", &json!({ "command": { "command": "config_show" } }));
    assert_eq!(status, 200);
    assert!(body.contains("serve.token") && !body.contains(token), "{body}");
    let params = json!({ "layer": "user" });
    let file = json!({ "command": { "command": "config_file", "params": params } });
    let (status, _, body) = post(&served.address, "/api/call", "", &file);
    assert_eq!(status, 403, "{body}");
}

/// Others on the machine can read the browser's command line: what stands there is good once.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_opened_with_a_token_that_is_good_once() {
    use std::os::unix::fs::PermissionsExt as _;
    let model = silent();
    let cli = Cli::new(&model, WireFormat::OpenAi);
    let opened = cli.home().join("opened");
    let opener = cli
        .home()
        .write("bin/xdg-open", format!("#!/bin/sh\nprintf %s \"$1\" > {0}.part\nmv {0}.part {0}\n", opened.display()));
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", opener.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let running = cli.args(["serve", "--addr", "127.0.0.1:0", "--open"]).env("PATH", path).start();
    let said = running.wait_for_stdout("#token=");
    let limit = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !opened.exists() && std::time::Instant::now() < limit {
        std::thread::yield_now();
    }
    let url = std::fs::read_to_string(&opened).unwrap();
    let (address, once) = url.strip_prefix("http://").unwrap().split_once("/#token=").unwrap();
    assert!(!said.contains(once), "{said}");
    assert_eq!(post(address, "/api/login", "", &json!({ "token": once })).0, 204);
    assert_eq!(post(address, "/api/login", "", &json!({ "token": once })).0, 401);
    assert!(matches!(get(address, "/").0, 200 | 503));
    running.terminate();
    running.wait().expect_code(0);
}
