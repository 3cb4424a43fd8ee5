//! The path part of a rule: its grammar, and the patterns it stands for at a given place.
//!
//! What allows is read as narrowly as its text; what denies or asks is read as widely as its writer can have meant it.
//! The differences are all in [`PathSpec::patterns`].

use super::{
    alias::on_drive,
    facts::{Facts, RealPath},
    name::{self, Style, drive, plain_separators},
    pattern::Segment,
    places::{Folder, Places},
};

/// `{a,b}{c,d}…` may not stand for more paths than this.
const MOST_ALTERNATIVES: usize = 64;

/// A path pattern that was found sound. Nothing is known yet of the folder it is relative to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathSpec {
    /// The text with `{a,b}` taken apart.
    alternatives: Vec<String>,
    /// No character stands for another.
    is_literal: bool,
}

/// Why a text is no path pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathSpecError {
    #[error("the path is empty")]
    Empty,
    #[error("`..` leaves the folder that relative rules start from")]
    LeavesWorkspace,
    #[error("`..` follows a wildcard")]
    ParentOfWildcard,
    #[error("`{{` is not closed")]
    OpenBrace,
    #[error("`{{a,b}}` stands for more than {MOST_ALTERNATIVES} paths")]
    TooManyAlternatives,
    #[error("`~` stands for one's own folder only")]
    OtherHome,
    #[error("the path has a control character")]
    ControlCharacter,
}

/// How far a pattern reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Exactly what the text says: for what allows.
    Narrow,
    /// Also what it may mean: for what denies or asks.
    Wide,
}

impl PathSpec {
    /// A pattern with `*`, `**`, `?` and `{a,b}`.
    pub fn parse(text: &str) -> Result<Self, PathSpecError> {
        let alternatives = expand_braces(text)?;
        alternatives.iter().try_for_each(|alternative| check(alternative, is_wild))?;
        Ok(Self { alternatives, is_literal: false })
    }

    /// The path itself.
    pub fn literal(text: &str) -> Result<Self, PathSpecError> {
        check(text, |_| false)?;
        Ok(Self { alternatives: vec![text.to_owned()], is_literal: true })
    }

    /// The patterns over absolute names.
    pub(crate) fn patterns(&self, reach: Reach, places: &Places, facts: &dyn Facts) -> Vec<Vec<Segment>> {
        let mut patterns = Vec::new();
        for text in &self.alternatives {
            let text = if is_windows(text, places) { plain_separators(text) } else { text.into() };
            match reach {
                Reach::Narrow => patterns.extend(self.anchored(&text, places, places.workspace())),
                Reach::Wide => patterns.extend(self.wide(&text, places, facts)),
            }
        }
        patterns
    }

    fn anchored<'a>(
        &self,
        text: &str,
        places: &'a Places,
        roots: impl Iterator<Item = &'a Folder>,
    ) -> Vec<Vec<Segment>> {
        let roots: Vec<&Folder> = roots.collect();
        let starts = places.starts(text, roots.into_iter());
        starts.iter().map(|(folder, rest)| self.segments(Some(folder), rest)).collect()
    }

    fn wide(&self, text: &str, places: &Places, facts: &dyn Facts) -> Vec<Vec<Segment>> {
        if !self.is_literal && matches!(text.trim(), "*" | "**") {
            return vec![vec![Segment::Any]];
        }
        let mut patterns = Vec::new();
        for text in self.meanings(text) {
            if !self.is_literal && text.starts_with("**/") {
                patterns.push(self.segments(None, &text));
                continue;
            }
            let anchored = self.anchored(&text, places, places.roots());
            if let Some(below_home) = text.strip_prefix("~/").filter(|_| anchored.is_empty()) {
                let anywhere = [Segment::Any].into_iter().chain(self.segments(None, below_home));
                patterns.push(anywhere.collect());
            }
            patterns.extend(anchored);
        }
        let behind_links: Vec<_> = patterns.iter().filter_map(|pattern| behind_links(pattern, facts)).collect();
        patterns.extend(behind_links);
        // A file has nothing below it, and a folder is denied with what it holds.
        for pattern in &mut patterns {
            if matches!(pattern.last(), Some(Segment::Exact(_))) {
                pattern.push(Segment::Any);
            }
        }
        patterns
    }

    /// What the writer of a denial may have meant.
    fn meanings(&self, text: &str) -> Vec<String> {
        let trimmed = text.trim();
        let mut texts = vec![text.to_owned()];
        let mut add = |text: String| {
            if !texts.contains(&text) {
                texts.push(text);
            }
        };
        add(trimmed.to_owned());
        add(plain_separators(trimmed).into_owned());
        if !self.is_literal {
            add(across_folders(trimmed));
        }
        // `/README.md` is hardly a file beside `/etc`: it means the one at the root of the workspace.
        if let Some(name) = trimmed.strip_prefix('/').filter(|rest| !rest.is_empty() && !rest.contains('/')) {
            add(name.to_owned());
        }
        if let Some(text) = on_drive(trimmed) {
            add(text);
        }
        texts
    }

    /// The names of a pattern from that folder; `.` and `..` are resolved, and `/` at the end means all below too.
    fn segments(&self, folder: Option<&str>, text: &str) -> Vec<Segment> {
        let exact = |name: &str| Segment::Exact(name.to_owned());
        let mut segments: Vec<Segment> =
            folder.map(|folder| folder.split('/').map(exact).collect()).unwrap_or_default();
        let floor = usize::from(folder.is_some());
        for part in text.split('/') {
            match part {
                ".." if segments.len() > floor => drop(segments.pop()),
                "" | "." | ".." => {}
                _ if self.is_literal => segments.push(exact(part)),
                _ => segments.push(Segment::new(part)),
            }
        }
        let is_folder = !self.is_literal && (text.ends_with('/') || text.ends_with("/."));
        if is_folder && segments.last() != Some(&Segment::Any) {
            segments.push(Segment::Any);
        }
        segments
    }
}

