//! `reasonix config`: what holds and why, where the files lie, and changing a value.

use crate::{
    args::ConfigCommand,
    exit::Exit,
    launch::{complain, launch_anyway, warn},
    output::{fail, problem_json, write_json, write_out},
    run::in_runtime,
    table::{pad, widths},
    terminal::Style,
    texts::Texts,
};
use reasonix_protocol::{
    Command, Problem, Reply,
    command::{
        ConfigChangedReply, ConfigLayer, ConfigLocationsReply, ConfigSetParams, ConfigShowReply, ConfigUnsetParams,
        ConfigValue, ValueOrigin,
    },
};
use reasonix_stdx::text::{one_line, visible};
use serde_json::{Value, json};

/// Characters of a value in a line.
const VALUE_CHARS: usize = 60;

/// Runs the command.
pub(crate) fn config(command: ConfigCommand, texts: Texts) -> Exit {
    let (command, as_json) = match command {
        ConfigCommand::Show { json } => (Command::ConfigShow, json),
        ConfigCommand::Path { json } => (Command::ConfigLocations, json),
        ConfigCommand::Set { key, value, local } => {
            (Command::ConfigSet(ConfigSetParams { key, value, layer: layer(local) }), false)
        }
        ConfigCommand::Unset { key, local } => {
            (Command::ConfigUnset(ConfigUnsetParams { key, layer: layer(local) }), false)
        }
    };
    let (client, texts) = match launch_anyway(texts) {
        Ok(launched) => launched,
        Err(problems) => {
            for problem in &problems {
                fail(problem, as_json, texts);
            }
            return Exit::Failure;
        }
    };
    in_runtime(texts, async {
        match client.call(command).await {
            Ok(Reply::ConfigShow(reply)) => show(&reply, as_json, texts),
            Ok(Reply::ConfigLocations(reply)) => locations(&reply, as_json, texts),
            Ok(Reply::ConfigChanged(reply)) => changed(&reply, texts),
            Ok(_) => fail(&Problem::new("reply_unexpected"), as_json, texts),
            Err(problem) => fail(&problem, as_json, texts),
        }
    })
}

const fn layer(local: bool) -> ConfigLayer {
    if local { ConfigLayer::Project } else { ConfigLayer::User }
}

fn show(reply: &ConfigShowReply, as_json: bool, texts: Texts) -> Exit {
    if as_json {
        let problems =
            |list: &[Problem]| list.iter().map(|problem| problem_json(problem, texts)).collect::<Vec<Value>>();
        write_json(json!({
            "values": reply.values,
            "errors": problems(&reply.errors),
            "warnings": problems(&reply.warnings),
        }));
    } else {
        reply.errors.iter().for_each(|problem| complain(problem, texts));
        reply.warnings.iter().for_each(|problem| warn(problem, texts));
        write_out(&table(&reply.values, texts));
    }
    if reply.errors.is_empty() { Exit::Success } else { Exit::Failure }
}

fn table(values: &[ConfigValue], texts: Texts) -> String {
    let Style { dim, bold, reset, .. } = Style::of_stdout();
    let row = |value: &ConfigValue| {
        [visible(&value.key).into_owned(), value_text(value, texts), origin_text(&value.origin, texts)]
    };
    let rows: Vec<[String; 3]> = values.iter().map(row).collect();
    let [key_width, value_width, _] = widths(&rows);
    let mut text = String::new();
    for (value, [key, shown, origin]) in values.iter().zip(&rows) {
        let strong = if value.origin == ValueOrigin::Default { "" } else { bold };
        let (key, shown) = (pad(key, key_width), pad(shown, value_width));
        text.push_str(&format!("{strong}{key}  {shown}{reset}  {dim}{origin}{reset}\n"));
    }
    text
}

fn value_text(value: &ConfigValue, texts: Texts) -> String {
    match &value.toml {
        Some(toml) => visible(&one_line(toml, VALUE_CHARS)).into_owned(),
        None => texts.get("config.unset", &[]),
    }
}

/// Where a value comes from: `file:line`, or the word for what is no file.
pub(crate) fn origin_text(origin: &ValueOrigin, texts: Texts) -> String {
    match origin {
        ValueOrigin::Default => texts.get("config.origin.default", &[]),
        ValueOrigin::Flag => texts.get("config.origin.flag", &[]),
        ValueOrigin::Project { file, line } | ValueOrigin::User { file, line } => format!("{file}:{line}"),
    }
}

fn locations(reply: &ConfigLocationsReply, as_json: bool, texts: Texts) -> Exit {
    if as_json {
        write_json(json!({ "locations": reply.locations }));
        return Exit::Success;
    }
    let Style { dim, reset, .. } = Style::of_stdout();
    let title = |name: &str| [texts.get(&format!("location.{name}"), &[])];
    let titles: Vec<[String; 1]> = reply.locations.iter().map(|location| title(&location.name)).collect();
    let [width] = widths(&titles);
    let mut text = String::new();
    for (location, [title]) in reply.locations.iter().zip(&titles) {
        let absent = if location.exists { String::new() } else { texts.get("location.absent", &[]) };
        let line = format!("{}  {}  {dim}{absent}{reset}", pad(title, width), location.path);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    write_out(&text);
    Exit::Success
}

/// Tells what holds now and where it stands, or that nothing was to be done.
fn changed(reply: &ConfigChangedReply, texts: Texts) -> Exit {
    let now = &reply.now;
    let value = value_text(now, texts);
    let origin = origin_text(&now.origin, texts);
    let params = [("key", now.key.as_str()), ("value", &value), ("origin", &origin), ("file", &reply.file)];
    let key = if reply.changed { "config.changed" } else { "config.unchanged" };
    write_out(&format!("{}\n", texts.get(key, &params)));
    let outranked = match &now.origin {
        ValueOrigin::Project { file, .. } | ValueOrigin::User { file, .. } => *file != reply.file,
        ValueOrigin::Flag => true,
        ValueOrigin::Default => false,
    };
    if outranked {
        let problem = Problem::new("value_outranked").with("key", &now.key).with("origin", &origin);
        warn(&problem, texts);
    }
    Exit::Success
}
