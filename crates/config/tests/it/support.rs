//! A home and a workspace in a temporary folder.

use reasonix_config::{
    Diagnostic, Edit, Environment, Layer, Loaded, Locations, Overrides, Platform, ProjectFile, Sources, load,
};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

pub(crate) struct Place {
    pub folder: TempDir,
    pub environment: Environment,
    pub locations: Locations,
    pub workspace: PathBuf,
}

impl Place {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (home, workspace) = (folder.path().join("home"), folder.path().join("ws"));
        for path in [&home, &workspace] {
            fs::create_dir(path).unwrap();
        }
        let environment = Environment {
            variables: [("REASONIX_HOME".into(), home.into_os_string()), ("SET".into(), "/set".into())].into(),
            home: Some("/home/u".into()),
            current_folder: workspace.clone(),
            platform: Platform::Unix,
        };
        let locations = Locations::new(&environment).unwrap();
        Self { folder, environment, locations, workspace }
    }

    pub(crate) fn with_user(self, text: &str) -> Self {
        fs::write(self.locations.config_file(), text).unwrap();
        self
    }

    pub(crate) fn with_project(self, text: &str) -> Self {
        fs::write(self.workspace.join("reasonix.toml"), text).unwrap();
        self
    }

    pub(crate) fn sources(&self) -> Sources<'_> {
        Sources { locations: &self.locations, workspace: &self.workspace, environment: &self.environment }
    }

    pub(crate) fn load(&self) -> Loaded {
        load(&self.sources(), ProjectFile::Read, &Overrides::default())
    }

    pub(crate) fn edit(&self, layer: Layer) -> Edit<'_> {
        Edit::new(self.sources(), layer)
    }

    pub(crate) fn user_text(&self) -> String {
        fs::read_to_string(self.locations.config_file()).unwrap()
    }
}

/// `file:line:column:code name="value" …`, with the file's name alone.
pub(crate) fn shown(diagnostics: &[Diagnostic]) -> Vec<String> {
    let short = |diagnostic: &Diagnostic| {
        let file = diagnostic.file.as_deref().and_then(Path::file_name).map(PathBuf::from);
        Diagnostic { file, ..diagnostic.clone() }.to_string()
    };
    diagnostics.iter().map(short).collect()
}

/// A provider that is complete.
pub(crate) const PROVIDER: &str =
    "[[providers]]\nname = 'p'\nkind = 'openai'\nbase_url = 'https://p.example'\nmodel = 'm'\n";
