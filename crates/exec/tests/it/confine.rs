//! What a sandbox promises, each tried by a command inside that wants to break it. Where this machine cannot confine,
//! these tests fail and say what to install.

mod lifetime;

use crate::call;
use reasonix_exec::{Confinement, End, ExecError, Finished, Further, Sandbox, Shell, StandIn, Unavailable, Within};
use std::{
    fs,
    io::Write,
    net::TcpListener,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
    time::Duration,
};
use tempfile::TempDir;

const WARDEN: &str = env!("CARGO_BIN_EXE_warden");

/// A workspace `ws` with a repository, a `home` with a key, something `outside`, and a private temporary folder.
struct Place {
    _folder: TempDir,
    base: PathBuf,
    confinement: Confinement,
    warden: Option<PathBuf>,
}

impl Place {
    /// Not among the temporary files, which are out of sight anyway.
    fn new() -> Self {
        let built = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // Unless the project itself lies there.
        Self::new_in(if built.starts_with("/tmp") { Path::new("/var/tmp") } else { built })
    }

    fn new_in(folder: &Path) -> Self {
        let folder = tempfile::tempdir_in(folder).unwrap();
        let base = folder.path().canonicalize().unwrap();
        for name in ["ws/.git/hooks", "ws/.git/objects", "ws/sub", "ws/secrets", "home", "outside", "temp"] {
            fs::create_dir_all(base.join(name)).unwrap();
        }
        for (name, text) in [
            ("ws/.git/config", "[core]\n\tbare = false\n"),
            ("ws/.git/hooks/pre-commit", "mine"),
            ("ws/.git/HEAD", "ref: refs/heads/main\n"),
            ("ws/file", "text"),
            ("ws/secrets/key", "hidden words"),
            ("home/.env", "KEY=hidden words"),
            ("outside/file", "outside"),
        ] {
            fs::write(base.join(name), text).unwrap();
        }
        let ws = base.join("ws");
        let confinement = Confinement {
            writable: vec![ws.clone()],
            protected: [".git/config", ".git/hooks", "reasonix.toml", ".reasonix"].map(|name| ws.join(name)).into(),
            stand_ins: vec![StandIn { path: ws.join(".git/commondir"), content: ".\n" }],
            unreadable: vec![base.join("home"), ws.join("secrets")],
            reachable: Vec::new(),
            network: true,
            process_limit: 200,
            folder: base.join("home/sandbox"),
        };
        Self { _folder: folder, base, confinement, warden: Some(WARDEN.into()) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.base.join(name)
    }

    fn sandbox(&self) -> Arc<Sandbox> {
        Arc::new(Sandbox::with_warden(self.confinement.clone(), self.warden.clone()))
    }

    fn within(&self) -> Option<Within> {
        Some(Within { sandbox: self.sandbox(), temp: self.path("temp"), further: Further::default() })
    }

    async fn try_run(&self, command: &str) -> Result<Finished, ExecError> {
        let mut job = Shell::discover(None).unwrap().job(command, self.path("ws"));
        job.within = self.within();
        job.env.set("BASE", self.base.as_os_str());
        job.deadline = Some(Duration::from_secs(20));
        call(job).await
    }

    async fn run(&self, command: &str) -> Finished {
        self.try_run(command).await.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// Runs it and gives what it printed.
    async fn said(&self, command: &str) -> String {
        self.run(command).await.output.text()
    }

    /// Runs a command with the warden and without one, and expects that it fails both times, leaving `left` as it was.
    async fn check_refused(&mut self, command: &str, left: &[&str]) {
        let before = left.iter().map(|name| fs::read(self.path(name)).ok()).collect::<Vec<_>>();
        for warden in [Some(PathBuf::from(WARDEN)), None] {
            self.warden = warden;
            let finished = self.run(command).await;
            assert_ne!(finished.end, End::Exited(0), "{command}: {}", finished.output.text());
            let after = left.iter().map(|name| fs::read(self.path(name)).ok()).collect::<Vec<_>>();
            assert_eq!(before, after, "{command}: {}", finished.output.text());
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "what is not under test is started plainly")]
fn program(name: impl AsRef<std::ffi::OsStr>) -> Command {
    Command::new(name)
}

/// Names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn the_workspace_and_the_temporary_folder_are_writable() {
    let place = Place::new();
    let said = place
        .said("echo new > made && cat <<<here && mv file sub/ && ln sub/file two && echo t > /tmp/t && mktemp && pwd")
        .await;
    assert!(said.starts_with("here\n/tmp/tmp.") && said.ends_with("/ws\n"), "{said}");
    assert_eq!(fs::read_to_string(place.path("ws/made")).unwrap(), "new\n");
    assert_eq!(fs::read_to_string(place.path("temp/t")).unwrap(), "t\n");
    assert_eq!(place.said("cat /tmp/t; ls /tmp | wc -l; echo $TMPDIR").await.lines().last(), Some("/tmp"));
}

#[tokio::test]
async fn a_workspace_among_temporary_files_is_all_that_is_seen_of_them() {
    let place = Place::new_in(&std::env::temp_dir());
    assert_eq!(
        place
            .said("echo x > made; ls $BASE; cat $BASE/outside/file; cat $BASE/home/.env; ls")
            .await
            .matches("No such file")
            .count(),
        2
    );
    assert!(place.path("ws/made").exists());
}

#[tokio::test]
async fn nothing_outside_is_written() {
    let mut place = Place::new();
    symlink(place.path("outside"), place.path("ws/link")).unwrap();
    for command in [
        "echo x > $BASE/outside/file",
        "echo x > ../outside/file",
        "echo x > link/file",
        "rm -rf $BASE/outside/file",
        "mv $BASE/outside/file here",
        "ln $BASE/outside/file hard && echo x > hard",
        "chmod 777 $BASE/outside/file",
        "touch $BASE/outside/made",
        "mkdir /made-by-a-test",
        "echo x > /proc/sys/kernel/domainname",
        "echo x > /proc/sys/kernel/core_pattern",
        "echo b > /proc/sysrq-trigger",
        "mount -o remount,rw / && echo x > $BASE/outside/file",
        "umount $BASE/outside; unshare -rm bash -c 'mount -o remount,rw / && echo x > $BASE/outside/file'",
        "mv $BASE/ws $BASE/elsewhere",
        "mknod disk b 254 0",
    ] {
        place.check_refused(command, &["outside/file", "outside/made"]).await;
    }
    assert!(!Path::new("/made-by-a-test").exists());
    assert_eq!(names(&place.path("outside")), ["file"]);
    assert_eq!(fs::read_to_string(place.path("outside/file")).unwrap(), "outside");
}

#[tokio::test]
async fn what_a_job_is_given_besides_is_its_own() {
    let place = Place::new();
    let sandbox = place.sandbox();
    let further = Further {
        writable: vec![place.path("outside"), place.path("home")],
        protected: vec![place.path("outside/.git/hooks")],
        ..Further::default()
    };
    let run = async |further: Further, command: &str| {
        let mut job = Shell::discover(None).unwrap().job(command, place.path("ws"));
        job.within = Some(Within { sandbox: Arc::clone(&sandbox), temp: place.path("temp"), further });
        job.env.set("BASE", place.base.as_os_str());
        call(job).await.unwrap()
    };
    let given = run(further.clone(), "echo one > $BASE/outside/made && echo two > file").await;
    assert_eq!(given.end, End::Exited(0), "{}", given.output.text());
    // What is hidden or protected stays so, whatever was given.
    for command in ["cat $BASE/home/.env", "echo x > $BASE/home/.env", "mkdir -p $BASE/outside/.git/hooks"] {
        assert_ne!(run(further.clone(), command).await.end, End::Exited(0), "{command}");
    }
    let next = run(Further::default(), "echo three > $BASE/outside/made").await;
    assert_ne!(next.end, End::Exited(0), "{}", next.output.text());
    assert_eq!(fs::read_to_string(place.path("outside/made")).unwrap(), "one\n");
}

#[tokio::test]
async fn what_is_protected_stays_as_it_is() {
    let mut place = Place::new();
    for command in [
        "echo x >> .git/config",
        "rm .git/config",
        "mv .git/config c",
        "cp file c && mv c .git/config",
        "git config core.fsmonitor evil",
        "echo x > .git/hooks/pre-commit",
        "echo x > .git/hooks/post-checkout",
        "rm -rf .git/hooks",
        "mv .git/hooks h",
        "mv .git g && mkdir .git && echo x > .git/config",
        "rm -rf .git",
        "ln -s file .git/hooks/post-merge",
        "echo ../evil > .git/commondir",
        "rm .git/commondir",
        "mv .git/commondir c && echo ../evil > .git/commondir",
    ] {
        place.check_refused(command, &["ws/.git/config", "ws/.git/hooks/pre-commit"]).await;
        assert_eq!(names(&place.path("ws/.git/hooks")), ["pre-commit"], "{command}");
        assert!(!place.path("ws/.git/commondir").exists(), "{command}");
    }
    assert_eq!(place.run("echo x > .git/index && mkdir .git/refs").await.end, End::Exited(0));
}

#[tokio::test]
async fn what_is_protected_cannot_be_made_and_nothing_stands_in_its_place_afterwards() {
    let mut place = Place::new();
    let before = names(&place.path("ws"));
    for command in [
        "echo x > reasonix.toml",
        "cp file reasonix.toml/file",
        "rmdir reasonix.toml && echo x > reasonix.toml",
        "mv reasonix.toml r && cp file reasonix.toml",
        "ln -sf file reasonix.toml/x",
        "mkdir -p .reasonix/commands",
        "mv sub .reasonix/",
    ] {
        place.check_refused(command, &["ws/reasonix.toml", "ws/.reasonix/commands"]).await;
        assert_eq!(names(&place.path("ws")), before, "{command}");
    }
    // Also where there is no repository yet.
    fs::remove_dir_all(place.path("ws/.git")).unwrap();
    for command in ["git init -q .", "mkdir -p .git/hooks", "echo x > .git"] {
        place.check_refused(command, &["ws/.git/config", "ws/.git"]).await;
    }
    assert_eq!(names(&place.path("ws")), ["file", "secrets", "sub"]);
    assert_eq!(names(&place.path("home/sandbox/claims")), Vec::<String>::new());
}

#[tokio::test]
async fn version_control_does_not_see_what_stands_in_the_place_of_something() {
    let place = Place::new();
    for name in ["ws/.git", "ws/secrets"] {
        fs::remove_dir_all(place.path(name)).unwrap();
    }
    let git = |args: &[&str]| program("git").args(args).current_dir(place.path("ws")).output().unwrap();
    git(&["init", "-q", "."]);
    let commit =
        "git add -A && git -c user.name=n -c user.email=e commit -qm all && git ls-files && git status --short";
    assert_eq!(place.said(commit).await, "file\n");
}

#[tokio::test]
async fn calls_side_by_side_share_what_stands_in_a_place() {
    let place = Place::new();
    let within = place.within();
    let calls = (0..8).map(|number| {
        let mut job =
            Shell::discover(None).unwrap().job(format!("sleep 0.{number}; echo x > reasonix.toml"), place.path("ws"));
        job.within.clone_from(&within);
        tokio::spawn(call(job))
    });
    for call in calls.collect::<Vec<_>>() {
        assert_eq!(call.await.unwrap().unwrap().end, End::Exited(1));
    }
    assert!(!place.path("ws/reasonix.toml").exists());
}

#[tokio::test]
async fn what_is_hidden_is_not_read() {
    let mut place = Place::new();
    place.confinement.unreadable.push(place.path("outside/file"));
    symlink(place.path("home"), place.path("ws/way")).unwrap();
    for command in [
        "cat $BASE/home/.env",
        "cat way/.env",
        "ls $BASE/home/.env",
        "cat secrets/key",
        "mv secrets s && cat s/key",
        "cp -r secrets s && cat s/key",
        "ln secrets/key k && cat k",
        "cat $BASE/outside/file | grep .",
        "grep -r hidden . $BASE/home",
        "cat /proc/1/root$BASE/home/.env",
        "umount $BASE/home; umount secrets; cat secrets/key",
        "echo x > $BASE/home/.env",
        "echo x > secrets/new",
        "unshare -rm bash -c 'umount secrets; umount -l secrets; cat secrets/key'",
    ] {
        place.check_refused(command, &["home/.env", "ws/secrets/key"]).await;
    }
}

/// What lies beside a hidden folder's content, and below it, can be given back.
#[tokio::test]
async fn what_is_reachable_in_a_hidden_place_is_read_only() {
    let mut place = Place::new();
    fs::create_dir_all(place.path("home/agent")).unwrap();
    fs::write(place.path("home/agent/socket"), "shown").unwrap();
    place.confinement.reachable.push(place.path("home/agent"));
    assert_eq!(place.said("cat $BASE/home/agent/socket").await, "shown");
    place.check_refused("echo x > $BASE/home/agent/socket", &["home/agent/socket"]).await;
    place.check_refused("cat $BASE/home/.env", &[]).await;
}

#[tokio::test]
async fn the_network_is_cut_where_it_is_to_be() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream.unwrap().write_all(b"reached");
        }
    });
    let command = format!("cat </dev/tcp/127.0.0.1/{port}");
    let mut place = Place::new();
    assert_eq!(place.said(&command).await, "reached");
    place.confinement.network = false;
    place.check_refused(&command, &[]).await;
}

