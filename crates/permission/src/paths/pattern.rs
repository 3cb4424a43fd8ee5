//! A pattern over a whole path: names between separators, where `**` stands for any number of them. How a rule's text
//! becomes such patterns is in `spec`.

use super::{glob::GlobName, wild::Wild};

/// One place in a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Segment {
    /// `**`: any number of names, also none.
    Any,
    Exact(String),
    Wild(Wild),
}

impl Segment {
    /// A name of a rule, `**` included.
    pub(crate) fn new(text: &str) -> Self {
        match text {
            "**" => Self::Any,
            _ if text.contains(['*', '?']) => Self::Wild(Wild::new(text)),
            _ => Self::Exact(text.to_owned()),
        }
    }

    pub(crate) fn fits(&self, name: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Exact(wanted) => wanted == name,
            Self::Wild(wild) => wild.matches(name),
        }
    }

    /// Like [`Self::fits`], where `SECRET~1` also stands for every name that Windows may have shortened to it.
    fn may_fit(&self, name: &str) -> bool {
        self.fits(name) || matches!(self, Self::Exact(long) if may_shorten(long, name))
    }
}

/// Whether the pattern matches the whole path. Indexes do without it.
#[cfg(test)]
pub(crate) fn matches(pattern: &[Segment], path: &str) -> bool {
    walk(pattern, path.split('/'), Segment::fits)
}

/// Whether the pattern matches the path if its short names stand for longer ones.
pub(crate) fn may_match(pattern: &[Segment], path: &str) -> bool {
    walk(pattern, path.split('/'), Segment::may_fit)
}

/// Whether the pattern matches these names. Goes on at the last `**` when what follows it does not fit.
pub(crate) fn walk<'a>(
    pattern: &[Segment],
    names: impl Iterator<Item = &'a str> + Clone,
    fits: fn(&Segment, &str) -> bool,
) -> bool {
    let mut at = 0;
    let mut rest = names;
    let mut last_any = None;
    loop {
        let mut ahead = rest.clone();
        match (pattern.get(at), ahead.next()) {
            (Some(Segment::Any), _) => {
                at += 1;
                last_any = Some((at, rest.clone()));
            }
            (Some(segment), Some(name)) if fits(segment, name) => {
                at += 1;
                rest = ahead;
            }
            (None, None) => return true,
            _ => {
                let Some((after_any, from)) = &mut last_any else { return false };
                if from.next().is_none() {
                    return false;
                }
                at = *after_any;
                rest = from.clone();
            }
        }
    }
}

/// Whether the pattern may match something below the folder, which comes as its names.
pub(crate) fn reaches_below(pattern: &[Segment], folder: &[&str]) -> bool {
    // Most patterns begin with names, and those near each other differ in the last of them.
    let names = pattern.iter().zip(folder).take_while(|(segment, _)| matches!(segment, Segment::Exact(_))).count();
    let (Some((named, pattern)), Some((given, folder))) =
        (pattern.split_at_checked(names), folder.split_at_checked(names))
    else {
        return true;
    };
    if named.iter().zip(given).rev().any(|(segment, name)| !segment.may_fit(name)) {
        return false;
    }
    if pattern.first() == Some(&Segment::Any) {
        return true;
    }
    let Some(start) = Frontier::start(pattern) else { return true };
    let open = folder.iter().fold(start, |open, name| open.step(|segment| segment.may_fit(name)));
    open.places & !open.end() != 0
}

/// Whether the pattern may match something that the glob finds in the folder. Indexes do without it.
#[cfg(test)]
pub(crate) fn may_match_glob(pattern: &[Segment], folder: &str, glob: &[GlobName]) -> bool {
    is_found(pattern, &folder.split('/').collect::<Vec<_>>(), glob)
}

/// Whether the pattern may match something that the glob finds in the folder, which comes as its names.
pub(crate) fn is_found(pattern: &[Segment], folder: &[&str], glob: &[GlobName]) -> bool {
    let finds = |name: &GlobName, segment: &Segment| match segment {
        Segment::Any => true,
        Segment::Exact(wanted) => name.finds(wanted),
        Segment::Wild(wild) => name.ends_meet(wild.prefix(), wild.suffix()) && name.overlaps(&wild.text()),
    };
    let Some(start) = Frontier::start(pattern) else { return true };
    // Most patterns differ in the names they begin with, nearly all others in those behind their last `**`.
    let is_any = |segment: &&Segment| matches!(segment, Segment::Any);
    let mut beginning = pattern.iter().zip(folder).take_while(|(part, _)| matches!(part, Segment::Exact(_)));
    let behind_any = pattern.iter().rev().take_while(|segment| !is_any(segment));
    let mut ending = behind_any.clone().skip(glob.len()).zip(folder.iter().rev());
    if beginning.any(|(segment, name)| !segment.may_fit(name))
        || ending.any(|(segment, name)| !segment.may_fit(name))
        || behind_any.zip(glob.iter().rev()).any(|(segment, name)| !finds(name, segment))
    {
        return false;
    }
    let open = folder.iter().fold(start, |open, name| open.step(|segment| segment.may_fit(name)));
    let open = glob.iter().fold(open, |open, name| open.step(|segment| finds(name, segment)));
    open.places & open.end() != 0
}

