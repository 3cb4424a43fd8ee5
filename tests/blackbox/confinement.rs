//! Commands of the model that try to get out of the sandbox, through the real program and with every question answered by
//! `yolo`: only the operating system stands in their way. Where it cannot, these tests fail and say what is missing.

use crate::{
    crash::{processes, wait_until},
    journal,
    pty::Terminal,
};
use reasonix_testkit::{Call, Cli, ModelServer, Options, Script, TEST_KEY, Turn, WireFormat, Workspace};
use serde_json::json;
use std::{
    io::Write,
    net::TcpListener,
    path::{Path, PathBuf},
};

/// A folder that is not among the temporary files, which commands do not see at all.
struct Outside(tempfile::TempDir);

impl Outside {
    fn new() -> Self {
        let built = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // Unless the project itself lies there.
        let apart = if built.starts_with("/tmp") { Path::new("/var/tmp") } else { built };
        Self(tempfile::tempdir_in(apart).unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }
}

fn bash(command: &str) -> Call {
    Call::new("bash", json!({ "command": command }))
}

/// Lets the model run `commands`, one a step, and gives what it read of each.
fn results(commands: &[String], prepare: impl FnOnce(Cli) -> Cli) -> (Cli, Vec<String>) {
    let turns = commands.iter().map(|command| Turn::calls([bash(command)])).chain([Turn::text("end")]);
    let options = Options { key: Some(TEST_KEY.to_owned()), ..Options::default() };
    let server = ModelServer::start_with(Script::new(turns), options);
    let cli = prepare(Cli::new(&server, WireFormat::OpenAi));
    let output = cli.args(["run", "--yolo", "work"]).env("HARMLESS", "seen").run().expect_code(0);
    let requests = server.requests();
    let read = requests.last().unwrap().tool_results();
    assert_eq!(read.len(), commands.len(), "{}", output.stderr);
    (cli, read.into_iter().map(|(_, text)| text).collect())
}

fn owned(commands: &[&str]) -> Vec<String> {
    commands.iter().map(|command| (*command).to_owned()).collect()
}

#[test]
fn nothing_is_written_but_the_workspace() {
    let outside = Outside::new();
    let target = outside.path("made");
    let at = target.display();
    let (cli, said) = results(
        &[
            format!("echo x > {at}"),
            format!("ln -s {} l && echo x > l/made", outside.path("").display()),
            "echo x > .git/hooks/post-checkout".to_owned(),
            "git config core.fsmonitor evil".to_owned(),
            // By a script, since a rule sees what the text of a command names.
            "echo 'echo x > reasonix.toml' > s.sh; bash s.sh".to_owned(),
            "echo 'mkdir -p .reasonix/commands' > s.sh; bash s.sh".to_owned(),
            "echo fine > made && cat made && mktemp".to_owned(),
        ],
        |cli| cli.folder(Workspace::empty().with_git()),
    );
    for (number, said) in said.iter().enumerate().take(6) {
        assert!(said.contains("[exit code"), "{number}: {said}");
    }
    assert!(said[0].contains("Read-only file system") && said[0].contains("additional_write_dirs"), "{}", said[0]);
    assert!(said[6].starts_with("fine\n/tmp/"), "{}", said[6]);
    assert!(!target.exists());
    let workspace = cli.workspace();
    assert!(workspace.has("made"));
    for name in ["reasonix.toml", ".reasonix", ".git/hooks"] {
        assert!(!workspace.has(name), "{name} is left behind");
    }
}

/// What the sandbox made fail may be asked for without it: in every posture, for exactly that command, and once.
#[test]
fn a_denied_command_runs_without_the_sandbox_when_a_person_says_so() {
    let outside = Outside::new();
    let target = outside.path("made");
    let command = |word: &str| format!("echo {word} >> {}", target.display());
    let retry = |command: String, denial: &str| {
        Turn::calls([Call::new("bash", json!({"command": command, "unsandboxed_retry_of": denial}))])
    };
    let server = ModelServer::start(Script::new([
        Turn::calls([bash(&command("one"))]),
        retry(command("other"), "denial-1"),
        retry(command("one"), "denial-2"),
        retry(command("one"), "denial-1"),
        retry(command("one"), "denial-1"),
        Turn::text("first done"),
        retry(command("one"), "denial-1"),
        Turn::calls([bash(&command("two"))]),
        retry(command("two"), "denial-7"),
        Turn::text("second done"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let mut terminal = Terminal::start(&cli, &["run", "--yolo", "work"]);
    terminal.wait_for("or type what to do instead:", 1);
    let shown = terminal.shown();
    assert!(shown.contains("would run without the sandbox") && shown.contains("echo one"), "{shown}");
    assert!(!target.exists(), "nothing runs before the answer");
    assert!(!shown.contains("this session") && !shown.contains("this project"), "{shown}");
    terminal.type_line("y");
    terminal.wait_for("first done", 1);
    assert_eq!(terminal.end(), 0);
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "one\n");
    // Another process, with nobody to ask.
    cli.args(["run", "--yolo", "--continue", "go on"]).run();
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "one\n");
    let requests = server.requests();
    let read: Vec<String> = requests.last().unwrap().tool_results().into_iter().map(|(_, text)| text).collect();
    for (number, expected) in [
        "unsandboxed_retry_of: \"denial-1\"",
        "denial-1 is of another command",
        "denial-2 is not open",
        "[ran without a sandbox: the user allowed it this once]",
        "denial-1 is not open",
        "denial-1 is not open",
        "unsandboxed_retry_of: \"denial-7\"",
        "nobody who could give it",
    ]
    .into_iter()
    .enumerate()
    {
        assert!(read[number].contains(expected), "{number}: {}", read[number]);
    }
}

#[test]
fn neither_forbidden_files_nor_keys_are_read() {
    let secrets = Outside::new();
    std::fs::write(secrets.path("key.txt"), "hidden words").unwrap();
    let forbidden = secrets.path("").display().to_string();
    let config = format!("[sandbox]\nforbid_read = [\"{forbidden}\"]\n");
    // Names that no rule sees: the decision lets them pass, the operating system does not.
    let home_variable = "d=$(printf %s \"$REASONIX_HOME\"); cat \"$d\"/.e* \"$d\"/config.toml; ls \"$d\"";
    let script = format!("printf 'cat %s' {forbidden}key.txt > s.sh; bash s.sh");
    let (_cli, said) =
        results(&[script, home_variable.to_owned(), "env; cat /proc/*/environ".to_owned()], |cli| cli.config(config));
    for said in &said {
        assert!(!said.contains("hidden words") && !said.contains(TEST_KEY) && !said.contains("base_url"), "{said}");
    }
    assert!(said[2].contains("HARMLESS=seen") && !said[2].contains("TEST_API_KEY"), "{}", said[2]);
}

#[test]
fn what_looks_like_a_credential_is_taken_out_where_that_is_wanted() {
    let run = |config: &str| {
        let server =
            ModelServer::start(Script::new([Turn::calls([bash("echo \"[$DEPLOY_TOKEN]\"")]), Turn::text("end")]));
        let cli = Cli::new(&server, WireFormat::OpenAi).config(config);
        cli.args(["run", "--yolo", "work"]).env("DEPLOY_TOKEN", "visible").run().expect_code(0);
        server.requests()[1].tool_results()[0].1.clone()
    };
    assert_eq!(run(""), "[visible]\n");
    assert_eq!(run("[secrets]\nfilter_subprocess_env = true\n"), "[]\n");
}

#[test]
fn the_network_is_reached_only_where_it_may_be() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream.unwrap().write_all(b"reached");
        }
    });
    let command = format!("cat </dev/tcp/127.0.0.1/{port}");
    let run = |config: &str| results(std::slice::from_ref(&command), |cli| cli.config(config)).1.remove(0);
    assert!(run("").starts_with("reached"));
    let said = run("[sandbox]\nnetwork = false\n");
    assert!(!said.contains("reached") && said.contains("[exit code 1]"), "{said}");
}

