//! What is refused before anybody is asked who he is, and what every answer says to browsers.

use crate::{
    client::Request,
    place::{Place, TOKEN},
};
use reasonix_testkit::Turn;
use serde_json::json;

const ABOUT: &str = r#"{"command": {"command": "sessions_list", "params": {}}}"#;

#[tokio::test]
async fn other_hosts_and_other_pages_are_refused() {
    let place = Place::new([Turn::text("ok")]);
    let mut settings = place.settings();
    settings.hosts = vec!["box.example".to_owned()];
    let server = place.start(settings).await;
    let port = server.address.port();
    let call = || Request::post("/api/call", ABOUT).header("cookie", &server.cookie);
    let check = async |request: Request, expected: (u16, &str)| {
        let response = request.send(server.address).await;
        let found = if response.status == 200 { (200, String::new()) } else { response.problem() };
        assert_eq!((found.0, found.1.as_str()), expected, "{request:?}");
    };
    check(call(), (200, "")).await;
    let own = format!("http://127.0.0.1:{port}");
    check(call().header("origin", &own), (200, "")).await;
    check(call().header("origin", "http://evil.example"), (403, "origin_refused")).await;
    check(call().header("origin", "null"), (403, "origin_refused")).await;
    check(call().header("origin", "http://127.0.0.1:1"), (403, "origin_refused")).await;
    check(call().header("sec-fetch-site", "cross-site"), (403, "origin_refused")).await;
    check(call().header("host", "evil.example"), (421, "host_refused")).await;
    check(call().header("host", &format!("evil.example:{port}")), (421, "host_refused")).await;
    check(Request::get("/").header("host", "evil.example"), (421, "host_refused")).await;
    check(call().header("host", &format!("localhost:{port}")), (200, "")).await;
    check(call().header("host", "box.example"), (200, "")).await;
    // Without a trusted proxy its words are anybody's.
    check(call().header("host", "evil.example").header("x-forwarded-host", "box.example"), (421, "host_refused")).await;
    let login = || Request::post("/api/login", json!({ "token": TOKEN }).to_string());
    check(login().header("origin", "http://evil.example"), (403, "origin_refused")).await;
    let stream = Request::get("/api/events?signals").header("cookie", &server.cookie);
    check(stream.clone().header("origin", "http://evil.example"), (403, "origin_refused")).await;
    check(stream.header("sec-fetch-site", "same-site"), (403, "origin_refused")).await;
}

#[tokio::test]
async fn bodies_are_json_and_bounded_and_told_what_is_wrong() {
    let place = Place::new([Turn::text("ok")]);
    let server = place.start(place.settings()).await;
    let post = |path: &str, body: &[u8]| Request::post(path, body).header("cookie", &server.cookie);
    let check = async |request: Request, expected: (u16, &str)| {
        let response = request.send(server.address).await;
        assert_eq!((response.problem().0, response.problem().1.as_str()), expected, "{}", response.text());
        response.json()["params"].clone()
    };
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let request = post("/api/call", ABOUT.as_bytes()).header("content-type", kind);
        check(request, (415, "content_type_refused")).await;
    }
    let params = check(post("/api/call", b"{\"command\": {\"command\": 7}}"), (400, "body_malformed")).await;
    assert!(params["reason"].as_str().unwrap().contains("expected"), "{params}");
    let params = check(post("/api/call", b"{\"command\":"), (400, "body_malformed")).await;
    assert!(params["reason"].as_str().unwrap().contains("line 1 column"), "{params}");
    check(post("/api/call", b"\xff\xfe"), (400, "body_malformed")).await;
    check(post("/api/call", b""), (400, "body_malformed")).await;
    let op = br#"{"session": "s", "op": {"type": "start_turn", "input": 3}}"#;
    check(post("/api/submit", op), (400, "body_malformed")).await;
    let deep = "[".repeat(100_000);
    check(post("/api/call", deep.as_bytes()), (400, "body_malformed")).await;
    let huge = vec![b' '; (8 << 20) + 1];
    assert_eq!(check(post("/api/call", &huge), (413, "body_too_large")).await["limit"], "8388608");
    check(post("/api/submit", &huge), (413, "body_too_large")).await;
    check(post("/api/login", &huge[..8193]), (413, "body_too_large")).await;
    check(post("/api/nothing", b"{}"), (404, "route_unknown")).await;
    check(Request::get("/nothing.js"), (404, "route_unknown")).await;
    check(Request::get("/api/call"), (405, "method_refused")).await;
    check(Request::get("/").method("DELETE"), (405, "method_refused")).await;
    let get = |path: &str| Request::get(path).header("cookie", &server.cookie);
    check(get("/api/events"), (400, "query_malformed")).await;
    check(get("/api/events?session=a&from_seq=minus"), (400, "query_malformed")).await;
    check(get("/api/events?session=20200101-000000-000000"), (404, "session_closed")).await;
    let op = br#"{"session": "20200101-000000-000000", "op": {"type": "interrupt"}}"#;
    check(post("/api/submit", op), (404, "session_closed")).await;
}

