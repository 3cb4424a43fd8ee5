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
    /// A command with them is no reader.
    pub writes: bool,
    /// They void allows that were not given for this text.
    pub unproved: bool,
    /// What they become is not known.
    pub dynamic: bool,
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
        all.dynamic = true;
        if quoted || !content.contains(['$', '`']) {
            return;
        }
        all.unproved = true;
        self.uses_values(content);
        if content.contains('`') || content.contains("$(") || content.contains("${") || content.contains("$[") {
            all.writes = true;
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
            all.unproved = true;
            all.dynamic = true;
            all.writes = true;
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
            all.writes = true;
            all.unproved = true;
            return;
        }
        for expression in &word.evaluates {
            self.evaluates(expression);
        }
        let target = match word.args.as_slice() {
            [target] if !word.braced => target,
            _ => &Arg::anything(),
        };
        all.dynamic |= word.open;
        let is_number =
            target.as_static().is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()));
        match op {
            "<&" | ">&" if is_number => {}
            "<<<" => {
                self.uses_value(target);
                all.feed = Some(target.as_static().map_or(Feed::Pipe(None), |text| Feed::Text(text.to_owned())));
                all.unproved |= word.open;
            }
            "<" => self.input(target, at, all),
            "<&" => {
                all.unproved = true;
                all.dynamic = true;
                all.writes = true;
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
            all.unproved = true;
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
            all.unproved = true;
        }
    }

    fn output(&mut self, op: &str, file: &Arg<'_>, at: &Dirs, all: &mut Redirects) {
        match file.as_static() {
            Some("/dev/null" | "/dev/stdout" | "/dev/stderr") if op != "<>" => return,
            Some(path) if is_network(path) => return network(all),
            _ => {}
        }
        all.unproved = true;
        all.dynamic = true;
        all.writes = true;
        self.note(file, at, Access::Write, Certainty::Exact);
        if op == ">&" {
            // The parser drops a dash at the end of such a name.
            self.found.paths.add("", Access::Write, Certainty::Unknown);
        }
    }
}

fn network(all: &mut Redirects) {
    all.unproved = true;
    all.dynamic = true;
    all.writes = true;
}

/// Names that bash opens as connections.
fn is_network(path: &str) -> bool {
    let path = lexical(path);
    path.starts_with("/dev/tcp/") || path.starts_with("/dev/udp/")
}
