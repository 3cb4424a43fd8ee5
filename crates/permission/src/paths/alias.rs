//! Further names that may mean the same file. Only denials, questions and the lists of protected files look at them: a
//! name that may be another can take away what was allowed, never give.

use super::name::{Base, Spelling, drive};

/// No path that people write has more.
const MOST: usize = 16;

/// Other names for the file with these names, which was written so.
pub(crate) fn others(text: &str, written: &Spelling, real: Option<&str>, base: &Base) -> Vec<String> {
    let is_known =
        |name: &str| !is_moved(name) && (written.is_ordinary || !(is_of_windows(text) || has_odd_part(name)));
    let mut linked = real.into_iter().filter(|real| **real != *written.name);
    if is_known(&written.name) && !linked.any(|real| is_moved(real) || has_odd_part(real)) {
        return Vec::new();
    }
    all_others(text, written, real, base)
}

fn is_of_windows(text: &str) -> bool {
    text.contains('\\') || drive(text).is_some()
}

/// Whether the file stands where systems show what also stands elsewhere. Hardly any does.
fn is_moved(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_drive = bytes.get(1).is_some_and(u8::is_ascii_alphabetic) && matches!(bytes.get(2), None | Some(b'/'));
    is_drive || ["/proc/", "/System/", "/private/", "/mnt/", "/cygdrive/"].iter().any(|top| name.starts_with(top))
}

/// Whether a part of the name is one that Windows may take for another.
fn has_odd_part(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_odd = |pair: &[u8]| matches!(pair, [b':', _] | [b'.' | b' ', b'/']);
    matches!(bytes, [.., b':' | b'.' | b' ']) || bytes.windows(2).any(is_odd)
}

fn all_others(text: &str, written: &Spelling, real: Option<&str>, base: &Base) -> Vec<String> {
    let mut names: Vec<String> = vec![written.name.to_string()];
    names.extend(real.map(str::to_owned));
    let own = names.len();
    if is_of_windows(text) {
        push(&mut names, base.absolute_on_windows(text).name.to_string());
    }
    // Every name found may have others in turn, as in `/proc/self/root/private/etc`.
    let mut at = 0;
    while let Some(name) = names.get(at) {
        let others = [
            through_process(name, base),
            without_prefix(name, "/System/Volumes/Data", |_| true),
            without_prefix(name, "/private", |rest| ["/tmp", "/var", "/etc"].iter().any(|top| rest.starts_with(top))),
            on_drive(name),
            drive_within(name),
            without_ends(name),
        ];
        others.into_iter().flatten().for_each(|other| push(&mut names, other));
        at += 1;
    }
    names.split_off(own)
}

fn push(names: &mut Vec<String>, name: String) {
    if names.len() < MOST && !names.contains(&name) {
        names.push(name);
    }
}

/// `/etc` of `/proc/self/root/etc`, and likewise through the folder a process stands in.
fn through_process(name: &str, base: &Base) -> Option<String> {
    let (_, inside) = name.strip_prefix("/proc/")?.split_once('/')?;
    let inside = match inside.strip_prefix("task/") {
        Some(thread) => thread.split_once('/')?.1,
        None => inside,
    };
    let (link, rest) = inside.split_once('/').unwrap_or((inside, ""));
    let rest = if rest.is_empty() { String::new() } else { format!("/{rest}") };
    match link {
        "root" => Some(rest),
        "cwd" => Some(format!("{}{rest}", base.cwd)),
        _ => None,
    }
}

fn without_prefix(name: &str, prefix: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
    name.strip_prefix(prefix).filter(|rest| rest.starts_with('/') && fits(rest)).map(str::to_owned)
}

