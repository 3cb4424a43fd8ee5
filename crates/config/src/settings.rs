//! The settings in their final, typed form. Nothing later looks at keys or files.

use crate::{
    DesktopSettings, Origin, Provider, RuleEntry, RuleText, ServeSettings, Value, provider::words, resolved::Resolved,
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

/// Everything that is configured, with defaults put in.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// A model reference; see [`Settings::resolve_model`].
    pub default_model: Option<String>,
    pub(crate) default_model_origin: Origin,
    pub language: LanguageChoice,
    pub agent: AgentSettings,
    pub environment: EnvironmentSettings,
    pub tools: ToolSettings,
    pub sandbox: SandboxSettings,
    pub secrets: SecretSettings,
    pub permissions: PermissionSettings,
    pub network: NetworkSettings,
    pub desktop: DesktopSettings,
    pub serve: ServeSettings,
    /// In the order in which a bare model name is looked up.
    pub providers: Vec<Provider>,
}

/// `agent.*`. At most one of the two prompts is there.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentSettings {
    pub system_prompt: Option<String>,
    pub system_prompt_file: Option<PathBuf>,
    pub temperature: f64,
    pub plan_gate: PlanGate,
    /// Names of tools.
    pub plan_mode_allowed_tools: Vec<String>,
    /// Names of tools.
    pub trusted_read_only_tools: Vec<String>,
    pub repeat_reminder: RepeatReminderSettings,
    /// The prompt file comes from the project, so it must lie in the workspace, links followed.
    pub(crate) prompt_root: Option<PathBuf>,
}

/// `agent.repeat_reminder.*`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepeatReminderSettings {
    /// Ascending, each at least 2, never empty.
    pub thresholds: Vec<u32>,
    /// Names of tools.
    pub exclude: Vec<String>,
    pub arguments_preview_chars: usize,
}

/// `environment.*`: what the model is told about the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvironmentSettings {
    pub enabled: bool,
    pub offline: bool,
}

/// `tools.*`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolSettings {
    /// Names of built-in tools; empty means all.
    pub enabled: Vec<String>,
    /// `None` means no limit.
    pub bash_timeout: Option<Duration>,
    /// How long a background job may print nothing before that is told; `None` means it never is.
    pub job_quiet_limit: Option<Duration>,
    /// An absolute path or a bare name.
    pub shell: Option<PathBuf>,
}

/// `sandbox.*`: absolute paths, `..` resolved by text, links not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SandboxSettings {
    pub workspace_root: PathBuf,
    pub allow_write: Vec<PathBuf>,
    pub forbid_read: Vec<PathBuf>,
    pub bash: Confine,
    pub network: bool,
}

/// `secrets.*`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretSettings {
    pub filter_subprocess_env: bool,
}

/// `permissions.*`. Each list holds what the user's file says, then what the project's says. Nothing of it but its
/// types has been checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PermissionSettings {
    pub mode: PermissionMode,
    pub allow: Vec<RuleText>,
    pub ask: Vec<RuleText>,
    pub deny: Vec<RuleText>,
    /// The last that matches decides.
    pub rules: Vec<RuleEntry>,
    pub allow_dynamic_bash: bool,
    /// Patterns that add to the built-in ones.
    pub protected_paths: Vec<RuleText>,
    /// Patterns that add to the built-in ones.
    pub credential_paths: Vec<RuleText>,
}

/// `network.*`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkSettings {
    pub connect_timeout: Duration,
    /// How long failing connections are tried again.
    pub unreachable_window: Duration,
    /// Longest silence of an answer.
    pub idle_timeout: Duration,
    pub max_retries: u32,
    pub proxy_mode: ProxyMode,
}

words! {
    /// `language`
    LanguageChoice {
        /// By `REASONIX_LANG` and `LANG`.
        Auto = "auto",
        En = "en",
        Zh = "zh",
    }
}

words! {
    /// `agent.plan_gate`: what runs while a plan is made.
    PlanGate {
        /// Only what reads.
        Strict = "strict",
        /// Whatever the permissions let through, apart from calls that opt out.
        Workflow = "workflow",
    }
}

words! {
    /// `sandbox.bash`: whether commands are confined.
    Confine {
        /// Or not run.
        Enforce = "enforce",
        Off = "off",
    }
}

words! {
    /// `permissions.mode`: what happens to a call that changes something when no rule matches it.
    PermissionMode {
        Ask = "ask",
        Allow = "allow",
        Deny = "deny",
    }
}

words! {
    /// `network.proxy_mode`
    ProxyMode {
        /// The system's and the environment's proxy.
        Auto = "auto",
        Off = "off",
    }
}