#[test]
fn a_call_ends_with_all_that_it_started() {
    let mark = format!("{}.3", 300_000 + std::process::id());
    let (_cli, said) = results(
        &[
            format!("(setsid sleep {mark} >/dev/null 2>&1 &); echo gone"),
            format!("sleep {mark} & echo held"),
            format!("(trap '' TERM HUP; setsid sleep {mark} &) ; echo deaf"),
        ],
        |cli| cli,
    );
    assert!(said.iter().all(|said| said.contains("[what it had left running was stopped;")), "{said:?}");
    assert_eq!(processes(&mark), Vec::<String>::new());
}

#[test]
fn a_killed_program_takes_its_commands_with_it() {
    let mark = format!("{}.4", 300_000 + std::process::id());
    let server = ModelServer::start(Script::new([Turn::calls([bash(&format!(
        "(setsid sleep {mark} >/dev/null 2>&1 &); trap '' TERM HUP; touch started; sleep {mark}"
    ))])]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let mut running = cli.args(["run", "--yolo", "work"]).start();
    wait_until("the call runs", || cli.workspace().has("started"));
    running.kill();
    wait_until("all are gone", || processes(&mark).is_empty());
    // What stands where nothing may be made goes with the next command of whoever comes next.
    server.push(Turn::calls([bash("true")]));
    server.push(Turn::text("end"));
    cli.args(["run", "--yolo", "again"]).run().expect_code(0);
    assert!(!cli.workspace().has("reasonix.toml") && !cli.workspace().has(".git"));
}

#[test]
fn no_command_brings_the_machine_down() {
    let (cli, said) = results(
        &owned(&[
            "f() { f | f & }; f; sleep 60",
            "cat /dev/zero | head -c 200000000",
            "read line </dev/tty; cat; echo on",
        ]),
        |cli| cli.config("[tools]\nbash_timeout_seconds = 60\n"),
    );
    assert!(said[0].contains("too many processes"), "{}", said[0]);
    assert!(said[1].contains("were kept]"), "{}", &said[1][said[1].len() - 200..]);
    assert!(said[2].contains("No such device") && said[2].contains("on\n"), "{}", said[2]);
    let kept: u64 = walk(&cli.home().join("sessions")).iter().map(|path| path.metadata().unwrap().len()).sum();
    assert!(kept < 80 << 20, "{kept} bytes are kept");
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(walk(&path));
        } else {
            files.push(path);
        }
    }
    files
}

