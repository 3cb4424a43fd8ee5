//! Reading from the web: which addresses may be reached ([`address`], [`link`]), how they are reached ([`client`],
//! [`fetch`]), and how what comes back is read ([`body`], [`html`], [`markdown`]).

mod address;
mod body;
mod client;
mod fetch;
mod html;
mod link;
mod markdown;

pub use client::{ProxyUse, WebSettings};

pub(crate) use client::Web;
pub(crate) use fetch::fetch;
pub(crate) use link::read_link;

#[cfg(test)]
mod tests;
