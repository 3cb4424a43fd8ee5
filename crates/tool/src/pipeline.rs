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
        let refused = |args: Args, code: &str, text: String| Frozen::Refused {
            args,
            refusal: Refusal { outcome: CallOutcome::Failed, reason: Problem::new(code).with("tool", tool), text },
        };
        let parsed = match Args::parse(args) {
            Ok(parsed) => parsed,
            Err(error) => return refused(Args::unparsed(args), "arguments_invalid", format!("Not run: {error}")),
        };
        let Some(found) = self.registry.get(tool) else {
            let names: Vec<&str> = self.registry.names().collect();
            let text = format!("Not run: there is no tool named {tool:?}. The tools are: {}.", names.join(", "));
            return refused(parsed, "tool_unknown", text);
        };
        match found.describe(&parsed, workspace) {
            Ok(description) => Frozen::Call(Call::new(id, Arc::clone(found), parsed, description)),
            Err(ToolError::Answer(text)) => refused(parsed, "arguments_refused", format!("Not run: {text}")),
            Err(ToolError::Fatal(problem)) => refused(parsed, "arguments_refused", format!("Not run: {problem}")),
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
