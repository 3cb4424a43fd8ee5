//! The settings of single front ends: the desktop's and the server's. What they mean is the front ends' business.

use crate::{provider::words, resolved::Resolved};
use reasonix_protocol::{Secret, command::Exposure};
use std::collections::BTreeMap;

/// `desktop.*`: how the desktop and the browser page look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesktopSettings {
    pub theme: Theme,
    /// In percent.
    pub text_size: u32,
    /// Keys by action, where they differ from the usual ones. Nothing of it has been checked.
    pub shortcuts: BTreeMap<String, String>,
}

/// `serve.*`: who may use the browser page, and for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServeSettings {
    pub auth_mode: AuthMode,
    /// The same at every start; `None` makes a new one each time.
    pub token: Option<Secret>,
    /// An Argon2id hash. Nothing of it has been checked.
    pub password_hash: Option<Secret>,
    pub behind_proxy: bool,
    /// In ascending order; `None` leaves it to where the server listens.
    pub expose: Option<Vec<Exposure>>,
    /// Names of hosts, without a port.
    pub hosts: Vec<String>,
}

words! {
    /// `desktop.theme`
    Theme {
        /// As the system has it.
        Auto = "auto",
        Light = "light",
        Dark = "dark",
    }
}

words! {
    /// `serve.auth_mode`
    AuthMode {
        /// By the link with the token.
        Token = "token",
        Password = "password",
        /// Not at all.
        Nobody = "none",
    }
}

impl DesktopSettings {
    pub(crate) fn of(values: &Resolved) -> Self {
        Self {
            theme: values.word("desktop.theme", Theme::from_word, Theme::Auto),
            text_size: values.natural("desktop.text_size") as u32,
            shortcuts: values.names("desktop.shortcuts"),
        }
    }
}

impl ServeSettings {
    pub(crate) fn of(values: &Resolved) -> Self {
        Self {
            auth_mode: values.word("serve.auth_mode", AuthMode::from_word, AuthMode::Token),
            token: values.text("serve.token").map(Secret::new),
            password_hash: values.text("serve.password_hash").map(Secret::new),
            behind_proxy: values.bool("serve.behind_proxy"),
            expose: values.list("serve.expose").map(exposures),
            hosts: values.texts("serve.hosts"),
        }
    }
}

fn exposures(words: Vec<String>) -> Vec<Exposure> {
    let mut exposed: Vec<Exposure> = words.iter().filter_map(|word| exposure(word)).collect();
    exposed.sort_unstable();
    exposed.dedup();
    exposed
}

fn exposure(word: &str) -> Option<Exposure> {
    match word {
        "posture" => Some(Exposure::Posture),
        "settings" => Some(Exposure::Settings),
        "providers" => Some(Exposure::Providers),
        "workspaces" => Some(Exposure::Workspaces),
        _ => None,
    }
}
