//! Forms of paths that mean different files on different systems, or a file that the text does not show. They are told on
//! every system alike, so that a rule made on one holds on the others; the decision asks about them.

use super::{
    name::{Base, Parts, Style, drive},
    pattern::is_short,
};
use crate::quick::ByteSet;

/// Why a path is not what it looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PathFinding {
    /// A NUL character: no system opens it, and what comes after may be hidden.
    Nul,
    /// `\\?\` and `\\.\`: past every rule about names, down to raw devices.
    Namespace,
    /// `/proc/<process>/root` and its like, `/dev/fd`, `/.vol`: other names of any file.
    Magic,
    /// A control character.
    Control,
    /// A character that shows nothing or turns the direction of reading.
    Hidden,
    /// `C:x`: depends on where the drive stands.
    DriveRelative,
    /// A drive's path on a system without drives.
    ForeignDrive,
    /// `C:\..`: above the drive.
    AboveDrive,
    /// `\\server\share`.
    Network,
    /// `file:stream`.
    Stream,
    /// `NUL`, `COM1`: a device, whatever the folder.
    Device,
    /// A name that ends in a dot or blank, which Windows takes away.
    TrailingDot,
    /// `SECRET~1`: may be the short form of another name.
    ShortName,
    /// `\` on a system where it is a letter of a name.
    ForeignSeparator,
    /// `~somebody`: whose folder that is, only the shell knows.
    OtherHome,
    /// The file system does not tell where it leads.
    Unresolvable,
}

impl PathFinding {
    /// For proofs and texts: the code of its problem.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Nul => "path_nul",
            Self::Namespace => "path_namespace",
            Self::Magic => "path_magic",
            Self::Control => "path_control",
            Self::Hidden => "path_hidden_character",
            Self::DriveRelative => "path_drive_relative",
            Self::ForeignDrive => "path_foreign_drive",
            Self::AboveDrive => "path_above_drive",
            Self::Network => "path_network",
            Self::Stream => "path_stream",
            Self::Device => "path_device",
            Self::TrailingDot => "path_trailing_dot",
            Self::ShortName => "path_short_name",
            Self::ForeignSeparator => "path_foreign_separator",
            Self::OtherHome => "path_other_home",
            Self::Unresolvable => "path_unresolvable",
        }
    }

    /// Whether no answer should let it through, because nobody can want it.
    pub const fn is_refused(self) -> bool {
        matches!(self, Self::Nul | Self::Namespace)
    }
}

/// What is odd about the path as it was written, and about its name; in order of gravity. `above_root` tells that a `..` in
/// it had nothing to leave.
pub(crate) fn findings(text: &str, name: &str, above_root: bool, base: &Base) -> Vec<PathFinding> {
    if base.style == Style::Posix && is_ordinary(text) {
        return findings_of_ordinary(name);
    }
    let mut found = characters(text);
    found.extend(start(text, base.style));
    if above_root && drive(name).is_some() {
        found.push(PathFinding::AboveDrive);
    }
    if is_magic(name) {
        found.push(PathFinding::Magic);
    }
    // An ordinary path ends here: nothing in it can make one of its names odd.
    if text.contains([':', '~']) || base.style == Style::Windows || has_short_or_dotted(text) {
        let names = drive(text).map_or(text, |(_, rest)| rest).split(['/', '\\']);
        found.extend(names.flat_map(|name| odd_name(name, base.style)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The same of a path that is written in an ordinary way.
pub(crate) fn findings_of_ordinary(name: &str) -> Vec<PathFinding> {
    if is_magic(name) { vec![PathFinding::Magic] } else { Vec::new() }
}

/// Bytes that mean nothing in a path on any system.
static ORDINARY: ByteSet = ByteSet::alphanumeric_and(b"/._-+@,=%");

/// A look that nearly every path passes: only letters, digits and signs that mean nothing anywhere, in names that are no
/// devices and end in no dot.
pub(crate) fn is_ordinary(text: &str) -> bool {
    let mut previous = 0;
    let is_plain = |byte: u8| {
        let before = std::mem::replace(&mut previous, byte);
        ORDINARY.has(byte) && (byte, before) != (b'/', b'.')
    };
    text.bytes().all(is_plain) && !text.ends_with('.') && !Parts::of(text).any(is_device)
}

/// Cheap look for names that may be odd: short ones may be devices, and blanks or dots may end one.
fn has_short_or_dotted(text: &str) -> bool {
    text.split(['/', '\\']).any(|name| name.ends_with(['.', ' ']) || is_device(name))
}

fn characters(text: &str) -> Vec<PathFinding> {
    if text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') {
        return Vec::new();
    }
    let kind = |c: char| match c {
        '\0' => Some(PathFinding::Nul),
        _ if c.is_control() => Some(PathFinding::Control),
        _ if is_hidden(c) => Some(PathFinding::Hidden),
        _ => None,
    };
    text.chars().filter_map(kind).collect()
}

/// Whether a character shows nothing, or changes how its neighbours are read.
pub(crate) fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

fn start(text: &str, style: Style) -> Vec<PathFinding> {
    let is_windows = style == Style::Windows;
    let mut found = Vec::new();
    let is_double = |c: char| c == '\\' || (is_windows && c == '/');
    if let Some(rest) = text.strip_prefix(is_double).and_then(|rest| rest.strip_prefix(is_double)) {
        let is_namespace = rest.strip_prefix(['?', '.']).is_some_and(|rest| rest.starts_with(['\\', '/']));
        found.push(if is_namespace { PathFinding::Namespace } else { PathFinding::Network });
    }
    match drive(text) {
        Some((_, rest)) if !rest.starts_with(['/', '\\']) => found.push(PathFinding::DriveRelative),
        Some(_) if !is_windows => found.push(PathFinding::ForeignDrive),
        _ => {}
    }
    if !is_windows && text.contains('\\') {
        found.push(PathFinding::ForeignSeparator);
    }
    if text.strip_prefix('~').is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '\\'])) {
        found.push(PathFinding::OtherHome);
    }
    found
}

