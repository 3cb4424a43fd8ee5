//! The demo: a throw-away workspace with a small program and a failing test, and a scripted model that mends it.
//! Everything but the model is real: tools, approvals, the test run. The user's own files and settings are not touched.

use crate::{LaunchOptions, Unconfined, provider_problem::provider_problem};
use reasonix_config::Environment;
use reasonix_locale::Language;
use reasonix_protocol::Problem;
use reasonix_providers::{Script, ScriptProvider};
use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;

const FILES: [(&str, &str); 3] = [
    ("README.md", include_str!("../demo/README.md")),
    ("convert.sh", include_str!("../demo/convert.sh")),
    ("test.sh", include_str!("../demo/test.sh")),
];
const TOUR: &str = include_str!("../demo/tour.json");

/// A demo that is set up. Its folder goes when this is dropped.
pub struct Demo {
    folder: TempDir,
}

/// Why the demo could not be set up.
#[derive(Debug)]
pub enum DemoError {
    /// The temporary folder cannot be written.
    Folder { path: PathBuf, source: io::Error },
    /// The built-in script cannot be read.
    Script(Problem),
}

impl DemoError {
    /// The error as a front end shows it.
    pub fn problem(self) -> Problem {
        match self {
            Self::Folder { path, source } => {
                Problem::new("folder_unusable").with("path", path.display()).with("reason", source)
            }
            Self::Script(problem) => problem,
        }
    }
}

impl Demo {
    /// Makes the folder and the files in it.
    pub fn set_up() -> Result<Self, DemoError> {
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |source| DemoError::Folder { path, source }
        };
        let temp = std::env::temp_dir();
        let folder = tempfile::Builder::new().prefix("reasonix-demo-").tempdir_in(&temp).map_err(at(&temp))?;
        let demo = Self { folder };
        let workspace = demo.workspace();
        fs::create_dir(&workspace).map_err(at(&workspace))?;
        for (name, text) in FILES {
            let path = workspace.join(name);
            fs::write(&path, text).map_err(at(&path))?;
        }
        Ok(demo)
    }

    /// Where the small program is.
    pub fn workspace(&self) -> PathBuf {
        self.folder.path().join("convert")
    }

    /// Starts an engine over the demo's own home, so that nothing of the user's is read or written.
    pub fn options(&self, mut environment: Environment, language: Language) -> Result<LaunchOptions, DemoError> {
        let script =
            Script::parse(TOUR, Path::new("tour.json")).map_err(|error| DemoError::Script(provider_problem(&error)))?;
        let home = self.folder.path().join("home");
        for name in ["REASONIX_STATE_HOME", "REASONIX_CACHE_HOME"] {
            environment.variables.remove(&OsString::from(name));
        }
        environment.variables.insert("REASONIX_HOME".into(), home.into());
        let mut options = LaunchOptions::new(environment, self.workspace());
        // The commands are those of the script, and newcomers may not have what confines them yet.
        options.unconfined = Unconfined::Run;
        options.script = Some(Arc::new(ScriptProvider::new("demo", script, language.tag())));
        Ok(options)
    }
}
