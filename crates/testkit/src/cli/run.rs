//! A running program: its output as it comes, signals, its end. The only place of this crate that starts a process.

use std::io::Write;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::pipe::Pipe;
use super::{Cli, Invocation};

/// A program that has ended.
#[derive(Clone, Debug)]
pub struct Output {
    /// Standard output; invalid UTF-8 is replaced.
    pub stdout: String,
    /// Standard error; invalid UTF-8 is replaced.
    pub stderr: String,
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// From start to end, measured when the end was noticed.
    pub duration: Duration,
}

impl Output {
    /// Fails the test with everything that was printed unless the exit code is `code`.
    ///
    /// # Panics
    /// If it is another one.
    #[track_caller]
    pub fn expect_code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }
}

/// A program that runs. Dropping it kills it.
#[derive(Debug)]
pub struct Running {
    child: Child,
    stdout: Pipe,
    stderr: Pipe,
    started: Instant,
    limit: Duration,
    /// Keeps the folders of the program.
    _cli: Cli,
}

impl Running {
    pub(super) fn start(invocation: Invocation) -> Self {
        let Invocation { cli, args, variables, stdin, limit } = invocation;
        #[expect(clippy::disallowed_methods, reason = "the program under test; exec itself is tested through it")]
        let mut command = Command::new(&cli.program);
        command
            .args(args)
            .current_dir(cli.folder.path())
            .env_clear()
            .envs(KEPT_VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
            .env("REASONIX_HOME", cli.home.path())
            .env("HOME", cli.home.path())
            .env("REASONIX_LANG", "en")
            .envs(variables)
            .stdin(if stdin.is_empty() { Stdio::null() } else { Stdio::piped() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let started = Instant::now();
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => panic!("{} cannot be started: {error}", cli.program.display()),
        };
        if let Some(mut pipe) = child.stdin.take() {
            // On a thread: the program may print before it reads. A program that ends without reading is no error here.
            std::thread::spawn(move || pipe.write_all(&stdin));
        }
        let stdout = Pipe::read(child.stdout.take());
        let stderr = Pipe::read(child.stderr.take());
        Self { child, stdout, stderr, started, limit, _cli: cli }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until standard output contains `text`, and returns all of it so far.
    ///
    /// # Panics
    /// If the program ends without it, or after [`WAIT_LIMIT`](crate::WAIT_LIMIT).
    pub fn wait_for_stdout(&self, text: &str) -> String {
        self.stdout.wait_for(text)
    }

    /// As [`Running::wait_for_stdout`] for standard error.
    ///
    /// # Panics
    /// If the program ends without it, or after [`WAIT_LIMIT`](crate::WAIT_LIMIT).
    pub fn wait_for_stderr(&self, text: &str) -> String {
        self.stderr.wait_for(text)
    }

    /// SIGKILL: no chance to clean up. Returns at once; [`Running::wait`] tells the end.
    pub fn kill(&mut self) {
        // Fails only if it has ended already.
        let _ = self.child.kill();
    }

    /// SIGINT, as Ctrl+C sends it.
    ///
    /// # Panics
    /// If the process is gone.
    #[cfg(unix)]
    pub fn interrupt(&self) {
        self.signal(rustix::process::Signal::INT);
    }

    /// SIGTERM.
    ///
    /// # Panics
    /// If the process is gone.
    #[cfg(unix)]
    pub fn terminate(&self) {
        self.signal(rustix::process::Signal::TERM);
    }

    #[cfg(unix)]
    fn signal(&self, signal: rustix::process::Signal) {
        let id = i32::try_from(self.id()).ok().and_then(rustix::process::Pid::from_raw).expect("a child has an id");
        rustix::process::kill_process(id, signal).expect("the process has not been waited for");
    }

    /// Waits for the end.
    ///
    /// # Panics
    /// If the limit passes; the program is killed then.
    pub fn wait(mut self) -> Output {
        let status = self.wait_for_end();
        let duration = self.started.elapsed();
        Output {
            stdout: self.stdout.finish(),
            stderr: self.stderr.finish(),
            code: status.code(),
            signal: signal_of(status),
            duration,
        }
    }

    fn wait_for_end(&mut self) -> ExitStatus {
        loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                return status;
            }
            if self.started.elapsed() > self.limit {
                self.kill();
                let (stdout, stderr) = (self.stdout.text(), self.stderr.text());
                panic!("did not end within {:?}\nstdout:\n{stdout}\nstderr:\n{stderr}", self.limit);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

/// What a program needs of the outer environment to run at all, and to report its coverage.
const KEPT_VARIABLES: [&str; 6] = ["PATH", "SystemRoot", "TMPDIR", "TEMP", "LLVM_PROFILE_FILE", "RUST_BACKTRACE"];

#[cfg(unix)]
fn signal_of(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal_of(_: ExitStatus) -> Option<i32> {
    None
}
