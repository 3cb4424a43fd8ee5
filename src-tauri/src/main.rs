//! The desktop app: a window with the page of `ui/`, and the engine in the same process behind four commands. Reads top
//! down: `main`, `app`, then one file for each thing around the page. Whatever a session does is done behind the
//! controller; whatever it looks like is done by the page.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod app;
mod attention;
mod badge;
mod command_line_tool;
mod commands;
mod dot;
mod editing;
mod folder;
mod menu;
mod notifications;
#[cfg(target_os = "linux")]
mod painting;
mod quit;
#[cfg(target_os = "linux")]
mod session_bus;
mod signals;
mod subscriptions;
mod texts;
mod tray;
mod window;

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = reasonix_controller::serve_as_warden() {
        return code;
    }
    // Before there is a second thread, which could read the environment meanwhile.
    #[cfg(target_os = "linux")]
    {
        session_bus::prepare_without();
        painting::choose();
    }
    // One runtime for the engine and for Tauri, so that nothing of either outlives it.
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return app::cannot_start(&error),
    };
    tauri::async_runtime::set(runtime.handle().clone());
    match app::run(runtime.handle()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => app::cannot_start(&error),
    }
}
