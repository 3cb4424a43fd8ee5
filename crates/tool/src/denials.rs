//! What the sandbox kept commands from in a session. Each denial has a name that the model reads, and may be answered by
//! one retry: the same command, asked for once more, without the sandbox.

use reasonix_permission::Touches;
use reasonix_protocol::{CallId, Problem};
use std::collections::BTreeMap;

/// Denials that are kept; of more, the oldest is forgotten.
const MOST: usize = 64;

/// The denials that are still open: the command of each, by the call that failed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Denials(BTreeMap<CallId, String>);

impl Denials {
    /// The name by which the model speaks of the denial that a call got.
    pub fn name(call: CallId) -> String {
        format!("denial-{}", call.0)
    }

    /// The call whose denial has this name.
    pub fn named(name: &str) -> Option<CallId> {
        let number = name.strip_prefix("denial-")?.parse().ok()?;
        Some(CallId(number)).filter(|call| Self::name(*call) == name)
    }

    /// Opens a denial.
    pub fn open(&mut self, call: CallId, command: &str) {
        self.0.insert(call, command.to_owned());
        if self.0.len() > MOST {
            self.0.pop_first();
        }
    }

    /// Uses a denial up: a retry has started.
    pub fn use_up(&mut self, call: CallId) {
        self.0.remove(&call);
    }

    /// Why a call must not run without the sandbox. `None` if it does not want to, or if the denial that it names is open
    /// and of exactly its command.
    pub fn objection(&self, touches: &Touches) -> Option<Problem> {
        let denied = touches.escape?;
        let because = |code: &str| Some(Problem::new(code).with("name", Self::name(denied)));
        match (self.0.get(&denied), &touches.shell) {
            (Some(command), Some(shell)) if *command == shell.command => None,
            (Some(_), _) => because("denied_other_command"),
            (None, _) => because("denied_no_denial"),
        }
    }

    /// The one that a call names, if it is open.
    #[must_use]
    pub fn named_by(&self, touches: &Touches) -> Self {
        let named = touches.escape.and_then(|call| self.0.get_key_value(&call));
        Self(named.map(|(call, command)| (*call, command.clone())).into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reasonix_permission::shell::{ShellContext, analyse};
    use std::path::Path;

    #[test]
    fn only_names_as_they_were_given_are_read() {
        assert_eq!(Denials::named(&Denials::name(CallId(17))), Some(CallId(17)));
        for name in ["", "17", "c17", "denial-", "denial-x", "denial-017", "denial-+17", "denial-99999999999"] {
            assert_eq!(Denials::named(name), None, "{name}");
        }
    }

    #[test]
    fn the_oldest_is_forgotten() {
        let mut denials = Denials::default();
        for call in 1..=65 {
            denials.open(CallId(call), "make");
        }
        let analysis = analyse("make", &ShellContext { cwd: Path::new("/ws"), home: None });
        let retry = |call| Touches { escape: Some(CallId(call)), ..Touches::shell("make", analysis.clone()) };
        assert_eq!(denials.objection(&retry(1)).unwrap().code, "denied_no_denial");
        assert_eq!(denials.objection(&retry(2)), None);
        assert_eq!(denials.named_by(&retry(2)).objection(&retry(2)), None);
    }
}
