//! How many questions are open, on the app's own icon where the system shows that.

use tauri::AppHandle;

#[cfg(not(target_os = "linux"))]
#[expect(clippy::unused_async, reason = "on Linux a bus is asked")]
pub(crate) async fn show(app: &AppHandle, waits: u32) {
    if let Some(window) = crate::window::main(app) {
        let _ = window.set_badge_count((waits > 0).then_some(i64::from(waits)));
    }
}

/// By the signal that docks listen to. Tauri sends it through `libunity`, and only where Unity runs.
#[cfg(target_os = "linux")]
pub(crate) async fn show(app: &AppHandle, waits: u32) {
    use std::collections::HashMap;
    use zbus::zvariant::Value;

    const PATH: &str = "/com/canonical/unity/launcherentry/reasonix";
    const INTERFACE: &str = "com.canonical.Unity.LauncherEntry";

    let Some(bus) = crate::session_bus::get().await else { return };
    // The desktop file of a package is named after the product.
    let entry = format!("application://{}.desktop", app.package_info().name);
    let shown = [("count", Value::from(i64::from(waits))), ("count-visible", Value::from(waits > 0))];
    let _ = bus.emit_signal(None::<&str>, PATH, INTERFACE, "Update", &(entry, HashMap::from(shown))).await;
}
