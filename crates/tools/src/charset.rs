//! Which encoding a file's bytes are in, and text to bytes and back without loss. A byte order mark decides first, then
//! valid UTF-8; only what is neither is guessed, by frequency, from a sample.

use encoding_rs::{EUC_JP, EUC_KR, Encoding, GB18030, GBK, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use encoding_rs_io::DecodeReaderBytesBuilder;
use std::io::Read;

/// Where a NUL byte makes a file binary.
pub(crate) const BINARY_SNIFF: usize = 8 << 10;
/// How much is looked at to guess an encoding.
pub(crate) const SAMPLE: usize = 256 << 10;

const UTF_8_BOM: &[u8] = &[0xEF, 0xBB, 0xBF];
const UTF_16LE_BOM: &[u8] = &[0xFF, 0xFE];
const UTF_16BE_BOM: &[u8] = &[0xFE, 0xFF];
const UTF_32LE_BOM: &[u8] = &[0xFF, 0xFE, 0, 0];

/// An encoding together with its byte order mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Charset {
    Utf8 {
        bom: bool,
    },
    /// Little or big endian, always with a mark.
    Utf16 {
        big_endian: bool,
    },
    /// One that was guessed.
    Other(&'static Encoding),
}

impl Charset {
    pub(crate) const UTF_8: Self = Self::Utf8 { bom: false };

    /// The name that people use.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Utf8 { bom: false } => "UTF-8",
            Self::Utf8 { bom: true } => "UTF-8 with BOM",
            Self::Utf16 { big_endian: false } => "UTF-16 LE",
            Self::Utf16 { big_endian: true } => "UTF-16 BE",
            Self::Other(encoding) => encoding.name(),
        }
    }

    fn encoding(self) -> &'static Encoding {
        match self {
            Self::Utf8 { .. } => UTF_8,
            Self::Utf16 { big_endian: false } => UTF_16LE,
            Self::Utf16 { big_endian: true } => UTF_16BE,
            Self::Other(encoding) => encoding,
        }
    }

    /// The byte order mark; empty where there is none.
    pub(crate) const fn mark(self) -> &'static [u8] {
        match self {
            Self::Utf8 { bom: true } => UTF_8_BOM,
            Self::Utf16 { big_endian: false } => UTF_16LE_BOM,
            Self::Utf16 { big_endian: true } => UTF_16BE_BOM,
            Self::Utf8 { bom: false } | Self::Other(_) => &[],
        }
    }

    /// The bytes of a text, mark included. The error is the first character that the encoding does not have.
    pub(crate) fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        let mut bytes = self.mark().to_vec();
        match self {
            Self::Utf8 { .. } => bytes.extend_from_slice(text.as_bytes()),
            Self::Utf16 { big_endian: true } => bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
            Self::Utf16 { big_endian: false } => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
            Self::Other(encoding) => {
                let (encoded, _, unmappable) = encoding.encode(text);
                if unmappable {
                    let missing = text.chars().find(|character| encoding.encode(character.encode_utf8(&mut [0; 4])).2);
                    return Err(missing.unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                bytes.extend_from_slice(&encoded);
            }
        }
        Ok(bytes)
    }

    /// The text of such bytes, if the same bytes come back from it.
    fn decode_exactly(self, bytes: &[u8]) -> Option<String> {
        let body = bytes.strip_prefix(self.mark())?;
        let text = self.encoding().decode_without_bom_handling_and_without_replacement(body)?.into_owned();
        (self.encode(&text).as_deref() == Ok(bytes)).then_some(text)
    }
}

/// What such bytes say as UTF-8, read on the way. The mark, if there is one, must be behind the reader.
pub(crate) fn decoded<'a>(reader: impl Read + Send + 'a, charset: Charset) -> Box<dyn Read + Send + 'a> {
    match charset {
        Charset::Utf8 { .. } => Box::new(reader),
        other => Box::new(
            DecodeReaderBytesBuilder::new()
                .encoding(Some(other.encoding()))
                .bom_sniffing(false)
                .strip_bom(false)
                .build(reader),
        ),
    }
}

/// What bytes hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sniffed {
    Text(Charset),
    Binary,
}

