//! Showing an address in the user's browser, for front ends, which start no process themselves.

use reasonix_protocol::Problem;

/// Asks the system to show an address. That it was asked does not mean that a browser came up.
pub fn open_in_browser(url: &str) -> Result<(), Problem> {
    reasonix_exec::open_in_browser(url).map_err(|error| Problem::new("browser_not_opened").with("reason", error))
}