#[test]
fn commits_work_in_a_linked_working_tree_and_below_the_top() {
    let outside = Outside::new();
    let git = "git -c user.name=n -c user.email=e";
    let make = format!(
        "cd {} && git init -q r && cd r && mkdir sub && echo a > sub/f && git add . && {git} commit -qm one && git worktree \
         add -q ../w && echo made",
        outside.path("").display()
    );
    // Making a repository is what a confined command cannot do.
    let (_cli, said) = results(&[make], |cli| cli.config("[sandbox]\nbash = \"off\"\n"));
    assert_eq!(said, ["made\n"]);
    for (folder, index) in [("w", 0), ("r/sub", 1)] {
        let turns = [
            Turn::calls([bash(&format!(
                "echo {index} > new; git add new && {git} commit -qm two && git log --format=%s -1"
            ))]),
            Turn::calls([bash("git config core.fsmonitor evil")]),
            Turn::text("end"),
        ];
        let server = ModelServer::start(Script::new(turns));
        let cli = Cli::new(&server, WireFormat::OpenAi);
        let dir = outside.path(folder);
        cli.args(["run", "--yolo", "--dir", dir.to_str().unwrap(), "work"]).run().expect_code(0);
        let said = server.requests()[2].tool_results();
        assert_eq!(said[0].1, "two\n");
        assert!(said[1].1.contains("[exit code"), "{}", said[1].1);
    }
}

