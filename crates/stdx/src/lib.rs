//! Small additions to the standard library that several crates need: clock, ids, path forms and safe text cuts.
//! Nothing here knows what Reasonix is; a thing that needs a product word belongs in another crate.

pub mod clock;
pub mod path;
pub mod random;
pub mod text;