#[tokio::test]
async fn the_own_loopback_works_without_a_network() {
    let mut place = Place::new();
    place.confinement.network = false;
    let command = "perl -MIO::Socket::INET -e '$l=IO::Socket::INET->new(Listen=>1,LocalAddr=>\"127.0.0.1\") or die; \
                   $c=IO::Socket::INET->new(PeerAddr=>\"127.0.0.1\",PeerPort=>$l->sockport) or die; print \"met\"'";
    assert_eq!(place.said(command).await, "met");
}

/// A command swaps a folder for a link to the outside while it is writing there and while other calls begin.
#[tokio::test]
async fn a_link_swapped_in_gains_nothing() {
    let place = Place::new();
    let race = "mkdir d; ln -s $BASE/outside l; \
                (i=0; while [ $i -lt 5000 ]; do mv -T d e; mv -T l d; mv -T d l; mv -T e d; i=$((i+1)); done) 2>/dev/null & \
                swap=$!; i=0; while [ $i -lt 10000 ]; do echo x >d/file; i=$((i+1)); done 2>/dev/null; kill $swap; true";
    let within = place.within();
    let start = |command: &str| {
        let mut job = Shell::discover(None).unwrap().job(command, place.path("ws"));
        job.env.set("BASE", place.base.as_os_str());
        job.deadline = Some(Duration::from_secs(25));
        job.within.clone_from(&within);
        call(job)
    };
    let (swapped, ()) = tokio::join!(start(race), async {
        for _ in 0..20 {
            let _ = start("echo x > d/made; echo x > reasonix.toml; mv secrets s; cat s/key && touch d/read").await;
        }
    });
    swapped.unwrap();
    assert_eq!(names(&place.path("outside")), ["file"]);
    assert_eq!(fs::read_to_string(place.path("outside/file")).unwrap(), "outside");
    assert!(!place.path("ws/reasonix.toml").exists());
}