/// A search path with everything but what confines.
fn path_without_bubblewrap(folder: &Workspace) -> PathBuf {
    for entry in std::fs::read_dir("/usr/bin").unwrap().flatten() {
        if entry.file_name() != "bwrap" {
            std::os::unix::fs::symlink(entry.path(), folder.join(entry.file_name().to_str().unwrap())).unwrap();
        }
    }
    folder.path().to_path_buf()
}

#[test]
fn without_what_confines_commands_are_refused_and_the_way_out_is_told() {
    let folder = Workspace::empty();
    let path = path_without_bubblewrap(&folder);
    let server = ModelServer::start(Script::new([Turn::calls([bash("touch made")]), Turn::text("end")]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    cli.args(["run", "--yolo", "work"]).env("PATH", &path).run().expect_code(0);
    let said = &server.requests()[1].tool_results()[0].1;
    assert!(said.contains("Not run") && said.contains("bubblewrap") && said.contains("sandbox.bash"), "{said}");
    assert!(!cli.workspace().has("made"));
    let doctor = cli.args(["doctor", "--offline"]).env("PATH", &path).run();
    assert!(doctor.stdout.contains("bubblewrap is not installed"), "{}", doctor.stdout);

    // Newcomers see the tour all the same, and are told.
    let demo = cli.args(["demo", "--yes"]).env("PATH", &path).run().expect_code(0);
    assert!(demo.stderr.contains("ran without a sandbox: bubblewrap is not installed"), "{}", demo.stderr);

    // Who asks for it gets it.
    server.push(Turn::calls([bash("touch made")]));
    server.push(Turn::text("end"));
    let cli = cli.config("[sandbox]\nbash = \"off\"\n");
    cli.args(["run", "--yolo", "work"]).env("PATH", &path).run().expect_code(0);
    assert!(cli.workspace().has("made"));
}

#[test]
fn doctor_tells_what_came_of_trying_to_get_out() {
    let server = ModelServer::start([Turn::text("x")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let output = cli.args(["doctor", "--offline", "--json"]).run();
    let report: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    let level = |name: &str| {
        let checks = report["checks"].as_array().unwrap();
        checks.iter().find(|check| check["name"] == name).map(|check| check["level"].as_str().unwrap().to_owned())
    };
    for name in ["sandbox", "sandbox_write", "sandbox_protected", "sandbox_keys", "sandbox_processes"] {
        assert_eq!(level(name).as_deref(), Some("ok"), "{name}: {report:#}");
    }
    assert_eq!(level("sandbox_network").as_deref(), Some("info"));
    let cut = cli.config("[sandbox]\nnetwork = false\n").args(["doctor", "--offline"]).env("REASONIX_LANG", "zh").run();
    assert!(cut.stdout.contains("被拒绝了") && cut.stdout.contains("使用网络"), "{}", cut.stdout);
}

/// An interrupt in the middle of a confined command ends it and records it.
#[test]
fn an_interrupted_command_is_recorded_as_such() {
    let mark = format!("{}.5", 300_000 + std::process::id());
    let server = ModelServer::start(Script::new([Turn::calls([bash(&format!("touch started; sleep {mark}"))])]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let running = cli.args(["run", "--yolo", "work"]).start();
    wait_until("the call runs", || cli.workspace().has("started"));
    running.interrupt();
    running.wait();
    assert_eq!(processes(&mark), Vec::<String>::new());
    let events = journal::events(&journal::path(&cli));
    assert_eq!(journal::bodies(&events, "call_finished")[0]["outcome"], "cancelled");
}
