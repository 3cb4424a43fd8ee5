//! Generated parts of hand-written pages: what stands between `<!-- NAME:begin -->` and `<!-- NAME:end -->`.

use anyhow::{Context as _, Result};

/// The text of a region.
pub(crate) fn read<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, behind) = page.split_once(&begin(name))?;
    let (inside, _) = behind.split_once(&end(name))?;
    Some(inside)
}

/// The page with another text in its region, on lines of its own.
pub(crate) fn replace(page: &str, name: &str, text: &str) -> Result<String> {
    let (begin, end) = (begin(name), end(name));
    let missing = || format!("the marks {begin} and {end} are missing");
    let (before, rest) = page.split_once(&begin).with_context(missing)?;
    let (_, after) = rest.split_once(&end).with_context(missing)?;
    Ok(format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim()))
}

fn begin(name: &str) -> String {
    format!("<!-- {name}:begin -->")
}

fn end(name: &str) -> String {
    format!("<!-- {name}:end -->")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_region_changes() {
        let page = "# Title\n\n<!-- keys:begin -->\nold\n<!-- keys:end -->\n\nprose\n";
        let new = replace(page, "keys", "new\n").unwrap();
        assert_eq!(new, "# Title\n\n<!-- keys:begin -->\n\nnew\n\n<!-- keys:end -->\n\nprose\n");
        assert_eq!(read(&new, "keys").unwrap().trim(), "new");
        assert_eq!(replace(&new, "keys", "new").unwrap(), new);
    }

    #[test]
    fn a_page_without_the_marks_is_refused() {
        let error = replace("<!-- keys:begin -->\n", "keys", "x").unwrap_err();
        assert!(error.to_string().contains("keys:end"), "{error}");
    }
}
