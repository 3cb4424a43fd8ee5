//! What is wrong with a configuration, as codes with parameters; `locale` turns them into sentences.
//! A diagnostic never carries the content of a key file, a header's value or anything else that may be secret.

use reasonix_protocol::Problem;
use std::{fmt, path::PathBuf};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something has no effect or is risky; the rest of the configuration holds.
    Warning,
    /// The configuration must not be used as it is.
    Error,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $code:literal,)+) => {
        /// What happened. The text of a code is the catalogue's entry `problem.<code>`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$doc])* $variant,)+ }

        impl Code {
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)+ }
            }
        }
    };
}

codes! {
    // Files.
    /// `reason`
    Unreadable = "config_unreadable",
    /// `limit`
    TooLarge = "config_too_large",
    /// `offset`: the byte the trouble starts at
    NotUtf8 = "config_not_utf8",
    /// `reason`: the parser's words, as of the six that follow
    Syntax = "config_syntax",
    KeyTwice = "config_key_twice",
    HeaderUnreadable = "config_header_unreadable",
    ListUnreadable = "config_list_unreadable",
    TextUnreadable = "config_text_unreadable",
    NameUnreadable = "config_name_unreadable",
    ValueUnreadable = "config_value_unreadable",
    /// `count`: problems beyond those listed
    More = "config_more_problems",
    /// `reason`
    WriteFailed = "config_write_failed",
    /// The file is another one than the text that was edited began from.
    Stale = "config_stale",
    /// Another program kept changing the file while it was being edited.
    ChangedMeanwhile = "config_changed_meanwhile",
    // Keys and values.
    /// `key`
    UnknownKey = "config_unknown_key",
    /// `key`, `nearest`
    MisspelledKey = "config_misspelled_key",
    /// `key`, `name`: a name with a dot that TOML took for a path
    UnquotedName = "config_unquoted_name",
    /// `key`
    UserOnly = "config_user_only",
    /// `key`: a section or a list of entries, where an edit needs a single value
    NotAValue = "config_not_a_value",
    /// `key`, `expected`, `found`
    WrongType = "config_wrong_type",
    /// `key`, `value`, `min`, `max`
    OutOfRange = "config_out_of_range",
    /// `key`, `value`, `used`
    BelowMinimum = "config_below_minimum",
    /// `key`, `value`, `allowed`
    NotOneOf = "config_not_one_of",
    /// `key`
    Empty = "config_empty",
    /// `key`: a list that needs at least one value
    EmptyList = "config_empty_list",
    /// `key`, `value`
    Duplicate = "config_duplicate",
    /// `key`, `other`
    Conflict = "config_conflict",
    /// `key`, `missing`
    MissingField = "config_missing_field",
    /// `key`, `known`: of an entry that has no meaning with a field that nobody knows
    UnknownField = "config_unknown_field",
    /// `key`, `nearest`
    MisspelledField = "config_misspelled_field",
    /// `key`
    BadUrl = "config_bad_url",
    /// `key`
    UrlCredentials = "config_url_credentials",
    // Paths.
    /// `key`, `variable`
    VariableUnset = "config_variable_unset",
    /// `key`, `value`
    VariableSyntax = "config_variable_syntax",
    /// `key`, `value`
    Tilde = "config_tilde",
    /// `key`, `value`, `workspace`
    PathOutside = "config_path_outside",
    /// `key`, `path`
    PromptMissing = "config_prompt_missing",
    /// `key`, `path`, `reason`
    PromptUnreadable = "config_prompt_unreadable",
    // Providers and models.
    /// `provider`, `first_line`
    DuplicateProvider = "config_duplicate_provider",
    /// `key`: a provider's name with characters that a reference cannot hold
    BadProviderName = "config_bad_provider_name",
    /// `key`: not the name of a variable; may well be the secret itself, so no value
    BadKeyName = "config_bad_key_name",
    /// `key`, `header`
    ReservedHeader = "config_reserved_header",
    /// `key`, `header`
    BadHeader = "config_bad_header",
    /// `key`, `field`
    ReservedField = "config_reserved_field",
    /// `key`, `model`, `known`
    ModelNotListed = "config_model_not_listed",
    /// `key`, `effort`, `supported`
    EffortUnsupported = "config_effort_unsupported",
    /// `provider`, `variable`: a project's entry wants a key that the user's own entry sends elsewhere
    ProjectUsesKey = "config_project_uses_key",
    /// `key`: a project's file would weaken the sandbox
    ProjectLoosens = "config_project_loosens",
    /// `model`
    ProjectModelUnserved = "config_project_model_unserved",
    NoModel = "config_no_model",
    /// `model`, `known`
    UnknownModel = "config_unknown_model",
    /// `model`, `nearest`, `known`
    MisspelledModel = "config_misspelled_model",
    // Locations and keys of providers.
    NoHome = "config_no_home",
    /// `reason`
    EnvUnreadable = "env_unreadable",
    /// `limit`
    EnvTooLarge = "env_too_large",
    /// `offset`
    EnvNotUtf8 = "env_not_utf8",
    EnvSyntax = "env_syntax",
    /// `variable`: its value holds a `$` that refers to no earlier line
    EnvUndefined = "env_undefined",
    /// `mode`
    EnvMode = "env_mode",
    /// `variable`
    EnvBadName = "env_bad_name",
    /// `variable`
    EnvBadValue = "env_bad_value",
    /// `reason`
    EnvWriteFailed = "env_write_failed",
}

