//! The seven stages, one file each. Their types hand a call from one to the next and allow no other order.

pub(crate) mod admit;
pub(crate) mod execute;
pub(crate) mod finalize;
pub(crate) mod guard;
pub(crate) mod observe;
pub(crate) mod project;
pub(crate) mod record;
mod refusal_text;
