//! `bash`: a shell command in the workspace. What may run is decided before; how it is started, followed and ended is
//! `exec`'s business; here is what the model reads of it.

use crate::{
    arguments::{Count, Flag, List, Text},
    background, escape,
    terminal_text::plain,
    write_access,
};
use encoding_rs::{Decoder, UTF_8};
use reasonix_exec::{
    Captured, Confining, End, ExecError, Finished, Further, Job, Otherwise, OutputLimits, Shell, ShellKind,
    Unavailable, Within, run,
};
use reasonix_permission::{
    Family, Touches,
    shell::{Analysis, Class, ShellContext, analyse, analyse_powershell},
};
use reasonix_protocol::{CallId, Display, Problem};
use reasonix_stdx::text::{format_bytes, one_line};
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{path::Path, sync::Arc, time::Duration};

/// What the model reads of a long output: so much of its beginning and, because errors come last, more of its end
/// (bytes). Together with the notes it stays below the limit of one result.
const HEAD_BYTES: usize = 10 << 10;
const TAIL_BYTES: usize = 20 << 10;

/// What commands run in and with.
#[derive(Debug, Clone)]
pub struct BashSettings {
    /// `None` where the machine has none that is known.
    pub shell: Option<Shell>,
    /// The longest a command may run, and how long it does if the model says nothing. `None`: without limit.
    pub timeout: Option<Duration>,
    /// Variables taken out of the environment: provider keys.
    pub removed_env: Vec<String>,
    /// `None` gives commands the rights of this program.
    pub confining: Option<Confining>,
    /// What opening a folder means: what in it stays as it is.
    pub opening: fn(&Path) -> Further,
}

impl BashSettings {
    /// Commands without limits, with the rights of this program.
    pub const fn unconfined(shell: Option<Shell>) -> Self {
        Self {
            shell,
            timeout: None,
            removed_env: Vec::new(),
            confining: None,
            opening: |_| Further { writable: Vec::new(), protected: Vec::new(), stand_ins: Vec::new() },
        }
    }
}

/// What the model reads about the sandbox, after the description.
const CONFINED: &str = include_str!("bash_confined.md");

/// Set so that nothing waits for a person: no pager, no password prompt, no editor, no cursor movement. Colour is left
/// as the user has it, since a project's own tests may look at it; escape sequences are taken out of the output.
const FIXED_ENV: &[(&str, &str)] = &[
    ("TERM", "dumb"),
    ("PAGER", "cat"),
    ("GIT_PAGER", "cat"),
    ("MANPAGER", "cat"),
    ("GIT_EDITOR", "true"),
    ("GIT_TERMINAL_PROMPT", "0"),
];

/// Set for commands that were judged as reading only: programs that a repository's configuration would have them start
/// are switched off, and so is git's habit of refreshing its index along the way.
const READERS_ENV: &[(&str, &str)] = &[
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_CONFIG_COUNT", "4"),
    ("GIT_CONFIG_KEY_0", "core.fsmonitor"),
    ("GIT_CONFIG_VALUE_0", "false"),
    ("GIT_CONFIG_KEY_1", "diff.external"),
    ("GIT_CONFIG_VALUE_1", ""),
    ("GIT_CONFIG_KEY_2", "core.hooksPath"),
    ("GIT_CONFIG_VALUE_2", "/dev/null"),
    ("GIT_CONFIG_KEY_3", "core.sshCommand"),
    ("GIT_CONFIG_VALUE_3", "false"),
];

/// Variables that name programs or options for readers.
const READERS_REMOVED_ENV: &[&str] =
    &["GIT_EXTERNAL_DIFF", "GREP_OPTIONS", "LESSOPEN", "LESSCLOSE", "RIPGREP_CONFIG_PATH", "TREE_COLORS"];

/// What the model reads where there is no shell.
const NO_SHELL: &str = "Not run: no shell was found on this machine. Go on with the other tools, and tell the user to \
                        install bash or to name a shell in tools.shell.path.";

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(alias = "cmd")]
    command: String,
    /// Go on at once and let it run as a job.
    #[serde(default, alias = "background")]
    run_in_background: Flag,
    /// Stop it after so long; a job has no limit.
    #[serde(default, alias = "timeout")]
    #[schemars(range(min = 1))]
    timeout_seconds: Count,
    /// What it does, in a few words for the user.
    #[serde(default, rename = "description")]
    _description: Text,
    /// Folders outside the workspace that the command must write in; the user is asked.
    #[serde(default)]
    additional_write_dirs: List<String>,
    /// Why it must, for the user. Only with additional_write_dirs.
    #[serde(default)]
    justification: Text,
    /// Name of the denial that exactly this command got, to have the user asked to run it without the sandbox.
    #[serde(default)]
    unsandboxed_retry_of: Text,
}

