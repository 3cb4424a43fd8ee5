//! Just enough of the page's TypeScript to find the keys of texts in it: whole literals that look like one, the
//! beginnings of template literals, and codes of problems.

/// What a source says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Said<'a> {
    /// Literals that may be keys or the last words of one, with their lines.
    pub words: Vec<(usize, &'a str)>,
    /// What stands before the first `${` of a template.
    pub beginnings: Vec<&'a str>,
    /// Codes of problems that the page makes itself.
    pub codes: Vec<(usize, &'a str)>,
}

/// Reads a source line by line; a key is never cut.
pub(crate) fn said(source: &str) -> Said<'_> {
    let mut said = Said::default();
    for (index, line) in source.lines().enumerate() {
        for (at, quote) in line.char_indices().filter(|(_, character)| matches!(character, '"' | '\'' | '`')) {
            let Some(inside) = line.get(at + 1..) else { continue };
            let word = inside.find(|character| !is_part(character)).and_then(|end| inside.split_at_checked(end));
            let Some((word, behind)) = word.filter(|(word, _)| !word.is_empty()) else { continue };
            if behind.starts_with(quote) {
                said.words.push((index + 1, word));
                if line.get(..at).is_some_and(|before| before.ends_with("code: ")) {
                    said.codes.push((index + 1, word));
                }
            } else if quote == '`' && behind.starts_with("${") {
                said.beginnings.push(word);
            }
        }
    }
    said
}

fn is_part(character: char) -> bool {
    character.is_ascii_lowercase() || character.is_ascii_digit() || matches!(character, '.' | '_' | '-')
}

/// Whether a file is part of the page itself, not of its tests.
pub(crate) fn is_product(path: &str) -> bool {
    let extension = path.rsplit('.').next().unwrap_or_default();
    path.starts_with("ui/src/")
        && matches!(extension, "ts" | "tsx")
        && !path.contains("/bindings/")
        && !path.contains("/test/")
        && !path.rsplit('/').next().is_some_and(|name| name.contains(".test.") || name.contains(".bench."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found() {
        let check = |source: &str, words: &[(usize, &str)], beginnings: &[&str], codes: &[(usize, &str)]| {
            let expected = Said { words: words.to_vec(), beginnings: beginnings.to_vec(), codes: codes.to_vec() };
            assert_eq!(said(source), expected, "{source}");
        };
        check("t(\"ui.a.b\")\n  title: 'ui.c'", &[(1, "ui.a.b"), (2, "ui.c")], &[], &[]);
        check("t(`ui.mode.${mode}`)", &[], &["ui.mode."], &[]);
        check("throw { code: \"ui_fault\" }", &[(1, "ui_fault")], &[], &[(1, "ui_fault")]);
        check("<p>don't</p> \"two words\"", &[], &[], &[]);
    }

    #[test]
    fn tests_are_no_part_of_the_page() {
        let check = |path: &str, expected: bool| assert_eq!(is_product(path), expected, "{path}");
        check("ui/src/app/App.tsx", true);
        check("ui/src/app/App.test.tsx", false);
        check("ui/src/bindings/protocol.ts", false);
        check("ui/build/texts.ts", false);
    }
}
