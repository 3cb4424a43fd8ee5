//! The policy of a run: rules, places and the plan gate's lists, put together once; and the rules of a session, which are
//! those with what its user has allowed behind them.

use crate::{DiskFacts, Workspace};
use reasonix_permission::{
    Access, Family, GateLists, PlanGate, Touches,
    paths::{
        Facts, JudgedPath, NoFacts, Places, PlacesSpec, RealPath, WantedFolder, judge, judge_all, judge_tree,
        wanted_folder,
    },
    rules::{Findings, Rule, RuleLists, RuleSet, Subject, TableRule},
};
use reasonix_protocol::Decision;
use std::path::{Path, PathBuf};

/// What every session of a run is judged by.
#[derive(Debug, Clone)]
pub struct PolicyBook {
    pub lists: RuleLists,
    pub tables: Vec<TableRule>,
    pub places: Places,
    pub plan_gate: PlanGate,
    /// `agent.plan_mode_allowed_tools`
    pub plan_allowed_tools: Vec<String>,
    /// `agent.trusted_read_only_tools`
    pub trusted_read_only_tools: Vec<String>,
    pub allow_dynamic_bash: bool,
    /// The folder of sessions: the full outputs in it, which results point to, may be read like the workspace.
    pub outputs: Option<PathBuf>,
}

/// The rules of one session at one moment.
#[derive(Debug, Clone, Default)]
pub struct Rulebook {
    pub rules: RuleSet,
    /// Where in the allow list the user's own begin.
    pub granted_from: usize,
    /// The places with the folders that were opened in the session, if any were.
    opened: Option<Box<Places>>,
}

/// Where a path leads as its tool has found it. The tool opens that and nothing else, so that nothing else may be judged:
/// asking the disk once more, a link that was swapped meanwhile would give another answer.
struct AsDescribed<'a>(&'a Path);

impl Facts for AsDescribed<'_> {
    fn real(&self, _path: &Path) -> RealPath {
        RealPath::Known(self.0.to_path_buf())
    }

    fn folds_case(&self, path: &Path) -> bool {
        DiskFacts.folds_case(path)
    }
}

impl PolicyBook {
    /// The policy of a workspace in which nobody has written a rule.
    pub fn of(workspace: &Workspace, forbid_read: &[PathBuf]) -> Self {
        let spec = PlacesSpec {
            home: workspace.home(),
            extra_roots: workspace.roots().get(1..).unwrap_or_default(),
            forbid_read,
            ..PlacesSpec::new(workspace.root())
        };
        Self {
            lists: RuleLists::default(),
            tables: Vec::new(),
            places: Places::new(&spec, &DiskFacts),
            plan_gate: PlanGate::default(),
            plan_allowed_tools: Vec::new(),
            trusted_read_only_tools: Vec::new(),
            allow_dynamic_bash: false,
            outputs: None,
        }
    }

