//! One rule of the lists: `Tool`, `Tool(spec)` or `Tool=literal`. Reading it needs nothing but its text.

use super::{
    address::folded_domain,
    command::CommandSpec,
    error::{RuleError, RuleFault, RuleWarning},
    tool_name::{ToolName, ToolNameFault},
};
use crate::{
    Family,
    paths::{PathSpec, PathSpecError, is_hidden},
};
use reasonix_protocol::Decision;
use std::fmt;

/// Commands of that length are not analysed either.
const MOST_BYTES: usize = 64 * 1024;

/// A rule that was found sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    text: String,
    pub(crate) tool: ToolName,
    pub(crate) spec: Spec,
}

/// What a rule says about the subject of a call: a command, a path, an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Spec {
    /// Nothing: every call.
    Bare,
    Pattern(Pattern),
    /// The subject itself, without wildcards.
    Literal(Pattern),
}

/// The text, and what it means for the kinds of subjects that the tool may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub text: String,
    pub path: Option<PathSpec>,
}

impl Rule {
    /// Reads a rule of any list.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let error = |fault: RuleFault, at: usize| RuleError::new(text, at, fault);
        if text.len() > MOST_BYTES {
            return Err(error(RuleFault::TooLong { most: MOST_BYTES }, 0));
        }
        let start = text.len() - text.trim_start().len();
        if start == text.len() {
            return Err(error(RuleFault::Empty, 0));
        }
        let (head, tail) = split(text).map_err(|(fault, at)| error(fault, at))?;
        let tool = ToolName::parse(head.trim_start()).map_err(|(fault, at)| error(fault.into(), start + at))?;
        let inside = head.len() + 1;
        let faulty = |fault: RuleFault| match fault {
            RuleFault::CommandCharacter { at, .. } => error(fault, inside + at),
            fault => error(fault, inside),
        };
        let spec = match tail {
            Tail::Nothing => Spec::Bare,
            Tail::Literal("") => return Err(error(RuleFault::EmptyLiteral, inside)),
            Tail::Literal(text) => Spec::Literal(Pattern::literal(&tool, text).map_err(|fault| error(fault, inside))?),
            Tail::Spec(text) => Spec::Pattern(Pattern::parse(&tool, text).map_err(faulty)?),
        };
        Ok(Self { text: text.to_owned(), tool, spec })
    }

    /// Reads a rule of the list with that decision: an allow for every tool is refused.
    pub fn parse_for(decision: Decision, text: &str) -> Result<Self, RuleError> {
        let rule = Self::parse(text)?;
        if decision == Decision::Allow && rule.tool.is_broad() {
            let at = text.len() - text.trim_start().len();
            return Err(RuleError::new(text, at, RuleFault::AllowsEverything));
        }
        Ok(rule)
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What may not be as its writer meant it, where it stands in the list with that decision. `tools` are the ids of all
    /// tools there are, servers' left out.
    pub fn warnings(&self, decision: Decision, tools: &[&str]) -> Vec<RuleWarning> {
        let mut warnings = Vec::new();
        warnings.extend(self.unknown_tool(tools));
        if self.text.chars().any(is_hidden) {
            warnings.push(RuleWarning::HiddenCharacter);
        }
        let (Spec::Pattern(pattern) | Spec::Literal(pattern)) = &self.spec else { return warnings };
        if pattern.text.trim() != pattern.text {
            warnings.push(RuleWarning::Blank);
        }
        if self.tool == ToolName::Family(Family::Bash) && matches!(self.spec, Spec::Pattern(_)) {
            warnings.extend(command_warnings(&pattern.text));
            if decision != Decision::Allow
                && warnings.is_empty()
                && let Some(CommandSpec::Exact(command)) = CommandSpec::parse(&pattern.text)
            {
                warnings.push(RuleWarning::ExactCommand { command });
            }
        }
        if matches!(self.tool, ToolName::Family(Family::Edit | Family::Read)) {
            warnings.extend(path_warnings(&pattern.text, matches!(self.spec, Spec::Pattern(_))));
        }
        warnings
    }

    fn unknown_tool(&self, tools: &[&str]) -> Option<RuleWarning> {
        let ToolName::Exact(name) = &self.tool else { return None };
        let is_known = tools.contains(&name.as_str());
        // Their tools are known once they run.
        let is_elsewhere = name.starts_with("mcp__") || name.starts_with("mcp_connect__") || name.contains(':');
        if is_known || is_elsewhere {
            return None;
        }
        let candidates = tools.iter().copied().chain(["Bash", "Edit", "Read"]);
        Some(RuleWarning::UnknownTool { tool: name.clone(), nearest: nearest(name, candidates).map(str::to_owned) })
    }
}

