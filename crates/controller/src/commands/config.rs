//! `config show`: every effective value with its origin.

use crate::wire::Wired;
use reasonix_protocol::command::{ConfigShowReply, ConfigValue};

pub(crate) fn show(wired: &Wired) -> ConfigShowReply {
    let values = wired.loaded.effective().into_iter().map(|row| ConfigValue {
        key: row.key,
        value: row.value.map_or_else(|| "unset".to_owned(), |value| value.to_string()),
        origin: row.origin.to_string(),
    });
    let warnings = wired.loaded.diagnostics.iter().map(reasonix_config::Diagnostic::problem).collect();
    ConfigShowReply { values: values.collect(), warnings }
}
