//! Where this engine's configuration comes from, kept so that it can be edited and read again.

use crate::LaunchOptions;
use reasonix_config::{ConfigError, Edit, Environment, Layer, Loaded, Locations, Overrides, ProjectFile, Sources};
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
