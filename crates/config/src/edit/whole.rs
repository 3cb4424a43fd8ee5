//! The file of a layer as one text: for an editor that shows all of it.

use super::Edit;
use crate::{
    Code, ConfigError, Diagnostic, Layer,
    document::read_failure,
    file::{self, LIMIT_BYTES},
    replace::{Access, UpdateError, update},
};
use reasonix_stdx::text::format_bytes;
use sha2::{Digest, Sha256};
use std::path::Path;

/// A file's text, and what tells it from any other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whole {
    /// Empty for a file that does not exist.
    pub text: String,
    /// The SHA-256 of the text in hexadecimal.
    pub revision: String,
}

impl Whole {
    pub(crate) fn of(text: String) -> Self {
        let revision = reasonix_stdx::random::to_hex(&Sha256::digest(text.as_bytes()));
        Self { text, revision }
    }
}

impl Edit<'_> {
    /// Reads the file as it is.
    pub fn read(&self) -> Result<Whole, ConfigError> {
        read(&self.file).map(|text| Whole::of(text.unwrap_or_default()))
    }

    /// Which layer's file this is.
    pub const fn layer(&self) -> Layer {
        self.layer
    }

    /// Puts a text in the place of the one with this revision, and keeps who may read the file. Whether the text is a
    /// sound configuration is not looked at. Fails with [`Code::Stale`] if the file is another one by now.
    pub fn replace(&self, text: &str, revision: &str) -> Result<Whole, ConfigError> {
        if text.len() as u64 > LIMIT_BYTES {
            let limit = format_bytes(LIMIT_BYTES);
            return Err(Diagnostic::error(Code::TooLarge).with("limit", limit).in_file(&self.file).into());
        }
        let stale = || ConfigError::from(Diagnostic::error(Code::Stale).in_file(&self.file));
        let put = |before: Option<&str>| {
            let before = Whole::of(before.unwrap_or_default().to_owned());
            if before.revision != revision {
                return Err(stale());
            }
            Ok((before.text != text).then(|| text.to_owned()))
        };
        update(&self.file, Access::Kept, read, put).map_err(|error| match error {
            UpdateError::Refused(error) => error,
            UpdateError::Write(error) => {
                Diagnostic::error(Code::WriteFailed).with("reason", error).in_file(&self.file).into()
            }
            UpdateError::ChangedMeanwhile => stale(),
        })?;
        Ok(Whole::of(text.to_owned()))
    }
}

fn read(path: &Path) -> Result<Option<String>, ConfigError> {
    file::read(path).map_err(|failure| read_failure(failure, path).into())
}
