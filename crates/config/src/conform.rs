//! Holds parsed values against the key table. What does not fit is reported and left out, so that later stages need
//! not look at types again; everything wrong is reported in one go.

use crate::{
    Code, Diagnostic,
    key::{self, Key, Kind, Scope, Standard},
    node::{Content, Field, Node},
    path_rule::{self, Surroundings, is_variable_name},
    report::Report,
    unknown::{refused_field, unknown, unknown_field},
};
use std::collections::HashSet;

pub(crate) struct Conform<'a, 'r> {
    pub around: Surroundings<'a>,
    pub report: &'r mut Report<'a>,
}

/// A key that a source sets, with a value that fits it.
pub(crate) struct Assignment {
    pub key: &'static Key,
    /// Where the key stands.
    pub offset: usize,
    pub node: Node,
}

impl Conform<'_, '_> {
    /// Checks the fields below `section` (empty for the whole file) against a flat table of dotted keys.
    pub(crate) fn section(
        &mut self,
        keys: &'static [Key],
        section: &str,
        fields: Vec<Field>,
        assigned: &mut Vec<Assignment>,
    ) {
        for Field { name, offset, node } in fields {
            let path = join(section, &name);
            if let Some(key) = key::find(keys, &path) {
                if key.scope == Scope::User && self.around.is_project {
                    self.report.add(offset, Diagnostic::warning(Code::UserOnly).with("key", &path));
                } else if let Some(node) = self.value(&path, key, node) {
                    assigned.push(Assignment { key, offset, node });
                }
            } else if !key::is_section(keys, &path) {
                self.report.warn_with(offset, || unknown(keys, &path));
            } else if let Content::Table(fields) = node.content {
                self.section(keys, &path, fields, assigned);
            } else {
                self.wrong_type(&path, "table", &node);
            }
        }
    }

    /// The value in the form the key wants, or `None` after a report. An empty string is as if it were not there.
    pub(crate) fn value(&mut self, path: &str, key: &Key, node: Node) -> Option<Node> {
        let offset = node.offset;
        let content = match (&key.kind, node.content) {
            (Kind::Bool, content @ Content::Bool(_)) => content,
            (Kind::Integer { min, max, below_is_default }, Content::Integer(value)) => {
                if *below_is_default && value < *min {
                    Content::Integer(self.below_minimum(path, key, value, offset)?)
                } else {
                    Content::Integer(self.in_range(path, offset, value, *min, *max)?)
                }
            }
            (Kind::Float { min, max }, Content::Integer(value)) => {
                Content::Float(self.in_range(path, offset, value as f64, *min, *max)?)
            }
            (Kind::Float { min, max }, Content::Float(value)) => {
                Content::Float(self.in_range(path, offset, value, *min, *max)?)
            }
            (kind, Content::Text(text)) if kind.expected() == "string" => {
                if text.is_empty() {
                    return None;
                }
                Content::Text(self.text(path, kind, offset, text)?)
            }
            (kind @ (Kind::Texts | Kind::Paths(_) | Kind::Joined), Content::List(items)) => {
                self.texts(path, kind, items)
            }
            (Kind::Words(allowed), Content::List(items)) => self.words(path, allowed, items),
            (Kind::Integers { min, max }, Content::List(items)) => {
                self.integers(path, offset, &items, *min, *max)?;
                Content::List(items)
            }
            (Kind::Headers | Kind::Names, Content::Table(fields)) => self.headers(path, fields),
            (Kind::Json, Content::Table(fields)) => {
                let before = self.report.errors();
                for field in &fields {
                    self.json(&join(path, &field.name), &field.node);
                }
                if self.report.errors() > before {
                    return None;
                }
                Content::Table(fields)
            }
            (Kind::Table(known), Content::Table(fields)) => Content::Table(self.fields(path, known, false, fields)),
            (Kind::TableMap(known), Content::Table(fields)) => self.table_map(path, known, fields),
            (Kind::Tables { fields: known, strict }, Content::List(items)) => self.tables(path, known, *strict, items),
            (kind, content) => {
                self.wrong_type(path, kind.expected(), &Node { offset, content });
                return None;
            }
        };
        Some(Node { offset, content })
    }

