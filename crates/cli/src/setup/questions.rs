//! A set-up with somebody to ask: first the vendor, then whatever is still open about it.

use super::{
    Stop, endpoint,
    known::Known,
    models::{Choice, choose, words},
    plan::{Plan, check_name, check_url, is_local},
    prompt,
};
use crate::{
    args::SetupArgs,
    launch::{complain, warn},
    terminal::Style,
    texts::Texts,
};
use reasonix_controller::Client;
use reasonix_protocol::{
    Command, Problem, Reply,
    command::{LocalServer, ProviderEntry, ProviderPreset, Wire},
};

/// Models that are listed without being asked for.
const MODELS_SHOWN: usize = 40;

/// Everything that will be written.
pub(super) async fn plan(client: &Client, args: &SetupArgs, known: &Known, texts: Texts) -> Result<Plan, Stop> {
    prompt::end_on_interrupt(texts);
    eprintln!("{}", texts.get("setup.intro", &[]));
    let (mut plan, mut open) = match Plan::of_flags(args, known)? {
        Some(plan) => {
            let asks_key = plan.key.is_none() && !has_key(&plan, known) && !is_keyless(&plan);
            (plan, Open { address: None, name: false, kind: false, key: asks_key })
        }
        None => choose_vendor(client, args, known, texts).await?,
    };
    let listed = loop {
        ask_address(&mut plan, &mut open, texts)?;
        if open.key {
            ask_key(&mut plan, known, texts)?;
        }
        if args.no_test {
            break None;
        }
        match endpoint::ask(client, &plan, texts).await {
            Ok(listed) => break listed,
            Err(problem) => {
                complain(&problem, texts);
                if !try_again(texts)? {
                    break None;
                }
                open = Open { address: Some(Vec::new()), name: false, kind: false, key: true };
            }
        }
    };
    if args.model.is_empty() {
        plan.entry.models = ask_models(&plan, listed.as_deref(), texts)?;
    }
    plan.keep_default_alive(known);
    ask_default(&mut plan, known, texts)?;
    Ok(plan)
}

/// What is still to be asked about the endpoint.
struct Open {
    /// The address, with others to choose from.
    address: Option<Vec<String>>,
    name: bool,
    kind: bool,
    key: bool,
}

enum Vendor {
    Preset(ProviderPreset),
    Local(LocalServer),
    Own(ProviderEntry),
    Other,
}

async fn choose_vendor(client: &Client, args: &SetupArgs, known: &Known, texts: Texts) -> Result<(Plan, Open), Stop> {
    let servers = match client.call(Command::LocalServers).await {
        Ok(Reply::LocalServers(reply)) => reply.servers,
        _ => Vec::new(),
    };
    let is_new = |preset: &&ProviderPreset| known.own_named(&preset.entry.name).is_none();
    let mut vendors: Vec<Vendor> = known.presets.iter().filter(is_new).cloned().map(Vendor::Preset).collect();
    vendors.extend(servers.into_iter().map(Vendor::Local));
    vendors.push(Vendor::Other);
    vendors.extend(known.own().cloned().map(Vendor::Own));
    eprintln!();
    for (number, vendor) in (1..).zip(&vendors) {
        eprintln!("  {number:>2}. {}", vendor_line(vendor, texts));
    }
    eprintln!();
    let chosen = prompt::number(&texts.get("setup.ask_vendor", &[]), vendors.len(), texts)?;
    if chosen >= vendors.len() {
        return Err(Stop::Quit);
    }
    let mut plan_and_open = match vendors.swap_remove(chosen) {
        Vendor::Preset(preset) => {
            let open = Open { address: Some(preset.other_base_urls), name: false, kind: false, key: true };
            (Plan::new(preset.entry, false), open)
        }
        Vendor::Local(server) => {
            let open = Open { address: None, name: false, kind: false, key: false };
            (Plan::of_server(&server, known), open)
        }
        Vendor::Own(entry) => {
            let open = Open { address: entry.base_url.is_some().then(Vec::new), name: false, kind: false, key: true };
            (Plan::new(entry, true), open)
        }
        Vendor::Other => {
            let open = Open { address: Some(Vec::new()), name: true, kind: true, key: true };
            (Plan::blank(String::new(), String::new()), open)
        }
    };
    let (plan, open) = &mut plan_and_open;
    if let Some(name) = &args.name {
        plan.entry.name.clone_from(name);
        open.name = false;
    }
    if let Some(kind) = args.kind {
        plan.entry.kind = super::plan::wire(kind);
        open.kind = false;
    }
    if let Some(variable) = &args.api_key_env {
        plan.entry.api_key_env = Some(variable.clone());
    }
    if !args.model.is_empty() {
        plan.entry.models.clone_from(&args.model);
    }
    plan.make_default = args.default;
    Ok(plan_and_open)
}

