//! Identifiers. Numbers count up inside one session, so that they are short, ordered and easy to say.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! number_id {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, concat!($letter, "{}"), self.0)
            }
        }
    };
}

number_id! {
    /// One user input until the agent rests. Counts from 1 in its session.
    TurnId, "t"
}
number_id! {
    /// Something shown in the transcript. Counts from 1 in its session.
    ItemId, "i"
}
number_id! {
    /// One tool call. Counts from 1 in its session; the model's own id for it is its `wire_id`.
    CallId, "c"
}
number_id! {
    /// One open question to the user. Counts from 1 in its session.
    WaitId, "w"
}

/// A session: its start in UTC and a random part, as in `20261130-052331-9f2c41`. Sorts by age, fits a file name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct SessionId(pub String);

impl fmt::Display for SessionId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// A job of its session: what kind it is and a number that counts from 1, as in `bash-1`. Fits a file name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct JobId(pub String);

impl fmt::Display for JobId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Where a big payload was kept beside the journal: the SHA-256 of its bytes in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct BlobRef(pub String);
