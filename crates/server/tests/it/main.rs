//! The server over real HTTP on the loopback, with a real engine behind it and a scripted model behind that.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests"
)]

mod client;
mod guards;
mod logins;
mod page;
mod place;
mod reach;
mod stop;
mod streams;
