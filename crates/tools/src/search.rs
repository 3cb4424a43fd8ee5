//! Searching the contents of files, line by line, with ripgrep's own parts. Bounded in matches, bytes and time; what
//! was found when it stops is kept.

use crate::{
    blocking::{Stop, StopReason},
    charset::{BINARY_SNIFF, Sniffed, Sniffer, decoded},
    folder::Kind,
    numbered,
    target::Target,
    walk::Walk,
};
use globset::{GlobBuilder, GlobMatcher};
use grep_matcher::{LineTerminator, Matcher};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkContext, SinkFinish, SinkMatch};
use reasonix_permission::Access;
use reasonix_stdx::path;
use std::{
    fs::File,
    io::{self, Cursor, Read},
    path::Path,
};

/// Matching lines that are given.
pub(crate) const MOST_MATCHES: usize = 200;
/// Bytes of all given lines; context can make them many.
const MOST_BYTES: usize = 256 << 10;
/// Bytes of one given line.
const LINE_WIDTH: usize = 300;
/// The longest line that can be searched (bytes).
const HEAP_LIMIT: usize = 16 << 20;

/// What to look for.
#[derive(Debug)]
pub(crate) struct Query {
    matcher: RegexMatcher,
    searcher: SearcherBuilder,
    filter: Option<Filter>,
    context: usize,
}

/// How a pattern is meant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub literal: bool,
    pub ignore_case: bool,
    /// Lines around each match.
    pub context: usize,
}

impl Query {
    /// The error is the regex engine's, which shows the place.
    pub(crate) fn new(pattern: &str, style: Style) -> Result<Self, grep_regex::Error> {
        let across_lines = pattern.contains('\n') || (!style.literal && pattern.contains("\\n"));
        let mut builder = RegexMatcherBuilder::new();
        builder.multi_line(true).case_insensitive(style.ignore_case).fixed_strings(style.literal);
        let mut searcher = SearcherBuilder::new();
        searcher
            .line_number(true)
            .bom_sniffing(false)
            .multi_line(across_lines)
            .before_context(style.context)
            .after_context(style.context)
            .binary_detection(BinaryDetection::quit(0))
            .heap_limit(Some(HEAP_LIMIT));
        if !across_lines {
            // So that `$` fits before `\r\n` too.
            builder.crlf(true);
            searcher.line_terminator(LineTerminator::crlf());
        }
        Ok(Self { matcher: builder.build(pattern)?, searcher, filter: None, context: style.context })
    }

    pub(crate) fn only(&mut self, filter: Option<Filter>) {
        self.filter = filter;
    }
}

/// Which files to search, by path.
#[derive(Debug)]
pub(crate) struct Filter {
    matcher: GlobMatcher,
    by_name: bool,
    inverted: bool,
    /// It names something whose name begins with a dot.
    pub hidden: bool,
}

impl Filter {
    /// A pattern without `/` is about names, a leading `!` turns it around.
    pub(crate) fn new(written: &str) -> Result<Self, globset::Error> {
        let pattern = written.strip_prefix('!').unwrap_or(written).trim_start_matches("./").trim_start_matches('/');
        Ok(Self {
            matcher: GlobBuilder::new(pattern).literal_separator(true).build()?.compile_matcher(),
            by_name: !pattern.contains('/'),
            inverted: written.starts_with('!'),
            hidden: pattern.starts_with('.') || pattern.contains("/."),
        })
    }

    fn accepts(&self, path: &Path, start: &Path, root: &Path) -> bool {
        let fits = if self.by_name {
            path.file_name().is_some_and(|name| self.matcher.is_match(name))
        } else {
            [start, root].iter().filter_map(|base| path.strip_prefix(base).ok()).any(|path| self.matcher.is_match(path))
        };
        fits != self.inverted
    }
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Hits {
    pub lines: Vec<String>,
    pub matches: usize,
    /// Files that were searched to their end.
    pub files: usize,
    /// There is more than what is given.
    pub cut: bool,
    /// The search ended early.
    pub stopped: Option<StopReason>,
    /// Files that could not be searched, and the first reason.
    pub failed: usize,
    pub first_failure: Option<String>,
    /// Binary files that were passed over.
    pub binary: usize,
    /// Of all lines.
    pub bytes: usize,
}

impl Hits {
    fn is_full(&self) -> bool {
        self.cut || self.stopped.is_some()
    }

