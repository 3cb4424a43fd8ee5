//! Where an effective value comes from.

use crate::Layer;
use std::{fmt, path::Path, sync::Arc};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The command line.
    Flag,
    /// The project's file; the line starts at 1.
    Project {
        file: Arc<Path>,
        line: u32,
    },
    /// The user's file; the line starts at 1.
    User {
        file: Arc<Path>,
        line: u32,
    },
    Default,
}

impl Origin {
    /// The file and the line, where there is a file.
    pub fn place(&self) -> Option<(&Path, u32)> {
        match self {
            Self::Project { file, line } | Self::User { file, line } => Some((file, *line)),
            Self::Flag | Self::Default => None,
        }
    }

    /// The file's layer, where there is a file.
    pub(crate) fn layer(&self) -> Option<Layer> {
        match self {
            Self::User { .. } => Some(Layer::User),
            Self::Project { .. } => Some(Layer::Project),
            Self::Flag | Self::Default => None,
        }
    }

    /// Who wins: a greater rank overrides a smaller one.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Default => 0,
            Self::User { .. } => 1,
            Self::Project { .. } => 2,
            Self::Flag => 3,
        }
    }
}

/// `flag`, `default`, or `file:line`.
impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => out.write_str("flag"),
            Self::Default => out.write_str("default"),
            Self::Project { file, line } | Self::User { file, line } => write!(out, "{}:{line}", file.display()),
        }
    }
}
