//! Tokens, passwords, cookies, and what is possible without them.

use crate::{
    client::{Request, Response},
    place::{Place, Running, TOKEN},
};
use reasonix_protocol::Secret;
use reasonix_server::{Auth, PasswordHash};
use reasonix_testkit::Turn;
use serde_json::{Value, json};

fn list() -> Request {
    Request::call(json!({ "command": "sessions_list", "params": {} }))
}

fn login(body: Value) -> Request {
    Request::post("/api/login", body.to_string())
}

async fn problem(server: &Running, request: Request) -> (u16, String) {
    request.send(server.address).await.problem()
}

fn expect(found: &(u16, String), status: u16, code: &str) {
    assert_eq!((found.0, found.1.as_str()), (status, code));
}

fn cookie(response: &Response) -> String {
    response.header("set-cookie").split(';').next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_token_is_exchanged_for_a_cookie() {
    let place = Place::new([Turn::text("ok")]);
    let server = place.start_without_login(place.settings()).await;
    let submit = Request::post("/api/submit", r#"{"session": "s", "op": {"type": "interrupt"}}"#);
    for request in [list(), submit, Request::get("/api/events?signals")] {
        expect(&problem(&server, request).await, 401, "not_signed_in");
    }
    expect(&problem(&server, login(json!({ "token": "wrong" }))).await, 401, "login_wrong");
    assert_eq!(list().send(server.address).await.json()["params"]["by"], "token");
    assert_eq!(login(json!({ "password": TOKEN })).send(server.address).await.status, 204, "it is one field");
    expect(&problem(&server, login(json!({}))).await, 400, "body_malformed");
    let response = login(json!({ "token": TOKEN })).send(server.address).await;
    assert_eq!(response.status, 204);
    let set = response.header("set-cookie");
    assert!(set.starts_with(&format!("reasonix_{}=", server.address.port())), "{set}");
    assert!(set.contains("; HttpOnly") && set.contains("; SameSite=Strict") && set.contains("; Path=/"), "{set}");
    assert!(!set.contains("Secure") && !set.contains(TOKEN), "{set}");
    let cookie = cookie(&response);
    let with = |cookie: &str| list().header("cookie", cookie);
    assert_eq!(with(&format!("other=1; {cookie}; more=2")).send(server.address).await.status, 200);
    let (name, value) = cookie.split_once('=').unwrap();
    let (until, signature) = value.split_once('.').unwrap();
    let later = until.parse::<u64>().unwrap() + 1;
    let forged = [
        format!("{name}={later}.{signature}"),
        format!("{name}={until}.{}", "0".repeat(64)),
        format!("{name}={until}."),
        format!("{name}={until}"),
        format!("{name}="),
        format!("reasonix_1={value}"),
    ];
    for forged in forged {
        expect(&problem(&server, with(&forged)).await, 401, "not_signed_in");
    }
}

#[tokio::test]
async fn a_cookie_outlives_the_server_but_not_its_token() {
    let place = Place::new([Turn::text("ok")]);
    let first = place.start(place.settings()).await;
    let value = first.cookie.split_once('=').unwrap().1.to_owned();
    first.stop().await;
    let again = |server: &Running| list().header("cookie", &format!("reasonix_{}={value}", server.address.port()));
    let same = place.start_without_login(place.settings()).await;
    assert_eq!(again(&same).send(same.address).await.status, 200);
    let mut settings = place.settings();
    settings.auth = Auth::Token(Secret::new("another token of thirty-two chars"));
    let other = place.start_without_login(settings).await;
    expect(&problem(&other, again(&other)).await, 401, "not_signed_in");
}

#[tokio::test]
async fn programs_may_send_the_token_itself() {
    let place = Place::new([Turn::text("ok")]);
    let server = place.start_without_login(place.settings()).await;
    let with = |token: &str| list().header("authorization", &format!("Bearer {token}"));
    for _ in 0..20 {
        assert_eq!(with(TOKEN).send(server.address).await.status, 200);
    }
    for _ in 0..5 {
        expect(&problem(&server, with("wrong")).await, 401, "not_signed_in");
    }
    expect(&problem(&server, with("wrong")).await, 429, "login_too_often");
}

#[tokio::test]
async fn wrong_tries_have_to_wait_and_those_that_are_in_do_not() {
    let place = Place::new([Turn::text("ok")]);
    let server = place.start(place.settings()).await;
    for _ in 0..5 {
        expect(&problem(&server, login(json!({ "token": "wrong" }))).await, 401, "login_wrong");
    }
    let response = login(json!({ "token": TOKEN })).send(server.address).await;
    expect(&response.problem(), 429, "login_too_often");
    let seconds: u64 = response.header("retry-after").parse().unwrap();
    assert!((1..=61).contains(&seconds), "{seconds}");
    assert_eq!(list().header("cookie", &server.cookie).send(server.address).await.status, 200);
}

#[tokio::test]
async fn behind_a_proxy_clients_are_told_apart_and_cookies_are_secure() {
    let place = Place::new([Turn::text("ok")]);
    let mut settings = place.settings();
    settings.behind_proxy = true;
    settings.hosts = vec!["box.example".to_owned()];
    let server = place.start_without_login(settings).await;
    let from = |client: &str, token: &str| {
        login(json!({ "token": token }))
            .header("x-forwarded-for", "1.2.3.4, 5.6.7.8")
            .header("x-forwarded-for", client)
            .header("x-forwarded-proto", "https")
            .header("x-forwarded-host", "box.example")
            .header("origin", "https://box.example")
    };
    for _ in 0..5 {
        expect(&problem(&server, from("10.0.0.1", "wrong")).await, 401, "login_wrong");
    }
    expect(&problem(&server, from("10.0.0.1", TOKEN)).await, 429, "login_too_often");
    let response = from("10.0.0.2", TOKEN).send(server.address).await;
    assert_eq!(response.status, 204);
    assert!(response.header("set-cookie").ends_with("; Secure"), "{}", response.header("set-cookie"));
}

#[tokio::test]
async fn a_password_lets_in_and_a_token_does_not() {
    let place = Place::new([Turn::text("ok")]);
    let mut settings = place.settings();
    settings.auth = Auth::Password(PasswordHash::of(&Secret::new("correct horse")).unwrap());
    let server = place.start_without_login(settings).await;
    expect(&problem(&server, list()).await, 401, "not_signed_in");
    expect(&problem(&server, login(json!({ "password": "wrong horse" }))).await, 401, "login_wrong");
    expect(&problem(&server, login(json!({ "token": TOKEN }))).await, 401, "login_wrong");
    let response = login(json!({ "password": "correct horse" })).send(server.address).await;
    assert_eq!(response.status, 204);
    assert_eq!(list().header("cookie", &cookie(&response)).send(server.address).await.status, 200);
}

#[tokio::test]
async fn wrong_tries_side_by_side_count_each() {
    let place = Place::new([Turn::text("ok")]);
    let mut settings = place.settings();
    settings.auth = Auth::Password(PasswordHash::of(&Secret::new("correct horse")).unwrap());
    let server = place.start_without_login(settings).await;
    let address = server.address;
    let tries: Vec<_> = (0..30)
        .map(|number| {
            let request = login(json!({ "password": format!("guess number {number}") }));
            tokio::spawn(async move { request.send(address).await.status })
        })
        .collect();
    let mut looked_at = 0;
    for tried in tries {
        looked_at += usize::from(tried.await.unwrap() == 401);
    }
    assert_eq!(looked_at, 5);
}

#[tokio::test]
async fn without_a_login_one_may_look_but_not_change() {
    let place = Place::new([Turn::text("ok")]);
    let mut settings = place.settings();
    settings.auth = Auth::None { launch_token: Secret::new(TOKEN) };
    let server = place.start_without_login(settings).await;
    assert_eq!(list().send(server.address).await.status, 200);
    let open = || Request::call(json!({ "command": "session_open", "params": { "which": { "type": "new" } } }));
    let set = Request::call(
        json!({ "command": "config_set", "params": { "key": "language", "value": "en", "layer": "user" } }),
    );
    let submit = Request::post("/api/submit", r#"{"session": "s", "op": {"type": "interrupt"}}"#);
    // Nor does one read files, where the token's own may lie, or look into other folders.
    let read = Request::call(json!({ "command": "file_read", "params": { "path": "a.txt" } }));
    let folder = Request::call(json!({ "command": "folder_list", "params": { "path": "/" } }));
    let elsewhere = json!({ "workspace": "/", "command": { "command": "sessions_list", "params": {} } });
    let elsewhere = Request::post("/api/call", elsewhere.to_string());
    for request in [open(), set, submit, read, folder, elsewhere] {
        expect(&problem(&server, request).await, 403, "launch_token_required");
    }
    expect(&problem(&server, list().header("host", "evil.example")).await, 421, "host_refused");
    expect(&problem(&server, list().header("origin", "http://evil.example")).await, 403, "origin_refused");
    let response = login(json!({ "token": TOKEN })).send(server.address).await;
    assert_eq!(open().header("cookie", &cookie(&response)).send(server.address).await.status, 200);
    let bearer = format!("Bearer {TOKEN}");
    assert_eq!(open().header("authorization", &bearer).send(server.address).await.status, 200);
}

#[tokio::test]
async fn the_browsers_own_token_is_good_once() {
    let place = Place::new([Turn::text("ok")]);
    let mut settings = place.settings();
    settings.once = Some(Secret::new("for the browser"));
    let server = place.start_without_login(settings).await;
    let once = || login(json!({ "token": "for the browser" }));
    assert_eq!(once().send(server.address).await.status, 204);
    expect(&problem(&server, once()).await, 401, "login_wrong");
    expect(&problem(&server, list().header("authorization", "Bearer for the browser")).await, 401, "not_signed_in");
}
