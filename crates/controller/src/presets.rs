//! Vendors whose addresses are known, so that a set-up needs only a key. Models are not listed here: they change, and the
//! endpoint tells its own.

use crate::key_name;
use reasonix_config::recipient;
use reasonix_protocol::command::{ProviderEntry, ProviderPreset, Wire};

struct Vendor {
    name: &'static str,
    title: &'static str,
    kind: Wire,
    base_url: &'static str,
    other_base_urls: &'static [&'static str],
}

const fn chat(name: &'static str, title: &'static str, base_url: &'static str) -> Vendor {
    Vendor { name, title, kind: Wire::OpenAi, base_url, other_base_urls: &[] }
}

const VENDORS: [Vendor; 10] = [
    Vendor { kind: Wire::Anthropic, ..chat("deepseek", "DeepSeek", "https://api.deepseek.com/anthropic") },
    chat("openai", "OpenAI", "https://api.openai.com/v1"),
    Vendor { kind: Wire::Anthropic, ..chat("anthropic", "Anthropic", "https://api.anthropic.com") },
    Vendor {
        other_base_urls: &["https://api.moonshot.ai/v1"],
        ..chat("kimi", "Kimi (Moonshot)", "https://api.moonshot.cn/v1")
    },
    Vendor {
        other_base_urls: &["https://api.z.ai/api/paas/v4"],
        ..chat("glm", "GLM (Z.AI)", "https://open.bigmodel.cn/api/paas/v4")
    },
    Vendor {
        other_base_urls: &["https://dashscope-intl.aliyuncs.com/compatible-mode/v1"],
        ..chat("qwen", "Qwen (DashScope)", "https://dashscope.aliyuncs.com/compatible-mode/v1")
    },
    chat("openrouter", "OpenRouter", "https://openrouter.ai/api/v1"),
    chat("gemini", "Gemini", "https://generativelanguage.googleapis.com/v1beta/openai"),
    chat("mistral", "Mistral", "https://api.mistral.ai/v1"),
    chat("groq", "Groq", "https://api.groq.com/openai/v1"),
];

/// The presets, in the order in which they are offered.
pub(crate) fn presets() -> Vec<ProviderPreset> {
    VENDORS.iter().map(preset).collect()
}

/// Whom a preset that uses this key sends it to.
pub(crate) fn recipients(key: &str) -> Vec<String> {
    let presets = presets().into_iter().filter(|preset| preset.entry.api_key_env.as_deref() == Some(key));
    presets
        .flat_map(|preset| {
            [preset.entry.base_url, preset.entry.models_url].into_iter().flatten().chain(preset.other_base_urls)
        })
        .map(|url| recipient(&url))
        .collect()
}

fn preset(vendor: &Vendor) -> ProviderPreset {
    let mut entry = ProviderEntry {
        name: vendor.name.to_owned(),
        kind: vendor.kind,
        base_url: Some(vendor.base_url.to_owned()),
        models_url: None,
        models: Vec::new(),
        api_key_env: Some(key_name(vendor.name)),
        bearer: false,
    };
    if vendor.name == "deepseek" {
        // Messages are spoken below `/anthropic`; the list of models is the vendor's own and wants a bearer token.
        entry.models_url = Some("https://api.deepseek.com/models".to_owned());
        entry.bearer = true;
    }
    ProviderPreset {
        title: vendor.title.to_owned(),
        entry,
        other_base_urls: vendor.other_base_urls.iter().map(ToString::to_string).collect(),
    }
}
