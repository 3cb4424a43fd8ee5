//! Commands: questions a front end asks the engine outside a session's op stream, and their replies, one file a subject.

mod config;
mod doctor;
mod permission;
mod provider;
mod session;

pub use config::{
    ConfigChangedReply, ConfigLayer, ConfigLocation, ConfigLocationsReply, ConfigSetParams, ConfigShowReply,
    ConfigUnsetParams, ConfigValue, ValueOrigin,
};
pub use doctor::{Check, CheckLevel, DoctorParams, DoctorReply};
pub use permission::{
    ExplainCall, ExplainRules, ExplainedCall, Grant, PermissionsCheckReply, PermissionsExplainParams,
    PermissionsExplainReply, PermissionsForgetParams, PermissionsListReply,
};
pub use provider::{
    ConfiguredProvider, ListedModel, LocalServer, LocalServersReply, ProviderEntry, ProviderModelsParams,
    ProviderModelsReply, ProviderPreset, ProviderPresetsReply, ProviderSaveParams, ProviderSavedReply, ProvidersReply,
    Wire,
};
pub use session::{
    SessionSummary, SessionsListParams, SessionsListReply, SessionsShowParams, SessionsShowReply, UnreadableSession,
};

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", content = "params", rename_all = "snake_case")]
pub enum Command {
    SessionsList(SessionsListParams),
    SessionsShow(SessionsShowParams),
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
#[serde(tag = "reply", content = "data", rename_all = "snake_case")]
pub enum Reply {
    SessionsList(SessionsListReply),
    SessionsShow(Box<SessionsShowReply>),
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
