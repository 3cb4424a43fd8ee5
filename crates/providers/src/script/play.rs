//! Plays a script against a conversation. Which turn comes next is read off the request, so that a script goes on after
//! a restart as a model would.

use super::file::{Script, Turn};
use crate::head::text;
use bytes::Bytes;
use reasonix_model::{
    Completion, Entry, FailureKind, Head, ModelFailure, OutputPart, Progress, ProgressSender, Provider, ProviderFuture,
    ToolCall,
};
use reasonix_protocol::{StopReason, Usage};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::{sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;

/// A script as a provider.
#[derive(Debug, Clone)]
pub struct ScriptProvider {
    name: String,
    script: Arc<Script>,
    language: String,
}

impl ScriptProvider {
    /// `name` is the provider's name in the configuration; `language` the code of the texts to say.
    pub fn new(name: impl Into<String>, script: Script, language: impl Into<String>) -> Self {
        Self { name: name.into(), script: Arc::new(script), language: language.into() }
    }

    async fn play(&self, body: &[u8], progress: &ProgressSender) -> Result<Completion, ModelFailure> {
        let request: Request<'_> =
            serde_json::from_slice(body).map_err(|error| self.fail(format!("the request cannot be read: {error}")))?;
        let number = request.messages.iter().filter(|message| message.role == Role::Assistant).count();
        let turn = self.turn(number, &request)?;
        let mut parts = Vec::new();
        if let Some(thought) = turn.think.as_ref().map(|words| words.in_language(&self.language)) {
            self.stream_words(thought, Progress::Reasoning, progress).await;
            parts.push(OutputPart::Reasoning { text: thought.to_owned(), signature: None });
        }
        if let Some(said) = turn.say.as_ref().map(|words| words.in_language(&self.language)) {
            self.stream_words(said, Progress::Text, progress).await;
            parts.push(OutputPart::Text(said.to_owned()));
        }
        for (index, call) in turn.calls.iter().enumerate() {
            let _ = progress.send(Progress::CallStarted { tool: call.tool.clone() }).await;
            parts.push(OutputPart::Call(ToolCall {
                wire_id: format!("script_{number}_{index}"),
                tool: call.tool.clone(),
                args: call.args.as_deref().map_or("{}", RawValue::get).to_owned(),
            }));
        }
        let stop = if turn.calls.is_empty() { StopReason::Finished } else { StopReason::Calls };
        Ok(Completion { parts, stop, usage: Usage::default() })
    }

    /// The turn with this number, if there is one and what it expects has happened.
    fn turn(&self, number: usize, request: &Request<'_>) -> Result<&Turn, ModelFailure> {
        let (name, last) = (&self.script.name, self.script.turns.len());
        let Some(turn) = self.script.turns.get(number) else {
            return Err(self.fail(format!("the script `{name}` has no turn {}; its last is {last}", number + 1)));
        };
        if let Some(expected) = &turn.expect {
            let results = request.messages.iter().rev().find_map(|message| message.results.as_ref());
            if !results.is_some_and(|results| results.iter().any(|result| result.content.contains(expected.as_str()))) {
                let place = format!("turn {} of the script `{name}`", number + 1);
                return Err(self.fail(format!("{place} expects `{expected}` in the newest results")));
            }
        }
        Ok(turn)
    }

    async fn stream_words(&self, words: &str, report: fn(String) -> Progress, progress: &ProgressSender) {
        let pace = Duration::from_millis(self.script.pace_ms);
        for word in split_words(words) {
            let _ = progress.send(report(word.to_owned())).await;
            if !pace.is_zero() {
                tokio::time::sleep(pace).await;
            }
        }
    }

    fn fail(&self, message: String) -> ModelFailure {
        ModelFailure::new(FailureKind::Script, &self.name, message)
    }
}

impl Provider for ScriptProvider {
    fn name(&self) -> &str {
        &self.name
    }

    fn encode_head(&self, head: &Head) -> String {
        format!("{{\"model\":{},\"messages\":[", text(&head.model))
    }

    fn encode_entry(&self, entry: &Entry) -> String {
        match entry {
            Entry::User { text: said } => text(&Sent { role: Role::User, text: Some(said), results: None }),
            Entry::Assistant { .. } => text(&Sent { role: Role::Assistant, text: None, results: None }),
            Entry::Results { results } => {
                let results = results.iter().map(|one| SentResult { tool: &one.tool, content: &one.content }).collect();
                text(&Sent { role: Role::Results, text: None, results: Some(results) })
            }
        }
    }

    fn stream<'a>(
        &'a self,
        body: Bytes,
        progress: &'a ProgressSender,
        cancel: &'a CancellationToken,
    ) -> ProviderFuture<'a> {
        Box::pin(async move {
            tokio::select! {
                biased;
                () = cancel.cancelled() => Err(ModelFailure::new(FailureKind::Cancelled, &self.name, "")),
                outcome = self.play(&body, progress) => outcome,
            }
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    User,
    Assistant,
    Results,
}

#[derive(Serialize)]
struct Sent<'a> {
    role: Role,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Vec<SentResult<'a>>>,
}

#[derive(Serialize)]
struct SentResult<'a> {
    tool: &'a str,
    content: &'a str,
}

/// A request as far as a script looks at it.
#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    messages: Vec<Received<'a>>,
}

#[derive(Deserialize)]
struct Received<'a> {
    role: Role,
    #[serde(borrow, default)]
    results: Option<Vec<ReceivedResult<'a>>>,
}

#[derive(Deserialize)]
struct ReceivedResult<'a> {
    #[serde(borrow)]
    content: std::borrow::Cow<'a, str>,
}

/// Text in the pieces a model would send: words with the space behind them, and single characters of scripts that have
/// no spaces.
fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(|character: char| character.is_whitespace() || character >= '\u{2e80}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_between_words_and_characters() {
        let check = |text: &str, expected: &[&str]| assert_eq!(split_words(text).collect::<Vec<_>>(), expected);
        check("Let me\nlook.", &["Let ", "me\n", "look."]);
        check("你好 ok", &["你", "好", " ", "ok"]);
        check("", &[]);
    }
}
