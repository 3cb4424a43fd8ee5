//! Asks the user in the terminal, one wait after the other. A line is an answer; a line that is no known answer rejects
//! the call and goes to the model as the reason.

use super::typed::Typed;
use crate::{output, show, terminal::Style, texts::Texts};
use reasonix_protocol::{Answer, Display, Offer, Question, QuestionAnswer, Scope, Wait, WaitBody, WaitId};
use reasonix_stdx::text::{one_line, visible};
use std::collections::VecDeque;

/// Characters of a rule that an offer shows.
const RULE_CHARS: usize = 80;

/// Waits to be asked, and the lines typed.
pub(crate) struct Questioner {
    texts: Texts,
    can_ask: bool,
    queue: VecDeque<Wait>,
    /// Answers of the wait at the front to the questions asked so far.
    answered: Vec<QuestionAnswer>,
    typed: Typed,
}

impl Questioner {
    pub(crate) fn new(texts: Texts, can_ask: bool) -> Self {
        Self { texts, can_ask, queue: VecDeque::new(), answered: Vec::new(), typed: Typed::default() }
    }

    /// Takes a wait; it is shown when those before it are answered.
    pub(crate) fn add(&mut self, wait: Wait) {
        if !self.can_ask {
            return;
        }
        self.queue.push_back(wait);
        if self.queue.len() == 1 {
            self.show();
        }
    }

    /// Forgets what was to be asked: the turn is over.
    pub(crate) fn stop(&mut self) {
        self.queue.clear();
    }

    /// The next answer; never, while nothing is asked.
    pub(crate) async fn next(&mut self) -> (WaitId, Answer) {
        loop {
            if self.queue.is_empty() {
                return std::future::pending().await;
            }
            let line = self.typed.line().await;
            if let Some(answered) = self.take(line) {
                return answered;
            }
        }
    }

    /// Shows the prompt again where something else was shown below it.
    pub(crate) fn show_again(&self) {
        if !self.queue.is_empty() && output::prompt_left() {
            self.prompt();
        }
    }

    /// A typed line, or `None` for the end of input.
    fn take(&mut self, line: Option<String>) -> Option<(WaitId, Answer)> {
        if line.is_some() {
            output::prompt_answered();
        }
        let wait = self.queue.front()?;
        let id = wait.id;
        let answer = match (&wait.body, line) {
            (_, None) => Answer::Reject { message: None },
            (WaitBody::Approval { offers, .. }, Some(line)) => {
                let Some(answer) = approval(&line, offers) else {
                    self.prompt();
                    return None;
                };
                answer
            }
            (WaitBody::Questions { questions }, Some(line)) => {
                let question = questions.get(self.answered.len())?;
                self.answered.push(choice(&line, question));
                if self.answered.len() < questions.len() {
                    self.show();
                    return None;
                }
                Answer::Questions { answers: std::mem::take(&mut self.answered) }
            }
        };
        self.queue.pop_front();
        if !self.queue.is_empty() {
            self.show();
        }
        Some((id, answer))
    }

    fn show(&self) {
        let Some(wait) = self.queue.front() else { return };
        Typed::forget();
        let Style { bold, yellow, dim, reset, .. } = Style::of_stderr();
        match &wait.body {
            WaitBody::Approval { tool, subject, args, preview, reason, justification, offers, .. } => {
                let title = self.texts.get("ask.approval", &[("tool", tool)]);
                eprintln!("\n{yellow}{bold}? {title}{reset}");
                match preview {
                    Some(Display::Diff { files }) => {
                        show_lines(subject);
                        for file in files {
                            eprint!("{}", show::diff(file, usize::MAX, Style::of_stderr(), self.texts));
                        }
                    }
                    _ => show_lines(&whole_call(args)),
                }
                eprintln!("  {dim}{}{reset}", self.texts.problem(reason));
                if let Some(words) = justification {
                    show_lines(&self.texts.get("ask.justification", &[("words", words)]));
                }
                for offer in offers {
                    self.show_offer(offer);
                }
            }
            WaitBody::Questions { questions } => {
                if let Some(question) = questions.get(self.answered.len()) {
                    show_question(question);
                }
            }
        }
        self.prompt();
    }

    /// A line for each yes: its key, how far it reaches, and the rules it adds or the folders it opens.
    fn show_offer(&self, offer: &Offer) {
        let Style { bold, dim, reset, .. } = Style::of_stderr();
        let key = keys(offer.scope).first().copied().unwrap_or_default();
        let reach = self.texts.get(reach_key(offer), &[]);
        let rules = offer.rules.iter().map(|rule| one_line(&visible(rule), RULE_CHARS));
        // A folder is never cut: it is what the yes is about.
        let added: Vec<String> = rules.chain(offer.folders.iter().map(|folder| visible(folder).into())).collect();
        eprintln!("    {bold}{key}{reset}  {reach}  {dim}{}{reset}", added.join(", "));
    }

    fn prompt(&self) {
        let key = match self.queue.front().map(|wait| &wait.body) {
            Some(WaitBody::Approval { .. }) => "ask.approval_prompt",
            _ => "ask.question_prompt",
        };
        let Style { bold, reset, .. } = Style::of_stderr();
        output::show_prompt(&format!("  {bold}{}{reset} ", self.texts.get(key, &[])));
    }
}

