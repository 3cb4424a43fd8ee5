//! The environment summary: what the model should know of the machine. Nothing in it changes within a session.

use std::fmt::Write;

/// Facts about the machine and the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EnvironmentSummary {
    /// As in `linux x86_64`.
    pub system: String,
    /// As in `/usr/bin/bash`.
    pub shell: String,
    /// Absolute workspace root.
    pub workspace: String,
    /// Further folders that may be written.
    pub roots: Vec<String>,
    pub git_repository: bool,
    /// Names of well-known programs on the search path.
    pub programs: Vec<String>,
    /// The user said that there is no network.
    pub offline: bool,
}

impl EnvironmentSummary {
    pub(crate) fn render(&self) -> String {
        let mut text = String::from("# Environment\n");
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "- {name}: {value}");
        };
        line("System", &self.system);
        line("Shell", &self.shell);
        let repository = if self.git_repository { " (a git repository)" } else { "" };
        line("Workspace", &format!("{}{repository}; relative paths start here", self.workspace));
        for root in &self.roots {
            line("Also writable", root);
        }
        if !self.programs.is_empty() {
            line("Programs", &self.programs.join(", "));
        }
        if self.offline {
            line("Network", "none; do not try to download anything");
        }
        text
    }
}
