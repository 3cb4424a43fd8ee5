//! The user's language, and the catalogue in it.

use reasonix_locale::{Language, ProblemText, render_problem, render_proof};
use reasonix_protocol::{Problem, ProofStep};
use reasonix_stdx::text::visible;
use std::{borrow::Cow, collections::BTreeMap};

/// Texts in one language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Texts(Language);

impl Texts {
    /// Texts of one language, whatever the process says.
    #[cfg(test)]
    pub(crate) const fn new(language: Language) -> Self {
        Self(language)
    }

    /// The language of `REASONIX_LANG`, else of `LANG`.
    pub(crate) fn of_process() -> Self {
        let own = std::env::var("REASONIX_LANG").ok();
        let system = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| std::env::var(name).ok());
        Self(Language::detect(own.as_deref(), system.as_deref()))
    }

    /// The language of the configuration, where it names one and `REASONIX_LANG` does not.
    pub(crate) fn or_configured(self, configured: Option<Language>) -> Self {
        match configured {
            Some(language) if std::env::var_os("REASONIX_LANG").is_none() => Self(language),
            _ => self,
        }
    }

    pub(crate) const fn language(self) -> Language {
        self.0
    }

    /// The text of `key`. Values may come from a model or a server: nothing in them moves a terminal's cursor.
    pub(crate) fn get(self, key: &str, params: &[(&str, &str)]) -> String {
        let shown = shown(params.iter().copied());
        reasonix_locale::text(self.0, key, &borrowed(&shown))
    }

    /// What happened.
    pub(crate) fn message(self, problem: &Problem) -> String {
        self.render(problem).message
    }

    /// What happened, and behind it what to do.
    pub(crate) fn problem(self, problem: &Problem) -> String {
        let text = self.render(problem);
        match text.hint {
            Some(hint) => format!("{}\n{hint}", text.message),
            None => text.message,
        }
    }

    /// One step of how a decision came about.
    pub(crate) fn proof(self, step: &ProofStep) -> String {
        let shown = shown(pairs(&step.params));
        render_proof(self.0, &step.code, &borrowed(&shown))
    }

    fn render(self, problem: &Problem) -> ProblemText {
        let shown = shown(pairs(&problem.params));
        render_problem(self.0, &problem.code, &borrowed(&shown))
    }
}

fn pairs(params: &BTreeMap<String, String>) -> impl Iterator<Item = (&str, &str)> {
    params.iter().map(|(name, value)| (name.as_str(), value.as_str()))
}

fn shown<'a>(params: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<(&'a str, Cow<'a, str>)> {
    params.map(|(name, value)| (name, visible(value))).collect()
}

fn borrowed<'a>(params: &'a [(&'a str, Cow<'a, str>)]) -> Vec<(&'a str, &'a str)> {
    params.iter().map(|(name, value)| (*name, value.as_ref())).collect()
}
