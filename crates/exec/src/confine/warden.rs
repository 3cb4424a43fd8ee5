//! The first process inside a sandbox: this program, started anew. It puts up the second wall, which cannot stand before
//! the mounts do, starts the command, and tells how that ended. As the first process of its namespace it takes all others
//! with it when it ends, before anybody is told that it has.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

/// The first argument of a warden. No command is called like this.
const ROLE: &str = "__confined";
/// The only argument of one that is asked what it can do.
const QUESTION: &str = "--describe";
const WRITE: &str = "--write";
const PROCESSES: &str = "--processes";
const COMMAND: &str = "--";

static SERVES: AtomicBool = AtomicBool::new(false);

/// To be called first in `main` of every program that opens sessions: if it was started as a warden it serves as one, and
/// the result is the code to end with. From then on this program starts itself as the warden of what it confines.
pub fn serve_as_warden() -> Option<ExitCode> {
    SERVES.store(true, Ordering::Relaxed);
    let mut args = std::env::args_os().skip(1);
    if args.next().is_none_or(|first| first != ROLE) {
        return None;
    }
    #[cfg(target_os = "linux")]
    return Some(inside::serve(args));
    #[cfg(not(target_os = "linux"))]
    Some(ExitCode::FAILURE)
}

/// This program, if it serves.
pub(super) fn this_program() -> Option<PathBuf> {
    if !SERVES.load(Ordering::Relaxed) {
        return None;
    }
    std::env::current_exe().and_then(|program| program.canonicalize()).ok()
}

/// How to start a warden that lets `writable` be written; program and arguments follow.
pub(super) fn words<'a>(
    warden: &OsStr,
    writable: impl Iterator<Item = &'a Path>,
    processes: u32,
) -> impl Iterator<Item = OsString> {
    let head = [warden.to_owned(), ROLE.into(), PROCESSES.into(), processes.to_string().into()];
    let writable: Vec<OsString> = writable.flat_map(|path| [WRITE.into(), path.into()]).collect();
    head.into_iter().chain(writable).chain([COMMAND.into()])
}

/// How to ask a warden what it can do.
pub(super) fn question(warden: &OsStr) -> Vec<OsString> {
    vec![warden.to_owned(), ROLE.into(), QUESTION.into()]
}

/// The version of Landlock in what the warden answered.
pub(super) fn answer(said: &str) -> Option<u32> {
    said.lines().find_map(|line| line.strip_prefix("landlock ")?.parse().ok()).filter(|version| *version > 0)
}

/// What a warden tells about the end of its command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    Exited {
        code: i32,
        left: usize,
    },
    Signalled {
        signal: i32,
        left: usize,
    },
    /// There were more processes than may be, and all were ended.
    Crowded,
    /// What was protected was replaced from outside, which takes its protection away, and all were ended.
    Loosened,
    /// The command could not be started: the system's number of the error.
    NotStarted {
        error: i32,
    },
}

impl Report {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux has wardens"))]
    fn line(self) -> String {
        match self {
            Self::Exited { code, left } => format!("exited {code} {left}\n"),
            Self::Signalled { signal, left } => format!("signalled {signal} {left}\n"),
            Self::Crowded => "crowded\n".to_owned(),
            Self::Loosened => "loosened\n".to_owned(),
            Self::NotStarted { error } => format!("not-started {error}\n"),
        }
    }

    /// What was told by the time the command has ended; nothing is waited for.
    #[cfg(unix)]
    pub(crate) fn read(mut from: &std::io::PipeReader) -> Option<Self> {
        use std::io::Read as _;
        rustix::fs::fcntl_setfl(from, rustix::fs::OFlags::NONBLOCK).ok()?;
        let mut bytes = [0; 64];
        let count = from.read(&mut bytes).ok()?;
        Self::parse(std::str::from_utf8(bytes.get(..count)?).ok()?)
    }

    #[cfg(not(unix))]
    pub(crate) fn read(_from: &std::io::PipeReader) -> Option<Self> {
        None
    }

    fn parse(text: &str) -> Option<Self> {
        let mut words = text.strip_suffix('\n')?.split(' ');
        let kind = words.next()?;
        let mut number = || words.next()?.parse::<i32>().ok();
        Some(match kind {
            "exited" => Self::Exited { code: number()?, left: number()? as usize },
            "signalled" => Self::Signalled { signal: number()?, left: number()? as usize },
            "crowded" => Self::Crowded,
            "loosened" => Self::Loosened,
            "not-started" => Self::NotStarted { error: number()? },
            _ => return None,
        })
    }
}

#[cfg(target_os = "linux")]
mod inside {
    //! What a warden does. Nobody reads what it prints but the command's output, so it says nothing.

