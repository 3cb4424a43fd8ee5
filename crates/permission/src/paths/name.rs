//! Names of files: absolute text with `/` between the parts, `.` and `..` resolved, the same for every system. Links are
//! not known here; where a name leads is told by `facts`.
//!
//! `/` is the empty text, so that splitting a name at `/` always gives the root first. A drive is `C:`, a network share
//! `//server/share`.

use super::portable::is_ordinary;
use std::{borrow::Cow, path::Path, path::PathBuf, sync::Arc};

/// How the system that a call runs on writes paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Posix,
    Windows,
}

impl Style {
    /// The style of a system that has such an absolute folder.
    pub(crate) fn of(folder: &Path) -> Self {
        let bytes = folder.as_os_str().as_encoded_bytes();
        let has_drive = matches!(bytes, [letter, b':', ..] if letter.is_ascii_alphabetic());
        let is_windows = cfg!(windows) || has_drive || bytes.starts_with(br"\\");
        if is_windows { Self::Windows } else { Self::Posix }
    }
}

/// What relative paths and `~` start from.
#[derive(Debug, Clone)]
pub(crate) struct Base {
    pub style: Style,
    pub cwd: String,
    pub home: Option<String>,
}

/// A path that was made absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spelling {
    pub name: Arc<str>,
    /// With `.` and `..` still in it, if they were: only the file system knows what is above a link.
    dotted: Option<String>,
    /// A `..` had nothing left to leave.
    pub above_root: bool,
    /// The text is its own name, and nothing in it means another file anywhere.
    pub is_ordinary: bool,
}

impl Spelling {
    /// Of a text that is a name as it stands.
    fn of_name(name: Arc<str>) -> Self {
        Self { name, dotted: None, above_root: false, is_ordinary: false }
    }

    /// Absolute, as the file system is asked.
    pub(crate) fn unresolved(&self) -> &Path {
        Path::new(self.dotted.as_deref().unwrap_or(&self.name))
    }
}

impl Base {
    pub(crate) fn absolute(&self, text: &str) -> Spelling {
        self.absolute_in(text, self.style)
    }

    /// The same of a text that is shared, as its name often can be.
    pub(crate) fn absolute_of(&self, text: &Arc<str>) -> Spelling {
        if self.style != Style::Posix || !is_name(text) {
            return self.absolute(text);
        }
        Spelling { is_ordinary: is_ordinary(text), ..Spelling::of_name(Arc::clone(text)) }
    }

    /// What a Windows program would take the text for. The same as [`Self::absolute`] on Windows.
    pub(crate) fn absolute_on_windows(&self, text: &str) -> Spelling {
        self.absolute_in(text, Style::Windows)
    }

    fn absolute_in(&self, text: &str, style: Style) -> Spelling {
        let text = self.expand_home(text, style);
        let text = if style == Style::Windows { plain_separators(&text) } else { text };
        let unresolved = match Form::of(&text, style) {
            Form::Rooted => joined(drive_of(&self.cwd), "", &text),
            Form::Whole => text.into_owned(),
            Form::OnDrive(letter, rest) if drive_of(&self.cwd).starts_with(letter) => format!("{}/{rest}", self.cwd),
            Form::OnDrive(letter, rest) => format!("{letter}:/{rest}"),
            Form::Relative => joined(&self.cwd, "/", &text),
        };
        if is_name(&unresolved) {
            return Spelling::of_name(unresolved.into());
        }
        let (name, above_root) = resolve_dots(&unresolved, style);
        Spelling { name: name.into(), dotted: Some(unresolved), above_root, is_ordinary: false }
    }

    fn expand_home<'a>(&self, text: &'a str, style: Style) -> Cow<'a, str> {
        let Some((rest, home)) = text.strip_prefix('~').zip(self.home.as_deref()) else { return Cow::Borrowed(text) };
        let is_home = rest.is_empty() || rest.starts_with('/') || (style == Style::Windows && rest.starts_with('\\'));
        if is_home { Cow::Owned(format!("{home}{rest}")) } else { Cow::Borrowed(text) }
    }
}

/// What a path without `~` and with plain separators starts from.
enum Form<'a> {
    /// From the root, on Windows that of the current drive.
    Rooted,
    /// It names its drive or network share.
    Whole,
    /// `C:x`: from where the drive stands.
    OnDrive(char, &'a str),
    Relative,
}

impl<'a> Form<'a> {
    fn of(text: &'a str, style: Style) -> Self {
        match drive(text).filter(|_| style == Style::Windows) {
            Some((_, rest)) if rest.starts_with('/') => Self::Whole,
            Some((letter, rest)) => Self::OnDrive(letter, rest),
            None if style == Style::Windows && text.starts_with("//") => Self::Whole,
            None if text.starts_with('/') => Self::Rooted,
            None => Self::Relative,
        }
    }
}

