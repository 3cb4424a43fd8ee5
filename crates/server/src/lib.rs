//! The browser page and its way to the engine: files over HTTP, commands and ops by POST, and a stream of events per
//! subscription, for browsers on this machine or behind a proxy. It holds no state of the engine: a server that is
//! started again goes on from the journals. TLS is not in it; a proxy in front does that.

mod answer;
mod body;
mod calls;
mod connection;
mod events;
mod feed;
mod gate;
mod guard;
mod once;
mod origin;
mod page;
mod password;
mod patience;
mod reach;
mod routes;
mod server;
mod settings;
mod token;
mod tries;

pub use page::Page;
pub use password::PasswordHash;
pub use server::Server;
pub use settings::{Auth, Limits, Settings};
pub use token::new_token;
