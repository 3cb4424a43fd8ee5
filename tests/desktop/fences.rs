//! What the page cannot do, even if something hostile runs in it.

use crate::app::App;
use reasonix_testkit::Turn;
use serde_json::{Value, json};

#[test]
fn a_page_can_do_nothing_but_what_it_was_given() {
    let app = App::new([Turn::text("never asked")]);
    let window = app.open();
    let refused = |command: &str, arguments: Value| {
        let error = window.invoke(command, &arguments).expect_err(command).to_string();
        let is_refused = ["ot allowed", "ot found"].iter().any(|word| error.contains(word));
        assert!(is_refused, "{command}: {error}");
    };
    refused("plugin:opener|open_url", json!({"url": "file:///etc/passwd"}));
    refused("plugin:opener|open_path", json!({"path": "/etc/passwd"}));
    refused("plugin:dialog|save", json!({"options": {}}));
    refused("plugin:notification|notify", json!({"options": {"title": "x"}}));
    refused("plugin:window|close", json!({"label": "main"}));
    refused(
        "plugin:webview|create_webview_window",
        json!({"options": {"label": "other", "url": "https://example.org"}}),
    );
    refused("plugin:event|emit", json!({"event": "menu", "payload": "x"}));
    refused("plugin:shell|execute", json!({"program": "sh", "args": [], "options": {}}));
    refused("no_such_command", json!({}));
}

#[test]
fn a_page_runs_no_text_and_reaches_nothing_outside() {
    let app = App::new([Turn::text("never asked")]);
    let window = app.open();
    let script = "const blocked = [];
        document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective));
        const element = document.createElement('script');
        element.textContent = 'window.ran = true';
        document.body.append(element);
        const image = new Image();
        image.src = 'http://127.0.0.1:9/x.png';
        fetch('http://127.0.0.1:9/').catch(() => {});
        const frame = document.createElement('iframe');
        frame.src = 'http://127.0.0.1:9/';
        document.body.append(frame);
        setTimeout(() => done({ran: window.ran === true, blocked: blocked.map(String).sort()}), 300);";
    let told = window.ask(script, &Value::Null);
    assert_eq!(told["ran"], false);
    let blocked = told["blocked"].to_string();
    for directive in ["script-src", "img-src", "connect-src"] {
        assert!(blocked.contains(directive), "{directive}: {blocked}");
    }
    window.eval("location.href = 'http://127.0.0.1:9/'; return null");
    let address = window.wait_for("an address", "return location.href");
    assert!(address.as_str().unwrap().starts_with("tauri://localhost"), "{address}");
}
