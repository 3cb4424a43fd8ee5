//! What tags become: text in the manner of Markdown, with headings, lists, links with their targets, code and rows of
//! tables.

use html5ever::{Attribute, tokenizer::Tag};
use reqwest::Url;

/// A main part shorter than this is hardly what a page is about (bytes).
const LEAST_MAIN: usize = 200;
/// Longer targets of links are left out (bytes).
const LONGEST_TARGET: usize = 1000;
/// Lists in each other that are indented.
const MOST_INDENT: usize = 8;

/// A page as text.
#[derive(Debug, Default)]
pub(crate) struct Reduced {
    pub title: String,
    pub text: String,
    /// What stands around the page's main part was left out.
    pub only_main: bool,
    /// The end was not reached in the given time.
    pub is_cut: bool,
}

/// Nothing for a reader is in these.
fn is_left_out(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "xmp"
            | "iframe"
            | "noembed"
            | "noframes"
            | "textarea"
            | "svg"
            | "math"
            | "template"
            | "select"
            | "button"
            | "object"
            | "canvas"
            | "audio"
            | "video"
            | "dialog"
    )
}

fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

/// The gap that comes before the next text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    Line,
    Paragraph,
}

/// A list that is open.
enum List {
    Points,
    Numbers(u32),
}

struct Link {
    target: String,
    /// Where its text begins, once there is some.
    start: Option<usize>,
}

pub(super) struct Writer<'a> {
    base: &'a Url,
    out: String,
    gap: Gap,
    /// What opens the next text: a mark of a heading or list.
    lead: String,
    title: String,
    /// The element that is left out, and how many of its name are open.
    left_out: Option<(String, usize)>,
    in_title: bool,
    /// How many are open.
    pre: usize,
    lists: Vec<List>,
    link: Option<Link>,
    /// Where inline code begins.
    code: Option<usize>,
    /// Cells of the row that is open, and whether they head a table.
    cells: usize,
    is_head: bool,
    main: Option<(usize, Option<usize>)>,
}

impl<'a> Writer<'a> {
    pub(super) const fn new(base: &'a Url) -> Self {
        Self {
            base,
            out: String::new(),
            gap: Gap::None,
            lead: String::new(),
            title: String::new(),
            left_out: None,
            in_title: false,
            pre: 0,
            lists: Vec::new(),
            link: None,
            code: None,
            cells: 0,
            is_head: false,
            main: None,
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        if self.left_out.is_some() {
            return;
        }
        if self.in_title {
            self.title.push_str(text);
            return;
        }
        if self.pre > 0 {
            self.open_text();
            self.out.push_str(text);
            return;
        }
        if text.starts_with(is_blank) {
            self.want(Gap::Space);
        }
        for (number, word) in text.split(is_blank).filter(|word| !word.is_empty()).enumerate() {
            if number > 0 {
                self.want(Gap::Space);
            }
            self.open_text();
            self.out.push_str(word);
        }
        if text.ends_with(is_blank) {
            self.want(Gap::Space);
        }
    }

    /// In a row everything stays on its line.
    fn want(&mut self, gap: Gap) {
        self.gap = self.gap.max(if self.cells > 0 { gap.min(Gap::Space) } else { gap });
    }

    /// Writes what stands between the text before and the next.
    fn open_text(&mut self) {
        let gap = std::mem::replace(&mut self.gap, Gap::None);
        match gap {
            _ if self.out.is_empty() => {}
            Gap::None => {}
            Gap::Space if self.out.ends_with(['\n', ' ']) => {}
            Gap::Space => self.out.push(' '),
            Gap::Line if self.out.ends_with('\n') => {}
            Gap::Line => self.out.push('\n'),
            Gap::Paragraph => {
                self.out.truncate(self.out.trim_end_matches('\n').len());
                self.out.push_str("\n\n");
            }
        }
        self.out.push_str(&std::mem::take(&mut self.lead));
        if let Some(link) = &mut self.link {
            link.start.get_or_insert(self.out.len());
        }
    }

    /// Writes a mark that is text by itself.
    fn mark(&mut self, mark: &str) {
        self.open_text();
        self.out.push_str(mark);
    }

    pub(super) fn start(&mut self, tag: &Tag) {
        let name: &str = &tag.name;
        if let Some((left_out, open)) = &mut self.left_out {
            *open += usize::from(left_out == name && !tag.self_closing);
            return;
        }
        let is_hidden =
            attribute(&tag.attrs, "hidden").is_some() || attribute(&tag.attrs, "aria-hidden") == Some("true");
        if (is_left_out(name) || is_hidden) && !tag.self_closing && !is_void(name) {
            self.left_out = Some((name.to_owned(), 1));
            return;
        }
        if attribute(&tag.attrs, "role") == Some("main") || name == "main" {
            self.end_link();
            self.want(Gap::Paragraph);
            self.main.get_or_insert((self.out.len(), None));
        }
        match name {
            "title" => self.in_title = self.title.is_empty(),
            "hr" => {
                self.want(Gap::Paragraph);
                self.mark("---");
                self.want(Gap::Paragraph);
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.want(Gap::Paragraph);
                let level = name.chars().find_map(|c| c.to_digit(10)).unwrap_or(1) as usize;
                self.lead = format!("{} ", "#".repeat(level));
            }
            "ul" | "menu" => self.open_list(List::Points),
            "ol" => self.open_list(List::Numbers(0)),
            "li" => self.item(),
            "br" | "dt" | "dd" | "summary" | "figcaption" | "option" => self.want(Gap::Line),
            "a" => self.start_link(attribute(&tag.attrs, "href")),
            "img" => {
                if let Some(alt) = attribute(&tag.attrs, "alt").map(str::trim).filter(|alt| !alt.is_empty()) {
                    self.mark(&format!("[image: {}]", alt.replace(is_blank, " ")));
                }
            }
            "pre" => {
                self.want(Gap::Paragraph);
                self.pre += 1;
                if self.pre == 1 {
                    self.mark("```\n");
                }
            }
            "code" | "kbd" | "samp" if self.pre == 0 && self.code.is_none() => {
                self.mark("`");
                self.code = Some(self.out.len());
            }
            "table" => self.want(Gap::Paragraph),
            "tr" => {
                self.end_row();
                self.want(Gap::Line);
            }
            "td" | "th" => self.cell(name == "th"),
            _ if is_block(name) => self.want(Gap::Paragraph),
            _ => {}
        }
    }

    pub(super) fn end(&mut self, name: &str) {
        if let Some((left_out, open)) = &mut self.left_out {
            *open -= usize::from(left_out == name);
            if *open == 0 {
                self.left_out = None;
            }
            return;
        }
        match name {
            "title" => self.in_title = false,
            "a" => self.end_link(),
            "ul" | "ol" | "menu" => {
                self.lists.pop();
                self.want(if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line });
            }
            "li" | "dt" | "dd" => self.want(Gap::Line),
            "pre" if self.pre > 0 => {
                self.pre -= 1;
                if self.pre == 0 {
                    self.out.push_str(if self.out.ends_with('\n') { "```" } else { "\n```" });
                    self.want(Gap::Paragraph);
                }
            }
            "code" | "kbd" | "samp" => self.end_code(),
            "tr" => self.end_row(),
            "table" => {
                self.end_row();
                self.want(Gap::Paragraph);
            }
            "main" => {
                self.end_link();
                let end = self.out.len();
                if let Some((_, ended)) = &mut self.main {
                    ended.get_or_insert(end);
                }
                self.want(Gap::Paragraph);
            }
            _ if is_block(name) => {
                self.lead.clear();
                self.want(Gap::Paragraph);
            }
            _ => {}
        }
    }

