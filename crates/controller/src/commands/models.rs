//! The models a session may be given, by the configuration.

use super::config::origin;
use crate::wire::Wired;
use reasonix_config::{Origin, Provider, ProviderModel};
use reasonix_protocol::command::{ModelChoice, ModelPrice, ModelsReply};

pub(crate) fn choices(wired: &Wired) -> ModelsReply {
    if let Some(reference) = wired.models.scripted() {
        // The tour's: whatever is configured does not count.
        let choice = scripted(&reference);
        return ModelsReply {
            models: vec![choice],
            default_model: Some(reference),
            default_origin: origin(&Origin::Default),
        };
    }
    let settings = &wired.loaded.settings;
    let mut models = Vec::new();
    for provider in &settings.providers {
        models.extend(provider.models.iter().map(|model| choice(wired, provider, model)));
    }
    ModelsReply {
        models,
        default_model: settings.resolve_model(None).ok().map(|resolved| resolved.to_string()),
        default_origin: origin(&wired.loaded.origin("default_model")),
    }
}

fn choice(wired: &Wired, provider: &Provider, model: &ProviderModel) -> ModelChoice {
    let key = provider.api_key_env.as_ref();
    ModelChoice {
        reference: format!("{}/{}", provider.name, model.name),
        provider: provider.name.clone(),
        provider_title: provider.display_name.clone().unwrap_or_else(|| provider.name.clone()),
        model: model.name.clone(),
        context_window: model.context_window.filter(|tokens| *tokens > 0),
        price: model.price.as_ref().map(|price| ModelPrice {
            input: price.input,
            cache_hit: price.cache_hit,
            output: price.output,
            currency: price.currency.clone(),
        }),
        efforts: provider.supported_efforts.clone(),
        default_effort: provider.effort.clone(),
        missing_key: key.filter(|name| wired.secrets.get(name).is_none()).cloned(),
        scripted: false,
    }
}

fn scripted(reference: &str) -> ModelChoice {
    let (provider, model) = reference.split_once('/').unwrap_or((reference, reference));
    ModelChoice {
        reference: reference.to_owned(),
        provider: provider.to_owned(),
        provider_title: provider.to_owned(),
        model: model.to_owned(),
        context_window: None,
        price: None,
        efforts: Vec::new(),
        default_effort: None,
        missing_key: None,
        scripted: true,
    }
}
