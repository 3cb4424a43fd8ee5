//! Does a request continue the one before it, byte for byte? Answered in the time it takes to look at the new bytes, so
//! that a benchmark can ask it at every request.

/// How a body continues the previous one of the same server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// How many bytes at the start both bodies share.
    pub shared_bytes: usize,
    /// All messages of the previous body, and everything before them, stand unchanged at the start of this one.
    pub extends_previous: bool,
}

/// Compares each body with the one before. Keeps exactly one body.
#[derive(Debug, Default)]
pub(crate) struct GrowthMeter {
    previous: Vec<u8>,
    /// Where the array of messages of `previous` is closed.
    messages_end: Option<usize>,
}

impl GrowthMeter {
    pub(crate) fn measure(&mut self, body: Vec<u8>) -> Growth {
        let shared_bytes = shared_prefix(&self.previous, &body);
        let goes_on = |&end: &usize| shared_bytes >= end && matches!(body.get(end), Some(b',' | b']'));
        let continues_at = self.messages_end.filter(goes_on);
        // Up to there the array was read already: only the new bytes are looked at.
        let inside = continues_at.or_else(|| messages_start(&body));
        self.messages_end = inside.and_then(|from| array_end(&body, from));
        self.previous = body;
        Growth { shared_bytes, extends_previous: continues_at.is_some() }
    }
}

fn shared_prefix(a: &[u8], b: &[u8]) -> usize {
    const BLOCK: usize = 4096;
    let equal_blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK)).take_while(|(a, b)| a == b).count();
    let at = equal_blocks * BLOCK;
    let rest = a.iter().skip(at).zip(b.iter().skip(at));
    at + rest.take_while(|(a, b)| a == b).count()
}

/// The offset behind the `[` of the top-level `messages` or `input`.
fn messages_start(body: &[u8]) -> Option<usize> {
    let mut scan = Scan { body, at: 0, depth: 0 };
    while let Some(token) = scan.next() {
        if let Token::Text(text) = token
            && scan.depth == 1
            && matches!(text, b"messages" | b"input")
            && matches!(scan.next(), Some(Token::Colon))
            && matches!(scan.next(), Some(Token::Open))
        {
            return Some(scan.at);
        }
    }
    None
}

/// The offset of the bracket that closes the array which `from` is directly inside of.
fn array_end(body: &[u8], from: usize) -> Option<usize> {
    let mut scan = Scan { body, at: from, depth: 1 };
    while let Some(token) = scan.next() {
        if matches!(token, Token::Close) && scan.depth == 0 {
            return Some(scan.at - 1);
        }
    }
    None
}

/// Walks over JSON and sees just enough of it: brackets, colons, strings.
struct Scan<'a> {
    body: &'a [u8],
    at: usize,
    depth: usize,
}

enum Token<'a> {
    Open,
    Close,
    Colon,
    /// The inside of a string, escapes as they are.
    Text(&'a [u8]),
}

impl<'a> Scan<'a> {
    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let byte = *self.body.get(self.at)?;
            self.at += 1;
            match byte {
                b'{' | b'[' => {
                    self.depth += 1;
                    return Some(Token::Open);
                }
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    return Some(Token::Close);
                }
                b':' => return Some(Token::Colon),
                b'"' => return Some(Token::Text(self.string()?)),
                _ => {}
            }
        }
    }

    fn string(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        loop {
            match self.body.get(self.at)? {
                b'\\' => self.at += 2,
                b'"' => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.body.get(start..self.at - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Measures the bodies one after the other and tells for each whether it extends the one before.
    fn check(bodies: &[&str], expected: &[bool]) {
        let mut meter = GrowthMeter::default();
        let got: Vec<_> = bodies.iter().map(|body| meter.measure(body.as_bytes().to_vec()).extends_previous).collect();
        assert_eq!(got, expected, "{bodies:?}");
    }

    #[test]
    fn messages_may_only_be_added() {
        let one = r#"{"model":"m","messages":[{"content":"a]\"["}],"stream":true}"#;
        let two = r#"{"model":"m","messages":[{"content":"a]\"["},{"content":[1,[2]]}],"stream":true}"#;
        let three = r#"{"model":"m","messages":[{"content":"a]\"["},{"content":[1,[2]]},{}],"stream":true}"#;
        check(&[one, two, three], &[false, true, true]);
        check(&[one, one], &[false, true]);
        check(&[two, one, three], &[false, false, true]);
        check(&[r#"{"input":[1,2]}"#, r#"{"input":[1,2,3]}"#, r#"{"input":[1,9,3]}"#], &[false, true, false]);
    }

    #[test]
    fn what_stands_before_the_messages_counts_too() {
        let a = r#"{"messages_":[],"tools":[1],"messages":[1]}"#;
        let b = r#"{"messages_":[],"tools":[2],"messages":[1,2]}"#;
        check(&[a, b], &[false, false]);
        check(&["", "no json", a, "{"], &[false, false, false, false]);
    }

    #[test]
    fn shared_bytes_are_exact() {
        let long = vec![7_u8; 10_000];
        let mut other = long.clone();
        assert_eq!(shared_prefix(&long, &other), 10_000);
        for at in [0, 1, 4095, 4096, 4097, 9999] {
            other[at] = 8;
            assert_eq!(shared_prefix(&long, &other), at);
            other[at] = 7;
        }
        assert_eq!(shared_prefix(&long, &long[..5000]), 5000);
    }
}
