//! What the model reads when a call is refused: the reason and what to do instead, so that it does not try blindly
//! again.

use reasonix_protocol::Problem;

/// The text for a refusal code. An unknown code still gives a readable line.
pub(crate) fn refusal_text(reason: &Problem) -> String {
    let param = |name: &str| reason.params.get(name).map_or("", String::as_str);
    match reason.code.as_str() {
        "denied_nobody_to_ask" if param("because").starts_with("asks_write_access") => format!(
            "Not run: {} lies outside the folders this session may write, and nobody can be asked to open it. Write \
             inside the workspace instead, or tell the user to add the folder with --add-dir or sandbox.allow_write.",
            param("path")
        ),
        code if code.starts_with("denied_folder_") => format!(
            "Not run: {} is never opened for writing{}. Name the one folder that must be written, or go on without it.",
            param("path"),
            match code {
                "denied_folder_root" => ": it is the whole file system",
                "denied_folder_own" => ": the program's own records are in it",
                "denied_folder_protected" => ": it holds secrets, or what other programs obey",
                _ => ", because that name may mean another folder",
            }
        ),
        "denied_nobody_to_ask" if param("because").starts_with("asks_outside_write") => format!(
            "Not run: {} lies outside the folders this session may write, and nobody can be asked. Write inside the \
             workspace instead, or tell the user to add the folder with --add-dir or sandbox.allow_write.",
            param("path")
        ),
        "denied_nobody_to_ask" => {
            "Not run: this call needs the user's approval, and this run has nobody who could give it. \
             Do not send it again. Go on with what needs no approval, or finish and say what is left to do."
                .to_owned()
        }
        "denied_posture" => "Not run: the user has set this session to deny every call that would need approval. \
             Do not send it again. Go on with reading tools, or finish and say what is left to do."
            .to_owned(),
        "denied_rule" => format!(
            "Not run: a rule of the user denies it (`{}` matches `{}`). No other wording or way around is allowed either; \
             go on without it.",
            param("rule"),
            param("on")
        ),
        "denied_no_denial" => format!(
            "Not run: {} is not open; each denial is good for one retry. Send the command without unsandboxed_retry_of: if \
             the sandbox makes it fail, the result names a new one.",
            param("name")
        ),
        "denied_other_command" => format!(
            "Not run: {} is of another command. Send exactly the command that failed, or this one without \
             unsandboxed_retry_of.",
            param("name")
        ),
        "denied_state" => {
            format!("Not run: {} belongs to the program's own records, which no call may change.", param("path"))
        }
        "denied_holds_state" => {
            format!("Not run: {} holds the program's own records, which no call may change.", param("path"))
        }
        "denied_path_changed" => format!(
            "Not run: {} leads somewhere else than when the call was decided. Look again before you send it anew.",
            param("path")
        ),
        code if code.starts_with("plan_") => "Not run: a plan is being made, and nothing is changed before the user \
             approves it. Look around with reading tools and read-only commands, and put this step into the plan."
            .to_owned(),
        "denied_forbidden_path" => format!(
            "Not run: the user's settings forbid access to {}. Do not look for another way to it; go on without it.",
            param("path")
        ),
        "denied_by_user" if param("message").is_empty() => {
            "Not run: the user declined this call. Do not send it again; \
             choose another way or ask what they would prefer."
                .to_owned()
        }
        "denied_by_user" => format!("Not run: the user declined this call and said: {}", param("message")),
        "questions_dismissed" => {
            "The user dismissed the questions without answering. Stop and wait for them.".to_owned()
        }
        code => format!("Not run: refused by policy ({code}). Do not send it again."),
    }
}