#[tokio::test]
async fn a_long_paste_passes() {
    let place = Place::new([Turn::text("ok")]);
    let server = place.start(place.settings()).await;
    let session = server.new_session().await;
    let mut stream = server.subscribe(&session).await;
    server.start_turn(&session, &"x".repeat(5 << 20)).await;
    let events = stream.events_until("turn_ended").await;
    let started = events.iter().find(|event| event["body"]["type"] == "turn_started").unwrap();
    assert_eq!(started["body"]["input"][0]["text"].as_str().unwrap().len(), 5 << 20);
}

#[tokio::test]
async fn every_answer_keeps_other_pages_out() {
    let place = Place::new([Turn::text("ok")]);
    place.page.write("index.html", "<!doctype html>");
    let server = place.start(place.settings()).await;
    let requests = [
        Request::get("/"),
        Request::get("/nothing"),
        Request::get("/").header("host", "evil.example"),
        Request::post("/api/call", ABOUT),
        Request::post("/api/call", ABOUT).header("cookie", &server.cookie),
        Request::post("/api/login", "{}"),
    ];
    for request in requests {
        let response = request.send(server.address).await;
        let policy = response.header("content-security-policy");
        for part in ["default-src 'none'", "script-src 'self';", "connect-src 'self'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{request:?}: {policy}");
        }
        assert!(!policy.contains("unsafe-eval") && !policy.contains("http:"), "{policy}");
        let expected = [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("access-control-allow-origin", ""),
        ];
        for (name, value) in expected {
            assert_eq!(response.header(name), value, "{request:?} {name}");
        }
        if request.clone().send(server.address).await.header("content-type") == "application/json" {
            assert_eq!(response.header("cache-control"), "no-store", "{request:?}");
        }
    }
}

#[tokio::test]
async fn half_a_request_holds_nobody_up() {
    let place = Place::new([Turn::text("ok")]);
    let mut settings = place.settings();
    settings.limits.connections = 4;
    let server = place.start(settings).await;
    let idle = Request::get("/api/events?signals").header("cookie", &server.cookie);
    let mut streams = Vec::new();
    for _ in 0..3 {
        let mut stream = idle.open(server.address).await;
        assert_eq!(stream.head().await.status, 200);
        streams.push(stream);
    }
    assert_eq!(Request::post("/api/call", ABOUT).send(server.address).await.status, 401);
    drop(streams);
    // The places of those that went are free again.
    let mut streams = Vec::new();
    for _ in 0..3 {
        let mut stream = idle.open(server.address).await;
        assert_eq!(stream.head().await.status, 200);
        streams.push(stream);
    }
    assert_eq!(Request::post("/api/call", ABOUT).send(server.address).await.status, 401);
}
