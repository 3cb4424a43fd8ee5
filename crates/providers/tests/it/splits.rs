//! An answer is the same however the network cuts it.

use crate::support::{WIRES, endpoint, run};
use proptest::{prelude::*, test_runner::TestRunner};
use reasonix_testkit::{Block, Call, Fault, ModelServer, Turn};
use serde_json::json;

/// Texts with everything that is hard to cut: several bytes a character, quotes, escapes, line breaks.
fn text() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[a-z \"\\\\\n\r\t:{}é你🦀]{1,30}").unwrap()
}

fn block() -> impl Strategy<Value = Block> {
    prop_oneof![
        text().prop_map(Block::Text),
        text().prop_map(|text| Block::Reasoning { text, signature: Some("c2ln".into()) }),
        ("[a-z]{1,8}", text())
            .prop_map(|(name, text)| Block::Call(Call::new(name, json!({ "text": text, "n": [1, null] })))),
    ]
}

#[test]
fn cutting_a_stream_anywhere_changes_nothing() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let cases = (prop::collection::vec(block(), 0..6), 1_usize..40, 1_usize..9);
    let config = ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config)
        .run(&cases, |(blocks, size, delta)| {
            for wire in WIRES {
                let turn = || Turn::blocks(blocks.clone()).delta_chars(delta);
                let outcome = |turn: Turn| {
                    let server = ModelServer::start(turn);
                    runtime.block_on(run(endpoint(&server, wire))).outcome
                };
                let whole = outcome(turn());
                prop_assert!(whole.is_ok(), "{:?}", whole);
                prop_assert_eq!(outcome(turn().fault(Fault::ChunkEvery(size))), whole);
            }
            Ok(())
        })
        .unwrap();
}
