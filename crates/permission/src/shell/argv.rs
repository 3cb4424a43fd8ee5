//! The words of a command, kept as the one text that rules are held against.

/// A command that may run: words without quotes. What a word becomes is kept as written where it is not known, as in
/// `$HOME`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Argv {
    text: String,
    /// Where in the text each word ends; empty if the words are what stands between its blanks, as nearly always.
    ends: Vec<usize>,
}

impl Argv {
    /// Of these words.
    pub fn of<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> Self {
        let mut argv = Self { text: String::with_capacity(64), ends: Vec::new() };
        words.into_iter().for_each(|word| argv.push(word.as_ref()));
        argv
    }

    /// The words joined by single spaces, as prefix and glob rules want them.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The words in order.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let is_plain = self.ends.is_empty() && !self.text.is_empty();
        let plain = is_plain.then(|| self.text.split(' ')).into_iter().flatten();
        let starts = std::iter::once(0).chain(self.ends.iter().map(|end| end + 1));
        let others = starts.zip(&self.ends).map(|(start, end)| self.text.get(start..*end).unwrap_or_default());
        plain.chain(others)
    }

    /// The program, which is never empty in a command that was found.
    pub fn name(&self) -> &str {
        if !self.ends.is_empty() {
            return self.words().next().unwrap_or_default();
        }
        let end = self.text.bytes().position(|byte| byte == b' ').unwrap_or(self.text.len());
        self.text.get(..end).unwrap_or_default()
    }

    /// The same under another name.
    pub(crate) fn named(&self, name: &str) -> Self {
        Self::of(std::iter::once(name).chain(self.words().skip(1)))
    }

    fn push(&mut self, word: &str) {
        let has_words = !(self.text.is_empty() && self.ends.is_empty());
        let is_plain = !word.is_empty() && !word.bytes().any(|byte| byte == b' ');
        if !is_plain && self.ends.is_empty() && has_words {
            let blanks = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b' ').map(|(at, _)| at);
            self.ends.extend(blanks.chain([self.text.len()]));
        }
        if has_words {
            self.text.push(' ');
        }
        self.text.push_str(word);
        if !is_plain || !self.ends.is_empty() {
            self.ends.push(self.text.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Argv;

    #[test]
    fn words_come_out_as_they_went_in() {
        for words in
            [&[][..], &[""], &["", ""], &["ls"], &["a b", "", "é"], &["git", "commit", "-m", "x  y "], &["a", "", "b"]]
        {
            let argv = Argv::of(words);
            assert_eq!(argv.words().collect::<Vec<_>>(), words);
            assert_eq!(argv.text(), words.join(" "));
            assert_eq!(argv.name(), words.first().copied().unwrap_or_default());
        }
        assert_ne!(Argv::of(["a b"]), Argv::of(["a", "b"]));
        assert_eq!(Argv::of(["/bin/ls", "-l"]).named("ls").text(), "ls -l");
    }
}