impl Pattern {
    /// What a text with wildcards means for that tool.
    pub(crate) fn parse(tool: &ToolName, text: &str) -> Result<Self, RuleFault> {
        if text.trim().is_empty() {
            return Err(RuleFault::EmptySpec);
        }
        if tool.has_texts() && CommandSpec::parse(text).is_none() {
            return Err(RuleFault::EmptyPrefix);
        }
        if *tool == ToolName::Family(Family::Bash)
            && let Some((at, found)) = never_in_name(text)
        {
            return Err(RuleFault::CommandCharacter { found, at });
        }
        if let Some(text) = folded_domain(text).filter(|_| matches!(tool, ToolName::Exact(_) | ToolName::Prefix(_))) {
            return Ok(Self { path: None, text });
        }
        Ok(Self { path: path_of(tool, text, PathSpec::parse)?, text: text.to_owned() })
    }

    fn literal(tool: &ToolName, text: &str) -> Result<Self, RuleFault> {
        if let Some(text) = folded_domain(text).filter(|_| matches!(tool, ToolName::Exact(_) | ToolName::Prefix(_))) {
            return Ok(Self { path: None, text });
        }
        Ok(Self { path: path_of(tool, text, PathSpec::literal)?, text: text.to_owned() })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl RuleError {
    /// `at` counts bytes; what is told counts characters.
    pub(crate) fn new(rule: &str, at: usize, fault: RuleFault) -> Self {
        let offset = rule.get(..at).map_or(0, |before| before.chars().count());
        Self { rule: rule.to_owned(), offset, fault }
    }
}

impl From<ToolNameFault> for RuleFault {
    fn from(fault: ToolNameFault) -> Self {
        match fault {
            ToolNameFault::Empty => Self::NoTool,
            ToolNameFault::Character(found) => Self::ToolCharacter { found },
            ToolNameFault::Star => Self::ToolStar,
        }
    }
}

/// What follows the tool's name.
enum Tail<'a> {
    Nothing,
    Literal(&'a str),
    Spec(&'a str),
}

/// The tool's name and what follows it: a literal if `=` comes before any parenthesis.
fn split(text: &str) -> Result<(&str, Tail<'_>), (RuleFault, usize)> {
    let Some(at) = text.find(['=', '(', ')']) else { return Ok((text.trim_end(), Tail::Nothing)) };
    let (head, tail) = text.split_at_checked(at).unwrap_or((text, ""));
    if let Some(literal) = tail.strip_prefix('=') {
        return Ok((head, Tail::Literal(literal)));
    }
    let closing = closing(tail).ok_or((RuleFault::Unbalanced, at))?;
    if !tail.get(closing + 1..).unwrap_or_default().trim().is_empty() {
        return Err((RuleFault::TextAfter, at + closing + 1));
    }
    Ok((head, Tail::Spec(tail.get(1..closing).unwrap_or_default())))
}

/// Where the parenthesis closes that the text begins with.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth <= 1 => return (depth == 1).then_some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The path that the text means for tools that have paths. Only for the families it must be one.
fn path_of(
    tool: &ToolName,
    text: &str,
    parse: fn(&str) -> Result<PathSpec, PathSpecError>,
) -> Result<Option<PathSpec>, RuleFault> {
    match tool {
        ToolName::Family(Family::Bash) => Ok(None),
        ToolName::Family(_) => Ok(Some(parse(text)?)),
        _ if text.contains("://") => Ok(None),
        _ => match parse(text) {
            Err(fault @ PathSpecError::LeavesWorkspace) => Err(fault.into()),
            path => Ok(path.ok()),
        },
    }
}

/// A character with which the first word is the name of no command: rules are held against words without quotes, each
/// command by itself. What means something in regular expressions means itself.
fn never_in_name(text: &str) -> Option<(usize, char)> {
    let start = text.len() - text.trim_start().len();
    let word = text.trim_start().split(char::is_whitespace).next().unwrap_or_default();
    let name = word.strip_suffix(":*").unwrap_or(word);
    let last = name.len().saturating_sub(1);
    let is_never = |(at, c): &(usize, char)| match c {
        '"' | '\'' | '`' | '|' | ';' | '&' | '<' | '>' | '(' | ')' => true,
        '^' => *at == 0,
        '$' => *at == last && last > 0,
        _ => false,
    };
    name.char_indices().find(is_never).map(|(at, found)| (start + at, found))
}

fn command_warnings(text: &str) -> Vec<RuleWarning> {
    let mut quote = None;
    let mut joins = false;
    for c in text.chars() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '|' | ';' | '&') => joins = true,
            _ => {}
        }
    }
    // `ls .*` is a glob, `rm.*` is not.
    let is_any = text.match_indices(".*").any(|(at, _)| {
        text.get(..at).and_then(|before| before.chars().next_back()).is_some_and(|c| !c.is_whitespace() && c != '/')
    });
    let signs = ["\\b", "\\s", "\\d", "\\w", ".+", "[^", "[a-z", "[A-Z", "[0-9"];
    let is_regular = is_any || signs.iter().any(|sign| text.contains(sign));
    [(joins, RuleWarning::JoinsCommands), (is_regular, RuleWarning::RegularExpression)]
        .into_iter()
        .filter_map(|(holds, warning)| holds.then_some(warning))
        .collect()
}

