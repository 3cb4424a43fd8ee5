//! Options whose value is a command that the program runs.

use super::{call::is_listed, value::Arg};
use crate::quick::NameMap;
use std::sync::LazyLock;

struct Carrier {
    /// The program, and a subcommand that must stand somewhere after it.
    words: &'static str,
    flags: &'static str,
}

const CARRIERS: &[Carrier] = &[
    Carrier {
        words: "tar",
        flags: "--checkpoint-action= --to-command= -I: --use-compress-program= -F: --info-script= \
            --new-volume-script= --rsh-command= --rmt-command=",
    },
    Carrier { words: "bsdtar", flags: "--use-compress-program=" },
    Carrier {
        words: "gtar",
        flags: "--checkpoint-action= --to-command= -I: --use-compress-program= -F: --info-script=",
    },
    Carrier { words: "rsync", flags: "-e: --rsh= --rsync-path=" },
    Carrier { words: "ssh", flags: "-o:" },
    Carrier { words: "scp", flags: "-o: -S: -D:" },
    Carrier { words: "sftp", flags: "-o: -S: -D:" },
    Carrier { words: "rg", flags: "--pre= --hostname-bin=" },
    Carrier { words: "sort", flags: "--compress-program=" },
    Carrier { words: "split", flags: "--filter=" },
    Carrier { words: "man", flags: "-P: --pager=" },
    Carrier { words: "bat", flags: "--pager=" },
    Carrier { words: "zip", flags: "-TT: --unzip-command=" },
    Carrier { words: "install", flags: "--strip-program=" },
    Carrier { words: "make", flags: "--eval= -E:" },
    Carrier { words: "gmake", flags: "--eval= -E:" },
    Carrier { words: "go", flags: "-exec: -toolexec: -vettool:" },
    Carrier { words: "gcc", flags: "-wrapper:" },
    Carrier { words: "tcpdump", flags: "-z:" },
    Carrier { words: "xterm", flags: "-e:" },
    Carrier { words: "script", flags: "-c: --command=" },
    Carrier { words: "su", flags: "-c: --command= --session-command=" },
    Carrier { words: "runuser", flags: "-c: --command=" },
    Carrier { words: "sg", flags: "-c:" },
    Carrier { words: "flock", flags: "-c: --command=" },
    Carrier { words: "npx", flags: "-c: --call=" },
    Carrier { words: "npm", flags: "-c: --call=" },
    Carrier { words: "pnpm", flags: "-c:" },
    Carrier { words: "nix-shell", flags: "--run= --command=" },
    Carrier { words: "nix", flags: "-c: --command=" },
    Carrier { words: "docker", flags: "--entrypoint=" },
    Carrier { words: "podman", flags: "--entrypoint=" },
    Carrier { words: "git grep", flags: "-O? --open-files-in-pager?" },
    Carrier { words: "git ls-remote", flags: "--upload-pack= --exec=" },
    Carrier { words: "git fetch", flags: "--upload-pack=" },
    Carrier { words: "git pull", flags: "--upload-pack=" },
    Carrier { words: "git clone", flags: "-u: --upload-pack= -c: --config=" },
    Carrier { words: "git push", flags: "--receive-pack= --exec=" },
    Carrier { words: "git rebase", flags: "-x: --exec=" },
    Carrier { words: "git difftool", flags: "-x: --extcmd=" },
    Carrier {
        words: "git filter-branch",
        flags: "--setup= --env-filter= --tree-filter= --index-filter= --parent-filter= --msg-filter= \
            --commit-filter= --tag-name-filter=",
    },
    Carrier { words: "git send-email", flags: "--to-cmd= --cc-cmd= --sendmail-cmd=" },
];

/// The subcommands of a program and what they carry; `None` stands for any.
type Carriers = Vec<(Option<&'static str>, &'static Carrier)>;

static BY_NAME: LazyLock<NameMap<&'static str, Carriers>> = LazyLock::new(|| {
    let mut by_name: NameMap<_, Carriers> = NameMap::default();
    for carrier in CARRIERS {
        let (program, subcommand) = carrier.words.split_once(' ').map_or((carrier.words, None), |(p, s)| (p, Some(s)));
        by_name.entry(program).or_default().push((subcommand, carrier));
    }
    by_name
});

/// The value of such an option.
#[derive(Debug, Clone, Copy)]
pub(super) enum Carried<'c> {
    Text(&'c str),
    /// It is not static.
    Unknown,
}

impl<'c> From<Option<&'c str>> for Carried<'c> {
    fn from(text: Option<&'c str>) -> Self {
        text.map_or(Self::Unknown, Self::Text)
    }
}

