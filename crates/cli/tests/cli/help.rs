//! Help: for every command, in both languages, and without any trace.

use crate::support::{PROGRAM, bare, json, run};
use expect_test::expect;
use reasonix_testkit::{Cli, Output};

/// Runs a command line in this language, with a home that does not exist.
fn ask(cli: &Cli, path: &[String], flag: &str, language: &str) -> Output {
    let home = cli.home().join("never");
    let args = path.iter().map(String::as_str).chain([flag]).filter(|arg| !arg.is_empty());
    let output = cli.args(args).env("REASONIX_HOME", &home).env("REASONIX_LANG", language).run().expect_code(0);
    assert!(!home.exists(), "{path:?} {flag} leaves a trace");
    assert_eq!(cli.workspace().files().len(), 0, "{path:?} {flag} leaves a trace");
    output
}

/// The commands that a help text lists.
fn listed(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:" && *line != "命令:").skip(1);
    let names = lines.take_while(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

fn walk(cli: &Cli, path: &[String], language: &str, seen: &mut Vec<String>) {
    let help = ask(cli, path, "--help", language);
    assert_eq!(help.stderr, "", "{path:?}");
    assert_eq!(ask(cli, path, "-h", language).stdout, help.stdout);
    let through_help: Vec<String> = std::iter::once("help".to_owned()).chain(path.iter().cloned()).collect();
    assert_eq!(ask(cli, &through_help, "", language).stdout, help.stdout, "{path:?}");
    if language == "zh" {
        for english in ["Usage", "OPTIONS", "Options", "Commands", "Arguments", "possible", "default:", "Print"] {
            assert!(!help.stdout.contains(english), "{path:?}: {english}\n{}", help.stdout);
        }
    }
    assert!(!help.stdout.contains("cli."), "{path:?} lacks a text\n{}", help.stdout);
    seen.push(path.join(" "));
    for name in listed(&help.stdout) {
        walk(cli, &[path, &[name]].concat(), language, seen);
    }
}

#[test]
fn every_command_has_help_and_does_nothing_else() {
    for language in ["en", "zh"] {
        let mut seen = Vec::new();
        walk(&bare(), &[], language, &mut seen);
        let expected = [
            "",
            "run",
            "demo",
            "serve",
            "setup",
            "sessions",
            "sessions list",
            "sessions show",
            "config",
            "config show",
            "config path",
            "config set",
            "config unset",
            "doctor",
            "completion",
            "version",
            "help",
        ];
        for command in expected {
            assert!(seen.iter().any(|seen| seen == command), "{command} is not listed: {seen:?}");
        }
    }
}

#[test]
fn help_in_english() {
    let output = run(&bare(), "config set --help", 0);
    expect![[r#"
        Set a value; comments and order of the file stay

        Usage: reasonix config set [OPTIONS] <KEY> <VALUE>

        Arguments:
          <KEY>    Dotted key, as in network.max_retries
          <VALUE>  The value; a list is written as in TOML: '["a", "b"]'

        Options:
              --local    Change the project's reasonix.toml instead of your own configuration
          -v, --verbose  Also write logs to stderr
          -h, --help     Print help
    "#]]
    .assert_eq(&output.stdout);
}

#[test]
fn help_in_chinese() {
    let output = ask(&bare(), &["completion".to_owned()], "--help", "zh");
    expect![[r"
        输出用于 shell 命令补全的脚本

        用法: reasonix completion [选项] <SHELL>

        参数:
          <SHELL>  使用的 shell，例如：source <(reasonix completion bash) [可选值：bash, zsh, fish]

        选项:
          -v, --verbose  同时将日志写到标准错误输出
          -h, --help     显示帮助
    "]]
    .assert_eq(&output.stdout);
}

#[test]
fn nothing_typed_shows_help() {
    let cli = bare();
    assert_eq!(run(&cli, "", 0).stdout, run(&cli, "--help", 0).stdout);
}

#[test]
fn the_version_is_one_line_or_json() {
    let cli = bare();
    let line = format!("reasonix {}\n", env!("CARGO_PKG_VERSION"));
    for words in ["--version", "-V", "version", "-v -V"] {
        assert_eq!(run(&cli, words, 0).stdout, line, "{words}");
    }
    let output = run(&cli, "version --json", 0);
    assert_eq!(json(&output)["version"], env!("CARGO_PKG_VERSION"));
    assert!(cli.home().files().is_empty());
}

/// A reader that goes away early, as `head` does, must not make the program fail.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    let cli = Cli::without_model("/bin/bash");
    let script = format!("set -o pipefail; {PROGRAM} config show | true");
    assert_eq!(cli.args(["-c", &script]).run().expect_code(0).stderr, "");
}
