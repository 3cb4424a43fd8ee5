//! What it amounts to when a variable gets a value. Variables are how programs are told what to run, so only names on these
//! lists leave a reader a reader.

use super::{call::is_listed, value::Arg, word_set::WordSet};
use std::sync::LazyLock;

/// From the most harmless on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// No program is steered by it.
    Own,
    /// Bash itself is not steered by it; what other programs make of it is not known.
    Shell,
    Steers,
}

/// Prefixes of variables that bash looks at or sets itself.
const OF_BASH: [&str; 12] =
    ["BASH", "HIST", "COMP", "OPT", "PS", "PROMPT", "LC_", "LD_", "DYLD_", "MAIL", "SHELL", "GLOB"];

/// And the others of them.
const NAMES_OF_BASH: &str = "IFS PATH HOME CDPATH PWD OLDPWD ENV EXECIGNORE FIGNORE FCEDIT FUNCNEST FUNCNAME GROUPS \
    IGNOREEOF INPUTRC INSIDE_EMACS EMACS LANG LINENO LINES COLUMNS MACHTYPE HOSTTYPE HOSTNAME HOSTFILE OSTYPE PIPESTATUS \
    POSIXLY_CORRECT PPID RANDOM SRANDOM READLINE_LINE READLINE_POINT REPLY SECONDS SHLVL SHELLOPTS EPOCHSECONDS \
    EPOCHREALTIME TERM TEXTDOMAIN TEXTDOMAINDIR TIMEFORMAT TMOUT TMPDIR TZ UID EUID USER LOGNAME MAPFILE COPROC \
    DIRSTACK CHILD_MAX LANGUAGE LOCPATH NLSPATH";

/// Builtins that neither look anything up in the environment nor run anything.
static BUILTINS: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of(
        "echo printf : true false test [ exit return break continue shift let declare typeset local \
    export readonly unset",
    )
});

/// Whether that is a command of bash's own which no variable steers but those that are bash's own.
pub(super) fn is_of_bash(name: &str) -> bool {
    BUILTINS.has(name)
}

/// Names that no program looks at. Upper case names may steer one.
pub(super) fn is_own(name: &str) -> bool {
    let lower = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    let single = name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let steers = name.ends_with("_proxy")
        || name.starts_with("npm_")
        || name.starts_with("pnpm_")
        || matches!(name, "histchars" | "auto_resume" | "");
    lower && !steers || single
}

/// A value for a variable of the shell. If programs are given that variable already, they see it.
pub(super) fn kept(name: &str, value: Option<&Arg<'_>>) -> Effect {
    if is_own(name) { Effect::Own } else { exported(name, value) }
}

/// A value that programs see.
pub(super) fn exported(name: &str, value: Option<&Arg<'_>>) -> Effect {
    if let Some(value) = value.and_then(Arg::as_static)
        && is_harmless(name, value)
    {
        return Effect::Own;
    }
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let steers_bash = is_listed(NAMES_OF_BASH, name) || OF_BASH.iter().any(|prefix| name.starts_with(prefix));
    if is_name && !steers_bash { Effect::Shell } else { Effect::Steers }
}

/// Variables about looks, with values that name no file and no program.
fn is_harmless(name: &str, value: &str) -> bool {
    let plain = value.len() < 64 && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.+-,/".contains(&byte));
    match name {
        "LANG" | "LC_ALL" | "LC_COLLATE" | "LC_CTYPE" | "LC_MESSAGES" | "LC_MONETARY" | "LC_NUMERIC" | "LC_TIME" => {
            is_locale(value)
        }
        "TZ" => plain && !value.starts_with('/') && !value.contains(".."),
        "NO_COLOR" | "CLICOLOR" | "CLICOLOR_FORCE" | "FORCE_COLOR" | "COLUMNS" | "LINES" | "MANWIDTH" | "TERM" => {
            plain && !value.contains(['/', '.'])
        }
        "PAGER" | "GIT_PAGER" | "MANPAGER" | "SYSTEMD_PAGER" | "GH_PAGER" | "AWS_PAGER" => {
            matches!(value, "" | "cat")
        }
        "GIT_OPTIONAL_LOCKS" | "GIT_TERMINAL_PROMPT" => value == "0",
        _ => false,
    }
}