    use super::{COMMAND, PROCESSES, QUESTION, Report, WRITE};
    use landlock::{
        ABI, AccessFs, CompatLevel, Compatible, LandlockStatus, RestrictionStatus, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
    };
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    use rustix::process::{
        DumpableBehavior, Pid, Resource, Rlimit, WaitOptions, WaitStatus, nice, set_dumpable_behavior, setrlimit,
        test_kill_process, wait,
    };
    use std::{
        ffi::OsString,
        fs::File,
        io::{Read as _, Seek as _, Write},
        os::{fd::AsFd, unix::process::ExitStatusExt},
        path::PathBuf,
        process::{Command, ExitCode, Stdio},
        time::Duration,
    };

    /// The newest Landlock whose rights are known here.
    const NEWEST: ABI = ABI::V6;
    /// How far commands stand back behind other programs.
    const NICENESS: i32 = 10;
    /// Pauses between two looks at the number of processes: while they are few, and while they become more.
    const CALM: Duration = Duration::from_millis(50);
    const ALERT: Duration = Duration::from_millis(10);

    pub(super) fn serve(args: impl Iterator<Item = OsString>) -> ExitCode {
        // Nothing inside may look into this process or write where it reports.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        let Some(task) = Task::read(args) else { return ExitCode::FAILURE };
        let landlock = put_up_wall(&task.writable);
        let Some((program, args)) = task.command.split_first() else {
            let version = landlock.map_or(0, |status| version(&status));
            let _ = writeln!(std::io::stdout(), "landlock {version}");
            return ExitCode::SUCCESS;
        };
        if landlock.is_err() {
            return ExitCode::FAILURE;
        }
        // No core files in the workspace.
        let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
        let walls = Walls::stand();
        std::thread::spawn(move || watch(task.processes, &walls));
        let (report, code) = match start(program, args) {
            Ok(child) => follow(child),
            Err(error) => (Report::NotStarted { error: error.raw_os_error().unwrap_or(0) }, 127),
        };
        tell(report);
        ExitCode::from(code)
    }

    /// What the arguments say.
    #[derive(Default)]
    struct Task {
        writable: Vec<PathBuf>,
        processes: u32,
        /// Empty: only say what can be done.
        command: Vec<OsString>,
    }

    impl Task {
        fn read(mut args: impl Iterator<Item = OsString>) -> Option<Self> {
            let mut task = Self::default();
            loop {
                match args.next()?.to_str()? {
                    WRITE => task.writable.push(args.next()?.into()),
                    PROCESSES => task.processes = args.next()?.to_str()?.parse().ok()?,
                    QUESTION => return Some(task),
                    COMMAND => break,
                    _ => return None,
                }
            }
            task.command = args.collect();
            (!task.command.is_empty()).then_some(task)
        }
    }

    /// Landlock: writing only where the mounts allow it too, no signal and no abstract socket to the outside, and no
    /// change of the mounts themselves. Does nothing where the kernel has no Landlock, or one that could not allow
    /// moving files between folders.
    fn put_up_wall(writable: &[PathBuf]) -> Result<RestrictionStatus, RulesetError> {
        let rights = AccessFs::from_write(NEWEST);
        let places = writable.iter().map(PathBuf::as_path).chain([std::path::Path::new("/dev")]);
        Ruleset::default()
            .set_compatibility(CompatLevel::SoftRequirement)
            .handle_access(AccessFs::Refer)?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(rights)?
            .scope(Scope::AbstractUnixSocket | Scope::Signal)?
            .create()?
            .add_rules(path_beneath_rules(places, rights))?
            .restrict_self()
    }

    fn version(status: &RestrictionStatus) -> i32 {
        match status.landlock {
            LandlockStatus::Available { effective_abi, .. } => effective_abi as i32,
            _ => 0,
        }
    }

    #[expect(clippy::disallowed_methods, reason = "this crate is the one that starts processes")]
    fn start(program: &OsString, args: &[OsString]) -> std::io::Result<Pid> {
        let mut command = Command::new(program);
        // Standard input is where this process reports; the command has none.
        command.args(args).stdin(Stdio::null());
        // The command inherits the priority of the thread that starts it: a lower one than this process keeps, which must
        // get its turn however many others want theirs. Whoever works at this machine has precedence, too.
        let child = std::thread::scope(|scope| {
            let start = scope.spawn(|| {
                let _ = nice(NICENESS);
                command.spawn()
            });
            start.join().unwrap_or_else(|_| Err(std::io::ErrorKind::Other.into()))
        })?;
        Pid::from_raw(child.id().cast_signed()).ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    /// Collects what ends, orphans too, until the command itself has.
    fn follow(command: Pid) -> (Report, u8) {
        loop {
            match wait(WaitOptions::empty()) {
                Ok(Some((pid, status))) if pid == command => return account(status),
                Err(Errno::CHILD) => return (Report::NotStarted { error: 0 }, 127),
                _ => {}
            }
        }
    }

    fn account(status: WaitStatus) -> (Report, u8) {
        let left = others();
        let status = std::process::ExitStatus::from_raw(status.as_raw());
        match (status.signal(), status.code()) {
            (Some(signal), _) => (Report::Signalled { signal, left }, u8::try_from(128 + signal).unwrap_or(u8::MAX)),
            (None, code) => {
                let code = code.unwrap_or(-1);
                (Report::Exited { code, left }, u8::try_from(code).unwrap_or(u8::MAX))
            }
        }
    }

    /// The living processes besides this one.
    fn others() -> usize {
        let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
        let is_process = |name: &str| name != "1" && name.bytes().all(|byte| byte.is_ascii_digit());
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        names.filter(|name| is_process(name) && !is_dead(name)).count()
    }

    fn is_dead(pid: &str) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_none_or(|(_, state)| state.starts_with(['Z', 'X']))
    }