fn odd_name(name: &str, style: Style) -> Vec<PathFinding> {
    let mut found = Vec::new();
    if name.contains(':') {
        found.push(PathFinding::Stream);
    }
    // `./...` is how go calls a folder with all below it.
    if name.ends_with(['.', ' ']) && !matches!(name, "." | ".." | "...") {
        found.push(PathFinding::TrailingDot);
    }
    if is_short(name) {
        found.push(PathFinding::ShortName);
    }
    // Elsewhere `aux.c` is a common name of a file; on Windows it has long been the device as well.
    let stem = if style == Style::Windows { name.split(['.', ':']).next().unwrap_or_default() } else { name };
    if is_device(stem.trim_end_matches(' ')) {
        found.push(PathFinding::Device);
    }
    found
}

fn is_device(name: &str) -> bool {
    // Only these letters begin one; most names stop here.
    if !(3..=8).contains(&name.len()) || !name.starts_with(['C', 'c', 'P', 'p', 'A', 'a', 'N', 'n', 'L', 'l']) {
        return false;
    }
    let is_number = |rest: &str| {
        let mut chars = rest.chars();
        matches!(chars.next(), Some('0'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}')) && chars.next().is_none()
    };
    let (port, number) = name.split_at_checked(3).unwrap_or((name, ""));
    let is_one_of = |names: &[&str], name: &str| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    is_one_of(&["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"], name)
        || (is_one_of(&["COM", "LPT"], port) && is_number(number))
}

/// Whether the name leads past the tree of folders to any file of the system.
fn is_magic(name: &str) -> bool {
    if let Some(inside) = name.strip_prefix("/proc/") {
        let mut parts = inside.split('/');
        return parts.next().is_some() && parts.any(|part| matches!(part, "root" | "cwd" | "exe" | "fd" | "map_files"));
    }
    ["/dev/fd", "/.vol"].iter().any(|folder| super::name::is_under(name, folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use PathFinding::{
        AboveDrive, Control, Device, DriveRelative, ForeignDrive, ForeignSeparator, Hidden, Magic, Namespace, Network,
        Nul, OtherHome, ShortName, Stream, TrailingDot,
    };

    fn check_in(cwd: &str, text: &str, expected: &[PathFinding]) {
        let style = Style::of(std::path::Path::new(cwd));
        let cwd = super::super::name::of_path(std::path::Path::new(cwd), style).unwrap();
        let base = Base { style, cwd, home: None };
        let spelling = base.absolute(text);
        assert_eq!(findings(text, &spelling.name, spelling.above_root, &base), expected, "{text:?}");
    }

    #[test]
    fn on_posix() {
        let check = |text: &str, expected: &[PathFinding]| check_in("/ws", text, expected);
        check("src/main.rs", &[]);
        check("../a b/.env", &[]);
        check("/dev/null", &[]);
        check("src/aux.c", &[]);
        check("C:notes.txt", &[DriveRelative]);
        check("C:/x", &[ForeignDrive]);
        check(r"C:\x", &[ForeignDrive, ForeignSeparator]);
        check(r"\\server\share", &[Network, ForeignSeparator]);
        check(r"\\?\C:\x", &[Namespace, Stream, ForeignSeparator]);
        check("notes.txt:hidden", &[Stream]);
        check(".env::$DATA", &[Stream]);
        check("NUL", &[Device]);
        check("a/com1", &[Device]);
        check("a/COM\u{b2}", &[Device]);
        check("secrets./key", &[TrailingDot]);
        check("key ", &[TrailingDot]);
        check("SECRET~1/a", &[ShortName]);
        check("a\0b", &[Nul]);
        check("a\tb", &[Control]);
        check("a\u{200b}b", &[Hidden]);
        check("a\u{202e}b", &[Hidden]);
        check("/proc/self/root/etc", &[Magic]);
        check("/proc/12/cwd/a", &[Magic]);
        check("/proc/self/task/1/root", &[Magic]);
        check("/proc/cpuinfo", &[]);
        check("/dev/fd/3", &[Magic]);
        check("~root/x", &[OtherHome]);
        check("~/x", &[]);
        check("é/日本", &[]);
    }

    #[test]
    fn on_windows() {
        let check = |text: &str, expected: &[PathFinding]| check_in(r"C:\ws", text, expected);
        check(r"src\main.rs", &[]);
        check(r"C:\ws\a", &[]);
        check("D:x", &[DriveRelative]);
        check(r"C:\..\x", &[AboveDrive]);
        check("//server/share/x", &[Network]);
        check(r"\\.\PhysicalDrive0", &[Namespace]);
        check("nul.txt", &[Device]);
        check(r"a\aux .c", &[Device]);
    }
}
