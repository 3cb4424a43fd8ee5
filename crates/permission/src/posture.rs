//! The matrix: what each posture makes of each kind of situation. One table, so that a row can be read and tested cell
//! by cell.

use reasonix_protocol::{
    Decision::{self, Allow, Ask, Deny},
    Posture,
};

/// What a decision has come to when no rule settles it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Situation {
    /// It only reads, inside the roots.
    Reader,
    /// It edits files inside the roots.
    Edit,
    /// It changes something else: a command, a tool of its own.
    Writer,
    /// It reads outside the roots, or a path that cannot be resolved.
    OutsideRead,
    /// It reads a credential.
    CredentialRead,
    /// An ask rule names it.
    AskRule,
    /// Only a person may allow it: nested shell, a safety finding, a protected path.
    HumanOnly,
    /// Only a person may allow it, whatever the posture: a managed configuration, a write outside the roots.
    HumanAlways,
}

/// Every situation, for tests and docs.
pub const SITUATIONS: [Situation; 8] = [
    Situation::Reader,
    Situation::Edit,
    Situation::Writer,
    Situation::OutsideRead,
    Situation::CredentialRead,
    Situation::AskRule,
    Situation::HumanOnly,
    Situation::HumanAlways,
];

/// The cell of the table.
pub const fn cell(situation: Situation, posture: Posture) -> Decision {
    // ask, accept-edits, auto, yolo, dont-ask
    let row = match situation {
        Situation::Reader => [Allow, Allow, Allow, Allow, Allow],
        Situation::Edit => [Ask, Allow, Allow, Allow, Deny],
        Situation::Writer | Situation::OutsideRead => [Ask, Ask, Allow, Allow, Deny],
        Situation::CredentialRead | Situation::AskRule | Situation::HumanOnly => [Ask, Ask, Ask, Allow, Deny],
        Situation::HumanAlways => [Ask, Ask, Ask, Ask, Deny],
    };
    let [ask, accept_edits, auto, yolo, dont_ask] = row;
    match posture {
        Posture::Ask => ask,
        Posture::AcceptEdits => accept_edits,
        Posture::Auto => auto,
        Posture::Yolo => yolo,
        Posture::DontAsk => dont_ask,
    }
}
