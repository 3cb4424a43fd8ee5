//! Programs that run the command they are given. Their options are listed so that the command after them is found; if one
//! is not listed, every word that follows counts as a command that may run.

use super::{
    call::{Call, Reading},
    flags::Flags,
    value::Arg,
    word_set::WordSet,
};
use crate::quick::NameMap;
use std::sync::LazyLock;

/// How a wrapper is called.
#[derive(Debug)]
pub(super) struct Wrapper {
    pub words: &'static str,
    pub flags: Flags,
    /// Operands before the command.
    pub skip: usize,
    /// `NAME=value` may stand before the command.
    pub assigns: bool,
    /// What the wrapper does to the command besides running it: a reader stays one.
    pub transparent: bool,
    /// Further arguments come from somewhere else.
    pub appends: bool,
    /// The command is joined to one text for a shell.
    pub joins: bool,
}

const fn wrapper(words: &'static str, flags: &'static str) -> Wrapper {
    let flags = Flags::new(flags);
    Wrapper { words, flags, skip: 0, assigns: false, transparent: false, appends: false, joins: false }
}

impl Wrapper {
    const fn transparent(mut self) -> Self {
        self.transparent = true;
        self
    }

    const fn skip(mut self, count: usize) -> Self {
        self.skip = count;
        self
    }

    const fn assigns(mut self) -> Self {
        self.assigns = true;
        self
    }

    const fn appends(mut self) -> Self {
        self.appends = true;
        self
    }

    const fn joins(mut self) -> Self {
        self.joins = true;
        self
    }
}

static WRAPPERS: LazyLock<Vec<Wrapper>> = LazyLock::new(|| {
    vec![
        wrapper("command", "-p").transparent(),
        wrapper("builtin", "").transparent(),
        wrapper("time", "-p -a -q -v -f: -o> --portability --append --quiet --verbose --format= --output>")
            .transparent(),
        wrapper(
            "timeout|gtimeout",
            "-k: -s: -v -f -p --kill-after= --signal= --verbose --foreground --preserve-status",
        )
        .skip(1)
        .transparent(),
        wrapper("nice", "-n: -# --adjustment=").transparent(),
        wrapper("ionice", "-c: -n: -t --class= --classdata= --ignore").transparent(),
        wrapper("stdbuf", "-i: -o: -e: --input= --output= --error=").transparent(),
        wrapper(
            "xargs|gxargs",
            "-0 -r -t -x -o -P: -n: -L: -I: -i? -l? -e? -E: -s: -d: -a@ -J: -R: -S: --null \
        --no-run-if-empty --max-args= --max-procs= --max-lines? --max-chars= --replace? --delimiter= --arg-file@ \
        --verbose --exit --eof? --open-tty --show-limits",
        )
        .appends()
        .transparent(),
        wrapper(
            "env|genv",
            "-i -0 -u: -C: -S: -v --split-string= --ignore-environment --null --unset= --chdir= --debug \
        --block-signal? --default-signal? --ignore-signal? --list-signal-handling",
        )
        .assigns()
        .transparent(),
        wrapper("exec", "-c -l -a:"),
        // Standard output is no terminal where commands run, so it writes no file of its own.
        wrapper("nohup", "").transparent(),
        wrapper("setsid", "-c -f -w --ctty --fork --wait"),
        wrapper("coproc", ""),
        wrapper(
            "sudo",
            "-A -b -B -E -e -H -i -K -k -l -n -N -P -S -s -v -u: -g: -p: -C: -D: -R: -r: -t: -T: -U: -h? \
        --askpass --background --bell --preserve-env? --edit --set-home --login --remove-timestamp --reset-timestamp \
        --list --non-interactive --preserve-groups --stdin --shell --validate --user= --group= --prompt= \
        --close-from= --chdir= --chroot= --role= --type= --command-timeout= --other-user= --host=",
        )
        .assigns(),
        wrapper("doas", "-n -s -L -C: -u: -a:"),
        wrapper("pkexec", "--user= --disable-internal-agent --keep-cwd"),
        wrapper(
            "runuser|setpriv",
            "-u: -g: -G: --user= --group= --reuid= --regid= --clear-groups --init-groups \
        --keep-groups --no-new-privs",
        ),
        wrapper("chroot", "--userspec= --groups= --skip-chdir").skip(1),
        wrapper(
            "flock",
            "-e -s -x -n -w: -o -F -v -E: --exclusive --shared --nonblock --timeout= --close --no-fork \
        --verbose --conflict-exit-code=",
        )
        .skip(1),
        wrapper("taskset", "-a -c -p --all-tasks --cpu-list --pid").skip(1),
        wrapper(
            "chrt",
            "-a -b -d -f -i -m -o -p -r -R -v -T: -P: -D: --batch --deadline --fifo --idle --other --rr \
        --reset-on-fork --verbose",
        )
        .skip(1),
        wrapper("faketime", "-f -m --exclude-monotonic").skip(1),
        wrapper("setarch", "-R -X -L -B -F -I -S -T -Z -3 -v --addr-no-randomize --verbose").skip(1),
        wrapper(
            "strace|ltrace",
            "-f -ff -F -c -C -q -qq -r -t -tt -ttt -T -v -V -w -x -xx -y -yy -i -k -d -S -D -DD -a: \
        -e: -E: -I: -n: -o> -O: -p: -P: -s: -u: -U: -l: -X: --follow-forks --output> --trace= --string-limit= \
        --summary-only",
        ),
        wrapper(
            "watch",
            "-b -c -C -d? -e -g -n: -p -q: -r -t -w --beep --color --differences? --errexit --chgexit \
        --interval= --precise --no-title --no-wrap --equexit=",
        )
        .joins(),
        wrapper("busybox|toybox", ""),
        wrapper(
            "unbuffer|fakeroot|eatmydata|chronic|catchsegv|linux32|linux64|i386|x86_64|torsocks|torify|tsocks|\
        proxychains|proxychains4|dbus-run-session|winpty|rlwrap|noti|cpulimit|nocorrect|noglob|gosu|su-exec|tini|\
        dumb-init|with-contenv",
            "",
        ),
        wrapper("caffeinate", "-d -i -m -s -u -t: -w:"),
        wrapper("arch", "-x86_64 -arm64 -arm64e -i386 -c -h -32 -64 -d: -e: -arch:"),
        wrapper(
            "prlimit|choom|numactl|systemd-inhibit|systemd-cat",
            "-n: -p: -v --adjust= --pid= --all -a -c: -m: -i: \
        -l --cpunodebind= --membind= --interleave= --who= --what= --why= --mode= -t: --identifier= --priority=",
        ),
        wrapper(
            "ssh",
            "-1 -2 -4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -tt -V -v -vv -vvv -X -x -Y -y -B: -b: \
        -c: -D: -E: -e: -F: -I: -i: -J: -L: -l: -m: -O: -o: -p: -P: -Q: -R: -S: -W: -w:",
        )
        .skip(1)
        .joins(),
    ]
});

