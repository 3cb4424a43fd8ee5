//! Jobs across sessions and processes.

use crate::support::{Place, said};
use reasonix_protocol::{
    Body, Command, JobEnd, Op, Reply, Update,
    command::{JobSummary, JobsListParams, SessionChoice},
};
use reasonix_testkit::{Call, Turn};
use serde_json::json;

async fn running(process: &crate::support::Process) -> Vec<JobSummary> {
    match process.call(Command::JobsList(JobsListParams::default())).await.unwrap() {
        Reply::JobsList(reply) => reply.jobs,
        other => panic!("{other:?}"),
    }
}

/// Opening a copy tidies up behind a process that died; the one that it was copied from is alive and keeps its jobs.
#[tokio::test]
async fn a_copy_leaves_the_jobs_to_the_session_it_was_copied_from() {
    let start = Call::new("bash", json!({"command": "sleep 63.1", "run_in_background": true}));
    let place = Place::new([Turn::calls([start]), Turn::text("started"), Turn::text("in the copy")]);
    place.home.write("config.toml", format!("{}[permissions]\nmode = \"allow\"\n", Place::config(&place.server)));
    let (first, second) = (place.start(), place.start());
    let session = first.open_new().await;
    first.turn(&session, "start it").await;
    assert_eq!(running(&second).await.len(), 1, "another process sees it");

    let copy = second.open(SessionChoice::CopyOf { session: session.clone() }).await.unwrap().session;
    assert_eq!(said(&second.turn(&copy, "and here?").await), "in the copy");
    let told = place.server.requests()[2].last_user_text();
    assert!(told.contains("bash-1") && told.contains("goes on in the session"), "{told}");
    let jobs = running(&second).await;
    assert_eq!(jobs.iter().map(|job| &job.session).collect::<Vec<_>>(), [&session]);

    let mut watching = first.watch(&session).await;
    watching.caught_up().await;
    first.submit(&session, Op::StopJob { job: jobs[0].job.clone() });
    let end = watching
        .find(|update| match update {
            Update::Event(event) => match &event.body {
                Body::JobEnded { end, .. } => Some(end.clone()),
                _ => None,
            },
            _ => None,
        })
        .await;
    assert!(matches!(end, JobEnd::Stopped { .. }), "it ran until now: {end:?}");
    first.submit(&session, Op::StopJob { job: jobs[0].job.clone() });
    watching.find(|update| matches!(update, Update::Live(live) if matches!(&live.body, reasonix_protocol::LiveBody::OpRefused { problem } if problem.code == "job_not_running")).then_some(())).await;
    first.0.close().await;
    second.0.close().await;
}
