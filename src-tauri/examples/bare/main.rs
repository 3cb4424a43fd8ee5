//! A window with a page of one line: what start and memory of the app are measured beside. No part of the product. With the
//! argument `--without-opengl` it is painted as the app is where there is no graphics card.

fn main() -> tauri::Result<()> {
    tauri::Builder::default()
        .setup(|app| {
            let page = tauri::WebviewUrl::App("index.html".into());
            let window = tauri::WebviewWindowBuilder::new(app, "main", page).inner_size(1280.0, 800.0).build()?;
            if std::env::args().any(|argument| argument == "--without-opengl") {
                without_opengl(&window)?;
            }
            Ok(())
        })
        .run(tauri::generate_context!("examples/bare/tauri.conf.json"))
}

#[cfg(target_os = "linux")]
fn without_opengl(window: &tauri::WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt as _, WebViewExt};
    window.with_webview(|view| {
        if let Some(settings) = WebViewExt::settings(&view.inner()) {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

#[cfg(not(target_os = "linux"))]
fn without_opengl(_window: &tauri::WebviewWindow) -> tauri::Result<()> {
    Ok(())
}
