//! What there is before a set-up: the vendors that are known and the providers that are configured.

use reasonix_controller::Client;
use reasonix_protocol::{
    Command, Problem, Reply,
    command::{ProviderEntry, ProviderPreset, ProvidersReply, ValueOrigin},
};

/// The answers of the engine.
pub(super) struct Known {
    pub presets: Vec<ProviderPreset>,
    pub configured: ProvidersReply,
}

impl Known {
    pub(super) async fn ask(client: &Client) -> Result<Self, Problem> {
        let presets = match client.call(Command::ProviderPresets).await? {
            Reply::ProviderPresets(reply) => reply.presets,
            _ => return Err(Problem::new("reply_unexpected")),
        };
        match client.call(Command::Providers).await? {
            Reply::Providers(configured) => Ok(Self { presets, configured }),
            _ => Err(Problem::new("reply_unexpected")),
        }
    }

    pub(super) fn preset(&self, name: &str) -> Option<&ProviderPreset> {
        self.presets.iter().find(|preset| preset.entry.name == name)
    }

    /// The names of the presets, for a message.
    pub(super) fn preset_names(&self) -> String {
        self.presets.iter().map(|preset| preset.entry.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The providers of the user's own file: only those are changed here.
    pub(super) fn own(&self) -> impl Iterator<Item = &ProviderEntry> {
        let is_own = |origin: &ValueOrigin| matches!(origin, ValueOrigin::User { .. });
        self.configured.providers.iter().filter(move |known| is_own(&known.origin)).map(|known| &known.entry)
    }

    pub(super) fn own_named(&self, name: &str) -> Option<&ProviderEntry> {
        self.own().find(|entry| entry.name == name)
    }

    /// Whether `.env` holds a key of this name.
    pub(super) fn has_key(&self, name: &str) -> bool {
        self.configured.keys.iter().any(|known| known == name)
    }

    /// Whether the user's file names a model of this provider as the default.
    pub(super) fn is_chosen_default(&self, provider: &str) -> bool {
        let reference = self.configured.default_model.as_deref();
        let is_its =
            reference.and_then(|reference| reference.split_once('/')).is_some_and(|(name, _)| name == provider);
        is_its && matches!(self.configured.default_origin, ValueOrigin::User { .. })
    }
}
