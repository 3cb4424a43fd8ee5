//! What the configuration says of the server. What is wrong elsewhere in it is shown and lived with: the page can mend
//! it. What is wrong in this part is not, because it says whom to keep out.

use crate::{
    exit::Exit,
    launch::{complain, warn},
    texts::Texts,
};
use reasonix_config::{
    Diagnostic, Environment, LanguageChoice, Locations, Overrides, ProjectFile, ServeSettings, Sources, load,
};
use reasonix_locale::Language;
use reasonix_protocol::Problem;

/// The part of the configuration that is about serving.
pub(super) struct Configured {
    pub serve: ServeSettings,
    pub language: Option<Language>,
}

impl Configured {
    /// Reads it as it is now.
    pub(super) fn read(environment: &Environment, overrides: &Overrides, texts: Texts) -> Result<Self, Exit> {
        let locations = Locations::new(environment).map_err(|error| {
            error.diagnostics().iter().for_each(|diagnostic| complain(&diagnostic.problem(), texts));
            Exit::Failure
        })?;
        let sources = Sources { locations: &locations, workspace: &environment.current_folder, environment };
        let loaded = load(&sources, ProjectFile::Read, overrides);
        let errors = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let (own, other): (Vec<Problem>, Vec<Problem>) = errors.map(Diagnostic::problem).partition(is_about_serving);
        for problem in &other {
            warn(problem, texts);
        }
        for problem in &own {
            complain(problem, texts);
        }
        if !own.is_empty() {
            return Err(Exit::Failure);
        }
        let language = match loaded.settings.language {
            LanguageChoice::Auto => None,
            LanguageChoice::En => Some(Language::En),
            LanguageChoice::Zh => Some(Language::ZhCn),
        };
        Ok(Self { serve: loaded.settings.serve, language })
    }
}

fn is_about_serving(problem: &Problem) -> bool {
    problem.params.values().any(|value| value == "serve" || value.starts_with("serve."))
}
