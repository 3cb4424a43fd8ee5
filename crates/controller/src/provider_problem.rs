//! Turns what is wrong with an endpoint or a script into a problem that the catalogue has a text for.

use reasonix_protocol::Problem;
use reasonix_providers::Error;

/// The problem of a provider that cannot be made.
pub(crate) fn provider_problem(error: &Error) -> Problem {
    match error {
        Error::BadUrl { provider, url, reason } => {
            Problem::new("provider_bad_url").with("provider", provider).with("url", url).with("reason", reason)
        }
        Error::BadHeader { provider, header } => {
            Problem::new("provider_bad_header").with("provider", provider).with("header", header)
        }
        Error::ReservedHeader { provider, header } => {
            Problem::new("provider_reserved_header").with("provider", provider).with("header", header)
        }
        Error::ReservedField { provider, key } => {
            Problem::new("provider_reserved_field").with("provider", provider).with("key", key)
        }
        Error::NullField { provider, key } => {
            Problem::new("provider_null_field").with("provider", provider).with("key", key)
        }
        Error::BadKey { provider, key_env } => {
            Problem::new("provider_bad_key").with("provider", provider).with("key", key_env)
        }
        Error::ReadScript { path, source } => {
            Problem::new("script_unreadable").with("path", path.display()).with("reason", source)
        }
        Error::BadScript { path, line, column, message } => Problem::new("script_broken")
            .with("path", path.display())
            .with("line", line)
            .with("column", column)
            .with("reason", message),
    }
}
