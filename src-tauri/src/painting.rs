//! How the page is painted on Linux. WebKitGTK paints through OpenGL. Where there is no graphics card, as in many virtual
//! machines and on remote desktops, the processor plays one, which takes 100 MiB more, four times the processor time, and
//! shows 25 frames a second instead of 60 (`docs/performance.md`). There the page is painted without OpenGL. WebKitGTK has a
//! setting for that, too, with which the mouse wheel does nothing.

use gtk::glib;
use std::{
    env, fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

/// WebKitGTK reads it when the first page is made, and never again.
const CHOICE: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

static CHOSEN: AtomicBool = AtomicBool::new(false);

/// Chooses, while there is one thread. What the user has chosen stays.
pub(crate) fn choose() {
    if env::var_os(CHOICE).is_none() && !has_graphics_card(Path::new("/dev")) {
        CHOSEN.store(glib::setenv(CHOICE, "1", true).is_ok(), Ordering::Relaxed);
    }
}

/// The window is made: the programs that the app starts are told nothing of the choice.
pub(crate) fn chosen() {
    if CHOSEN.swap(false, Ordering::Relaxed) {
        glib::unsetenv(CHOICE);
    }
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
