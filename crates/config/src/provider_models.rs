//! The models of a `[[providers]]` entry: which there are, which one is meant by default, and what holds for each.

use crate::{
    Code, Diagnostic, OutputLimit, ProviderModel,
    conform::join,
    node::{Field, field, float, integer, is_refused, table, text, texts},
    provider_entry::Entry,
};
use reasonix_model::Price;

/// The only model of a script that names none.
const SCRIPTED: &str = "script";
const STANDARD_CURRENCY: &str = "USD";

/// The models and the default one's name. `None` if there are none or a price is incomplete.
pub(crate) fn models(entry: &mut Entry<'_, '_, '_>, is_script: bool) -> Option<(Vec<ProviderModel>, String)> {
    let names = names(entry, is_script);
    let first = names.first().copied();
    if first.is_none() && !is_refused(entry.fields, "models") {
        entry.missing("model");
    }
    warn_of_strangers(entry, "prices", &names);
    warn_of_strangers(entry, "model_overrides", &names);
    let default = text(entry.fields, "default").or_else(|| text(entry.fields, "model")).or(first);
    if let Some(default) = default.filter(|default| !names.is_empty() && !names.contains(default)) {
        let problem = Diagnostic::error(Code::ModelNotListed).with("key", join(entry.label, "default"));
        entry.report_at("default", problem.with("model", default).with("known", names.join(", ")));
    }
    let shared_price = field(entry.fields, "price").and_then(|price| read_price(entry, "price", price));
    let models = names.iter().map(|name| model(entry, name, shared_price.as_ref())).collect();
    Some((models, default?.to_owned()))
}

fn names<'a>(entry: &Entry<'a, '_, '_>, is_script: bool) -> Vec<&'a str> {
    let mut names = texts(entry.fields, "models");
    if let Some(single) = text(entry.fields, "model").filter(|single| !names.contains(single)) {
        names.insert(0, single);
    }
    if names.is_empty() && is_script {
        names.push(SCRIPTED);
    }
    names
}

/// Warns where a table by model names one that the entry does not have: most likely a slip.
fn warn_of_strangers(entry: &mut Entry<'_, '_, '_>, key: &str, names: &[&str]) {
    for stranger in table(entry.fields, key).iter().filter(|field| !names.contains(&field.name.as_str())) {
        let warning = Diagnostic::warning(Code::ModelNotListed).with("key", join(entry.label, key));
        entry.report.add(stranger.offset, warning.with("model", &stranger.name).with("known", names.join(", ")));
    }
}

fn model(entry: &mut Entry<'_, '_, '_>, name: &str, shared_price: Option<&Price>) -> ProviderModel {
    let own = table(table(entry.fields, "model_overrides"), name);
    let limit = |key| integer(own, key).or_else(|| integer(entry.fields, key));
    let context_window = limit("context_window").and_then(|tokens| u64::try_from(tokens).ok());
    let output_limit = limit("max_output_tokens").map_or(OutputLimit::Automatic, OutputLimit::from_tokens);
    let price = match field(table(entry.fields, "prices"), name) {
        Some(own) => read_price(entry, &join("prices", name), own),
        None => shared_price.cloned(),
    };
    ProviderModel { name: name.to_owned(), context_window, output_limit, price }
}

/// A price table, or `None` after a report of what it lacks.
fn read_price(entry: &mut Entry<'_, '_, '_>, key: &str, field: &Field) -> Option<Price> {
    let fields = table(std::slice::from_ref(field), &field.name);
    let (input, output) = (float(fields, "input"), float(fields, "output"));
    for (name, found) in [("input", input), ("output", output)] {
        if found.is_none() && !is_refused(fields, name) {
            let problem = Diagnostic::error(Code::MissingField).with("key", join(entry.label, key));
            entry.report.add(field.node.offset, problem.with("missing", name));
        }
    }
    Some(Price {
        cache_hit: float(fields, "cache_hit").or(input)?,
        input: input?,
        output: output?,
        currency: text(fields, "currency").unwrap_or(STANDARD_CURRENCY).to_owned(),
    })
}
