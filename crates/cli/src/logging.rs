//! Logs: into a rotating file under the state folder, never on stdout. Keys, prompts and file contents stay below
//! `debug`. `-v` shows them on stderr too; `REASONIX_LOG` sets the filter, as in `debug` or `reasonix_providers=trace`.

use reasonix_config::{Environment, Locations};
use std::{path::Path, sync::OnceLock};
use tracing_appender::rolling::{RollingFileAppender, RollingWriter, Rotation};
use tracing_subscriber::{
    EnvFilter, Layer,
    fmt::{self, MakeWriter, writer::OptionalWriter},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// Days of logs that are kept.
const KEPT: usize = 7;

/// Starts logging. Without a place for the file there is none; that must not stop the program.
pub(crate) fn start(verbose: bool) {
    let filter = || EnvFilter::try_from_env("REASONIX_LOG").unwrap_or_else(|_| EnvFilter::new("warn,reasonix=info"));
    // A log that cannot be written is not worth a word on stderr, and that word could not fail without a panic.
    let file = fmt::layer().with_ansi(false).log_internal_errors(false);
    let file = file.with_writer(LogFile(OnceLock::new())).with_filter(filter());
    let stderr = fmt::layer().with_ansi(false).log_internal_errors(false).with_writer(std::io::stderr);
    let stderr = verbose.then(|| stderr.with_filter(filter()));
    let _ = tracing_subscriber::registry().with(file).with(stderr).try_init();
}

/// The file, made when the first line is written: a command with nothing to log leaves no trace.
struct LogFile(OnceLock<Option<RollingFileAppender>>);

impl<'a> MakeWriter<'a> for LogFile {
    type Writer = OptionalWriter<RollingWriter<'a>>;

    fn make_writer(&'a self) -> Self::Writer {
        match self.0.get_or_init(open) {
            Some(file) => OptionalWriter::some(file.make_writer()),
            None => OptionalWriter::none(),
        }
    }
}

fn open() -> Option<RollingFileAppender> {
    let locations = Locations::new(&Environment::of_process()).ok()?;
    let folder = locations.logs();
    std::fs::create_dir_all(&folder).ok()?;
    let file = RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("reasonix")
        .filename_suffix("log")
        .max_log_files(KEPT)
        .build(&folder)
        .ok()?;
    keep_private(&folder);
    Some(file)
}

/// The folder and the files in it become their owner's alone: at `debug` they hold what was said and read. A file that is
/// begun at midnight is guarded by the folder.
#[cfg(unix)]
fn keep_private(folder: &Path) {
    use std::{
        fs::{Permissions, read_dir, set_permissions},
        os::unix::fs::PermissionsExt,
    };
    let _ = set_permissions(folder, Permissions::from_mode(0o700));
    for file in read_dir(folder).into_iter().flatten().flatten() {
        let _ = set_permissions(file.path(), Permissions::from_mode(0o600));
    }
}

#[cfg(not(unix))]
fn keep_private(_folder: &Path) {}
