//! The session: an actor that folds the journal into a state, asks the pure `next_step` what to do, does it, and
//! appends what happened. Providers, tools and files come in through [`SessionParts`]; nothing concrete is named here.
//!
//! Read `session` first, then `next_step`, then `turn` and `calls`.

mod activity;
mod adopt;
mod calls;
mod conversation;
mod grants;
mod job_state;
mod jobs;
mod live;
mod next_step;
mod open;
mod recover;
mod replay;
mod session;
mod snapshot;
mod standing;
mod state;
mod subscribe;
mod turn;

pub use conversation::{Conversation, Said};
pub use job_state::{JobState, JobStates};
pub use next_step::{MAX_PARALLEL_READERS, Step, next_step};
pub use open::{GrantSource, ModelSource, OpenModel, OpenSession, SavedGrants, SessionParts, Start};
pub use session::SessionHandle;
pub use standing::{Standing, Watcher};
pub use state::{Batch, CallStage, CallState, Phase, SessionState, TurnState};
pub use subscribe::Subscription;
