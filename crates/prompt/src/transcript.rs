//! The request body of a session. Every entry is encoded once and appended; the bytes of one request begin the next.

use bytes::Bytes;
use reasonix_model::{Entry, Head, OutputPart, Provider, ToolCall, ToolResult};
use std::sync::Arc;

/// The conversation in its provider's own bytes.
pub struct Transcript {
    provider: Arc<dyn Provider>,
    body: Vec<u8>,
    entries: usize,
    head: Head,
}

impl Transcript {
    /// Begins with the head. Entries that were said before (another model, another process) are pushed again.
    pub fn new(provider: Arc<dyn Provider>, head: &Head) -> Self {
        let body = provider.encode_head(head).into_bytes();
        Self { provider, body, entries: 0, head: head.clone() }
    }

    /// Sends further requests by another provider, if that one would have put all that was said into the same bytes. Tells
    /// whether it does.
    pub fn go_on_with(&mut self, provider: &Arc<dyn Provider>) -> bool {
        let (old, new) = (&self.provider, provider);
        let is_same_head = old.encode_head(&self.head) == new.encode_head(&self.head) && old.tail() == new.tail();
        let is_same = is_same_head && samples().iter().all(|entry| old.encode_entry(entry) == new.encode_entry(entry));
        if is_same {
            self.provider = Arc::clone(provider);
        }
        is_same
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

/// Entries with every kind of thing that an entry may hold, to tell one encoding from another.
fn samples() -> [Entry; 3] {
    let call = ToolCall { wire_id: "call_1".to_owned(), tool: "ls".to_owned(), args: "{}".to_owned() };
    let result = |is_error| ToolResult {
        wire_id: "call_1".to_owned(),
        tool: "ls".to_owned(),
        content: "text".to_owned(),
        is_error,
    };
    let reasoning = |signature| OutputPart::Reasoning { text: "thought".to_owned(), signature };
    [
        Entry::User { text: "text".to_owned() },
        Entry::Assistant {
            parts: vec![
                reasoning(None),
                reasoning(Some("signature".to_owned())),
                OutputPart::Text("text".to_owned()),
                OutputPart::Call(call),
            ],
        },
        Entry::Results { results: vec![result(false), result(true)] },
    ]
}