impl Arguments {
    fn read(args: &Args) -> Result<Self, ToolError> {
        let arguments: Self = args.to()?;
        if arguments.command.trim().is_empty() {
            return Err(ToolError::answer("`command` is empty."));
        }
        if arguments.command.contains('\0') {
            return Err(ToolError::answer("`command` holds a NUL character, which no shell takes."));
        }
        if arguments.timeout_seconds.0 == Some(0) {
            return Err(ToolError::answer("`timeout_seconds` must be at least 1."));
        }
        Ok(arguments)
    }
}

/// The tool.
pub struct Bash {
    spec: ToolSpec,
    settings: BashSettings,
}

impl Bash {
    pub fn new(settings: BashSettings) -> Self {
        let mut general = include_str!("bash.md").to_owned();
        if let Some(confining) = &settings.confining {
            general.push_str(CONFINED);
            if !confining.sandbox.confinement().network {
                general.push_str("There is no network.\n");
            }
        }
        let description = match settings.shell.as_ref().map(|shell| shell.kind) {
            None | Some(ShellKind::Bash) => general,
            Some(ShellKind::Pwsh) => format!("The shell is PowerShell 7.\n{general}"),
            Some(ShellKind::WindowsPowerShell) => {
                format!("The shell is Windows PowerShell 5: no `&&` or `||`.\n{general}")
            }
        };
        Self { spec: ToolSpec::new::<Arguments>("bash", &description, Family::Bash, false), settings }
    }

    /// What is decided is read with the grammar of what will run.
    fn analyse(&self, command: &str, workspace: &Workspace) -> Analysis {
        match self.settings.shell.as_ref().map(|shell| shell.kind) {
            None | Some(ShellKind::Bash) => {
                analyse(command, &ShellContext { cwd: workspace.root(), home: workspace.home() })
            }
            Some(ShellKind::Pwsh | ShellKind::WindowsPowerShell) => analyse_powershell(command),
        }
    }

    fn job(&self, shell: &Shell, arguments: &Arguments, call: &ClearedCall, cx: &RunContext) -> Result<Job, ToolError> {
        let mut job = shell.job(&arguments.command, cx.workspace.root());
        for (name, value) in FIXED_ENV {
            job.env.set(name, value);
        }
        if reads_only(call) {
            for (name, value) in READERS_ENV {
                job.env.set(name, value);
            }
            for name in READERS_REMOVED_ENV {
                job.env.remove(name);
            }
        }
        for name in &self.settings.removed_env {
            job.env.remove(name);
        }
        job.deadline = self.time(arguments);
        job.output = OutputLimits {
            head_bytes: HEAD_BYTES,
            tail_bytes: TAIL_BYTES,
            spool: Some(cx.spool.clone()),
            ..OutputLimits::default()
        };
        if let Some(confining) = &self.settings.confining {
            let temp = cx.private.path().map_err(|error| {
                ToolError::answer(format!("Not run: no temporary folder could be made for the command: {error}."))
            })?;
            let wanted = call.call().description().touches.write_access.as_ref();
            let further = write_access::further(&cx.opened, wanted, self.settings.opening);
            job.within = Some(Within { sandbox: Arc::clone(&confining.sandbox), temp, further });
        }
        Ok(job)
    }

    fn time(&self, arguments: &Arguments) -> Option<Duration> {
        let asked = arguments.timeout_seconds.0.map(Duration::from_secs);
        match (asked, self.settings.timeout) {
            (Some(asked), Some(most)) => Some(asked.min(most)),
            (asked, most) => asked.or(most),
        }
    }

