//! The entries of the edit menu. Most systems know them by themselves; on Linux they are commands of the page's view.

use crate::texts::Texts;
use tauri::{
    AppHandle, Wry,
    menu::{Submenu, SubmenuBuilder},
};

#[cfg(not(target_os = "linux"))]
pub(crate) fn menu(app: &AppHandle, texts: Texts) -> tauri::Result<Submenu<Wry>> {
    SubmenuBuilder::new(app, texts.plain("app.menu.edit"))
        .undo_with_text(texts.plain("app.menu.undo"))
        .redo_with_text(texts.plain("app.menu.redo"))
        .separator()
        .cut_with_text(texts.plain("app.menu.cut"))
        .copy_with_text(texts.plain("app.menu.copy"))
        .paste_with_text(texts.plain("app.menu.paste"))
        .select_all_with_text(texts.plain("app.menu.select_all"))
        .build()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn chosen(_app: &AppHandle, _id: &str) {}

/// Names of WebKit's editing commands, which are the entries' ids.
#[cfg(target_os = "linux")]
const COMMANDS: [&str; 6] = ["Undo", "Redo", "Cut", "Copy", "Paste", "SelectAll"];

#[cfg(target_os = "linux")]
pub(crate) fn menu(app: &AppHandle, texts: Texts) -> tauri::Result<Submenu<Wry>> {
    let [undo, redo, cut, copy, paste, select_all] = COMMANDS;
    SubmenuBuilder::new(app, texts.plain("app.menu.edit"))
        .text(undo, texts.plain("app.menu.undo"))
        .text(redo, texts.plain("app.menu.redo"))
        .separator()
        .text(cut, texts.plain("app.menu.cut"))
        .text(copy, texts.plain("app.menu.copy"))
        .text(paste, texts.plain("app.menu.paste"))
        .text(select_all, texts.plain("app.menu.select_all"))
        .build()
}

#[cfg(target_os = "linux")]
pub(crate) fn chosen(app: &AppHandle, id: &str) {
    use webkit2gtk::WebViewExt as _;
    let Some(command) = COMMANDS.into_iter().find(|command| *command == id) else { return };
    if let Some(window) = crate::window::main(app) {
        let _ = window.with_webview(move |view| view.inner().execute_editing_command(command));
    }
}
