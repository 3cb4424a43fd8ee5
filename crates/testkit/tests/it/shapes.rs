//! The event shapes of each wire format, and that all formats carry the same answer.

use expect_test::{Expect, expect};
use reasonix_testkit::{Block, Call, ModelServer, Stop, Turn, Usage, UsageNames, UsagePlace, WireFormat};
use serde_json::json;

use crate::answer::{self, Answer};
use crate::client::{Client, ask, path_of, request_body};

async fn answer(turn: Turn, wire: WireFormat) -> Answer {
    let server = ModelServer::start(turn);
    let reply = ask(&server, wire).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/event-stream; charset=utf-8")));
    answer::read(wire, &reply.body())
}

/// The stream as it is, less the fields that repeat in every event.
async fn check(turn: Turn, wire: WireFormat, expected: Expect) {
    let server = ModelServer::start(turn);
    let body = String::from_utf8(ask(&server, wire).await.body()).unwrap();
    let envelope = concat!(
        r#""id":"chatcmpl-000000000000000000000000","object":"chat.completion.chunk","created":1750000000,"#,
        r#""model":"scripted","system_fingerprint":"fp_testkit","#
    );
    expected.assert_eq(&body.replace(envelope, "…,").replace(r#","logprobs":null"#, ""));
}

fn rich_turn() -> Turn {
    Turn::calls([Call::new("bash", json!({"command": "ls"})), Call::new("now", json!({})).id("call_1")])
        .with_text("Ja, ñandú 🦀.")
        .reasoning("Think.")
        .usage(Usage { reasoning: 4, ..Usage::new(30, 70, 12) })
        .delta_chars(8)
}

#[tokio::test]
async fn chat_completions() {
    check(
        rich_turn(),
        WireFormat::OpenAi,
        expect![[r#"
            data: {…,"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}

            data: {…,"choices":[{"index":0,"delta":{"reasoning_content":"Think."},"finish_reason":null}],"usage":null}

            data: {…,"choices":[{"index":0,"delta":{"content":"Ja, ñand"},"finish_reason":null}],"usage":null}

            data: {…,"choices":[{"index":0,"delta":{"content":"ú 🦀."},"finish_reason":null}],"usage":null}

            data: {…,"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_000000000000000000000000","type":"function","function":{"name":"bash","arguments":""}}]},"finish_reason":null}],"usage":null}

            data: {…,"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"comman"}}]},"finish_reason":null}],"usage":null}

            data: {…,"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"d\":\"ls\"}"}}]},"finish_reason":null}],"usage":null}

            data: {…,"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"call_1","type":"function","function":{"name":"now","arguments":""}}]},"finish_reason":null}],"usage":null}

            data: {…,"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]},"finish_reason":null}],"usage":null}

            data: {…,"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":null}

            data: {…,"choices":[],"usage":{"prompt_tokens":100,"completion_tokens":12,"total_tokens":112,"completion_tokens_details":{"reasoning_tokens":4},"prompt_tokens_details":{"cached_tokens":70,"audio_tokens":0}}}

            data: [DONE]

        "#]],
    )
    .await;
}

#[tokio::test]
async fn anthropic_messages() {
    check(
        rich_turn().redacted_reasoning("cmVkYWN0ZWQ="),
        WireFormat::Anthropic,
        expect![[r#"
            event: message_start
            data: {"type":"message_start","message":{"id":"msg_010000000000000000000000","type":"message","role":"assistant","model":"scripted","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":30,"cache_creation_input_tokens":0,"cache_read_input_tokens":70,"output_tokens":1}}}

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":"cmVkYWN0ZWQ="}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            event: content_block_start
            data: {"type":"content_block_start","index":1,"content_block":{"type":"thinking","thinking":"","signature":""}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":1,"delta":{"type":"thinking_delta","thinking":"Think."}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":1,"delta":{"type":"signature_delta","signature":"c2lnbmF0dXJlIG9mIHRoZSBzY3JpcHQ="}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":1}

            event: content_block_start
            data: {"type":"content_block_start","index":2,"content_block":{"type":"text","text":""}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"Ja, ñand"}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"ú 🦀."}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":2}

            event: content_block_start
            data: {"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_010000000000000000000000","name":"bash","input":{}}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":""}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\"comman"}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"d\":\"ls\"}"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":3}

            event: content_block_start
            data: {"type":"content_block_start","index":4,"content_block":{"type":"tool_use","id":"call_1","name":"now","input":{}}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":""}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":4}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":12}}

            event: message_stop
            data: {"type":"message_stop"}

        "#]],
    )
    .await;
}

