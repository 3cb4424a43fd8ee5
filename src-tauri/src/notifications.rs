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

impl Notice {
    fn new(texts: Texts, happening: Happening) -> Self {
        let title = match happening.what {
            What::Asks => texts.plain("app.notify.asks"),
            What::Ended => texts.plain("app.notify.ended"),
            What::Failed => texts.plain("app.notify.failed"),
        };
        Self { session: happening.session, workspace: happening.workspace, title, body: happening.title }
    }
}

/// The way to show them. A system without notifications is no reason to fail.
#[cfg(target_os = "linux")]
pub(crate) struct Notifications(Option<tokio::sync::mpsc::UnboundedSender<Notice>>);

#[cfg(target_os = "linux")]
impl Notifications {
    pub(crate) async fn start(app: &AppHandle) -> Self {
        let Some(bus) = crate::session_bus::get().await else { return Self(None) };
        let (sender, notices) = tokio::sync::mpsc::unbounded_channel();
        tauri::async_runtime::spawn(freedesktop::show(app.clone(), bus, notices));
        Self(Some(sender))
    }

    pub(crate) fn show(&self, texts: Texts, happening: Happening) {
        if let Some(sender) = &self.0 {
            let _ = sender.send(Notice::new(texts, happening));
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
        let notice = Notice::new(texts, happening);
        let _ = self.0.notification().builder().title(notice.title).body(notice.body).show();
    }
}
