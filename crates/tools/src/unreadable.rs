//! What listings and searches leave out. The permission decision sees only the folder where they start; what is below is
//! asked about here, path by path.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Answers whether a path, whose links are not followed on the way, must be left out.
#[derive(Clone)]
pub struct Unreadable {
    /// By listings: it must not even be named.
    listing: Arc<dyn Fn(&Path) -> bool + Send + Sync>,
    /// By searches: its content must not be read without a question.
    content: Arc<dyn Fn(&Path) -> bool + Send + Sync>,
}

impl Unreadable {
    pub fn new(
        listing: impl Fn(&Path) -> bool + Send + Sync + 'static,
        content: impl Fn(&Path) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self { listing: Arc::new(listing), content: Arc::new(content) }
    }

    /// Nothing is left out.
    pub fn none() -> Self {
        Self::new(|_| false, |_| false)
    }

    /// These, and all below them.
    pub fn below(folders: &[PathBuf]) -> Self {
        let folders: Arc<[PathBuf]> = folders.into();
        let is_below = move |path: &Path| folders.iter().any(|folder| path.starts_with(folder));
        Self::new(is_below.clone(), is_below)
    }

    pub(crate) fn in_listing(&self, path: &Path) -> bool {
        (self.listing)(path)
    }

    pub(crate) fn in_search(&self, path: &Path) -> bool {
        self.in_listing(path) || (self.content)(path)
    }
}

impl fmt::Debug for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Unreadable")
    }
}
