//! The driver of the seven stages. Policy sits here, on the path of every call, and nowhere in a tool.

use crate::{
    Admission, AdmitContext, Admitted, Args, Call, FinalResult, Frozen, FullOutputStore, Guard, Listener,
    ObserveContext, Observer, Refusal, Registry, RunContext, Ticket, ToolError, Workspace,
    stages::{admit::admit, execute::execute, finalize::finalize, guard::guard, observe::observe, project::project},
};
use reasonix_permission::Verdict;
use reasonix_protocol::{CallId, CallOutcome, Problem};
use std::sync::Arc;

/// Tools and the policy on the way to them. Put together once, in the composition root.
pub struct Pipeline {
    pub registry: Registry,
    pub listeners: Vec<Box<dyn Listener>>,
    pub guards: Vec<Box<dyn Guard>>,
    pub observers: Vec<Box<dyn Observer>>,
    /// Names and values that no model may read.
    pub secrets: Vec<(String, String)>,
}

impl Pipeline {
    /// Fixes a call's arguments before any policy runs. The same text gives the same call, also after a restart.
    pub fn freeze(&self, id: CallId, tool: &str, args: &str, workspace: &Workspace) -> Frozen {
        let refused = |args: Args, problem: Problem, told: String| Frozen::Refused {
            args,
            refusal: Refusal {
                outcome: CallOutcome::Failed,
                reason: problem.with("tool", tool),
                text: format!("Not run: {told}"),
            },
        };
        let unfit = |code: &str, told: &str| Problem::new(code).with("told", told);
        let parsed = match Args::parse(args) {
            Ok(parsed) => parsed,
            Err(error) => {
                let told = error.to_string();
                return refused(Args::unparsed(args), unfit("arguments_invalid", &told), told);
            }
        };
        let Some(found) = self.registry.get(tool) else {
            let tools = self.registry.names().collect::<Vec<_>>().join(", ");
            let told = format!("there is no tool named {tool:?}. The tools are: {tools}.");
            return refused(parsed, Problem::new("tool_unknown").with("tools", tools), told);
        };
        match found.describe(&parsed, workspace) {
            Ok(description) => Frozen::Call(Call::new(id, Arc::clone(found), parsed, description)),
            Err(ToolError::Answer(told)) => refused(parsed, unfit("arguments_refused", &told), told),
            Err(ToolError::Fatal(problem)) => {
                let told = problem.to_string();
                refused(parsed, unfit("arguments_refused", &told), told)
            }
        }
    }

    /// Stage 1, which may end in a wait.
    pub async fn admit(&self, call: &Call, cx: &AdmitContext<'_>) -> (Verdict, Admission) {
        admit(&self.listeners, call, cx).await
    }

    /// Stages 2 to 7.
    pub async fn carry(
        &self,
        admitted: Admitted,
        ticket: Ticket,
        cx: &RunContext,
        observe_cx: &ObserveContext,
        store: &dyn FullOutputStore,
    ) {
        let cleared = match guard(&self.guards, admitted, cx) {
            Ok(cleared) => cleared,
            Err(refusal) => return ticket.record(FinalResult::not_run(refusal.outcome, refusal.text)),
        };
        let raw = execute(&cleared, cx).await;
        let projected = project(raw, store);
        let observed = observe(&self.observers, cleared.call(), projected, observe_cx);
        let result = finalize(observed, &self.secrets);
        ticket.record(result);
    }
}