/// Whether `\` separates names in it.
fn is_windows(text: &str, places: &Places) -> bool {
    let has_drive = drive(text).is_some_and(|(_, rest)| rest.starts_with(['/', '\\']));
    places.style() == Style::Windows || has_drive || text.starts_with(r"\\")
}

/// The pattern with the folder it starts in replaced by where that folder leads, if it leads elsewhere.
fn behind_links(pattern: &[Segment], facts: &dyn Facts) -> Option<Vec<Segment>> {
    let exact = |segment: &Segment| match segment {
        Segment::Exact(name) => Some(name.clone()),
        _ => None,
    };
    let names: Vec<String> = pattern.iter().map_while(exact).collect();
    let folder = names.join("/");
    let path = name::as_path(&folder);
    if names.is_empty() || !path.has_root() {
        return None;
    }
    let RealPath::Known(real) = facts.real(&path) else { return None };
    let real = name::of_path(&real, Style::of(&path)).filter(|real| *real != folder)?;
    let rest = pattern.iter().skip(names.len()).cloned();
    Some(real.split('/').map(|name| Segment::Exact(name.to_owned())).chain(rest).collect())
}

/// `src/**.ts` and `src**/x` with folders in between, as many mean them; a `**` beside other text is a `*` otherwise.
fn across_folders(text: &str) -> String {
    let spread = |part: &str| {
        let is_beside = part.contains("**") && part.chars().any(|c| c != '*');
        if is_beside { part.replace("**", "*/**/*") } else { part.to_owned() }
    };
    text.split('/').map(spread).collect::<Vec<_>>().join("/")
}

fn is_wild(c: char) -> bool {
    c == '*' || c == '?'
}

/// That a rule means what can be told from its text alone.
fn check(text: &str, is_wild: impl Fn(char) -> bool) -> Result<(), PathSpecError> {
    if text.trim().is_empty() {
        return Err(PathSpecError::Empty);
    }
    if text.chars().any(char::is_control) {
        return Err(PathSpecError::ControlCharacter);
    }
    let home = text.strip_prefix('~');
    if home.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '\\'])) {
        return Err(PathSpecError::OtherHome);
    }
    let is_absolute = home.is_some() || text.starts_with(['/', '\\']) || drive(text).is_some();
    let mut depth = 0_usize;
    let mut after_wildcard = false;
    for part in text.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." if after_wildcard => return Err(PathSpecError::ParentOfWildcard),
            ".." => match depth.checked_sub(1) {
                Some(above) => depth = above,
                None if is_absolute => {}
                None => return Err(PathSpecError::LeavesWorkspace),
            },
            _ => {
                depth += 1;
                after_wildcard |= part.contains(&is_wild);
            }
        }
    }
    Ok(())
}

