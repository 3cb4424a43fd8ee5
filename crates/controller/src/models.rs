//! Turns a model reference into a provider that can be asked, by the configuration.

use crate::{presets, provider_problem::provider_problem};
use reasonix_agent::{ModelSource, OpenModel};
use reasonix_config::{
    Loaded, Origin, OutputLimit, Provider, ProviderKind, ProxyMode, ReasoningProtocol, Secrets, Settings, recipient,
};
use reasonix_protocol::{
    Effort, Problem,
    command::{ProviderEntry, Wire},
};
use reasonix_providers::{Endpoint, Kind, Proxy, Reasoning, RetryPolicy, Script, ScriptProvider, Timing};
use secrecy::SecretString;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// A connection attempt never takes longer than this, however the configuration reads.
const LONGEST_CONNECT: Duration = Duration::from_mins(1);

/// The configured models. Providers are made when they are first asked for and kept, with their connections.
pub(crate) struct ConfiguredModels {
    settings: Settings,
    /// Sent only if somebody set it: some models refuse the field.
    temperature: Option<f64>,
    secrets: Secrets,
    script: Option<Arc<dyn reasonix_model::Provider>>,
    made: Mutex<HashMap<String, Arc<dyn reasonix_model::Provider>>>,
}

impl ConfiguredModels {
    pub(crate) fn new(loaded: &Loaded, secrets: Secrets, script: Option<Arc<dyn reasonix_model::Provider>>) -> Self {
        let temperature = loaded.settings.agent.temperature;
        let set = loaded.origin("agent.temperature") != Origin::Default;
        Self {
            settings: loaded.settings.clone(),
            temperature: set.then_some(temperature),
            secrets,
            script,
            made: Mutex::new(HashMap::new()),
        }
    }

    /// The reference of the scripted model that stands in the place of all others.
    pub(crate) fn scripted(&self) -> Option<String> {
        self.script.as_ref().map(|script| format!("{}/script", script.name()))
    }

    /// The full reference of what `reference` means; `None` means the default model.
    pub(crate) fn resolve(&self, reference: Option<&str>) -> Result<String, Problem> {
        if let Some(scripted) = self.scripted() {
            return Ok(scripted);
        }
        let resolved = self.settings.resolve_model(reference).map_err(|error| error.diagnostic().problem())?;
        Ok(resolved.to_string())
    }

    /// The endpoint of a configured provider, as the adapters want it.
    pub(crate) fn endpoint(&self, provider: &Provider) -> Option<Endpoint> {
        let kind = match provider.kind {
            ProviderKind::OpenAi => Kind::OpenAi,
            ProviderKind::Anthropic => Kind::Anthropic,
            ProviderKind::Script => return None,
        };
        let base_url = provider.base_url.clone().or_else(|| provider.request_url.clone()).unwrap_or_default();
        let mut endpoint = self.bare_endpoint(kind, &provider.name, base_url);
        endpoint.request_url.clone_from(&provider.request_url);
        endpoint.models_url.clone_from(&provider.models_url);
        endpoint.key_env.clone_from(&provider.api_key_env);
        endpoint.key = provider.api_key_env.as_ref().and_then(|name| self.secrets.get(name));
        if provider.key_withheld {
            endpoint.key = None;
        }
        endpoint.bearer = provider.bearer;
        endpoint.headers = provider.headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        endpoint.extra_body.clone_from(&provider.extra_body);
        if provider.no_proxy {
            endpoint.proxy = Proxy::Off;
        }
        endpoint.reasoning = match provider.reasoning_protocol {
            ReasoningProtocol::Auto => None,
            ReasoningProtocol::DeepSeek => Some(Reasoning::DeepSeek),
            ReasoningProtocol::OpenAi => Some(Reasoning::OpenAi),
            ReasoningProtocol::Anthropic => Some(Reasoning::Anthropic),
            ReasoningProtocol::None => Some(Reasoning::None),
        };
        Some(endpoint)
    }

