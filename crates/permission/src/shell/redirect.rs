//! Redirects: which of them write, which feed a command, and which do nothing to any file.

use super::{
    Certainty,
    places::{Dirs, is_within, lexical},
    value::Arg,
    walk::Walker,
    why,
    word::{self, Bindings},
};
use crate::Access;
use rable::{Node, NodeKind};

/// What a command reads.
#[derive(Debug, Clone, Default)]
pub(super) enum Feed {
    /// Whatever the shell reads.
    #[default]
    Inherited,
    /// The output of another command, or its text if that is certain.
    Pipe(Option<String>),
    /// Names of files below the folder of the session that hold no secrets.
    Names,
    File,
    /// A here-document or here-string.
    Text(String),
}

/// What the redirects of a command amount to.
#[derive(Debug, Default)]
pub(super) struct Redirects {
    /// Why a command with them is no reader.
    pub writes: Option<String>,
    /// Why they void allows that were not given for this text.
    pub unproved: Option<&'static str>,
    /// Why they are dynamic.
    pub dynamic: Option<&'static str>,
    pub feed: Option<Feed>,
}

impl Walker<'_> {
    pub(super) fn redirects<'a>(&mut self, nodes: &'a [Node], at: &Dirs, bindings: &Bindings<'a>) -> Redirects {
        let mut all = Redirects::default();
        for node in nodes {
            match &node.kind {
                NodeKind::Redirect { op, target, varfd, .. } => {
                    self.redirect(op, target, varfd.is_some(), at, bindings, &mut all);
                }
                NodeKind::HereDoc { content, quoted, complete, .. } => {
                    if !complete {
                        self.nested(why::NOT_UNDERSTOOD);
                    }
                    self.heredoc(content, *quoted, &mut all);
                }
                _ => self.nested(why::NOT_UNDERSTOOD),
            }
        }
        all
    }

    fn heredoc(&mut self, content: &str, quoted: bool, all: &mut Redirects) {
        all.feed = Some(Feed::Text(content.to_owned()));
        all.dynamic = all.dynamic.or(Some("a here-document"));
        if quoted || !content.contains(['$', '`']) {
            return;
        }
        all.unproved = Some("a here-document with expansions");
        self.uses_values(content);
        if content.contains('`') || content.contains("$(") || content.contains("${") || content.contains("$[") {
            all.writes.get_or_insert_with(|| "a here-document with expansions".to_owned());
            self.reach_text(content);
        }
    }

    fn redirect<'a>(
        &mut self,
        op: &str,
        target: &'a Node,
        names_variable: bool,
        at: &Dirs,
        bindings: &Bindings<'a>,
        all: &mut Redirects,
    ) {
        let NodeKind::Word { value: raw, .. } = &target.kind else {
            return self.nested(why::NOT_UNDERSTOOD);
        };
        if names_variable {
            all.unproved = Some("a redirect that sets a variable");
            all.dynamic = all.dynamic.or(all.unproved);
            all.writes.get_or_insert_with(|| "a redirect that sets a variable".to_owned());
        }
        if op == ">&-" {
            return;
        }
        // The parser takes whatever comes next for the target.
        if raw.is_empty() || (raw.starts_with(['|', '&', ';', '(', ')', '<', '>', '\n']) && !raw.contains('(')) {
            return self.nested(why::NOT_UNDERSTOOD);
        }
        let word = word::read(raw, bindings);
        if let Some(flaw) = word.flaw {
            self.nested_by(flaw, raw);
            self.reach_inside(target);
            all.writes.get_or_insert_with(|| flaw.code().to_owned());
            all.unproved = Some(flaw.code());
            return;
        }
        for expression in &word.evaluates {
            self.evaluates(expression);
        }
        let target = match word.args.as_slice() {
            [target] if !word.braced => target,
            _ => &Arg::anything(),
        };
        all.dynamic = all.dynamic.or(word.open);
        let is_number =
            target.as_static().is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()));
        match op {
            "<&" | ">&" if is_number => {}
            "<<<" => {
                self.uses_value(target);
                all.feed = Some(target.as_static().map_or(Feed::Pipe(None), |text| Feed::Text(text.to_owned())));
                if word.open.is_some() {
                    all.unproved = word.open;
                }
            }
            "<" => self.input(target, at, all),
            "<&" => {
                all.unproved = Some("a descriptor that is not known");
                all.dynamic = all.unproved;
                all.writes.get_or_insert_with(|| "a descriptor that is not known".to_owned());
            }
            ">" | ">>" | ">|" | "&>" | "&>>" | "<>" | ">&" => self.output(op, target, at, all),
            _ => self.nested(why::NOT_UNDERSTOOD),
        }
    }

    fn input(&mut self, file: &Arg<'_>, at: &Dirs, all: &mut Redirects) {
        all.feed = Some(Feed::File);
        self.hands_on(file);
        let Some(path) = file.as_static() else {
            let was_revealing = std::mem::replace(&mut self.reveals, true);
            self.note(file, at, Access::Read, Certainty::Exact);
            self.reveals = was_revealing;
            all.unproved = Some("a file whose name is not known");
            return;
        };
        if is_network(path) {
            return network(all);
        }
        if path == "/dev/null" {
            return;
        }
        self.note(file, at, Access::Read, Certainty::Exact);
        let here = self.cwd.clone();
        let inside = at.known().is_some_and(|folders| {
            folders.iter().all(|folder| {
                let path = if path.starts_with('/') { lexical(path) } else { lexical(&format!("{folder}/{path}")) };
                is_within(&path, &here)
            })
        });
        if !inside {
            all.unproved = Some("a file outside");
        }
    }

    fn output(&mut self, op: &str, file: &Arg<'_>, at: &Dirs, all: &mut Redirects) {
        match file.as_static() {
            Some("/dev/null" | "/dev/stdout" | "/dev/stderr") if op != "<>" => return,
            Some(path) if is_network(path) => return network(all),
            _ => {}
        }
        all.unproved = Some("a redirect to a file");
        all.dynamic = all.dynamic.or(all.unproved);
        all.writes.get_or_insert_with(|| format!("writes `{}`", file.shown()));
        self.note(file, at, Access::Write, Certainty::Exact);
        if op == ">&" {
            // The parser drops a dash at the end of such a name.
            self.found.paths.add("", Access::Write, Certainty::Unknown);
        }
    }
}

fn network(all: &mut Redirects) {
    all.unproved = Some("a redirect to the network");
    all.dynamic = all.unproved;
    all.writes.get_or_insert_with(|| "a redirect to the network".to_owned());
}

/// Names that bash opens as connections.
fn is_network(path: &str) -> bool {
    let path = lexical(path);
    path.starts_with("/dev/tcp/") || path.starts_with("/dev/udp/")
}
