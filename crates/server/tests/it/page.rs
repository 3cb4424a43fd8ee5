//! The files of the page.

use crate::{client::Request, place::Place};
use reasonix_testkit::Turn;

#[tokio::test]
async fn files_are_cached_by_what_is_in_them() {
    let place = Place::new([Turn::text("ok")]);
    let script = "let text = 'abc';\n".repeat(400);
    place.page.write("index.html", "<!doctype html>");
    place.page.write("assets/index-abc123.js", &script);
    place.page.write("logo.svg", "<svg/>");
    place.home.write("secret.txt", "secret");
    let server = place.start(place.settings()).await;
    let get = async |path: &str| Request::get(path).send(server.address).await;
    let index = get("/").await;
    assert_eq!((index.status, index.text().as_str()), (200, "<!doctype html>"));
    assert_eq!(index.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(index.header("cache-control"), "no-cache");
    let tag = index.header("etag");
    let again = Request::get("/").header("if-none-match", tag).send(server.address).await;
    assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag));
    let changed = Request::get("/").header("if-none-match", "\"other\"").send(server.address).await;
    assert_eq!(changed.status, 200);
    let asset = get("/assets/index-abc123.js").await;
    assert_eq!((asset.text(), asset.header("content-encoding")), (script, ""));
    assert_eq!(asset.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(asset.header("content-type"), "text/javascript; charset=utf-8");
    let small =
        Request::get("/assets/index-abc123.js").header("accept-encoding", "br, gzip").send(server.address).await;
    assert_eq!(small.header("content-encoding"), "gzip");
    assert!(small.body.len() < 500 && small.body.starts_with(&[0x1f, 0x8b]));
    assert_eq!(get("/logo.svg").await.header("content-type"), "image/svg+xml");
    let head = Request::get("/").method("HEAD").send(server.address).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    let outside = place.home.path().join("secret.txt");
    let paths =
        ["/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "//etc/passwd"];
    for path in paths.into_iter().map(str::to_owned).chain([format!("/{}", outside.display())]) {
        let response = get(&path).await;
        assert_eq!(response.status, 404, "{path}: {}", response.text());
    }
}

#[tokio::test]
async fn a_page_that_was_never_built_says_how_to_build_it() {
    let place = Place::new([Turn::text("ok")]);
    let server = place.start(place.settings()).await;
    let index = Request::get("/").send(server.address).await;
    assert_eq!((index.status, index.header("cache-control")), (503, "no-store"));
    assert!(index.text().contains("cargo xtask serve"));
}
