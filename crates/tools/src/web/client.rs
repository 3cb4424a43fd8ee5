//! The clients that fetch, built at the first use. A name is looked up here and nowhere else, and only public ones of its
//! addresses are dialled; as those are the addresses that were judged, a name that changes its mind gains nothing.
//!
//! Where a proxy is set for an address, the proxy dials. Then the name is looked up beforehand, and refused if any of its
//! addresses is not public; a name that only the proxy can look up is left to it.

use super::address::refusal;
use hyper_util::client::proxy::matcher::Matcher;
use reasonix_protocol::Decision;
use reqwest::{
    Client, ClientBuilder, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect,
};
use std::{
    error::Error,
    fmt, io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{Arc, Once, OnceLock},
    time::Duration,
};

const USER_AGENT: &str = concat!("reasonix/", env!("CARGO_PKG_VERSION"));
const CONNECT_TIME: Duration = Duration::from_secs(8);

/// Whether proxies count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProxyUse {
    /// The system's and the environment's.
    System,
    Off,
}

/// What fetching is set up with.
#[derive(Clone)]
pub struct WebSettings {
    pub proxy: ProxyUse,
    /// How strict the rules are about an address; asked of redirects, whose addresses nobody has decided about.
    pub strictness: Arc<dyn Fn(&str) -> Decision + Send + Sync>,
    /// Addresses that are reached although they are not public. Empty but in tests, whose servers are on this machine.
    pub reached: Vec<IpAddr>,
}

impl WebSettings {
    /// Only what is public, and no rules.
    pub fn public(proxy: ProxyUse) -> Self {
        Self { proxy, strictness: Arc::new(|_| Decision::Allow), reached: Vec::new() }
    }
}

impl fmt::Debug for WebSettings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "WebSettings({:?})", self.proxy)
    }
}

/// A running look-up.
type LookedUp = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Gives the addresses of a name.
pub(crate) type LookUp = Arc<dyn Fn(String) -> LookedUp + Send + Sync>;

/// All that fetching needs.
pub(crate) struct Web {
    pub settings: WebSettings,
    look_up: LookUp,
    proxies: OnceLock<Option<Matcher>>,
    direct: OnceLock<Client>,
    proxied: OnceLock<Client>,
}

/// Why a host is not reached.
#[derive(Debug, thiserror::Error)]
#[error("{host} leads to {address}, which is {range}")]
pub(crate) struct NotPublic {
    pub host: String,
    pub address: IpAddr,
    pub range: &'static str,
}

impl Web {
    pub(crate) fn new(settings: WebSettings) -> Self {
        Self::with_look_up(settings, Arc::new(|name| Box::pin(system_look_up(name))))
    }

    pub(crate) fn with_look_up(settings: WebSettings, look_up: LookUp) -> Self {
        let (proxies, direct, proxied) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { settings, look_up, proxies, direct, proxied }
    }

    /// The client for an address, which is refused here if a proxy would dial it and it is not public.
    pub(crate) async fn client(&self, url: &Url) -> Result<&Client, Box<dyn Error + Send + Sync>> {
        if self.is_proxied(url) {
            self.check_host(url).await?;
            return built(&self.proxied, || plain_builder().build());
        }
        built(&self.direct, || plain_builder().no_proxy().dns_resolver(self.resolver()).build())
    }

    /// Takes these for the system's proxies.
    #[cfg(test)]
    pub(super) fn use_proxies(&self, proxies: Matcher) {
        let _ = self.proxies.set(Some(proxies));
    }

    fn resolver(&self) -> PublicOnly {
        PublicOnly { look_up: Arc::clone(&self.look_up), reached: self.settings.reached.clone().into() }
    }

    fn is_proxied(&self, url: &Url) -> bool {
        let read = || (self.settings.proxy == ProxyUse::System).then(Matcher::from_system);
        let Some(proxies) = self.proxies.get_or_init(read) else { return false };
        url.as_str().parse().is_ok_and(|uri| proxies.intercept(&uri).is_some())
    }

    async fn check_host(&self, url: &Url) -> Result<(), NotPublic> {
        let Some(url::Host::Domain(host)) = url.host() else { return Ok(()) };
        for address in (self.look_up)(host.to_owned()).await.unwrap_or_default() {
            let range = refusal(address).filter(|_| !self.settings.reached.contains(&address));
            if let Some(range) = range {
                return Err(NotPublic { host: host.to_owned(), address, range });
            }
        }
        Ok(())
    }
}

/// Lets no address through that is not public.
struct PublicOnly {
    look_up: LookUp,
    reached: Arc<[IpAddr]>,
}

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        let (look_up, reached) = (Arc::clone(&self.look_up), Arc::clone(&self.reached));
        Box::pin(async move {
            let host = name.as_str().to_owned();
            let mut refused = None;
            let mut public = Vec::new();
            for address in look_up(host.clone()).await? {
                match refusal(address).filter(|_| !reached.contains(&address)) {
                    None => public.push(SocketAddr::new(address, 0)),
                    Some(range) => refused = Some(NotPublic { host: host.clone(), address, range }),
                }
            }
            match refused {
                Some(refused) if public.is_empty() => Err(refused.into()),
                _ => Ok(Box::new(public.into_iter()) as Addrs),
            }
        })
    }
}

async fn system_look_up(name: String) -> io::Result<Vec<IpAddr>> {
    Ok(tokio::net::lookup_host((name, 0)).await?.map(|address| address.ip()).collect())
}

/// Redirects are followed one by one by [`super::fetch()`], each judged anew.
fn plain_builder() -> ClientBuilder {
    static CRYPTO: Once = Once::new();
    CRYPTO.call_once(|| {
        // Fails only if the program has chosen a provider already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    Client::builder()
        .user_agent(USER_AGENT)
        .redirect(redirect::Policy::none())
        .referer(false)
        .connect_timeout(CONNECT_TIME)
        // The next fetch looks its name up anew.
        .pool_max_idle_per_host(0)
}

fn built(
    place: &OnceLock<Client>,
    build: impl FnOnce() -> reqwest::Result<Client>,
) -> Result<&Client, Box<dyn Error + Send + Sync>> {
    if let Some(client) = place.get() {
        return Ok(client);
    }
    let client = build()?;
    Ok(place.get_or_init(|| client))
}
