//! What is sent, byte for byte, and that it only grows.

use crate::support::{WIRES, body, kind_of, provider};
use expect_test::{ExpectFile, expect_file};
use proptest::{prelude::*, test_runner::TestRunner};
use reasonix_model::{Entry, Head, OutputPart, ToolCall, ToolDefinition, ToolResult};
use reasonix_protocol::Effort;
use reasonix_providers::{Endpoint, Kind, Reasoning};
use serde_json::{Map, Value, json};

fn head() -> Head {
    Head {
        effort: Some(Effort("high".into())),
        temperature: Some(0.0),
        max_output_tokens: Some(4096),
        ..crate::support::head()
    }
}

fn call(wire_id: &str, tool: &str, args: &str) -> OutputPart {
    OutputPart::Call(ToolCall { wire_id: wire_id.into(), tool: tool.into(), args: args.into() })
}

fn result(wire_id: &str, content: &str, is_error: bool) -> ToolResult {
    ToolResult { wire_id: wire_id.into(), tool: "bash".into(), content: content.into(), is_error }
}

/// A conversation with everything in it that needs care.
fn conversation() -> Vec<Entry> {
    vec![
        Entry::User { text: "Fix \"it\" 你好\n".into() },
        Entry::Assistant {
            parts: vec![
                OutputPart::Reasoning { text: "Hm.".into(), signature: Some("c2ln+/==".into()) },
                OutputPart::Vendor {
                    wire: "anthropic".into(),
                    json: r#"{"type":"redacted_thinking","data":"ZA=="}"#.into(),
                },
                OutputPart::Text("\n\n".into()),
                call("call_1", "bash", r#"{"n": 1e3,"command":"ls"}"#),
                OutputPart::Vendor {
                    wire: "openai".into(),
                    json: r#"{"extra_content":{"google":{"s":"A+/="}}}"#.into(),
                },
                call("bash:0", "rm -rf", "[1]"),
            ],
        },
        Entry::Results { results: vec![result("call_1", "a.rs", false), result("bash:0", "", true)] },
        Entry::Assistant { parts: vec![OutputPart::Text("Done.".into())] },
        Entry::User { text: "  ".into() },
        Entry::Assistant { parts: vec![OutputPart::Reasoning { text: "Only a thought.".into(), signature: None }] },
    ]
}

/// The body with a line for each message, so that a difference can be read.
fn check(endpoint: Endpoint, expected: ExpectFile) {
    let provider = provider(endpoint);
    let entries: Vec<String> = conversation().iter().map(|entry| provider.encode_entry(entry)).collect();
    let whole = body(provider.as_ref(), &head(), &conversation());
    serde_json::from_slice::<Value>(&whole).expect("the body is JSON");
    expected.assert_eq(&format!("{}\n{}\n{}\n", provider.encode_head(&head()), entries.join("\n,"), provider.tail()));
}

fn extra() -> Map<String, Value> {
    json!({ "top_p": 0.5, "max_tokens": 7, "safety": { "z": 1, "a": [2.0] } }).as_object().unwrap().clone()
}

#[test]
fn deepseek_gets_its_thinking_back() {
    let endpoint = Endpoint::new(Kind::OpenAi, "mine", "https://api.deepseek.com");
    check(endpoint, expect_file!["../bodies/deepseek.txt"]);
}

#[test]
fn openai_gets_its_own_limit_field_and_no_thinking() {
    let endpoint = Endpoint::new(Kind::OpenAi, "mine", "https://api.openai.com/v1");
    check(endpoint, expect_file!["../bodies/openai.txt"]);
}

#[test]
fn extra_fields_stand_before_the_messages_in_their_order() {
    let endpoint = Endpoint::new(Kind::OpenAi, "mine", "http://127.0.0.1:1/v1");
    let endpoint = Endpoint { extra_body: extra(), reasoning: Some(Reasoning::None), ..endpoint };
    check(endpoint, expect_file!["../bodies/extra_fields.txt"]);
}

#[test]
fn anthropic_gets_signed_thinking_and_a_cache_mark_in_the_head() {
    let endpoint = Endpoint::new(Kind::Anthropic, "mine", "https://api.anthropic.com");
    check(endpoint, expect_file!["../bodies/anthropic.txt"]);
}

#[test]
fn other_hosts_of_messages_get_no_field_of_the_first_party() {
    let endpoint = Endpoint::new(Kind::Anthropic, "mine", "https://api.deepseek.com/anthropic");
    let endpoint = Endpoint { extra_body: extra(), strip_reasoning: true, ..endpoint };
    check(endpoint, expect_file!["../bodies/messages_elsewhere.txt"]);
}

#[test]
fn nothing_is_asked_for_that_is_not_set() {
    let bare = Head { system: String::new(), tools: Vec::new(), ..crate::support::head() };
    let check = |kind, url: &str, expected: &str| {
        assert_eq!(provider(Endpoint::new(kind, "mine", url)).encode_head(&bare), expected);
    };
    let chat = r#"{"model":"scripted","stream":true,"stream_options":{"include_usage":true},"messages":["#;
    check(Kind::OpenAi, "http://127.0.0.1:1/v1", chat);
    let messages = r#"{"model":"scripted","stream":true,"max_tokens":16000,"messages":["#;
    check(Kind::Anthropic, "http://127.0.0.1:1", messages);
}

#[test]
fn a_schema_that_is_no_json_becomes_any_object() {
    let tool = ToolDefinition { name: "x".into(), description: String::new(), schema: "{".into() };
    let odd = Head { tools: vec![tool], ..crate::support::head() };
    for wire in WIRES {
        let text = provider(Endpoint::new(kind_of(wire), "mine", "http://h")).encode_head(&odd);
        assert!(text.contains(r#":{"type":"object"}"#), "{text}");
    }
}

fn part() -> impl Strategy<Value = OutputPart> {
    prop_oneof![
        any::<String>().prop_map(OutputPart::Text),
        (any::<String>(), any::<Option<String>>())
            .prop_map(|(text, signature)| OutputPart::Reasoning { text, signature }),
        (any::<String>(), any::<String>(), any::<String>()).prop_map(|(id, tool, args)| call(&id, &tool, &args)),
        any::<String>().prop_map(|json| OutputPart::Vendor { wire: "anthropic".into(), json }),
        any::<String>().prop_map(|json| OutputPart::Vendor { wire: "openai".into(), json }),
    ]
}

fn entry() -> impl Strategy<Value = Entry> {
    let results = prop::collection::vec((any::<String>(), any::<String>(), any::<bool>()), 0..3);
    prop_oneof![
        any::<String>().prop_map(|text| Entry::User { text }),
        prop::collection::vec(part(), 0..4).prop_map(|parts| Entry::Assistant { parts }),
        results.prop_map(|list| Entry::Results {
            results: list.iter().map(|(id, content, is_error)| result(id, content, *is_error)).collect()
        }),
    ]
}

/// Whatever is said: every body is JSON, no text block in it is empty, and without its tail it begins the next one.
#[test]
fn bodies_only_grow() {
    let hosts = [
        (Kind::OpenAi, "https://api.deepseek.com"),
        (Kind::OpenAi, "https://api.openai.com/v1"),
        (Kind::Anthropic, "https://api.anthropic.com"),
        (Kind::Anthropic, "http://127.0.0.1:1"),
    ];
    let providers = hosts.map(|(kind, url)| provider(Endpoint::new(kind, "mine", url)));
    let config = ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config)
        .run(&prop::collection::vec(entry(), 1..8), |entries| {
            for provider in &providers {
                let mut previous: Option<bytes::Bytes> = None;
                for count in 1..=entries.len() {
                    let now = body(provider.as_ref(), &head(), &entries[..count]);
                    let json: Value = serde_json::from_slice(&now).unwrap();
                    prop_assert!(json["messages"].as_array().unwrap().len() >= count);
                    prop_assert!(!String::from_utf8_lossy(&now).contains(r#""text":"""#));
                    if let Some(previous) = previous {
                        let begun = &previous[..previous.len() - provider.tail().len()];
                        prop_assert!(now.starts_with(begun));
                    }
                    previous = Some(now);
                }
            }
            Ok(())
        })
        .unwrap();
}