    /// The rules with these grants behind them. A grant that is no rule any more is left out: it allows nothing.
    pub fn with_grants<'a>(&self, grants: impl IntoIterator<Item = &'a str>) -> Rulebook {
        self.with_opened(grants, &[])
    }

    /// The same where these folders may be written like the workspace, with all below them.
    pub fn with_opened<'a>(&self, grants: impl IntoIterator<Item = &'a str>, folders: &[PathBuf]) -> Rulebook {
        let opened = (!folders.is_empty()).then(|| Box::new(self.places.with_roots(folders)));
        let places = opened.as_deref().unwrap_or(&self.places);
        let mut lists = self.lists.clone();
        let granted_from = lists.allow.len();
        let granted = grants.into_iter().filter_map(|text| Rule::parse_for(Decision::Allow, text).ok());
        lists.allow.extend(granted);
        Rulebook { rules: RuleSet::new(&lists, &self.tables, places, &DiskFacts), granted_from, opened }
    }

    pub fn gate_lists(&self) -> GateLists<'_> {
        GateLists { allowed_tools: &self.plan_allowed_tools, trusted_read_only_tools: &self.trusted_read_only_tools }
    }

    /// All paths of a call with what is known of them.
    pub fn judge(&self, touches: &Touches, rules: &Rulebook) -> Vec<JudgedPath> {
        let places = self.places(rules);
        let named = touches.paths.iter().map(|touch| {
            // A folder that is written is moved, with all that is in it, and all of that is read.
            let is_written =
                touches.paths.iter().any(|other| other.access == Access::Write && other.real == touch.real);
            let takes_all = is_written && touch.real.is_dir();
            let judge = if takes_all { judge_tree } else { judge };
            judge(&touch.text, touch.access, places, &AsDescribed(&touch.real))
        });
        let shell = touches.shell.iter().flat_map(|shell| judge_all(&shell.analysis.paths, places, &DiskFacts));
        let mut judged: Vec<JudgedPath> = named.chain(shell).collect();
        for path in &mut judged {
            path.is_outside &= !(path.access == Access::Read && self.is_output(path));
        }
        judged
    }

    /// The folders beside the roots that a call wants to write in: those it declares, and those of the files it writes
    /// outside.
    pub fn wanted(&self, touches: &Touches, judged: &[JudgedPath], rules: &Rulebook) -> Vec<WantedFolder> {
        let places = self.places(rules);
        let declared = touches.write_access.iter().flat_map(|access| &access.folders);
        let mut wanted: Vec<WantedFolder> =
            declared.map(|touch| wanted_folder(&touch.text, places, &AsDescribed(&touch.real))).collect();
        if touches.shell.is_none() {
            let outside = judged.iter().filter(|path| path.access == Access::Write && path.is_outside);
            wanted.extend(outside.filter_map(|path| {
                let real = path.real()?;
                let facts = AsDescribed(real.parent()?);
                Some(wanted_folder(&path.written().parent()?.to_string_lossy(), places, &facts))
            }));
        }
        wanted
    }

    fn places<'a>(&'a self, rules: &'a Rulebook) -> &'a Places {
        rules.opened.as_deref().unwrap_or(&self.places)
    }

    /// Whether no posture lets this file be read. Quick enough to be asked for every file of a search.
    pub fn is_denied_to_read(&self, path: &Path, rules: &RuleSet) -> bool {
        self.look_at_read(path, rules, |path, findings| path.is_forbidden || findings.deny.is_some())
    }

    /// Whether reading this file would ask: a rule says so, or it holds secrets.
    pub fn asks_to_read(&self, path: &Path, rules: &RuleSet) -> bool {
        self.look_at_read(path, rules, |path, findings| {
            findings.ask.is_some() || (path.credential.is_some() && findings.allow.is_empty())
        })
    }

    /// How strict the rules are about one name of a file, whose links are not followed: denied, kept for a question, or
    /// like any other.
    pub fn strictness(&self, path: &Path, access: Access, rules: &RuleSet) -> Decision {
        let judged = [judge(&path.to_string_lossy(), access, &self.places, &NoFacts)];
        let (tool, family) = match access {
            Access::Read => ("read_file", Family::Read),
            Access::Write => ("write_file", Family::Edit),
        };
        let findings = rules.look(&Subject { paths: &judged, ..Subject::new(tool, family) });
        let [path] = &judged;
        if path.is_forbidden || (access == Access::Write && path.is_state) || findings.deny.is_some() {
            return Decision::Deny;
        }
        let is_kept = path.protected.is_some() || path.is_protected_by_config || path.is_managed;
        let is_secret = path.credential.is_some() && (access == Access::Write || findings.allow.is_empty());
        if is_kept || is_secret || findings.ask.is_some() { Decision::Ask } else { Decision::Allow }
    }

    /// How strict the rules are about fetching an address with that tool.
    pub fn address_strictness(&self, tool: &str, url: &str, rules: &RuleSet) -> Decision {
        let urls = [url.to_owned()];
        let findings = rules.look(&Subject { urls: &urls, ..Subject::new(tool, Family::Own) });
        match (findings.deny.is_some(), findings.ask.is_some()) {
            (true, _) => Decision::Deny,
            (_, true) => Decision::Ask,
            _ => Decision::Allow,
        }
    }

    fn look_at_read(&self, path: &Path, rules: &RuleSet, verdict: impl Fn(&JudgedPath, &Findings<'_>) -> bool) -> bool {
        // Links are not followed by searches, so that nothing need be asked of the disk.
        let judged = [judge(&path.to_string_lossy(), Access::Read, &self.places, &NoFacts)];
        let subject = Subject { paths: &judged, ..Subject::new("read_file", Family::Read) };
        let findings = rules.look(&subject);
        judged.iter().any(|path| verdict(path, &findings))
    }

    fn is_output(&self, path: &JudgedPath) -> bool {
        let Some(sessions) = &self.outputs else { return false };
        let is_blob = |path: &Path| {
            path.starts_with(sessions)
                && path.parent().is_some_and(|folder| folder.extension().is_some_and(|e| e == "blobs"))
        };
        is_blob(&path.written()) && path.real().as_deref().is_some_and(is_blob)
    }
}
