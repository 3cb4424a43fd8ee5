//! The icon among those of the system: how many questions are open, a way to the window, and a way out. A system that
//! has no place for it gets none.

use crate::{dot::with_dot, quit::Quit, texts::Texts, window};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tauri::{
    AppHandle, Manager as _, Wry,
    image::Image,
    menu::{Menu, MenuBuilder, MenuItemBuilder},
    tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent},
};

const TRAY: &str = "tray";
const WAITS: &str = "tray.waits";
const SHOW: &str = "tray.show";
const QUIT: &str = "tray.quit";

/// The icon, with what is shown by it.
pub(crate) struct Tray {
    app: AppHandle,
    /// Where the pictures are put that panels on Linux read.
    folder: PathBuf,
    /// Whether questions are open; not known before it is shown.
    dotted: Option<bool>,
}

impl Tray {
    /// If the system has a place for it.
    pub(crate) async fn find(app: &AppHandle) -> Option<Self> {
        if !has_place().await {
            return None;
        }
        let folder = app.path().app_cache_dir().ok()?.join("tray");
        // An app that was killed leaves its pictures there.
        let _ = fs::remove_dir_all(&folder);
        Some(Self { app: app.clone(), folder, dotted: None })
    }

    /// Tells how many questions are open.
    pub(crate) fn show(&mut self, texts: Texts, waits: u32) {
        let dotted = waits > 0;
        let icon = if self.dotted == Some(dotted) { None } else { icon(&self.app, dotted) };
        self.dotted = Some(dotted);
        let (app, folder) = (self.app.clone(), self.folder.clone());
        // All of it there, so that it is made before it is changed.
        let _ = self.app.run_on_main_thread(move || {
            let _ = put(&app, &folder, icon, texts, waits);
        });
    }
}

/// Makes the icon, or changes it.
fn put(app: &AppHandle, folder: &Path, icon: Option<Image<'static>>, texts: Texts, waits: u32) -> tauri::Result<()> {
    let menu = menu(app, texts, waits)?;
    let tooltip = tooltip(texts, waits);
    let Some(tray) = app.tray_by_id(TRAY) else {
        let mut tray = TrayIconBuilder::with_id(TRAY).menu(&menu).tooltip(tooltip).temp_dir_path(folder);
        if let Some(icon) = icon {
            tray = tray.icon(icon);
        }
        let tray = tray.on_tray_icon_event(clicked).on_menu_event(|app, event| chosen(app, event.id().as_ref()));
        return tray.build(app).map(drop);
    };
    tray.set_menu(Some(menu))?;
    tray.set_tooltip(Some(tooltip))?;
    tray.set_title((waits > 0).then(|| waits.to_string()))?;
    if icon.is_some() {
        tray.set_icon(icon)?;
    }
    Ok(())
}

fn icon(app: &AppHandle, dotted: bool) -> Option<Image<'static>> {
    let icon = app.default_window_icon()?;
    Some(if dotted { with_dot(icon) } else { icon.clone().to_owned() })
}

/// Tooltip and title are not shown by most panels on Linux, the menu is by all.
fn menu(app: &AppHandle, texts: Texts, waits: u32) -> tauri::Result<Menu<Wry>> {
    let told = match waits {
        0 => texts.plain("app.tray.none_open"),
        waits => texts.get("app.tray.open", &[("count", &waits.to_string())]),
    };
    MenuBuilder::new(app)
        .item(&MenuItemBuilder::with_id(WAITS, told).enabled(waits > 0).build(app)?)
        .separator()
        .text(SHOW, texts.plain("app.tray.show"))
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
        SHOW | WAITS => window::focus(app),
        QUIT => app.state::<Quit>().begin(app),
        _ => {}
    }
}

fn clicked(tray: &tauri::tray::TrayIcon<Wry>, event: TrayIconEvent) {
    if let TrayIconEvent::Click { button: MouseButton::Left, button_state: MouseButtonState::Up, .. } = event {
        window::focus(tray.app_handle());
    }
}

/// On Linux the icon goes over the session bus, by a library that is loaded when it is needed, and whose absence would end
/// the program.
#[cfg(target_os = "linux")]
async fn has_place() -> bool {
    crate::session_bus::get().await.is_some() && has_library()
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::unused_async, reason = "on Linux a bus is asked")]
async fn has_place() -> bool {
    true
}

#[cfg(target_os = "linux")]
fn has_library() -> bool {
    const NAMES: [&str; 2] = ["libayatana-appindicator3.so.1", "libappindicator3.so.1"];
    let own = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let usual = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64"].map(Path::new);
    let of_machine = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let folders = std::env::split_paths(&own).chain(usual.map(Into::into)).chain([of_machine.into()]);
    folders.into_iter().any(|folder| NAMES.iter().any(|name| folder.join(name).exists()))
}
