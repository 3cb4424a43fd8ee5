//! Configuration files as texts, for an editor: what is wrong with one, and saving one that is sound.

use super::config::{first_problem, layer_of};
use crate::{policy::policy, wire::Wired};
use reasonix_config::{Diagnostic, Layer, Whole};
use reasonix_protocol::{
    Problem,
    command::{ConfigFileReply, ConfigLayer, ConfigSaveParams, ConfigSchemaReply, ConfigTextParams},
};

pub(crate) fn file(wired: &Wired, layer: ConfigLayer) -> Result<ConfigFileReply, Problem> {
    let layer = layer_of(layer);
    let whole = wired.source.edit(layer).read().map_err(|error| first_problem(&error))?;
    Ok(reply(wired, layer, whole))
}

/// The revision is the file's, so that the text can be saved with it.
pub(crate) fn check(wired: &Wired, params: ConfigTextParams) -> ConfigFileReply {
    let layer = layer_of(params.layer);
    let revision = wired.source.edit(layer).read().map(|whole| whole.revision).unwrap_or_default();
    reply(wired, layer, Whole { text: params.text, revision })
}

pub(crate) fn save(wired: &Wired, params: &ConfigSaveParams) -> Result<ConfigFileReply, Problem> {
    let layer = layer_of(params.layer);
    let (errors, _) = judge(wired, layer, &params.text);
    if let Some(error) = errors.into_iter().next() {
        return Err(error);
    }
    let saved = wired.source.edit(layer).replace(&params.text, &params.revision);
    saved.map(|whole| reply(wired, layer, whole)).map_err(|error| first_problem(&error))
}

pub(crate) fn schema() -> ConfigSchemaReply {
    ConfigSchemaReply { schema: reasonix_config::json_schema() }
}

fn reply(wired: &Wired, layer: Layer, whole: Whole) -> ConfigFileReply {
    let (errors, warnings) = judge(wired, layer, &whole.text);
    let Whole { text, revision } = whole;
    ConfigFileReply { file: wired.source.file(layer).display().to_string(), text, revision, errors, warnings }
}

/// Errors and warnings about what a text says, as if it were the layer's file, in the order of its lines.
pub(super) fn judge(wired: &Wired, layer: Layer, text: &str) -> (Vec<Problem>, Vec<Problem>) {
    let loaded = wired.source.load_with(layer, text);
    let (locations, workspace) = (&wired.source.locations, &wired.parts.workspace);
    let policy = policy(&loaded.settings, locations, workspace, &[], Wired::tool_names());
    let (errors, warnings): (Vec<_>, Vec<_>) = loaded.diagnostics.iter().partition(|found| found.is_error());
    let file = wired.source.file(layer).display().to_string();
    let of_file = |found: Vec<&Diagnostic>, rules: Vec<Problem>| {
        let all = found.into_iter().map(Diagnostic::problem).chain(rules);
        let here = all.filter(|problem| problem.params.get("file") == Some(&file));
        let mut here: Vec<Problem> = here.map(|problem| with_column(problem, text)).collect();
        here.sort_by_key(|problem| (number(problem, "line"), number(problem, "column")));
        here
    };
    (of_file(errors, policy.errors), of_file(warnings, policy.warnings))
}

/// Of a rule only its line is known: it stands there as it was written, mostly.
fn with_column(problem: Problem, text: &str) -> Problem {
    let Some(rule) = problem.params.get("rule").or(problem.params.get("pattern")) else { return problem };
    let line = number(&problem, "line").and_then(|line| text.lines().nth(line as usize - 1));
    let at = line.and_then(|line| line.get(..line.find(rule.as_str())?));
    match at {
        Some(before) if !problem.params.contains_key("column") => {
            let column = before.chars().count() + 1;
            problem.with("column", column)
        }
        _ => problem,
    }
}

fn number(problem: &Problem, name: &str) -> Option<u32> {
    problem.params.get(name)?.parse().ok().filter(|number| *number > 0)
}