pub(crate) fn build(values: &Resolved, rules: Vec<RuleEntry>, providers: Vec<Provider>, workspace: &Path) -> Settings {
    let seconds = |path| Duration::from_secs(values.natural(path));
    let paths = |path| values.texts(path).into_iter().map(PathBuf::from).collect();
    let bash_timeout = seconds("tools.bash_timeout_seconds");
    let job_quiet_limit = seconds("tools.background_jobs.stalled_warning_seconds");
    let prompt_is_projects = matches!(values.set("agent.system_prompt_file"), Some((_, Origin::Project { .. })));
    Settings {
        default_model: values.text("default_model"),
        default_model_origin: values.set("default_model").map_or(Origin::Default, |(_, origin)| origin.clone()),
        language: values.word("language", LanguageChoice::from_word, LanguageChoice::Auto),
        agent: AgentSettings {
            system_prompt: values.text("agent.system_prompt"),
            system_prompt_file: values.text("agent.system_prompt_file").map(PathBuf::from),
            temperature: values.float("agent.temperature"),
            plan_gate: values.word("agent.plan_gate", PlanGate::from_word, PlanGate::Strict),
            plan_mode_allowed_tools: values.texts("agent.plan_mode_allowed_tools"),
            trusted_read_only_tools: values.texts("agent.trusted_read_only_tools"),
            repeat_reminder: RepeatReminderSettings {
                thresholds: values.ascending("agent.repeat_reminder.thresholds"),
                exclude: values.texts("agent.repeat_reminder.exclude"),
                arguments_preview_chars: values.natural("agent.repeat_reminder.arguments_preview_chars") as usize,
            },
            prompt_root: prompt_is_projects.then(|| workspace.to_path_buf()),
        },
        environment: EnvironmentSettings {
            enabled: values.bool("environment.enabled"),
            offline: values.bool("environment.offline"),
        },
        tools: ToolSettings {
            enabled: values.texts("tools.enabled"),
            bash_timeout: (!bash_timeout.is_zero()).then_some(bash_timeout),
            job_quiet_limit: (!job_quiet_limit.is_zero()).then_some(job_quiet_limit),
            shell: values.text("tools.shell.path").map(PathBuf::from),
        },
        sandbox: SandboxSettings {
            workspace_root: values
                .text("sandbox.workspace_root")
                .map_or_else(|| workspace.to_path_buf(), PathBuf::from),
            allow_write: paths("sandbox.allow_write"),
            forbid_read: paths("sandbox.forbid_read"),
            bash: values.word("sandbox.bash", Confine::from_word, Confine::Enforce),
            network: values.bool("sandbox.network"),
        },
        secrets: SecretSettings { filter_subprocess_env: values.bool("secrets.filter_subprocess_env") },
        permissions: PermissionSettings {
            mode: values.word("permissions.mode", PermissionMode::from_word, PermissionMode::Ask),
            allow: values.joined("permissions.allow"),
            ask: values.joined("permissions.ask"),
            deny: values.joined("permissions.deny"),
            rules,
            allow_dynamic_bash: values.bool("permissions.allow_dynamic_bash"),
            protected_paths: values.joined("permissions.protected_paths"),
            credential_paths: values.joined("permissions.credential_paths"),
        },
        network: NetworkSettings {
            connect_timeout: seconds("network.connect_timeout_seconds"),
            unreachable_window: seconds("network.unreachable_window_seconds"),
            idle_timeout: seconds("network.idle_timeout_seconds"),
            max_retries: values.natural("network.max_retries") as u32,
            proxy_mode: values.word("network.proxy_mode", ProxyMode::from_word, ProxyMode::Auto),
        },
        desktop: DesktopSettings::of(values),
        serve: ServeSettings::of(values),
        providers,
    }
}

/// Typed access; the check before has made sure of types and ranges, so the last resorts are never used.
impl Resolved {
    pub(crate) fn bool(&self, path: &str) -> bool {
        matches!(self.get(path), Some(Value::Bool(true)))
    }

    pub(crate) fn natural(&self, path: &str) -> u64 {
        match self.get(path) {
            Some(Value::Integer(value)) => u64::try_from(value).unwrap_or(0),
            _ => 0,
        }
    }

    pub(crate) fn float(&self, path: &str) -> f64 {
        match self.get(path) {
            Some(Value::Float(value)) => value,
            _ => 0.0,
        }
    }

    pub(crate) fn text(&self, path: &str) -> Option<String> {
        match self.get(path) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn texts(&self, path: &str) -> Vec<String> {
        self.list(path).unwrap_or_default()
    }

    /// A list of strings that may be unset.
    pub(crate) fn list(&self, path: &str) -> Option<Vec<String>> {
        let Some(Value::List(items)) = self.get(path) else { return None };
        let text = |item| if let Value::Text(text) = item { Some(text) } else { None };
        Some(items.into_iter().filter_map(text).collect())
    }

    /// The names and strings of a table.
    pub(crate) fn names(&self, path: &str) -> BTreeMap<String, String> {
        let Some(Value::Table(entries)) = self.get(path) else { return BTreeMap::new() };
        let text = |(name, value)| if let Value::Text(text) = value { Some((name, text)) } else { None };
        entries.into_iter().filter_map(text).collect()
    }

    pub(crate) fn ascending(&self, path: &str) -> Vec<u32> {
        let Some(Value::List(items)) = self.get(path) else { return Vec::new() };
        let natural = |item| if let Value::Integer(value) = item { u32::try_from(value).ok() } else { None };
        let mut naturals: Vec<u32> = items.into_iter().filter_map(natural).collect();
        naturals.sort_unstable();
        naturals
    }

    pub(crate) fn word<T>(&self, path: &str, from_word: fn(&str) -> Option<T>, last_resort: T) -> T {
        self.text(path).and_then(|word| from_word(&word)).unwrap_or(last_resort)
    }
}
