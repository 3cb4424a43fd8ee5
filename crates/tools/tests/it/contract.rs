//! What the model sees of the tools is a committed file: a change of it is seen in review, and breaks prompt caches.

use std::{fs, path::PathBuf};

/// With `UPDATE_GOLDEN=1` in the environment the file is written instead of compared.
#[test]
fn the_model_sees_what_the_golden_file_holds() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tools.json");
    let shown = serde_json::to_string_pretty(&reasonix_tools::contract()).unwrap() + "\n";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &shown).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == golden, "the tools differ from {}; if that is meant, run with UPDATE_GOLDEN=1", path.display());
}

/// The first request of a session has to stay below 20 KB, and the tools are its biggest part.
#[test]
fn all_tools_together_stay_small() {
    let contract = reasonix_tools::contract();
    let tools = contract.as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let expected = "ask bash bash_output edit_file glob grep kill_shell ls move_file multi_edit read_file todo_write wait \
                    web_fetch write_file";
    assert_eq!(names.join(" "), expected);
    let bytes: usize = tools.iter().map(|tool| tool.to_string().len()).sum();
    assert!(bytes < 11_000, "{bytes} bytes");
    for tool in tools {
        assert!(tool["schema"]["additionalProperties"] == false, "{tool}");
        assert!(!tool.to_string().contains("null"), "no null in a schema: {tool}");
    }
}