    fn fail(&mut self, path: &str, reason: &io::Error) {
        self.failed += 1;
        self.first_failure.get_or_insert_with(|| format!("{path}: {reason}"));
    }
}

/// Searches the files below `start`, in the order of their names.
pub(crate) fn search_tree(query: &Query, start: &Target, walk: &Walk, stop: &Stop) -> Hits {
    let mut hits = Hits::default();
    let mut searcher = query.searcher.build();
    let mut names = start.names.survey();
    for entry in walk.entries(&start.real) {
        hits.stopped = stop.reason();
        if hits.is_full() {
            break;
        }
        let Ok(entry) = entry else {
            hits.failed += 1;
            continue;
        };
        let wanted = |filter: &Filter| filter.accepts(&entry.path, &start.real, &start.root);
        if entry.kind != Kind::File || !query.filter.as_ref().is_none_or(wanted) {
            continue;
        }
        let inside = entry.path.strip_prefix(&start.real).unwrap_or(&entry.path);
        let shown = path::display(&start.root, &start.written.join(inside));
        match entry.open() {
            // Left out, as by its other name.
            Ok(file) if names.stricter(&file, &entry.path, Access::Read).is_some() => {}
            Ok(file) => search_file(query, &mut searcher, file, &shown, stop, &mut hits),
            Err(error) => hits.fail(&shown, &error),
        }
    }
    hits
}

/// Searches one file, whatever its name.
pub(crate) fn search_one(query: &Query, file: File, target: &Target, stop: &Stop) -> Hits {
    let mut hits = Hits::default();
    search_file(query, &mut query.searcher.build(), file, &target.shown, stop, &mut hits);
    hits
}

fn search_file(query: &Query, searcher: &mut Searcher, mut file: File, shown: &str, stop: &Stop, hits: &mut Hits) {
    let mut beginning = Vec::new();
    if let Err(error) = (&mut file).take(BINARY_SNIFF as u64).read_to_end(&mut beginning) {
        return hits.fail(shown, &error);
    }
    let mut sniffer = Sniffer::default();
    sniffer.feed(&beginning);
    let charset = match sniffer.finish(beginning.len() < BINARY_SNIFF) {
        Sniffed::Text(charset) => charset,
        Sniffed::Binary => {
            hits.binary += 1;
            return;
        }
    };
    let mut beginning = Cursor::new(beginning);
    beginning.set_position(charset.mark().len() as u64);
    let reader = decoded(Stoppable { reader: beginning.chain(file), stop }, charset);
    let mut sink = FileSink {
        query,
        shown,
        lines: Vec::new(),
        bytes: 0,
        matches: 0,
        left: MOST_MATCHES - hits.matches,
        cut: false,
        binary: false,
    };
    let result = searcher.search_reader(&query.matcher, reader, &mut sink);
    let FileSink { lines, bytes, matches, cut, binary, .. } = sink;
    hits.stopped = stop.reason();
    match result {
        Err(error) if hits.stopped.is_none() => return hits.fail(shown, &error),
        Ok(()) if binary => {
            hits.binary += 1;
            return;
        }
        Ok(()) if !cut => hits.files += 1,
        _ => {}
    }
    if !lines.is_empty() && !hits.lines.is_empty() && query.context > 0 {
        hits.lines.push("--".to_owned());
    }
    hits.lines.extend(lines);
    hits.matches += matches;
    hits.bytes += bytes;
    hits.cut = cut || hits.bytes > MOST_BYTES;
}

/// Reading that fails once it is time to stop: a big file must not hold up the end.
struct Stoppable<'a, R> {
    reader: R,
    stop: &'a Stop,
}

impl<R: Read> Read for Stoppable<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stop.reason() {
            Some(_) => Err(io::Error::other("stopped")),
            None => self.reader.read(buffer),
        }
    }
}

/// Takes the lines of one file.
struct FileSink<'a> {
    query: &'a Query,
    shown: &'a str,
    lines: Vec<String>,
    bytes: usize,
    matches: usize,
    /// Matches that may still be taken.
    left: usize,
    cut: bool,
    binary: bool,
}

impl FileSink<'_> {
    fn push(&mut self, number: u64, sign: char, bytes: &[u8]) {
        let line = String::from_utf8_lossy(bytes);
        let line = numbered::without_end(&line);
        let found = self.query.matcher.find(line.as_bytes()).ok().flatten();
        let interest = found.map_or(0..0, |found| found.start()..found.end());
        let text = numbered::around(line, interest, LINE_WIDTH);
        let line = format!("{}{sign}{number}{sign}{text}", self.shown);
        self.bytes += line.len() + 1;
        self.lines.push(line);
    }
}

impl Sink for FileSink<'_> {
    type Error = io::Error;

    fn matched(&mut self, _searcher: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        if self.matches == self.left || self.bytes > MOST_BYTES {
            self.cut = true;
            return Ok(false);
        }
        self.matches += 1;
        for (number, line) in (found.line_number().unwrap_or(0)..).zip(found.lines()) {
            self.push(number, ':', line);
        }
        Ok(true)
    }

    fn context(&mut self, _searcher: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        self.push(context.line_number().unwrap_or(0), '-', context.bytes());
        Ok(true)
    }

    fn context_break(&mut self, _searcher: &Searcher) -> io::Result<bool> {
        self.lines.push("--".to_owned());
        Ok(true)
    }

    fn binary_data(&mut self, _searcher: &Searcher, _offset: u64) -> io::Result<bool> {
        self.binary = true;
        Ok(false)
    }

    fn finish(&mut self, _searcher: &Searcher, finish: &SinkFinish) -> io::Result<()> {
        self.binary |= finish.binary_byte_offset().is_some();
        Ok(())
    }
}
