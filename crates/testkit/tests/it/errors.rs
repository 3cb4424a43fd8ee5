//! Errors in the vendors' shapes.

use reasonix_testkit::{ApiError, ModelServer, RetryAfter, Turn, WireFormat};
use serde_json::json;

use crate::client::ask;

#[tokio::test]
async fn http_errors_have_the_vendors_shape() {
    let rows = [
        (ApiError::BadRequest, 400, "invalid_request_error", json!(null), "invalid_request_error"),
        (
            ApiError::ContextTooLong,
            400,
            "invalid_request_error",
            json!("context_length_exceeded"),
            "invalid_request_error",
        ),
        (ApiError::Unauthorized, 401, "invalid_request_error", json!("invalid_api_key"), "authentication_error"),
        (ApiError::NoBalance, 402, "unknown_error", json!("invalid_request_error"), "billing_error"),
        (ApiError::Forbidden, 403, "request_forbidden", json!(null), "permission_error"),
        (ApiError::ModelNotFound, 404, "invalid_request_error", json!("model_not_found"), "not_found_error"),
        (ApiError::RateLimited, 429, "requests", json!("rate_limit_exceeded"), "rate_limit_error"),
        (ApiError::QuotaExhausted, 429, "insufficient_quota", json!("insufficient_quota"), "insufficient_quota"),
        (ApiError::Internal, 500, "server_error", json!(null), "api_error"),
        (ApiError::Unavailable, 503, "server_error", json!(null), "api_error"),
        (ApiError::Overloaded, 529, "server_error", json!("overloaded"), "overloaded_error"),
    ];
    for (error, status, openai_type, code, anthropic_type) in rows {
        for wire in WireFormat::ALL {
            let reply = ask(&ModelServer::start(Turn::error(error.clone())), wire).await;
            assert_eq!((reply.status, reply.header("content-type")), (status, Some("application/json")));
            let body = reply.json();
            assert!(body["error"]["message"].as_str().is_some_and(|text| !text.is_empty()));
            if wire == WireFormat::Anthropic {
                assert_eq!((&body["type"], &body["error"]["type"]), (&json!("error"), &json!(anthropic_type)));
            } else {
                assert_eq!((&body["error"]["type"], &body["error"]["code"]), (&json!(openai_type), &code));
            }
        }
    }
}

#[tokio::test]
async fn a_gateway_answers_in_html() {
    let reply = ask(&ModelServer::start(Turn::error(ApiError::BadGateway)), WireFormat::Anthropic).await;
    assert_eq!((reply.status, reply.header("content-type")), (502, Some("text/html")));
    assert!(reply.body().starts_with(b"<html>"));
}

#[tokio::test]
async fn retry_after_in_every_form() {
    let header = async |after| {
        let server = ModelServer::start(Turn::error(ApiError::RateLimited).retry_after(after));
        ask(&server, WireFormat::OpenAi).await.header("retry-after").unwrap().to_owned()
    };
    assert_eq!(header(RetryAfter::Seconds(3)).await, "3");
    assert_eq!(header(RetryAfter::Raw("soon".into())).await, "soon");
    let date = header(RetryAfter::DateIn(3)).await;
    assert!(date.len() == 29 && date.ends_with(" GMT"), "{date}");
    let server = ModelServer::start(Turn::error(ApiError::RateLimited));
    assert_eq!(ask(&server, WireFormat::OpenAi).await.header("retry-after"), None);
}

#[tokio::test]
async fn an_error_may_come_with_status_ok() {
    let reply =
        ask(&ModelServer::start(Turn::error_with_status_ok(ApiError::QuotaExhausted)), WireFormat::OpenAi).await;
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (200, &json!("insufficient_quota")));
}

#[tokio::test]
async fn raw_answers_are_sent_as_they_are() {
    let turn = Turn::raw(302, "text/plain", "go\0").header("location", "/elsewhere");
    let reply = ask(&ModelServer::start(turn), WireFormat::OpenAi).await;
    assert_eq!((reply.status, reply.header("location"), reply.body()), (302, Some("/elsewhere"), b"go\0".to_vec()));
}
