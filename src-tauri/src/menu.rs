//! The native menu. Its entries send the id of an action to the page, which knows what to do; what the page cannot do is
//! done here. There are no keys beside the entries but the system's own: the page's can be changed by its user.

use crate::{command_line_tool, editing, quit::Quit, texts::Texts, window};
use tauri::{
    AppHandle, Emitter as _, Manager as _, Wry,
    menu::{Menu, MenuBuilder, Submenu, SubmenuBuilder},
};
use tauri_plugin_opener::OpenerExt as _;

/// The event by which the page learns of a chosen entry.
const EVENT: &str = "menu";

const CLOSE: &str = "window.close";
const QUIT: &str = "quit";
const INSTALL: &str = "command_line_tool.install";
const DOCUMENTATION: &str = "documentation.open";

/// Actions of the page, each with the key of its text.
const NEW_SESSION: (&str, &str) = ("session.new", "app.menu.new_session");
const OPEN_FOLDER: (&str, &str) = ("workspace.open", "app.menu.open_folder");
const SETTINGS: (&str, &str) = ("settings.open", "app.menu.settings");
const SIDEBAR: (&str, &str) = ("sidebar.toggle", "app.menu.sidebar");
const PANEL: (&str, &str) = ("panel.toggle", "app.menu.panel");
const PALETTE: (&str, &str) = ("palette.open", "app.menu.palette");
const LARGER: (&str, &str) = ("text.larger", "app.menu.text_larger");
const SMALLER: (&str, &str) = ("text.smaller", "app.menu.text_smaller");
const RESET: (&str, &str) = ("text.reset", "app.menu.text_reset");
const SHORTCUTS: (&str, &str) = ("shortcuts.show", "app.menu.shortcuts");

const OF_THE_PAGE: &[(&str, &str)] =
    &[NEW_SESSION, OPEN_FOLDER, SETTINGS, SIDEBAR, PANEL, PALETTE, LARGER, SMALLER, RESET, SHORTCUTS];

pub(crate) fn build(app: &AppHandle, texts: Texts) -> tauri::Result<Menu<Wry>> {
    let menu = MenuBuilder::new(app);
    #[cfg(target_os = "macos")]
    let menu = menu.item(&of_the_app(app)?);
    menu.item(&file(app, texts)?)
        .item(&editing::menu(app, texts)?)
        .item(&view(app, texts)?)
        .item(&help(app, texts)?)
        .build()
}

/// Carries out a chosen entry.
pub(crate) fn chosen(app: &AppHandle, id: &str) {
    match id {
        CLOSE => window::close(app),
        QUIT => app.state::<Quit>().begin(app),
        INSTALL => command_line_tool::install_and_tell(app),
        DOCUMENTATION => open_documentation(app),
        id if OF_THE_PAGE.iter().any(|(action, _)| *action == id) => {
            let _ = app.emit(EVENT, id);
        }
        id => editing::chosen(app, id),
    }
}

#[cfg(target_os = "macos")]
fn of_the_app(app: &AppHandle) -> tauri::Result<Submenu<Wry>> {
    let menu = SubmenuBuilder::new(app, "Reasonix").about(None).separator().services().separator();
    menu.hide().hide_others().show_all().separator().quit().build()
}

fn file(app: &AppHandle, texts: Texts) -> tauri::Result<Submenu<Wry>> {
    let mut menu = SubmenuBuilder::new(app, texts.plain("app.menu.file"));
    for (action, key) in [NEW_SESSION, OPEN_FOLDER, SETTINGS] {
        menu = menu.text(action, texts.plain(key));
    }
    let menu = menu.separator().text(CLOSE, texts.plain("app.menu.close_window"));
    #[cfg(not(target_os = "macos"))]
    let menu = menu.text(QUIT, texts.plain("app.menu.quit"));
    menu.build()
}

fn view(app: &AppHandle, texts: Texts) -> tauri::Result<Submenu<Wry>> {
    let mut menu = SubmenuBuilder::new(app, texts.plain("app.menu.view"));
    for (action, key) in [SIDEBAR, PANEL, PALETTE] {
        menu = menu.text(action, texts.plain(key));
    }
    menu = menu.separator();
    for (action, key) in [LARGER, SMALLER, RESET] {
        menu = menu.text(action, texts.plain(key));
    }
    menu.build()
}

fn help(app: &AppHandle, texts: Texts) -> tauri::Result<Submenu<Wry>> {
    SubmenuBuilder::new(app, texts.plain("app.menu.help"))
        .text(DOCUMENTATION, texts.plain("app.menu.documentation"))
        .text(SHORTCUTS.0, texts.plain(SHORTCUTS.1))
        .separator()
        .text(INSTALL, texts.plain("app.menu.install_tool"))
        .build()
}

/// The pages come with the app.
fn open_documentation(app: &AppHandle) {
    if let Ok(resources) = app.path().resource_dir() {
        let _ = app.opener().open_path(resources.join("docs").to_string_lossy(), None::<&str>);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_texts() {
        for (action, key) in OF_THE_PAGE {
            assert!(reasonix_locale::has(key), "{action}: {key}");
        }
    }
}