#[tokio::test]
async fn output_without_end_fills_no_disk() {
    let place = Place::new();
    let mut job =
        Shell::discover(None).unwrap().job("timeout 2 cat /dev/zero; yes | head -c 100000000", place.path("ws"));
    job.within = place.within();
    job.output.spool = Some(place.path("spool"));
    job.output.spool_max_bytes = 1 << 20;
    let finished = call(job).await.unwrap();
    let spool = finished.output.spool.unwrap();
    assert_eq!((spool.bytes, spool.complete), (1 << 20, false));
    assert_eq!(fs::metadata(place.path("spool")).unwrap().len(), 1 << 20);
}

#[tokio::test]
async fn the_second_wall_stands_by_itself() {
    let place = Place::new();
    let strength = place.sandbox().ready().await.unwrap();
    if strength.landlock.is_none() {
        eprintln!("this kernel has no Landlock: there is no second wall to be tried");
        return;
    }
    // The warden alone, with no mounts around it.
    let ws = place.path("ws");
    let output = program(WARDEN)
        .args([
            "__confined",
            "--write",
            ws.to_str().unwrap(),
            "--",
            "bash",
            "-c",
            "echo x > made; mkdir s; mv made s/; echo x > ../outside/file",
        ])
        .current_dir(&ws)
        .output()
        .unwrap();
    assert!(ws.join("s/made").exists(), "{output:?}");
    assert_eq!(fs::read_to_string(place.path("outside/file")).unwrap(), "outside");
}