#[tokio::test]
async fn responses() {
    check(
        Turn::call("bash", json!({"command": "ls"})).with_text("Hi").reasoning("Hm"),
        WireFormat::Responses,
        expect![[r#"
            event: response.created
            data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_000000000000000000000000000000000000000000000000","object":"response","created_at":1750000000,"status":"in_progress","background":false,"error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"scripted","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1.0,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1.0,"truncation":"disabled","usage":null,"user":null,"metadata":{}}}

            event: response.in_progress
            data: {"type":"response.in_progress","sequence_number":1,"response":{"id":"resp_000000000000000000000000000000000000000000000000","object":"response","created_at":1750000000,"status":"in_progress","background":false,"error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"scripted","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1.0,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1.0,"truncation":"disabled","usage":null,"user":null,"metadata":{}}}

            event: response.output_item.added
            data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"id":"rs_000000000000000000000000000000000000000000000000","type":"reasoning","encrypted_content":"c2lnbmF0dXJlIG9mIHRoZSBzY3JpcHQ=","summary":[]}}

            event: response.reasoning_summary_part.added
            data: {"type":"response.reasoning_summary_part.added","sequence_number":3,"item_id":"rs_000000000000000000000000000000000000000000000000","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}}

            event: response.reasoning_summary_text.delta
            data: {"type":"response.reasoning_summary_text.delta","sequence_number":4,"item_id":"rs_000000000000000000000000000000000000000000000000","output_index":0,"summary_index":0,"delta":"Hm"}

            event: response.reasoning_summary_text.done
            data: {"type":"response.reasoning_summary_text.done","sequence_number":5,"item_id":"rs_000000000000000000000000000000000000000000000000","output_index":0,"summary_index":0,"text":"Hm"}

            event: response.reasoning_summary_part.done
            data: {"type":"response.reasoning_summary_part.done","sequence_number":6,"item_id":"rs_000000000000000000000000000000000000000000000000","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":"Hm"}}

            event: response.output_item.done
            data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"id":"rs_000000000000000000000000000000000000000000000000","type":"reasoning","encrypted_content":"c2lnbmF0dXJlIG9mIHRoZSBzY3JpcHQ=","summary":[{"type":"summary_text","text":"Hm"}]}}

            event: response.output_item.added
            data: {"type":"response.output_item.added","sequence_number":8,"output_index":1,"item":{"id":"msg_000000000000000000000000000000000000000000000001","type":"message","status":"in_progress","role":"assistant","content":[]}}

            event: response.content_part.added
            data: {"type":"response.content_part.added","sequence_number":9,"item_id":"msg_000000000000000000000000000000000000000000000001","output_index":1,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}

            event: response.output_text.delta
            data: {"type":"response.output_text.delta","sequence_number":10,"item_id":"msg_000000000000000000000000000000000000000000000001","output_index":1,"content_index":0,"delta":"Hi"}

            event: response.output_text.done
            data: {"type":"response.output_text.done","sequence_number":11,"item_id":"msg_000000000000000000000000000000000000000000000001","output_index":1,"content_index":0,"text":"Hi"}

            event: response.content_part.done
            data: {"type":"response.content_part.done","sequence_number":12,"item_id":"msg_000000000000000000000000000000000000000000000001","output_index":1,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}

            event: response.output_item.done
            data: {"type":"response.output_item.done","sequence_number":13,"output_index":1,"item":{"id":"msg_000000000000000000000000000000000000000000000001","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}

            event: response.output_item.added
            data: {"type":"response.output_item.added","sequence_number":14,"output_index":2,"item":{"id":"fc_000000000000000000000000000000000000000000000002","type":"function_call","status":"in_progress","arguments":"","call_id":"call_000000000000000000000000","name":"bash"}}

            event: response.function_call_arguments.delta
            data: {"type":"response.function_call_arguments.delta","sequence_number":15,"item_id":"fc_000000000000000000000000000000000000000000000002","output_index":2,"delta":"{\"command\":\"ls\"}"}

            event: response.function_call_arguments.done
            data: {"type":"response.function_call_arguments.done","sequence_number":16,"item_id":"fc_000000000000000000000000000000000000000000000002","output_index":2,"arguments":"{\"command\":\"ls\"}"}

            event: response.output_item.done
            data: {"type":"response.output_item.done","sequence_number":17,"output_index":2,"item":{"id":"fc_000000000000000000000000000000000000000000000002","type":"function_call","status":"completed","arguments":"{\"command\":\"ls\"}","call_id":"call_000000000000000000000000","name":"bash"}}

            event: response.completed
            data: {"type":"response.completed","sequence_number":18,"response":{"id":"resp_000000000000000000000000000000000000000000000000","object":"response","created_at":1750000000,"status":"completed","background":false,"error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"scripted","output":[{"id":"rs_000000000000000000000000000000000000000000000000","type":"reasoning","encrypted_content":"c2lnbmF0dXJlIG9mIHRoZSBzY3JpcHQ=","summary":[{"type":"summary_text","text":"Hm"}]},{"id":"msg_000000000000000000000000000000000000000000000001","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]},{"id":"fc_000000000000000000000000000000000000000000000002","type":"function_call","status":"completed","arguments":"{\"command\":\"ls\"}","call_id":"call_000000000000000000000000","name":"bash"}],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1.0,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1.0,"truncation":"disabled","usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":0},"output_tokens":10,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":110},"user":null,"metadata":{}}}

        "#]],
    )
    .await;
}

