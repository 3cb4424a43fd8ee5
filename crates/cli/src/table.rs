//! Columns that line up in a terminal, wide characters counted as such.

use unicode_width::UnicodeWidthStr;

/// The width each column needs.
pub(crate) fn widths<const N: usize>(rows: &[[String; N]]) -> [usize; N] {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.width());
        }
    }
    widths
}

/// The text with spaces behind it up to `width`.
pub(crate) fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_count_twice() {
        let rows = [["a".to_owned(), "模型".to_owned()], ["abc".to_owned(), "x".to_owned()]];
        assert_eq!(widths(&rows), [3, 4]);
        assert_eq!(pad("模型", 6), "模型  ");
        assert_eq!(pad("longer", 3), "longer");
    }
}
