//! What is posted: logins, commands and ops.

use crate::{
    answer::Refusal,
    body,
    gate::LoginParams,
    origin::{Way, check_origin},
    reach::{Reach, check_op, names_folder},
    routes::App,
};
use axum::{
    Json,
    body::Body,
    extract::{Extension, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use reasonix_protocol::{CallParams, Command, Reply, SubmitParams};
use std::sync::Arc;

/// Largest body of a command or op: a long text that somebody pasted must pass.
const LIMIT: usize = 8 << 20;
/// Largest body of a login.
const LOGIN_LIMIT: usize = 8 << 10;

/// `POST /api/login`
pub(crate) async fn login(
    State(app): State<Arc<App>>,
    Extension(way): Extension<Way>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    check_origin(&Method::POST, &headers, &way)?;
    let params: LoginParams = body::json(&headers, body, LOGIN_LIMIT).await?;
    let cookie: HeaderValue = app.gate.login(params, &way).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// `POST /api/call`
pub(crate) async fn call(
    State(app): State<Arc<App>>,
    Extension(way): Extension<Way>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Reply>, Refusal> {
    check_origin(&Method::POST, &headers, &way)?;
    let known = app.gate.is_known(&headers, &way)?;
    if !known && !app.gate.reads_are_open() {
        return Err(app.gate.refusal());
    }
    let params: CallParams = body::json(&headers, body, LIMIT).await?;
    // Whoever is not known looks at sessions; files of the machine, the token's own among them, are not read.
    if !known
        && (params.command.changes() || matches!(params.command, Command::FileRead(_)) || names_folder(&app, &params))
    {
        return Err(app.gate.refusal());
    }
    let reach = Reach::new(&app, known);
    reach.check_command(&params).await?;
    let mut reply = app.workspaces.call(params).await?;
    reach.fit_reply(&mut reply)?;
    Ok(Json(reply))
}

/// `POST /api/submit`
pub(crate) async fn submit(
    State(app): State<Arc<App>>,
    Extension(way): Extension<Way>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<()>, Refusal> {
    check_origin(&Method::POST, &headers, &way)?;
    if !app.gate.is_known(&headers, &way)? {
        return Err(app.gate.refusal());
    }
    let params: SubmitParams = body::json(&headers, body, LIMIT).await?;
    check_op(&app, &params.op)?;
    app.workspaces.submit(params)?;
    Ok(Json(()))
}