fn vendor_line(vendor: &Vendor, texts: Texts) -> String {
    let Style { dim, reset, .. } = Style::of_stderr();
    match vendor {
        Vendor::Preset(preset) => preset.title.clone(),
        Vendor::Local(server) => {
            let note = texts.get("setup.vendor_local", &[("address", &server.base_url)]);
            format!("{} {dim}{note}{reset}", server.name)
        }
        Vendor::Own(entry) => {
            let note = entry.base_url.clone().unwrap_or_default();
            format!("{} {dim}{note}{reset}", texts.get("setup.vendor_own", &[("name", &entry.name)]))
        }
        Vendor::Other => texts.get("setup.vendor_other", &[]),
    }
}

fn ask_address(plan: &mut Plan, open: &mut Open, texts: Texts) -> Result<(), Stop> {
    if let Some(others) = open.address.take() {
        let current = plan.entry.base_url.clone().filter(|url| !url.is_empty());
        for (number, url) in (1..).zip(current.iter().chain(&others)).filter(|_| !others.is_empty()) {
            eprintln!("  {number}. {url}");
        }
        let key = if others.is_empty() { "setup.ask_address" } else { "setup.ask_address_or_number" };
        let url = prompt::line_until(&texts.get(key, &[]), current.as_deref(), texts, |typed| {
            let by_number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let chosen = by_number.and_then(|index| current.iter().chain(&others).nth(index));
            let url = chosen.map_or(typed, String::as_str);
            check_url(url).map(|()| url.to_owned())
        })?;
        plan.move_to(&url);
    }
    if std::mem::take(&mut open.kind) {
        let kinds = [Wire::OpenAi, Wire::Anthropic];
        eprintln!("  1. openai     {}", texts.get("setup.kind_openai", &[]));
        eprintln!("  2. anthropic  {}", texts.get("setup.kind_anthropic", &[]));
        let chosen = prompt::number(&texts.get("setup.ask_kind", &[]), kinds.len(), texts)?;
        plan.entry.kind = kinds.get(chosen).copied().unwrap_or(Wire::OpenAi);
    }
    if std::mem::take(&mut open.name) {
        let suggested = super::plan::name_of(plan.entry.base_url.as_deref().unwrap_or_default());
        let accept = |typed: &str| check_name(typed).map(|()| typed.to_owned());
        plan.entry.name = prompt::line_until(&texts.get("setup.ask_name", &[]), Some(&suggested), texts, accept)?;
    }
    Ok(())
}

fn ask_key(plan: &mut Plan, known: &Known, texts: Texts) -> Result<(), Stop> {
    let variable = plan.entry.api_key_env.clone().unwrap_or_default();
    let key = if has_key(plan, known) {
        "setup.ask_key_or_keep"
    } else if plan.entry.api_key_env.is_some() {
        "setup.ask_key"
    } else {
        "setup.ask_key_or_none"
    };
    let question = texts.get(key, &[("variable", &variable)]);
    plan.key = loop {
        match prompt::hidden(&question)? {
            None if key == "setup.ask_key" => complain(&Problem::new("setup_key_empty"), texts),
            typed => break typed,
        }
    };
    plan.name_key();
    Ok(())
}

