//! The request body of a session. Every entry is encoded once and appended; the bytes of one request begin the next.

use bytes::Bytes;
use reasonix_model::{Entry, Head, Provider};
use std::sync::Arc;

/// The conversation in its provider's own bytes.
pub struct Transcript {
    provider: Arc<dyn Provider>,
    body: Vec<u8>,
    entries: usize,
}

impl Transcript {
    /// Begins with the head. Entries that were said before (another model, another process) are pushed again.
    pub fn new(provider: Arc<dyn Provider>, head: &Head) -> Self {
        let body = provider.encode_head(head).into_bytes();
        Self { provider, body, entries: 0 }
    }

    pub fn provider(&self) -> &Arc<dyn Provider> {
        &self.provider
    }

    /// Appends one entry.
    pub fn push(&mut self, entry: &Entry) {
        if self.entries > 0 {
            self.body.push(b',');
        }
        self.body.extend_from_slice(self.provider.encode_entry(entry).as_bytes());
        self.entries += 1;
    }

    /// The whole body as it is sent now.
    pub fn request(&self) -> Bytes {
        let tail = self.provider.tail().as_bytes();
        let mut request = Vec::with_capacity(self.body.len() + tail.len());
        request.extend_from_slice(&self.body);
        request.extend_from_slice(tail);
        request.into()
    }

    /// Size of the next request in bytes.
    pub fn len(&self) -> usize {
        self.body.len() + self.provider.tail().len()
    }

    /// Whether nothing was said yet.
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }
}