fn path_warnings(text: &str, is_pattern: bool) -> Vec<RuleWarning> {
    let text = text.trim();
    let is_windows = text.chars().nth(1) == Some(':') || text.starts_with(r"\\");
    let beside = |part: &str| part.contains("**") && part.chars().any(|c| c != '*');
    [
        (text.starts_with('/'), RuleWarning::AbsolutePath),
        (text.split(['/', '\\']).any(|part| part == ".."), RuleWarning::ParentInPath),
        (is_pattern && text.split('/').any(beside), RuleWarning::DoubleStarInName),
        (text.contains('\\') && !is_windows, RuleWarning::Backslash),
        (is_pattern && text.ends_with(":*"), RuleWarning::PrefixOnPath),
    ]
    .into_iter()
    .filter_map(|(holds, warning)| holds.then_some(warning))
    .collect()
}

/// The candidate most like the name, if it is like it at all.
fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let likeness = |candidate: &str| strsim::jaro_winkler(&name, &candidate.to_lowercase());
    let best = candidates.map(|candidate| (likeness(candidate), candidate)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness > 0.8).map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn forms() {
        let check = |text: &str, tool: &str, spec: Option<&str>, is_literal: bool| {
            let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(rule.tool, ToolName::parse(tool).unwrap(), "{text}");
            match &rule.spec {
                Spec::Bare => assert_eq!(spec, None, "{text}"),
                Spec::Pattern(pattern) => {
                    assert_eq!((Some(pattern.text.as_str()), false), (spec, is_literal), "{text}");
                }
                Spec::Literal(pattern) => assert_eq!((Some(pattern.text.as_str()), true), (spec, is_literal), "{text}"),
            }
        };
        check("Bash", "Bash", None, false);
        check(" Bash ", "Bash", None, false);
        check("Bash(npm run build)", "Bash", Some("npm run build"), false);
        check("Bash(npm run test:*)", "Bash", Some("npm run test:*"), false);
        check("Bash=ls *", "Bash", Some("ls *"), true);
        check("Bash=echo (a)", "Bash", Some("echo (a)"), true);
        check("Bash=a=b", "Bash", Some("a=b"), true);
        check("Bash(a=b)", "Bash", Some("a=b"), false);
        check("Bash(echo (a) b)", "Bash", Some("echo (a) b"), false);
        check("Edit(src/(group)/page.tsx)", "Edit", Some("src/(group)/page.tsx"), false);
        check("Edit(docs/**) ", "Edit", Some("docs/**"), false);
        check("web_fetch(https://example.com/../*)", "web_fetch", Some("https://example.com/../*"), false);
        check("mcp__tts__*", "mcp__tts__*", None, false);
        check("Bash=git commit -m 'a\n\nb'", "Bash", Some("git commit -m 'a\n\nb'"), true);
    }

    #[test]
    fn refused() {
        let check = |text: &str, fault: RuleFault, offset: usize| {
            let error = Rule::parse_for(Decision::Allow, text).unwrap_err();
            assert_eq!((&error.fault, error.offset), (&fault, offset), "{text:?}");
            assert_eq!(error.problem().code, fault.code());
        };
        check("", RuleFault::Empty, 0);
        check("  ", RuleFault::Empty, 0);
        check("(x)", RuleFault::NoTool, 0);
        check("=x", RuleFault::NoTool, 0);
        check("Edit()", RuleFault::EmptySpec, 5);
        check("Edit( )", RuleFault::EmptySpec, 5);
        check("Bash=", RuleFault::EmptyLiteral, 5);
        check("Edit(src", RuleFault::Unbalanced, 4);
        check("Edit(src))", RuleFault::TextAfter, 9);
        check("Edit(src) x", RuleFault::TextAfter, 9);
        check("Edit)", RuleFault::Unbalanced, 4);
        check("Bash(echo ()", RuleFault::Unbalanced, 4);
        check("Bash(:*)", RuleFault::EmptyPrefix, 5);
        let name = |found: char, at: usize| RuleFault::CommandCharacter { found, at };
        check("Bash(\"rm\":*)", name('"', 0), 5);
        check("Bash(rm|mv:*)", name('|', 2), 7);
        check("Bash( rm;ls)", name(';', 3), 8);
        check("Bash(^rm)", name('^', 0), 5);
        check("Bash(rm$)", name('$', 2), 7);
        check("Bash((rm|mv) x)", name('(', 0), 5);
        check("bash('git push':*)", name('\'', 0), 5);
        check("Bash edit", RuleFault::ToolCharacter { found: ' ' }, 4);
        check("ü b(x)", RuleFault::ToolCharacter { found: ' ' }, 1);
        check("a*b", RuleFault::ToolStar, 1);
        check("*", RuleFault::AllowsEverything, 0);
        check("mcp__*", RuleFault::AllowsEverything, 0);
        check("*(x)", RuleFault::AllowsEverything, 0);
        check("Edit(../secret/credentials)", RuleFault::Path(PathSpecError::LeavesWorkspace), 5);
        check("Edit=../x", RuleFault::Path(PathSpecError::LeavesWorkspace), 5);
        check("write_file(../x)", RuleFault::Path(PathSpecError::LeavesWorkspace), 11);
        check("Read({a,b)", RuleFault::Path(PathSpecError::OpenBrace), 5);
        assert!(Rule::parse_for(Decision::Deny, "*").is_ok() && Rule::parse_for(Decision::Ask, "mcp__*").is_ok());
    }

    #[test]
    fn doubtful() {
        let check = |text: &str, expected: &[RuleWarning]| {
            let tools = ["bash", "read_file", "write_file", "web_fetch"];
            assert_eq!(Rule::parse(text).unwrap().warnings(Decision::Allow, &tools), expected, "{text:?}");
        };
        let exact = |text: &str, command: &str| {
            let expected = [RuleWarning::ExactCommand { command: command.to_owned() }];
            for decision in [Decision::Ask, Decision::Deny] {
                assert_eq!(Rule::parse(text).unwrap().warnings(decision, &[]), expected, "{text:?}");
            }
            assert_eq!(Rule::parse(text).unwrap().warnings(Decision::Allow, &[]), [], "{text:?}");
        };
        exact("Bash(git push)", "git push");
        exact("Bash(curl)", "curl");
        for text in ["Bash(git push:*)", "Bash(git push *)", "Bash=git push", "Bash", "Bash(*push*)", "Edit(src/a.rs)"]
        {
            assert_eq!(Rule::parse(text).unwrap().warnings(Decision::Deny, &[]), [], "{text:?}");
        }
        let unknown = |tool: &str, nearest: Option<&str>| RuleWarning::UnknownTool {
            tool: tool.to_owned(),
            nearest: nearest.map(str::to_owned),
        };
        check("Edit(src/**)", &[]);
        check("read_file", &[]);
        check("mcp__x__y", &[]);
        check("mcp_connect__github", &[]);
        check("ReadFile", &[unknown("ReadFile", Some("read_file"))]);
        check("WebFetch", &[]);
        check("WebFetsch", &[unknown("WebFetsch", Some("web_fetch"))]);
        check("zzz", &[unknown("zzz", None)]);
        check("Edit(src/** )", &[RuleWarning::Blank]);
        check("Edit(/README.md)", &[RuleWarning::AbsolutePath]);
        check("Edit(a/../b)", &[RuleWarning::ParentInPath]);
        check("Edit(src/**.ts)", &[RuleWarning::DoubleStarInName]);
        check(r"Edit(src\a)", &[RuleWarning::Backslash]);
        check(r"Edit(C:\a)", &[]);
        check("Edit(src:*)", &[RuleWarning::PrefixOnPath]);
        check("Bash(rm\u{200b}:*)", &[RuleWarning::HiddenCharacter]);
        check("Bash(rm:* )", &[RuleWarning::Blank]);
        check("Bash(cd src && rm:*)", &[RuleWarning::JoinsCommands]);
        check("Bash(curl * | sh)", &[RuleWarning::JoinsCommands]);
        check("Bash(grep 'a|b' x)", &[]);
        check("Bash(rm.*)", &[RuleWarning::RegularExpression]);
        check(r"Bash(git\s+push)", &[RuleWarning::RegularExpression]);
        check("Bash(ls .*)", &[]);
        check("Bash($EDITOR *)", &[]);
        check("web_fetch(https://a/?b&c)", &[]);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let text = String::from_utf8_lossy(&bytes);
            if let Err(error) = Rule::parse(&text) {
                prop_assert!(error.offset <= text.chars().count());
            }
        }

        #[test]
        fn no_text_like_a_rule_makes_it_panic(text in "(Bash|Edit|read_file|mcp__a__\\*| )?[=(]?[a.*?{},/~:()\\\\ -]{0,16}\\)?") {
            if let Ok(rule) = Rule::parse(&text) {
                prop_assert_eq!(rule.text(), &text);
                rule.warnings(Decision::Deny, &["bash"]);
            }
        }
    }
}
