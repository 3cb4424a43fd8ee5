//! Wrong tokens and passwords are counted by address; after a handful it waits, longer each time.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// Wrong tries before an address has to wait.
const FREE: u32 = 5;
/// The first wait, and how long wrong tries count. Each further wait is twice as long.
const WAIT: Duration = Duration::from_mins(1);
const MOST_DOUBLINGS: u32 = 4;
/// Addresses that are remembered. Beyond them the ones that were seen longest ago are forgotten.
const ADDRESSES: usize = 4096;

/// The wrong tries so far.
#[derive(Debug, Default)]
pub(crate) struct Tries(Mutex<HashMap<IpAddr, Tried>>);

#[derive(Debug, Clone, Copy)]
struct Tried {
    wrong: u32,
    /// Waits so far.
    waits: u32,
    newest: Instant,
    until: Option<Instant>,
}

impl Tries {
    /// Counts a try before it is looked at, so that tries side by side do not slip through. The error is how many
    /// seconds to wait.
    pub(crate) fn begin(&self, client: IpAddr) -> Result<(), u64> {
        let now = Instant::now();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= ADDRESSES && !known.contains_key(&block(client)) {
            let oldest = known.iter().min_by_key(|(_, tried)| tried.newest).map(|(address, _)| *address);
            oldest.map(|address| known.remove(&address));
        }
        let fresh = Tried { wrong: 0, waits: 0, newest: now, until: None };
        let tried = known.entry(block(client)).or_insert(fresh);
        if let Some(until) = tried.until {
            if now < until {
                return Err((until - now).as_secs() + 1);
            }
            tried.until = None;
            tried.wrong = 0;
        }
        if now - tried.newest > WAIT * 2_u32.pow(MOST_DOUBLINGS) {
            *tried = fresh;
        } else if now - tried.newest > WAIT {
            tried.wrong = 0;
        }
        tried.newest = now;
        tried.wrong += 1;
        if tried.wrong >= FREE {
            tried.until = Some(now + WAIT * 2_u32.pow(tried.waits.min(MOST_DOUBLINGS)));
            tried.waits += 1;
        }
        Ok(())
    }

    /// The try was right: nothing is held against the address.
    pub(crate) fn succeeded(&self, client: IpAddr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&block(client));
    }
}

/// One customer of a provider has a whole /64 of IPv6 addresses.
fn block(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            IpAddr::V6(network.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    #[tokio::test(start_paused = true)]
    async fn after_five_wrong_tries_an_address_waits_longer_each_time() {
        let tries = Tries::default();
        let one: IpAddr = "10.0.0.1".parse().unwrap();
        let wave = || (0..FREE).map(|_| tries.begin(one)).collect::<Vec<_>>();
        for seconds in [60, 120, 240, 480, 960, 960] {
            assert!(wave().iter().all(Result::is_ok));
            assert_eq!(tries.begin(one), Err(seconds + 1));
            assert_eq!(tries.begin("10.0.0.2".parse().unwrap()), Ok(()));
            tries.succeeded("10.0.0.2".parse().unwrap());
            advance(Duration::from_secs(seconds)).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn wrong_tries_are_forgotten() {
        let tries = Tries::default();
        let one: IpAddr = "2001:db8::1".parse().unwrap();
        for _ in 0..4 {
            for _ in 0..FREE - 1 {
                assert_eq!(tries.begin(one), Ok(()));
            }
            advance(WAIT + Duration::from_secs(1)).await;
        }
        for _ in 0..3 {
            for _ in 0..FREE - 1 {
                assert_eq!(tries.begin(one), Ok(()));
            }
            tries.succeeded(one);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_network_counts_as_one_and_memory_is_bounded() {
        let tries = Tries::default();
        for last in 0..u16::try_from(FREE).unwrap() {
            assert_eq!(tries.begin(std::net::Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, last).into()), Ok(()));
        }
        assert!(tries.begin("2001:db8::ffff".parse().unwrap()).is_err());
        for number in 0..ADDRESSES as u32 + 100 {
            let _ = tries.begin(std::net::Ipv4Addr::from(number).into());
            advance(Duration::from_millis(1)).await;
        }
        assert_eq!(tries.0.lock().unwrap().len(), ADDRESSES);
    }
}
