//! Fetching from a server on this machine, which tests reach because they say so.

use super::{
    client::{LookUp, ProxyUse, Web, WebSettings},
    fetch::{Cut, Failure, Fetched, MOST_BYTES, fetch_within},
    read_link,
};
use hyper_util::client::proxy::matcher::Matcher;
use reasonix_protocol::Decision;
use std::{
    io::Write,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PATIENCE: Duration = Duration::from_secs(30);

/// A server that answers by the path.
async fn server() -> SocketAddr {
    let listener = TcpListener::bind((HERE, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream, address.port()));
        }
    });
    address
}

async fn answer(mut stream: TcpStream, port: u16) {
    let mut request = vec![0; 8192];
    let length = stream.read(&mut request).await.unwrap_or(0);
    let request = String::from_utf8_lossy(&request[..length]).into_owned();
    let path = request.split(' ').nth(1).unwrap_or_default();
    let to =
        |target: &str| format!("HTTP/1.1 302 Found\r\nlocation: {target}\r\ncontent-length: 0\r\n\r\n").into_bytes();
    let page = |body: &str| format!("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n{body}").into_bytes();
    let response = match path {
        "/moved" => to("/page"),
        "/round" => to("/round"),
        "/to-private" => to("http://10.0.0.1/"),
        "/to-here" => to(&format!("http://127.0.0.1:{port}/page")),
        "/to-mapped" => to(&format!("http://[::ffff:127.0.0.1]:{port}/page")),
        "/to-other" => to(&format!("http://other.test:{port}/page")),
        "/to-port" => to("http://site.test:1/page"),
        "/to-file" => to("file:///etc/passwd"),
        "/to-user" => to(&format!("http://me:secret@site.test:{port}/page")),
        "/to-denied" => to("/denied"),
        "/missing" => b"HTTP/1.1 404 Not Found\r\ncontent-type: text/html\r\n\r\n<h1>Gone</h1>".to_vec(),
        "/bomb" => {
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            packed.write_all(&vec![b'0'; 20 << 20]).unwrap();
            let head = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-encoding: gzip\r\n\r\n";
            [head.as_slice(), &packed.finish().unwrap()].concat()
        }
        "/broken" => b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nbegin".to_vec(),
        "/endless" => {
            let _ = stream.write_all(&page("")).await;
            while stream.write_all(&[b'x'; 4096]).await.is_ok() {}
            return;
        }
        "/slow" => {
            let _ = stream.write_all(&page("begin")).await;
            std::future::pending::<Vec<u8>>().await
        }
        "/silent" => std::future::pending().await,
        _ => page(&format!("read {path}")),
    };
    let _ = stream.write_all(&response).await;
}

/// `site.test` and `other.test` are here, `changing.test` is here once, `mixed.test` is at a public address too.
fn look_up() -> LookUp {
    let asked = AtomicUsize::new(0);
    Arc::new(move |name| {
        let elsewhere = |last| IpAddr::V4(Ipv4Addr::new(127, 0, 0, last));
        let found = match name.as_str() {
            "site.test" | "other.test" => vec![HERE],
            "changing.test" if asked.fetch_add(1, Ordering::Relaxed) == 0 => vec![HERE],
            "changing.test" => vec![elsewhere(2)],
            "mixed.test" => vec![elsewhere(3), HERE],
            "private.test" => vec![IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1))],
            "loop.test" => vec![elsewhere(1), elsewhere(2)],
            _ => Vec::new(),
        };
        let found = if found.is_empty() { Err(std::io::Error::other("no such name")) } else { Ok(found) };
        Box::pin(std::future::ready(found))
    })
}

fn web() -> Web {
    let strictness = |url: &str| if url.ends_with("/denied") { Decision::Deny } else { Decision::Allow };
    let settings =
        WebSettings { strictness: Arc::new(strictness), reached: vec![HERE], ..WebSettings::public(ProxyUse::Off) };
    Web::with_look_up(settings, look_up())
}

async fn fetched(web: &Web, url: &str, time: Duration) -> Result<Fetched, Failure> {
    fetch_within(web, &read_link(url).map_err(Failure)?, time).await
}

