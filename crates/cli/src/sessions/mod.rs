//! `reasonix sessions`: what there is, and what happened in one.

mod transcript;

use crate::{
    args::SessionsCommand,
    exit::Exit,
    launch::{launch_here, warn},
    output::{fail, problem_json, write_json, write_out},
    run::in_runtime,
    table::{pad, widths},
    terminal::Style,
    texts::Texts,
};
use reasonix_protocol::{
    Command, Problem, Reply,
    command::{
        SessionSummary, SessionsListParams, SessionsListReply, SessionsShowParams, SessionsShowReply, UnreadableSession,
    },
};
use reasonix_stdx::{clock::local_minute, text::visible};
use serde_json::{Value, json};

/// Runs the command.
pub(crate) fn sessions(command: SessionsCommand, texts: Texts) -> Exit {
    let (command, as_json) = match command {
        SessionsCommand::List { all, json } => {
            (Command::SessionsList(SessionsListParams { all_workspaces: all, archived: true }), json)
        }
        SessionsCommand::Show { session, json } => (Command::SessionsShow(SessionsShowParams { query: session }), json),
    };
    let (client, texts) = match launch_here(as_json, texts) {
        Ok(launched) => launched,
        Err(exit) => return exit,
    };
    in_runtime(texts, async {
        let all = matches!(&command, Command::SessionsList(params) if params.all_workspaces);
        match client.call(command).await {
            Ok(Reply::SessionsList(reply)) if as_json => list_json(&reply, texts),
            Ok(Reply::SessionsList(reply)) => list(&reply, all, texts),
            Ok(Reply::SessionsShow(reply)) if as_json => show_json(&reply),
            Ok(Reply::SessionsShow(reply)) => write_out(&transcript::render(&reply, Style::of_stdout(), texts)),
            Ok(_) => return fail(&Problem::new("reply_unexpected"), as_json, texts),
            Err(problem) => return fail(&problem, as_json, texts),
        }
        Exit::Success
    })
}

fn list_json(reply: &SessionsListReply, texts: Texts) {
    let unreadable: Vec<Value> = reply
        .unreadable
        .iter()
        .map(|session| json!({ "path": session.path, "error": problem_json(&session.problem, texts) }))
        .collect();
    write_json(json!({ "sessions": reply.sessions, "unreadable": unreadable }));
}

fn show_json(reply: &SessionsShowReply) {
    write_json(json!({
        "session": reply.summary,
        "settings": reply.settings,
        "usage": reply.usage,
        "journal": reply.journal,
        "events": reply.events,
    }));
}

fn list(reply: &SessionsListReply, all: bool, texts: Texts) {
    for UnreadableSession { problem, .. } in &reply.unreadable {
        warn(problem, texts);
    }
    if reply.sessions.is_empty() {
        let key = if all { "sessions.none_anywhere" } else { "sessions.none" };
        eprintln!("{}", texts.get(key, &[]));
        return;
    }
    let Style { dim, yellow, reset, .. } = Style::of_stdout();
    let heading = |name: &str| texts.get(&format!("sessions.column.{name}"), &[]);
    let heads = ["id", "changed", "turns", "model", "folder", "title"].map(heading);
    let rows: Vec<[String; 6]> = std::iter::once(heads).chain(reply.sessions.iter().map(cells)).collect();
    let widths = widths(&rows);
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let [id, changed, turns, model, folder, title] = row;
        let [id_width, changed_width, turns_width, model_width, folder_width, _] = widths;
        let mut line = format!(
            "{}  {}  {}  {}  ",
            pad(id, id_width),
            pad(changed, changed_width),
            pad(turns, turns_width),
            pad(model, model_width),
        );
        if all {
            line.push_str(&format!("{}  ", pad(folder, folder_width)));
        }
        line.push_str(title);
        let session = number.checked_sub(1).and_then(|index| reply.sessions.get(index));
        match session {
            None => text.push_str(&format!("{dim}{line}{reset}\n")),
            Some(session) if session.in_use => {
                let note = texts.get("sessions.in_use", &[]);
                text.push_str(&format!("{line}  {yellow}{note}{reset}\n"));
            }
            Some(_) => text.push_str(&format!("{line}\n")),
        }
    }
    write_out(&text);
}

fn cells(session: &SessionSummary) -> [String; 6] {
    let shown = |text: &str| visible(text).into_owned();
    [
        shown(&session.id.0),
        local_minute(session.changed_at),
        session.turns.to_string(),
        shown(&session.model),
        shown(&session.workspace),
        shown(&session.title),
    ]
}
