//! The languages there are texts for, and how one is chosen.

/// A language of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// English, also the language of everyone whose own is not here.
    #[default]
    En,
    /// Simplified Chinese.
    ZhCn,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::En, Self::ZhCn];

    /// Chooses by the values of `REASONIX_LANG` and `LANG`. The first that names a language of the catalogue wins;
    /// `auto`, an empty value and a language without texts name none.
    pub fn detect(reasonix_lang: Option<&str>, lang: Option<&str>) -> Self {
        [reasonix_lang, lang].into_iter().flatten().find_map(Self::from_tag).unwrap_or_default()
    }

    /// The language of a tag or locale name in any usual form: `zh`, `zh-CN`, `zh_CN.UTF-8`, `zh-Hans`, `en_GB`.
    /// `None` for `auto`, for an empty tag and for a language without texts. Every Chinese gets the Chinese there is.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_', '.', '@', ':']).next()?.to_ascii_lowercase();
        match primary.as_str() {
            "en" | "english" | "c" | "posix" => Some(Self::En),
            "zh" | "chinese" => Some(Self::ZhCn),
            _ => None,
        }
    }

    /// The BCP 47 tag, which is also the name of the catalogue file.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::ZhCn => "zh-CN",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_detected() {
        let check = |reasonix_lang: Option<&str>, lang: Option<&str>, expected: Language| {
            assert_eq!(Language::detect(reasonix_lang, lang), expected, "{reasonix_lang:?} {lang:?}");
        };
        check(None, None, Language::En);
        check(None, Some("zh_CN.UTF-8"), Language::ZhCn);
        check(None, Some("C.UTF-8"), Language::En);
        check(None, Some("fr_FR.UTF-8"), Language::En);
        check(Some("auto"), Some("zh_CN"), Language::ZhCn);
        check(Some(""), Some("zh_TW.UTF-8"), Language::ZhCn);
        check(Some("en"), Some("zh_CN.UTF-8"), Language::En);
        check(Some("ZH-Hans"), Some("en_US.UTF-8"), Language::ZhCn);
        check(Some(" zh "), None, Language::ZhCn);
        check(Some("C"), Some("zh_CN.UTF-8"), Language::En);
        check(None, Some("zh_CN:en"), Language::ZhCn);
        check(Some("zho"), None, Language::En);
        check(Some("\u{0}\u{ff}"), Some("zh"), Language::ZhCn);
    }

    #[test]
    fn tags_read_back() {
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
        }
    }
}
