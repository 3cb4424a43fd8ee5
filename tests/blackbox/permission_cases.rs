//! `permissions explain --batch` on the judged cases: the answers of the real program, one line each, in order.

use reasonix_testkit::{Cli, ModelServer, Turn, WireFormat, Workspace};
use serde_json::Value;

#[test]
fn the_judged_cases_are_explained_as_judged() {
    let cases = include_str!("../../crates/permission/tests/cases/permission.jsonl");
    let server = ModelServer::start([Turn::text("never asked")]);
    let cli = Cli::new(&server, WireFormat::OpenAi).folder(Workspace::empty());
    std::fs::write(cli.home().join("cases.jsonl"), cases).unwrap();
    let file = cli.home().join("cases.jsonl").display().to_string();
    let output = cli.args(["permissions", "explain", "--batch", &file]).run().expect_code(0);
    let read = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let (cases, answers): (Vec<Value>, Vec<Value>) =
        (cases.lines().map(read).collect(), output.stdout.lines().map(read).collect());
    assert_eq!(answers.len(), cases.len());
    let mut wrong = Vec::new();
    for (case, answer) in cases.iter().zip(&answers) {
        assert_eq!(answer["id"], case["id"]);
        let (expected, decision) = (&case["expected"], &answer["decision"]);
        let is_soft = case["soft"] == true && expected == "allow" && decision == "ask";
        if decision != expected && !is_soft {
            wrong.push(answer.to_string());
        }
        assert_eq!(decision == "ask", answer["offers"].as_array().is_some_and(|offers| !offers.is_empty()), "{answer}");
        assert!(answer["proof"].as_array().is_some_and(|proof| !proof.is_empty()), "{answer}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(server.request_count(), 0, "no model is asked");
}
