//! A workspace with all tools in it, and one way to call them.

use crate::session_jobs::SessionJobs;
use reasonix_exec::{Shell, ShellKind};
use reasonix_protocol::{Answer, BlobRef, CallId, CallOutcome, Display, FileDiff, Mode, Posture, SeenFile};
use reasonix_tool::{
    Admission, AdmitContext, Denials, FinalResult, Frozen, FullOutputStore, LiveOutput, ObserveContext,
    PermissionListener, Pipeline, PolicyBook, PrivateFolder, RealPathGuard, Registry, Rulebook, RunContext, SeenBefore,
    Ticket, Workspace,
};
use reasonix_tools::{BashSettings, OtherNames, ProxyUse, Unreadable, WebSettings, builtin};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// Stands for the folder that is not in the workspace.
const OUTSIDE: &str = "<outside>";

pub(crate) struct Bench {
    rules: Rulebook,
    pub pipeline: Pipeline,
    pub workspace: Arc<Workspace>,
    pub cancel: CancellationToken,
    /// What was shown while calls ran.
    pub live: Arc<Mutex<String>>,
    /// What the session has seen so far.
    pub seen: BTreeMap<String, String>,
    pub answer: Option<Answer>,
    pub jobs: SessionJobs,
    folder: tempfile::TempDir,
    outside: tempfile::TempDir,
    /// A writable folder on another file system, where the machine has one.
    pub other_disk: Option<tempfile::TempDir>,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self::with(Some(Duration::from_secs(20)), &[])
    }

    /// `forbidden` are paths in the workspace.
    pub(crate) fn with(timeout: Option<Duration>, forbidden: &[&str]) -> Self {
        Self::build(timeout, forbidden)
    }

    /// Nothing outside the workspace may be read, and nothing checks that once a call is decided about.
    pub(crate) fn unguarded() -> Self {
        let mut bench = Self::build(None, &[OUTSIDE]);
        bench.pipeline.guards.clear();
        bench
    }

    fn build(timeout: Option<Duration>, forbidden: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        let other_disk = tempfile::tempdir_in("/dev/shm").ok();
        let extra: Vec<PathBuf> = other_disk.iter().map(|folder| folder.path().to_path_buf()).collect();
        let workspace = Arc::new(Workspace::new(folder.path(), &extra, None).unwrap());
        let forbid_read: Vec<PathBuf> = forbidden
            .iter()
            .map(|path| if *path == OUTSIDE { outside.path().to_path_buf() } else { workspace.root().join(path) })
            .collect();
        let shell = Shell::find(ShellKind::Bash, None);
        let removed_env = vec!["CARGO_MANIFEST_DIR".to_owned()];
        let bash = BashSettings { shell, timeout, removed_env, ..BashSettings::unconfined(None) };
        let policy = Arc::new(PolicyBook::of(&workspace, &forbid_read));
        let (judging, rules) = (Arc::clone(&policy), policy.with_grants([]).rules);
        let names = OtherNames::new(workspace.roots(), workspace.home(), move |path, access| {
            judging.strictness(path, access, &rules)
        });
        let mut registry = Registry::default();
        for tool in builtin(bash, WebSettings::public(ProxyUse::Off), &Unreadable::below(&forbid_read), &names) {
            registry.insert(tool);
        }
        let pipeline = Pipeline {
            registry,
            listeners: vec![Box::new(PermissionListener(Arc::clone(&policy)))],
            guards: vec![Box::new(RealPathGuard { forbid_read })],
            observers: Vec::new(),
            secrets: Vec::new(),
        };
        Self {
            pipeline,
            rules: policy.with_grants([]),
            workspace,
            cancel: CancellationToken::new(),
            live: Arc::default(),
            seen: BTreeMap::new(),
            answer: None,
            jobs: SessionJobs::default(),
            folder,
            outside,
            other_disk,
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn outside(&self, name: &str) -> PathBuf {
        self.outside.path().join(name)
    }

    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.get(name)).unwrap()
    }

    /// Carries out one call, whatever becomes of it.
    pub(crate) async fn run(&mut self, tool: &str, args: Value) -> FinalResult {
        let call = match self.pipeline.freeze(CallId(1), tool, &args.to_string(), &self.workspace) {
            Frozen::Call(call) => call,
            Frozen::Refused { refusal, .. } => return FinalResult::not_run(refusal.outcome, refusal.text),
        };
        let cx = AdmitContext {
            workspace: &self.workspace,
            posture: Posture::Yolo,
            mode: Mode::Normal,
            plan_approved: false,
            rules: &self.rules,
            denials: &Denials::default(),
            can_ask: false,
            answer: self.answer.as_ref(),
        };
        let admitted = match self.pipeline.admit(&call, &cx).await.1 {
            Admission::Admitted(admitted) => admitted,
            Admission::Refused(refusal) => return FinalResult::not_run(refusal.outcome, refusal.text),
            Admission::Waits(wait) => panic!("{wait:?}"),
        };
        let seen = self.seen.iter().map(|(path, hash)| SeenFile { path: path.clone(), hash: hash.clone() });
        let live = Arc::clone(&self.live);
        let run = RunContext {
            workspace: Arc::clone(&self.workspace),
            cancel: self.cancel.clone(),
            live: LiveOutput::new(move |text| live.lock().unwrap().push_str(text)),
            opened: Vec::new(),
            denials: Denials::default(),
            seen: SeenBefore::new(seen.collect()),
            spool: self.outside("spool"),
            jobs: self.jobs.of_call(self.outside.path()),
            private: PrivateFolder::default(),
            answer: admitted.answer().cloned(),
        };
        let (sender, mut reports) = tokio::sync::mpsc::unbounded_channel();
        let ticket = Ticket::new(CallId(1), sender);
        let store = Kept(self.outside.path());
        self.pipeline
            .carry(admitted, ticket, &run, &ObserveContext { repeats: 1, ..ObserveContext::default() }, &store)
            .await;
        let result = reports.recv().await.unwrap().result;
        self.jobs.see(&result.jobs);
        self.seen.extend(result.seen.iter().map(|file| (file.path.clone(), file.hash.clone())));
        result
    }

    /// The content of a call that must complete.
    pub(crate) async fn ok(&mut self, tool: &str, args: Value) -> String {
        let result = self.run(tool, args.clone()).await;
        assert_eq!(result.outcome, CallOutcome::Completed, "{tool} {args}: {}", result.content);
        result.content
    }

    /// The content of a call that must fail, of which every part must be in it.
    pub(crate) async fn fails(&mut self, tool: &str, args: Value, parts: &[&str]) -> String {
        let result = self.run(tool, args.clone()).await;
        assert_eq!(result.outcome, CallOutcome::Failed, "{tool} {args}: {}", result.content);
        for part in parts {
            assert!(result.content.contains(part), "{tool} {args}: {:?} lacks {part:?}", result.content);
        }
        result.content
    }

    /// What would be shown before a call is agreed to.
    pub(crate) fn preview(&self, tool: &str, args: Value) -> Option<Display> {
        match self.pipeline.freeze(CallId(1), tool, &args.to_string(), &self.workspace) {
            Frozen::Call(call) => call.tool().preview(call.args(), &self.workspace),
            Frozen::Refused { .. } => None,
        }
    }

    /// Names in the workspace's root, to see that nothing was left behind.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// Keeps full outputs as files.
struct Kept<'a>(&'a Path);

impl FullOutputStore for Kept<'_> {
    fn keep(&self, text: &str) -> io::Result<(BlobRef, PathBuf)> {
        let path = self.0.join("full");
        fs::write(&path, text)?;
        Ok((BlobRef("full".to_owned()), path))
    }

    fn adopt(&self, spool: &Path) -> io::Result<(BlobRef, PathBuf)> {
        let path = self.0.join("adopted");
        fs::rename(spool, &path)?;
        Ok((BlobRef("adopted".to_owned()), path))
    }
}

/// The one file of a diff.
pub(crate) fn diff(display: &Display) -> &FileDiff {
    match display {
        Display::Diff { files } => &files[0],
        other => panic!("{other:?}"),
    }
}

/// Whether this user is stopped by permission bits; the root user is not.
pub(crate) fn permissions_count() -> bool {
    let probe = tempfile::tempdir().unwrap();
    let file = probe.path().join("probe");
    fs::write(&file, "x").unwrap();
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o000);
    fs::set_permissions(&file, permissions).unwrap();
    fs::read(&file).is_err()
}
