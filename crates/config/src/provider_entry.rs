//! Builds a [`Provider`] from a `[[providers]]` entry whose types are right, and reports what its fields say together.

use crate::{
    Code, Diagnostic, Headers, Origin, Provider, ProviderKind, ReasoningProtocol,
    conform::join,
    node::{Content, Field, Node, field, is_refused, is_true, table, text, texts},
    provider_models::models,
    report::Report,
};
use std::path::PathBuf;

/// Set by the engine from `.env`, or by HTTP itself.
const RESERVED_HEADERS: &[&str] = &[
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "host",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "x-api-key",
];

/// Written by the engine into every request.
const RESERVED_FIELDS: &[&str] = &["messages", "model", "stream", "thinking", "tools"];

/// Reads one entry. `None` if anything about it is an error; every error has been reported then.
pub(crate) fn build(report: &mut Report<'_>, label: &str, node: &Node, origin: Origin) -> Option<Provider> {
    let Content::Table(fields) = &node.content else { return None };
    let errors_before = report.errors();
    let provider = Entry { report, label, offset: node.offset, fields }.provider(origin);
    provider.filter(|_| report.errors() == errors_before)
}

/// An entry being read.
pub(crate) struct Entry<'a, 'r, 'd> {
    pub report: &'r mut Report<'d>,
    /// What messages call it: `providers.<name>`.
    pub label: &'a str,
    pub offset: usize,
    pub fields: &'a [Field],
}

impl<'a> Entry<'a, '_, '_> {
    fn provider(mut self, origin: Origin) -> Option<Provider> {
        let owned = |name| text(self.fields, name).map(str::to_owned);
        let (base_url, request_url, script) = (owned("base_url"), owned("request_url"), owned("script"));
        let (display_name, models_url, api_key_env) =
            (owned("display_name"), owned("models_url"), owned("api_key_env"));
        let name = self.name();
        let kind = self.required("kind").and_then(ProviderKind::from_word);
        let is_script = kind == Some(ProviderKind::Script);
        if is_script {
            self.required("script");
        } else if kind.is_some() && base_url.is_none() && request_url.is_none() {
            self.missing("base_url");
        }
        let (models, default_model) = models(&mut self, is_script)?;
        let effort = self.effort();
        Some(Provider {
            name: name?.to_owned(),
            display_name,
            kind: kind?,
            base_url,
            request_url,
            models_url,
            models,
            default_model,
            api_key_env,
            key_withheld: false,
            bearer: is_true(self.fields, "auth_header"),
            headers: self.headers(),
            extra_body: self.extra_body(),
            effort,
            supported_efforts: texts(self.fields, "supported_efforts").into_iter().map(str::to_owned).collect(),
            reasoning_protocol: text(self.fields, "reasoning_protocol")
                .and_then(ReasoningProtocol::from_word)
                .unwrap_or(ReasoningProtocol::Auto),
            no_proxy: is_true(self.fields, "no_proxy"),
            script: script.filter(|_| is_script).map(PathBuf::from),
            origin,
        })
    }

    fn name(&mut self) -> Option<&'a str> {
        let name = self.required("name")?;
        if name.contains(|c: char| c == '/' || c.is_whitespace() || c.is_control()) {
            self.report_at("name", Diagnostic::error(Code::BadProviderName).with("key", self.label));
        }
        Some(name)
    }

    fn effort(&mut self) -> Option<String> {
        let effort = text(self.fields, "effort")?;
        let supported = texts(self.fields, "supported_efforts");
        if !supported.is_empty() && !supported.contains(&effort) {
            let warning = Diagnostic::warning(Code::EffortUnsupported).with("key", join(self.label, "effort"));
            self.report_at("effort", warning.with("effort", effort).with("supported", supported.join(", ")));
        }
        Some(effort.to_owned())
    }

    fn headers(&mut self) -> Headers {
        let key = join(self.label, "headers");
        let mut headers = Vec::new();
        for Field { name, offset, node } in table(self.fields, "headers") {
            let Content::Text(value) = &node.content else { continue };
            let code = if RESERVED_HEADERS.iter().any(|reserved| reserved.eq_ignore_ascii_case(name)) {
                Code::ReservedHeader
            } else if !is_header(name, value) {
                Code::BadHeader
            } else {
                headers.push((name.clone(), value.clone()));
                continue;
            };
            self.report.add(*offset, Diagnostic::error(code).with("key", &key).with("header", name));
        }
        Headers(headers)
    }

    fn extra_body(&mut self) -> serde_json::Map<String, serde_json::Value> {
        let key = join(self.label, "extra_body");
        let mut body = serde_json::Map::new();
        for Field { name, offset, node } in table(self.fields, "extra_body") {
            if RESERVED_FIELDS.contains(&name.as_str()) {
                let problem = Diagnostic::error(Code::ReservedField).with("key", &key).with("field", name);
                self.report.add(*offset, problem);
            } else if let Some(value) = node.plain() {
                body.insert(name.clone(), value.to_json());
            }
        }
        body
    }

    /// A string that must be there.
    fn required(&mut self, name: &str) -> Option<&'a str> {
        let found = text(self.fields, name);
        if found.is_none() {
            self.missing(name);
        }
        found
    }

    /// Reports a field that is not there, at the head of the entry. One that was refused is there.
    pub(crate) fn missing(&mut self, name: &str) {
        if is_refused(self.fields, name) {
            return;
        }
        let problem = Diagnostic::error(Code::MissingField).with("key", self.label).with("missing", name);
        self.report.add(self.offset, problem);
    }

    /// Reports about the value of a field.
    pub(crate) fn report_at(&mut self, name: &str, diagnostic: Diagnostic) {
        let offset = field(self.fields, name).map_or(self.offset, |field| field.node.offset);
        self.report.add(offset, diagnostic);
    }
}

/// Whether HTTP can carry it: a token and a line of visible ASCII.
fn is_header(name: &str, value: &str) -> bool {
    let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    !name.is_empty() && name.chars().all(is_token) && value.chars().all(|c| c == '\t' || (' '..='~').contains(&c))
}
