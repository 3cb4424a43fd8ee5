//! How each family of vendors is asked to think, and what of its thinking it wants back. One table; the wires read it.

use crate::Kind;
use reasonix_protocol::Effort;
use serde::Serialize;

/// The dialect of thinking an endpoint speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reasoning {
    /// Nothing is asked for and nothing is given back.
    None,
    /// `reasoning_effort`; thinking is never given back.
    OpenAi,
    /// A switch and an effort of three levels; every message of the model keeps its thinking, even if that is empty.
    DeepSeek,
    /// Adaptive thinking with an output effort; signed thinking goes back.
    Anthropic,
    /// A switch only (GLM, MiniMax, other Messages gateways); thinking goes back unchanged.
    Switch,
    /// `reasoning_effort`; the whole message goes back; sampling is fixed by the vendor.
    Kimi,
}

/// The fields of a request that ask for thinking. Empty fields are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) thinking: Option<Thinking>,
    /// Chat completions: `reasoning_effort`; Messages: `output_config.effort`.
    pub(crate) effort: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Thinking {
    #[serde(rename = "type")]
    pub(crate) mode: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) display: Option<&'static str>,
}

impl Thinking {
    const fn plain(mode: &'static str) -> Self {
        Self { mode, display: None }
    }
}

impl Reasoning {
    /// The dialect called `word` in the configuration; `None` for `auto` and for words that mean nothing.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "none" => Self::None,
            "openai" => Self::OpenAi,
            "deepseek" => Self::DeepSeek,
            "anthropic" => Self::Anthropic,
            "glm" | "minimax" | "switch" => Self::Switch,
            "kimi" | "kimi-k3" => Self::Kimi,
            _ => return None,
        })
    }

    /// The dialect of a known host; else the plainest of the wire.
    pub(crate) fn of_host(kind: Kind, host: &str) -> Self {
        const HOSTS: [(&str, Reasoning); 9] = [
            ("deepseek.com", Reasoning::DeepSeek),
            ("anthropic.com", Reasoning::Anthropic),
            ("openai.com", Reasoning::OpenAi),
            ("bigmodel.cn", Reasoning::Switch),
            ("z.ai", Reasoning::Switch),
            ("minimax.io", Reasoning::Switch),
            ("minimaxi.com", Reasoning::Switch),
            ("moonshot.cn", Reasoning::Kimi),
            ("moonshot.ai", Reasoning::Kimi),
        ];
        let known = HOSTS.iter().find(|(domain, _)| is_within(host, domain)).map(|(_, dialect)| *dialect);
        match kind {
            // Anthropic's own compatibility layer takes neither its thinking nor its efforts.
            Kind::OpenAi if known == Some(Self::Anthropic) => Self::None,
            Kind::OpenAi => known.unwrap_or(Self::OpenAi),
            Kind::Anthropic => known.filter(|dialect| *dialect != Self::OpenAi).unwrap_or(Self::Switch),
        }
    }

    /// The fields that ask for `effort`. `None`, `auto` and what the dialect has no field for send nothing.
    pub(crate) fn ask(self, effort: Option<&Effort>) -> Ask {
        let Some(word) = effort.map(|effort| effort.0.as_str()).filter(|word| !matches!(*word, "" | "auto")) else {
            return Ask::default();
        };
        let off = matches!(word, "disabled" | "none" | "off");
        match self {
            Self::None => Ask::default(),
            Self::OpenAi | Self::Kimi => Ask { thinking: None, effort: (!is_switch(word)).then(|| word.to_owned()) },
            Self::DeepSeek | Self::Anthropic | Self::Switch if off => {
                Ask { thinking: Some(Thinking::plain("disabled")), effort: None }
            }
            Self::DeepSeek => Ask { thinking: Some(Thinking::plain("enabled")), effort: deepseek_level(word) },
            // Without `display` the newer models send signed thinking with no text to show.
            Self::Anthropic => Ask {
                thinking: Some(Thinking { mode: "adaptive", display: Some("summarized") }),
                effort: (!is_switch(word)).then(|| word.to_owned()),
            },
            Self::Switch if word == "adaptive" => Ask { thinking: Some(Thinking::plain("adaptive")), effort: None },
            Self::Switch => Ask { thinking: Some(Thinking::plain("enabled")), effort: None },
        }
    }

    /// Whether the models behind it take a temperature. Where not, `extra_body` can still send one.
    pub(crate) const fn takes_temperature(self) -> bool {
        !matches!(self, Self::Anthropic | Self::Kimi)
    }

    /// Whether thinking goes back to the vendor in `reasoning_content`.
    pub(crate) const fn gives_back(self) -> bool {
        matches!(self, Self::DeepSeek | Self::Switch | Self::Kimi)
    }

    /// Whether the vendor insists on the field in every message of the model, however empty.
    pub(crate) const fn insists(self) -> bool {
        matches!(self, Self::DeepSeek)
    }
}

