//! `ask`: questions to the user. The pipeline opens the wait; here the questions are read and the answer is told.

use crate::arguments::{Flag, List, Text};
use reasonix_permission::{Family, Touches};
use reasonix_protocol::{Answer, Question, QuestionAnswer, QuestionOption};
use reasonix_stdx::text::one_line;
use reasonix_tool::{
    Args, ClearedCall, Description, Output, RunContext, Tool, ToolError, ToolFuture, ToolSpec, Workspace,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Write;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[schemars(length(min = 1, max = 4))]
    questions: List<AskedQuestion>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AskedQuestion {
    /// The subject in one or two words.
    header: String,
    question: String,
    #[schemars(length(min = 2, max = 4))]
    options: List<AskedOption>,
    /// Several options may be chosen.
    #[serde(default, alias = "multiSelect")]
    multi_select: Flag,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AskedOption {
    label: String,
    /// What choosing it means.
    #[serde(default)]
    description: Text,
}

/// The tool.
pub(crate) struct Ask(ToolSpec);

impl Ask {
    pub(crate) fn new() -> Self {
        Self(ToolSpec::new::<Arguments>("ask", include_str!("ask.md"), Family::Own, true))
    }
}

impl Tool for Ask {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn describe(&self, args: &Args, _workspace: &Workspace) -> Result<Description, ToolError> {
        let questions = read(args)?;
        let subject = questions.first().map(|first| one_line(&first.question, 80)).unwrap_or_default();
        Ok(Description { subject, touches: Touches::default() })
    }

    fn questions(&self, args: &Args) -> Option<Vec<Question>> {
        read(args).ok()
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            let questions = read(call.args())?;
            match call.answer().or(cx.answer.as_ref()) {
                Some(Answer::Questions { answers }) => Ok(Output::text(tell(&questions, answers))),
                Some(Answer::NobodyToAsk) => Ok(Output::text(NOBODY)),
                _ => Err(ToolError::answer("The questions were not answered. Stop here and wait for the user.")),
            }
        })
    }
}

/// What the model reads where nobody can answer.
const NOBODY: &str = "Nobody is there to answer: this run has no user to ask. Choose the most sensible option for each \
                      question yourself, go on, and name each choice clearly as an assumption in your final answer.";

fn read(args: &Args) -> Result<Vec<Question>, ToolError> {
    let arguments: Arguments = args.to()?;
    let questions: Vec<Question> = arguments.questions.0.into_iter().map(question).collect();
    match objection(&questions) {
        Some(reason) => Err(ToolError::answer(format!("Nothing was asked: {reason}"))),
        None => Ok(questions),
    }
}

fn question(asked: AskedQuestion) -> Question {
    let trimmed = |text: String| text.trim().to_owned();
    let option = |option: AskedOption| QuestionOption {
        label: trimmed(option.label),
        description: trimmed(option.description.0.unwrap_or_default()),
    };
    Question {
        header: trimmed(asked.header),
        question: trimmed(asked.question),
        options: asked.options.0.into_iter().map(option).collect(),
        multi_select: asked.multi_select.0,
    }
}

fn objection(questions: &[Question]) -> Option<String> {
    if !(1..=4).contains(&questions.len()) {
        return Some(format!("there are {} questions; ask 1 to 4 at a time.", questions.len()));
    }
    (1..).zip(questions).find_map(|(number, question)| {
        if question.header.is_empty() || question.question.is_empty() {
            return Some(format!("question {number} needs a header and a question."));
        }
        if !(2..=4).contains(&question.options.len()) {
            return Some(format!("question {number} has {} options; give 2 to 4.", question.options.len()));
        }
        (0..).zip(&question.options).find_map(|(index, option)| {
            let before = question.options.get(..index).unwrap_or_default();
            if option.label.is_empty() {
                Some(format!("an option of question {number} has no label."))
            } else if before.iter().any(|other| other.label == option.label) {
                Some(format!("question {number} has the option {:?} twice.", option.label))
            } else {
                None
            }
        })
    })
}

fn tell(questions: &[Question], answers: &[QuestionAnswer]) -> String {
    let mut text = "The user answered:".to_owned();
    let none = QuestionAnswer::default();
    for (index, question) in questions.iter().enumerate() {
        let answer = answers.get(index).unwrap_or(&none);
        let own_words = answer.own_words.as_deref().map(str::trim).filter(|words| !words.is_empty());
        let said = match (answer.chosen.as_slice(), own_words) {
            ([], None) => "(no answer; choose yourself and say so)".to_owned(),
            ([], Some(words)) => format!("in their own words: {words}"),
            (chosen, None) => chosen.join(", "),
            (chosen, Some(words)) => format!("{}; and in their own words: {words}", chosen.join(", ")),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n- {} ({}): {said}", question.header, question.question);
    }
    text
}
