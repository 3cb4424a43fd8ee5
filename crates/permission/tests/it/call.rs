//! A call and the world it is decided in, put together as the engine does it.

use reasonix_permission::{
    Access, Family, GateLists, PlanGate, PlanSafety, Policy, Request, Verdict, decide,
    paths::{Facts, NoFacts, Places, PlacesSpec, judge, judge_shell, wanted_folder},
    rules::{Rule, RuleLists, RuleSet, ShellSubject, Subject},
    shell::{self, ShellContext},
};
use reasonix_protocol::{Decision, Mode, Posture};
use std::path::{Path, PathBuf};

/// What a tool says of itself and what it is called with.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub tool: String,
    pub family: Family,
    pub read_only: bool,
    pub trusted: bool,
    pub plan: PlanSafety,
    /// For the shell.
    pub command: Option<String>,
    /// For the file tools.
    pub path: Option<String>,
    /// For what fetches.
    pub urls: Vec<String>,
    /// Folders that a command declares.
    pub folders: Vec<String>,
    /// Wants to run without the sandbox.
    pub escapes: bool,
}

impl Call {
    pub(crate) fn bash(command: &str) -> Self {
        Self { command: Some(command.to_owned()), ..Self::of("bash") }
    }

    pub(crate) fn file(tool: &str, path: &str) -> Self {
        Self { path: Some(path.to_owned()), ..Self::of(tool) }
    }

    pub(crate) fn page(url: &str) -> Self {
        Self { urls: vec![url.to_owned()], plan: PlanSafety::Safe, read_only: true, ..Self::of("web_fetch") }
    }

    /// A tool by its name, as the engine registers it; what it does not know is a tool of a server.
    pub(crate) fn of(tool: &str) -> Self {
        let (family, read_only, trusted) = match tool {
            "bash" => (Family::Bash, false, true),
            "read_file" | "grep" | "glob" | "ls" => (Family::Read, true, true),
            "write_file" | "edit_file" | "multi_edit" | "move_file" => (Family::Edit, false, true),
            _ => (Family::Own, false, false),
        };
        let plan = PlanSafety::Unknown;
        Self {
            tool: tool.to_owned(),
            family,
            read_only,
            trusted,
            plan,
            command: None,
            path: None,
            urls: Vec::new(),
            folders: Vec::new(),
            escapes: false,
        }
    }

    /// From the arguments as a model writes them.
    pub(crate) fn from_args(tool: &str, args: &serde_json::Value) -> Self {
        let call = Self::of(tool);
        let text = |key: &str| args[key].as_str().map(str::to_owned);
        match call.family {
            Family::Bash => Self { command: text("command"), ..call },
            Family::Read | Family::Edit => Self { path: text("path"), ..call },
            Family::Own => call,
        }
    }
}

/// Everything a decision hangs on beside the call.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub cwd: PathBuf,
    pub home: PathBuf,
    pub forbid_read: Vec<PathBuf>,
    pub managed: Vec<PathBuf>,
    pub state: Vec<PathBuf>,
    /// Reasonix's own folders.
    pub own: Vec<PathBuf>,
    /// Opened in the session.
    pub opened: Vec<PathBuf>,
    pub allow: Vec<String>,
    pub ask: Vec<String>,
    pub deny: Vec<String>,
    /// What the user allowed while working.
    pub grants: Vec<String>,
    pub posture: Posture,
    pub mode: Mode,
    pub plan_gate: PlanGate,
    pub plan_approved: bool,
    pub allow_dynamic_bash: bool,
    pub can_ask: bool,
}

