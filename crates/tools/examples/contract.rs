//! Prints the built-in tools for `cargo xtask codegen`: `contract model` is exactly what a model is offered, `contract
//! people` adds what the page for people tells of each.

#![expect(clippy::print_stdout, reason = "a program that prints")]

use reasonix_exec::{Shell, ShellKind};
use reasonix_tool::Tool;
use reasonix_tools::{BashSettings, OtherNames, ProxyUse, Unreadable, WebSettings, builtin, contract};
use serde_json::{Value, json};
use std::{process::ExitCode, sync::Arc};

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("model") => println!("{:#}", contract()),
        Some("people") => println!("{:#}", for_people()),
        _ => return ExitCode::from(2),
    }
    ExitCode::SUCCESS
}

fn for_people() -> Value {
    let shell = Shell { kind: ShellKind::Bash, path: "bash".into() };
    let bash = BashSettings::unconfined(Some(shell));
    let shown = |tool: &Arc<dyn Tool>| {
        let spec = tool.spec();
        json!({
            "name": spec.name,
            "family": format!("{:?}", spec.family),
            "read_only": spec.read_only,
            "description": spec.description,
            "schema": spec.schema,
        })
    };
    builtin(bash, WebSettings::public(ProxyUse::Off), &Unreadable::none(), &OtherNames::unjudged())
        .iter()
        .map(shown)
        .collect()
}