/// `C:/x` of `/c/x`, `/mnt/c/x` and `/cygdrive/c/x`, as shells on Windows call it.
pub(crate) fn on_drive(name: &str) -> Option<String> {
    let top = ["/mnt", "/cygdrive", ""].iter().find_map(|mount| name.strip_prefix(mount)?.strip_prefix('/'))?;
    let (letter, rest) = top.split_once('/').unwrap_or((top, ""));
    let mut letters = letter.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic).filter(|_| letters.next().is_none())?;
    let letter = letter.to_ascii_uppercase();
    Some(if rest.is_empty() { format!("{letter}:") } else { format!("{letter}:/{rest}") })
}

/// `C:/x` of `/c/ws/C:/x`: a drive's path that was taken for a relative one.
fn drive_within(name: &str) -> Option<String> {
    let (start, rest) = name.split_once(":/").or_else(|| Some((name.strip_suffix(':')?, "")))?;
    let (_, letter) = start.rsplit_once('/')?;
    let is_letter = matches!(letter.as_bytes(), [letter] if letter.is_ascii_alphabetic());
    if !is_letter && drive(letter).is_none() {
        return None;
    }
    Some(if rest.is_empty() { format!("{letter}:") } else { format!("{}:/{rest}", letter.to_ascii_uppercase()) })
}

/// Without what Windows takes away or reads as a stream: `.env` of `.env.`, `.env ` and `.env::$DATA`.
fn without_ends(name: &str) -> Option<String> {
    let is_odd = |part: &str| part.bytes().any(|byte| byte == b':') || part.ends_with(['.', ' ']);
    let (start, inside) = match drive(name) {
        Some((_, inside)) => (name.strip_suffix(inside).unwrap_or_default(), inside),
        None => ("", name),
    };
    if !inside.split('/').any(is_odd) {
        return None;
    }
    let mut plain = String::with_capacity(name.len());
    plain.push_str(start);
    for (number, part) in inside.split('/').enumerate() {
        let part = part.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
        plain.extend([if number == 0 { "" } else { "/" }, part]);
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::super::name::Style;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn files_without_others_are_told(
            text in "(/?(proc|self|root|cwd|private|etc|System|Volumes|Data|mnt|cygdrive|c|C:|[a-c.: ~]{1,3})){1,5}",
            real in proptest::option::of("(/(proc|1|root|private|tmp|mnt|c|[a-c.: ]{1,3})){0,4}"),
        ) {
            let base = Base { style: Style::Posix, cwd: "/ws".to_owned(), home: None };
            let spelling = base.absolute(&text);
            let found = others(&text, &spelling, real.as_deref(), &base);
            prop_assert_eq!(found, all_others(&text, &spelling, real.as_deref(), &base));
        }
    }

    #[test]
    fn what_else_it_may_be() {
        let check = |text: &str, expected: &[&str]| {
            let base = Base { style: Style::Posix, cwd: "/ws".to_owned(), home: None };
            let spelling = base.absolute(text);
            assert_eq!(others(text, &spelling, Some(&spelling.name), &base), expected, "{text}");
        };
        check("src/a.rs", &[]);
        check("/proc/self/root/home/u/.ssh/id", &["/home/u/.ssh/id"]);
        check("/proc/1/root/proc/2/root/etc", &["/proc/2/root/etc", "/etc"]);
        check("/proc/self/task/7/cwd/a", &["/ws/a"]);
        check("/proc/self/root", &[""]);
        check("/private/etc/hosts", &["/etc/hosts"]);
        check("/private/stuff", &[]);
        check("/System/Volumes/Data/Users/u", &["/Users/u"]);
        check("/mnt/c/Users/me", &["C:/Users/me"]);
        check("/c/Users/me", &["C:/Users/me"]);
        check("/cygdrive/d", &["D:"]);
        check("C:/Users/me", &["C:/Users/me", "/ws/C/Users/me"]);
        check("/c/ws/C:/Users/me", &["C:/ws/C:/Users/me", "C:/Users/me", "/c/ws/C/Users/me", "C:/ws/C/Users/me"]);
        check(r"a\..\..\etc\x", &["/etc/x"]);
        check(".env::$DATA", &["/ws/.env"]);
        check("secrets. /key.", &["/ws/secrets/key"]);
    }
}