/// The values that are commands.
pub(super) fn carried<'c>(name: &str, args: &'c [Arg<'_>]) -> Vec<Carried<'c>> {
    let mut carried = Vec::new();
    for (subcommand, carrier) in BY_NAME.get(name).into_iter().flatten() {
        if !subcommand.is_none_or(|wanted| args.first().and_then(Arg::as_static) == Some(wanted)) {
            continue;
        }
        for (index, arg) in args.iter().enumerate() {
            if let Some(value) = value_of(carrier.flags, arg, args.get(index + 1)) {
                carried.push(value);
            }
        }
    }
    carried
}

/// The value of this argument if it is one of the options.
fn value_of<'c>(flags: &'static str, arg: &'c Arg<'_>, next: Option<&'c Arg<'_>>) -> Option<Carried<'c>> {
    if !arg.may_be_flag() {
        return None;
    }
    let lead = arg.lead();
    let (name, glued) = lead.split_once('=').map_or((lead, None), |(name, value)| (name, Some(value)));
    // Long options may be shortened.
    let is_begun = |flag: &str| name.len() > 3 && name.starts_with("--") && flag.starts_with(name);
    let listed = |wanted: &str| {
        let mut flags = flags.split_ascii_whitespace().map(|flag| flag.trim_end_matches([':', '=', '?']));
        flags.any(|flag| flag == wanted || is_begun(flag))
    };
    if listed(name) {
        return Some(match (glued, arg.as_static()) {
            (Some(value), Some(_)) => Carried::Text(value),
            (Some(_), None) => Carried::Unknown,
            (None, _) => next.and_then(Arg::as_static).into(),
        });
    }
    // A letter at the end or inside a bundle: `-iO./g.sh`.
    if lead.starts_with("--") {
        return None;
    }
    let letters = lead.strip_prefix('-')?;
    let at = letters.char_indices().find(|(_, letter)| {
        flags.split_ascii_whitespace().any(|flag| {
            flag.trim_end_matches([':', '?']).strip_prefix('-').is_some_and(|name| {
                let mut letters = name.chars();
                letters.next() == Some(*letter) && letters.next().is_none()
            })
        })
    });
    let (at, letter) = at?;
    let rest = letters.get(at + letter.len_utf8()..).unwrap_or_default();
    Some(if arg.as_static().is_none() {
        Carried::Unknown
    } else if rest.is_empty() {
        next.and_then(Arg::as_static).into()
    } else {
        Carried::Text(rest)
    })
}

/// The command in a value like `ProxyCommand=cmd` or `exec=cmd`.
pub(super) fn command<'v>(name: &str, value: &'v str) -> &'v str {
    match name {
        "ssh" | "scp" | "sftp" | "tar" | "gtar" | "git" => value.split_once('=').map_or(value, |(_, command)| command),
        _ => value,
    }
}

/// Whether a value given to `ssh -o` names a command.
pub(super) fn is_harmless(name: &str, value: &str) -> bool {
    matches!(name, "ssh" | "scp" | "sftp") && {
        let key = value.split(['=', ' ']).next().unwrap_or_default().to_ascii_lowercase();
        !key.ends_with("command") && !key.ends_with("program") && key != "include"
    }
}

/// Sections of git's configuration that name no program, apart from keys that say so.
const SECTIONS: &str = "user author committer color advice init pull push merge rebase commit log status branch tag \
    fetch column i18n safe gc feature index checkout versionsort grep rerere stash format submodule protocol \
    transfer receive";

const KEYS: &str = "core.quotepath core.autocrlf core.eol core.filemode core.longpaths core.ignorecase core.abbrev \
    core.safecrlf core.symlinks core.precomposeunicode http.sslverify http.postbuffer http.version \
    http.lowspeedlimit http.lowspeedtime credential.interactive diff.renames diff.renamelimit diff.algorithm \
    diff.noprefix diff.mnemonicprefix diff.colormoved diff.context";

/// `git -c key=value` that starts nothing.
pub(super) fn is_harmless_config(pair: &str) -> bool {
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    let key = key.to_ascii_lowercase();
    let section = key.split('.').next().unwrap_or_default();
    let names_program =
        ["command", "driver", "program"].iter().any(|ending| key.ends_with(ending)) || value.starts_with('!');
    let shows = matches!(key.as_str(), "core.pager" | "core.editor" | "sequence.editor");
    is_listed(SECTIONS, section) && !names_program
        || is_listed(KEYS, &key)
        || shows && matches!(value, "cat" | "" | "true" | ":" | "less" | "more")
}

/// `git -c key=value` that changes nothing of what a reader does but its looks.
pub(super) fn is_cosmetic_config(pair: &str) -> bool {
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    let key = key.to_ascii_lowercase();
    key.starts_with("color.")
        || key.starts_with("advice.")
        || is_listed("core.quotepath core.abbrev diff.noprefix diff.renames log.date log.decorate", &key)
        || key == "core.pager" && value == "cat"
}
