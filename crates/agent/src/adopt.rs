//! Going on with other parts: a configuration has changed while the session is open. Policy, tools and keys count from
//! the next step on; what the model has read so far stays byte for byte.

use crate::{grants::CurrentRules, session::Session};

impl Session {
    /// Takes over parts that came while something ran.
    pub(crate) fn adopt_fresh_parts(&mut self) {
        let Some(parts) = self.fresh_parts.take() else { return };
        // A model that is gone, or that would be told otherwise what was said, is kept as it was opened: only the user
        // chooses another one.
        if let Ok(model) = parts.models.open(&self.log.state.settings.model)
            && self.log.transcript.as_mut().is_none_or(|said| said.go_on_with(&model.provider))
        {
            self.model = model;
        }
        self.parts = *parts;
        self.rules = CurrentRules::new();
    }
}
