//! Reads the configured system prompt. A missing file and an unreadable one are different errors.

use crate::{
    AgentSettings, Code, Diagnostic,
    file::{self, LIMIT_BYTES, ReadFailure},
};
use reasonix_stdx::text::format_bytes;
use std::path::Path;

const KEY: &str = "agent.system_prompt_file";

impl AgentSettings {
    /// The system prompt that replaces the built-in one, if there is one. Reads its file.
    pub fn read_system_prompt(&self) -> Result<Option<String>, Diagnostic> {
        let Some(path) = &self.system_prompt_file else { return Ok(self.system_prompt.clone()) };
        if let Some(root) = &self.prompt_root {
            stay_inside(root, path)?;
        }
        match file::read(path) {
            Ok(Some(text)) => Ok(Some(text)),
            Ok(None) => Err(about(Code::PromptMissing, path)),
            Err(failure) => Err(about(Code::PromptUnreadable, path).with("reason", reason(&failure))),
        }
    }
}

/// A project's prompt must lie in the workspace also where a link leads.
fn stay_inside(root: &Path, path: &Path) -> Result<(), Diagnostic> {
    let (Ok(real_root), Ok(real_path)) = (root.canonicalize(), path.canonicalize()) else { return Ok(()) };
    if real_path.starts_with(&real_root) {
        return Ok(());
    }
    let outside = Diagnostic::error(Code::PathOutside).with("key", KEY).with("value", path.display());
    Err(outside.with("workspace", root.display()))
}

fn about(code: Code, path: &Path) -> Diagnostic {
    Diagnostic::error(code).with("key", KEY).with("path", path.display())
}

fn reason(failure: &ReadFailure) -> String {
    match failure {
        ReadFailure::Unreadable(reason) => reason.clone(),
        ReadFailure::TooLarge => format!("larger than {}", format_bytes(LIMIT_BYTES)),
        ReadFailure::NotUtf8 { offset, .. } => format!("not UTF-8 at byte {offset}"),
    }
}
