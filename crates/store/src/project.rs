//! How the folders of a project are called, whatever is kept in them.

use reasonix_stdx::random;
use sha2::{Digest, Sha256};
use std::path::Path;

/// The name of the workspace's folder, made safe, with a part of the path's hash that tells it from others of that name.
pub(crate) fn project_slug(workspace: &Path) -> String {
    let name = workspace.file_name().map_or_else(|| "root".into(), |name| name.to_string_lossy().into_owned());
    let safe: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(40).collect();
    let digest = Sha256::digest(workspace.as_os_str().as_encoded_bytes());
    let short = random::to_hex(digest.get(..4).unwrap_or_default());
    format!("{safe}-{short}")
}
