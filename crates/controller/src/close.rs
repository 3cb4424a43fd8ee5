//! The end of a process with open sessions: each closes its journal and ends what it runs. A front end that is killed
//! instead loses nothing but what ran; the next one folds the journals.

use crate::{Client, Workspaces};
use reasonix_protocol::Op;

impl Workspaces {
    /// Closes the open sessions of all engines and waits until they have let go of their journals.
    pub async fn close(&self) {
        for client in self.started() {
            client.close_sessions().await;
        }
    }
}

impl Client {
    /// Closes the open sessions and waits until they have let go of their journals.
    pub async fn close_sessions(&self) {
        let open = self.handles();
        for handle in &open {
            // One that has ended already needs nothing.
            let _ = handle.submit(Op::Close);
        }
        for handle in &open {
            handle.closed_for_good().await;
        }
    }
}
