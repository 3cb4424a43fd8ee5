//! Bytes of libFuzzer into the entry `shell`, which the ordinary tests drive too.
#![no_main]

#[path = "../../crates/permission/tests/it/fuzz/entries.rs"]
#[allow(dead_code, reason = "each target drives one entry")]
mod entries;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| entries::shell(bytes));
