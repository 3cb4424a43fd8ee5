//! The built-in tools: one file for each, with what the model reads of it in the Markdown file beside it.
//!
//! A tool says what a call touches and carries it out once it is cleared; nothing here decides whether it may. Files
//! are opened where the decision looked: by their real path, without following links. Below the tools lie the parts
//! they share: text files with their encoding (`charset`, `text_file`, `page`), finding and changing text (`matching`,
//! `diagnosis`, `change`, `diff`), writing (`atomic`, `folder`), going through folders (`walk`, `search`), reading from the
//! web (`web`), and jobs (`background`, `job_log`, `job_report`).

mod arguments;
mod ask;
mod atomic;
mod background;
mod bash;
mod bash_output;
mod blocking;
mod change;
mod charset;
mod diagnosis;
mod diff;
mod edit_file;
mod error;
mod escape;
mod folder;
mod glob;
mod grep;
mod ignored;
mod indentation;
mod job_log;
mod job_report;
mod kill_shell;
mod ls;
mod matching;
mod move_file;
mod multi_edit;
mod near;
mod numbered;
mod other_names;
mod page;
mod read_file;
mod search;
mod target;
mod terminal_text;
mod text_file;
mod todo_write;
mod unreadable;
mod wait;
mod walk;
mod web;
mod web_fetch;
mod write_access;
mod write_file;

pub use bash::{Bash, BashSettings};
pub use folder::open_plain;
pub use other_names::OtherNames;
pub use unreadable::Unreadable;
pub use walk::{Listed, listed};
pub use web::{ProxyUse, WebSettings};

use reasonix_exec::{Shell, ShellKind};
use reasonix_tool::Tool;
use serde_json::{Value, json};
use std::sync::Arc;

/// The names of all built-in tools.
pub const NAMES: [&str; 15] = [
    "ask",
    "bash",
    "bash_output",
    "edit_file",
    "glob",
    "grep",
    "kill_shell",
    "ls",
    "move_file",
    "multi_edit",
    "read_file",
    "todo_write",
    "wait",
    "web_fetch",
    "write_file",
];

/// All built-in tools. Listings and searches leave out what is `unreadable`; files are not reached by a hard link where
/// another of their `names` is kept more strictly.
pub fn builtin(
    bash: BashSettings,
    web: WebSettings,
    unreadable: &Unreadable,
    names: &OtherNames,
) -> Vec<Arc<dyn Tool>> {
    vec![
        Arc::new(ask::Ask::new()),
        Arc::new(Bash::new(bash)),
        Arc::new(bash_output::BashOutput::new()),
        Arc::new(edit_file::EditFile::new(names.clone())),
        Arc::new(glob::Glob::new(unreadable.clone())),
        Arc::new(grep::Grep::new(unreadable.clone(), names.clone())),
        Arc::new(kill_shell::KillShell::new()),
        Arc::new(ls::Ls::new(unreadable.clone())),
        Arc::new(move_file::MoveFile::new(names.clone())),
        Arc::new(multi_edit::MultiEdit::new(names.clone())),
        Arc::new(read_file::ReadFile::new(names.clone())),
        Arc::new(todo_write::TodoWrite::new()),
        Arc::new(wait::Wait::new()),
        Arc::new(web_fetch::WebFetch::new(web)),
        Arc::new(write_file::WriteFile::new(names.clone())),
    ]
}

/// What the model sees of the built-in tools where the shell is bash: a list of name, description and schema.
pub fn contract() -> Value {
    let shell = Shell { kind: ShellKind::Bash, path: "bash".into() };
    let bash = BashSettings::unconfined(Some(shell));
    let shown = |tool: &Arc<dyn Tool>| {
        let spec = tool.spec();
        json!({ "name": spec.name, "description": spec.description, "schema": spec.schema })
    };
    builtin(bash, WebSettings::public(ProxyUse::Off), &Unreadable::none(), &OtherNames::unjudged())
        .iter()
        .map(shown)
        .collect()
}
