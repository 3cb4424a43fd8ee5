//! What will be written, and how far the flags alone determine it.

use super::{Stop, known::Known};
use crate::args::{Kind, SetupArgs};
use reasonix_protocol::{
    Problem, Secret,
    command::{LocalServer, ProviderEntry, Wire},
};

/// What will be written.
#[derive(Debug)]
pub(super) struct Plan {
    pub entry: ProviderEntry,
    /// A new key; `None` leaves `.env` alone.
    pub key: Option<Secret>,
    pub make_default: bool,
    /// The entry is in the user's file already.
    pub is_known: bool,
}

impl Plan {
    /// Begins with an entry that is there already, or with a new one.
    pub(super) fn new(entry: ProviderEntry, is_known: bool) -> Self {
        Self { entry, key: None, make_default: false, is_known }
    }

    /// A new entry at an address, with nothing else known.
    pub(super) fn blank(name: String, base_url: String) -> Self {
        let entry = ProviderEntry {
            name,
            kind: Wire::OpenAi,
            base_url: Some(base_url),
            models_url: None,
            models: Vec::new(),
            api_key_env: None,
            bearer: false,
        };
        Self::new(entry, false)
    }

    /// Begins with what the flags name: an own provider, a vendor, or an address. `None` if they name none of these.
    pub(super) fn of_flags(args: &SetupArgs, known: &Known) -> Result<Option<Self>, Stop> {
        let preset = match &args.preset {
            None => None,
            Some(name) => Some(known.preset(name).ok_or_else(|| {
                let problem = Problem::new("setup_unknown_preset").with("preset", name);
                Stop::Usage(problem.with("known", known.preset_names()))
            })?),
        };
        let named = args.name.clone().or_else(|| preset.map(|preset| preset.entry.name.clone()));
        if let Some(own) = named.as_deref().and_then(|name| known.own_named(name)) {
            return Ok(Some(Self::new(own.clone(), true).overlaid(args)?));
        }
        let plan = match (preset, &args.base_url) {
            (Some(preset), _) => {
                let name = named.unwrap_or_default();
                Self::new(ProviderEntry { name, ..preset.entry.clone() }, false)
            }
            (None, Some(base_url)) => match named {
                Some(name) => Self::blank(name, base_url.clone()),
                None => Self::at(base_url, known),
            },
            (None, None) => return Ok(None),
        };
        Ok(Some(plan.overlaid(args)?))
    }

    /// The own provider at this address, or a new one with a name made from it.
    pub(super) fn at(base_url: &str, known: &Known) -> Self {
        let same = |entry: &&ProviderEntry| entry.base_url.as_deref().is_some_and(|own| same_address(own, base_url));
        match known.own().find(same) {
            Some(own) => Self::new(own.clone(), true),
            None => Self::blank(free_name(&name_of(base_url), known), base_url.to_owned()),
        }
    }

    /// A new entry for a server on this machine, under the name of its kind.
    pub(super) fn of_server(server: &LocalServer, known: &Known) -> Self {
        let mut plan = Self::at(&server.base_url, known);
        if !plan.is_known {
            let name: String = server.name.to_lowercase().replace([' ', '.'], "-");
            plan.entry.name = free_name(&name, known);
        }
        plan
    }

    /// The flags' values in place of what was there.
    fn overlaid(mut self, args: &SetupArgs) -> Result<Self, Stop> {
        if let Some(kind) = args.kind {
            self.entry.kind = wire(kind);
        }
        if let Some(base_url) = &args.base_url {
            check_url(base_url).map_err(Stop::Usage)?;
            self.move_to(base_url);
        }
        if let Some(name) = &args.api_key_env {
            self.entry.api_key_env = Some(name.clone());
        }
        if !args.model.is_empty() {
            self.entry.models.clone_from(&args.model);
        }
        check_name(&self.entry.name).map_err(Stop::Usage)?;
        self.make_default = args.default;
        Ok(self)
    }

    /// Takes another address; a list of models that belonged to the old one is forgotten.
    pub(super) fn move_to(&mut self, base_url: &str) {
        let base_url = base_url.trim();
        if !self.entry.base_url.as_deref().is_some_and(|own| same_address(own, base_url)) {
            self.entry.base_url = Some(base_url.to_owned());
            self.entry.models_url = None;
        }
    }