/// Looks at a file's bytes as they pass.
#[derive(Debug, Default)]
pub(crate) struct Sniffer {
    start: Vec<u8>,
    /// From the first byte that is not ASCII on.
    sample: Vec<u8>,
    /// The begun character at the end of what was fed so far.
    begun: Vec<u8>,
    not_utf8: bool,
}

impl Sniffer {
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        let room = BINARY_SNIFF - self.start.len();
        self.start.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        if self.sample.is_empty() {
            let ascii = bytes.iter().take_while(|byte| byte.is_ascii()).count();
            self.extend_sample(bytes.get(ascii..).unwrap_or_default());
        } else {
            self.extend_sample(bytes);
        }
        self.check_utf8(bytes);
    }

    fn extend_sample(&mut self, bytes: &[u8]) {
        let room = SAMPLE - self.sample.len();
        self.sample.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
    }

    fn check_utf8(&mut self, bytes: &[u8]) {
        if self.not_utf8 {
            return;
        }
        let mut rest = bytes;
        while !self.begun.is_empty() {
            let Some((next, after)) = rest.split_first() else { return };
            self.begun.push(*next);
            rest = after;
            match std::str::from_utf8(&self.begun) {
                Ok(_) => self.begun.clear(),
                Err(error) if error.error_len().is_some() => {
                    self.not_utf8 = true;
                    return;
                }
                Err(_) => {}
            }
        }
        if let Err(error) = std::str::from_utf8(rest) {
            match error.error_len() {
                Some(_) => self.not_utf8 = true,
                None => self.begun = rest.get(error.valid_up_to()..).unwrap_or_default().to_vec(),
            }
        }
    }

    /// The verdict. `whole` says that there are no more bytes, so that a begun character is a broken one.
    pub(crate) fn finish(self, whole: bool) -> Sniffed {
        if self.start.starts_with(UTF_32LE_BOM) {
            return Sniffed::Binary;
        }
        if let Some((encoding, _)) = Encoding::for_bom(&self.start) {
            return Sniffed::Text(match encoding {
                encoding if encoding == UTF_16LE => Charset::Utf16 { big_endian: false },
                encoding if encoding == UTF_16BE => Charset::Utf16 { big_endian: true },
                _ => Charset::Utf8 { bom: true },
            });
        }
        if self.start.contains(&0) {
            return Sniffed::Binary;
        }
        if !self.not_utf8 && (self.begun.is_empty() || !whole) {
            return Sniffed::Text(Charset::UTF_8);
        }
        Sniffed::Text(Charset::Other(guess(&self.sample)))
    }
}

/// The likeliest encoding of bytes that are not UTF-8.
fn guess(sample: &[u8]) -> &'static Encoding {
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let guessed = detector.guess(None, chardetng::Utf8Detection::Deny);
    let doubtful = guessed.is_single_byte() || guessed == EUC_JP || guessed == EUC_KR;
    let chinese = guessed == GBK || (doubtful && is_a_little_gb2312(sample));
    // GB18030 has every character, GBK only some of them; the bytes of the shared ones are the same.
    if chinese { GB18030 } else { guessed }
}

/// Above so many characters the guess by frequencies is better than the one below.
const FEW_CHARACTERS: usize = 32;

/// A few Chinese words in a source file are too little for frequencies. Pairs of high bytes throughout, all in the rows
/// of GB2312 that hold punctuation and common characters and none in those of the Japanese syllables, hardly occur in
/// single-byte encodings, and where they could be Korean or Japanese too, Chinese is likelier here.
fn is_a_little_gb2312(sample: &[u8]) -> bool {
    let mut pairs = 0;
    let mut bytes = sample.iter();
    while let Some(first) = bytes.next() {
        match first {
            0x00..=0x7F => {}
            0xA1..=0xA3 | 0xA6..=0xA9 | 0xB0..=0xF7 => match bytes.next() {
                Some(0xA1..=0xFE) => pairs += 1,
                // The sample may end inside a pair.
                None => {}
                Some(_) => return false,
            },
            _ => return false,
        }
    }
    (1..FEW_CHARACTERS).contains(&pairs)
}

