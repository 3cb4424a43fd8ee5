//! Adding and changing providers: what there is, what an endpoint offers, and writing it down.

use super::config::{first_problem, origin};
use crate::{key_name, models::recipients_of, presets, wire::Wired};
use reasonix_config::{Layer, Origin, Provider, ProviderKind, Value};
use reasonix_protocol::{
    Problem,
    command::{
        ConfiguredProvider, ListedModel, ProviderEntry, ProviderModelsParams, ProviderModelsReply,
        ProviderPresetsReply, ProviderSaveParams, ProviderSavedReply, ProvidersReply, Wire,
    },
};
use secrecy::SecretString;

pub(crate) fn presets() -> ProviderPresetsReply {
    ProviderPresetsReply { presets: presets::presets() }
}

pub(crate) fn configured(wired: &Wired) -> ProvidersReply {
    let settings = &wired.loaded.settings;
    let providers = settings
        .providers
        .iter()
        .filter_map(|provider| Some(ConfiguredProvider { entry: entry(provider)?, origin: origin(&provider.origin) }));
    ProvidersReply {
        providers: providers.collect(),
        default_model: settings.resolve_model(None).ok().map(|resolved| resolved.to_string()),
        default_origin: origin(&wired.loaded.origin("default_model")),
        keys: wired.secrets.names().filter(|name| wired.secrets.get(name).is_some()).map(str::to_owned).collect(),
        config_file: wired.source.file(Layer::User).display().to_string(),
        key_file: wired.source.locations.env_file().display().to_string(),
    }
}

/// A configured provider as a set-up sees it; `None` for a scripted one.
fn entry(provider: &Provider) -> Option<ProviderEntry> {
    let kind = match provider.kind {
        ProviderKind::OpenAi => Wire::OpenAi,
        ProviderKind::Anthropic => Wire::Anthropic,
        ProviderKind::Script => return None,
    };
    let mut models: Vec<String> = provider.models.iter().map(|model| model.name.clone()).collect();
    if let Some(default) = models.iter().position(|model| *model == provider.default_model) {
        models.swap(0, default);
    }
    Some(ProviderEntry {
        name: provider.name.clone(),
        kind,
        base_url: provider.base_url.clone(),
        models_url: provider.models_url.clone(),
        models,
        api_key_env: provider.api_key_env.clone(),
        bearer: provider.bearer,
    })
}

pub(crate) async fn models(wired: &Wired, params: ProviderModelsParams) -> Result<ProviderModelsReply, Problem> {
    let key = params.key.map(|key| SecretString::from(key.expose()));
    let endpoint = wired.models.endpoint_of_entry(&params.entry, key)?;
    match reasonix_providers::list_models(&endpoint).await {
        Ok(models) => {
            let listed =
                models.into_iter().map(|model| ListedModel { id: model.id, context_window: model.context_window });
            Ok(ProviderModelsReply { models: Some(listed.collect()) })
        }
        // It answered; that it keeps no list of models is no fault.
        Err(failure) if failure.status == Some(404) => Ok(ProviderModelsReply { models: None }),
        Err(failure) => Err(failure.problem()),
    }
}

/// Writes the entry first, which is judged before it is written: a key that is there is not lost to an entry that is
/// refused. Each file is changed as it is at that moment.
pub(crate) fn save(wired: &Wired, params: ProviderSaveParams) -> Result<ProviderSavedReply, Problem> {
    let ProviderSaveParams { mut entry, key, make_default } = params;
    if key.is_some() {
        entry.api_key_env.get_or_insert_with(|| key_name(&entry.name));
    }
    let editor = wired.source.edit(Layer::User);
    if let (None, Some(name)) = (&key, &entry.api_key_env) {
        // A stored key goes nowhere new unless somebody enters it again.
        wired.models.stored_key(name, &recipients_of(&entry))?;
    }
    let known = wired.source.load().settings.providers.into_iter().find(|provider| is_users(provider, &entry.name));
    let changes = changes(&entry, known.as_ref());
    let mut changed = editor.set_provider(&entry.name, &changes).map_err(|error| first_problem(&error))?;
    if let Some(model) = entry.models.first().filter(|_| make_default) {
        let reference = Value::from(format!("{}/{model}", entry.name).as_str());
        changed |= editor.set("default_model", &reference).map_err(|error| first_problem(&error))?;
    }
    let mut key_file = None;
    if let (Some(key), Some(name)) = (key, &entry.api_key_env) {
        let file = wired.source.locations.env_file();
        let secret = SecretString::from(key.expose());
        reasonix_config::set_secret(&file, name, &secret).map_err(|error| first_problem(&error))?;
        key_file = Some(file.display().to_string());
    }
    let loaded = wired.source.load();
    let holds = loaded.settings.providers.iter().find(|provider| provider.name == entry.name);
    Ok(ProviderSavedReply {
        config_file: editor.file().display().to_string(),
        config_changed: changed,
        key_file,
        outranked_by: holds
            .filter(|provider| !is_users(provider, &entry.name))
            .map(|provider| origin(&provider.origin)),
    })
}

