//! The plan gate: nine steps in a fixed order that tell whether a call may run while a plan is being made, or in a
//! strict reader. Whatever no step opens stays closed.

use reasonix_protocol::Problem;

/// What a tool says about itself for planning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PlanSafety {
    Safe,
    Unsafe,
    #[default]
    Unknown,
}

/// How strict planning is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PlanGate {
    /// Nothing is written before the plan is approved.
    #[default]
    Strict,
    /// Only what opts out of the phase is refused; everything else goes the ordinary way.
    Workflow,
}

/// A call as the gate sees it.
#[derive(Debug, Clone, Copy)]
pub struct GateCall<'a> {
    pub tool: &'a str,
    pub read_only: bool,
    /// The read-only hint can be relied on: a built-in tool, or one the user vouches for.
    pub trusted: bool,
    pub safety: PlanSafety,
    /// For `bash`: whether the command is known to read only.
    pub command_reads: Option<bool>,
}

/// What the user has opened.
#[derive(Debug, Clone, Copy, Default)]
pub struct GateLists<'a> {
    /// `agent.plan_mode_allowed_tools`
    pub allowed_tools: &'a [String],
    /// `agent.trusted_read_only_tools`
    pub trusted_read_only_tools: &'a [String],
}

/// Tools that write and are known to: no flag or hint opens them while planning.
const KNOWN_BLOCKED: [&str; 6] =
    ["complete_step", "edit_file", "move_file", "multi_edit", "notebook_edit", "write_file"];
/// Tools that belong to planning.
const ALWAYS_ALLOWED: [&str; 2] = ["ask", "todo_write"];

/// What the gate says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gate {
    /// The step that said it, from 1.
    pub step: u8,
    /// How the proof tells it.
    pub code: &'static str,
    /// Why it stays closed; `None` if it is open.
    pub closed: Option<Problem>,
}

/// Goes through the nine steps.
pub fn plan_gate(call: &GateCall<'_>, lists: &GateLists<'_>) -> Gate {
    let names = |list: &[String]| list.iter().any(|name| name == call.tool);
    let trusted = call.trusted || names(lists.trusted_read_only_tools);
    let open = |step, code| Gate { step, code, closed: None };
    let closed =
        |step, code, reason: &str| Gate { step, code, closed: Some(Problem::new(reason).with("tool", call.tool)) };
    match call.command_reads {
        Some(true) => return open(1, "gate_reading_command"),
        Some(false) => return closed(1, "gate_command", "plan_command"),
        None => {}
    }
    if KNOWN_BLOCKED.contains(&call.tool) {
        closed(2, "gate_writer", "plan_writer")
    } else if call.safety == PlanSafety::Unsafe {
        closed(3, "gate_unsafe", "plan_unsafe")
    } else if ALWAYS_ALLOWED.contains(&call.tool) {
        open(4, "gate_planning")
    } else if call.safety == PlanSafety::Safe && call.read_only {
        open(5, "gate_safe_reader")
    } else if call.read_only && trusted {
        open(6, "gate_trusted_reader")
    } else if names(lists.allowed_tools) {
        open(7, "gate_allowed_tool")
    } else if call.read_only {
        closed(8, "gate_untrusted_reader", "plan_untrusted_reader")
    } else {
        closed(9, "gate_not_a_reader", "plan_not_a_reader")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(tool: &str) -> GateCall<'_> {
        GateCall { tool, read_only: false, trusted: true, safety: PlanSafety::Unknown, command_reads: None }
    }

    fn step(call: &GateCall<'_>, lists: &GateLists<'_>) -> (u8, bool) {
        let gate = plan_gate(call, lists);
        (gate.step, gate.closed.is_none())
    }

    #[test]
    fn the_nine_steps_in_their_order() {
        let named = ["thing".to_owned(), "write_file".to_owned(), "bash".to_owned()];
        let none = GateLists::default();
        let allows = GateLists { allowed_tools: &named, trusted_read_only_tools: &[] };
        let trusts = GateLists { allowed_tools: &[], trusted_read_only_tools: &named };
        let reader = GateCall { read_only: true, ..call("thing") };
        let hinted = GateCall { trusted: false, ..reader };
        let unsafe_reader = GateCall { safety: PlanSafety::Unsafe, ..reader };
        let rows = [
            (GateCall { command_reads: Some(true), ..call("bash") }, none, (1, true)),
            (GateCall { command_reads: Some(false), ..call("bash") }, allows, (1, false)),
            (GateCall { read_only: true, safety: PlanSafety::Safe, ..call("write_file") }, allows, (2, false)),
            (unsafe_reader, allows, (3, false)),
            (call("todo_write"), none, (4, true)),
            (call("ask"), none, (4, true)),
            (GateCall { safety: PlanSafety::Safe, ..hinted }, none, (5, true)),
            (GateCall { safety: PlanSafety::Safe, ..call("thing") }, none, (9, false)),
            (reader, none, (6, true)),
            (hinted, trusts, (6, true)),
            (hinted, allows, (7, true)),
            (call("thing"), allows, (7, true)),
            (hinted, none, (8, false)),
            (call("thing"), none, (9, false)),
        ];
        for (call, lists, expected) in rows {
            assert_eq!(step(&call, &lists), expected, "{call:?}");
        }
    }
}