/// Programs whose own options are many, and which run what comes somewhere after them.
const RUNNERS: &str = "docker run|docker exec|docker container|docker compose|docker-compose run|docker-compose \
    exec|podman run|podman exec|nerdctl run|nerdctl exec|kubectl exec|kubectl run|kubectl debug|oc exec|lxc \
    exec|bwrap|firejail|systemd-run|unshare|nsenter|perf|valgrind|heaptrack|gdb|lldb|rr|xvfb-run|start-stop-daemon|daemonize|script|entr|parallel|hyperfine|nix|nix-shell|guix|npx|pnpx|bunx|pnpm \
    exec|pnpm dlx|yarn exec|yarn dlx|npm exec|npm x|bun x|uv run|uvx|pipx run|poetry run|pipenv run|pdm run|hatch \
    run|rye run|conda run|mamba run|micromamba run|bundle exec|rbenv exec|pyenv exec|nvm exec|fnm exec|asdf \
    exec|mise exec|mise x|direnv exec|dotenv|dotenvx|env-cmd|cross-env|rustup run|doppler run|op run|aws-vault \
    exec|chamber exec|sops exec-env|teller run|foreman run|honcho run|vagrant ssh|fly ssh|heroku run|gcloud \
    compute|multipass exec|wsl|wsl.exe|cygstart|at|batch|proot|proot-distro|termux-chroot|su|sg|newgrp|git \
    bisect|git submodule|cargo run|cargo \
    watch|watchexec|nodemon|fswatch|inotifywait|reflex|concurrently|npm-run-all|wait-on|retry|expect|tmux|screen|dtach|abduco|zellij|tsp|task-spooler|lerna \
    exec|nx exec|turbo run|rush|python -m|python3 -m|ansible|salt|pdsh|dsh|mosh|rsh|rlogin|dbclient|adb \
    shell|limactl shell|lima|colima ssh|docker-machine ssh";

