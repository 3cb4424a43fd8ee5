//! Adding and changing providers: what is known of vendors, what is configured, and asking an endpoint.

use super::ValueOrigin;
use crate::Secret;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct LocalServersReply {
    pub servers: Vec<LocalServer>,
}

/// A model server found on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct LocalServer {
    /// As in `Ollama`.
    pub name: String,
    /// What goes into `base_url` of an `openai` provider.
    pub base_url: String,
    pub models: Vec<String>,
}

/// A wire format that an endpoint may speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Wire {
    /// Chat completions.
    OpenAi,
    /// Messages.
    Anthropic,
}

impl Wire {
    /// The word for it in the configuration.
    pub const fn word(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
        }
    }
}

/// What a set-up knows of a `[[providers]]` entry. An entry may hold more; a change leaves that alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProviderEntry {
    pub name: String,
    pub kind: Wire,
    /// `None` only for an entry that has the exact address of requests instead.
    pub base_url: Option<String>,
    /// Where the list of models is, if not at the usual place below `base_url`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models_url: Option<String>,
    /// The first one is the default.
    pub models: Vec<String>,
    /// The variable of `.env` with the key; `None` if no key is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_key_env: Option<String>,
    /// For `Anthropic`: the key goes out as `Authorization: Bearer`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bearer: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProviderPresetsReply {
    pub presets: Vec<ProviderPreset>,
}

/// A vendor whose address is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProviderPreset {
    /// As the vendor writes it.
    pub title: String,
    /// Without models: those come from the endpoint. Its name is also the preset's.
    pub entry: ProviderEntry,
    /// Addresses of the same vendor in other regions.
    pub other_base_urls: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProvidersReply {
    /// Without scripted ones, which need no set-up.
    pub providers: Vec<ConfiguredProvider>,
    /// The full reference of the default model, if there is one.
    pub default_model: Option<String>,
    /// Where that was said; `Default` if nobody did, and it is the first provider's.
    pub default_origin: ValueOrigin,
    /// The variables that `.env` holds keys for.
    pub keys: Vec<String>,
    /// Absolute path of the user's configuration file.
    pub config_file: String,
    /// Absolute path of the file of keys.
    pub key_file: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfiguredProvider {
    pub entry: ProviderEntry,
    pub origin: ValueOrigin,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProviderModelsParams {
    /// Its models do not matter.
    pub entry: ProviderEntry,
    /// Instead of the one in `.env`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Secret>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProviderModelsReply {
    /// `None` if the endpoint answered but keeps no list; the key is untested then.
    pub models: Option<Vec<ListedModel>>,
}

/// A model as its endpoint lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ListedModel {
    pub id: String,
    /// In tokens, where told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProviderSaveParams {
    pub entry: ProviderEntry,
    /// Goes into `.env` under the entry's `api_key_env`; without one there, under a name made from the provider's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Secret>,
    /// Make the entry's first model the default model.
    #[serde(default)]
    pub make_default: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProviderSavedReply {
    /// Absolute path of the user's configuration file.
    pub config_file: String,
    /// Whether its text is another one now.
    pub config_changed: bool,
    /// Absolute path of the file of keys, if a key was written.
    pub key_file: Option<String>,
    /// Where the entry that holds under this name stands, if that is not the user's file: a project's outranks it.
    pub outranked_by: Option<ValueOrigin>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProviderRemoveParams {
    pub name: String,
}