/// The text of a whole file with the encoding that gives the same bytes back. `None` for a binary file.
pub(crate) fn decode(mut bytes: Vec<u8>) -> Option<(String, Charset)> {
    let mut sniffer = Sniffer::default();
    sniffer.feed(&bytes);
    let Sniffed::Text(charset) = sniffer.finish(true) else { return None };
    if let Charset::Utf8 { .. } = charset {
        bytes.drain(..charset.mark().len());
        match String::from_utf8(bytes) {
            Ok(text) => return Some((text, charset)),
            // A mark in front of what is not UTF-8 after all.
            Err(error) => bytes = [charset.mark(), error.as_bytes()].concat(),
        }
    }
    // Every byte string is valid in the last one, so that the unknown parts of a file come through an edit unharmed.
    [charset, Charset::Other(GBK), Charset::Other(WINDOWS_1252)]
        .into_iter()
        .find_map(|charset| Some((charset.decode_exactly(&bytes)?, charset)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: Option<(&str, &str)>) {
        let decoded = decode(bytes.to_vec());
        assert_eq!(decoded.as_ref().map(|(text, charset)| (text.as_str(), charset.name())), expected);
        if let Some((text, charset)) = decoded {
            assert_eq!(charset.encode(&text).unwrap(), bytes, "the same bytes come back");
        }
        for piece in [1, 2, 3, 5] {
            let mut sniffer = Sniffer::default();
            bytes.chunks(piece).for_each(|chunk| sniffer.feed(chunk));
            let mut whole = Sniffer::default();
            whole.feed(bytes);
            assert_eq!(sniffer.finish(true), whole.finish(true), "fed in pieces of {piece}");
        }
    }

    #[test]
    fn marks_and_utf8() {
        check(b"", Some(("", "UTF-8")));
        check(b"plain", Some(("plain", "UTF-8")));
        check("h\u{e9}llo 你好🦀".as_bytes(), Some(("h\u{e9}llo 你好🦀", "UTF-8")));
        check(b"\xEF\xBB\xBFa", Some(("a", "UTF-8 with BOM")));
        check(b"\xFF\xFEa\0\x60\x4f", Some(("a你", "UTF-16 LE")));
        check(b"\xFE\xFF\0a\x4f\x60", Some(("a你", "UTF-16 BE")));
        check(b"\xFF\xFE\0\0a\0\0\0", None);
        check(b"GIF89a\0\x01", None);
    }

    #[test]
    fn chinese_is_recognised_in_long_and_in_short() {
        let long = "你好，世界。这是一个编码检测的测试文本，包含中文。";
        for text in [long, "// 注释\nint main() {}\n", "x = 1  # 计数\n", "名"] {
            let bytes = GB18030.encode(text).0.into_owned();
            check(&bytes, Some((text, "gb18030")));
        }
        // Four-byte characters.
        let rare = format!("{long}㐀𠀀");
        check(&GB18030.encode(&rare).0, Some((&rare, "gb18030")));
    }

    #[test]
    fn other_encodings_come_back_byte_for_byte() {
        let french = "Le caf\u{e9} est tr\u{e8}s bon \u{e0} la maison, d\u{e9}j\u{e0} l'\u{e9}t\u{e9}.";
        check(&WINDOWS_1252.encode(french).0, Some((french, "windows-1252")));
        let japanese = "これは日本語のテキストです。文字コード判定。";
        check(&encoding_rs::SHIFT_JIS.encode(japanese).0, Some((japanese, "Shift_JIS")));
        // UTF-8 with one broken byte, and bytes that are nothing at all.
        for bytes in [
            &b"\xEF\xBB\xBFmarked \xFF"[..],
            b"ok \xE4\xBD\xA0 broken \xFF here",
            b"\x81\x8d\x8f\x90\x9d",
            b"\xFF\xFEa",
        ] {
            let (text, charset) = decode(bytes.to_vec()).unwrap();
            assert_eq!(charset.encode(&text).unwrap(), bytes);
        }
    }

    #[test]
    fn a_character_without_a_place_is_named() {
        assert_eq!(Charset::Other(WINDOWS_1252).encode("a→b"), Err('→'));
    }
}
