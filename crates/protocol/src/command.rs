//! Commands: questions a front end asks the engine outside a session's op stream, and their replies, one file a subject.

mod config;
mod doctor;
mod job;
mod model;
mod permission;
mod provider;
mod session;
mod workspace;

pub use config::{
    ConfigChangedReply, ConfigFileParams, ConfigFileReply, ConfigLayer, ConfigLocation, ConfigLocationsReply,
    ConfigSaveParams, ConfigSchemaReply, ConfigSetParams, ConfigShowReply, ConfigTextParams, ConfigUnsetParams,
    ConfigValue, ValueOrigin,
};
pub use doctor::{Check, CheckLevel, DoctorParams, DoctorReply};
pub use job::{JobOutputParams, JobOutputReply, JobParams, JobSummary, JobsListParams, JobsListReply};
pub use model::{ModelChoice, ModelPrice, ModelsReply};
pub use permission::{
    ExplainCall, ExplainRules, ExplainedCall, Grant, PermissionsCheckReply, PermissionsExplainParams,
    PermissionsExplainReply, PermissionsForgetParams, PermissionsListReply,
};
pub use provider::{
    ConfiguredProvider, ListedModel, LocalServer, LocalServersReply, ProviderEntry, ProviderModelsParams,
    ProviderModelsReply, ProviderPreset, ProviderPresetsReply, ProviderRemoveParams, ProviderSaveParams,
    ProviderSavedReply, ProvidersReply, Wire,
};
pub use session::{
    ContextKind, ContextPart, OutputReadParams, OutputReadReply, SessionChangesParams, SessionChangesReply,
    SessionChoice, SessionContextReply, SessionEditParams, SessionEventsParams, SessionEventsReply, SessionHit,
    SessionOpenParams, SessionOpenedReply, SessionParams, SessionStatus, SessionSummary, SessionsListParams,
    SessionsListReply, SessionsSearchParams, SessionsSearchReply, SessionsShowParams, SessionsShowReply, TurnChange,
    UnreadableSession,
};
pub use workspace::{
    AboutReply, Exposure, FileReadParams, FileReadReply, FilesFindParams, FilesFindReply, FolderListReply, FoundFile,
    WorkspaceParams, WorkspaceSummary, WorkspacesReply,
};

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "command", content = "params", rename_all = "snake_case")]
pub enum Command {
    SessionsList(SessionsListParams),
    SessionsShow(SessionsShowParams),
    /// Opens a session of the workspace, new or from disk; one that is open already is simply given.
    SessionOpen(SessionOpenParams),
    SessionEdit(SessionEditParams),
    /// Takes a session out of every list. It can be restored for thirty days.
    SessionDelete(SessionParams),
    SessionRestore(SessionParams),
    SessionsSearch(SessionsSearchParams),
    /// What the model sees of a session, by part.
    SessionContext(SessionParams),
    /// Turns that are older than what a front end has.
    SessionEvents(SessionEventsParams),
    /// What the calls of a session changed in files, up to where a front end knows it by itself.
    SessionChanges(SessionChangesParams),
    OutputRead(OutputReadParams),
    JobsList(JobsListParams),
    JobOutput(JobOutputParams),
    /// Stops a job, also one that another process runs. An open session takes [`crate::Op::StopJob`] as well.
    JobStop(JobParams),
    /// What the program is, and what may be done from here.
    About,
    Workspaces,
    /// Begins to work in a folder: it is listed from now on.
    WorkspaceOpen(WorkspaceParams),
    /// Takes a folder off the list. Its sessions stay.
    WorkspaceForget(WorkspaceParams),
    /// The folders in a folder, to choose a workspace by.
    FolderList(WorkspaceParams),
    FilesFind(FilesFindParams),
    FileRead(FileReadParams),
    /// Makes the tour's throw-away workspace, with its scripted model, and opens a session in it.
    TourStart,
    Models,
    ConfigFile(ConfigFileParams),
    /// Judges a text as if it were the file.
    ConfigCheck(ConfigTextParams),
    ConfigSave(ConfigSaveParams),
    ConfigSchema,
    ProviderRemove(ProviderRemoveParams),
    Doctor(DoctorParams),
    /// Every effective value with its origin.
    ConfigShow,
    /// The files and folders that matter, whether they exist or not.
    ConfigLocations,
    ConfigSet(ConfigSetParams),
    ConfigUnset(ConfigUnsetParams),
    /// Looks for model servers on their usual loopback ports.
    LocalServers,
    /// The vendors whose addresses are known.
    ProviderPresets,
    /// The configured providers.
    Providers,
    /// Asks an endpoint for its models, which also tells whether it can be reached and takes the key. Writes nothing.
    ProviderModels(ProviderModelsParams),
    /// Adds a provider to the user's configuration, or changes one.
    ProviderSave(ProviderSaveParams),
    /// What would be decided about calls, and why.
    PermissionsExplain(PermissionsExplainParams),
    /// What the user allowed for good in this project.
    PermissionsList,
    PermissionsForget(PermissionsForgetParams),
    /// Looks at the configured rules for faults and doubts.
    PermissionsCheck,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "reply", content = "data", rename_all = "snake_case")]
