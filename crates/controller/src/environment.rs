//! Looks at the machine for the environment summary. Nothing is run: a program is known by its file on the search path.

use reasonix_exec::{Shell, find_program};
use reasonix_prompt::EnvironmentSummary;
use reasonix_tool::Workspace;

/// Programs worth telling the model about.
const WELL_KNOWN: [&str; 24] = [
    "git", "gh", "rg", "make", "cmake", "gcc", "clang", "cargo", "go", "node", "npm", "pnpm", "yarn", "bun", "deno",
    "python3", "uv", "pip", "java", "mvn", "gradle", "dotnet", "docker", "sqlite3",
];

/// The summary for a workspace.
pub(crate) fn summary(workspace: &Workspace, shell: Option<&Shell>, offline: bool) -> EnvironmentSummary {
    let root = workspace.root();
    EnvironmentSummary {
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        shell: shell.map_or_else(|| "none found; bash cannot run".to_owned(), |shell| shell.path.display().to_string()),
        workspace: root.display().to_string(),
        roots: workspace.roots().iter().skip(1).map(|root| root.display().to_string()).collect(),
        git_repository: root.ancestors().any(|folder| folder.join(".git").exists()),
        programs: WELL_KNOWN
            .iter()
            .filter(|name| find_program(name, None).is_some())
            .map(ToString::to_string)
            .collect(),
        offline,
    }
}
