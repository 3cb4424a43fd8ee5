//! Follows the engine's signals while the app runs, and shows outside the window what they mean: notifications, the
//! tray's count, the badge, the language of the menu. The page follows them by itself, for what it draws.

use crate::{
    attention::{Attention, Happening, What},
    menu,
    texts::Texts,
    tray, window,
};
use reasonix_controller::Workspaces;
use reasonix_protocol::{Signal, SubscribeParams, Update};
use tauri::{AppHandle, Manager as _};
use tauri_plugin_notification::NotificationExt as _;

/// Begins to follow.
pub(crate) fn follow(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let workspaces = app.state::<Workspaces>().inner().clone();
        let Ok(mut updates) = workspaces.subscribe(SubscribeParams::Signals).await else { return };
        let mut attention = Attention::default();
        let mut texts = *app.state::<Texts>();
        while let Some(batch) = updates.next().await {
            let before = attention.waits();
            for update in batch {
                let Update::Signal(signal) = update else { continue };
                if let Some(happening) = attention.take(&signal) {
                    tell(&app, texts, &happening);
                }
                if matches!(signal, Signal::ConfigChanged { .. }) {
                    let now = Texts::of(&workspaces).await;
                    if now != texts {
                        texts = now;
                        speak(&app, texts, attention.waits());
                    }
                }
            }
            if attention.waits() != before {
                show_waits(&app, texts, attention.waits());
            }
        }
    });
}

/// A notification, unless the user is looking anyway.
fn tell(app: &AppHandle, texts: Texts, happening: &Happening) {
    if window::is_focused(app) {
        return;
    }
    let title = match happening.what {
        What::Asks => texts.plain("app.notify.asks"),
        What::Ended => texts.plain("app.notify.ended"),
        What::Failed => texts.plain("app.notify.failed"),
    };
    // A system without notifications is no reason to fail.
    let _ = app.notification().builder().title(title).body(happening.title.as_str()).show();
}

fn show_waits(app: &AppHandle, texts: Texts, waits: u32) {
    tray::show_waits(app, texts, waits);
    window::show_badge(app, waits);
}

/// The language has changed.
fn speak(app: &AppHandle, texts: Texts, waits: u32) {
    if let Ok(menu) = menu::build(app, texts) {
        let _ = app.set_menu(menu);
    }
    tray::speak(app, texts);
    tray::show_waits(app, texts, waits);
}