#[tokio::test]
async fn what_is_fetched() {
    let port = server().await.port();
    let check = async |url: &str, expected: &str| {
        let url = url.replace("PORT", &port.to_string());
        let text = match fetched(&web(), &url, PATIENCE).await {
            Ok(fetched) => fetched.text(),
            Err(failure) => failure.0,
        };
        assert!(text.contains(expected), "{url}: {text:?} lacks {expected:?}");
    };
    check("http://site.test:PORT/page", "HTTP 200 OK\nhttp://site.test:").await;
    check("http://site.test:PORT/page#part", "\n\nread /page").await;
    check("http://site.test:PORT/moved", "/page (text/plain, 10 bytes)\n\nread /page").await;
    check("http://site.test:PORT/missing", "HTTP 404 Not Found\n").await;
    check("http://site.test:PORT/missing", "\n\n# Gone").await;
    check("http://site.test:PORT/broken", "[Cut: the connection broke.]\n\nbegin").await;
    check("http://mixed.test:PORT/page", "read /page").await;
    // By what a name leads to.
    check("http://private.test:PORT/page", "private.test leads to 10.0.0.1, which is an address of a private network")
        .await;
    check("http://changing.test:PORT/page", "read /page").await;
    check("http://unknown.test:PORT/page", "no such name").await;
    // By what a redirect leads to.
    check("http://site.test:PORT/round", "redirected more than 5 times").await;
    check("http://site.test:PORT/to-private", "it redirects to http://10.0.0.1/, which is refused").await;
    check("http://site.test:PORT/to-here", "which is refused: 127.0.0.1 is this machine itself").await;
    check("http://site.test:PORT/to-mapped", "which is refused").await;
    check("http://site.test:PORT/to-other", "http://other.test:").await;
    check("http://site.test:PORT/to-other", "has to be decided about by itself").await;
    check("http://site.test:PORT/to-port", "which is refused: port 1 belongs to another service").await;
    check("http://site.test:PORT/to-file", "which is refused: only http and https").await;
    check("http://site.test:PORT/to-user", "which is refused: it holds a name or password").await;
    check("http://site.test:PORT/to-denied", "has to be decided about by itself").await;
    // Only the addresses that tests name are reached, not all of this machine.
    check("http://127.0.0.1:PORT/page", "this machine itself").await;
}

/// Guards against a name that is public when it is judged and private when it is dialled.
#[tokio::test]
async fn a_name_that_changes_between_redirects_gains_nothing() {
    let port = server().await.port();
    let failure = fetched(&web(), &format!("http://changing.test:{port}/moved"), PATIENCE).await.unwrap_err();
    assert!(failure.0.contains("changing.test leads to 127.0.0.2, which is this machine itself"), "{}", failure.0);
}

/// Without the exception of these tests, as the program is set up.
#[tokio::test]
async fn this_machine_is_not_reached_by_any_name() {
    let port = server().await.port();
    let web = Web::with_look_up(WebSettings::public(ProxyUse::Off), look_up());
    for name in ["site.test", "loop.test", "private.test", "mixed.test"] {
        let failure = fetched(&web, &format!("http://{name}:{port}/page"), PATIENCE).await.unwrap_err();
        assert!(failure.0.contains("leads to") && failure.0.contains("which is"), "{name}: {}", failure.0);
    }
}

#[tokio::test]
async fn what_a_proxy_would_dial_is_judged_before() {
    let web = Web::with_look_up(WebSettings::public(ProxyUse::System), look_up());
    web.use_proxies(Matcher::builder().all("http://127.0.0.1:1").no("direct.test").build());
    let client =
        async |url: &str| web.client(&url.parse().unwrap()).await.map(|_| ()).map_err(|error| error.to_string());
    assert!(client("http://private.test/").await.unwrap_err().contains("a private network"));
    assert!(client("https://loop.test/").await.unwrap_err().contains("this machine itself"));
    // What only the proxy can look up, and what no proxy is for.
    client("https://unknown.test/").await.unwrap();
    client("http://direct.test/").await.unwrap();
}

#[tokio::test]
async fn limits_keep_what_has_come() {
    let port = server().await.port();
    let check = async |path: &str, time: Duration, length: usize, cut: Cut| {
        let fetched = fetched(&web(), &format!("http://site.test:{port}/{path}"), time).await.unwrap();
        assert_eq!((fetched.body.len(), fetched.cut), (length, Some(cut)), "{path}");
    };
    check("endless", PATIENCE, MOST_BYTES, Cut::Size).await;
    check("bomb", PATIENCE, MOST_BYTES, Cut::Size).await;
    check("slow", Duration::from_secs(2), 5, Cut::Time).await;
    let url = format!("http://site.test:{port}/silent");
    let failure = fetched(&web(), &url, Duration::from_secs(1)).await.unwrap_err();
    assert_eq!(failure.0, "the server did not answer within 1 s");
}
