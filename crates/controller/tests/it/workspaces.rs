//! The list of workspaces, folders, the tour, and what the program says of itself.

use crate::support::Place;
use reasonix_protocol::{
    Answer, Body, Command, Op, Reply, Signal, TurnEnd, Update,
    command::{AboutReply, Exposure, ModelsReply, SessionChoice, SessionOpenParams, WorkspaceParams, WorkspaceSummary},
};
use reasonix_testkit::{Turn, Workspace};
use std::path::Path;

async fn list(process: &crate::support::Process) -> Vec<WorkspaceSummary> {
    match process.call(Command::Workspaces).await.unwrap() {
        Reply::Workspaces(reply) => reply.workspaces,
        other => panic!("{other:?}"),
    }
}

fn folder(path: &Path) -> WorkspaceParams {
    WorkspaceParams { path: path.display().to_string() }
}

fn paths(list: &[WorkspaceSummary]) -> Vec<&str> {
    list.iter().map(|workspace| workspace.path.as_str()).collect()
}

#[tokio::test]
async fn the_program_tells_what_it_is() {
    let place = Place::new([Turn::text("x")]);
    let process = place.start();
    let Reply::About(about) = process.call(Command::About).await.unwrap() else { panic!("not about") };
    let expected = AboutReply {
        version: env!("CARGO_PKG_VERSION").into(),
        platform: std::env::consts::OS.into(),
        home: Some(place.home.path().display().to_string()),
        workspace: place.project_path(),
        language: "en".into(),
        exposed: vec![Exposure::Posture, Exposure::Settings, Exposure::Providers, Exposure::Workspaces],
    };
    assert_eq!(about, expected);
}

#[tokio::test]
async fn folders_are_listed_opened_and_forgotten() {
    let place = Place::new([Turn::text("x")]);
    let other = Workspace::empty().with_git();
    let process = place.start();
    assert_eq!(paths(&list(&process).await), [place.project_path()]);

    let mut signals = process.signals().await;
    let opened = process.call(Command::WorkspaceOpen(folder(other.path()))).await.unwrap();
    let Reply::WorkspaceOpened(opened) = opened else { panic!("{opened:?}") };
    assert_eq!((opened.branch.as_deref(), opened.exists, opened.is_tour), (Some("main"), true, false));
    signals.signal(|signal| matches!(signal, Signal::WorkspacesChanged).then_some(())).await;

    // Another process sees it; a session brings its folder in by itself.
    let process = place.start();
    process.open_new().await;
    assert_eq!(paths(&list(&process).await), [place.project_path(), other.path().display().to_string()]);

    process.call(Command::WorkspaceForget(folder(other.path()))).await.unwrap();
    assert_eq!(paths(&list(&process).await), [place.project_path()]);
    assert_eq!(process.refusal(Command::WorkspaceOpen(folder(&other.join("nowhere")))).await, "folder_unusable");
    assert_eq!(
        process.refusal(Command::WorkspaceOpen(WorkspaceParams { path: "sub".into() })).await,
        "folder_unusable"
    );
}

#[tokio::test]
async fn a_broken_list_is_begun_anew() {
    let place = Place::new([Turn::text("x")]);
    place.home.write("workspaces.json", "{ nothing");
    let process = place.start();
    assert_eq!(paths(&list(&process).await), [place.project_path()]);
    process.call(Command::WorkspaceOpen(folder(place.project.path()))).await.unwrap();
    assert!(place.home.read("workspaces.json").contains(&place.project_path()));
}

#[tokio::test]
async fn a_vanished_folder_stays_in_the_list_and_says_so() {
    let place = Place::new([Turn::text("hello")]);
    let other = Workspace::empty();
    let path = other.path().display().to_string();
    let process = place.start();
    let params = SessionOpenParams { which: SessionChoice::New, model: None, posture: None };
    let opened = process.call_in(&path, Command::SessionOpen(params)).await.unwrap();
    let Reply::SessionOpened(opened) = opened else { panic!("{opened:?}") };
    assert_eq!(opened.workspace, path);
    process.0.close().await;
    drop(other);

    let process = place.start();
    let listed = list(&process).await;
    let gone = listed.iter().find(|workspace| workspace.path == path).unwrap();
    assert!(!gone.exists);
    let session = SessionChoice::Existing { session: opened.session };
    assert_eq!(process.open(session).await.unwrap_err().code, "session_workspace_gone");
}

