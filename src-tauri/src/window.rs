//! The one window: made at the start, brought to the front, closed. It shows the page that came with the program and
//! nothing else; what leads elsewhere is opened by the system's browser.

#[cfg(target_os = "linux")]
use reasonix_protocol::SessionId;
use std::path::Path;
use tauri::{
    AppHandle, Emitter as _, Manager as _, Url, UserAttentionType, WebviewUrl, WebviewWindow, WebviewWindowBuilder,
    webview::NewWindowResponse,
};
use tauri_plugin_opener::OpenerExt as _;

const MAIN: &str = "main";
/// The event by which a page that is shown already learns of a folder that was named at another start.
const OPEN_FOLDER: &str = "open-folder";
/// The event by which the page learns which session to show.
#[cfg(target_os = "linux")]
const SHOW_SESSION: &str = "show-session";

/// Opens the window. A folder that was named stands in the page's address.
pub(crate) fn open(app: &AppHandle, folder: Option<&Path>) -> tauri::Result<()> {
    let mut page = "index.html".to_owned();
    if let Some(folder) = folder {
        page.push_str("#folder=");
        page.push_str(&encoded(&folder.to_string_lossy()));
    }
    let opener = app.clone();
    WebviewWindowBuilder::new(app, MAIN, WebviewUrl::App(page.into()))
        .title("Reasonix")
        .inner_size(1280.0, 800.0)
        .min_inner_size(640.0, 480.0)
        .center()
        .on_navigation(is_own)
        .on_new_window(move |url, _| {
            open_outside(&opener, &url);
            NewWindowResponse::Deny
        })
        .build()?;
    #[cfg(target_os = "linux")]
    crate::painting::chosen();
    Ok(())
}

pub(crate) fn main(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(MAIN)
}

/// Brings the window to the front.
pub(crate) fn focus(app: &AppHandle) {
    let Some(window) = main(app) else { return };
    let _ = window.unminimize();
    let _ = window.show();
    let _ = window.set_focus();
}

pub(crate) fn close(app: &AppHandle) {
    if let Some(window) = main(app) {
        let _ = window.close();
    }
}

pub(crate) fn is_focused(app: &AppHandle) -> bool {
    main(app).is_some_and(|window| window.is_focused().unwrap_or_default())
}

/// Whether the window asks for its user, as desktops show it among their windows. On Linux it goes on asking until it is
/// told not to.
pub(crate) fn ask_for_attention(app: &AppHandle, asks: bool) {
    if let Some(window) = main(app) {
        let _ = window.request_user_attention(asks.then_some(UserAttentionType::Informational));
    }
}

/// Brings the window to the front with a session in it, which works in this folder if that is known.
#[cfg(target_os = "linux")]
pub(crate) fn show_session(app: &AppHandle, session: &SessionId, workspace: Option<&str>) {
    focus(app);
    let _ = app.emit_to(MAIN, SHOW_SESSION, (session, workspace));
}

/// What a desktop gives to a program that its user has clicked for: with it, the window may come to the front even where
/// windows may not do so by themselves.
#[cfg(target_os = "linux")]
pub(crate) fn take_activation(app: &AppHandle, token: String) {
    use gtk::prelude::GtkWindowExt as _;
    let Some(window) = main(app) else { return };
    let _ = app.run_on_main_thread(move || {
        if let Ok(window) = window.gtk_window() {
            window.set_startup_id(&token);
        }
    });
}

/// Hands a folder to the page.
pub(crate) fn open_folder(app: &AppHandle, folder: &Path) {
    let _ = app.emit_to(MAIN, OPEN_FOLDER, folder.to_string_lossy());
}

/// Whether an address is the page's own.
fn is_own(url: &Url) -> bool {
    let is_development = cfg!(not(feature = "custom-protocol")) && url.host_str() == Some("127.0.0.1");
    url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost") || is_development
}

fn open_outside(app: &AppHandle, url: &Url) {
    if matches!(url.scheme(), "http" | "https" | "mailto") {
        let _ = app.opener().open_url(url.as_str(), None::<&str>);
    }
}

/// As `encodeURIComponent` does it, and some more.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_page_is_shown() {
        let check = |url: &str, expected: bool| assert_eq!(is_own(&url.parse().unwrap()), expected, "{url}");
        check("tauri://localhost/index.html#folder=x", true);
        check("http://tauri.localhost/", true);
        check("https://tauri.localhost.example/", false);
        check("https://example.org/", false);
        check("file:///etc/passwd", false);
        check("data:text/html,x", false);
    }

    #[test]
    fn a_folder_fits_into_an_address() {
        assert_eq!(encoded("/home/a b/项#"), "%2Fhome%2Fa%20b%2F%E9%A1%B9%23");
    }
}