/// What a wrapper runs.
#[derive(Debug)]
pub(super) struct Wrapped<'c, 'a> {
    pub wrapper: &'static Wrapper,
    pub call: Call<'c, 'a>,
    pub command: &'c [Arg<'a>],
    pub assignments: usize,
}

static BY_NAME: LazyLock<NameMap<&'static str, &'static Wrapper>> = LazyLock::new(|| {
    let mut by_name = NameMap::default();
    for wrapper in WRAPPERS.iter() {
        for word in wrapper.words.split('|') {
            by_name.entry(word).or_insert(wrapper);
        }
    }
    by_name
});

/// The wrapper of that name.
pub(super) fn by_name(name: &str) -> Option<&'static Wrapper> {
    BY_NAME.get(name).copied()
}

/// Finds the command of a wrapper; `None` if an option is not listed.
pub(super) fn unwrap<'c, 'a>(wrapper: &'static Wrapper, args: &'c [Arg<'a>]) -> Option<Wrapped<'c, 'a>> {
    let call = Call::read(&wrapper.flags, args, Reading::Wrapper)?;
    let mut command = call.rest;
    let count = command.iter().take(wrapper.skip).take_while(|arg| !arg.is_plural()).count();
    if count < wrapper.skip && command.len() > count {
        return None;
    }
    command = command.get(count..).unwrap_or_default();
    // `env - command`
    while let [first, rest @ ..] = command
        && first.as_static() == Some("-")
    {
        command = rest;
    }
    let mut assignments = 0;
    if wrapper.assigns {
        while let Some(arg) = command.get(assignments)
            && is_assignment(arg)
        {
            assignments += 1;
        }
        command = command.get(assignments..).unwrap_or_default();
    }
    Some(Wrapped { wrapper, call, command, assignments })
}

fn is_assignment(arg: &Arg<'_>) -> bool {
    arg.lead().split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// Whether any word after the first ones may be a command that this program runs.
pub(super) fn is_runner(name: &str, args: &[Arg<'_>]) -> bool {
    let is_given = |subcommand: &str| args.iter().take(6).any(|arg| arg.as_static() == Some(subcommand));
    let known = RUNNERS_BY_NAME.get(name).map(Vec::as_slice).unwrap_or_default();
    known.iter().any(|subcommand| subcommand.is_none_or(is_given))
}

/// The subcommands with which a program runs another; `None` stands for any.
static RUNNERS_BY_NAME: LazyLock<NameMap<&'static str, Vec<Option<&'static str>>>> = LazyLock::new(|| {
    let mut by_name: NameMap<_, Vec<_>> = NameMap::default();
    for runner in RUNNERS.split('|') {
        let (program, subcommand) =
            runner.split_once(' ').map_or((runner, None), |(program, sub)| (program, Some(sub)));
        by_name.entry(program).or_default().push(subcommand);
    }
    by_name
});

/// The global options of git, which stand before its subcommand.
static GIT_FLAGS: Flags = Flags::new(
    "-C: -c: -p -P -v -h --git-dir= --work-tree= --namespace= --exec-path? \
    --super-prefix= --config-env= --list-cmds= --attr-source= --paginate --no-pager --no-replace-objects \
    --no-lazy-fetch --no-optional-locks --no-advice --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs \
    --icase-pathspecs --html-path --man-path --info-path --version --help",
);

/// git's global options and what follows them; `None` if one is not listed.
pub(super) fn git<'c, 'a>(args: &'c [Arg<'a>]) -> Option<Call<'c, 'a>> {
    Call::read(&GIT_FLAGS, args, Reading::Wrapper)
}

static WITH_SUBCOMMANDS: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of(
        "docker docker-compose podman nerdctl kubectl oc helm npm pnpm yarn bun cargo gh glab \
    aws gcloud az terraform tofu systemctl apt apt-get brew pip pip3 uv poetry go make hg svn jj dotnet heroku fly \
    vercel supabase wrangler firebase conda rustup mvn gradle flutter adb virsh vagrant pulumi",
    )
});

/// Whether the program's subcommand may stand after options.
pub(super) fn has_subcommands(name: &str) -> bool {
    WITH_SUBCOMMANDS.has(name)
}
