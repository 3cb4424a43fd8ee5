//! The two catalogue files as maps, each parsed when its first text is asked for, and once.

use crate::{Language, placeholder::fill};
use std::{collections::BTreeMap, sync::OnceLock};

type Catalogue = BTreeMap<&'static str, String>;

static EN: OnceLock<Catalogue> = OnceLock::new();
static ZH_CN: OnceLock<Catalogue> = OnceLock::new();

const EN_SOURCE: &str = include_str!("../en.json");
const ZH_CN_SOURCE: &str = include_str!("../zh-CN.json");

/// The text of `key` with its placeholders filled from `params`. A key without a text is given back itself, and a
/// placeholder without a value stays visible as `{name}`.
pub fn text(language: Language, key: &str, params: &[(&str, &str)]) -> String {
    template(language, key).map_or_else(|| key.to_owned(), |template| fill(template, params))
}

/// Whether there is a text of this key.
pub fn has(key: &str) -> bool {
    template(Language::En, key).is_some()
}

/// Every key, in alphabetical order.
pub fn keys() -> impl Iterator<Item = &'static str> {
    catalogue(Language::En).keys().copied()
}

pub(crate) fn template(language: Language, key: &str) -> Option<&'static str> {
    catalogue(language).get(key).map(String::as_str)
}

fn catalogue(language: Language) -> &'static Catalogue {
    let (cell, source) = match language {
        Language::En => (&EN, EN_SOURCE),
        Language::ZhCn => (&ZH_CN, ZH_CN_SOURCE),
    };
    // The files are part of the program and the tests parse them; a broken one shows as keys, not as a crash.
    cell.get_or_init(|| serde_json::from_str(source).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placeholders;

    /// Keys whose Chinese text holds no Chinese on purpose: names, commands, units.
    const SAME_IN_CHINESE: &[&str] = &[
        "jobs.ended",
        "ui.appearance.text_size_value",
        "ui.config.title",
        "ui.context.cached_share",
        "ui.jobs.row_ended",
        "ui.language.en",
        "ui.providers.kind_anthropic",
        "ui.providers.kind_openai",
        "ui.providers.models_listed",
        "ui.settings.page_config",
    ];

    #[test]
    fn both_files_parse_and_are_sorted() {
        for (name, source) in [("en.json", EN_SOURCE), ("zh-CN.json", ZH_CN_SOURCE)] {
            let parsed: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(source).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(
                parsed.len(),
                source.lines().filter(|line| line.contains("\": \"")).count(),
                "{name}: a key occurs twice"
            );
            let keys: Vec<&String> = parsed.keys().collect();
            for pair in keys.windows(2) {
                assert!(pair[0] < pair[1], "{name}: {} must stand before {}", pair[1], pair[0]);
            }
        }
    }

    #[test]
    fn keys_are_lower_case_words() {
        for key in keys() {
            let good = key.split('.').all(|word| {
                !word.is_empty()
                    && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-'))
            });
            assert!(good, "{key}");
        }
    }

    #[test]
    fn both_languages_have_the_same_keys_and_placeholders() {
        let (en, zh) = (catalogue(Language::En), catalogue(Language::ZhCn));
        let missing = |from: &Catalogue, of: &Catalogue| -> Vec<&str> {
            of.keys().copied().filter(|key| !from.contains_key(key)).collect()
        };
        assert_eq!(missing(zh, en), [""; 0], "not in zh-CN.json");
        assert_eq!(missing(en, zh), [""; 0], "not in en.json");
        for (key, text) in en {
            let sorted = |text| {
                let mut names = placeholders(text);
                names.sort_unstable();
                names.dedup();
                names
            };
            assert_eq!(sorted(text), sorted(&zh[key]), "placeholders of {key}");
        }
    }

    #[test]
    fn no_text_is_empty_and_chinese_is_chinese() {
        for (key, text) in catalogue(Language::En).iter().chain(catalogue(Language::ZhCn)) {
            assert!(!text.trim().is_empty(), "{key} is empty");
            assert_eq!(text.trim_end(), text, "{key} ends in a space");
        }
        let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        for (key, text) in catalogue(Language::ZhCn) {
            assert_eq!(is_chinese(text), !SAME_IN_CHINESE.contains(key), "{key}: {text}");
        }
        for key in SAME_IN_CHINESE {
            assert!(has(key), "{key} is listed but does not exist");
        }
    }

    #[test]
    fn a_missing_key_is_shown_itself() {
        assert_eq!(text(Language::ZhCn, "no.such_key", &[("a", "1")]), "no.such_key");
        assert!(!has("no.such_key"));
    }
}