    fn text(&mut self, path: &str, kind: &Kind, offset: usize, text: String) -> Option<String> {
        let problem = match kind {
            Kind::Url => bad_url(&text).map(Diagnostic::error),
            Kind::KeyName if !is_variable_name(&text) => Some(Diagnostic::error(Code::BadKeyName)),
            Kind::OneOf(allowed) if !allowed.contains(&text.as_str()) => {
                Some(Diagnostic::error(Code::NotOneOf).with("value", &text).with("allowed", allowed.join(", ")))
            }
            Kind::Path(rule) => match path_rule::resolve(self.around, path, *rule, &text) {
                Ok(resolved) => return Some(resolved),
                Err(problem) => {
                    self.report.add(offset, problem);
                    return None;
                }
            },
            _ => return Some(text),
        };
        if let Some(problem) = problem {
            self.report.add(offset, problem.with("key", path));
            return None;
        }
        Some(text)
    }

    fn texts(&mut self, path: &str, kind: &Kind, items: Vec<Node>) -> Content {
        let fitting = items.into_iter().filter_map(|item| {
            let offset = item.offset;
            let problem = match (kind, item.content) {
                (_, Content::Text(text)) if text.is_empty() => Diagnostic::error(Code::Empty).with("key", path),
                (Kind::Paths(rule), Content::Text(text)) => match path_rule::resolve(self.around, path, *rule, &text) {
                    Ok(resolved) => return Some(Node { offset, content: Content::Text(resolved) }),
                    Err(problem) => problem,
                },
                (_, content @ Content::Text(_)) => return Some(Node { offset, content }),
                (kind, content) => {
                    self.wrong_item(path, kind.expected(), &Node { offset, content });
                    return None;
                }
            };
            self.report.add(offset, problem);
            None
        });
        Content::List(fitting.collect())
    }

    fn words(&mut self, path: &str, allowed: &[&str], items: Vec<Node>) -> Content {
        let mut seen = HashSet::new();
        let fitting = items.into_iter().filter(|item| {
            let Content::Text(word) = &item.content else {
                self.wrong_item(path, "array of strings", item);
                return false;
            };
            let problem = if !allowed.contains(&word.as_str()) {
                Diagnostic::error(Code::NotOneOf).with("value", word).with("allowed", allowed.join(", "))
            } else if seen.insert(word.clone()) {
                return true;
            } else {
                Diagnostic::error(Code::Duplicate).with("value", word)
            };
            self.report.add(item.offset, problem.with("key", path));
            false
        });
        Content::List(fitting.collect())
    }

    /// Whether a list holds integers, at least one and none twice.
    fn integers(&mut self, path: &str, offset: usize, items: &[Node], min: i64, max: i64) -> Option<()> {
        let before = self.report.errors();
        if items.is_empty() {
            self.report.add(offset, Diagnostic::error(Code::EmptyList).with("key", path));
        }
        let mut seen = HashSet::new();
        for item in items {
            let Content::Integer(value) = item.content else {
                self.wrong_item(path, "array of integers", item);
                continue;
            };
            if self.in_range(path, item.offset, value, min, max).is_some() && !seen.insert(value) {
                let problem = Diagnostic::error(Code::Duplicate).with("key", path).with("value", value);
                self.report.add(item.offset, problem);
            }
        }
        (self.report.errors() == before).then_some(())
    }

    fn headers(&mut self, path: &str, fields: Vec<Field>) -> Content {
        let fitting = fields.into_iter().filter(|field| {
            let is_text = matches!(field.node.content, Content::Text(_));
            if !is_text {
                self.wrong_type(&join(path, &field.name), "string", &field.node);
            }
            is_text
        });
        Content::Table(fitting.collect())
    }

    fn json(&mut self, path: &str, node: &Node) {
        match &node.content {
            Content::Foreign(_) => self.wrong_type(path, "value that JSON has", node),
            Content::Float(value) if !value.is_finite() => self.wrong_type(path, "finite number", node),
            Content::List(items) => items.iter().for_each(|item| self.json(path, item)),
            Content::Table(fields) => fields.iter().for_each(|field| self.json(&join(path, &field.name), &field.node)),
            Content::Bool(_) | Content::Integer(_) | Content::Float(_) | Content::Text(_) => {}
        }
    }

    /// Checks the fields of one table whose keys are bare names; for `strict` see [`Kind::Tables`].
    fn fields(&mut self, path: &str, known: &'static [Key], strict: bool, fields: Vec<Field>) -> Vec<Field> {
        let mut fitting = Vec::with_capacity(fields.len());
        for Field { name, offset, node } in fields {
            let at = join(path, &name);
            if let Some(key) = key::find(known, &name) {
                let errors_before = self.report.errors();
                if strict && matches!(&node.content, Content::Text(text) if text.is_empty()) {
                    self.report.add(node.offset, Diagnostic::error(Code::Empty).with("key", &at));
                }
                match self.value(&at, key, node) {
                    Some(node) => fitting.push(Field { name, offset, node }),
                    // Stays known as given, so that it is not reported as missing too.
                    None if self.report.errors() > errors_before => {
                        fitting.push(Field {
                            name,
                            offset,
                            node: Node { offset, content: Content::Foreign("broken") },
                        });
                    }
                    None => {}
                }
            } else if strict {
                self.report.add(offset, refused_field(known, path, &name));
            } else {
                self.report.warn_with(offset, || unknown_field(known, path, &name));
            }
        }
        fitting
    }

