//! The files of the page. They are built by the UI's own tools into `ui/dist`: a release carries them inside, a debug
//! build reads them where they are. Where they were never built, a page says how to do that.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use std::{borrow::Cow, path::PathBuf, sync::Arc};

const MISSING: &str = include_str!("missing.html");

/// Where the page's files come from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Page {
    /// What was built with the program.
    #[default]
    BuiltIn,
    /// A folder, for tests and for work on the page.
    Folder(Arc<PathBuf>),
}

#[derive(rust_embed::Embed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct BuiltIn;

impl Page {
    /// The file that a path of a request names; `None` if there is none.
    pub(crate) fn file(&self, path: &str, request: &HeaderMap) -> Option<Response> {
        let path = path.trim_start_matches('/');
        let path = if path.is_empty() { "index.html" } else { path };
        match self.read(path) {
            Some(bytes) => Some(answer(path, bytes, request)),
            None if path == "index.html" => Some(missing()),
            None => None,
        }
    }

    fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        match self {
            Self::BuiltIn => BuiltIn::get(path).map(|file| file.data),
            Self::Folder(folder) => {
                let is_plain = path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
                is_plain.then(|| std::fs::read(folder.join(path)).ok()).flatten().map(Cow::Owned)
            }
        }
    }
}

fn answer(path: &str, bytes: Cow<'static, [u8]>, _request: &HeaderMap) -> Response {
    // Names under `assets/` carry a hash of what is in them.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, media_type(path)), (header::CACHE_CONTROL, cache)];
    (headers, Body::from(bytes.into_owned())).into_response()
}

fn missing() -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (StatusCode::SERVICE_UNAVAILABLE, headers, MISSING).into_response()
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
