//! A folder for what commands of one session put aside, apart from everybody else's temporary files.

use std::{
    io,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};
use tempfile::TempDir;

/// Made when it is first asked for; removed with all in it when the last copy of this is dropped.
#[derive(Debug, Clone, Default)]
pub struct PrivateFolder(Arc<Mutex<Option<TempDir>>>);

impl PrivateFolder {
    /// Its real path; only the user can look into it. It is made again if somebody has tidied it away.
    pub fn path(&self) -> io::Result<PathBuf> {
        let mut folder = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = folder.as_ref().filter(|folder| folder.path().is_dir()) {
            return Ok(folder.path().to_path_buf());
        }
        let base = std::env::temp_dir().canonicalize()?;
        let made = builder().prefix("reasonix-").tempdir_in(base)?;
        let path = made.path().to_path_buf();
        *folder = Some(made);
        Ok(path)
    }
}

fn builder() -> tempfile::Builder<'static, 'static> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there are no modes"))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_one_folder_and_goes_with_the_session() {
        let folder = PrivateFolder::default();
        let (copy, path) = (folder.clone(), folder.path().unwrap());
        assert_eq!(copy.path().unwrap(), path);
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions()) & 0o777, 0o700);
        std::fs::remove_dir(&path).unwrap();
        let again = copy.path().unwrap();
        std::fs::write(again.join("file"), "").unwrap();
        drop((folder, copy));
        assert!(!again.exists());
    }
}
