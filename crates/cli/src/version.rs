//! `reasonix version`: which build this is.

use crate::{args::VersionArgs, exit::Exit, output};
use serde_json::json;

/// The line that `--version` prints too.
pub(crate) const LINE: &str = concat!("reasonix ", env!("CARGO_PKG_VERSION"), "\n");

/// Runs the command.
pub(crate) fn version(args: &VersionArgs) -> Exit {
    if args.json {
        output::write_json(json!({
            "name": "reasonix",
            "version": env!("CARGO_PKG_VERSION"),
            "os": std::env::consts::OS,
            "arch": std::env::consts::ARCH,
        }));
    } else {
        output::write_out(LINE);
    }
    Exit::Success
}
