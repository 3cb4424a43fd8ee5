//! Notifications as Linux desktops know them: sent to the server that has their name on the session bus, which tells when
//! one of them is clicked. The crates for it tell that only to a thread that waits for each notification.

use super::{Notice, Wish};
use crate::window;
use futures_util::StreamExt as _;
use reasonix_protocol::SessionId;
use std::collections::HashMap;
use tauri::AppHandle;
use tokio::sync::mpsc::UnboundedReceiver;
use zbus::{Connection, Message, Proxy, names::MemberName, proxy::SignalStream, zvariant::Value};

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";

/// The action that stands for a click on the notification itself.
const CLICK: &str = "default";

/// Leaves to the server how long a notification stays.
const AS_USUAL: i32 = -1;

/// Shows what comes, until nothing can come any more. One loop for both directions, so that the number of a notification
/// is known before its click is read.
pub(super) async fn show(app: AppHandle, bus: &Connection, mut wishes: UnboundedReceiver<Wish>) {
    let Ok(mut shown) = Shown::new(app, bus).await else { return };
    let Ok(mut signals): zbus::Result<SignalStream<'_>> = shown.server.receive_all_signals().await else { return };
    loop {
        tokio::select! {
            wish = wishes.recv() => match wish {
                Some(Wish::Show(notice)) => shown.send(notice).await,
                Some(Wish::Withdraw(session)) => shown.withdraw(&session).await,
                None => return,
            },
            Some(signal) = signals.next() => shown.heard(&signal),
        }
    }
}

/// The notifications that can still be clicked, by the server's numbers.
struct Shown {
    app: AppHandle,
    server: Proxy<'static>,
    notices: HashMap<u32, Notice>,
    /// Whether the server reads text as markup; not known before something is sent.
    reads_markup: Option<bool>,
}

impl Shown {
    async fn new(app: AppHandle, bus: &Connection) -> zbus::Result<Self> {
        let server = Proxy::new(bus, NAME, PATH, NAME).await?;
        Ok(Self { app, server, notices: HashMap::new(), reads_markup: None })
    }

    /// A session has one notification: a later one takes the place of the one before.
    async fn send(&mut self, notice: Notice) {
        let former = self.number_of(&notice.session).unwrap_or_default();
        let body = if self.reads_markup().await { escaped(&notice.body) } else { notice.body.clone() };
        let name = &self.app.package_info().name;
        let hints = HashMap::from([("desktop-entry", Value::from(name.as_str()))]);
        let icon = env!("CARGO_PKG_NAME");
        let actions = [CLICK, ""];
        let sent = (name, former, icon, &notice.title, body, actions.as_slice(), hints, AS_USUAL);
        if let Ok(id) = self.server.call::<_, _, u32>("Notify", &sent).await {
            self.notices.remove(&former);
            self.notices.insert(id, notice);
        }
    }

    async fn withdraw(&mut self, session: &SessionId) {
        if let Some(id) = self.number_of(session) {
            self.notices.remove(&id);
            let _ = self.server.call::<_, _, ()>("CloseNotification", &id).await;
        }
    }

    fn number_of(&self, session: &SessionId) -> Option<u32> {
        self.notices.iter().find(|(_, notice)| notice.session == *session).map(|(id, _)| *id)
    }

    async fn reads_markup(&mut self) -> bool {
        if self.reads_markup.is_none() {
            let abilities: zbus::Result<Vec<String>> = self.server.call("GetCapabilities", &()).await;
            self.reads_markup = abilities.ok().map(|all| all.iter().any(|ability| ability == "body-markup"));
        }
        self.reads_markup.unwrap_or_default()
    }

    fn heard(&mut self, signal: &Message) {
        let header = signal.header();
        let body = signal.body();
        match header.member().map(MemberName::as_str) {
            Some("ActivationToken") => {
                let Ok((id, token)) = body.deserialize::<(u32, String)>() else { return };
                if self.notices.contains_key(&id) {
                    window::take_activation(&self.app, token);
                }
            }
            Some("ActionInvoked") => {
                let Ok((id, action)) = body.deserialize::<(u32, &str)>() else { return };
                if let Some(notice) = self.notices.get(&id).filter(|_| action == CLICK) {
                    window::show_session(&self.app, &notice.session, notice.workspace.as_deref());
                }
            }
            Some("NotificationClosed") => {
                let Ok((id, _why)) = body.deserialize::<(u32, u32)>() else { return };
                self.notices.remove(&id);
            }
            _ => {}
        }
    }
}

/// So that a title with an angle bracket in it is shown as it is.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_no_markup() {
        assert_eq!(escaped("a < b && <b>c</b>"), "a &lt; b &amp;&amp; &lt;b&gt;c&lt;/b&gt;");
    }
}