    /// The line below the output, where there is something to say about the end.
    fn closing(&self, finished: &Finished, arguments: &Arguments) -> Option<String> {
        if finished.loosened {
            return Some(
                "[stopped: a file that the sandbox protects was replaced by somebody else meanwhile]".to_owned(),
            );
        }
        if finished.crowded {
            return Some("[stopped: it had started too many processes at once]".to_owned());
        }
        match finished.end {
            End::Exited(0) => None,
            End::Exited(code) => Some(format!("[exit code {code}]")),
            End::Signalled(signal) => Some(format!("[killed by signal {signal}{}]", signal_name(signal))),
            End::Cancelled => Some("[stopped by the user]".to_owned()),
            End::TimedOut => Some(self.timed_out(arguments)),
        }
    }

    fn timed_out(&self, arguments: &Arguments) -> String {
        let time = self.time(arguments).unwrap_or_default();
        let longer = match self.settings.timeout {
            Some(most) if time >= most => format!(
                "{} s is the longest that the user's settings allow (tools.bash_timeout_seconds): run less at a time",
                most.as_secs()
            ),
            Some(most) => format!("If it needs longer, give timeout_seconds, up to {}", most.as_secs()),
            None => "If it needs longer, give a longer timeout_seconds".to_owned(),
        };
        format!(
            "[stopped after {} s with everything it had started. {longer}. A server or watcher never ends by itself: \
             start it with run_in_background.]",
            time.as_secs()
        )
    }
}

impl Tool for Bash {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn describe(&self, args: &Args, workspace: &Workspace) -> Result<Description, ToolError> {
        let arguments = Arguments::read(args)?;
        let subject = one_line(&arguments.command, 400);
        let analysis = self.analyse(&arguments.command, workspace);
        let wanted = write_access::read(&arguments.additional_write_dirs.0, &arguments.justification, workspace)?;
        let alone = wanted.is_none() && !arguments.run_in_background.0;
        let confined = self.settings.confining.is_some();
        let escape = escape::read(arguments.unsandboxed_retry_of.0.as_deref(), alone, confined)?;
        // A command that nothing confines needs no folder opened.
        let write_access = wanted.filter(|_| confined);
        let touches = Touches { write_access, escape, ..Touches::shell(arguments.command, analysis) };
        Ok(Description { subject, touches })
    }

    /// A job gets its number in the order of the calls, and the calls behind it find it started.
    fn runs_alone(&self, args: &Args) -> bool {
        Arguments::read(args).is_ok_and(|arguments| arguments.run_in_background.0)
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments = Arguments::read(call.args())?;
            let mut live = LiveText::default();
            let mut show = |bytes: &[u8]| cx.live.show(live.push(bytes));
            let Some(shell) = &self.settings.shell else { return Err(ToolError::answer(NO_SHELL)) };
            let mut job = self.job(shell, &arguments, call, cx)?;
            let unconfined = self.unconfined().await?;
            let escapes = call.call().description().touches.escape.is_some();
            if unconfined.is_some() || escapes {
                job.within = None;
            }
            if arguments.run_in_background.0 {
                return background::start(job, &arguments.command, unconfined, cx).await;
            }
            let finished = run(job, &cx.cancel, &mut show).await.map_err(not_run)?;
            let bare = unconfined.map(|reason| reason.to_string());
            let bare = bare.or_else(|| escapes.then(|| "the user allowed it this once".to_owned()));
            Ok(self.output(&finished, &arguments, call.call().id(), bare))
        })
    }
}

impl Bash {
    /// Why commands run without the sandbox that they were to have. An error if they do not run, then.
    async fn unconfined(&self) -> Result<Option<Unavailable>, ToolError> {
        let Some(Confining { sandbox, otherwise }) = &self.settings.confining else { return Ok(None) };
        match (sandbox.ready().await, otherwise) {
            (Ok(_), _) => Ok(None),
            (Err(reason), Otherwise::Run) => Ok(Some(reason)),
            (Err(reason), Otherwise::Refuse) => Err(ToolError::answer(refusal(&reason))),
        }
    }

