//! Confinement by bubblewrap: the places of a call as arguments of `bwrap`, and what holds for every call.

use super::{
    Confinement, Unavailable,
    layout::{Layout, View},
    placeholder::{self, Placeholder},
    sandbox::{Confined, Strength},
    warden,
};
use crate::{End, Job, Stderr, find_program, run};
use rustix::process::geteuid;
use std::{
    borrow::Cow,
    ffi::{OsStr, OsString},
    fs::{self, DirBuilder, OpenOptions},
    io,
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    time::Duration,
};
use tokio_util::sync::CancellationToken;

const PROGRAM: &str = "bwrap";
/// Folders of the search path that are looked through first, in whatever place: no command of the user's writes there.
const SYSTEM: [&str; 4] = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"];
/// Where the warden is inside, whatever is hidden there. `/dev` is bubblewrap's own, so that it leaves no trace.
const WARDEN: &str = "/dev/reasonix";
/// How long the first start may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A way to start confined processes that was tried.
#[derive(Debug)]
pub(super) struct Bubblewrap {
    program: PathBuf,
    warden: Option<PathBuf>,
    layout: Layout,
    network: bool,
    process_limit: u32,
    /// Files of the workspace belong to somebody else than root, who runs this.
    foreign_files: bool,
    claims: PathBuf,
    /// A file that nobody can read, to be seen instead of others.
    blank: PathBuf,
    strength: Strength,
}

impl Bubblewrap {
    /// Finds the program and has it start something.
    pub(super) async fn prepare(confinement: &Confinement, warden: Option<PathBuf>) -> Result<Self, Unavailable> {
        let program = find(confinement).ok_or_else(Unavailable::without_bubblewrap)?;
        let (claims, blank) = (confinement.folder.join("claims"), confinement.folder.join("blank"));
        folder_and_blank(&claims, &blank)
            .map_err(|error| Unavailable::Folder { path: confinement.folder.clone(), reason: error.to_string() })?;
        placeholder::sweep(&claims);
        let is_foreign = |path: &PathBuf| fs::metadata(path).is_ok_and(|found| found.uid() != 0);
        let mut bubblewrap = Self {
            program,
            warden,
            layout: Layout::new(confinement),
            network: confinement.network,
            process_limit: confinement.process_limit,
            foreign_files: geteuid().is_root() && confinement.writable.first().is_some_and(is_foreign),
            claims,
            blank,
            strength: Strength { landlock: None },
        };
        bubblewrap.strength = bubblewrap.try_out(&confinement.folder).await?;
        Ok(bubblewrap)
    }

    pub(super) const fn strength(&self) -> Strength {
        self.strength
    }

    /// Starts the warden, or where there is none bubblewrap itself, and lets it say what it found.
    async fn try_out(&self, temp: &Path) -> Result<Strength, Unavailable> {
        let refused = |said: String| Unavailable::Refused { program: self.program.clone(), said };
        let (words, _placeholders) = self.arguments(&self.layout, temp).map_err(|error| refused(error.to_string()))?;
        let asked = match &self.warden {
            Some(_) => warden::question(OsStr::new(WARDEN)),
            None => vec![self.program.clone().into_os_string(), "--version".into()],
        };
        let mut job = Job::new(&self.program, words.into_iter().chain(asked), "/");
        job.deadline = Some(PATIENCE);
        job.stderr = Stderr::Merged;
        let finished = Box::pin(run(job, &CancellationToken::new(), &mut |_| ())).await;
        let finished = finished.map_err(|error| refused(error.to_string()))?;
        let said = finished.output.text();
        match finished.end {
            End::Exited(0) => Ok(Strength { landlock: warden::answer(&said) }),
            _ => Err(refused(said.trim().to_owned())),
        }
    }

    /// The command that runs `program` confined in `cwd`, by a wider confinement than usual if there is one.
    pub(super) fn confine(
        &self,
        program: &Path,
        args: &[OsString],
        cwd: &Path,
        temp: &Path,
        wider: Option<&Confinement>,
    ) -> io::Result<Confined> {
        let layout = wider.map_or_else(|| Cow::Borrowed(&self.layout), |wider| Cow::Owned(Layout::new(wider)));
        let (mut words, placeholders) = self.arguments(&layout, temp)?;
        words.extend(["--chdir".into(), cwd.as_os_str().to_owned()]);
        if self.warden.is_some() {
            words.extend(warden::words(OsStr::new(WARDEN), layout.writable(), self.process_limit));
        }
        words.push(program.as_os_str().to_owned());
        words.extend_from_slice(args);
        Ok(Confined {
            program: self.program.clone(),
            args: words,
            temp: layout.temp_within(temp).to_path_buf(),
            reports: self.warden.is_some(),
            _placeholders: placeholders,
        })
    }