/// Whether the pattern has more places than are compared, so that it may match whatever a glob finds.
pub(crate) fn is_long(pattern: &[Segment]) -> bool {
    Frontier::start(pattern).is_none()
}

/// All places of a pattern that may come next, one bit each, as in a machine that is in several states at once.
#[derive(Clone, Copy)]
struct Frontier<'a> {
    pattern: &'a [Segment],
    places: u64,
}

impl<'a> Frontier<'a> {
    /// `None` if the pattern has more places than bits.
    fn start(pattern: &'a [Segment]) -> Option<Self> {
        let mut start = Self { pattern, places: 0 };
        start.open(0);
        (pattern.len() < u64::BITS as usize).then_some(start)
    }

    /// The place behind the whole pattern.
    fn end(&self) -> u64 {
        1 << self.pattern.len()
    }

    fn step(&self, fits: impl Fn(&Segment) -> bool) -> Self {
        let mut next = Self { pattern: self.pattern, places: 0 };
        let mut open = self.places;
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            if let Some(segment) = self.pattern.get(at).filter(|segment| fits(segment)) {
                next.open(if *segment == Segment::Any { at } else { at + 1 });
            }
        }
        next
    }

    /// Opens a place, and those that are reached by letting `**` stand for nothing.
    fn open(&mut self, from: usize) {
        let skipped = self.pattern.iter().skip(from).take_while(|segment| **segment == Segment::Any).count();
        for at in from..=from + skipped {
            self.places |= 1_u64.checked_shl(at as u32).unwrap_or_default();
        }
    }
}

/// Whether `name` has the form of a short Windows name, such as `SECRET~1` or `REPORT~2.TXT`.
pub(crate) fn is_short(name: &str) -> bool {
    let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
    let Some((start, number)) = stem.rsplit_once('~') else { return false };
    (1..=6).contains(&start.chars().count())
        && (1..=6).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && extension.chars().count() <= 3
        && !extension.contains('.')
}

