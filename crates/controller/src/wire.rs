//! Puts the engine together. The only file that names concrete providers, tools, listeners and stores.

use crate::{
    BrokenConfig, LaunchOptions,
    config_source::ConfigSource,
    confinement::{confining, credential_names, opening},
    environment,
    grants::ProjectGrants,
    models::ConfiguredModels,
    policy::policy,
};
use reasonix_agent::SessionParts;
use reasonix_config::{
    ConfigError, Diagnostic, Loaded, Locations, Origin, ProxyMode, RepeatReminderSettings, Secrets, Settings,
};
use reasonix_exec::{Confining, Shell};
use reasonix_permission::Family;
use reasonix_prompt::system_prompt;
use reasonix_protocol::Problem;
use reasonix_store::{GrantFile, SessionStore, Stamp};
use reasonix_tool::{PermissionListener, Pipeline, PolicyBook, RealPathGuard, Registry, RepeatReminder, Workspace};
use reasonix_tools::{BashSettings, OtherNames, ProxyUse, Unreadable, WebSettings};
use secrecy::ExposeSecret;
use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A run's parts, put together.
pub(crate) struct Wired {
    pub source: Arc<ConfigSource>,
    /// The files of the configuration as they were when it was read.
    pub stamps: Vec<Stamp>,
    /// The configuration with its origins.
    pub loaded: Loaded,
    pub models: Arc<ConfiguredModels>,
    pub parts: SessionParts,
    pub grants: Arc<ProjectGrants>,
    pub store: SessionStore,
    pub shell: Option<Shell>,
    /// `None` if commands run with the user's own rights.
    pub confining: Option<Confining>,
    pub secrets: Secrets,
    pub found: Found,
}

/// What is to be told about the configuration.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    /// There are none unless they were to be reported.
    pub errors: Vec<Problem>,
    pub warnings: Vec<Problem>,
    /// Those among them that are about permission rules.
    pub rule_errors: Vec<Problem>,
    pub rule_warnings: Vec<Problem>,
}

impl Found {
    /// For a configuration that cannot be used at all.
    pub(crate) fn broken(errors: Vec<Problem>) -> Self {
        Self { errors, ..Self::default() }
    }

    fn take(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            let list = if diagnostic.is_error() { &mut self.errors } else { &mut self.warnings };
            list.push(diagnostic.problem());
        }
    }

    fn take_rules(&mut self, errors: Vec<Problem>, warnings: Vec<Problem>) {
        self.errors.extend(errors.iter().cloned());
        self.warnings.extend(warnings.iter().cloned());
        self.rule_errors = errors;
        self.rule_warnings = warnings;
    }

    /// Ends the start if something is broken and that is not to be lived with.
    fn check(&self, broken: BrokenConfig) -> Result<(), Vec<Problem>> {
        match broken {
            BrokenConfig::Refuse if !self.errors.is_empty() => Err(self.errors.clone()),
            _ => Ok(()),
        }
    }
}

