//! Configuration: layers of TOML merged once to typed settings with their origins, edits that keep comments, and the
//! file of provider keys. Problems are codes with parameters; their sentences live in `locale`. Nothing here keeps
//! state, watches a file or writes to the process environment.

mod conform;
mod diagnostic;
mod document;
mod edit;
mod file;
mod front_ends;
mod json_schema;
mod key;
mod key_reference;
mod layer;
mod load;
mod location;
mod model_reference;
mod nearest;
mod node;
mod origin;
mod path_rule;
mod prompt_file;
mod provider;
mod provider_entry;
mod provider_models;
mod replace;
mod report;
mod resolved;
mod rule;
mod secrets;
mod settings;
mod syntax;
mod table;
mod unknown;
mod value;

pub use diagnostic::{Code, ConfigError, Diagnostic, Severity};
pub use edit::{Edit, Whole};
pub use front_ends::{AuthMode, DesktopSettings, ServeSettings, Theme};
pub use json_schema::json_schema;
pub use key_reference::reference_markdown;
pub use layer::Layer;
pub use load::{Effective, Loaded, Overrides, ProjectFile, Sources, load, load_with};
pub use location::{Environment, Locations, PROJECT_FILE, Platform};
pub use model_reference::{ModelError, ResolvedModel};
pub use origin::Origin;
pub use provider::{Headers, OutputLimit, Provider, ProviderKind, ProviderModel, ReasoningProtocol, recipient};
pub use rule::{RuleDecision, RuleEntry, RuleKind, RuleText};
pub use secrets::{LoadedSecrets, Secrets, set_secret, unset_secret};
pub use settings::{
    AgentSettings, Confine, EnvironmentSettings, LanguageChoice, NetworkSettings, PermissionMode, PermissionSettings,
    PlanGate, ProxyMode, RepeatReminderSettings, SandboxSettings, SecretSettings, Settings, ToolSettings,
};
pub use value::Value;
