//! Big payloads beside a journal, each in a file named by the SHA-256 of its bytes.

use crate::private::make_private_folder;
use reasonix_protocol::{BlobRef, JobId};
use reasonix_stdx::random;
use sha2::{Digest, Sha256};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The blobs of one session. The folder is made when the first blob comes.
#[derive(Debug, Clone)]
pub struct Blobs {
    folder: PathBuf,
}

impl Blobs {
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where a blob is, whether it exists or not.
    pub fn path(&self, blob: &BlobRef) -> PathBuf {
        self.folder.join(format!("{}.txt", blob.0))
    }

    /// A new name in the folder for output that grows; hand the file to [`Self::adopt`] later.
    pub fn spool(&self) -> PathBuf {
        self.folder.join(format!("spool-{}", random::hex(6)))
    }

    /// Where the output of a job is kept while it runs and afterwards. The id must be one of the session's own.
    pub fn job_log(&self, job: &JobId) -> PathBuf {
        self.folder.join(format!("{job}.log"))
    }

    /// Keeps bytes.
    pub fn keep(&self, bytes: &[u8]) -> io::Result<BlobRef> {
        let blob = BlobRef(random::to_hex(&Sha256::digest(bytes)));
        let path = self.path(&blob);
        if !path.exists() {
            self.make_folder()?;
            let draft = self.spool();
            fs::write(&draft, bytes)?;
            fs::rename(&draft, &path)?;
        }
        Ok(blob)
    }

    /// Takes over a file by renaming it to its hash.
    pub fn adopt(&self, file: &Path) -> io::Result<BlobRef> {
        let blob = BlobRef(hash_file(file)?);
        fs::rename(file, self.path(&blob))?;
        Ok(blob)
    }

    /// Makes the folder, for owners only.
    pub fn make_folder(&self) -> io::Result<()> {
        make_private_folder(&self.folder)
    }
}

fn hash_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0_u8; 64 * 1024];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(random::to_hex(&hasher.finalize()));
        }
        hasher.update(buffer.get(..read).unwrap_or(&[]));
    }
}
