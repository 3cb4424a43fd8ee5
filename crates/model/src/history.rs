//! The conversation as the engine keeps it, independent of any vendor's message shape.

/// One thing that was said. An entry is encoded once and its bytes are reused by every later request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// What the user said, with the host's blocks behind it.
    User { text: String },
    /// A whole message of the model.
    Assistant { parts: Vec<OutputPart> },
    /// The results of all calls of the message before it, in its order.
    Results { results: Vec<ToolResult> },
}

/// A piece of the model's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputPart {
    Text(String),
    /// Thinking; the signature goes back to the vendor byte for byte.
    Reasoning {
        text: String,
        signature: Option<String>,
    },
    Call(ToolCall),
    /// JSON text that only the adapter named `wire` understands; other adapters leave it out.
    Vendor {
        wire: String,
        json: String,
    },
}

/// A call as the model wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// The vendor's id. May be empty or a duplicate when it comes from the model; the engine makes it unique.
    pub wire_id: String,
    pub tool: String,
    /// JSON text as it was sent; not always valid JSON when it comes from the model.
    pub args: String,
}

/// The one answer to a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult {
    pub wire_id: String,
    pub tool: String,
    pub content: String,
    /// Anything but a completed call.
    pub is_error: bool,
}
