//! Model references: a provider's name, `provider/model`, or a model's name.

use crate::{Code, Diagnostic, Provider, ProviderModel, Settings, nearest::nearest};
use std::{
    fmt,
    path::{Path, PathBuf},
};

/// How many names an error lists.
const LISTED: usize = 20;

/// What a reference means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ResolvedModel<'a> {
    pub provider: &'a Provider,
    pub model: &'a ProviderModel,
}

/// The full reference, `provider/model`.
impl fmt::Display for ResolvedModel<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.provider.name, self.model.name)
    }
}

/// Why a reference means nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// No provider is configured.
    #[error("no model is configured")]
    NoModel,
    /// No provider and no model has this name.
    #[error("unknown model {reference}")]
    Unknown {
        reference: String,
        nearest: Option<String>,
        /// Full references of everything there is.
        known: Vec<String>,
        /// Where the reference stands, if it is the configured default.
        place: Option<(PathBuf, u32)>,
    },
}

impl ModelError {
    /// The error for a front end.
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::NoModel => Diagnostic::error(Code::NoModel),
            Self::Unknown { reference, nearest, known, place } => {
                let diagnostic = match nearest {
                    Some(nearest) => Diagnostic::error(Code::MisspelledModel).with("nearest", nearest),
                    None => Diagnostic::error(Code::UnknownModel),
                };
                let diagnostic = diagnostic.with("model", reference).with("known", listed(known));
                match place {
                    Some((file, line)) => diagnostic.in_file(file).at(*line, 1),
                    None => diagnostic,
                }
            }
        }
    }
}

impl Settings {
    /// Finds the model of a reference; `None` means the default model, which is the first provider's where none is
    /// configured. A provider's name wins over `provider/model`, and that over a bare model name, which means the
    /// first provider that lists it.
    pub fn resolve_model(&self, reference: Option<&str>) -> Result<ResolvedModel<'_>, ModelError> {
        let first = self.providers.first().ok_or(ModelError::NoModel)?;
        let reference = reference.map(str::trim).filter(|reference| !reference.is_empty());
        let place = if reference.is_some() { None } else { self.default_model_origin.place() };
        let reference = reference.or(self.default_model.as_deref()).unwrap_or(&first.name);
        find(&self.providers, reference).ok_or_else(|| self.unknown(reference, place))
    }

    fn unknown(&self, reference: &str, place: Option<(&Path, u32)>) -> ModelError {
        let all =
            || self.providers.iter().flat_map(|provider| provider.models.iter().map(move |model| (provider, model)));
        let known: Vec<String> = all().map(|(provider, model)| format!("{}/{}", provider.name, model.name)).collect();
        let providers = self.providers.iter().map(|provider| provider.name.as_str());
        let models = all().map(|(_, model)| model.name.as_str());
        let nearest = nearest(reference, providers.chain(models).chain(known.iter().map(String::as_str)));
        ModelError::Unknown {
            reference: reference.to_owned(),
            nearest: nearest.map(str::to_owned),
            known,
            place: place.map(|(file, line)| (file.into(), line)),
        }
    }
}

pub(crate) fn find<'a>(providers: &'a [Provider], reference: &str) -> Option<ResolvedModel<'a>> {
    let of = |provider: &'a Provider, model: &str| provider.model(model).map(|model| ResolvedModel { provider, model });
    let named = |name: &str| providers.iter().find(|provider| provider.name == name);
    named(reference)
        .and_then(|provider| of(provider, &provider.default_model))
        .or_else(|| reference.split_once('/').and_then(|(name, model)| of(named(name)?, model)))
        .or_else(|| providers.iter().find_map(|provider| of(provider, reference)))
}

fn listed(known: &[String]) -> String {
    let mut shown = known.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if known.len() > LISTED {
        shown.push_str(", …");
    }
    shown
}

impl From<ModelError> for crate::ConfigError {
    fn from(error: ModelError) -> Self {
        error.diagnostic().into()
    }
}
