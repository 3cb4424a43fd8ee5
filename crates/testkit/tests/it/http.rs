//! HTTP itself: bodies in both forms, keep-alive, paths, keys, nonsense.

use reasonix_testkit::{Keep, ModelServer, Options, Script, Turn, WireFormat};
use serde_json::json;

use crate::client::{Client, End, path_of, request_body};

fn server() -> ModelServer {
    ModelServer::start(Script::new([]).then_done())
}

#[tokio::test]
async fn one_connection_carries_many_requests() {
    let server = server();
    let mut client = Client::connect(&server).await;
    for wire in WireFormat::ALL {
        client.post(path_of(wire), &request_body("x")).await;
        assert_eq!(client.reply().await.status, 200);
    }
    let mut other = Client::connect(&server).await;
    other.post("/v1/messages?beta=true", &request_body("x")).await;
    other.reply().await;
    let requests = server.requests();
    assert_eq!(requests.iter().map(|request| request.connection).collect::<Vec<_>>(), [0, 0, 0, 1]);
    assert_eq!(requests.iter().map(|request| request.number).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(requests[3].path, "/v1/messages");
}

#[tokio::test]
async fn request_bodies_in_chunks_and_in_one() {
    let server = server();
    let body = request_body("größer");
    let mut client = Client::connect(&server).await;
    for size in [1, 10, body.len()] {
        let head = "POST /v1/messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
        let mut chunked: Vec<u8> = Vec::new();
        for chunk in body.chunks(size) {
            chunked.extend(format!("{:x};ext=1\r\n", chunk.len()).bytes().chain(chunk.iter().copied()).chain(*b"\r\n"));
        }
        chunked.extend(b"0\r\nTrailer: x\r\n\r\n");
        client.send(head, &chunked).await;
        assert_eq!(client.reply().await.status, 200);
    }
    // A body that comes byte by byte, and two requests at once.
    let head = format!("POST /v1/messages HTTP/1.1\r\ncontent-length: {}\r\n\r\n", body.len());
    for byte in head.bytes().chain(body.iter().copied()) {
        client.send("", &[byte]).await;
    }
    client.reply().await;
    client.send(&head, &[&body, head.as_bytes(), &body].concat()).await;
    client.reply().await;
    client.reply().await;
    let requests = server.requests();
    assert_eq!(requests.len(), 6);
    assert!(requests.iter().all(|request| request.body == body && request.last_user_text() == "größer"));
}

#[tokio::test]
async fn the_client_may_want_the_connection_closed() {
    let server = server();
    for (version, header) in [("1.1", "Connection: close\r\n"), ("1.0", "")] {
        let mut client = Client::connect(&server).await;
        let body = request_body("x");
        let head = format!("POST /messages HTTP/{version}\r\n{header}Content-Length: {}\r\n\r\n", body.len());
        client.send(&head, &body).await;
        assert_eq!(client.reply().await.end, End::Complete);
        assert_eq!(client.head().await, Err(End::Closed));
    }
}

#[tokio::test]
async fn what_is_no_request_for_an_answer_uses_up_no_turn() {
    let server = ModelServer::start(Turn::text("x"));
    let mut client = Client::connect(&server).await;
    let rows: [(&str, &[u8], u16); 5] = [
        ("GET /v1/chat/completions HTTP/1.1\r\n\r\n", b"", 404),
        ("POST /v1/embeddings HTTP/1.1\r\n\r\n", b"", 404),
        ("POST /v1/messages HTTP/1.1\r\nContent-Length: 2\r\n\r\n", b"{}", 400),
        ("POST /v1/messages HTTP/1.1\r\nContent-Length: 5\r\n\r\n", b"{\"a\":", 400),
        ("POST /v1/messages HTTP/1.1\r\nContent-Length: 16\r\n\r\n", b"{\"stream\":false}", 400),
    ];
    for (head, body, status) in rows {
        client.send(head, body).await;
        let reply = client.reply().await;
        assert_eq!(reply.status, status, "{head}");
        assert!(reply.json()["error"]["message"].is_string());
    }
    assert_eq!((server.request_count(), server.other_requests().len()), (0, 5));
    client.send("not http at all\r\n\r\n", b"").await;
    assert_eq!(client.reply().await.status, 400);
}

#[tokio::test]
async fn models_are_listed_in_both_shapes() {
    let server = ModelServer::start(Script::new([]).model("m-1"));
    let mut client = Client::connect(&server).await;
    client.send("GET /v1/models HTTP/1.1\r\n\r\n", b"").await;
    let list = client.reply().await.json();
    assert_eq!((&list["object"], &list["data"][0]["id"]), (&json!("list"), &json!("m-1")));
    client.send("GET /v1/models?limit=100 HTTP/1.1\r\nAnthropic-Version: 2023-06-01\r\n\r\n", b"").await;
    let list = client.reply().await.json();
    assert_eq!((&list["has_more"], &list["data"][0]["type"]), (&json!(false), &json!("model")));
}

#[tokio::test]
async fn a_key_can_be_required() {
    let options = Options { key: Some("sk-1".into()), ..Options::default() };
    let server = ModelServer::start_with(Script::new([]).then_done(), options);
    let mut client = Client::connect(&server).await;
    let body = request_body("x");
    let rows = [
        ("", 401),
        ("Authorization: Bearer sk-2\r\n", 401),
        ("Authorization: Bearer sk-1\r\n", 200),
        ("x-api-key: sk-1\r\n", 200),
    ];
    for (header, status) in rows {
        let head = format!("POST /v1/messages HTTP/1.1\r\n{header}Content-Length: {}\r\n\r\n", body.len());
        client.send(&head, &body).await;
        assert_eq!(client.reply().await.status, status, "{header}");
        client.send(&format!("GET /v1/models HTTP/1.1\r\n{header}\r\n"), b"").await;
        assert_eq!(client.reply().await.status, status, "{header}");
    }
}

#[test]
fn a_server_runs_without_a_runtime_and_again_on_its_port() {
    let mut first = server();
    let port = first.port();
    first.stop();
    let second = ModelServer::start_with(Turn::text("x"), Options { port, keep: Keep::Sizes, key: None });
    assert_eq!(second.openai_base_url(), format!("http://127.0.0.1:{port}/v1"));
    assert_eq!(second.anthropic_base_url(), format!("http://127.0.0.1:{port}"));
    let ask = async {
        let mut client = Client::connect(&second).await;
        client.post("/v1/responses", &request_body("x")).await;
        client.reply().await
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    assert_eq!(runtime.block_on(ask).status, 200);
    reasonix_testkit::block_on(second.answers(1));
}
