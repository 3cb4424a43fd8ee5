//! Where this engine's configuration comes from, kept so that it can be edited and read again.

use crate::LaunchOptions;
use reasonix_config::{ConfigError, Edit, Environment, Layer, Loaded, Locations, Overrides, ProjectFile, Sources};
use reasonix_store::Stamp;
use std::path::PathBuf;

/// The sources of one run.
pub(crate) struct ConfigSource {
    pub locations: Locations,
    environment: Environment,
    /// The folder that the project's file is looked for in.
    workspace: PathBuf,
    project: ProjectFile,
    overrides: Overrides,
}

impl ConfigSource {
    /// Fails where no home folder is known.
    pub(crate) fn new(options: &LaunchOptions) -> Result<Self, ConfigError> {
        Ok(Self {
            locations: Locations::new(&options.environment)?,
            environment: options.environment.clone(),
            workspace: options.workspace.clone(),
            project: options.project,
            overrides: options.overrides.clone(),
        })
    }

    /// Reads the files as they are now.
    pub(crate) fn load(&self) -> Loaded {
        reasonix_config::load(&self.sources(), self.project, &self.overrides)
    }

    /// What would hold if a layer's file had this text.
    pub(crate) fn load_with(&self, layer: Layer, text: &str) -> Loaded {
        reasonix_config::load_with(&self.sources(), &self.overrides, layer, text)
    }

    /// The files that the configuration is made of.
    pub(crate) fn files(&self) -> [PathBuf; 3] {
        [self.file(Layer::User), self.file(Layer::Project), self.locations.env_file()]
    }

    /// The state of those files.
    pub(crate) fn stamps(&self) -> Vec<Stamp> {
        self.files().iter().map(|file| Stamp::of(file)).collect()
    }

    /// An editor of one layer's file.
    pub(crate) fn edit(&self, layer: Layer) -> Edit<'_> {
        Edit::new(self.sources(), layer)
    }

    /// The file of a layer, whether it exists or not.
    pub(crate) fn file(&self, layer: Layer) -> PathBuf {
        self.sources().file(layer)
    }

    fn sources(&self) -> Sources<'_> {
        Sources { locations: &self.locations, workspace: &self.workspace, environment: &self.environment }
    }
}