/// Whether Windows may call `long` by the short name `name`: the same first letters, once blanks and dots are gone, or
/// the same first two and a checksum.
fn may_shorten(long: &str, name: &str) -> bool {
    if !name.contains('~') || !is_short(name) {
        return false;
    }
    let stem = name.split_once('~').map_or(name, |(stem, _)| stem);
    let letters =
        |text: &str| text.chars().filter(|c| !matches!(c, ' ' | '.')).flat_map(char::to_lowercase).collect::<String>();
    let (long, stem) = (letters(long), letters(stem));
    let hashed = stem.chars().count() == 6 && stem.chars().skip(2).all(|c| c.is_ascii_hexdigit());
    let start: String = stem.chars().take(2).collect();
    long.starts_with(&stem) || (hashed && long.starts_with(&start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pattern(text: &str) -> Vec<Segment> {
        text.split('/').map(Segment::new).collect()
    }

    #[test]
    fn whole_paths() {
        let check = |text: &str, path: &str, expected: bool| {
            assert_eq!(matches(&pattern(text), path), expected, "{text} {path}");
        };
        check("/ws/src/**/a.ts", "/ws/src/a.ts", true);
        check("/ws/src/**/a.ts", "/ws/src/x/y/a.ts", true);
        check("/ws/src/**/a.ts", "/ws/src/x/b.ts", false);
        check("/ws/src/**", "/ws/src", true);
        check("/ws/src/**", "/ws/src2/a", false);
        check("/ws/*/a", "/ws/x/a", true);
        check("/ws/*/a", "/ws/x/y/a", false);
        check("**/.env*", "/ws/.env.local", true);
        check("**/.env*", "/ws/.envdir/x", false);
        check("**/a/**/b", "/a/a/x/b", true);
        check("**", "", true);
        check("", "", true);
        check("/ws", "/ws/a", false);
    }

    #[test]
    fn folders_above_a_match() {
        let check = |text: &str, folder: &str, expected: bool| {
            let names: Vec<&str> = folder.split('/').collect();
            assert_eq!(reaches_below(&pattern(text), &names), expected, "{text} {folder}");
        };
        check("/ws/secrets/**", "/ws", true);
        check("/ws/secrets/**", "/ws/secrets", true);
        check("/ws/secrets/**", "/ws/secrets/a", true);
        check("/ws/secrets/**", "/ws/src", false);
        check("/ws/secrets/key", "/ws/secrets/key", false);
        check("**/.env", "/anything/at/all", true);
        check("/ws/*/key", "/ws/a", true);
        check("/ws/*/key", "/ws/a/b", false);
    }

    #[test]
    fn what_a_glob_may_find() {
        let check = |text: &str, folder: &str, glob: &str, expected: bool| {
            let glob: Vec<_> = glob.split('/').map(GlobName::new).collect();
            assert_eq!(may_match_glob(&pattern(text), folder, &glob), expected, "{text} {folder}");
        };
        check("/ws/secrets/**", "/ws/secrets", "*", true);
        check("/ws/secrets/**", "/ws", "s*", true);
        check("/ws/secrets/**", "/ws", "*/key", true);
        check("/ws/secrets/**", "/ws", "t*", false);
        check("/ws/secrets/**", "/ws/src", "*", false);
        check("**/.env", "/ws", "*", false);
        check("**/.env", "/ws", ".e*", true);
        check("**/*.pem", "/ws/certs", "*.rs", false);
        check("/ws/a/b", "/ws", "*", false);
    }

    #[test]
    fn short_names() {
        let check = |text: &str, path: &str, expected: bool| {
            assert_eq!(may_match(&pattern(text), path), expected, "{text} {path}");
        };
        check("C:/Users/me/Secret Folder/**", "C:/Users/me/SECRET~1/a.txt", true);
        check("C:/Users/me/secret/**", "C:/Users/me/SECRET~1/a.txt", true);
        check("C:/Users/me/Secret Folder/**", "C:/Users/me/PUBLIC~1/a.txt", false);
        check("C:/Secret Folder/**", "C:/SE3F2A~1/a.txt", true);
        check("/ws/.git/**", "/ws/GIT~1/config", true);
        check("/ws/secret", "/ws/secre~x", false);
        assert!(is_short("a~1") && is_short("PROGRA~1.TXT") && !is_short("file~") && !is_short("a.~1~"));
    }

    fn naive(pattern: &[Segment], names: &[&str]) -> bool {
        match (pattern.split_first(), names.split_first()) {
            (None, None) => true,
            (Some((Segment::Any, after)), _) => {
                naive(after, names) || names.split_first().is_some_and(|(_, rest)| naive(pattern, rest))
            }
            (Some((segment, after)), Some((name, rest))) => segment.fits(name) && naive(after, rest),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(text in "(\\*\\*|a|b|a\\*)(/(\\*\\*|a|b|\\*)){0,5}", path in "[ab]{1,2}(/[ab]{1,2}){0,6}") {
            let names: Vec<_> = path.split('/').collect();
            let pattern = pattern(&text);
            prop_assert_eq!(matches(&pattern, &path), naive(&pattern, &names));
        }

        /// Looking at the ends first spares work and hides nothing.
        #[test]
        fn a_glob_finds_exactly_what_matches(text in "(\\*\\*|a|b|a\\*)(/(\\*\\*|a|b|\\*)){0,5}", folder in "[ab](/[ab]){0,3}", below in "[ab](/[ab]){0,2}") {
            let pattern = pattern(&text);
            let glob_of = |text: &str| text.split('/').map(GlobName::new).collect::<Vec<_>>();
            let is_match = matches(&pattern, &format!("{folder}/{below}"));
            prop_assert_eq!(may_match_glob(&pattern, &folder, &glob_of(&below)), is_match);
            if is_match {
                prop_assert!(may_match_glob(&pattern, &folder, &glob_of(&below.replace('a', "*"))));
            }
        }

        #[test]
        fn whatever_matches_below_is_reached(text in "(\\*\\*|a|b|a\\*)(/(\\*\\*|a|b|\\*)){0,5}", folder in "[ab](/[ab]){0,2}", below in "[ab](/[ab]){0,3}") {
            let pattern = pattern(&text);
            if matches(&pattern, &format!("{folder}/{below}")) {
                prop_assert!(reaches_below(&pattern, &folder.split('/').collect::<Vec<_>>()));
            }
        }
    }
}