/// One thing that is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// `None` for a value that did not come from a file, such as a flag's.
    pub file: Option<PathBuf>,
    /// Starts at 1.
    pub line: Option<u32>,
    /// Starts at 1 and counts characters, as editors do.
    pub column: Option<u32>,
    /// By the names that the code documents.
    pub params: Vec<(&'static str, String)>,
}

impl Diagnostic {
    pub fn error(code: Code) -> Self {
        Self { code, severity: Severity::Error, file: None, line: None, column: None, params: Vec::new() }
    }

    pub fn warning(code: Code) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code) }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.params.push((name, value.to_string()));
        self
    }

    #[must_use]
    pub fn in_file(mut self, file: impl Into<PathBuf>) -> Self {
        self.file = Some(file.into());
        self
    }

    #[must_use]
    pub fn at(mut self, line: u32, column: u32) -> Self {
        (self.line, self.column) = (Some(line), Some(column));
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The value of a parameter.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The diagnostic as it crosses to a front end, with `file`, `line` and `column` among the parameters.
    pub fn problem(&self) -> Problem {
        let place = [
            ("file", self.file.as_ref().map(|file| file.display().to_string())),
            ("line", self.line.map(|line| line.to_string())),
            ("column", self.column.map(|column| column.to_string())),
        ];
        let place = place.into_iter().filter_map(|(name, value)| value.map(|value| (name, value)));
        let params = self.params.iter().cloned().chain(place);
        params.fold(Problem::new(self.code.as_str()), |problem, (name, value)| problem.with(name, value))
    }
}

/// For logs and tests; people get the catalogue's text.
impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(out, "{}:", file.display())?;
        }
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(out, "{line}:{column}:")?;
        }
        write!(out, "{}", self.code.as_str())?;
        self.params.iter().try_for_each(|(name, value)| write!(out, " {name}={value:?}"))
    }
}

/// Why a configuration cannot be read, used or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// Neither `REASONIX_HOME` nor a home folder is known.
    #[error("no home folder")]
    NoHome,
    /// At least one error, and the warnings found beside it, in the order of files and lines.
    #[error("{}", list(.0))]
    Invalid(Vec<Diagnostic>),
}

impl ConfigError {
    /// What is wrong, one diagnostic each.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        match self {
            Self::NoHome => vec![Diagnostic::error(Code::NoHome)],
            Self::Invalid(diagnostics) => diagnostics.clone(),
        }
    }
}

impl From<Diagnostic> for ConfigError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Invalid(vec![diagnostic])
    }
}

fn list(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
