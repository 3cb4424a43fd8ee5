//! A session bus of a test's own, with as much of a desktop on it as the app talks to: a server of notifications, a panel
//! for icons, and a dock. Ended with the test.

mod desktop;

use desktop::{NOTIFICATIONS, Seen, desktop, lock};
use serde::Deserialize;
use std::{
    collections::HashMap,
    fs,
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
};
use tempfile::TempDir;
use zbus::{
    blocking::{Connection, Proxy},
    zvariant::{OwnedObjectPath, OwnedValue, Type, Value},
};

/// Who may do what: everything, and nothing is started by being called.
const CONFIGURATION: &str = r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=FOLDER/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"#;

const ITEM: &str = "org.kde.StatusNotifierItem";
const MENU: &str = "com.canonical.dbusmenu";

/// A notification as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    pub id: u32,
    pub app: String,
    /// The name of an icon.
    pub icon: String,
    pub title: String,
    pub body: String,
    /// Actions by their keys, with their labels between them.
    pub actions: Vec<String>,
    /// What the server is told beside it.
    pub hints: HashMap<String, String>,
    /// In milliseconds; below 0 it is the server's choice.
    pub timeout: i32,
}

/// What a dock shows on the icon of an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The desktop file of the app.
    pub app: String,
    pub count: i64,
    pub is_visible: bool,
}

/// An entry of the tray's menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: i32,
    pub label: String,
    pub is_enabled: bool,
}

/// The bus.
#[derive(Debug)]
pub struct Bus {
    daemon: Child,
    address: String,
    connection: Connection,
    seen: Arc<Mutex<Seen>>,
    _folder: TempDir,
}

impl Bus {
    /// Starts a bus with a desktop on it.
    ///
    /// # Panics
    /// If dbus-daemon is not installed or does not start.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the bus");
        let configuration = folder.path().join("session.conf");
        let text = CONFIGURATION.replace("FOLDER", &folder.path().to_string_lossy());
        fs::write(&configuration, text).expect("a configuration of the bus");
        #[expect(clippy::disallowed_methods, reason = "a test starts what it needs")]
        let mut command = Command::new("dbus-daemon");
        command.arg("--config-file").arg(&configuration).args(["--nofork", "--nopidfile", "--print-address=1"]);
        let started = command.env_clear().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut daemon = started.expect("dbus-daemon starts; on Debian it is in the package dbus");
        let mut address = String::new();
        let told = daemon.stdout.take().expect("a pipe");
        BufReader::new(told).read_line(&mut address).expect("the bus tells its address");
        let address = address.trim().to_owned();
        let seen = Arc::new(Mutex::new(Seen::default()));
        let connection = desktop(&address, &seen).expect("a desktop on the bus");
        Self { daemon, address, connection, seen, _folder: folder }
    }

    /// As `DBUS_SESSION_BUS_ADDRESS` has it.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// All notifications so far.
    pub fn notifications(&self) -> Vec<Notification> {
        lock(&self.seen).notifications.clone()
    }

    /// The numbers of all notifications that were taken back.
    pub fn withdrawn(&self) -> Vec<u32> {
        lock(&self.seen).withdrawn.clone()
    }

    /// All counts that a dock was told, one after another.
    pub fn counts(&self) -> Vec<Count> {
        lock(&self.seen).counts.clone()
    }

    /// Clicks on a notification.
    ///
    /// # Panics
    /// If the bus does not take the signal.
    pub fn click(&self, notification: u32) {
        let path = "/org/freedesktop/Notifications";
        let emit = |name: &str, what: &str| {
            self.connection.emit_signal(None::<&str>, path, NOTIFICATIONS, name, &(notification, what))
        };
        emit("ActivationToken", "a token").expect("a signal");
        emit("ActionInvoked", "default").expect("a signal");
    }

    /// The file of the icon in the panel; none while no icon is there.
    pub fn icon(&self) -> Option<String> {
        self.item(ITEM, "IconName")
    }

    /// The entries of the icon's menu that have a text; none while no icon is there.
    pub fn menu(&self) -> Option<Vec<Entry>> {
        let menu = self.menu_proxy()?;
        let asked = (0, -1, Vec::<&str>::new());
        let (_revision, root) = menu.call::<_, _, (u32, Node)>("GetLayout", &asked).ok()?;
        Some(root.children.iter().filter_map(|child| Node::try_from(child.try_clone().ok()?).ok()?.entry()).collect())
    }

    /// Chooses an entry of the icon's menu.
    ///
    /// # Panics
    /// If there is none.
    pub fn choose(&self, entry: &Entry) {
        let menu = self.menu_proxy().expect("a menu");
        menu.call::<_, _, ()>("Event", &(entry.id, "clicked", Value::from(0), 0_u32)).expect("a click on the menu");
    }

    fn menu_proxy(&self) -> Option<Proxy<'static>> {
        let (owner, _) = lock(&self.seen).item.clone()?;
        let path: OwnedObjectPath = self.item(ITEM, "Menu")?;
        Proxy::new(&self.connection, owner, path, MENU).ok()
    }

    /// A property, asked anew: the library that shows the icon tells changes by signals of its own.
    fn item<T: TryFrom<OwnedValue>>(&self, interface: &str, property: &str) -> Option<T> {
        let (owner, path) = lock(&self.seen).item.clone()?;
        let properties = Proxy::new(&self.connection, owner, path, "org.freedesktop.DBus.Properties").ok()?;
        let value: OwnedValue = properties.call("Get", &(interface, property)).ok()?;
        value.try_into().ok()
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

/// An item of a menu as it is told: its number, what it is like, and what is below it.
#[derive(Debug, Deserialize, Type, Value, OwnedValue)]
struct Node {
    id: i32,
    properties: HashMap<String, OwnedValue>,
    children: Vec<OwnedValue>,
}

impl Node {
    fn entry(&self) -> Option<Entry> {
        let label: &str = self.properties.get("label")?.downcast_ref().ok()?;
        // Said only where it is not so.
        let is_enabled = self.properties.get("enabled").is_none_or(|enabled| enabled.downcast_ref() == Ok(true));
        Some(Entry { id: self.id, label: label.replace('_', ""), is_enabled })
    }
}