/// Reads the configuration and wires everything. The error lists all that is wrong, warnings left out.
pub(crate) fn wire(options: &LaunchOptions) -> Result<Wired, Vec<Problem>> {
    let broken = options.broken;
    let mut found = Found::default();
    let source = Arc::new(ConfigSource::new(options).map_err(|error| problems(&error))?);
    // Before anything is read, so that no change falls between.
    let stamps = source.stamps();
    let loaded = source.load();
    found.take(&loaded.diagnostics);
    // Before anything is said about keys.
    found.check(broken)?;
    let secrets = read_secrets(&source.locations, &mut found);
    found.check(broken)?;
    let settings = &loaded.settings;
    let workspace = workspace(&loaded, &source.locations, options, &mut found)?;
    found.check(broken)?;
    let shell = find_shell(settings, &options.environment, &mut found.warnings);
    let forbid_read = forbidden_paths(settings, &source.locations);
    let policy = policy(settings, &source.locations, &workspace, &forbid_read, &reasonix_tools::NAMES);
    found.take_rules(policy.errors, policy.warnings);
    found.check(broken)?;
    let policy = Arc::new(policy.book);
    let confining = confining(settings, &source.locations, &workspace, &forbid_read, options);
    let bash = BashSettings {
        shell: shell.clone(),
        timeout: settings.tools.bash_timeout,
        removed_env: removed_env(settings, &secrets, &options.environment),
        confining: confining.clone(),
        opening,
    };
    let mut registry = registry(settings, bash, &workspace, &policy, &mut found.warnings);
    hide_denied(&mut registry, &policy);
    let pipeline = pipeline(registry, Arc::clone(&policy), settings, &secrets, forbid_read);
    let grant_file = GrantFile::new(&source.locations.state, workspace.root());
    let grants = Arc::new(ProjectGrants::new(grant_file, Arc::clone(&source)));
    let models = Arc::new(ConfiguredModels::new(&loaded, secrets.clone(), options.script.clone()));
    let parts = SessionParts {
        models: models.clone(),
        pipeline: Arc::new(pipeline),
        workspace: Arc::new(workspace),
        policy,
        grants: grants.clone(),
        watcher: None,
        stop_leftovers: reasonix_exec::stop_leftovers,
        job_quiet_limit: settings.tools.job_quiet_limit,
        build: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let store = SessionStore::new(source.locations.sessions());
    Ok(Wired { source, stamps, loaded, models, parts, grants, store, shell, confining, secrets, found })
}

fn read_secrets(locations: &Locations, found: &mut Found) -> Secrets {
    match Secrets::load(&locations.env_file()) {
        Ok(loaded) => {
            found.take(&loaded.warnings);
            loaded.secrets
        }
        Err(error) => {
            found.take(&error.diagnostics());
            Secrets::default()
        }
    }
}

/// The configured workspace; if it cannot be used, the folder that the run was started in.
fn workspace(
    loaded: &Loaded,
    locations: &Locations,
    options: &LaunchOptions,
    found: &mut Found,
) -> Result<Workspace, Vec<Problem>> {
    let sandbox = &loaded.settings.sandbox;
    let home = || options.environment.home.clone();
    let problem =
        |path: &Path, error| Problem::new("workspace_unusable").with("path", path.display()).with("reason", error);
    let mut extra = options.add_dirs.clone();
    for folder in &sandbox.allow_write {
        match refused_to_project(loaded, "sandbox.allow_write", || is_too_much(folder, locations, options)) {
            Some(warning) => found.warnings.push(warning.with("path", folder.display())),
            None => extra.push(folder.clone()),
        }
    }
    let is_elsewhere = || {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        !real(&sandbox.workspace_root).starts_with(real(&options.workspace))
    };
    let root = match refused_to_project(loaded, "sandbox.workspace_root", is_elsewhere) {
        Some(warning) => {
            found.warnings.push(warning.with("path", sandbox.workspace_root.display()));
            &options.workspace
        }
        None => &sandbox.workspace_root,
    };
    Workspace::new(root, &extra, home()).or_else(|error| {
        found.errors.push(problem(root, error));
        Workspace::new(&options.workspace, &[], home()).map_err(|error| vec![problem(&options.workspace, error)])
    })
}

/// What is said where a project's file names a folder that only the user may name.
fn refused_to_project(loaded: &Loaded, key: &str, is_refused: impl FnOnce() -> bool) -> Option<Problem> {
    let origin = loaded.origin(key);
    let (Origin::Project { .. }, Some((file, line))) = (&origin, origin.place()) else { return None };
    is_refused()
        .then(|| Problem::new("project_opens_folder").with("key", key).with("file", file.display()).with("line", line))
}

/// Whether a folder holds the home folder, or has to do with Reasonix's own: a checkout does not open those.
fn is_too_much(folder: &Path, locations: &Locations, options: &LaunchOptions) -> bool {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let own = [&locations.home, &locations.state, &locations.cache];
    let holds = |kept: &PathBuf| kept.starts_with(&real) || kept.starts_with(folder);
    own.into_iter().chain(&options.environment.home).any(holds) || own.into_iter().any(|kept| real.starts_with(kept))
}

impl Wired {
    /// The names that rules may speak of.
    pub(crate) fn tool_names() -> &'static [&'static str] {
        &reasonix_tools::NAMES
    }

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

fn registry(
    settings: &Settings,
    bash: BashSettings,
    workspace: &Workspace,
    policy: &Arc<PolicyBook>,
    warnings: &mut Vec<Problem>,
) -> Registry {
    let mut registry = Registry::default();
    for tool in
        reasonix_tools::builtin(bash, web(settings, policy), &unreadable(policy), &other_names(workspace, policy))
    {
        registry.insert(tool);
    }
    for unknown in registry.retain_named(&settings.tools.enabled) {
        warnings.push(Problem::new("tool_not_built_in").with("tool", unknown));
    }
    registry
}

/// The variables that commands do not get: those of provider keys and, if wanted, all that look like credentials.
fn removed_env(settings: &Settings, secrets: &Secrets, environment: &reasonix_config::Environment) -> Vec<String> {
    let key_names = settings.providers.iter().filter_map(|provider| provider.api_key_env.clone());
    let mut names: Vec<String> = key_names.chain(secrets.names().map(str::to_owned)).collect();
    if settings.secrets.filter_subprocess_env {
        names.extend(credential_names(environment));
    }
    names
}

/// What listings and searches leave out, by the configured rules: what is denied, and from searches also what would ask.
fn unreadable(policy: &Arc<PolicyBook>) -> Unreadable {
    let rules = Arc::new(policy.with_grants([]).rules);
    let (listing, searching) = ((Arc::clone(policy), Arc::clone(&rules)), (Arc::clone(policy), rules));
    Unreadable::new(
        move |path| listing.0.is_denied_to_read(path, &listing.1),
        move |path| searching.0.asks_to_read(path, &searching.1),
    )
}

/// How pages are fetched. Redirects are held against the configured rules.
fn web(settings: &Settings, policy: &Arc<PolicyBook>) -> WebSettings {
    let proxy = match settings.network.proxy_mode {
        ProxyMode::Auto => ProxyUse::System,
        ProxyMode::Off => ProxyUse::Off,
    };
    let (policy, rules) = (Arc::clone(policy), policy.with_grants([]).rules);
    let strictness = Arc::new(move |url: &str| policy.address_strictness("web_fetch", url, &rules));
    WebSettings { strictness, ..WebSettings::public(proxy) }
}

/// What the file tools ask about a hard link's other names.
fn other_names(workspace: &Workspace, policy: &Arc<PolicyBook>) -> OtherNames {
    let (policy, rules) = (Arc::clone(policy), policy.with_grants([]).rules);
    OtherNames::new(workspace.roots(), workspace.home(), move |path, access| policy.strictness(path, access, &rules))
}

/// Opens a file for a front end, which gets no other than the reading tools get.
pub(crate) fn open_as_tools_do(wired: &Wired, real: &Path) -> io::Result<File> {
    reasonix_tools::open_plain(real, &other_names(&wired.parts.workspace, &wired.parts.policy))
}

/// Goes through the files of a workspace for a front end, as the searching tools do.
pub(crate) fn listed_as_tools_do(root: &Path, max_depth: usize) -> impl Iterator<Item = reasonix_tools::Listed> {
    reasonix_tools::listed(root, max_depth)
}

/// A tool that is denied as a whole is not shown to the model.
fn hide_denied(registry: &mut Registry, policy: &PolicyBook) {
    let rules = policy.with_grants([]).rules;
    let families: Vec<(String, Family)> =
        registry.tools().map(|tool| (tool.spec().name.clone(), tool.spec().family)).collect();
    let hidden = rules.hidden_tools(families.iter().map(|(name, family)| (name.as_str(), *family)));
    let hidden: Vec<String> = hidden.into_iter().map(str::to_owned).collect();
    registry.remove(&hidden);
}

fn pipeline(
    registry: Registry,
    policy: Arc<PolicyBook>,
    settings: &Settings,
    secrets: &Secrets,
    forbid_read: Vec<PathBuf>,
) -> Pipeline {
    let named = secrets.names().filter_map(|name| Some((name.to_owned(), secrets.get(name)?)));
    Pipeline {
        registry,
        listeners: vec![Box::new(PermissionListener(policy))],
        guards: vec![Box::new(RealPathGuard { forbid_read })],
        observers: vec![Box::new(repeat_reminder(&settings.agent.repeat_reminder))],
        secrets: named.map(|(name, value)| (name, value.expose_secret().to_owned())).collect(),
    }
}

/// What nobody may read, as it was written and where links lead from there: a call may name either.
fn forbidden_paths(settings: &Settings, locations: &Locations) -> Vec<PathBuf> {
    let mut paths = settings.sandbox.forbid_read.clone();
    paths.push(locations.env_file());
    let real: Vec<PathBuf> = paths.iter().filter_map(|path| path.canonicalize().ok()).collect();
    paths.extend(real);
    paths.sort();
    paths.dedup();
    paths
}

fn repeat_reminder(settings: &RepeatReminderSettings) -> RepeatReminder {
    RepeatReminder {
        thresholds: settings.thresholds.clone(),
        exclude: settings.exclude.clone(),
        arguments_preview_chars: settings.arguments_preview_chars,
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
    diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).map(Diagnostic::problem).collect()
}
