//! Command lines that make no sense: exit code 2, nothing on stdout, what is wrong, what was probably meant, and usage.

use crate::support::bare;
use expect_test::{Expect, expect};

fn check(line: &str, language: &str, expected: Expect) {
    check_words(&line.split_whitespace().collect::<Vec<_>>(), language, expected);
}

fn check_words(line: &[&str], language: &str, expected: Expect) {
    let cli = bare();
    let output = cli.args(line.iter().copied()).env("REASONIX_LANG", language).run().expect_code(2);
    assert_eq!(output.stdout, "", "{line:?}");
    expected.assert_eq(&output.stderr);
    assert!(cli.home().files().is_empty(), "{line:?} leaves a trace");
}

#[test]
fn unknown_commands() {
    check(
        "sesions list",
        "en",
        expect![[r"
            error: There is no command `sesions`.
            Did you mean `sessions`?

            Usage: reasonix [OPTIONS] [COMMAND]
            For more: reasonix --help
        "]],
    );
    check(
        "config sett a b",
        "zh",
        expect![[r"
            错误: 没有 `sett` 这个命令。
            是否想输入 `set`？

            用法: reasonix config [选项] <命令>
            更多信息：reasonix config --help
        "]],
    );
    check(
        "help sessions lst",
        "en",
        expect![[r"
            error: There is no command `lst`.
            Did you mean `list`?

            Usage: reasonix sessions [OPTIONS] <COMMAND>
            For more: reasonix sessions --help
        "]],
    );
    check(
        "qqq",
        "en",
        expect![[r"
            error: There is no command `qqq`.

            Usage: reasonix [OPTIONS] [COMMAND]
            For more: reasonix --help
        "]],
    );
}

#[test]
fn a_task_without_its_command() {
    check_words(
        &["do it"],
        "en",
        expect![[r#"
        error: `do it` is not a command.
        For a task: reasonix run "do it"

        Usage: reasonix [OPTIONS] [COMMAND]
        For more: reasonix --help
    "#]],
    );
    check_words(
        &["-v", "修复测试"],
        "zh",
        expect![[r#"
        错误: `修复测试` 不是命令。
        要执行任务：reasonix run "修复测试"

        用法: reasonix [选项] [命令]
        更多信息：reasonix --help
    "#]],
    );
    check(
        "rnu task",
        "en",
        expect![[r"
        error: There is no command `rnu`.
        Did you mean `run`?

        Usage: reasonix [OPTIONS] [COMMAND]
        For more: reasonix --help
    "]],
    );
}

#[test]
fn unknown_flags() {
    check(
        "run --mdel x task",
        "en",
        expect![[r"
            error: There is no `--mdel` here.
            Did you mean `--model`?

            Usage: reasonix run --model <MODEL> [TASK]...
            For more: reasonix run --help
        "]],
    );
    check(
        "sessions list --jsn",
        "zh",
        expect![[r"
            错误: 此处没有 `--jsn` 这个选项。
            是否想输入 `--json`？

            用法: reasonix sessions list [选项]
            更多信息：reasonix sessions list --help
        "]],
    );
}

#[test]
fn wrong_values() {
    check(
        "run --output-format jso x",
        "en",
        expect![[r"
            error: `jso` is not possible for `--output-format <FORMAT>`.
            Did you mean `json`? Possible values: text, json, stream-json
        "]],
    );
    check(
        "completion powershell",
        "zh",
        expect![[r"
            错误: `<SHELL>` 不接受 `powershell`。
            可选值：bash, zsh, fish
        "]],
    );
    check(
        "run --model",
        "en",
        expect![[r"
            error: `--model <MODEL>` needs a value.
        "]],
    );
    check(
        "version --json=3",
        "en",
        expect![[r"
            error: `--json` takes no value, but `3` was given.

            Usage: reasonix version --json
            For more: reasonix version --help
        "]],
    );
}

#[test]
fn missing_and_conflicting_arguments() {
    check(
        "config set",
        "en",
        expect![[r"
            error: Missing: <KEY>, <VALUE>

            Usage: reasonix config set <KEY> <VALUE>
            For more: reasonix config set --help
        "]],
    );
    check(
        "run -y --yolo x",
        "zh",
        expect![[r"
            错误: `--auto` 不能与 `--yolo` 同时使用。

            用法: reasonix run [选项] [TASK]...
            更多信息：reasonix run --help
        "]],
    );
    check(
        "doctor --json --json",
        "en",
        expect![[r"
            error: `--json` can be given only once.

            Usage: reasonix doctor [OPTIONS]
            For more: reasonix doctor --help
        "]],
    );
}

#[test]
fn a_group_without_its_command_shows_what_there_is() {
    for (language, heading) in [("en", "Commands:"), ("zh", "命令:")] {
        let output = bare().args(["sessions"]).env("REASONIX_LANG", language).run().expect_code(2);
        assert_eq!(output.stdout, "");
        assert!(output.stderr.contains(heading) && output.stderr.contains("list"), "{}", output.stderr);
    }
}
