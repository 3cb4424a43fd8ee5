//! The workspace's files for front ends: finding one by some of its letters, and reading one. What a search of the model
//! would leave out is left out here as well.

mod index;
mod read;

pub(crate) use read::read;

use crate::{blocking::blocking, wire::Wired};
use index::Index;
use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{AtomKind, CaseMatching, Normalization, Pattern},
};
use reasonix_permission::rules::RuleSet;
use reasonix_protocol::{
    Problem,
    command::{FilesFindParams, FilesFindReply, FoundFile},
};
use std::{
    cmp::Reverse,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

/// Most paths in a reply.
const MOST: usize = 500;

/// Most letters that are looked for.
const LONGEST_QUERY: usize = 200;

/// How old a list of files may be.
const AGE: Duration = Duration::from_secs(5);

/// The workspace's files as they were a moment ago.
#[derive(Default)]
pub(crate) struct Files {
    newest: tokio::sync::Mutex<Option<(PathBuf, Instant, Arc<Index>)>>,
}

impl Files {
    /// Finds files and folders, the best match first.
    pub(crate) async fn find(&self, wired: Arc<Wired>, params: FilesFindParams) -> Result<FilesFindReply, Problem> {
        let index = self.index(&wired).await?;
        blocking(move || Ok(find(&wired, &index, &params))).await
    }

    /// The list; whoever comes while it is made waits for it.
    async fn index(&self, wired: &Wired) -> Result<Arc<Index>, Problem> {
        let root = wired.parts.workspace.root().to_path_buf();
        let mut newest = self.newest.lock().await;
        if let Some((of, made_at, index)) = &*newest
            && *of == root
            && made_at.elapsed() < AGE
        {
            return Ok(Arc::clone(index));
        }
        let walked = root.clone();
        let index = Arc::new(blocking(move || Ok(Index::of(&walked))).await?);
        *newest = Some((root, Instant::now(), Arc::clone(&index)));
        Ok(index)
    }
}

fn find(wired: &Wired, index: &Index, params: &FilesFindParams) -> FilesFindReply {
    let limit = (params.limit as usize).min(MOST);
    let query: String = params.query.trim().chars().take(LONGEST_QUERY).collect();
    let ranked = if query.is_empty() { top(index) } else { rank(index, &query) };
    let rules = wired.parts.policy.with_grants([]).rules;
    let mut shown = ranked.into_iter().filter(|path| !is_hidden(wired, &rules, path));
    let files: Vec<FoundFile> = shown.by_ref().take(limit).map(|path| FoundFile { path: path.to_owned() }).collect();
    FilesFindReply { more: index.is_cut || shown.next().is_some(), files }
}

/// What lies at the top, folders first.
fn top(index: &Index) -> Vec<&str> {
    let is_top = |path: &&str| !path.trim_end_matches('/').contains('/');
    let mut paths: Vec<&str> = index.paths.iter().map(String::as_str).filter(is_top).collect();
    paths.sort_by_key(|path| (!path.ends_with('/'), path.to_lowercase()));
    paths
}

fn rank<'a>(index: &'a Index, query: &str) -> Vec<&'a str> {
    let pattern = Pattern::new(query, CaseMatching::Smart, Normalization::Smart, AtomKind::Fuzzy);
    let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
    let mut buffer = Vec::new();
    let mut found: Vec<(u32, &str)> = Vec::new();
    for path in &index.paths {
        if let Some(score) = pattern.score(Utf32Str::new(path, &mut buffer), &mut matcher) {
            found.push((score, path));
        }
    }
    found.sort_by_key(|(score, path)| (Reverse(*score), path.len(), *path));
    found.into_iter().map(|(_, path)| path).collect()
}

fn is_hidden(wired: &Wired, rules: &RuleSet, path: &str) -> bool {
    let path = wired.parts.workspace.root().join(path.trim_end_matches('/'));
    wired.parts.policy.is_denied_to_read(&path, rules)
}