    fn open_list(&mut self, list: List) {
        self.want(if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line });
        self.lists.push(list);
    }

    fn item(&mut self) {
        self.want(Gap::Line);
        let indent = "  ".repeat(self.lists.len().saturating_sub(1).min(MOST_INDENT));
        self.lead = match self.lists.last_mut() {
            Some(List::Numbers(number)) => {
                *number += 1;
                format!("{indent}{number}. ")
            }
            _ => format!("{indent}- "),
        };
    }

    fn cell(&mut self, is_head: bool) {
        if self.cells == 0 {
            self.want(Gap::Line);
            self.is_head = is_head;
        } else {
            self.want(Gap::Space);
        }
        self.cells += 1;
        self.mark("|");
        self.want(Gap::Space);
    }

    fn end_row(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        if cells == 0 {
            return;
        }
        // A paragraph within a cell must not break the row.
        self.gap = Gap::Space;
        self.mark("|");
        if std::mem::take(&mut self.is_head) {
            self.out.push_str("\n|");
            self.out.push_str(&" --- |".repeat(cells));
        }
        self.want(Gap::Line);
    }

    fn start_link(&mut self, href: Option<&str>) {
        self.end_link();
        let href = href.map(str::trim).filter(|href| !href.starts_with('#') && href.len() <= LONGEST_TARGET);
        let target = href
            .and_then(|href| self.base.join(href).ok())
            .filter(|target| matches!(target.scheme(), "http" | "https"));
        self.link = target.map(|target| Link { target: target.into(), start: None });
    }

    fn end_link(&mut self) {
        let Some(Link { target, start: Some(start) }) = self.link.take() else { return };
        let Some(text) = self.out.get(start..) else { return };
        if self.pre > 0 || text.trim().is_empty() || text == target {
            return;
        }
        if text.contains('\n') {
            self.out.push_str(&format!(" ({target})"));
        } else {
            self.out.insert(start, '[');
            self.out.push_str(&format!("]({target})"));
        }
    }

    fn end_code(&mut self) {
        let Some(start) = self.code.take() else { return };
        if self.out.len() == start {
            self.out.pop();
        } else {
            self.out.push('`');
        }
    }

    pub(super) fn finish(mut self) -> Reduced {
        self.end_link();
        self.end_row();
        if self.pre > 0 {
            self.out.push_str("\n```");
        }
        let main = self.main.and_then(|(start, end)| self.out.get(start..end.unwrap_or(self.out.len())));
        let main = main.filter(|main| main.trim().len() >= LEAST_MAIN);
        let text = main.unwrap_or(&self.out).trim();
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        Reduced { title, only_main: text.len() < self.out.trim().len(), text: text.to_owned(), is_cut: false }
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "section"
            | "article"
            | "header"
            | "footer"
            | "main"
            | "nav"
            | "aside"
            | "dl"
            | "blockquote"
            | "figure"
            | "form"
            | "fieldset"
            | "details"
            | "address"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "caption"
    )
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

fn attribute<'t>(attributes: &'t [Attribute], name: &str) -> Option<&'t str> {
    attributes.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}
