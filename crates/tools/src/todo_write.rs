//! `todo_write`: the agent's own list of things to do, replaced as a whole.

use crate::arguments::{Count, Ignored, List};
use reasonix_permission::{Family, Touches};
use reasonix_protocol::{TodoItem, TodoStatus};
use reasonix_stdx::text::one_line;
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Write;

const MOST_ITEMS: usize = 200;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The whole list, finished items included.
    todos: List<Item>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Item {
    content: String,
    status: Status,
    /// 0 for a phase (default), 1 for a step of the phase above.
    #[serde(default)]
    #[schemars(range(max = 1))]
    level: Count,
    #[serde(default, rename = "activeForm", alias = "active_form", alias = "id", alias = "priority")]
    #[schemars(skip)]
    _habit: Ignored,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    #[serde(alias = "todo")]
    Pending,
    #[serde(alias = "in-progress")]
    InProgress,
    #[serde(alias = "done")]
    Completed,
}

/// The tool.
pub(crate) struct TodoWrite(ToolSpec);

impl TodoWrite {
    pub(crate) fn new() -> Self {
        Self(ToolSpec::new::<Arguments>("todo_write", include_str!("todo_write.md"), Family::Own, true))
    }
}

impl Tool for TodoWrite {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn describe(&self, args: &Args, _workspace: &Workspace) -> Result<Description, ToolError> {
        let items = read(args)?;
        let current = items.iter().find(|item| item.status == TodoStatus::InProgress);
        let subject = current.map(|item| one_line(&item.content, 80)).unwrap_or_default();
        Ok(Description { subject, touches: Touches::default() })
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, _cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let items = read(call.args())?;
            let mut output = Output::text(render(&items));
            output.todos = Some(items);
            Ok(output)
        })
    }
}

fn read(args: &Args) -> Result<Vec<TodoItem>, ToolError> {
    let arguments: Arguments = args.to()?;
    let items: Vec<TodoItem> = arguments.todos.0.into_iter().map(item).collect();
    match objection(&items) {
        Some(reason) => Err(ToolError::answer(format!("The list was not changed: {reason}"))),
        None => Ok(items),
    }
}

fn item(item: Item) -> TodoItem {
    let status = match item.status {
        Status::Pending => TodoStatus::Pending,
        Status::InProgress => TodoStatus::InProgress,
        Status::Completed => TodoStatus::Completed,
    };
    let level = u8::try_from(item.level.0.unwrap_or(0)).unwrap_or(u8::MAX);
    TodoItem { content: item.content.trim().to_owned(), status, level }
}

fn objection(items: &[TodoItem]) -> Option<String> {
    if items.len() > MOST_ITEMS {
        return Some(format!("{} items are too many; {MOST_ITEMS} is the limit.", items.len()));
    }
    let current = items.iter().filter(|item| item.status == TodoStatus::InProgress).count();
    if current > 1 {
        return Some(format!("{current} items are in_progress; at most one may be."));
    }
    let mut phase = false;
    for (number, item) in (1..).zip(items) {
        if item.content.is_empty() {
            return Some(format!("item {number} has no content."));
        }
        match item.level {
            0 => phase = true,
            1 if phase => {}
            1 => return Some(format!("item {number} has level 1, but no item of level 0 stands above it.")),
            level => return Some(format!("item {number} has level {level}; only 0 and 1 exist.")),
        }
    }
    None
}

fn render(items: &[TodoItem]) -> String {
    if items.is_empty() {
        return "The todo list is empty now.".to_owned();
    }
    let done = items.iter().filter(|item| item.status == TodoStatus::Completed).count();
    let mut text = format!("Todo list, {done} of {} done:", items.len());
    for item in items {
        let mark = match item.status {
            TodoStatus::Pending => ' ',
            TodoStatus::InProgress => '>',
            TodoStatus::Completed => 'x',
        };
        let indent = if item.level == 0 { "" } else { "  " };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{indent}[{mark}] {}", item.content);
    }
    text
}