    /// The variable of `.env` that the new key goes to.
    pub(super) fn name_key(&mut self) {
        if self.key.is_some() && self.entry.api_key_env.is_none() {
            self.entry.api_key_env = Some(reasonix_controller::key_name(&self.entry.name));
        }
    }

    /// If the user's file names a default model that would be gone, the new first one takes its place.
    pub(super) fn keep_default_alive(&mut self, known: &Known) {
        let default = known.configured.default_model.as_deref().unwrap_or_default();
        let kept = self.entry.models.iter().any(|model| format!("{}/{model}", self.entry.name) == default);
        if self.is_known && known.is_chosen_default(&self.entry.name) && !kept {
            self.make_default = true;
        }
    }
}

pub(super) const fn wire(kind: Kind) -> Wire {
    match kind {
        Kind::OpenAi => Wire::OpenAi,
        Kind::Anthropic => Wire::Anthropic,
    }
}

/// Refuses what the configuration would refuse, before more is asked.
pub(super) fn check_name(name: &str) -> Result<(), Problem> {
    if name.is_empty() || name.contains('/') || name.contains(char::is_whitespace) {
        return Err(Problem::new("config_bad_provider_name").with("key", "name"));
    }
    Ok(())
}

/// As [`check_name`], for an address.
pub(super) fn check_url(url: &str) -> Result<(), Problem> {
    match host(url) {
        Some(host) if !host.is_empty() => Ok(()),
        _ => Err(Problem::new("config_bad_url").with("key", "base_url")),
    }
}

/// Whether an address is on this machine, where servers mostly want no key.
pub(super) fn is_local(url: &str) -> bool {
    let host = host(url).unwrap_or_default();
    host == "localhost" || host == "[::1]" || host.starts_with("127.")
}

fn same_address(one: &str, other: &str) -> bool {
    one.trim_end_matches('/') == other.trim_end_matches('/')
}

fn host(url: &str) -> Option<&str> {
    let rest = url.trim().strip_prefix("https://").or_else(|| url.trim().strip_prefix("http://"))?;
    let authority = rest.split(['/', '?', '#']).next()?;
    match authority.rsplit_once(':') {
        Some((host, port)) if port.chars().all(|c| c.is_ascii_digit()) => Some(host),
        _ => Some(authority),
    }
}

/// A name for what is at this address: `deepseek` for `api.deepseek.com`, `local` for this machine.
pub(super) fn name_of(url: &str) -> String {
    let host = host(url).unwrap_or_default();
    if is_local(url) {
        return "local".to_owned();
    }
    let is_address = host.starts_with('[') || host.chars().all(|c| c.is_ascii_digit() || c == '.');
    let labels: Vec<&str> = host.split('.').collect();
    match labels.as_slice() {
        [.., name, _] if !is_address => (*name).to_owned(),
        _ => host.trim_matches(['[', ']']).replace(':', "-"),
    }
}

fn free_name(name: &str, known: &Known) -> String {
    let is_taken = |name: &str| known.configured.providers.iter().any(|provider| provider.entry.name == name);
    let numbered = (2_u32..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_give_names() {
        let check = |url: &str, name: &str, local: bool| {
            assert_eq!((name_of(url).as_str(), is_local(url)), (name, local), "{url}");
        };
        check("https://api.deepseek.com/anthropic", "deepseek", false);
        check("http://127.0.0.1:11434/v1", "local", true);
        check("http://localhost:8000", "local", true);
        check("http://[::1]:8000/v1", "local", true);
        check("http://192.168.0.7:8000/v1", "192.168.0.7", false);
        check("https://models.internal", "models", false);
        check("http://box:9000/v1", "box", false);
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for good in ["https://a.example", "http://localhost:1/v1", " https://a "] {
            assert!(check_url(good).is_ok(), "{good}");
        }
        for bad in ["", "api.deepseek.com", "ftp://x", "https://", "https:///v1", "http://:80"] {
            assert!(check_url(bad).is_err(), "{bad}");
        }
    }
}
