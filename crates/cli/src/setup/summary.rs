//! What will be written, before the question whether to; and what was, afterwards. The key itself is never shown.

use super::{Stop, known::Known, plan::Plan, prompt};
use crate::{config::origin_text, launch::warn, output::write_out, terminal::Style, texts::Texts};
use reasonix_protocol::{
    Problem,
    command::{ProviderEntry, ProviderSavedReply},
};

/// Shows the plan and asks.
pub(super) fn confirm(plan: &Plan, known: &Known, texts: Texts) -> Result<bool, Stop> {
    let Style { bold, dim, reset, .. } = Style::of_stderr();
    let entry = &plan.entry;
    eprintln!("\n{bold}{}{reset}", texts.get("setup.summary", &[]));
    eprintln!("  {dim}{}{reset}", known.configured.config_file);
    let address = entry.base_url.clone().unwrap_or_default();
    let key = if plan.is_known { "setup.summary_changed" } else { "setup.summary_new" };
    eprintln!("    {}", texts.get(key, &[("name", &entry.name)]));
    for (field, value) in [("kind", entry.kind.word()), ("base_url", &address), ("models", &entry.models.join(", "))] {
        eprintln!("      {field:<12}  {value}");
    }
    if let Some(variable) = &entry.api_key_env {
        eprintln!("      {:<12}  {variable}", "api_key_env");
    }
    if let Some(model) = entry.models.first().filter(|_| plan.make_default) {
        eprintln!("    default_model = \"{}/{model}\"", entry.name);
    }
    if let (Some(_), Some(variable)) = (&plan.key, &entry.api_key_env) {
        eprintln!("  {dim}{}{reset}", known.configured.key_file);
        eprintln!("    {}", texts.get("setup.summary_key", &[("variable", variable)]));
    }
    eprintln!();
    prompt::yes(&texts.get("setup.ask_write", &[]), true, texts)
}

/// Tells what was written.
pub(super) fn saved(reply: &ProviderSavedReply, entry: &ProviderEntry, is_default: bool, texts: Texts) {
    let params = [("name", entry.name.as_str()), ("file", &reply.config_file)];
    let key = if reply.config_changed { "setup.saved" } else { "setup.saved_unchanged" };
    write_out(&format!("{}\n", texts.get(key, &params)));
    if let (Some(file), Some(variable)) = (&reply.key_file, &entry.api_key_env) {
        let params = [("variable", variable.as_str()), ("file", file)];
        write_out(&format!("{}\n", texts.get("setup.saved_key", &params)));
    }
    if let Some(origin) = &reply.outranked_by {
        let problem = Problem::new("setup_outranked").with("provider", &entry.name);
        warn(&problem.with("origin", origin_text(origin, texts)), texts);
    }
    let model = entry.models.first().map_or("", String::as_str);
    let key = if is_default { "setup.next_default" } else { "setup.next" };
    eprintln!("{}", texts.get(key, &[("model", &format!("{}/{model}", entry.name))]));
}
