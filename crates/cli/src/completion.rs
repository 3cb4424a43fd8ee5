//! `reasonix completion`: a script that completes commands and arguments in a shell.

use crate::{args::Shell, exit::Exit, help, output, texts::Texts};

/// Runs the command.
pub(crate) fn completion(shell: Shell, texts: Texts) -> Exit {
    let shell = match shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::command(texts), "reasonix", &mut script);
    output::write_out(&String::from_utf8_lossy(&script));
    Exit::Success
}
