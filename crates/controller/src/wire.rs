//! Puts the engine together. The only file that names concrete providers, tools, listeners and stores.

use crate::{environment, launch::LaunchOptions, models::ConfiguredModels};
use reasonix_agent::SessionParts;
use reasonix_config::{ConfigError, Loaded, Locations, Secrets, Settings, Sources};
use reasonix_exec::Shell;
use reasonix_prompt::system_prompt;
use reasonix_protocol::Problem;
use reasonix_store::SessionStore;
use reasonix_tool::{PermissionListener, Pipeline, RealPathGuard, Registry, RepeatReminder, Workspace};
use reasonix_tools::BashSettings;
use secrecy::ExposeSecret;
use std::{path::PathBuf, sync::Arc};

/// A run's parts, put together.
pub(crate) struct Wired {
    pub locations: Locations,
    /// The configuration with its origins.
    pub loaded: Loaded,
    pub models: Arc<ConfiguredModels>,
    pub parts: SessionParts,
    pub store: SessionStore,
    pub shell: Option<Shell>,
    pub secrets: Secrets,
}

/// Reads the configuration and wires everything. The error lists all that is wrong, warnings left out.
pub(crate) fn wire(options: LaunchOptions) -> Result<(Wired, Vec<Problem>), Vec<Problem>> {
    let locations = Locations::new(&options.environment).map_err(|error| problems(&error))?;
    let workspace = options.workspace;
    let sources = Sources { locations: &locations, workspace: &workspace, environment: &options.environment };
    let loaded = reasonix_config::load(&sources, options.project, &options.overrides);
    if loaded.diagnostics.iter().any(reasonix_config::Diagnostic::is_error) {
        return Err(problems(&ConfigError::Invalid(loaded.diagnostics)));
    }
    let secrets = Secrets::load(&locations.env_file()).map_err(|error| problems(&error))?;
    let mut warnings: Vec<Problem> =
        loaded.diagnostics.iter().chain(&secrets.warnings).map(reasonix_config::Diagnostic::problem).collect();
    let secrets = secrets.secrets;

    let settings = &loaded.settings;
    let extra: Vec<PathBuf> = settings.sandbox.allow_write.iter().cloned().chain(options.add_dirs).collect();
    let workspace = Workspace::new(&settings.sandbox.workspace_root, &extra, options.environment.home.clone())
        .map_err(|error| {
            let path = settings.sandbox.workspace_root.display();
            vec![Problem::new("workspace_unusable").with("path", path).with("reason", error)]
        })?;
    let shell = find_shell(settings, &options.environment, &mut warnings);
    let pipeline = pipeline(settings, &locations, &secrets, shell.clone(), &mut warnings);
    let models = Arc::new(ConfiguredModels::new(&loaded, secrets.clone(), options.script));
    let parts = SessionParts {
        models: models.clone(),
        pipeline: Arc::new(pipeline),
        workspace: Arc::new(workspace),
        build: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let store = SessionStore::new(locations.sessions());
    Ok((Wired { locations, loaded, models, parts, store, shell, secrets }, warnings))
}

impl Wired {
    /// The prefix of a new session.
    pub(crate) fn system_prompt(&self) -> Result<String, Problem> {
        let settings = &self.loaded.settings;
        let own = settings.agent.read_system_prompt().map_err(|error| error.problem())?;
        let environment = settings
            .environment
            .enabled
            .then(|| environment::summary(&self.parts.workspace, self.shell.as_ref(), settings.environment.offline));
        Ok(system_prompt(own.as_deref(), environment.as_ref()))
    }
}

fn pipeline(
    settings: &Settings,
    locations: &Locations,
    secrets: &Secrets,
    shell: Option<Shell>,
    warnings: &mut Vec<Problem>,
) -> Pipeline {
    let mut forbid_read = settings.sandbox.forbid_read.clone();
    forbid_read.push(locations.env_file());
    let key_names = settings.providers.iter().filter_map(|provider| provider.api_key_env.clone());
    let removed_env = key_names.chain(secrets.names().map(str::to_owned)).collect();
    let mut registry = Registry::default();
    let bash = BashSettings { shell, timeout: settings.tools.bash_timeout, removed_env };
    for tool in reasonix_tools::builtin(bash, &forbid_read) {
        registry.insert(tool);
    }
    for unknown in registry.retain_named(&settings.tools.enabled) {
        warnings.push(Problem::new("tool_not_built_in").with("tool", unknown));
    }
    let named = secrets.names().filter_map(|name| Some((name.to_owned(), secrets.get(name)?)));
    Pipeline {
        registry,
        listeners: vec![Box::new(PermissionListener { forbid_read: forbid_read.clone() })],
        guards: vec![Box::new(RealPathGuard { forbid_read })],
        observers: vec![Box::new(RepeatReminder::default())],
        secrets: named.map(|(name, value)| (name, value.expose_secret().to_owned())).collect(),
    }
}

fn find_shell(
    settings: &Settings,
    environment: &reasonix_config::Environment,
    warnings: &mut Vec<Problem>,
) -> Option<Shell> {
    let path_env = environment.variable("PATH");
    let Some(wanted) = &settings.tools.shell else { return Shell::discover(path_env) };
    let found = reasonix_exec::find_program(wanted, path_env);
    if found.is_none() {
        warnings.push(Problem::new("shell_not_found").with("path", wanted.display()));
    }
    found.map(|path| Shell { kind: reasonix_exec::ShellKind::Bash, path })
}

/// The errors among what was found.
pub(crate) fn problems(error: &ConfigError) -> Vec<Problem> {
    let diagnostics = error.diagnostics();
    diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).map(reasonix_config::Diagnostic::problem).collect()
}
