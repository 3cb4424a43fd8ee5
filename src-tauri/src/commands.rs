//! The four commands of the page. They hand on to the controller and know nothing of what goes through them; an error is
//! a [`Problem`], which the page shows in its own words.

use crate::subscriptions::Subscriptions;
use reasonix_controller::Workspaces;
use reasonix_protocol::{CallParams, Problem, Reply, SubmitParams, SubscribeParams, Update};
use tauri::{State, ipc::Channel};

/// Answers a command.
#[tauri::command]
pub(crate) async fn call(workspaces: State<'_, Workspaces>, params: CallParams) -> Result<Reply, Problem> {
    workspaces.call(params).await
}

/// Sends an op to an open session.
#[tauri::command]
pub(crate) async fn submit(workspaces: State<'_, Workspaces>, params: SubmitParams) -> Result<(), Problem> {
    workspaces.submit(params)
}

/// Begins to send updates through the channel; gives the number to end it by.
#[tauri::command]
pub(crate) async fn subscribe(
    workspaces: State<'_, Workspaces>,
    subscriptions: State<'_, Subscriptions>,
    params: SubscribeParams,
    channel: Channel<Vec<Update>>,
) -> Result<u32, Problem> {
    let updates = workspaces.subscribe(params).await?;
    Ok(subscriptions.begin(updates, channel))
}

/// Ends a subscription; one that has ended already is fine too.
#[tauri::command]
pub(crate) async fn unsubscribe(subscriptions: State<'_, Subscriptions>, id: u32) -> Result<(), Problem> {
    subscriptions.end(id);
    Ok(())
}
