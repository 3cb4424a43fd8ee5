//! What a client may do, by what is exposed to it.

use crate::{client::Request, place::Place};
use reasonix_protocol::command::Exposure;
use reasonix_testkit::{Turn, Workspace};
use serde_json::{Value, json};

#[tokio::test]
async fn what_is_not_exposed_is_refused_and_says_which_key_to_set() {
    let place = Place::new([Turn::text("ok")]);
    let mut settings = place.settings();
    settings.exposed = Vec::new();
    let server = place.start(settings).await;
    let session = server.new_session().await;
    let set = json!({ "command": "config_set", "params": { "key": "language", "value": "en", "layer": "user" } });
    let open = json!({ "command": "session_open", "params": { "which": { "type": "new" }, "posture": "yolo" } });
    let cases = [
        (set, "settings"),
        (open, "posture"),
        (json!({ "command": "local_servers" }), "providers"),
        (json!({ "command": "folder_list", "params": { "path": "/" } }), "workspaces"),
        (json!({ "command": "sessions_list", "params": { "all_workspaces": true } }), "workspaces"),
        (json!({ "command": "sessions_show", "params": { "query": "/etc/passwd" } }), "workspaces"),
    ];
    for (command, what) in cases {
        let response = Request::call(command.clone()).header("cookie", &server.cookie).send(server.address).await;
        assert_eq!(response.problem(), (403, "not_exposed".to_owned()), "{command}");
        assert_eq!(response.json()["params"]["what"], what, "{command}");
    }
    for op in [json!({ "type": "configure", "posture": "yolo" }), json!({ "type": "configure", "mode": "plan" })] {
        let body = json!({ "session": session, "op": op }).to_string();
        let response = Request::post("/api/submit", body).header("cookie", &server.cookie).send(server.address).await;
        assert_eq!(response.problem(), (403, "not_exposed".to_owned()), "{op}");
    }
    server.submit(&session, json!({ "type": "configure", "model": "test/scripted" })).await;
    assert_eq!(server.call(json!({ "command": "about" })).await["exposed"], json!([]));
}

#[tokio::test]
async fn no_other_folder_is_reached() {
    let place = Place::new([Turn::text("ok"), Turn::text("ok")]);
    let other = Workspace::empty();
    let call = |workspace: Option<&std::path::Path>, command: Value| {
        let body = match workspace {
            Some(path) => json!({ "workspace": path, "command": command }),
            None => json!({ "command": command }),
        };
        Request::post("/api/call", body.to_string())
    };
    let new = || json!({ "command": "session_open", "params": { "which": { "type": "new" } } });
    // With everything open there comes to be a session elsewhere.
    let open = place.start(place.settings()).await;
    let mine = open.new_session().await;
    let response = call(Some(other.path()), new()).header("cookie", &open.cookie).send(open.address).await;
    let theirs = response.json()["data"]["session"].as_str().unwrap().to_owned();
    open.stop().await;

    let mut settings = place.settings();
    settings.exposed = vec![Exposure::Providers];
    let server = place.start(settings).await;
    let send = async |request: Request| request.header("cookie", &server.cookie).send(server.address).await;
    let list = || json!({ "command": "sessions_list", "params": {} });
    assert_eq!(send(call(Some(other.path()), list())).await.problem().1, "not_exposed");
    assert_eq!(send(call(Some(place.workspace.path()), list())).await.status, 200);
    let show = |query: &str| json!({ "command": "sessions_show", "params": { "query": query } });
    let existing = |id: &str| {
        let which = json!({ "type": "existing", "session": id });
        json!({ "command": "session_open", "params": { "which": which } })
    };
    let restore = json!({ "command": "session_restore", "params": { "session": theirs } });
    for command in [show(&theirs), existing(&theirs), restore] {
        assert_eq!(send(call(None, command.clone())).await.problem().1, "not_exposed", "{command}");
    }
    let known = server.call(json!({ "command": "workspaces" })).await;
    assert_eq!(known["workspaces"].as_array().unwrap().len(), 1, "{known}");
    assert_eq!(server.call(json!({ "command": "about" })).await["exposed"], json!(["providers"]));
    for command in [show(&mine), existing(&mine)] {
        assert_eq!(send(call(None, command.clone())).await.status, 200, "{command}");
    }
}
