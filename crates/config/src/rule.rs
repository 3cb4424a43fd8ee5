//! Rules of permission as a configuration gives them, with their places. What a rule's text means is not known here.

use crate::{
    Code, Diagnostic, Origin,
    conform::entry_label,
    node::{Content, Field, Node, is_refused, text},
    provider::words,
    report::Report,
};

/// A rule such as `Bash(git push:*)`, or a pattern of paths, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleText {
    pub text: String,
    /// The line of the text itself, also in a list over several lines.
    pub origin: Origin,
}

/// A `[[permissions.rules]]` entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleEntry {
    pub tool: String,
    /// `None` means any.
    pub resource: Option<String>,
    /// `None` means any.
    pub kind: Option<RuleKind>,
    pub decision: RuleDecision,
    /// Where the entry stands.
    pub origin: Origin,
}

words! {
    /// What a call does to a resource.
    RuleKind {
        Read = "read",
        Edit = "edit",
        Execute = "execute",
    }
}

words! {
    /// What a rule says of the calls that it matches.
    RuleDecision {
        Allow = "allow",
        Ask = "ask",
        Deny = "deny",
    }
}

/// The strings of a checked list, each with its place.
pub(crate) fn texts(list: &Node, origin: impl Fn(usize) -> Origin) -> Vec<RuleText> {
    let Content::List(items) = &list.content else { return Vec::new() };
    let text = |item: &Node| match &item.content {
        Content::Text(text) => Some(RuleText { text: text.clone(), origin: origin(item.offset) }),
        _ => None,
    };
    items.iter().filter_map(text).collect()
}

/// Reads the entries below `path` whose types are right. Every error has been reported then.
pub(crate) fn entries<'a>(
    path: &str,
    entries: &'a [Node],
    origin: impl Fn(usize) -> Origin,
    report: &mut Report<'_>,
) -> Vec<(RuleEntry, &'a Node)> {
    let mut rules = Vec::with_capacity(entries.len());
    for (index, node) in entries.iter().enumerate() {
        let Content::Table(fields) = &node.content else { continue };
        let mut required = |name| {
            let found = text(fields, name);
            if found.is_none() && !is_refused(fields, name) {
                let problem = Diagnostic::error(Code::MissingField).with("key", entry_label(path, index, fields));
                report.add(node.offset, problem.with("missing", name));
            }
            found
        };
        let (tool, decision) = (required("tool"), required("decision"));
        rules.extend(entry(fields, tool, decision, origin(node.offset)).map(|rule| (rule, node)));
    }
    rules
}

fn entry(fields: &[Field], tool: Option<&str>, decision: Option<&str>, origin: Origin) -> Option<RuleEntry> {
    // A refused resource or kind must not leave a rule that matches more.
    if is_refused(fields, "resource") || is_refused(fields, "kind") {
        return None;
    }
    Some(RuleEntry {
        tool: tool?.to_owned(),
        resource: text(fields, "resource").map(str::to_owned),
        kind: text(fields, "kind").and_then(RuleKind::from_word),
        decision: RuleDecision::from_word(decision?)?,
        origin,
    })
}
