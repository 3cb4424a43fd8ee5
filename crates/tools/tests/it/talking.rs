//! `todo_write` and `ask`.

use crate::bench::Bench;
use reasonix_protocol::{Answer, QuestionAnswer, TodoStatus};
use reasonix_tool::Args;
use serde_json::{Value, json};

#[tokio::test]
async fn the_list_is_replaced_as_a_whole() {
    let mut bench = Bench::new();
    let todos = json!({"todos": [
        {"content": "Phase", "status": "completed", "activeForm": "Phasing"},
        {"content": "Step", "status": "in-progress", "level": "1"},
        {"content": "Next", "status": "pending"},
    ]});
    let result = bench.run("todo_write", todos).await;
    assert_eq!(result.content, "Todo list, 1 of 3 done:\n[x] Phase\n  [>] Step\n[ ] Next");
    let items = result.todos.unwrap();
    assert_eq!((items[1].status, items[1].level), (TodoStatus::InProgress, 1));
    assert_eq!(bench.ok("todo_write", json!({"todos": []})).await, "The todo list is empty now.");
    let item = |status: &str, level: u8| json!({"content": "x", "status": status, "level": level});
    for (todos, part) in [
        (json!([item("in_progress", 0), item("in_progress", 0)]), "2 items are in_progress"),
        (json!([item("pending", 1)]), "item 1 has level 1, but no item of level 0 stands above it"),
        (json!([item("pending", 2)]), "item 1 has level 2"),
        (json!([{"content": " ", "status": "pending"}]), "item 1 has no content"),
        (json!([item("later", 0)]), "unknown variant `later`"),
    ] {
        bench.fails("todo_write", json!({ "todos": todos }), &[part]).await;
    }
}

fn question(labels: &[&str]) -> Value {
    let options: Vec<Value> = labels.iter().map(|label| json!({ "label": label })).collect();
    json!({"header": "Store", "question": "Which store?", "options": options, "multiSelect": true})
}

#[tokio::test]
async fn answers_are_told() {
    let mut bench = Bench::new();
    let two = json!({"questions": [question(&["Files", "SQLite"]), question(&["A", "B"])]});
    let tool = bench.pipeline.registry.get("ask").unwrap();
    let questions = tool.questions(&Args::parse(&two.to_string()).unwrap()).unwrap();
    assert_eq!((questions.len(), questions[0].multi_select), (2, true));
    bench.answer = Some(Answer::Questions {
        answers: vec![
            QuestionAnswer {
                chosen: vec!["Files".into(), "SQLite".into()],
                own_words: Some(" both, files first ".into()),
            },
            QuestionAnswer { chosen: Vec::new(), own_words: Some("neither".into()) },
        ],
    });
    assert_eq!(
        bench.ok("ask", two.clone()).await,
        "The user answered:\n- Store (Which store?): Files, SQLite; and in their own words: both, files first\n\
         - Store (Which store?): in their own words: neither"
    );
    bench.answer = None;
    let content = bench.ok("ask", two).await;
    assert!(content.contains("Nobody is there to answer") && content.contains("as an assumption"), "{content}");
}

#[tokio::test]
async fn questions_have_to_be_askable() {
    let mut bench = Bench::new();
    for (questions, part) in [
        (json!([]), "there are 0 questions; ask 1 to 4"),
        (json!([question(&["A"])]), "question 1 has 1 options; give 2 to 4"),
        (json!([question(&["A", "B", "A"])]), "question 1 has the option \"A\" twice"),
        (json!([{"header": "", "question": "?", "options": []}]), "question 1 needs a header"),
        (json!([{"header": "a", "question": "?", "choices": []}]), "unknown field `choices`"),
    ] {
        bench.fails("ask", json!({ "questions": questions }), &[part]).await;
    }
}