    fn table_map(&mut self, path: &str, known: &'static [Key], fields: Vec<Field>) -> Content {
        let mut fitting = Vec::with_capacity(fields.len());
        for Field { name, offset, node } in fields {
            let at = join(path, &name);
            let Content::Table(inner) = node.content else {
                self.wrong_type(&at, "table", &node);
                continue;
            };
            // `prices.model-1.5 = …` is a table `model-1` with a table `5` to TOML.
            if let [Field { name: rest, node: Node { content: Content::Table(_), .. }, .. }] = inner.as_slice() {
                let quoted = format!("{name}.{rest}");
                self.report.add(offset, Diagnostic::error(Code::UnquotedName).with("key", path).with("name", quoted));
                continue;
            }
            let content = Content::Table(self.fields(&at, known, false, inner));
            fitting.push(Field { name, offset, node: Node { offset: node.offset, content } });
        }
        Content::Table(fitting)
    }

    fn tables(&mut self, path: &str, known: &'static [Key], strict: bool, items: Vec<Node>) -> Content {
        let mut fitting = Vec::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            let Content::Table(fields) = item.content else {
                self.wrong_type(path, "array of tables", &item);
                continue;
            };
            let label = entry_label(path, index, &fields);
            let content = Content::Table(self.fields(&label, known, strict, fields));
            fitting.push(Node { offset: item.offset, content });
        }
        Content::List(fitting)
    }

    fn in_range<T: PartialOrd + std::fmt::Display>(
        &mut self,
        path: &str,
        offset: usize,
        value: T,
        min: T,
        max: T,
    ) -> Option<T> {
        if value >= min && value <= max {
            return Some(value);
        }
        let problem = Diagnostic::error(Code::OutOfRange).with("key", path).with("value", value);
        self.report.add(offset, problem.with("min", min).with("max", max));
        None
    }

    fn below_minimum(&mut self, path: &str, key: &Key, value: i64, offset: usize) -> Option<i64> {
        let Standard::Integer(used) = key.default else { return None };
        let problem = Diagnostic::warning(Code::BelowMinimum).with("key", path);
        self.report.add(offset, problem.with("value", value).with("used", used));
        Some(used)
    }

    fn wrong_type(&mut self, path: &str, expected: &str, node: &Node) {
        self.report.add(node.offset, wrong_type(path, expected, node.content.found()));
    }

    /// Reports an element that a list must not hold.
    fn wrong_item(&mut self, path: &str, expected: &str, item: &Node) {
        self.report.add(item.offset, wrong_type(path, expected, &format!("array with {}", item.content.found())));
    }
}

fn wrong_type(path: &str, expected: &str, found: &str) -> Diagnostic {
    Diagnostic::error(Code::WrongType).with("key", path).with("expected", expected).with("found", found)
}

/// How an entry of an array of tables is called in messages: by its name, else by its number from 1.
pub(crate) fn entry_label(path: &str, index: usize, fields: &[Field]) -> String {
    let name = fields.iter().find(|field| field.name == "name").map(|field| &field.node.content);
    match name {
        Some(Content::Text(name)) if !name.is_empty() => join(path, name),
        _ => format!("{path}[{}]", index + 1),
    }
}

pub(crate) fn join(section: &str, name: &str) -> String {
    if section.is_empty() { name.to_owned() } else { format!("{section}.{name}") }
}

fn bad_url(url: &str) -> Option<Code> {
    let rest = ["http://", "https://"].iter().find_map(|scheme| {
        url.get(..scheme.len()).filter(|start| start.eq_ignore_ascii_case(scheme)).and_then(|_| url.get(scheme.len()..))
    });
    let Some(rest) = rest else { return Some(Code::BadUrl) };
    let host = rest.split(['/', '?', '#']).next().unwrap_or("");
    let unusable =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '}');
    if host.contains('@') {
        Some(Code::UrlCredentials)
    } else if host.is_empty() || host.starts_with(':') || url.contains(unusable) {
        Some(Code::BadUrl)
    } else {
        None
    }
}
