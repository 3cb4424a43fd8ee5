//! The catalogue in the user's language, for what is not drawn by the page: menu, tray, notifications, dialogs.

use reasonix_controller::Workspaces;
use reasonix_locale::Language;
use reasonix_protocol::{CallParams, Command, Reply};

/// Texts in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Texts(Language);

impl Texts {
    /// The language that the engine tells, which is the page's too.
    pub(crate) async fn of(workspaces: &Workspaces) -> Self {
        match workspaces.call(CallParams { workspace: None, command: Command::About }).await {
            Ok(Reply::About(about)) => Language::from_tag(&about.language).map_or_else(Self::of_process, Self),
            _ => Self::of_process(),
        }
    }

    /// The language of the process, for when there is no engine to ask.
    pub(crate) fn of_process() -> Self {
        let own = std::env::var("REASONIX_LANG").ok();
        let system = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| std::env::var(name).ok());
        Self(Language::detect(own.as_deref(), system.as_deref()))
    }

    pub(crate) fn get(self, key: &str, params: &[(&str, &str)]) -> String {
        reasonix_locale::text(self.0, key, params)
    }

    /// A text without anything to fill in.
    pub(crate) fn plain(self, key: &str) -> String {
        self.get(key, &[])
    }
}