    /// `bare` tells why it ran without a sandbox, if it did.
    fn output(&self, finished: &Finished, arguments: &Arguments, call: CallId, bare: Option<String>) -> Output {
        let mut content = text_of(&finished.output);
        let mut notes: Vec<String> = Vec::new();
        if finished.stragglers && matches!(finished.end, End::Exited(_) | End::Signalled(_)) {
            notes.push("[what it had left running was stopped; run_in_background lets a command go on]".to_owned());
        }
        if let Some(spool) = finished.output.spool.as_ref().filter(|spool| !spool.complete) {
            notes.push(format!("[only the first {} of the output were kept]", format_bytes(spool.bytes)));
        } else if let Some(error) = &finished.output.spool_error {
            notes.push(format!("[the full output is lost: {error}]"));
        }
        notes.extend(self.closing(finished, arguments));
        let confining = self.settings.confining.as_ref().filter(|_| bare.is_none());
        let failed = confining.filter(|_| matches!(finished.end, End::Exited(code) if code != 0));
        let denied = failed.and_then(|confining| escape::denied(&content, confining.sandbox.confinement().network));
        notes.extend(denied.map(|denied| escape::note(denied, call)));
        if let Some(reason) = bare {
            notes.push(format!("[ran without a sandbox: {reason}]"));
        }
        if content.trim().is_empty() {
            "(no output)".clone_into(&mut content);
        }
        for note in notes {
            if !content.ends_with('\n') {
                content.push('\n');
            }
            content.push_str(&note);
        }
        let exit = match finished.end {
            End::Exited(code) => Some(code),
            _ => None,
        };
        let mut output = Output::text(content).display(Display::Command { exit });
        output.failed = exit != Some(0);
        output.denied_command = denied.map(|_| arguments.command.clone());
        output.spooled = finished.output.spool.as_ref().map(|spool| spool.path.clone());
        output
    }
}

/// What the model reads where commands are to be confined and cannot be.
fn refusal(reason: &Unavailable) -> String {
    let remedy = match reason {
        Unavailable::NotInstalled { install: Some(command), .. } => format!("install it with `{command}`"),
        Unavailable::NotInstalled { program, install: None } => format!("install {program}"),
        Unavailable::Refused { .. } => "allow user namespaces on this machine".to_owned(),
        Unavailable::Folder { .. } => "make that folder usable".to_owned(),
        _ => "use another system".to_owned(),
    };
    format!(
        "Not run: commands must be confined here, and {reason}. Do not try other commands: none will run. Go on with the \
         other tools, and tell the user to {remedy}, or to set sandbox.bash = \"off\" to run commands unconfined."
    )
}

fn reads_only(call: &ClearedCall) -> bool {
    let shell = call.call().description().touches.shell.as_ref();
    shell.is_some_and(|shell| shell.analysis.class == Class::ReadOnly)
}

fn text_of(captured: &Captured) -> String {
    let excerpt = captured.excerpt();
    let head = plain(&excerpt.head);
    if excerpt.omitted_bytes == 0 {
        return head;
    }
    format!("{}\n[… {} left out …]\n{}", head.trim_end(), format_bytes(excerpt.omitted_bytes), plain(&excerpt.tail))
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        2 => ", SIGINT",
        6 => ", SIGABRT",
        9 => ", SIGKILL: perhaps out of memory",
        11 => ", SIGSEGV",
        13 => ", SIGPIPE",
        15 => ", SIGTERM",
        _ => "",
    }
}

fn not_run(error: ExecError) -> ToolError {
    match error {
        ExecError::NoWorkingDirectory { cwd } => {
            let reason = std::io::ErrorKind::NotFound;
            ToolError::Fatal(Problem::new("workspace_unusable").with("path", cwd.display()).with("reason", reason))
        }
        error => ToolError::answer(format!("The command was not run: {error}.")),
    }
}

/// Output as text while it arrives: a character cut in two by the pieces is shown when it is whole.
pub(crate) struct LiveText {
    decoder: Decoder,
    text: String,
}

impl Default for LiveText {
    fn default() -> Self {
        Self { decoder: UTF_8.new_decoder_without_bom_handling(), text: String::new() }
    }
}

impl LiveText {
    pub(crate) fn push(&mut self, bytes: &[u8]) -> &str {
        self.text.clear();
        let room = self.decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len() * 3 + 3);
        self.text.reserve(room);
        let _ = self.decoder.decode_to_string(bytes, &mut self.text, false);
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_text_keeps_characters_whole() {
        let bytes = "a你🦀\n".as_bytes();
        for piece in 1..bytes.len() {
            let mut live = LiveText::default();
            let shown: String = bytes.chunks(piece).map(|chunk| live.push(chunk).to_owned()).collect();
            assert_eq!(shown, "a你🦀\n", "pieces of {piece}");
        }
        assert_eq!(LiveText::default().push(b"a\xffb"), "a\u{fffd}b");
    }
}