    /// Everything before the command that is run inside.
    fn arguments(&self, layout: &Layout, temp: &Path) -> io::Result<(Vec<OsString>, Vec<Placeholder>)> {
        let mut words = Words::default();
        let (mut placeholders, mut hidden) = (Vec::new(), Vec::new());
        let mounts = layout.mounts(temp);
        let is_all_writable = mounts.iter().any(|(place, view)| place.path() == "/" && *view == View::Writable);
        words.put(if is_all_writable { &["--bind", "/", "/"] } else { &["--ro-bind", "/", "/"] });
        words.put(&["--dev", "/dev", "--proc", "/proc"]);
        // Root may write there without any capability, and it is the whole machine's.
        words.put(&[
            "--ro-bind",
            "/proc/sys",
            "/proc/sys",
            "--ro-bind-try",
            "/proc/sysrq-trigger",
            "/proc/sysrq-trigger",
        ]);
        if let Some(warden) = &self.warden {
            words.bind("--ro-bind", warden, Path::new(WARDEN));
        }
        for (place, view) in &mounts {
            let path = place.path();
            match view {
                View::Temp => words.bind("--bind", temp, path),
                View::Writable if path == "/" => {}
                View::Writable if path.starts_with("/dev") => words.bind("--dev-bind-try", path, path),
                View::Writable | View::Held => words.bind("--bind-try", path, path),
                View::Reachable => words.bind("--ro-bind-try", path, path),
                View::Protected => words.bind("--ro-bind", path, path),
                View::Absent => {
                    placeholders.push(Placeholder::put(&self.claims, path, None)?);
                    words.bind("--ro-bind", path, path);
                }
                View::StandIn => {
                    placeholders.push(Placeholder::put(&self.claims, path, layout.stand_in(path))?);
                    words.bind("--ro-bind", path, path);
                }
                View::HiddenFile => words.bind("--ro-bind", &self.blank, path),
                View::HiddenFolder => {
                    let is_on_the_way =
                        mounts.keys().any(|other| other.path() != path && other.path().starts_with(path));
                    words.put(&["--perms", if is_on_the_way { "0555" } else { "0000" }, "--tmpfs"]);
                    words.0.push(path.into());
                    hidden.push(path);
                }
            }
        }
        for path in hidden {
            words.put(&["--remount-ro"]);
            words.0.push(path.into());
        }
        words.put(&["--unshare-pid", "--unshare-ipc", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]);
        if !self.network {
            words.put(&["--unshare-net"]);
        }
        if self.foreign_files {
            words.put(&["--cap-add", "CAP_DAC_OVERRIDE"]);
        }
        if self.warden.is_some() {
            words.put(&["--as-pid-1"]);
        }
        Ok((words.0, placeholders))
    }
}

/// The program; not one that a confined command could have put there.
fn find(confinement: &Confinement) -> Option<PathBuf> {
    let is_theirs = |program: &PathBuf| {
        let real = program.canonicalize().unwrap_or_else(|_| program.clone());
        confinement.writable.iter().any(|folder| program.starts_with(folder) || real.starts_with(folder))
    };
    let path = std::env::var_os("PATH")?;
    let system = std::env::split_paths(&path).filter(|folder| SYSTEM.iter().any(|known| folder == Path::new(known)));
    let system = std::env::join_paths(system).ok()?;
    find_program(PROGRAM, Some(&system))
        .or_else(|| find_program(PROGRAM, Some(&path)).filter(|found| !is_theirs(found)))
}

/// Arguments being put together.
#[derive(Default)]
struct Words(Vec<OsString>);

impl Words {
    fn put(&mut self, words: &[&str]) {
        self.0.extend(words.iter().map(OsString::from));
    }

    fn bind(&mut self, how: &str, from: &Path, at: &Path) {
        self.0.extend([how.into(), from.into(), at.into()]);
    }
}

fn folder_and_blank(claims: &Path, blank: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(claims)?;
    match OpenOptions::new().write(true).create_new(true).mode(0o000).open(blank) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}