/// All texts that the braces stand for. `{a}` without a comma is itself.
fn expand_braces(text: &str) -> Result<Vec<String>, PathSpecError> {
    let mut done = Vec::new();
    // What is left to look at: text that is settled, and text that may hold braces.
    let mut open = vec![(String::new(), text.to_owned())];
    while let Some((mut settled, rest)) = open.pop() {
        let Some((before, after)) = rest.split_once('{') else {
            settled.push_str(&rest);
            done.push(settled);
            continue;
        };
        settled.push_str(before);
        let (choices, behind) = choices(after).ok_or(PathSpecError::OpenBrace)?;
        match choices.as_slice() {
            [_] => {
                settled.push('{');
                open.push((settled, after.to_owned()));
            }
            _ => open.extend(choices.iter().rev().map(|choice| (settled.clone(), format!("{choice}{behind}")))),
        }
        if done.len() + open.len() > MOST_ALTERNATIVES {
            return Err(PathSpecError::TooManyAlternatives);
        }
    }
    Ok(done)
}

/// The parts between the commas of a brace that was just opened, and what follows it. `None` if it is not closed.
fn choices(text: &str) -> Option<(Vec<&str>, &str)> {
    let mut choices = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            ',' if depth == 0 => {
                choices.push(text.get(start..at)?);
                start = at + 1;
            }
            '}' if depth == 0 => {
                choices.push(text.get(start..at)?);
                return Some((choices, text.get(at + 1..)?));
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{
        super::{NoFacts, PlacesSpec, pattern::matches},
        *,
    };
    use std::path::{Path, PathBuf};

    /// `/ws` is a link to `/data/ws`, `/ws/keys` one to `/vault`.
    struct Links;

    impl Facts for Links {
        fn real(&self, path: &Path) -> RealPath {
            let known = [("/ws/keys", "/vault"), ("/ws", "/data/ws"), ("/tmp", "/private/tmp")];
            let led = known.iter().find_map(|(from, to)| Some(Path::new(to).join(path.strip_prefix(from).ok()?)));
            RealPath::Known(led.unwrap_or_else(|| path.to_owned()))
        }

        fn folds_case(&self, _: &Path) -> bool {
            false
        }
    }

    fn covers(spec: &PathSpec, reach: Reach, places: &Places, facts: &dyn Facts, name: &str) -> bool {
        spec.patterns(reach, places, facts).iter().any(|pattern| matches(pattern, name))
    }

    fn check_in(workspace: &str, text: &str, name: &str, narrow: bool, wide: bool) {
        let (workspace, home) = (Path::new(workspace), Path::new("/home/u"));
        let extra = [PathBuf::from("/extra")];
        let spec = PlacesSpec { home: Some(home), extra_roots: &extra, ..PlacesSpec::new(workspace) };
        let places = Places::new(&spec, &NoFacts);
        let spec = PathSpec::parse(text).unwrap();
        for (reach, expected) in [(Reach::Narrow, narrow), (Reach::Wide, wide)] {
            assert_eq!(covers(&spec, reach, &places, &NoFacts, name), expected, "{reach:?} {text} {name}");
        }
    }

    #[test]
    fn both_readings() {
        let both = |text: &str, name: &str| check_in("/ws", text, name, true, true);
        let wide = |text: &str, name: &str| check_in("/ws", text, name, false, true);
        let none = |text: &str, name: &str| check_in("/ws", text, name, false, false);
        both("src/**", "/ws/src/a/b.rs");
        both("src/**", "/ws/src");
        none("src/**", "/ws/lib/src/a.rs");
        none("src/**", "/ws/src2/a");
        both("src/**/a.ts", "/ws/src/a.ts");
        both("src/*.ts", "/ws/src/.a.ts");
        none("src/*.ts", "/ws/src/x/a.ts");
        both("./src/./a", "/ws/src/a");
        both("src/x/../a", "/ws/src/a");
        both("docs/", "/ws/docs");
        both("docs/", "/ws/docs/a/b");
        none("docs/", "/ws/docsx");
        both("a?c", "/ws/abc");
        both("secrets/**/*.{pem,key}", "/ws/secrets/x/a.key");
        both("{src,lib/x}/{a,b}.rs", "/ws/lib/x/b.rs");
        both("{{name}}/a", "/ws/{{name}}/a");
        both("{a}", "/ws/{a}");
        both("a[1]", "/ws/a[1]");
        none("a[1]", "/ws/a1");
        both("/ws/**", "/ws/a");
        both("/etc/hosts", "/etc/hosts");
        none("/ws/docs/../../etc/**", "/ws/etc/x");
        both("/ws/docs/../../etc/**", "/etc/x");
        both("~/.ssh/**", "/home/u/.ssh/id");
        both("~", "/home/u");
        none("README.md", "/ws/docs/README.md");
        // What only a denial means.
        wide("docs", "/ws/docs/a");
        wide("**/.env*", "/etc/.env");
        wide("*", "/etc/passwd");
        wide("**", "/etc/passwd");
        wide("src/**.ts", "/ws/src/a/b.ts");
        wide("src/** ", "/ws/src/a");
        wide("/README.md", "/ws/README.md");
        none("/README.md", "/ws/docs/README.md");
        wide(r"src\secret", "/ws/src/secret");
        wide("docs/**", "/extra/docs/a");
        wide("/c/Users/me/**", "C:/Users/me/a");
    }

    #[test]
    fn on_windows() {
        let both = |text: &str, name: &str| check_in(r"C:\ws", text, name, true, true);
        both(r"src\**", "C:/ws/src/a");
        both("src/**", "C:/ws/src/a");
        both(r"C:\Users\me\**", "C:/Users/me/a");
        both("c:/Users/me/**", "C:/Users/me/a");
        both("/Users/me/**", "C:/Users/me/a");
        both(r"\\server\share\**", "//server/share/a");
        check_in("/ws", "C:/Users/me/.ssh/**", "C:/Users/me/.ssh/id", true, true);
    }

    #[test]
    fn a_folder_has_the_names_of_its_links() {
        let places = Places::new(&PlacesSpec::new(Path::new("/ws")), &Links);
        let check = |text: &str, name: &str, narrow: bool, wide: bool| {
            let spec = PathSpec::parse(text).unwrap();
            assert_eq!(covers(&spec, Reach::Narrow, &places, &Links, name), narrow, "narrow {text} {name}");
            assert_eq!(covers(&spec, Reach::Wide, &places, &Links, name), wide, "wide {text} {name}");
        };
        check("docs/**", "/data/ws/docs/a", true, true);
        check("/ws/**", "/data/ws/a", true, true);
        check("/tmp/**", "/private/tmp/a", true, true);
        check("/private/tmp/**", "/tmp/a", true, true);
        // What a link inside the workspace leads to is denied with it, never allowed.
        check("keys/**", "/vault/a", false, true);
        check("/ws/keys/**", "/vault/a", false, true);
    }

    #[test]
    fn a_wildcard_in_the_name_of_the_workspace_is_none() {
        check_in("/w*s", "a", "/w*s/a", true, true);
        check_in("/w*s", "a", "/wxs/a", false, false);
    }

    #[test]
    fn an_unknown_home_is_denied_everywhere() {
        let places = Places::new(&PlacesSpec::new(Path::new("/ws")), &NoFacts);
        let spec = PathSpec::parse("~/.ssh/**").unwrap();
        assert!(spec.patterns(Reach::Narrow, &places, &NoFacts).is_empty());
        assert!(covers(&spec, Reach::Wide, &places, &NoFacts, "/home/u/.ssh/id"));
    }

    #[test]
    fn literal_paths() {
        let places = Places::new(&PlacesSpec::new(Path::new("/ws")), &NoFacts);
        let check = |text: &str, name: &str, expected: bool| {
            let spec = PathSpec::literal(text).unwrap();
            assert_eq!(covers(&spec, Reach::Narrow, &places, &NoFacts, name), expected, "{text} {name}");
        };
        check("app/[id]/*.tsx", "/ws/app/[id]/*.tsx", true);
        check("app/*", "/ws/app/a", false);
        check("**", "/ws/a", false);
        check("{a,b}", "/ws/{a,b}", true);
    }

    #[test]
    fn refused() {
        let check = |text: &str, expected: PathSpecError| assert_eq!(PathSpec::parse(text), Err(expected), "{text:?}");
        check("", PathSpecError::Empty);
        check("  ", PathSpecError::Empty);
        check("../secret/credentials", PathSpecError::LeavesWorkspace);
        check("a/../../b", PathSpecError::LeavesWorkspace);
        check(r"..\x", PathSpecError::LeavesWorkspace);
        check("{a,../b}", PathSpecError::LeavesWorkspace);
        check("**/../x", PathSpecError::ParentOfWildcard);
        check("{a,b", PathSpecError::OpenBrace);
        check("~bob/x", PathSpecError::OtherHome);
        check("a\tb", PathSpecError::ControlCharacter);
        check("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", PathSpecError::TooManyAlternatives);
        assert!(PathSpec::parse("/../x").is_ok() && PathSpec::parse("a/../b").is_ok());
    }
}
