//! A new value in place of an old one. A list over several lines keeps its lines: those of the values that stay, with
//! the comments above and behind them.

use super::text::with_newlines;
use crate::Value;
use std::collections::VecDeque;
use toml_edit::Array;

/// The text of `value` where `old` stood.
pub(super) fn updated(old: &str, value: &Value, newline: &str) -> String {
    match (value, old.parse()) {
        (Value::List(items), Ok(toml_edit::Value::Array(array))) if old.contains('\n') => {
            let mut lines = Lines::of(&array);
            lines.change(items);
            with_newlines(&lines.to_text(), newline)
        }
        _ => value.to_string(),
    }
}

/// A list cut so that each element owns what stands above it and what follows on its own line.
struct Lines {
    /// Behind the opening bracket, up to the end of its line.
    opening: String,
    elements: Vec<Element>,
    /// Below the last element, up to the closing bracket.
    closing: String,
    ends_in_comma: bool,
}

struct Element {
    /// Comments above and the indentation.
    above: String,
    value: toml_edit::Value,
    /// The comma's own space in front.
    before_comma: String,
    /// Behind the comma: a comment and the line break.
    behind: String,
}

impl Lines {
    fn of(array: &Array) -> Self {
        let mut lines = Self {
            opening: String::new(),
            elements: Vec::new(),
            closing: String::new(),
            ends_in_comma: array.trailing_comma(),
        };
        for value in array {
            let decor = value.decor();
            let lead = decor.prefix().and_then(|prefix| prefix.as_str()).unwrap_or("");
            let before_comma = decor.suffix().and_then(|suffix| suffix.as_str()).unwrap_or("").to_owned();
            let above = lines.end_line(lead);
            let value = value.clone().decorated("", "");
            lines.elements.push(Element { above, value, before_comma, behind: String::new() });
        }
        // Without a comma at the end, what follows the last element counts as its own.
        let mut tail = array.trailing().as_str().unwrap_or("").to_owned();
        if let Some(last) = lines.elements.last_mut().filter(|_| !array.trailing_comma()) {
            tail.insert_str(0, &std::mem::take(&mut last.before_comma));
        }
        lines.closing = lines.end_line(&tail);
        lines
    }

    /// Gives what stands before the first line break to the line before, and the rest back.
    fn end_line(&mut self, text: &str) -> String {
        let (end, rest) = text.split_at(text.find('\n').map_or(0, |newline| newline + 1));
        self.line_before().push_str(end);
        rest.to_owned()
    }

    fn line_before(&mut self) -> &mut String {
        self.elements.last_mut().map_or(&mut self.opening, |element| &mut element.behind)
    }

    /// Makes the elements those of `wanted`. Elements that are wanted in their order stay as they are.
    fn change(&mut self, wanted: &[Value]) {
        let indent = self.indent();
        let mut old: VecDeque<Element> = std::mem::take(&mut self.elements).into();
        for value in wanted {
            match old.iter().position(|element| Value::of(&element.value).as_ref() == Some(value)) {
                Some(kept) => {
                    old.drain(..kept).for_each(|element| self.drop_element(element));
                    self.elements.extend(old.pop_front());
                }
                None => self.add(value, &indent),
            }
        }
        for element in old {
            self.drop_element(element);
        }
    }

    /// Leaves an element out. Comments above it stay, the one on its line goes with it.
    fn drop_element(&mut self, element: Element) {
        let comments = element.above.get(..element.above.rfind('\n').map_or(0, |newline| newline + 1)).unwrap_or("");
        let line = self.line_before();
        line.push_str(comments);
        if element.behind.ends_with('\n') && !line.ends_with('\n') {
            line.push('\n');
        }
    }

    fn add(&mut self, value: &Value, indent: &str) {
        let line = self.line_before();
        let is_on_lines = line.ends_with('\n');
        if !is_on_lines {
            line.push('\n');
        }
        let behind = if is_on_lines { "\n" } else { "" };
        self.elements.push(Element {
            above: indent.to_owned(),
            value: value.to_toml(),
            before_comma: String::new(),
            behind: behind.to_owned(),
        });
    }

    fn indent(&self) -> String {
        let above = self.elements.last().map_or("  ", |element| element.above.as_str());
        above.rsplit('\n').next().unwrap_or(above).to_owned()
    }

    fn to_text(&self) -> String {
        let mut text = format!("[{}", self.opening);
        for (index, element) in self.elements.iter().enumerate() {
            let is_last = index + 1 == self.elements.len();
            let comma = if is_last && !self.ends_in_comma { "" } else { "," };
            let value = element.value.to_string();
            text.extend([&element.above, &value, &element.before_comma, comma, &element.behind]);
        }
        text.extend([&self.closing, "]"]);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_list_stay() {
        let check = |old: &str, wanted: &[&str], expected: &str| {
            assert_eq!(updated(old, &Value::from(wanted.to_vec()), "\n"), expected, "{old}");
        };
        check("[ 'a' ]", &["a", "b"], r#"["a", "b"]"#);
        let noted = "[ # all\n  'a', # note a\n  # above b\n  'b', # note b\n  # end\n]";
        check(noted, &["a", "b"], noted);
        check(noted, &["a", "b", "c"], "[ # all\n  'a', # note a\n  # above b\n  'b', # note b\n  \"c\",\n  # end\n]");
        check(noted, &["b"], "[ # all\n  # above b\n  'b', # note b\n  # end\n]");
        check(noted, &["a"], "[ # all\n  'a', # note a\n  # above b\n  # end\n]");
        check(noted, &["x", "a", "b"], "[ # all\n  \"x\",\n  'a', # note a\n  # above b\n  'b', # note b\n  # end\n]");
        check(noted, &[], "[ # all\n  # above b\n  # end\n]");
        check("[\n\t'a',\n\t'b' # last\n]", &["a", "b", "c"], "[\n\t'a',\n\t'b', # last\n\t\"c\"\n]");
        check("['a',\n 'b']", &["a", "b", "c"], "['a',\n 'b',\n \"c\"]");
        check("['a', 'b',\n 'c']", &["a", "c"], "['a',\n 'c']");
    }
}
