//! Notifications of what happened in sessions. A click on one brings the window to the front with its session; on macOS
//! and Windows the system brings the app to the front by itself, and which notification it was is not told.

#[cfg(target_os = "linux")]
mod freedesktop;

use crate::{
    attention::{Happening, What},
    texts::Texts,
};
use reasonix_protocol::SessionId;
use tauri::AppHandle;

/// What is to be told.
#[derive(Debug)]
struct Notice {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "clicks are not told there"))]
    session: SessionId,
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "clicks are not told there"))]
    workspace: Option<String>,
    title: String,
    body: String,
}

/// What is wanted of the notifications.
#[cfg(target_os = "linux")]
enum Wish {
    Show(Notice),
    /// That of a session is taken back, if it is shown.
    Withdraw(SessionId),
}

impl Notice {
    /// None of what is no news.
    fn new(texts: Texts, happening: Happening) -> Option<Self> {
        let title = match happening.what {
            What::Asks => texts.plain("app.notify.asks"),
            What::Ended => texts.plain("app.notify.ended"),
            What::Failed => texts.plain("app.notify.failed"),
            What::Answered | What::Gone => return None,
        };
        Some(Self { session: happening.session, workspace: happening.workspace, title, body: happening.title })
    }
}

/// The way to show them. A system without notifications is no reason to fail.
#[cfg(target_os = "linux")]
pub(crate) struct Notifications(Option<tokio::sync::mpsc::UnboundedSender<Wish>>);

#[cfg(target_os = "linux")]
impl Notifications {
    pub(crate) async fn start(app: &AppHandle) -> Self {
        let Some(bus) = crate::session_bus::get().await else { return Self(None) };
        let (sender, wishes) = tokio::sync::mpsc::unbounded_channel();
        tauri::async_runtime::spawn(freedesktop::show(app.clone(), bus, wishes));
        Self(Some(sender))
    }

    pub(crate) fn show(&self, texts: Texts, happening: Happening) {
        if let Some(notice) = Notice::new(texts, happening) {
            self.send(Wish::Show(notice));
        }
    }

    pub(crate) fn withdraw(&self, session: SessionId) {
        self.send(Wish::Withdraw(session));
    }

    fn send(&self, wish: Wish) {
        if let Some(sender) = &self.0 {
            let _ = sender.send(wish);
        }
    }
}

/// The way to show them. A system without notifications is no reason to fail.
#[cfg(not(target_os = "linux"))]
pub(crate) struct Notifications(AppHandle);

#[cfg(not(target_os = "linux"))]
impl Notifications {
    #[expect(clippy::unused_async, reason = "on Linux a bus is asked")]
    pub(crate) async fn start(app: &AppHandle) -> Self {
        Self(app.clone())
    }

    pub(crate) fn show(&self, texts: Texts, happening: Happening) {
        use tauri_plugin_notification::NotificationExt as _;
        let Some(notice) = Notice::new(texts, happening) else { return };
        let _ = self.0.notification().builder().title(notice.title).body(notice.body).show();
    }

    /// What is shown there stays until its user takes it away.
    #[expect(clippy::unused_self, reason = "on Linux the server is told")]
    pub(crate) fn withdraw(&self, _session: SessionId) {}
}