/// All of what would run: the command to its last line, or every argument.
fn whole_call(args: &str) -> String {
    let Ok(value) = serde_json::from_str::<serde_json::Value>(args) else { return args.to_owned() };
    if let Some(command) = value.get("command").and_then(serde_json::Value::as_str) {
        return command.to_owned();
    }
    serde_json::to_string_pretty(&value).unwrap_or_else(|_| args.to_owned())
}

fn show_lines(text: &str) {
    for line in visible(text).lines() {
        eprintln!("    {line}");
    }
}

fn show_question(question: &Question) {
    let Style { bold, yellow, dim, reset, .. } = Style::of_stderr();
    eprintln!("\n{yellow}{bold}? {}{reset}", visible(&question.question));
    for (number, option) in (1..).zip(&question.options) {
        eprintln!("    {number}. {}  {dim}{}{reset}", visible(&option.label), visible(&option.description));
    }
}

/// What is typed for each yes; the first is shown.
const fn keys(scope: Scope) -> &'static [&'static str] {
    match scope {
        Scope::Once => &["y", "yes", "1", "是"],
        Scope::Session => &["a", "2"],
        Scope::Always => &["p", "3"],
        Scope::Prefix => &["b"],
    }
}

/// The text that says how far a yes reaches.
pub(crate) const fn reach_key(offer: &Offer) -> &'static str {
    match (offer.scope, offer.folders.is_empty()) {
        (Scope::Once, true) => "ask.scope_once",
        (Scope::Once, false) => "ask.open_once",
        (Scope::Session, true) => "ask.scope_session",
        (Scope::Session, false) => "ask.open_session",
        (Scope::Always, true) => "ask.scope_always",
        (Scope::Always, false) => "ask.open_always",
        (Scope::Prefix, _) => "ask.scope_prefix",
    }
}

const fn yes(scope: Scope) -> Answer {
    match scope {
        Scope::Once => Answer::Once,
        Scope::Session => Answer::Session,
        Scope::Always => Answer::Always,
        Scope::Prefix => Answer::Prefix,
    }
}

/// `None` for an empty line: nothing is decided by accident.
fn approval(line: &str, offers: &[Offer]) -> Option<Answer> {
    let word = line.trim();
    let lower = word.to_lowercase();
    let offered = offers.iter().map(|offer| offer.scope).find(|scope| keys(*scope).contains(&lower.as_str()));
    match (lower.as_str(), offered) {
        ("", _) => None,
        (_, Some(scope)) => Some(yes(scope)),
        ("n" | "no" | "4" | "否", None) => Some(Answer::Reject { message: None }),
        _ => Some(Answer::Reject { message: Some(word.to_owned()) }),
    }
}

/// Numbers choose options; anything else is the user's own words.
fn choice(line: &str, question: &Question) -> QuestionAnswer {
    let words: Vec<&str> = line.split([',', ' ', '，']).filter(|word| !word.is_empty()).collect();
    let options: Option<Vec<String>> = words
        .iter()
        .map(|word| {
            let number: usize = word.parse().ok()?;
            question.options.get(number.checked_sub(1)?).map(|option| option.label.clone())
        })
        .collect();
    match options {
        Some(chosen) if !chosen.is_empty() && (question.multi_select || chosen.len() == 1) => {
            QuestionAnswer { chosen, own_words: None }
        }
        _ => QuestionAnswer { chosen: Vec::new(), own_words: Some(line.trim().to_owned()) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reasonix_protocol::QuestionOption;

    #[test]
    fn only_a_clear_yes_is_a_yes() {
        let offer = |scope| Offer::of_rules(scope, Vec::new());
        let offers = [offer(Scope::Once), offer(Scope::Session), offer(Scope::Always)];
        assert_eq!(approval(" Y ", &offers), Some(Answer::Once));
        assert_eq!(approval("a", &offers), Some(Answer::Session));
        assert_eq!(approval("3", &offers), Some(Answer::Always));
        assert_eq!(approval("", &offers), None);
        assert_eq!(approval("n", &offers), Some(Answer::Reject { message: None }));
        let own = |words: &str| Some(Answer::Reject { message: Some(words.into()) });
        assert_eq!(approval("use make instead", &offers), own("use make instead"));
        assert_eq!(approval("b", &offers), own("b"), "what is not offered is no yes");
        assert_eq!(approval("a", &[offer(Scope::Once)]), own("a"));
    }

    #[test]
    fn numbers_choose_and_words_speak() {
        let option = |label: &str| QuestionOption { label: label.into(), description: String::new() };
        let mut question = Question {
            header: "h".into(),
            question: "q".into(),
            options: vec![option("red"), option("blue")],
            multi_select: false,
        };
        let chosen = |labels: &[&str]| QuestionAnswer {
            chosen: labels.iter().map(ToString::to_string).collect(),
            own_words: None,
        };
        let own = |words: &str| QuestionAnswer { chosen: Vec::new(), own_words: Some(words.into()) };
        assert_eq!(choice("2", &question), chosen(&["blue"]));
        assert_eq!(choice("1 2", &question), own("1 2"));
        assert_eq!(choice("3", &question), own("3"));
        assert_eq!(choice("green please", &question), own("green please"));
        question.multi_select = true;
        assert_eq!(choice("1, 2", &question), chosen(&["red", "blue"]));
    }
}
