//! How the page is painted on Linux. WebKitGTK paints through OpenGL. Where there is no graphics card, as in many virtual
//! machines and on remote desktops, the processor plays one, which takes 80 MiB more, four times the processor time, and
//! shows 25 frames a second instead of 60 (`docs/performance.md`). There the page is painted without OpenGL.

use std::{fs, path::Path};
use tauri::WebviewWindow;
use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt as _, WebViewExt};

/// Chooses for this window, as soon as it is made.
pub(crate) fn choose(window: &WebviewWindow) -> tauri::Result<()> {
    if has_graphics_card(Path::new("/dev")) {
        return Ok(());
    }
    window.with_webview(|view| {
        if let Some(settings) = WebViewExt::settings(&view.inner()) {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

/// Whether the system has a device that draws: a render node, or the one through which the Windows subsystem for Linux
/// reaches the card of its host.
fn has_graphics_card(devices: &Path) -> bool {
    let nodes = fs::read_dir(devices.join("dri")).into_iter().flatten().flatten();
    let mut names = nodes.map(|node| node.file_name());
    names.any(|name| name.as_encoded_bytes().starts_with(b"renderD")) || devices.join("dxg").exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_a_device_that_draws() {
        let check = |files: &[&str], expected: bool| {
            let devices = tempfile::tempdir().unwrap();
            fs::create_dir(devices.path().join("dri")).unwrap();
            for file in files {
                fs::write(devices.path().join(file), "").unwrap();
            }
            assert_eq!(has_graphics_card(devices.path()), expected, "{files:?}");
        };
        check(&[], false);
        // What only shows pictures.
        check(&["dri/card0"], false);
        check(&["dri/card0", "dri/renderD128"], true);
        check(&["dxg"], true);
        assert!(!has_graphics_card(Path::new("/no/such/folder")));
    }
}