impl Default for World {
    fn default() -> Self {
        Self {
            cwd: PathBuf::from("/ws"),
            home: PathBuf::from("/home/user"),
            forbid_read: Vec::new(),
            managed: Vec::new(),
            state: Vec::new(),
            own: Vec::new(),
            opened: Vec::new(),
            allow: Vec::new(),
            ask: Vec::new(),
            deny: Vec::new(),
            grants: Vec::new(),
            posture: Posture::Ask,
            mode: Mode::Normal,
            plan_gate: PlanGate::Strict,
            plan_approved: false,
            allow_dynamic_bash: false,
            can_ask: true,
        }
    }
}

/// The rules among the texts; what is refused is none.
fn rules(decision: Decision, texts: &[String]) -> impl Iterator<Item = Rule> + '_ {
    texts.iter().filter_map(move |text| Rule::parse_for(decision, text).ok())
}

impl World {
    pub(crate) fn decide(&self, call: &Call) -> Verdict {
        self.decide_with(call, &NoFacts)
    }

    pub(crate) fn decide_with(&self, call: &Call, facts: &dyn Facts) -> Verdict {
        let spec = PlacesSpec {
            home: Some(&self.home),
            managed: &self.managed,
            state: &self.state,
            own: &self.own,
            forbid_read: &self.forbid_read,
            ..PlacesSpec::new(&self.cwd)
        };
        let places = Places::new(&spec, facts).with_roots(&self.opened);
        let mut lists = RuleLists {
            allow: rules(Decision::Allow, &self.allow).collect(),
            ask: rules(Decision::Ask, &self.ask).collect(),
            deny: rules(Decision::Deny, &self.deny).collect(),
        };
        let granted_from = lists.allow.len();
        lists.allow.extend(rules(Decision::Allow, &self.grants));
        let set = RuleSet::new(&lists, &[], &places, facts);
        self.decide_by(call, &set, granted_from, &places, facts)
    }

    /// With rules and places that are ready.
    pub(crate) fn decide_by(
        &self,
        call: &Call,
        set: &RuleSet,
        granted_from: usize,
        places: &Places,
        facts: &dyn Facts,
    ) -> Verdict {
        let cx = ShellContext { cwd: &self.cwd, home: Some(Path::new(&self.home)) };
        let analysis = call.command.as_deref().map(|command| shell::analyse(command, &cx));
        let shell = call.command.as_deref().zip(analysis.as_ref());
        let access = if call.family == Family::Edit { Access::Write } else { Access::Read };
        let named = call.path.iter().map(|path| judge(path, access, places, facts));
        let in_shell = analysis.iter().flat_map(|analysis| &analysis.paths);
        let paths: Vec<_> = named.chain(in_shell.map(|path| judge_shell(path, places, facts))).collect();
        let declared = call.folders.iter().map(|folder| wanted_folder(folder, places, facts));
        let outside = paths.iter().filter(|path| analysis.is_none() && path.access == Access::Write && path.is_outside);
        let parents = outside.filter_map(|path| Some(wanted_folder(path.written().parent()?.to_str()?, places, facts)));
        let wanted: Vec<_> = declared.chain(parents).collect();
        let subject = Subject {
            tool: &call.tool,
            family: call.family,
            paths: &paths,
            urls: &call.urls,
            shell: shell.map(|(command, analysis)| ShellSubject { command, analysis }),
        };
        let request = Request {
            subject,
            read_only: call.read_only,
            trusted: call.trusted,
            plan: call.plan,
            wanted: &wanted,
            escapes: call.escapes,
        };
        let policy = Policy {
            rules: set,
            granted_from,
            posture: self.posture,
            mode: self.mode,
            plan_gate: self.plan_gate,
            gate_lists: GateLists::default(),
            plan_approved: self.plan_approved,
            allow_dynamic_bash: self.allow_dynamic_bash,
            can_ask: self.can_ask,
        };
        decide(&request, &policy)
    }
}

/// 0 for allow, 1 for ask, 2 for deny.
pub(crate) const fn strictness(decision: Decision) -> u8 {
    match decision {
        Decision::Allow => 0,
        Decision::Ask => 1,
        Decision::Deny => 2,
    }
}