/// The drive's letter in upper case, and what follows the colon.
pub(crate) fn drive(text: &str) -> Option<(char, &str)> {
    match text.as_bytes() {
        [letter, b':', ..] if letter.is_ascii_alphabetic() => {
            Some((char::from(letter.to_ascii_uppercase()), text.get(2..)?))
        }
        _ => None,
    }
}

/// `C:` of an absolute name on drive C, else nothing.
pub(crate) fn drive_of(name: &str) -> &str {
    if drive(name).is_some() { name.split('/').next().unwrap_or_default() } else { "" }
}

/// `/` for `\`, and Windows' prefixes for unparsed paths taken away.
pub(crate) fn plain_separators(text: &str) -> Cow<'_, str> {
    let plain = if text.contains('\\') { Cow::Owned(text.replace('\\', "/")) } else { Cow::Borrowed(text) };
    let Some(inside) = plain.strip_prefix("//?/").or_else(|| plain.strip_prefix("//./")) else { return plain };
    match inside.strip_prefix("UNC/") {
        Some(share) => Cow::Owned(format!("//{share}")),
        None if drive(inside).is_some() => Cow::Owned(inside.to_owned()),
        None => plain,
    }
}

/// Put together by hand: formatting would take several times as long, for each path of a command.
fn joined(start: &str, between: &str, end: &str) -> String {
    let mut text = String::with_capacity(start.len() + between.len() + end.len());
    text.extend([start, between, end]);
    text
}

/// Whether the path from the root certainly is a name as it stands. Says no to hidden files, which is only slower.
fn is_name(absolute: &str) -> bool {
    let bytes = absolute.as_bytes();
    bytes.first() == Some(&b'/')
        && bytes.last() != Some(&b'/')
        && !bytes.windows(2).any(|pair| matches!(pair, [b'/', b'/' | b'.']))
}

/// The name of an absolute path, and whether a `..` had nothing to leave.
fn resolve_dots(absolute: &str, style: Style) -> (String, bool) {
    let is_share = style == Style::Windows && absolute.starts_with("//");
    let is_rooted = absolute.starts_with('/');
    // What no `..` leaves: server and share, or the drive.
    let floor = if is_share { 2 } else { usize::from(!is_rooted) };
    let mut parts: Vec<&str> = Vec::with_capacity(8);
    let mut above_root = false;
    for part in Parts::of(absolute) {
        match part {
            "" | "." => {}
            ".." if parts.len() > floor => drop(parts.pop()),
            ".." => above_root = true,
            _ => parts.push(part),
        }
    }
    let mut name = String::with_capacity(absolute.len() + 1);
    if is_share {
        name.push('/');
    }
    for (number, part) in parts.into_iter().enumerate() {
        match drive(part).filter(|_| number == 0 && !is_rooted) {
            Some((letter, _)) => name.extend([letter, ':']),
            None => name.extend(["/", part]),
        }
    }
    (name, above_root)
}

/// The name of an absolute path that the system gave. `None` if it is not text.
pub(crate) fn of_path(path: &Path, style: Style) -> Option<String> {
    let text = path.to_str()?;
    if style == Style::Posix && is_name(text) {
        return Some(text.to_owned());
    }
    let is_windows = style == Style::Windows || drive(text).is_some() || text.starts_with(r"\\");
    if is_windows {
        let text = plain_separators(text);
        return Some(resolve_dots(&text, Style::Windows).0);
    }
    Some(resolve_dots(&format!("/{text}"), style).0)
}

/// The path that a name stands for. Only that of a drive is put together.
pub(crate) fn as_path(name: &str) -> Cow<'_, Path> {
    match name {
        "" => Cow::Borrowed(Path::new("/")),
        _ if drive(name).is_some_and(|(_, rest)| rest.is_empty()) => Cow::Owned(into_path(name.to_owned())),
        _ => Cow::Borrowed(Path::new(name)),
    }
}

/// The same of a name that is not needed any more.
pub(crate) fn into_path(mut name: String) -> PathBuf {
    if name.is_empty() || drive(&name).is_some_and(|(_, rest)| rest.is_empty()) {
        name.push('/');
    }
    PathBuf::from(name)
}

/// The parts between the separators of a name. They are short, so that looking at each byte is quicker than a search.
#[derive(Debug, Clone)]
pub(crate) struct Parts<'a>(Option<&'a str>);

impl<'a> Parts<'a> {
    pub(crate) const fn of(name: &'a str) -> Self {
        Self(Some(name))
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0?;
        let Some(end) = rest.bytes().position(|byte| byte == b'/') else { return self.0.take() };
        self.0 = rest.get(end + 1..);
        rest.get(..end)
    }
}

/// The part behind the last separator.
pub(crate) fn last_part(name: &str) -> &str {
    let start = name.bytes().rposition(|byte| byte == b'/').map_or(0, |at| at + 1);
    name.get(start..).unwrap_or_default()
}

