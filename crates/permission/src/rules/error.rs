//! What makes a text no rule, and what makes a sound rule doubtful. Codes and places within the text; sentences are made
//! elsewhere, file and line are known to who read them.

use crate::paths::PathSpecError;
use reasonix_protocol::Problem;

/// A text that is no rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{rule}` at {offset}: {fault}")]
pub struct RuleError {
    /// The whole text.
    pub rule: String,
    /// Where in it, in characters from 0.
    pub offset: usize,
    pub fault: RuleFault,
}

/// What is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleFault {
    #[error("the rule is empty")]
    Empty,
    #[error("no tool is named")]
    NoTool,
    #[error("{found:?} cannot be in a tool's name")]
    ToolCharacter { found: char },
    #[error("`*` stands only at the end of a tool's name")]
    ToolStar,
    #[error("nothing is between the parentheses")]
    EmptySpec,
    #[error("nothing follows `=`")]
    EmptyLiteral,
    #[error("the parentheses are not balanced")]
    Unbalanced,
    #[error("text follows the closing parenthesis")]
    TextAfter,
    #[error("nothing is before `:*`")]
    EmptyPrefix,
    /// `at` counts bytes in what is between the parentheses.
    #[error("{found:?} cannot be in the name of a command")]
    CommandCharacter { found: char, at: usize },
    #[error("the rule would allow every tool")]
    AllowsEverything,
    #[error("the rule is longer than {most} bytes")]
    TooLong { most: usize },
    #[error("{0}")]
    Path(#[from] PathSpecError),
}

impl RuleError {
    /// The problem with the parameters `rule` and `offset`, which counts from 1 as people do, and `found` or `most`
    /// where the fault has one.
    pub fn problem(&self) -> Problem {
        let problem = Problem::new(self.fault.code()).with("rule", &self.rule).with("offset", self.offset + 1);
        match &self.fault {
            RuleFault::ToolCharacter { found } | RuleFault::CommandCharacter { found, .. } => {
                problem.with("found", found.escape_debug())
            }
            RuleFault::TooLong { most } => problem.with("most", most),
            _ => problem,
        }
    }
}

impl RuleFault {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Empty => "rule_empty",
            Self::NoTool => "rule_no_tool",
            Self::ToolCharacter { .. } => "rule_tool_character",
            Self::ToolStar => "rule_tool_star",
            Self::EmptySpec => "rule_empty_spec",
            Self::EmptyLiteral => "rule_empty_literal",
            Self::Unbalanced => "rule_unbalanced",
            Self::TextAfter => "rule_text_after",
            Self::EmptyPrefix => "rule_empty_prefix",
            Self::CommandCharacter { .. } => "rule_command_character",
            Self::AllowsEverything => "rule_allows_everything",
            Self::TooLong { .. } => "rule_too_long",
            Self::Path(PathSpecError::Empty) => "rule_path_empty",
            Self::Path(PathSpecError::LeavesWorkspace) => "rule_path_leaves_workspace",
            Self::Path(PathSpecError::ParentOfWildcard) => "rule_path_parent_of_wildcard",
            Self::Path(PathSpecError::OpenBrace) => "rule_path_open_brace",
            Self::Path(PathSpecError::TooManyAlternatives) => "rule_path_too_many_alternatives",
            Self::Path(PathSpecError::OtherHome) => "rule_path_other_home",
            Self::Path(PathSpecError::ControlCharacter) => "rule_path_control_character",
        }
    }
}

/// A rule that holds but may not do what its writer meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleWarning {
    /// No tool has that id; this one is like it.
    UnknownTool { tool: String, nearest: Option<String> },
    /// A blank begins or ends the spec: an allow matches it as it stands, so hardly ever.
    Blank,
    /// The path starts at the root of the file system, not at the workspace.
    AbsolutePath,
    /// `..` in the path was resolved by text.
    ParentInPath,
    /// `**` beside other text in a name is one `*` in an allow.
    DoubleStarInName,
    /// `\` is an ordinary character in an allow, but for Windows' paths.
    Backslash,
    /// `:*` means a prefix for commands only.
    PrefixOnPath,
    /// Characters that do not show.
    HiddenCharacter,
    /// An operator stands between words, but rules are held against single commands.
    JoinsCommands,
    /// Signs of regular expressions, which are ordinary characters here.
    RegularExpression,
    /// A deny or ask of one command to the letter, which further words behind it escape.
    ExactCommand { command: String },
}

impl RuleWarning {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownTool { nearest: None, .. } => "rule_unknown_tool",
            Self::UnknownTool { .. } => "rule_misspelled_tool",
            Self::Blank => "rule_blank",
            Self::AbsolutePath => "rule_absolute_path",
            Self::ParentInPath => "rule_parent_in_path",
            Self::DoubleStarInName => "rule_double_star_in_name",
            Self::Backslash => "rule_backslash",
            Self::PrefixOnPath => "rule_prefix_on_path",
            Self::HiddenCharacter => "rule_hidden_character",
            Self::JoinsCommands => "rule_joins_commands",
            Self::RegularExpression => "rule_regular_expression",
            Self::ExactCommand { .. } => "rule_exact_command",
        }
    }

    /// The problem with the parameter `rule`; `tool` and `nearest` where the tool is unknown; `command` where that is meant
    /// to the letter.
    pub fn problem(&self, rule: &str) -> Problem {
        let problem = Problem::new(self.code()).with("rule", rule);
        match self {
            Self::UnknownTool { tool, nearest: None } => problem.with("tool", tool),
            Self::UnknownTool { tool, nearest: Some(nearest) } => problem.with("tool", tool).with("nearest", nearest),
            Self::ExactCommand { command } => problem.with("command", command),
            _ => problem,
        }
    }
}
