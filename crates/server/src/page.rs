//! The files of the page. They are built by the UI's own tools into `ui/dist`: a release carries them inside, a debug
//! build reads them where they are. Where they were never built, a page says how to do that.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use reasonix_stdx::random::to_hex;
use sha2::{Digest as _, Sha256};
use std::{
    borrow::Cow,
    collections::HashMap,
    io::Write as _,
    path::PathBuf,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

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
            Some(bytes) => Some(answer(path, &bytes, request)),
            None if path == "index.html" => Some(missing()),
            None => None,
        }
    }

    fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let is_plain = path.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains('\\'));
        if !is_plain {
            return None;
        }
        match self {
            Self::BuiltIn => BuiltIn::get(path).map(|file| file.data),
            Self::Folder(folder) => std::fs::read(folder.join(path)).ok().map(Cow::Owned),
        }
    }
}

fn answer(path: &str, bytes: &[u8], request: &HeaderMap) -> Response {
    let tag = to_hex(&Sha256::digest(bytes));
    // Names under `assets/` carry a hash of what is in them.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let quoted = format!("\"{tag}\"");
    let known = request.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut response = if known.split(',').any(|known| known.trim().trim_start_matches("W/") == quoted) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        whole(path, bytes, tag, takes_gzip(request))
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(value) = HeaderValue::try_from(quoted) {
        headers.insert(header::ETAG, value);
    }
    response
}

fn whole(path: &str, bytes: &[u8], tag: String, takes_gzip: bool) -> Response {
    let kind = media_type(path);
    let compressed = (takes_gzip && is_text(kind)).then(|| compressed(tag, bytes)).flatten();
    let mut response = match compressed {
        Some(bytes) => ([(header::CONTENT_ENCODING, "gzip")], Body::from(bytes)).into_response(),
        None => Body::from(bytes.to_vec()).into_response(),
    };
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn missing() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, MISSING).into_response()
}

fn takes_gzip(request: &HeaderMap) -> bool {
    let taken = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    taken.split(',').any(|coding| coding.trim() == "gzip" || coding.trim().starts_with("gzip;q=1"))
}

/// The files as they were sent once, by their tags: compressing costs more than anything else here.
static COMPRESSED: LazyLock<Mutex<HashMap<String, Bytes>>> = LazyLock::new(Mutex::default);
/// Files that are kept. A built page has fewer; a folder that changes must not fill the memory.
const KEPT: usize = 256;

fn compressed(tag: String, bytes: &[u8]) -> Option<Bytes> {
    let known = || COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = known().get(&tag) {
        return Some(bytes.clone());
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).ok()?;
    let bytes = Bytes::from(encoder.finish().ok()?);
    let mut known = known();
    if known.len() >= KEPT {
        known.clear();
    }
    known.insert(tag, bytes.clone());
    Some(bytes)
}

fn is_text(kind: &str) -> bool {
    kind.starts_with("text/") || kind.ends_with("json") || kind.ends_with("xml")
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
