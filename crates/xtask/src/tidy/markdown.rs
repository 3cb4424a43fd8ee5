//! Just enough of Markdown to find headings, their anchors and links. What stands in code is passed over.

use std::collections::HashMap;

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    /// Counts from 1.
    pub line: usize,
    /// 1 for the title, 2 for a section.
    pub level: usize,
    pub text: String,
}

/// A link or an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// Counts from 1.
    pub line: usize,
    pub target: String,
}

/// The headings of a page that are written with `#`.
pub(crate) fn headings(page: &str) -> Vec<Heading> {
    let found = prose(page).filter_map(|(line, text)| {
        let words = text.trim_start_matches('#');
        let level = text.len() - words.len();
        let is_heading = (1..=6).contains(&level) && words.starts_with(' ');
        is_heading.then(|| Heading { line, level, text: words.trim().trim_end_matches('#').trim_end().to_owned() })
    });
    found.collect()
}

/// The anchors of a page: those of its headings, as code hosts make them, and explicit ones.
pub(crate) fn anchors(page: &str) -> Vec<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut anchors = Vec::new();
    for heading in headings(page) {
        let slug = slug(&heading.text);
        let count = counts.entry(slug.clone()).or_default();
        anchors.push(if *count == 0 { slug } else { format!("{slug}-{count}") });
        *count += 1;
    }
    for (_, line) in prose(page) {
        anchors.extend(attributes(line, "id").chain(attributes(line, "name")).map(str::to_owned));
    }
    anchors
}

fn slug(heading: &str) -> String {
    let mut slug = String::new();
    for character in without_link_targets(heading).chars() {
        if character == ' ' {
            slug.push('-');
        } else if character.is_alphanumeric() || matches!(character, '-' | '_') {
            slug.extend(character.to_lowercase());
        }
    }
    slug
}

/// `[text](target)` as `text`.
fn without_link_targets(heading: &str) -> String {
    let mut kept = String::new();
    let mut rest = heading;
    while let Some((before, behind)) = rest.split_once("](") {
        kept.push_str(before);
        rest = behind.split_once(')').map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept
}

/// The targets of links and images, in all the ways they are written.
pub(crate) fn links(page: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for (line, text) in prose(page) {
        let text = without_code(text);
        let mut add = |target: &str| found.push(Link { line, target: target.to_owned() });
        for part in text.split("](").skip(1) {
            add(inline_target(part));
        }
        if let Some((_, target)) = text.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
            add(inline_target(target));
        }
        attributes(&text, "href").chain(attributes(&text, "src")).for_each(&mut add);
    }
    found
}

/// The target at the start of `part`, which begins behind `](`: to the bracket that closes it, without a title.
fn inline_target(part: &str) -> &str {
    let mut depth = 0_usize;
    let end = part.find(|character| {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return true,
            ')' => depth -= 1,
            _ => {}
        }
        false
    });
    let inside = end.and_then(|end| part.get(..end)).unwrap_or(part);
    let target = inside.split_whitespace().next().unwrap_or_default();
    target.trim_start_matches('<').trim_end_matches('>')
}

/// The values of an HTML attribute.
fn attributes<'a>(line: &'a str, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let opening = format!(" {name}=\"");
    let parts: Vec<&str> = line.split(opening.as_str()).skip(1).collect();
    parts.into_iter().filter_map(|part| part.split('"').next())
}

/// The line without what stands between backticks.
fn without_code(line: &str) -> String {
    let mut kept = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once('`') {
        kept.push_str(before);
        rest = behind.split_once('`').map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept
}

/// Lines outside code blocks and comments, with their numbers, which count from 1.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    page.lines().enumerate().filter_map(move |(index, line)| {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(opened)) => fence = Some(opened),
            (Some(open), Some(closed)) if open == closed => fence = None,
            (None, None) => return Some((index + 1, line)),
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_levels() {
        let found = headings("# Title\n\n```sh\n# a comment\n```\n## Second ##\n#hashtag\n");
        let of = |line, level, text: &str| Heading { line, level, text: text.into() };
        assert_eq!(found, [of(1, 1, "Title"), of(6, 2, "Second")]);
    }

    #[test]
    fn anchors_are_those_of_code_hosts() {
        let page = "# The `exec` crate: it runs!\n## 一条调用 的路\n## [Text](a.md) and_more\n## Twice\n## Twice\n<a id=\"own\"></a>";
        let expected = ["the-exec-crate-it-runs", "一条调用-的路", "text-and_more", "twice", "twice-1", "own"];
        assert_eq!(anchors(page), expected);
    }

    #[test]
    fn links_in_all_forms() {
        let check = |page: &str, expected: &[&str]| {
            let found: Vec<_> = links(page).into_iter().map(|link| link.target).collect();
            assert_eq!(found, expected, "{page}");
        };
        check("see [a](b.md) and ![c](d.png \"title\") and [e](f(g).md#h)", &["b.md", "d.png", "f(g).md#h"]);
        check("[![a](b.png)](c.md)", &["b.png", "c.md"]);
        check("[a]: <b.md>\n[c]: d.md", &["b.md", "d.md"]);
        check("<p><img alt=\"x\" src=\"y.png\"> <a href=\"z.md\">z</a></p>", &["z.md", "y.png"]);
        check("`[a](b.md)` and\n```\n[a](b.md)\n```\n", &[]);
    }
}