/// Words that switch thinking and are no level of it.
fn is_switch(word: &str) -> bool {
    matches!(word, "enabled" | "disabled" | "adaptive" | "on" | "off")
}

/// DeepSeek's documented levels; other vendors' words become what DeepSeek itself maps them to.
fn deepseek_level(word: &str) -> Option<String> {
    let level = match word {
        "enabled" | "adaptive" | "on" => return None,
        "minimal" | "low" => "low",
        "max" | "ultra" => "max",
        _ => "high",
    };
    Some(level.to_owned())
}

/// Whether `host` is `domain` or below it.
pub(crate) fn is_within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_decide_the_dialect() {
        let check = |kind, host, expected| assert_eq!(Reasoning::of_host(kind, host), expected, "{host}");
        check(Kind::OpenAi, "api.deepseek.com", Reasoning::DeepSeek);
        check(Kind::Anthropic, "api.deepseek.com", Reasoning::DeepSeek);
        check(Kind::OpenAi, "notdeepseek.com", Reasoning::OpenAi);
        check(Kind::OpenAi, "api.anthropic.com", Reasoning::None);
        check(Kind::Anthropic, "api.anthropic.com", Reasoning::Anthropic);
        check(Kind::Anthropic, "127.0.0.1", Reasoning::Switch);
        check(Kind::OpenAi, "api.moonshot.cn", Reasoning::Kimi);
    }

    #[test]
    fn efforts_become_fields() {
        let check = |dialect: Reasoning, word: &str, thinking: Option<&str>, effort: Option<&str>| {
            let ask = dialect.ask(Some(&Effort(word.into())));
            assert_eq!(ask.thinking.map(|thinking| thinking.mode), thinking, "{dialect:?} {word}");
            assert_eq!(ask.effort.as_deref(), effort, "{dialect:?} {word}");
        };
        check(Reasoning::DeepSeek, "medium", Some("enabled"), Some("high"));
        check(Reasoning::DeepSeek, "xhigh", Some("enabled"), Some("high"));
        check(Reasoning::DeepSeek, "max", Some("enabled"), Some("max"));
        check(Reasoning::DeepSeek, "disabled", Some("disabled"), None);
        check(Reasoning::OpenAi, "high", None, Some("high"));
        check(Reasoning::OpenAi, "enabled", None, None);
        check(Reasoning::Anthropic, "max", Some("adaptive"), Some("max"));
        check(Reasoning::Anthropic, "disabled", Some("disabled"), None);
        check(Reasoning::Switch, "high", Some("enabled"), None);
        check(Reasoning::Switch, "adaptive", Some("adaptive"), None);
        check(Reasoning::None, "high", None, None);
        check(Reasoning::DeepSeek, "auto", None, None);
        assert_eq!(Reasoning::DeepSeek.ask(None), Ask::default());
    }
}
