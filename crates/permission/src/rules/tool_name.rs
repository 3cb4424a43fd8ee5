//! The part of a rule that names tools.

use crate::{Access, Family, paths::JudgedPath};

/// Which tools a rule is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ToolName {
    /// All tools of a family: `Bash`, `Edit`, `Read` in any letter case.
    Family(Family),
    /// One tool by its id. `WebFetch`, as others call it, is `web_fetch`.
    Exact(String),
    /// All tools whose id begins so: `mcp__server__*`.
    Prefix(String),
}

/// What comes before every tool of a server.
const SERVERS: &str = "mcp__";

/// What is wrong with the text, and how many bytes before it are right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolNameFault {
    Empty,
    Character(char),
    /// `*` with something behind it.
    Star,
}

impl ToolName {
    pub(crate) fn parse(text: &str) -> Result<Self, (ToolNameFault, usize)> {
        if text.is_empty() {
            return Err((ToolNameFault::Empty, 0));
        }
        let name = text.strip_suffix('*').unwrap_or(text);
        if let Some((at, c)) = name.char_indices().find(|(_, c)| !is_of_name(*c)) {
            let fault = if c == '*' { ToolNameFault::Star } else { ToolNameFault::Character(c) };
            return Err((fault, at));
        }
        if name.len() < text.len() {
            return Ok(Self::Prefix(name.to_owned()));
        }
        let families = [("bash", Family::Bash), ("edit", Family::Edit), ("read", Family::Read)];
        let family = families.into_iter().find(|(word, _)| name.eq_ignore_ascii_case(word));
        let name = if name.eq_ignore_ascii_case("webfetch") { "web_fetch" } else { name };
        Ok(family.map_or_else(|| Self::Exact(name.to_owned()), |(_, family)| Self::Family(family)))
    }

    /// Whether it is about so many tools that nobody can mean to allow them all: `*`, or all of all servers.
    pub(crate) fn is_broad(&self) -> bool {
        matches!(self, Self::Prefix(prefix) if SERVERS.starts_with(prefix.as_str()))
    }

    /// Whether its tools may have commands or addresses; files alone belong to the other families.
    pub(crate) fn has_texts(&self) -> bool {
        !matches!(self, Self::Family(Family::Edit | Family::Read))
    }

    /// Whether an allow is about this tool.
    pub(crate) fn is(&self, tool: &str, family: Family) -> bool {
        match self {
            Self::Family(wanted) => *wanted == family,
            Self::Exact(name) => name == tool,
            Self::Prefix(prefix) => tool.starts_with(prefix) && !self.is_broad(),
        }
    }

    /// Whether a denial or question is about this tool: letter case does not count.
    pub(crate) fn may_be(&self, tool: &str, family: Family) -> bool {
        match self {
            Self::Family(wanted) => *wanted == family,
            Self::Exact(name) => name.eq_ignore_ascii_case(tool),
            Self::Prefix(prefix) => tool.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix)),
        }
    }

    /// The way of touching paths that it names, whatever tool or command does it.
    pub(crate) fn way(&self) -> Option<Access> {
        match self {
            Self::Family(Family::Read) => Some(Access::Read),
            Self::Family(Family::Edit) => Some(Access::Write),
            _ => None,
        }
    }

    /// Whether it names the way the path is touched.
    pub(crate) fn is_way(&self, path: &JudgedPath) -> bool {
        self.way() == Some(path.access)
    }
}

fn is_of_name(c: char) -> bool {
    !(c.is_whitespace() || c.is_control() || matches!(c, '(' | ')' | '=' | '*' | ','))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let check = |text: &str, expected: ToolName| assert_eq!(ToolName::parse(text), Ok(expected), "{text}");
        check("Bash", ToolName::Family(Family::Bash));
        check("bash", ToolName::Family(Family::Bash));
        check("EDIT", ToolName::Family(Family::Edit));
        check("read", ToolName::Family(Family::Read));
        check("read_file", ToolName::Exact("read_file".to_owned()));
        check("WebFetch", ToolName::Exact("web_fetch".to_owned()));
        check("mcp__tracker__createIssue", ToolName::Exact("mcp__tracker__createIssue".to_owned()));
        check("formatter:prettier", ToolName::Exact("formatter:prettier".to_owned()));
        check("deploy_*", ToolName::Prefix("deploy_".to_owned()));
        check("*", ToolName::Prefix(String::new()));
        assert_eq!(ToolName::parse("a*b"), Err((ToolNameFault::Star, 1)));
        assert_eq!(ToolName::parse("é b"), Err((ToolNameFault::Character(' '), 2)));
        assert_eq!(ToolName::parse(""), Err((ToolNameFault::Empty, 0)));
    }

    #[test]
    fn which_tools() {
        let check = |name: &str, tool: &str, family: Family, narrow: bool, wide: bool| {
            let name = ToolName::parse(name).unwrap();
            assert_eq!((name.is(tool, family), name.may_be(tool, family)), (narrow, wide), "{name:?} {tool}");
        };
        check("Edit", "write_file", Family::Edit, true, true);
        check("Edit", "read_file", Family::Read, false, false);
        check("mcp__db__*", "mcp__db__insert", Family::Own, true, true);
        check("mcp__tracker__get*", "mcp__tracker__createIssue", Family::Own, false, false);
        check("mcp__github__list", "mcp__github__List", Family::Own, false, true);
        for broad in ["*", "m*", "mcp_*", "mcp__*"] {
            check(broad, "mcp__db__insert", Family::Own, false, true);
        }
        check("mcp__d*", "mcp__db__insert", Family::Own, true, true);
    }
}