fn has_key(plan: &Plan, known: &Known) -> bool {
    plan.entry.api_key_env.as_ref().is_some_and(|name| known.has_key(name))
}

fn is_keyless(plan: &Plan) -> bool {
    plan.entry.api_key_env.is_none() && plan.entry.base_url.as_deref().is_some_and(is_local)
}

/// After a failed test: ask again, go on as it is, or quit.
fn try_again(texts: Texts) -> Result<bool, Stop> {
    let question = texts.get("setup.ask_after_failure", &[]);
    let answer = prompt::line_until(&question, Some("r"), texts, |typed| match typed.to_lowercase().as_str() {
        "r" => Ok(Some(true)),
        "c" => Ok(Some(false)),
        "q" => Ok(None),
        _ => Err(Problem::new("setup_after_failure")),
    })?;
    answer.ok_or(Stop::Quit)
}

fn ask_models(plan: &Plan, listed: Option<&[String]>, texts: Texts) -> Result<Vec<String>, Stop> {
    let listed = listed.unwrap_or_default();
    show_models(listed, 0..listed.len().min(MODELS_SHOWN));
    if listed.len() > MODELS_SHOWN {
        let left_out = (listed.len() - MODELS_SHOWN).to_string();
        eprintln!("      {}", texts.get("setup.more_models", &[("count", &left_out)]));
    }
    let present = plan.entry.models.join(", ");
    let default = match (present.is_empty(), listed.is_empty()) {
        (false, _) => Some(present.as_str()),
        (true, false) => Some("1"),
        (true, true) => None,
    };
    let key = if listed.is_empty() { "setup.ask_models_by_name" } else { "setup.ask_models" };
    loop {
        let typed = prompt::line(&texts.get(key, &[]), default)?;
        if let Some(models) = understood(&typed, listed, texts) {
            return Ok(models);
        }
    }
}

/// The models that were typed; `None` after telling what cannot be understood.
fn understood(typed: &str, listed: &[String], texts: Texts) -> Option<Vec<String>> {
    let mut models: Vec<String> = Vec::new();
    for word in words(typed) {
        let model = match choose(word, listed) {
            Choice::Model(model) => model,
            Choice::Unlisted(model) => {
                if !listed.is_empty() {
                    warn(&Problem::new("setup_model_unlisted").with("model", &model), texts);
                }
                model
            }
            Choice::Several(like) => {
                complain(&Problem::new("setup_model_ambiguous").with("word", word), texts);
                show_models(listed, like.into_iter().take(MODELS_SHOWN));
                return None;
            }
        };
        if !models.contains(&model) {
            models.push(model);
        }
    }
    if models.is_empty() {
        complain(&Problem::new("setup_no_models"), texts);
        return None;
    }
    Some(models)
}

fn show_models(listed: &[String], which: impl IntoIterator<Item = usize>) {
    for index in which {
        if let Some(model) = listed.get(index) {
            eprintln!("  {:>3}. {model}", index + 1);
        }
    }
}

/// The first provider becomes the default without a question; later ones only on a yes.
fn ask_default(plan: &mut Plan, known: &Known, texts: Texts) -> Result<(), Stop> {
    let Some(present) = &known.configured.default_model else {
        plan.make_default = true;
        return Ok(());
    };
    let model = plan.entry.models.first().map_or("", String::as_str);
    let reference = format!("{}/{model}", plan.entry.name);
    if !plan.make_default && reference != *present {
        let params = [("model", reference.as_str()), ("present", present)];
        plan.make_default = prompt::yes(&texts.get("setup.ask_default", &params), false, texts)?;
    }
    Ok(())
}
