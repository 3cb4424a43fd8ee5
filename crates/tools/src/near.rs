//! What a path that does not exist may have meant: names like it in the same folder, else the same name elsewhere.

use crate::{
    folder::{Folder, Kind, kind_at},
    target::Target,
    walk,
};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// Entries of a folder that are compared.
const MOST_NAMES: usize = 10_000;
/// Names at least this alike are worth a mention (0 to 1).
const ALIKE: f64 = 0.6;
const MOST_SUGGESTIONS: usize = 3;
/// The search for the same name elsewhere stops here.
const MOST_TIME: Duration = Duration::from_millis(200);

/// A sentence that starts with a space, or nothing.
pub(crate) fn advice(target: &Target) -> String {
    let Some((folder, name)) = target.place() else { return String::new() };
    let name = name.to_string_lossy();
    if kind_at(folder) != Some(Kind::Folder) {
        return missing_folder(target, folder, &name);
    }
    let mut names = alike(folder, &name);
    if names.is_empty() {
        names = elsewhere(target, &name);
    } else {
        let folder = target.shown.rsplit_once('/').map(|(folder, _)| folder);
        for name in &mut names {
            if let Some(folder) = folder {
                *name = format!("{folder}/{name}");
            }
        }
    }
    suggestion(&names).unwrap_or_else(|| " Use ls or glob to find the right path.".to_owned())
}

fn missing_folder(target: &Target, folder: &Path, name: &str) -> String {
    if let Some(found) = suggestion(&elsewhere(target, name)) {
        return found;
    }
    let existing = folder.ancestors().find(|ancestor| kind_at(ancestor).is_some());
    match existing {
        Some(file) if kind_at(file) == Some(Kind::File) => {
            format!(" {} is a file, not a folder.", reasonix_stdx::path::display(&target.root, file))
        }
        Some(known) => format!(
            " The folder {} does not exist either; {} is there.",
            reasonix_stdx::path::display(&target.root, folder),
            reasonix_stdx::path::display(&target.root, known),
        ),
        None => String::new(),
    }
}

fn suggestion(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| format!(" Did you mean {}?", names.join(" or ")))
}

fn alike(folder: &Path, name: &str) -> Vec<String> {
    let wanted = name.to_lowercase();
    let wanted_stem = stem(&wanted);
    let Ok(entries) = Folder::open(folder).and_then(|folder| folder.entries()) else { return Vec::new() };
    let mut scored: Vec<(f64, String)> = entries
        .into_iter()
        .take(MOST_NAMES)
        .map(|(name, _)| name.to_string_lossy().into_owned())
        .map(|candidate| {
            let lower = candidate.to_lowercase();
            let whole = strsim::normalized_damerau_levenshtein(&wanted, &lower);
            // The right stem with another ending is the commonest mistake of all.
            let same_stem = if stem(&lower) == wanted_stem { 0.9 } else { 0.0 };
            (whole.max(same_stem), candidate)
        })
        .filter(|(score, _)| *score >= ALIKE)
        .collect();
    scored.sort_by(|left, right| right.0.total_cmp(&left.0).then_with(|| left.1.cmp(&right.1)));
    scored.into_iter().take(MOST_SUGGESTIONS).map(|(_, name)| name).collect()
}

fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

fn elsewhere(target: &Target, name: &str) -> Vec<String> {
    let started = Instant::now();
    walk::files(&target.root)
        .take_while(|_| started.elapsed() < MOST_TIME)
        .filter(|path| path.file_name().is_some_and(|found| found.to_string_lossy() == name))
        .map(|path| reasonix_stdx::path::display(&target.root, &path))
        .take(MOST_SUGGESTIONS)
        .collect()
}
