//! One fetch: a GET that follows redirects on its own host, within limits of time and size. What has come when a limit is
//! reached is kept.

use super::{
    client::{NotPublic, Web},
    link::read_link,
};
use reqwest::{
    Response, StatusCode, Url,
    header::{ACCEPT, CONTENT_TYPE, LOCATION},
};
use std::{error::Error, time::Duration};
use tokio::time::Instant;

/// For all of a fetch, its redirects included.
pub(crate) const MOST_TIME: Duration = Duration::from_secs(15);
/// Of a body, as it is after unpacking (bytes).
pub(crate) const MOST_BYTES: usize = 1 << 20;
const MOST_REDIRECTS: usize = 5;
const ACCEPTED: &str = "text/markdown, text/html;q=0.9, application/json;q=0.9, text/plain;q=0.9, */*;q=0.5";

/// What came back.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// Where it was found in the end.
    pub url: Url,
    pub status: StatusCode,
    /// As the server gave it; empty if it did not.
    pub content_type: String,
    pub body: Vec<u8>,
    /// Why the body is not whole.
    pub cut: Option<Cut>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    Size,
    Time,
    /// The connection broke.
    Broken,
}

/// Why nothing came back, in words that continue "… was not fetched: ".
#[derive(Debug)]
pub(crate) struct Failure(pub String);

/// Fetches an address that [`read_link`] has let through.
pub(crate) async fn fetch(web: &Web, url: &Url) -> Result<Fetched, Failure> {
    fetch_within(web, url, MOST_TIME).await
}

pub(super) async fn fetch_within(web: &Web, url: &Url, time: Duration) -> Result<Fetched, Failure> {
    let deadline = Instant::now() + time;
    let slow = || Failure(format!("the server did not answer within {} s", time.as_secs()));
    let mut url = url.clone();
    for _ in 0..=MOST_REDIRECTS {
        let response = tokio::time::timeout_at(deadline, send(web, &url)).await.map_err(|_| slow())??;
        match redirect(&response, &url) {
            None => return Ok(read(response, url, deadline).await),
            Some(target) => url = follow(web, &url, &target?)?,
        }
    }
    Err(Failure(format!("it is redirected more than {MOST_REDIRECTS} times")))
}

async fn send(web: &Web, url: &Url) -> Result<Response, Failure> {
    let client = web.client(url).await.map_err(|error| failure(&*error))?;
    let request = client.get(url.clone()).header(ACCEPT, ACCEPTED);
    request.send().await.map_err(|error| failure(&error.without_url()))
}

/// Where the response sends on to, if it does.
fn redirect(response: &Response, url: &Url) -> Option<Result<Url, Failure>> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = response.headers().get(LOCATION)?;
    let written = String::from_utf8_lossy(location.as_bytes()).into_owned();
    let refused = |reason: String| Failure(format!("it redirects to {written}, which is refused: {reason}"));
    let target = url.join(&written).map_err(|error| refused(error.to_string()));
    Some(target.and_then(|target| read_link(target.as_str()).map_err(refused)))
}

/// The target, if whoever allowed the address has allowed it too.
fn follow(web: &Web, from: &Url, target: &Url) -> Result<Url, Failure> {
    let secured =
        from.scheme() == "http" && target.scheme() == "https" && from.port().is_none() && target.port().is_none();
    let is_same_place = from.origin() == target.origin() || (secured && from.host() == target.host());
    if !is_same_place || (web.settings.strictness)(target.as_str()) > (web.settings.strictness)(from.as_str()) {
        return Err(Failure(format!(
            "it redirects to {target}, which has to be decided about by itself. If it is what you want, call web_fetch \
             with that address"
        )));
    }
    Ok(target.clone())
}

async fn read(mut response: Response, url: Url, deadline: Instant) -> Fetched {
    let content_type = response.headers().get(CONTENT_TYPE);
    let content_type =
        content_type.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).unwrap_or_default();
    let status = response.status();
    let mut body = Vec::new();
    let cut = loop {
        match tokio::time::timeout_at(deadline, response.chunk()).await {
            Err(_) => break Some(Cut::Time),
            Ok(Err(_)) => break Some(Cut::Broken),
            Ok(Ok(None)) => break None,
            Ok(Ok(Some(chunk))) => body.extend_from_slice(&chunk),
        }
        if body.len() > MOST_BYTES {
            body.truncate(MOST_BYTES);
            break Some(Cut::Size);
        }
    };
    Fetched { url, status, content_type, body, cut }
}

/// The reason at the bottom of an error, which is the one that tells something.
fn failure(error: &(dyn Error + 'static)) -> Failure {
    let mut reason = error;
    loop {
        match reason.source() {
            Some(deeper) if !reason.is::<NotPublic>() => reason = deeper,
            _ => return Failure(reason.to_string().trim_end_matches('.').to_owned()),
        }
    }
}