/// Locales whose encoding leaves ASCII alone. In others a byte may swallow the quote or the bar after it, and bash would
/// read the rest of the command in another way than it was read here.
fn is_locale(value: &str) -> bool {
    let language = value.strip_suffix(".UTF-8").or_else(|| value.strip_suffix(".utf8"));
    matches!(value, "C" | "POSIX")
        || language
            .is_some_and(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_'))
}

#[cfg(test)]
mod tests {
    use crate::shell::{Class, ShellContext, analyse};
    use std::path::Path;

    fn reads(command: &str) -> bool {
        let cx = ShellContext { cwd: Path::new("/ws"), home: Some(Path::new("/home/user")) };
        analyse(command, &cx).class == Class::ReadOnly
    }

    #[test]
    fn variables_of_ones_own_and_of_looks() {
        for command in [
            "x=5; ls",
            "name=\"a b\"; echo \"$name\"",
            "LC_ALL=C sort a.txt",
            "export LC_ALL=en_US.UTF-8; sort a.txt",
            "TZ=Europe/Berlin date",
            "NO_COLOR=1 rg foo",
            "GIT_PAGER=cat git log -3",
            "FOO=bar",
            "export FOO=bar; echo $FOO",
            "files=(a b c); echo \"${files[1]}\"",
            "readonly x=1",
            "unset x; ls",
        ] {
            assert!(reads(command), "{command}");
        }
    }

    #[test]
    fn variables_that_may_steer() {
        for command in [
            "FOO=bar; ls",
            "FOO=bar ls",
            "x=1 ls",
            "export x=1; ls",
            "export FOO=bar; ls | head",
            "export FOO; ls",
            "if true; then FOO=1; fi; git status",
            "ls; FOO=1",
            "PATH=. ls",
            "PATH=.; ls",
            "PATH=.",
            "IFS=: ; echo $x",
            "unset PATH; ls",
            "POSIXLY_CORRECT=1",
            "LC_ALL=zh_CN.GBK ls",
            "LC_ALL=zh_CN.GBK; ls",
            "LANG=/x ls",
            "LANGUAGE=x ls",
            "TZ=/etc/x date",
            "TZ=../../x date",
            "TERM=./x ls",
            "PAGER=./x git log",
            "GIT_PAGER='cat; ./x' git log",
            "LC_ALL=$x ls",
            "LC_ALL=(C) ls",
            "x=(C) ls",
            "LC_ALL+=C ls",
            "http_proxy=x; ls",
            "npm_config_x=y; ls",
            "declare -x foo=1; ls",
            "export -n LC_ALL; ls",
            "export -p",
            "declare -p",
            "BASH_ENV=x",
            "declare -n r=x; ls",
            "LD_PRELOAD=x",
            "x[0]=1",
            "echo ${x:=$(ls)}",
            "exec < a.txt; cat",
            "exec > a.txt; ls",
            "shopt -s dotglob; cat *",
            "shopt -s extglob; ls",
            "alias x='rm -rf y'",
            "alias \"$x\"",
            "trap 'rm x' EXIT",
            "compgen -C ./x",
            "compgen -W '$(ls)'",
            "bind -x '\"a\": ls'",
            "hash -p ./x ls; ls",
        ] {
            assert!(!reads(command), "{command}");
        }
    }

    /// An allow for the command itself must not cover it together with an assignment.
    #[test]
    fn an_assignment_is_no_reading_part_of_a_command_that_does_more() {
        let cx = ShellContext { cwd: Path::new("/ws"), home: None };
        assert!(!analyse("x=5; cargo test", &cx).parts.iter().any(|part| part.text.starts_with('x') && part.reusable));
        for command in ["x=5; cargo test", "LC_ALL=C ls; cargo test", "export LC_ALL=C; cargo test"] {
            let analysis = analyse(command, &cx);
            assert_eq!(analysis.class, Class::Dynamic, "{command}");
            let first = analysis.parts.first().expect("a part");
            assert!(!first.read_only, "{command}");
        }
    }
}
