//! Follows the engine's signals while the app runs, and shows outside the window what they mean: notifications, the
//! tray's count, the badge, the language of the menu. The page follows them by itself, for what it draws.

use crate::{
    attention::{Attention, Happening, What},
    badge, menu,
    notifications::Notifications,
    texts::Texts,
    tray::Tray,
    window,
};
use reasonix_controller::Workspaces;
use reasonix_protocol::{Signal, SubscribeParams, Update};
use tauri::{AppHandle, Manager as _};

/// Begins to follow.
pub(crate) fn follow(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let workspaces = app.state::<Workspaces>().inner().clone();
        let Ok(mut updates) = workspaces.subscribe(SubscribeParams::Signals).await else { return };
        let mut attention = Attention::default();
        let mut outside = Outside::find(app).await;
        while let Some(batch) = updates.next().await {
            let before = attention.waits();
            let mut asks = false;
            for update in batch {
                let Update::Signal(signal) = update else { continue };
                if let Some(happening) = attention.take(&signal) {
                    asks |= happening.what == What::Asks;
                    outside.tell(happening);
                }
                if matches!(signal, Signal::ConfigChanged { .. }) {
                    outside.speak(Texts::of(&workspaces).await, attention.waits());
                }
            }
            // One may have opened as another was answered.
            if asks || attention.waits() != before {
                outside.show_waits(asks, attention.waits()).await;
            }
        }
    });
}

/// What is shown outside the window.
struct Outside {
    app: AppHandle,
    texts: Texts,
    notifications: Notifications,
    tray: Option<Tray>,
}

impl Outside {
    async fn find(app: AppHandle) -> Self {
        let texts = *app.state::<Texts>();
        let notifications = Notifications::start(&app).await;
        let mut tray = Tray::find(&app).await;
        if let Some(tray) = &mut tray {
            tray.show(texts, 0);
        }
        Self { app, texts, notifications, tray }
    }

    /// A notification, unless the user is looking anyway: then, and where a question was answered or the session is gone,
    /// one that is still shown has nothing to say any more.
    fn tell(&self, happening: Happening) {
        if matches!(happening.what, What::Answered | What::Gone) || window::is_focused(&self.app) {
            self.notifications.withdraw(happening.session);
        } else {
            self.notifications.show(self.texts, happening);
        }
    }

    async fn show_waits(&mut self, asks: bool, waits: u32) {
        if let Some(tray) = &mut self.tray {
            tray.show(self.texts, waits);
        }
        let asks = asks && waits > 0 && !window::is_focused(&self.app);
        if asks || waits == 0 {
            window::ask_for_attention(&self.app, asks);
        }
        badge::show(&self.app, waits).await;
    }

    /// In another language, if it is another.
    fn speak(&mut self, texts: Texts, waits: u32) {
        if texts == self.texts {
            return;
        }
        self.texts = texts;
        if let Ok(menu) = menu::build(&self.app, texts) {
            let _ = self.app.set_menu(menu);
        }
        if let Some(tray) = &mut self.tray {
            tray.show(texts, waits);
        }
    }
}
