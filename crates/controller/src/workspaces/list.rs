//! The list of workspaces, and what the program is.

use super::Workspaces;
use crate::{blocking::blocking, commands::config::first_problem, workspaces::folders};
use reasonix_config::Locations;
use reasonix_locale::Language;
use reasonix_protocol::{
    Problem, Signal,
    command::{AboutReply, Exposure, WorkspaceSummary, WorkspacesReply},
};
use reasonix_store::{SessionStore, UsedWorkspace};
use std::path::{Path, PathBuf};

impl Workspaces {
    pub(super) fn about(&self) -> Result<AboutReply, Problem> {
        let environment = &self.0.environment;
        Ok(AboutReply {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            platform: std::env::consts::OS.to_owned(),
            home: environment.home.as_ref().map(|home| home.display().to_string()),
            workspace: self.0.started_in.display().to_string(),
            language: self.language()?.tag().to_owned(),
            exposed: vec![Exposure::Posture, Exposure::Settings, Exposure::Providers, Exposure::Workspaces],
        })
    }

    /// The language texts are shown in.
    pub(super) fn language(&self) -> Result<Language, Problem> {
        let word = |name| self.0.environment.variable(name).map(|value| value.to_string_lossy().into_owned());
        let by_environment = || Language::detect(word("REASONIX_LANG").as_deref(), word("LANG").as_deref());
        // The folder may be gone; the program still has to say so.
        let configured = self.engine(None).ok().and_then(|engine| engine.configured_language());
        Ok(configured.unwrap_or_else(by_environment))
    }

    pub(super) async fn list(&self) -> Result<WorkspacesReply, Problem> {
        // Not by the engine of the folder that the program was started in: that one may be gone.
        let locations = Locations::new(&self.0.environment).map_err(|error| first_problem(&error))?;
        let store = SessionStore::new(locations.sessions());
        let tours: Vec<PathBuf> = self.tours().keys().cloned().collect();
        let (list, started_in) = (self.0.list.clone(), self.0.started_in.clone());
        let is_home = self.0.environment.home.as_deref() == Some(&started_in);
        blocking(move || {
            let mut used = list.map_or_else(Vec::new, |list| list.list(store.workspaces()));
            // Somebody who starts the program in a project means to work there; a desktop starts anywhere.
            let is_listed = used.iter().any(|known| known.path == started_in);
            if !is_listed && !is_home && started_in.parent().is_some() {
                used.push(UsedWorkspace { path: started_in, at: 0 });
            }
            let own = used.iter().filter(|known| !tours.contains(&known.path)).map(|known| summary(&known.path, false));
            Ok(WorkspacesReply { workspaces: tours.iter().map(|tour| summary(tour, true)).chain(own).collect() })
        })
        .await
    }

    pub(super) async fn open_folder(&self, path: &str) -> Result<WorkspaceSummary, Problem> {
        let path = self.absolute(path);
        let client = self.engine(Some(&path.display().to_string()))?;
        let folder = client.workspace();
        self.note_use(&folder).await;
        let is_tour = self.tours().contains_key(&folder);
        blocking(move || Ok(summary(&folder, is_tour))).await
    }

    /// A tour is gone for good. Of any other folder the sessions stay, and open ones stay open.
    pub(super) async fn forget_folder(&self, path: &str) -> Result<(), Problem> {
        let path = self.absolute(path);
        let folder = path.canonicalize().unwrap_or_else(|_| path.clone());
        if !self.end_tour(&folder).await {
            let list = self.0.list.clone();
            let forget = move || {
                let Some(list) = list else { return Ok(()) };
                [&path, &folder].into_iter().try_for_each(|path| list.forget(path)).map_err(|error| error.problem())
            };
            blocking(forget).await?;
        }
        self.tell(Signal::WorkspacesChanged);
        Ok(())
    }

    /// Puts a folder at the top of the list. That this fails must not keep anybody from working.
    pub(super) async fn note_use(&self, folder: &Path) {
        if self.tours().contains_key(folder) {
            return;
        }
        let (list, folder) = (self.0.list.clone(), folder.to_path_buf());
        let noted = blocking(move || list.map_or(Ok(false), |list| list.note_use(&folder).map_err(|e| e.problem())));
        match noted.await {
            Ok(true) => self.tell(Signal::WorkspacesChanged),
            Ok(false) => {}
            Err(problem) => tracing::warn!(%problem, "the list of workspaces could not be written"),
        }
    }

    /// A path as a person may write it.
    pub(super) fn absolute(&self, path: &str) -> PathBuf {
        reasonix_stdx::path::expand_home(path, self.0.environment.home.as_deref())
    }
}

/// Looks at a folder. Waits for the disk.
fn summary(folder: &Path, is_tour: bool) -> WorkspaceSummary {
    let name = folder.file_name().map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into());
    WorkspaceSummary {
        path: folder.display().to_string(),
        name,
        branch: folders::branch(folder),
        exists: folder.is_dir(),
        is_tour,
    }
}