    /// Ends everything when there are too many, when a wall falls, and when nobody waits for the report any more. A limit of the kernel's would count other processes of the same user, and
    /// root has none. The list in `/proc` is not asked: while thousands are being born it takes seconds.
    fn watch(most: u32, walls: &Walls) {
        let mut before = Load::read().map_or(0, |load| load.threads);
        let mut newest = 0;
        loop {
            let mut pause = CALM;
            if let Some(load) = Load::read() {
                before = before.min(load.threads);
                newest = newest.max(load.newest);
                let grown = load.threads - before;
                // They may be somebody else's, so those in here are counted before anything is ended.
                if most > 0 && grown.min(newest) > most && living(newest) > most {
                    tell(Report::Crowded);
                    std::process::exit(125);
                }
                if grown > most / 8 {
                    pause = ALERT;
                }
            }
            match walls.watch_for(pause) {
                Seen::Nothing => {}
                // It was killed before the system could be told to end this process with it.
                Seen::Abandoned => std::process::exit(125),
                Seen::Fallen => {
                    tell(Report::Loosened);
                    std::process::exit(125);
                }
            }
        }
    }

    /// The mounts that protect. Somebody outside who replaces a file or folder that is one, as editors do when they save,
    /// takes the mount away.
    struct Walls {
        /// `None` where the system does not tell.
        mounts: Option<File>,
        count: usize,
    }

    enum Seen {
        Nothing,
        Fallen,
        /// The program that started this one is gone.
        Abandoned,
    }

    impl Walls {
        fn stand() -> Self {
            let mounts = File::open("/proc/self/mountinfo").ok();
            let count = mounts.as_ref().map_or(0, count);
            Self { mounts, count }
        }

        /// Waits for so long, or until there is something to see.
        fn watch_for(&self, pause: Duration) -> Seen {
            let report = std::io::stdin();
            let mut watched = vec![PollFd::new(&report, PollFlags::empty())];
            watched.extend(self.mounts.as_ref().map(|mounts| PollFd::new(mounts, PollFlags::PRI)));
            let pause = Timespec::try_from(pause).unwrap_or_default();
            if poll(&mut watched, Some(&pause)).is_err() {
                return Seen::Nothing;
            }
            let has = |at: usize, flags| watched.get(at).is_some_and(|seen| seen.revents().intersects(flags));
            if has(0, PollFlags::ERR | PollFlags::HUP) {
                return Seen::Abandoned;
            }
            let changed = has(1, PollFlags::PRI | PollFlags::ERR);
            if changed && self.mounts.as_ref().is_some_and(|mounts| count(mounts) < self.count) {
                return Seen::Fallen;
            }
            Seen::Nothing
        }
    }

    /// The mounts that there are now.
    fn count(mut mounts: &File) -> usize {
        let mut text = String::new();
        let read = mounts.rewind().and_then(|()| mounts.read_to_string(&mut text));
        read.map_or(0, |_| text.lines().count())
    }

    /// What `/proc/loadavg` tells, at the same small cost however many there are.
    struct Load {
        /// Of the whole machine.
        threads: u32,
        /// The id given last in here.
        newest: u32,
    }

    impl Load {
        fn read() -> Option<Self> {
            let text = std::fs::read_to_string("/proc/loadavg").ok()?;
            let mut words = text.split_ascii_whitespace().skip(3);
            let threads = words.next()?.split_once('/')?.1.parse().ok()?;
            Some(Self { threads, newest: words.next()?.parse().ok()? })
        }
    }

    /// Threads with ids up to `newest`.
    fn living(newest: u32) -> u32 {
        let lives = |id: i32| Pid::from_raw(id).is_some_and(|pid| test_kill_process(pid) != Err(Errno::SRCH));
        (2..=newest.cast_signed()).filter(|id| lives(*id)).count() as u32
    }

    fn tell(report: Report) {
        let _ = rustix::io::write(std::io::stdin().as_fd(), report.line().as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_survives_the_way() {
        for report in [
            Report::Exited { code: 3, left: 2 },
            Report::Signalled { signal: 9, left: 0 },
            Report::Crowded,
            Report::Loosened,
            Report::NotStarted { error: 2 },
        ] {
            assert_eq!(Report::parse(&report.line()), Some(report));
        }
        for text in ["", "exited 1", "exited 1 2", "other\n"] {
            assert_eq!(Report::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_answer_tells_the_version() {
        assert_eq!(answer("landlock 7\n"), Some(7));
        assert_eq!(answer("landlock 0\n"), None);
        assert_eq!(answer("bubblewrap 0.8.0\n"), None);
    }
}