/// Takes an entry out of the user's file, and with it the default model if that is one of its. The key stays: another
/// entry may send it, and it is cheaper to keep than to get again.
pub(crate) fn remove(wired: &Wired, name: &str) -> Result<(), Problem> {
    let loaded = wired.source.load();
    let known = loaded.settings.providers.iter().find(|provider| provider.name == name);
    let default = loaded.settings.resolve_model(None).ok().map(|resolved| resolved.provider.name.clone());
    let editor = wired.source.edit(Layer::User);
    if !editor.remove_provider(name).map_err(|error| first_problem(&error))? {
        return Err(match known.and_then(|provider| provider.origin.place()) {
            Some((file, _)) => Problem::new("provider_of_project").with("name", name).with("file", file.display()),
            None => Problem::new("provider_unknown").with("name", name),
        });
    }
    let says_default = matches!(loaded.origin("default_model"), Origin::User { .. });
    if says_default && default.as_deref() == Some(name) {
        editor.unset("default_model").map_err(|error| first_problem(&error))?;
    }
    Ok(())
}

fn is_users(provider: &Provider, name: &str) -> bool {
    provider.name == name && matches!(provider.origin, Origin::User { .. })
}

/// The fields of the entry that are to be written: all of a new one, of a known one those that differ.
fn changes(wanted: &ProviderEntry, known: Option<&Provider>) -> Vec<(&'static str, Option<Value>)> {
    let before = known.and_then(entry);
    let before = before.as_ref();
    let text = |text: &Option<String>| text.as_deref().map(Value::from);
    let mut changes = Vec::new();
    if before.is_none_or(|before| before.kind != wanted.kind) {
        changes.push(("kind", Some(Value::from(wanted.kind.word()))));
    }
    if before.map_or(wanted.base_url.is_some(), |before| before.base_url != wanted.base_url) {
        changes.push(("base_url", text(&wanted.base_url)));
    }
    if before.map_or(wanted.models_url.is_some(), |before| before.models_url != wanted.models_url) {
        changes.push(("models_url", text(&wanted.models_url)));
    }
    if before.is_none_or(|before| before.models != wanted.models) {
        changes.extend(models_of(wanted, before.is_some()));
    }
    if before.map_or(wanted.api_key_env.is_some(), |before| before.api_key_env != wanted.api_key_env) {
        changes.push(("api_key_env", text(&wanted.api_key_env)));
    }
    if before.map_or(wanted.bearer, |before| before.bearer != wanted.bearer) {
        changes.push(("auth_header", wanted.bearer.then(|| Value::from(true))));
    }
    changes
}

/// One model stands under `model`, several under `models`, where the first is the default.
fn models_of(wanted: &ProviderEntry, is_known: bool) -> Vec<(&'static str, Option<Value>)> {
    let single = match wanted.models.as_slice() {
        [single] => Some(Value::from(single.as_str())),
        _ => None,
    };
    let several = (wanted.models.len() > 1)
        .then(|| Value::List(wanted.models.iter().map(|model| Value::from(model.as_str())).collect()));
    let mut changes = vec![("model", single), ("models", several)];
    if is_known {
        changes.push(("default", None));
    }
    changes.retain(|(_, value)| is_known || value.is_some());
    changes
}
