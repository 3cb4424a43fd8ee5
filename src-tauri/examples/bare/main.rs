//! A window with a page of one line: what start and memory of the app are measured beside. No part of the product.

fn main() -> tauri::Result<()> {
    tauri::Builder::default()
        .setup(|app| {
            let page = tauri::WebviewUrl::App("index.html".into());
            tauri::WebviewWindowBuilder::new(app, "main", page).inner_size(1280.0, 800.0).build()?;
            Ok(())
        })
        .run(tauri::generate_context!("examples/bare/tauri.conf.json"))
}
