//! The session D-Bus, over which a Linux desktop takes notifications, counts and the icon among those of the system. One
//! connection, made when something needs it first; where there is no bus, all that goes over it is left out.

use gtk::{gio::SettingsBackend, glib};
use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::sync::OnceCell;
use zbus::{Connection, connection::Builder};

/// Who does not answer in this time is not waited for.
const PATIENCE: Duration = Duration::from_secs(5);

static CONNECTION: OnceCell<Option<Connection>> = OnceCell::const_new();

/// The connection, if there is a bus.
pub(crate) async fn get() -> Option<&'static Connection> {
    CONNECTION.get_or_init(|| async { connect().await.ok() }).await.as_ref()
}

/// GTK keeps its own settings, such as the size of its dialogs, over the bus, and complains of each that it cannot keep.
/// Where there is no bus it keeps them in memory. The programs that the app starts are told nothing of that.
pub(crate) fn prepare_without() {
    const CHOICE: &str = "GSETTINGS_BACKEND";
    let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let is_there = is_named(env::var_os("DBUS_SESSION_BUS_ADDRESS").as_deref(), runtime.as_deref());
    if is_there || env::var_os(CHOICE).is_some() {
        return;
    }
    if glib::setenv(CHOICE, "memory", true).is_ok() {
        // Asked for once, it stays what it is.
        SettingsBackend::default();
        glib::unsetenv(CHOICE);
    }
}

/// Whether the surroundings tell of a bus: by its address, or by a socket at the usual place.
fn is_named(address: Option<&OsStr>, runtime: Option<&Path>) -> bool {
    match address {
        Some(address) => !address.is_empty() && !address.to_string_lossy().starts_with("disabled:"),
        None => runtime.is_some_and(|folder| folder.join("bus").exists()),
    }
}

async fn connect() -> zbus::Result<Connection> {
    Builder::session()?.method_timeout(PATIENCE).build().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bus_is_named_by_its_address_or_by_its_place() {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("bus"), "").unwrap();
        let check = |address: Option<&str>, runtime: Option<&Path>, expected: bool| {
            assert_eq!(is_named(address.map(OsStr::new), runtime), expected, "{address:?} {runtime:?}");
        };
        check(Some("unix:path=/run/user/1000/bus"), None, true);
        check(Some("disabled:"), Some(place.path()), false);
        check(None, Some(place.path()), true);
        check(None, Some(Path::new("/no/such/folder")), false);
        check(None, None, false);
    }
}
