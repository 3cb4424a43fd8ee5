//! Completion scripts: whole, and understood by their shells.

use crate::support::bare;
use reasonix_testkit::Cli;

#[test]
fn every_shell_gets_a_script() {
    for (shell, words) in [
        ("bash", ["_reasonix()", "sessions", "--output-format"]),
        ("zsh", ["#compdef reasonix", "sessions", "--output-format"]),
        ("fish", ["complete -c reasonix", "sessions", "output-format"]),
    ] {
        for language in ["en", "zh"] {
            let cli = bare();
            let output = cli.args(["completion", shell]).env("REASONIX_LANG", language).run().expect_code(0);
            assert_eq!(output.stderr, "");
            for word in words {
                assert!(output.stdout.contains(word), "{shell}: no {word}");
            }
            assert!(cli.home().files().is_empty());
            if let Some(complaint) = complaint_of(shell, &output.stdout) {
                panic!("{shell} does not read its script in {language}: {complaint}");
            }
        }
    }
}

/// What the shell, if it is there, says about the syntax of a script.
fn complaint_of(shell: &str, script: &str) -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let program = std::env::split_paths(&path).map(|folder| folder.join(shell)).find(|path| path.is_file())?;
    let runner = Cli::without_model(program);
    let file = runner.workspace().write("script", script);
    let flag = if shell == "fish" { "--no-execute" } else { "-n" };
    let output = runner.args([flag.into(), file.into_os_string()]).run();
    (output.code != Some(0) || !output.stderr.is_empty()).then_some(output.stderr)
}
