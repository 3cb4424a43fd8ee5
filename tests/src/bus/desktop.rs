//! The desktop on the bus of a test: it remembers what it is told, and shows nothing.

use super::{Count, Notification};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};
use zbus::{
    MatchRule,
    blocking::{Connection, MessageIterator, connection::Builder},
    interface,
    message::Header,
    zvariant::OwnedValue,
};

pub(super) const NOTIFICATIONS: &str = "org.freedesktop.Notifications";
const WATCHER: &str = "org.kde.StatusNotifierWatcher";
const LAUNCHER: &str = "com.canonical.Unity.LauncherEntry";

/// What came over the bus.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) notifications: Vec<Notification>,
    /// The numbers of those that were taken back.
    pub(super) withdrawn: Vec<u32>,
    pub(super) counts: Vec<Count>,
    /// The connection that has registered an icon, and the icon's path there.
    pub(super) item: Option<(String, String)>,
}

/// Puts the desktop on the bus at this address.
pub(super) fn desktop(address: &str, seen: &Arc<Mutex<Seen>>) -> zbus::Result<Connection> {
    let connection = Builder::address(address)?
        .serve_at("/org/freedesktop/Notifications", Server(Arc::clone(seen)))?
        .serve_at("/StatusNotifierWatcher", Watcher(Arc::clone(seen)))?
        .name(NOTIFICATIONS)?
        .name(WATCHER)?
        .build()?;
    let rule = MatchRule::builder().interface(LAUNCHER)?.member("Update")?.build();
    let updates = MessageIterator::for_match_rule(rule, &connection, None)?;
    let seen = Arc::clone(seen);
    // Ends with the connection.
    thread::spawn(move || {
        for message in updates.flatten() {
            if let Ok((app, properties)) = message.body().deserialize::<(String, HashMap<String, OwnedValue>)>() {
                let count = properties.get("count").and_then(|count| count.downcast_ref().ok()).unwrap_or_default();
                let visible = properties.get("count-visible").and_then(|visible| visible.downcast_ref().ok());
                let is_visible = visible.unwrap_or_default();
                lock(&seen).counts.push(Count { app, count, is_visible });
            }
        }
    });
    Ok(connection)
}

struct Server(Arc<Mutex<Seen>>);

#[expect(clippy::unused_self, reason = "called as methods, over the bus")]
#[interface(name = "org.freedesktop.Notifications")]
impl Server {
    fn get_capabilities(&self) -> Vec<&str> {
        vec!["actions", "body", "body-markup"]
    }

    #[expect(clippy::too_many_arguments, reason = "so many are sent")]
    fn notify(
        &self,
        app: String,
        replaces: u32,
        icon: String,
        title: String,
        body: String,
        actions: Vec<String>,
        hints: HashMap<String, OwnedValue>,
        timeout: i32,
    ) -> u32 {
        let mut seen = lock(&self.0);
        let id = if replaces == 0 { seen.notifications.len() as u32 + 1 } else { replaces };
        let hints = hints.into_iter().filter_map(|(name, value)| Some((name, value.try_into().ok()?))).collect();
        seen.notifications.push(Notification { id, app, icon, title, body, actions, hints, timeout });
        id
    }

    fn close_notification(&self, id: u32) {
        lock(&self.0).withdrawn.push(id);
    }
}

struct Watcher(Arc<Mutex<Seen>>);

#[expect(clippy::unused_self, reason = "called as methods, over the bus")]
#[interface(name = "org.kde.StatusNotifierWatcher")]
impl Watcher {
    fn register_status_notifier_item(&self, #[zbus(header)] header: Header<'_>, service: String) {
        let sender = header.sender().map(ToString::to_string).unwrap_or_default();
        lock(&self.0).item = Some((sender, service));
    }

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }

    #[zbus(property)]
    fn protocol_version(&self) -> i32 {
        0
    }
}

pub(super) fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}