#[tokio::test]
async fn folders_in_a_folder() {
    let place = Place::new([Turn::text("x")]);
    for file in ["b/x", "A/x", ".hidden/x", "file"] {
        place.project.write(file, "");
    }
    let process = place.start();
    let reply = process.call(Command::FolderList(folder(place.project.path()))).await.unwrap();
    let Reply::FolderList(reply) = reply else { panic!("{reply:?}") };
    assert_eq!(reply.folders, ["A", "b"]);
    assert_eq!(reply.parent, place.project.path().parent().map(|parent| parent.display().to_string()));
    let home = process.call(Command::FolderList(WorkspaceParams { path: "~/".into() })).await.unwrap();
    let Reply::FolderList(home) = home else { panic!("{home:?}") };
    assert_eq!(home.path, place.home.path().display().to_string());
    assert_eq!(process.refusal(Command::FolderList(folder(&place.project.join("no")))).await, "folder_unusable");
}

#[tokio::test]
async fn models_are_the_configured_ones() {
    let place = Place::new([Turn::text("x")]);
    place.home.write(
        "config.toml",
        "default_model = \"b\"\n[[providers]]\nname = \"a\"\nkind = \"openai\"\nbase_url = \"http://127.0.0.1:1/v1\"\n\
         models = [\"m\", \"n\"]\napi_key_env = \"A_KEY\"\ncontext_window = 1000\n\
         [[providers]]\nname = \"b\"\nkind = \"openai\"\nbase_url = \"http://127.0.0.1:1/v1\"\nmodel = \"o\"\n",
    );
    let Reply::Models(ModelsReply { models, default_model, .. }) = place.start().call(Command::Models).await.unwrap()
    else {
        panic!("not models")
    };
    let shown: Vec<_> = models
        .iter()
        .map(|model| (model.reference.as_str(), model.context_window, model.missing_key.as_deref()))
        .collect();
    assert_eq!(shown, [("a/m", Some(1000), Some("A_KEY")), ("a/n", Some(1000), Some("A_KEY")), ("b/o", None, None)]);
    assert_eq!(default_model.as_deref(), Some("b/o"));
}

#[tokio::test]
async fn the_tour_does_a_real_task_and_leaves_nothing_behind() {
    let place = Place::new([Turn::text("x")]);
    let process = place.start();
    let Reply::SessionOpened(tour) = process.call(Command::TourStart).await.unwrap() else { panic!("no tour") };
    let listed = list(&process).await;
    assert!(listed.iter().any(|workspace| workspace.path == tour.workspace && workspace.is_tour));
    // The tour's model is nobody else's.
    let Reply::Models(models) = process.call(Command::Models).await.unwrap() else { panic!("no models") };
    assert_eq!(models.default_model.as_deref(), Some("test/scripted"));
    let Reply::Models(models) = process.call_in(&tour.workspace, Command::Models).await.unwrap() else {
        panic!("no models")
    };
    assert_eq!(models.default_model.as_deref(), Some("demo/script"));

    let mut watching = process.watch(&tour.session).await;
    process.say(&tour.session, "mend it");
    let mut waits = 0;
    let end = loop {
        let Update::Event(event) = watching.next().await else { continue };
        match event.body {
            Body::WaitOpened { wait } => {
                waits += 1;
                process.submit(&tour.session, Op::Resolve { wait: wait.id, answer: Answer::Once });
            }
            Body::TurnEnded { end } => break end == TurnEnd::Completed,
            _ => {}
        }
    };
    assert!(end && waits >= 2, "{waits}");
    assert!(std::fs::read_to_string(Path::new(&tour.workspace).join("convert.sh")).unwrap().contains("+ 32"));
    assert!(process.sessions(true, true).await.iter().all(|session| session.id != tour.session));
    assert!(!place.home.has("sessions"));

    let base = Path::new(&tour.workspace).parent().unwrap().to_path_buf();
    process.call(Command::WorkspaceForget(folder(Path::new(&tour.workspace)))).await.unwrap();
    assert!(!base.exists());
    assert!(list(&process).await.iter().all(|workspace| !workspace.is_tour));
}

#[tokio::test]
async fn the_folder_it_was_started_in_may_vanish() {
    let place = Place::new([Turn::text("hello")]);
    let other = Workspace::empty();
    let process = place.start();
    std::fs::remove_dir_all(place.project.path()).unwrap();
    let Reply::About(about) = process.call(Command::About).await.unwrap() else { panic!("not about") };
    assert_eq!(about.workspace, place.project_path());
    assert!(list(&process).await.iter().all(|workspace| !workspace.exists));
    process.call_in(&other.path().display().to_string(), Command::Models).await.unwrap();
}