#[tokio::test]
async fn every_format_carries_the_same_answer() {
    for wire in WireFormat::ALL {
        let answer = answer(rich_turn(), wire).await;
        assert_eq!((answer.text.as_str(), answer.reasoning.as_str()), ("Ja, ñandú 🦀.", "Think."), "{wire:?}");
        let names: Vec<_> = answer.calls.iter().map(|(_, name, _)| name.as_str()).collect();
        assert_eq!(names, ["bash", "now"]);
        assert_eq!(answer.calls[0].2, r#"{"command":"ls"}"#);
        // Anthropic streams an empty text for a call without arguments.
        assert_eq!(answer.calls[1].2, if wire == WireFormat::Anthropic { "" } else { "{}" });
        assert_eq!(answer.calls[1].0.as_deref(), Some("call_1"));
        assert_eq!(answer.signature.is_some(), wire != WireFormat::OpenAi);
        assert_eq!((answer.usage, answer.ended), (Some((30, 70, 12)), true));
    }
}

#[tokio::test]
async fn stop_reasons() {
    type Make = fn() -> Turn;
    let rows: [(Make, [&str; 3]); 7] = [
        (|| Turn::text("x"), ["stop", "end_turn", "completed"]),
        (|| Turn::blocks([]), ["stop", "end_turn", "completed"]),
        (|| Turn::call("a", json!({})), ["tool_calls", "tool_use", "completed"]),
        (|| Turn::text("x").stop(Stop::Length), ["length", "max_tokens", "max_output_tokens"]),
        (|| Turn::text("x").stop(Stop::ContentFilter), ["content_filter", "refusal", "content_filter"]),
        (|| Turn::refusal("No."), ["stop", "refusal", "completed"]),
        (|| Turn::text("x").stop(Stop::Other("pause_turn".into())), ["pause_turn"; 3]),
    ];
    for (turn, expected) in rows {
        for (wire, expected) in WireFormat::ALL.into_iter().zip(expected) {
            let answer = answer(turn(), wire).await;
            assert_eq!((answer.stop.as_deref(), answer.ended), (Some(expected), true), "{wire:?}");
        }
    }
}

#[tokio::test]
async fn refusals_have_fields_of_their_own() {
    let rows =
        [(WireFormat::OpenAi, "", "No."), (WireFormat::Anthropic, "No.", ""), (WireFormat::Responses, "", "No.")];
    for (wire, text, refusal) in rows {
        let answer = answer(Turn::refusal("No."), wire).await;
        assert_eq!((answer.text.as_str(), answer.refusal.as_str()), (text, refusal), "{wire:?}");
    }
}

#[tokio::test]
async fn blocks_keep_their_order_and_ids() {
    let calls = || [Call::new("a", json!({})), Call::new("b", json!({})).id("twice"), Call::raw("c", "{").id("twice")];
    let blocks = || calls().map(Block::Call).into_iter().flat_map(|call| [Block::Text("t".into()), call]);
    for wire in WireFormat::ALL {
        let answer = answer(Turn::blocks(blocks()), wire).await;
        let ids: Vec<_> = answer.calls.iter().map(|(id, ..)| id.clone().unwrap()).collect();
        assert_eq!(ids[1..], ["twice", "twice"]);
        assert!(
            ids[0].starts_with(if wire == WireFormat::Anthropic { "toolu_" } else { "call_" }) && ids[0].len() > 20
        );
        assert_eq!((answer.text.as_str(), answer.calls[2].2.as_str()), ("ttt", "{"));
    }
    for wire in WireFormat::ALL {
        let answer = answer(Turn::calls([Call::new("a", json!({})).without_id()]), wire).await;
        assert_eq!(answer.calls[0].0, None, "{wire:?}");
    }
}

#[tokio::test]
async fn generated_ids_never_repeat() {
    let server = ModelServer::start(reasonix_testkit::Script::repeat(2, Turn::call("a", json!({}))));
    let mut ids = std::collections::HashSet::new();
    for _ in 0..2 {
        let body = ask(&server, WireFormat::OpenAi).await.body();
        assert!(ids.insert(answer::read(WireFormat::OpenAi, &body).calls[0].0.clone()));
    }
}

#[tokio::test]
async fn usage_comes_where_it_was_put() {
    let usage = Usage::new(30, 70, 12);
    for wire in WireFormat::ALL {
        for (place, expected) in [(UsagePlace::FinishEvent, Some((30, 70, 12))), (UsagePlace::Missing, None)] {
            let turn = Turn::text("x").usage(usage).usage_place(place);
            assert_eq!(answer(turn, wire).await.usage, expected, "{wire:?} {place:?}");
        }
    }
    let turn = || Turn::text("x").usage(usage).usage_names(UsageNames::DeepSeek);
    assert_eq!(answer(turn(), WireFormat::OpenAi).await.usage, Some((30, 70, 12)));
    let server = ModelServer::start(turn());
    let body = ask(&server, WireFormat::OpenAi).await.body();
    let body = String::from_utf8(body).unwrap();
    assert!(body.contains(r#""prompt_cache_hit_tokens":70,"prompt_cache_miss_tokens":30"#), "{body}");
}

#[tokio::test]
async fn chat_usage_comes_only_if_asked_for() {
    let server = ModelServer::start(Turn::text("x"));
    let mut client = Client::connect(&server).await;
    client.post(path_of(WireFormat::OpenAi), br#"{"messages":[],"stream":true}"#).await;
    let body = client.reply().await.body();
    assert_eq!(answer::read(WireFormat::OpenAi, &body).usage, None);
    assert!(!String::from_utf8(body).unwrap().contains("usage"));
}

#[tokio::test]
async fn ten_thousand_calls_in_one_message() {
    let calls = || (0..10_000).map(|number| Call::new("read_file", json!({"path": format!("f{number}")})));
    for wire in WireFormat::ALL {
        let answer = answer(Turn::calls(calls()), wire).await;
        assert_eq!(answer.calls.len(), 10_000);
        assert_eq!(answer.calls[9_999].2, r#"{"path":"f9999"}"#);
    }
}

#[tokio::test]
async fn one_event_of_nine_mebibytes() {
    let server = ModelServer::start(Turn::text("é".repeat(9 << 19)).whole());
    let mut client = Client::connect(&server).await;
    client.post(path_of(WireFormat::OpenAi), &request_body("x")).await;
    let reply = client.reply().await;
    assert_eq!(reply.chunks.iter().filter(|chunk| chunk.len() > 9 << 20).count(), 1);
    assert_eq!(answer::read(WireFormat::OpenAi, &reply.body()).text.len(), 9 << 20);
}
