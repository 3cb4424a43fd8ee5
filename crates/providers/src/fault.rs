//! A failed attempt, before anyone has decided whether another follows; and what the transport's errors mean.

use reasonix_model::FailureKind;
use std::{error::Error, io, time::Duration};

/// Why an attempt failed. The message may still hold anything: it is cleaned where it leaves the crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: FailureKind,
    pub(crate) status: Option<u16>,
    pub(crate) message: String,
    /// How long the vendor asks to wait.
    pub(crate) retry_after: Option<Duration>,
    /// Whether the same request may succeed a little later.
    pub(crate) passing: bool,
}

impl Fault {
    pub(crate) fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, status: None, message: message.into(), retry_after: None, passing: kind.may_retry() }
    }

    /// A fault that no waiting mends, whatever its kind says.
    pub(crate) fn lasting(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { passing: false, ..Self::new(kind, message) }
    }

    /// What an error of the transport means while a request is being sent.
    pub(crate) fn of_sending(error: reqwest::Error) -> Self {
        let error = error.without_url();
        let message = root_cause(&error);
        if error.is_builder() || is_certificate_error(&error) {
            Self::lasting(FailureKind::Unreachable, message)
        } else if error.is_connect() || error.is_timeout() {
            Self::new(FailureKind::Unreachable, message)
        } else {
            Self::of_exchange(message)
        }
    }

    /// What an error of the transport means while an answer is being read.
    pub(crate) fn of_reading(error: &(dyn Error + 'static)) -> Self {
        Self::of_exchange(root_cause(error))
    }

    /// The peer hung up, or does not speak HTTP. The transport tells the latter by its words only.
    fn of_exchange(message: String) -> Self {
        let kind = if message.starts_with("invalid HTTP") || message.starts_with("message head is too large") {
            FailureKind::Malformed
        } else {
            FailureKind::Cut
        };
        Self::new(kind, message)
    }
}

/// The innermost error's words; the outer ones say only that something failed.
fn root_cause(error: &(dyn Error + 'static)) -> String {
    causes(error).last().map_or_else(String::new, ToString::to_string)
}

fn is_certificate_error(error: &(dyn Error + 'static)) -> bool {
    causes(error).any(|cause| {
        matches!(
            innermost(cause).downcast_ref(),
            Some(rustls::Error::InvalidCertificate(_) | rustls::Error::NoCertificatesPresented)
        )
    })
}

/// What an I/O error wraps, however often: it does not name its content as its source.
fn innermost<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        Some(inner) => innermost(inner),
        None => error,
    }
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| (*error).source())
}
