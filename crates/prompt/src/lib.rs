//! What the model reads: the fixed prefix, the blocks that ride in a user turn, and the request body that only grows.
//! Pure: facts about the machine come in, bytes go out.

mod environment;
mod estimate;
mod job;
mod system;
mod transcript;
mod turn;

pub use environment::EnvironmentSummary;
pub use estimate::estimate_tokens;
pub use job::{JobNews, job_note};
pub use system::system_prompt;
pub use transcript::Transcript;
pub use turn::{TurnFacts, turn_context, user_text};
