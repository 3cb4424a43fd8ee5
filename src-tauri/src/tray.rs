//! The icon among those of the system: how many questions are open, a way to the window, and a way out. A system that
//! has no place for it gets none.

use crate::{quit::Quit, texts::Texts, window};
#[cfg(target_os = "linux")]
use std::path::Path;
use tauri::{
    AppHandle, Manager as _, Wry,
    menu::{Menu, MenuBuilder},
    tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent},
};

const TRAY: &str = "tray";
const SHOW: &str = "tray.show";
const QUIT: &str = "tray.quit";

/// Puts the icon there, if the system has a place for it.
pub(crate) fn show(app: &AppHandle, texts: Texts) {
    if !has_place() {
        return;
    }
    let Ok(menu) = menu(app, texts) else { return };
    let mut tray = TrayIconBuilder::with_id(TRAY).menu(&menu).tooltip(tooltip(texts, 0)).on_tray_icon_event(clicked);
    if let Some(icon) = app.default_window_icon() {
        tray = tray.icon(icon.clone());
    }
    let _ = tray.on_menu_event(|app, event| chosen(app, event.id().as_ref())).build(app);
}

/// Tells how many questions are open.
pub(crate) fn show_waits(app: &AppHandle, texts: Texts, waits: u32) {
    let Some(tray) = app.tray_by_id(TRAY) else { return };
    let _ = tray.set_tooltip(Some(tooltip(texts, waits)));
    let _ = tray.set_title((waits > 0).then(|| waits.to_string()));
}

/// The menu in another language.
pub(crate) fn speak(app: &AppHandle, texts: Texts) {
    if let (Some(tray), Ok(menu)) = (app.tray_by_id(TRAY), menu(app, texts)) {
        let _ = tray.set_menu(Some(menu));
    }
}

fn menu(app: &AppHandle, texts: Texts) -> tauri::Result<Menu<Wry>> {
    MenuBuilder::new(app)
        .text(SHOW, texts.plain("app.tray.show"))
        .separator()
        .text(QUIT, texts.plain("app.menu.quit"))
        .build()
}

fn tooltip(texts: Texts, waits: u32) -> String {
    match waits {
        0 => "Reasonix".to_owned(),
        waits => texts.get("app.tray.waits", &[("count", &waits.to_string())]),
    }
}

fn chosen(app: &AppHandle, id: &str) {
    match id {
        SHOW => window::focus(app),
        QUIT => app.state::<Quit>().begin(app),
        _ => {}
    }
}

fn clicked(tray: &tauri::tray::TrayIcon<Wry>, event: TrayIconEvent) {
    if let TrayIconEvent::Click { button: MouseButton::Left, button_state: MouseButtonState::Up, .. } = event {
        window::focus(tray.app_handle());
    }
}

/// On Linux the icon is shown by a library that is loaded when it is needed, and whose absence would end the program.
#[cfg(target_os = "linux")]
fn has_place() -> bool {
    const NAMES: [&str; 2] = ["libayatana-appindicator3.so.1", "libappindicator3.so.1"];
    let own = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let usual = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64"].map(Path::new);
    let of_machine = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let folders = std::env::split_paths(&own).chain(usual.map(Into::into)).chain([of_machine.into()]);
    folders.into_iter().any(|folder| NAMES.iter().any(|name| folder.join(name).exists()))
}

#[cfg(not(target_os = "linux"))]
const fn has_place() -> bool {
    true
}
