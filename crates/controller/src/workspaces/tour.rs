//! The tour: the demo's throw-away workspace as one of this process. Its engine has a home of its own and the scripted
//! model, which no other engine ever sees.

use super::Workspaces;
use crate::{BrokenConfig, Client, Demo, DemoError, LaunchOptions, OpenParams, Which, blocking::blocking};
use reasonix_protocol::{Posture, Problem, Signal, command::SessionOpenedReply};
use std::path::{Path, PathBuf};

/// A tour that was started. Its folder goes when this is dropped.
pub(super) struct Tour {
    client: Client,
    _demo: Demo,
}

impl Tour {
    pub(super) const fn client(&self) -> &Client {
        &self.client
    }
}

impl Workspaces {
    /// Begins a tour anew; one that was begun before is gone.
    pub(super) async fn start_tour(&self) -> Result<SessionOpenedReply, Problem> {
        let before: Vec<PathBuf> = self.tours().keys().cloned().collect();
        for folder in before {
            self.end_tour(&folder).await;
        }
        let (language, environment) = (self.language()?, self.0.environment.clone());
        let (demo, options) = blocking(move || {
            let set_up = Demo::set_up().and_then(|demo| {
                let options = demo.options(environment, language)?;
                Ok((demo, options))
            });
            set_up.map_err(DemoError::problem)
        })
        .await?;
        let folder = options.workspace.canonicalize().unwrap_or_else(|_| options.workspace.clone());
        let options = LaunchOptions { workspace: folder.clone(), broken: BrokenConfig::Report, ..options };
        let client = self.launch(options)?;
        let params = OpenParams { which: Which::New, model: None, posture: Some(Posture::Ask), can_ask: true };
        let opened = client.open_aside(params).await?;
        self.engines().insert(folder.clone(), client.clone());
        self.tours().insert(folder.clone(), Tour { client, _demo: demo });
        self.tell(Signal::WorkspacesChanged);
        Ok(SessionOpenedReply { session: opened.session, workspace: folder.display().to_string() })
    }

    /// Closes a tour's sessions and removes its folder. Tells whether it was one.
    pub(super) async fn end_tour(&self, folder: &Path) -> bool {
        let Some(tour) = self.tours().remove(folder) else { return false };
        self.engines().remove(folder);
        tour.client.close_all().await;
        true
    }
}
