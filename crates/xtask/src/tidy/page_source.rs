//! Just enough of TypeScript's form to find the texts that the page names: its formatter puts strings in double quotes,
//! so that a line is enough. What tests and generated files say is left out.

/// A string of the page, or the beginning of one that is put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Named<'a> {
    /// Counts from 1.
    pub line: usize,
    pub text: &'a str,
    /// More comes behind it at run time, as in `` `ui.posture.${posture}` ``.
    pub is_beginning: bool,
}

/// Whether a file says what people see.
pub(crate) fn is_page_source(path: &str) -> bool {
    path.starts_with("ui/src/") && !path.contains(".test.") && !path.contains(".bench.") && !path.contains("/bindings/")
}

/// All double-quoted strings, and the beginnings of templates.
pub(crate) fn named(source: &str) -> Vec<Named<'_>> {
    let lines = source.lines().enumerate().filter(|(_, text)| !text.trim_start().starts_with("//"));
    lines.flat_map(|(index, text)| in_line(text, index + 1)).collect()
}

fn in_line(text: &str, line: usize) -> Vec<Named<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '`']) {
        let Some(inside) = rest.get(at + 1..) else { break };
        let is_template = rest.get(at..=at) == Some("`");
        let end = if is_template { template_end(inside) } else { inside.find('"').unwrap_or(inside.len()) };
        let string = inside.get(..end).unwrap_or(inside);
        match string.split_once("${").filter(|_| is_template) {
            Some((beginning, expressions)) => {
                found.push(Named { line, text: beginning, is_beginning: true });
                // What is put into a template may name texts itself.
                found.extend(in_line(expressions, line));
            }
            None => found.push(Named { line, text: string, is_beginning: false }),
        }
        rest = inside.get(end + 1..).unwrap_or_default();
    }
    found
}

/// Bytes before the backtick that closes a template; those inside its `${…}` open and close others.
fn template_end(inside: &str) -> usize {
    let mut depth = 0_usize;
    let mut before = '\0';
    for (at, character) in inside.char_indices() {
        match character {
            '{' if before == '$' || depth > 0 => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '`' if depth == 0 => return at,
            _ => {}
        }
        before = character;
    }
    inside.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_the_beginnings_of_templates() {
        let source = "// \"no\"\nt(\"ui.a\"); t(`ui.b.${kind}_note`); t(`ui.c`);";
        let found: Vec<_> =
            named(source).into_iter().map(|found| (found.line, found.text, found.is_beginning)).collect();
        assert_eq!(found, [(2, "ui.a", false), (2, "ui.b.", true), (2, "ui.c", false)]);
    }

    #[test]
    fn texts_inside_a_template() {
        let beginnings_and_texts = |source| named(source).into_iter().map(|found| found.text).collect::<Vec<_>>();
        assert_eq!(beginnings_and_texts("title={`${t(`ui.a_${kind}`)} ${code}`}").get(1), Some(&"ui.a_"));
        assert_eq!(beginnings_and_texts("say(`${t(\"ui.b\")} ${answer}`)").get(1), Some(&"ui.b"));
    }

    #[test]
    fn tests_and_generated_files_are_no_sources() {
        assert!(is_page_source("ui/src/app/App.tsx"));
        assert!(!is_page_source("ui/src/app/App.test.tsx"));
        assert!(!is_page_source("ui/src/bindings/protocol.ts"));
        assert!(!is_page_source("ui/vite.config.ts"));
    }
}