#[tokio::test]
async fn what_cannot_be_confined_is_not_started() {
    let mut place = Place::new();
    place.confinement.folder = place.path("ws/file/none");
    let error = place.try_run("touch made").await.unwrap_err();
    assert!(matches!(&error, ExecError::Unconfined(Unavailable::Folder { .. })), "{error}");
    assert!(!place.path("ws/made").exists());
    // A warden that is none.
    place.confinement.folder = place.path("own");
    fs::write(place.path("false"), "#!/bin/sh\nexit 1\n").unwrap();
    fs::set_permissions(place.path("false"), PermissionsExt::from_mode(0o755)).unwrap();
    place.warden = Some(place.path("false"));
    let error = place.try_run("touch made").await.unwrap_err();
    assert!(matches!(&error, ExecError::Unconfined(Unavailable::Refused { .. })), "{error}");
    assert!(!place.path("ws/made").exists());
}

#[tokio::test]
async fn a_missing_program_or_folder_is_told_as_ever() {
    let place = Place::new();
    let mut job = reasonix_exec::Job::new("no-such-program-at-all", ["x"], place.path("ws"));
    job.within = place.within();
    assert!(matches!(call(job).await.unwrap_err(), ExecError::ProgramNotFound { .. }));
    let mut job = Shell::discover(None).unwrap().job("true", place.path("gone"));
    job.within = place.within();
    assert!(matches!(call(job).await.unwrap_err(), ExecError::NoWorkingDirectory { .. }));
}

#[tokio::test]
async fn calls_side_by_side_leave_no_repository_to_each_other() {
    let place = Place::new();
    fs::remove_dir_all(place.path("ws/.git")).unwrap();
    let long = place.run("touch started; sleep 1");
    let other = async {
        while !place.path("ws/started").exists() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        place.run("mkdir .git/objects || echo x > .git/HEAD").await
    };
    let (_, finished) = tokio::join!(long, other);
    assert_ne!(finished.end, End::Exited(0), "{}", finished.output.text());
    assert!(!place.path("ws/.git").exists());
}

#[tokio::test]
async fn a_call_has_namespaces_of_its_own() {
    let mut place = Place::new();
    place.confinement.network = false;
    for warden in [Some(PathBuf::from(WARDEN)), None] {
        place.warden = warden;
        for name in ["pid", "ipc", "mnt", "net"] {
            let ours = fs::read_link(format!("/proc/self/ns/{name}")).unwrap();
            let said = place.said(&format!("readlink /proc/self/ns/{name}")).await;
            assert!(said.starts_with(name) && said.trim() != ours.to_str().unwrap(), "{name}: {said}");
        }
    }
}
