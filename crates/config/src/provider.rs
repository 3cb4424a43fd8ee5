//! A configured model endpoint in its final form.

use crate::Origin;
use reasonix_model::Price;
use std::{fmt, path::PathBuf};

/// A `[[providers]]` entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Provider {
    /// What references call it; holds no `/`.
    pub name: String,
    pub display_name: Option<String>,
    pub kind: ProviderKind,
    /// Without the endpoint's own path. One of this and `request_url` is there unless the kind is `Script`.
    pub base_url: Option<String>,
    /// The exact address of requests.
    pub request_url: Option<String>,
    /// The exact address of the model list.
    pub models_url: Option<String>,
    /// Never empty.
    pub models: Vec<ProviderModel>,
    /// The name of one of `models`.
    pub default_model: String,
    /// The variable of `.env` that holds the key.
    pub api_key_env: Option<String>,
    /// The key is not sent: the entry is a project's, and the user's own entries send that key elsewhere.
    pub key_withheld: bool,
    /// Send the key as `Authorization: Bearer` where the kind would use `x-api-key`.
    pub bearer: bool,
    pub headers: Headers,
    pub extra_body: serde_json::Map<String, serde_json::Value>,
    /// The endpoint's own word.
    pub effort: Option<String>,
    /// Empty where nothing is declared.
    pub supported_efforts: Vec<String>,
    pub reasoning_protocol: ReasoningProtocol,
    /// Reach it without the proxy.
    pub no_proxy: bool,
    /// The file of turns; there exactly if the kind is `Script`.
    pub script: Option<PathBuf>,
    /// Where the entry stands.
    pub origin: Origin,
}

/// One model of a provider, with what holds for it alone already put in.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderModel {
    pub name: String,
    /// Tokens. `Some(0)` turns compaction off, `None` means that nobody said.
    pub context_window: Option<u64>,
    pub output_limit: OutputLimit,
    pub price: Option<Price>,
}

/// How long an answer may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputLimit {
    /// What Reasonix thinks fit for the endpoint.
    #[default]
    Automatic,
    /// No limit is sent.
    Omitted,
    /// Tokens.
    Tokens(u32),
}

impl OutputLimit {
    pub(crate) fn from_tokens(tokens: i64) -> Self {
        match u32::try_from(tokens) {
            Ok(0) => Self::Automatic,
            Ok(tokens) => Self::Tokens(tokens),
            Err(_) => Self::Omitted,
        }
    }
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            /// The value of this word in a configuration.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }

            /// The word in a configuration.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }
    };
}
pub(crate) use words;

words! {
    /// The wire format.
    ProviderKind {
        /// Chat completions.
        OpenAi = "openai",
        /// Messages.
        Anthropic = "anthropic",
        /// A file of turns; no network.
        Script = "script",
    }
}

words! {
    /// How an endpoint is asked to think.
    ReasoningProtocol {
        /// Judged by the endpoint.
        Auto = "auto",
        DeepSeek = "deepseek",
        OpenAi = "openai",
        Anthropic = "anthropic",
        None = "none",
    }
}

/// HTTP headers. Their values may be secret, so `Debug` shows names only.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Headers(pub(crate) Vec<(String, String)>);

impl Headers {
    /// Names and values, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl fmt::Debug for Headers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_map().entries(self.0.iter().map(|(name, _)| (name, "***"))).finish()
    }
}

impl Provider {
    /// The model of exactly this name.
    pub fn model(&self, name: &str) -> Option<&ProviderModel> {
        self.models.iter().find(|model| model.name == name)
    }

    /// Whom a key that is sent to this provider is shown to.
    pub fn recipients(&self) -> impl Iterator<Item = String> {
        [&self.request_url, &self.base_url, &self.models_url].into_iter().flatten().map(|url| recipient(url))
    }
}

/// Scheme and host of an address, in lower case; all of it where it does not have that form, so that it equals no other.
pub fn recipient(url: &str) -> String {
    let host = |(scheme, rest): (&str, &str)| {
        format!("{scheme}://{}", rest.split(['/', '?', '#', '\\']).next().unwrap_or_default())
    };
    url.split_once("://").map_or_else(|| url.to_owned(), host).to_ascii_lowercase()
}