    /// The endpoint of an entry that is being set up: what it does not say stays as a configured provider of its name
    /// has it. `key` goes before the one in `.env`, which is sent only where it is already set up to go.
    pub(crate) fn endpoint_of_entry(
        &self,
        entry: &ProviderEntry,
        key: Option<SecretString>,
    ) -> Result<Endpoint, Problem> {
        let kind = match entry.kind {
            Wire::OpenAi => Kind::OpenAi,
            Wire::Anthropic => Kind::Anthropic,
        };
        let recipients = recipients_of(entry);
        // Headers may hold secrets too: they stay with the address that they were written for.
        let goes_there =
            |provider: &&Provider| recipients.iter().all(|wanted| provider.recipients().any(|own| own == *wanted));
        let known = self.settings.providers.iter().find(|provider| provider.name == entry.name).filter(goes_there);
        let mut endpoint = known
            .and_then(|provider| self.endpoint(provider))
            .unwrap_or_else(|| self.bare_endpoint(kind, &entry.name, String::new()));
        endpoint.kind = kind;
        if let Some(base_url) = &entry.base_url {
            endpoint.base_url.clone_from(base_url);
        }
        endpoint.models_url.clone_from(&entry.models_url);
        endpoint.key_env.clone_from(&entry.api_key_env);
        endpoint.key = match (key, &entry.api_key_env) {
            (None, Some(name)) => self.stored_key(name, &recipients)?,
            (key, _) => key,
        };
        endpoint.bearer = entry.bearer;
        Ok(endpoint)
    }

    /// A key of `.env`, for an endpoint that shows it to these recipients.
    pub(crate) fn stored_key(&self, name: &str, recipients: &[String]) -> Result<Option<SecretString>, Problem> {
        let Some(key) = self.secrets.get(name) else { return Ok(None) };
        let uses = |provider: &&Provider| provider.api_key_env.as_deref() == Some(name) && !provider.key_withheld;
        let users: Vec<String> = self
            .settings
            .providers
            .iter()
            .filter(uses)
            .flat_map(Provider::recipients)
            .chain(presets::recipients(name))
            .collect();
        match recipients.iter().find(|recipient| !users.contains(recipient)) {
            Some(stranger) => {
                Err(Problem::new("provider_key_elsewhere").with("variable", name).with("recipient", stranger))
            }
            None => Ok(Some(key)),
        }
    }

    /// An endpoint with what holds for all.
    fn bare_endpoint(&self, kind: Kind, name: &str, base_url: String) -> Endpoint {
        let network = &self.settings.network;
        let mut endpoint = Endpoint::new(kind, name, base_url);
        endpoint.proxy = if network.proxy_mode == ProxyMode::Off { Proxy::Off } else { Proxy::System };
        endpoint.timing = Timing {
            connect: network.connect_timeout.min(LONGEST_CONNECT),
            idle: network.idle_timeout,
            ..Timing::default()
        };
        endpoint.retry = RetryPolicy {
            max_retries: network.max_retries,
            unreachable_window: network.unreachable_window,
            ..RetryPolicy::default()
        };
        endpoint
    }

    fn provider(&self, provider: &Provider) -> Result<Arc<dyn reasonix_model::Provider>, Problem> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made.get(&provider.name) {
            return Ok(Arc::clone(known));
        }
        let new = self.connect(provider)?;
        made.insert(provider.name.clone(), Arc::clone(&new));
        Ok(new)
    }

    fn connect(&self, provider: &Provider) -> Result<Arc<dyn reasonix_model::Provider>, Problem> {
        if let (true, Some(variable)) = (provider.key_withheld, &provider.api_key_env) {
            return Err(Problem::new("provider_key_withheld")
                .with("provider", &provider.name)
                .with("variable", variable));
        }
        if let Some(endpoint) = self.endpoint(provider) {
            return reasonix_providers::connect(endpoint).map_err(|error| provider_problem(&error));
        }
        let file = provider.script.clone().unwrap_or_default();
        let script = Script::load(&file).map_err(|error| provider_problem(&error))?;
        Ok(Arc::new(ScriptProvider::new(&provider.name, script, reasonix_locale::Language::En.tag())))
    }
}

/// Whom an entry shows its key to.
pub(crate) fn recipients_of(entry: &ProviderEntry) -> Vec<String> {
    [&entry.base_url, &entry.models_url].into_iter().flatten().map(|url| recipient(url)).collect()
}

impl ModelSource for ConfiguredModels {
    fn open(&self, reference: &str) -> Result<OpenModel, Problem> {
        if let Some(script) = &self.script {
            return Ok(OpenModel {
                provider: Arc::clone(script),
                name: "script".to_owned(),
                max_output_tokens: None,
                temperature: None,
                price: None,
                default_effort: None,
            });
        }
        let resolved = self.settings.resolve_model(Some(reference)).map_err(|error| error.diagnostic().problem())?;
        Ok(OpenModel {
            provider: self.provider(resolved.provider)?,
            name: resolved.model.name.clone(),
            max_output_tokens: match resolved.model.output_limit {
                OutputLimit::Tokens(tokens) => Some(tokens),
                OutputLimit::Automatic | OutputLimit::Omitted => None,
            },
            temperature: self.temperature,
            price: resolved.model.price.clone(),
            default_effort: resolved.provider.effort.clone().map(Effort),
        })
    }
}
