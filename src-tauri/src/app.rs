//! The app put together: plugins, commands, what happens at the start, what at the end. What the parts do is in their
//! own files.

use crate::{commands, folder::Asked, menu, quit::Quit, signals, subscriptions::Subscriptions, texts::Texts, window};
use reasonix_config::Environment;
use reasonix_controller::Workspaces;
use std::{
    error::Error,
    fmt::Display,
    io::{Write as _, stderr},
    path::Path,
    process::ExitCode,
};
use tauri::{App, AppHandle, Manager as _, RunEvent, WindowEvent, webview::PageLoadEvent};
use tauri_plugin_window_state::StateFlags;
use tokio::runtime::Handle;

/// Runs the app until its user leaves it, and the engine has closed its sessions.
pub(crate) fn run(runtime: &Handle) -> Result<(), Box<dyn Error>> {
    let environment = Environment::of_process();
    let asked = Asked::read(std::env::args_os().skip(1), &environment.current_folder);
    let started_in = asked.folder().or(environment.home.as_deref()).unwrap_or(Path::new("/")).to_owned();
    let workspaces = Workspaces::new(environment, started_in);
    let texts = runtime.block_on(Texts::of(&workspaces));
    // First, as its authors ask: a second start ends here.
    let builder = tauri::Builder::default().plugin(tauri_plugin_single_instance::init(second_start));
    #[cfg(not(target_os = "linux"))]
    let builder = builder.plugin(tauri_plugin_notification::init());
    let app = builder
        .plugin(tauri_plugin_window_state::Builder::new().with_state_flags(place()).build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .manage(workspaces)
        .manage(Subscriptions::default())
        .manage(Quit::default())
        .manage(texts)
        .invoke_handler(tauri::generate_handler![
            commands::call,
            commands::submit,
            commands::subscribe,
            commands::unsubscribe
        ])
        .on_page_load(|webview, load| {
            if load.event() == PageLoadEvent::Started {
                // The page that had them is gone.
                webview.state::<Subscriptions>().end_all();
            }
        })
        .on_menu_event(|app, event| menu::chosen(app, event.id().as_ref()))
        .setup(move |app| start(app, &asked))
        .build(tauri::generate_context!())?;
    app.run(happened);
    Ok(())
}

/// What of the window is remembered: not whether it was seen, nor what the program decides itself.
fn place() -> StateFlags {
    StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED | StateFlags::FULLSCREEN
}

fn start(app: &mut App, asked: &Asked) -> Result<(), Box<dyn Error>> {
    let texts = *app.state::<Texts>();
    app.set_menu(menu::build(app.handle(), texts)?)?;
    window::open(app.handle(), asked.folder())?;
    signals::follow(app.handle());
    Quit::on_signals(app.handle());
    Ok(())
}

/// Somebody started the app again: its window comes to the front, with the folder that was named.
fn second_start(app: &AppHandle, words: Vec<String>, folder: String) {
    window::focus(app);
    let asked = Asked::read(words.into_iter().skip(1).map(Into::into), Path::new(&folder));
    if let Some(folder) = asked.folder() {
        window::open_folder(app, folder);
    }
}

fn happened(app: &AppHandle, event: RunEvent) {
    match event {
        RunEvent::WindowEvent { event: WindowEvent::Focused(true), .. } => window::ask_for_attention(app, false),
        RunEvent::ExitRequested { api, .. } if !app.state::<Quit>().is_ready() => {
            api.prevent_exit();
            app.state::<Quit>().begin(app);
        }
        #[cfg(target_os = "macos")]
        RunEvent::Reopen { .. } => window::focus(app),
        _ => {}
    }
}

/// There is no window to tell it in.
pub(crate) fn cannot_start(error: &dyn Display) -> ExitCode {
    let text = Texts::of_process().get("app.cannot_start", &[("reason", &error.to_string())]);
    let _ = writeln!(stderr(), "{text}");
    ExitCode::FAILURE
}