pub enum Reply {
    SessionsList(SessionsListReply),
    SessionsShow(Box<SessionsShowReply>),
    /// To `SessionOpen` and `TourStart`.
    SessionOpened(SessionOpenedReply),
    /// To `SessionEdit` and `SessionRestore`.
    SessionEdited(Box<SessionSummary>),
    SessionsSearch(SessionsSearchReply),
    SessionContext(Box<SessionContextReply>),
    SessionEvents(SessionEventsReply),
    SessionChanges(SessionChangesReply),
    OutputRead(OutputReadReply),
    JobsList(JobsListReply),
    JobOutput(JobOutputReply),
    About(AboutReply),
    Workspaces(WorkspacesReply),
    WorkspaceOpened(WorkspaceSummary),
    FolderList(FolderListReply),
    FilesFind(FilesFindReply),
    FileRead(FileReadReply),
    Models(ModelsReply),
    /// To `ConfigFile`, `ConfigCheck` and `ConfigSave`.
    ConfigFile(ConfigFileReply),
    ConfigSchema(ConfigSchemaReply),
    /// To commands with nothing to tell but that it was done.
    Done,
    Doctor(DoctorReply),
    ConfigShow(ConfigShowReply),
    ConfigLocations(ConfigLocationsReply),
    /// To `ConfigSet` and `ConfigUnset`.
    ConfigChanged(Box<ConfigChangedReply>),
    LocalServers(LocalServersReply),
    ProviderPresets(ProviderPresetsReply),
    Providers(ProvidersReply),
    ProviderModels(ProviderModelsReply),
    ProviderSaved(ProviderSavedReply),
    PermissionsExplain(PermissionsExplainReply),
    PermissionsList(PermissionsListReply),
    /// To `PermissionsForget`: what was forgotten.
    PermissionsForgotten(Grant),
    PermissionsCheck(PermissionsCheckReply),
}

impl Command {
    /// What a front end from outside must have been given to call this; `None` for what is always there.
    pub const fn needs(&self) -> Option<Exposure> {
        match self {
            Self::ConfigSet(_)
            | Self::ConfigUnset(_)
            | Self::ConfigFile(_)
            | Self::ConfigCheck(_)
            | Self::ConfigSave(_)
            | Self::PermissionsForget(_) => Some(Exposure::Settings),
            Self::LocalServers | Self::ProviderModels(_) | Self::ProviderSave(_) | Self::ProviderRemove(_) => {
                Some(Exposure::Providers)
            }
            Self::WorkspaceOpen(_)
            | Self::WorkspaceForget(_)
            | Self::FolderList(_)
            | Self::TourStart
            | Self::SessionsList(SessionsListParams { all_workspaces: true, .. })
            | Self::SessionsSearch(SessionsSearchParams { all_workspaces: true, .. })
            | Self::JobsList(JobsListParams { all_workspaces: true, .. }) => Some(Exposure::Workspaces),
            Self::SessionOpen(SessionOpenParams { posture: Some(_), .. }) => Some(Exposure::Posture),
            Self::SessionsList(_)
            | Self::SessionsShow(_)
            | Self::SessionOpen(_)
            | Self::SessionEdit(_)
            | Self::SessionDelete(_)
            | Self::SessionRestore(_)
            | Self::SessionsSearch(_)
            | Self::SessionContext(_)
            | Self::SessionEvents(_)
            | Self::SessionChanges(_)
            | Self::OutputRead(_)
            | Self::JobsList(_)
            | Self::JobOutput(_)
            | Self::JobStop(_)
            | Self::About
            | Self::Workspaces
            | Self::FilesFind(_)
            | Self::FileRead(_)
            | Self::Models
            | Self::ConfigSchema
            | Self::Doctor(_)
            | Self::ConfigShow
            | Self::ConfigLocations
            | Self::ProviderPresets
            | Self::Providers
            | Self::PermissionsExplain(_)
            | Self::PermissionsList
            | Self::PermissionsCheck => None,
        }
    }

    /// Whether answering it changes something, here or elsewhere. What only looks may be open to more people.
    pub const fn changes(&self) -> bool {
        match self {
            Self::SessionOpen(_)
            | Self::SessionEdit(_)
            | Self::SessionDelete(_)
            | Self::SessionRestore(_)
            | Self::WorkspaceOpen(_)
            | Self::JobStop(_)
            | Self::WorkspaceForget(_)
            | Self::TourStart
            | Self::ConfigSave(_)
            | Self::ConfigSet(_)
            | Self::ConfigUnset(_)
            | Self::ProviderModels(_)
            | Self::ProviderSave(_)
            | Self::ProviderRemove(_)
            | Self::PermissionsForget(_) => true,
            Self::SessionsList(_)
            | Self::SessionsShow(_)
            | Self::SessionsSearch(_)
            | Self::SessionContext(_)
            | Self::SessionEvents(_)
            | Self::SessionChanges(_)
            | Self::OutputRead(_)
            | Self::JobsList(_)
            | Self::JobOutput(_)
            | Self::About
            | Self::Workspaces
            | Self::FolderList(_)
            | Self::FilesFind(_)
            | Self::FileRead(_)
            | Self::Models
            | Self::ConfigFile(_)
            | Self::ConfigCheck(_)
            | Self::ConfigSchema
            | Self::ConfigShow
            | Self::ConfigLocations
            | Self::Doctor(_)
            | Self::LocalServers
            | Self::ProviderPresets
            | Self::Providers
            | Self::PermissionsExplain(_)
            | Self::PermissionsList
            | Self::PermissionsCheck => false,
        }
    }
}