/// Whether `name` is the folder or lies below it.
pub(crate) fn is_under(name: &str, folder: &str) -> bool {
    name.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The name as a volume compares it that folds letter case: also without what such a volume leaves out, and with accents
/// apart from their letters.
pub(crate) fn fold(name: &str) -> Cow<'_, str> {
    if name.is_ascii() {
        let is_folded = !name.bytes().any(|byte| byte.is_ascii_uppercase());
        return if is_folded { Cow::Borrowed(name) } else { Cow::Owned(name.to_ascii_lowercase()) };
    }
    let seen: String = name.chars().filter(|c| !is_ignored(*c)).collect();
    let apart = icu_normalizer::DecomposingNormalizerBorrowed::new_nfd().normalize(&seen).into_owned();
    Cow::Owned(apart.to_uppercase().to_lowercase())
}

/// Characters that HFS+ leaves out of comparisons.
fn is_ignored(c: char) -> bool {
    matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(cwd: &str) -> Base {
        let style = Style::of(Path::new(cwd));
        Base { style, cwd: of_path(Path::new(cwd), style).unwrap(), home: Some("/home/u".to_owned()) }
    }

    fn check(cwd: &str, text: &str, expected: &str) {
        assert_eq!(&*base(cwd).absolute(text).name, expected, "{text} in {cwd}");
    }

    #[test]
    fn parts_are_what_stands_between_separators() {
        for name in ["", "/", "/ws", "/ws/a.rs", "C:/x", "//server/share", "/a//b/", "é/日本"] {
            assert!(Parts::of(name).eq(name.split('/')), "{name}");
        }
    }

    #[test]
    fn on_posix() {
        check("/ws", "a/./b//c/", "/ws/a/b/c");
        check("/ws", "", "/ws");
        check("/ws", ".", "/ws");
        check("/ws", "../x", "/x");
        check("/ws", "../../../x", "/x");
        check("/ws", "/", "");
        check("/", "a", "/a");
        check("/ws", "~", "/home/u");
        check("/ws", "~/x", "/home/u/x");
        check("/ws", "~other/x", "/ws/~other/x");
        check("/ws", r"a\b", r"/ws/a\b");
        check("/ws", "C:/x", "/ws/C:/x");
        check("/ws", "//etc/passwd", "/etc/passwd");
        check("/ws", "a/…/b", "/ws/a/…/b");
    }

    #[test]
    fn on_windows() {
        check(r"C:\ws", r"a\..\b/c", "C:/ws/b/c");
        check(r"C:\ws", r"c:\Users\me", "C:/Users/me");
        check(r"C:\ws", r"C:x", "C:/ws/x");
        check(r"C:\ws", r"D:x", "D:/x");
        check(r"C:\ws", r"C:\..\..\x", "C:/x");
        check(r"C:\ws", r"\x", "C:/x");
        check(r"C:\ws", r"\\server\share\..\..\x", "//server/share/x");
        check(r"C:\ws", r"\\?\C:\x", "C:/x");
        check(r"C:\ws", r"\\?\UNC\server\share\x", "//server/share/x");
        check(r"C:\ws", "C:", "C:/ws");
        check(r"C:\ws", r"C:\", "C:");
    }

    #[test]
    fn what_a_windows_program_sees_elsewhere() {
        let check = |text: &str, expected: &str| {
            assert_eq!(&*base("/ws").absolute_on_windows(text).name, expected, "{text}");
        };
        check("C:/Users/me", "C:/Users/me");
        check(r"a\..\..\etc", "/etc");
        check("C:x", "C:/x");
        check("/etc", "/etc");
    }

    #[test]
    fn paths_and_names() {
        assert_eq!(of_path(Path::new("/"), Style::Posix).as_deref(), Some(""));
        assert_eq!(of_path(Path::new(r"\\?\C:\Users"), Style::Windows).as_deref(), Some("C:/Users"));
        assert_eq!(as_path(""), Path::new("/"));
        assert_eq!(as_path("C:"), Path::new("C:/"));
        assert!(is_under("/ws/a", "/ws") && is_under("/ws", "/ws") && is_under("/x", ""));
        assert!(!is_under("/ws2/a", "/ws"));
        assert!(base("/ws").absolute("../../..").above_root);
    }

    #[test]
    fn folded_names() {
        let same = |one: &str, other: &str| assert_eq!(fold(one), fold(other), "{one} {other}");
        same("/WS/Secrets", "/ws/secrets");
        same("/ws/\u{e9}", "/ws/E\u{301}");
        same("/ws/.g\u{200c}it", "/ws/.git");
        same("/ws/\u{17f}ecrets", "/ws/secrets");
        same("/ws/STRASSE", "/ws/straße");
        assert_ne!(fold("/ws/a"), fold("/ws/b"));
    }
}
