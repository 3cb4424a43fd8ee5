//! Names of files that reach a reader as data: through `xargs`, `find -exec`, a loop that reads lines. Most lists may hold
//! any name, so that a reader of what files say cannot be told what it reads. Some hold only names below the folder of the
//! session that are no secrets: files that are tracked, searches that leave hidden files out, names with a harmless ending.

use super::{
    Certainty,
    call::{Call, Reading, is_listed},
    places::{Dirs, is_within, lexical},
    readers,
    redirect::Feed,
    survey,
    value::{Arg, Piece},
    walk::Walker,
    why::clip,
    word::Bindings,
    word_set::WordSet,
};
use crate::{Access, paths::may_be_secret};
use rable::{Node, NodeKind};
use std::{borrow::Cow, rc::Rc, sync::LazyLock};

/// Programs that tell of a file, but not what it says.
static TELL_ABOUT: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of(
        "ls stat file wc du df test [ [[ basename dirname realpath readlink tree eza exa lsd md5sum \
    sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum cksum sum shasum md5 cd pushd touch mkdir rmdir which \
    type namei getfacl getfattr lsattr pathchk identify find gfind fd fdfind echo printf command git",
    )
});

/// Names in a text that are looked at.
const MOST_TOKENS: usize = 256;

/// Options of `grep` and `rg` with which nothing of the files is shown.
const NAMES_ONLY: &str = "-l -L -c -q --files-with-matches --files-without-match --count --count-matches --quiet \
    --silent --files";

/// Where `grep` and `rg` leave nothing out.
const HIDDEN: &str = "--hidden --no-ignore --no-ignore-vcs --no-ignore-dot --no-ignore-files --no-ignore-parent \
    --unrestricted --untracked --no-exclude-standard --no-index --search-zip";

/// Whether the program shows what is in the files that it is given.
pub(super) fn reveals(base: &str, args: &[Arg<'_>]) -> bool {
    let tells_about = TELL_ABOUT.has(base) || is_search(base) && has(args, NAMES_ONLY, "lLcq");
    !tells_about
}

/// Whether it shows what files say that searches usually leave out: it takes them in, or asks for them by a name.
pub(super) fn searches_secrets(base: &str, args: &[Arg<'_>]) -> bool {
    let is_git_grep = base == "git" && args.first().and_then(Arg::as_static) == Some("grep");
    if !(is_search(base) || is_git_grep || matches!(base, "ugrep" | "ug")) || has(args, NAMES_ONLY, "lLcq") {
        return false;
    }
    let letters = match base {
        "rg" => "u.",
        "ag" | "ugrep" | "ug" => "uU.",
        _ => "",
    };
    // What `grep -r` itself takes in is told in docs/permissions.md.
    let hidden = !is_plain_grep(base) && has(args, HIDDEN, letters);
    match narrowed(base, args) {
        Narrowed::ToSecrets => true,
        Narrowed::ToOthers => false,
        Narrowed::No => hidden,
    }
}

fn is_plain_grep(base: &str) -> bool {
    matches!(base, "grep" | "egrep" | "fgrep" | "ggrep" | "zgrep")
}

/// Which names a search is held to: `-t rust`, `-g '*.rs'`, `--include=.env`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Narrowed {
    No,
    /// None of them is a secret's.
    ToOthers,
    /// One may be.
    ToSecrets,
}

fn narrowed(base: &str, args: &[Arg<'_>]) -> Narrowed {
    let Some((search, count)) = readers::candidates(base, args).next() else { return Narrowed::No };
    let Some(call) = Call::read(&search.flags, args.get(count..).unwrap_or_default(), Reading::Lenient) else {
        return Narrowed::No;
    };
    let endings = call.values("-e --extension").flatten().filter(|_| matches!(base, "fd" | "fdfind"));
    if endings.map(|ending| format!("*.{ending}")).any(|glob| may_be_secret(&glob)) {
        return Narrowed::ToSecrets;
    }
    let (mut globs, mut is_unknown) = (Vec::new(), false);
    for flag in call.flags.iter().filter(|flag| is_listed(globs_of(base), flag.name) || flag.name == "--type-add") {
        match flag.value.as_deref().and_then(text_with_globs) {
            Some(glob) if glob.starts_with('!') => {}
            // `--type-add name:glob`
            Some(added) if flag.name == "--type-add" => {
                is_unknown |= asks_for_secret(added.rsplit(':').next().unwrap_or(&added));
            }
            Some(glob) => globs.push(glob),
            None => is_unknown = true,
        }
    }
    if is_unknown || globs.iter().any(|glob| asks_for_secret(glob)) {
        return Narrowed::ToSecrets;
    }
    // All types together find names such as `.env.sh`, hidden or not.
    if call.values("-t --type").any(|kind| kind == Some("all")) {
        return Narrowed::ToSecrets;
    }
    let by_type = call.values("-t --type").next().is_some();
    if by_type || globs.iter().any(|glob| !takes_all(glob)) { Narrowed::ToOthers } else { Narrowed::No }
}

/// The text of an argument, which a shell's glob may be part of; `None` if anything else is.
fn text_with_globs<'c>(arg: &'c Arg<'_>) -> Option<Cow<'c, str>> {
    let is_plain = match arg {
        Arg::Static(_) => true,
        Arg::Open(open) => open.pieces.iter().all(|piece| matches!(piece, Piece::Text(_) | Piece::Glob(_))),
    };
    is_plain.then(|| arg.shown())
}

/// Options whose value is a glob for names. That of `fd -g` is an operand.
fn globs_of(base: &str) -> &'static str {
    if matches!(base, "fd" | "fdfind") { "" } else { "-g --glob --iglob --include" }
}

/// Whether a glob of a search finds a secret's name.
fn asks_for_secret(glob: &str) -> bool {
    let Some(globs) = without_braces(glob) else { return true };
    globs.iter().any(|glob| !takes_all(glob) && may_be_secret(glob.rsplit('/').next().unwrap_or(glob)))
}

/// `src/**` takes in what is there, as `grep -r` does.
fn takes_all(glob: &str) -> bool {
    let Some((folder, name)) = glob.rsplit_once('/') else { return false };
    name.bytes().all(|byte| byte == b'*') && !folder.starts_with(['.', '*']) && !folder.is_empty()
}

/// What `{a,b}` in a glob stands for; `None` if that is too much to tell.
fn without_braces(glob: &str) -> Option<Vec<String>> {
    let mut open = vec![glob.to_owned()];
    let mut globs = Vec::new();
    while let Some(glob) = open.pop() {
        let Some((before, rest)) = glob.split_once('{') else {
            globs.push(glob);
            continue;
        };
        let (inside, after) = rest.split_once('}')?;
        if inside.contains('{') || globs.len() + open.len() > MOST_TOKENS {
            return None;
        }
        open.extend(inside.split(',').map(|choice| format!("{before}{choice}{after}")));
    }
    Some(globs)
}

fn is_search(base: &str) -> bool {
    matches!(base, "grep" | "egrep" | "fgrep" | "ggrep" | "rg" | "ag" | "ack" | "zgrep")
}

/// Whether one of the options is there, whole or as one of the letters of a bundle.
fn has(args: &[Arg<'_>], options: &str, letters: &str) -> bool {
    args.iter().any(|arg| {
        let lead = arg.lead();
        let name = lead.split('=').next().unwrap_or_default();
        is_listed(options, name)
            || lead.strip_prefix('-').is_some_and(|bundle| {
                // Letters that take a value end a bundle.
                let flags = bundle.chars().take_while(|c| !"efgABCmtTdjEMr-".contains(*c) || letters.contains(*c));
                flags.into_iter().any(|c| letters.contains(c))
            })
    })
}

/// What the command hands on as names.
pub(super) fn feed(walker: &Walker<'_>, node: &Node, before: &Feed, at: &Dirs) -> Feed {
    let may_list = match name(node).as_deref() {
        Some("echo" | "printf") => return Feed::Pipe(survey::echoed(node)),
        Some("git" | "fd" | "fdfind" | "rg" | "grep" | "egrep" | "fgrep" | "ls" | "find" | "gfind") => true,
        Some("head" | "tail" | "sort" | "uniq" | "shuf" | "tac" | "tr") => matches!(before, Feed::Names),
        _ => false,
    };
    let Some(words) = may_list.then(|| words(node)).flatten() else { return Feed::Pipe(None) };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((name, args)) = words.split_first() else { return Feed::Pipe(None) };
    let at_home = at.all_within(&walker.cwd);
    let harmless =
        at_home && lists_harmless(walker, name, args) || matches!(before, Feed::Names) && passes_on(name, args);
    if harmless { Feed::Names } else { Feed::Pipe(None) }
}

/// The name of a simple command, if it is static.
fn name(node: &Node) -> Option<Cow<'_, str>> {
    let NodeKind::Command { words, .. } = &node.kind else { return None };
    let NodeKind::Word { value, .. } = &words.first()?.kind else { return None };
    if let Some(name) = super::word::plain(value) {
        return Some(Cow::Borrowed(name));
    }
    match super::word::read(value, &Bindings::new()).args.into_iter().next()? {
        Arg::Static(name) => Some(name),
        Arg::Open(_) => None,
    }
}

/// The words as far as they are text and globs; `None` if anything else is there.
fn words(node: &Node) -> Option<Vec<String>> {
    let NodeKind::Command { words, assignments, .. } = &node.kind else { return None };
    if !assignments.is_empty() {
        return None;
    }
    let none = Bindings::new();
    let mut texts = Vec::new();
    for word in words {
        let NodeKind::Word { value, .. } = &word.kind else { return None };
        let read = super::word::read(value, &none);
        if read.flaw.is_some() {
            return None;
        }
        for arg in &read.args {
            let plain = match arg {
                Arg::Static(_) => true,
                Arg::Open(open) => open.pieces.iter().all(|piece| matches!(piece, Piece::Text(_) | Piece::Glob(_))),
            };
            texts.push(plain.then(|| arg.shown().into_owned())?);
        }
    }
    Some(texts)
}

/// A filter that takes names away or sorts them.
fn passes_on(name: &str, args: &[&str]) -> bool {
    let operands = args.iter().filter(|arg| !arg.starts_with('-') && arg.parse::<u32>().is_err()).count();
    match name {
        // Half a name is another one.
        "head" | "tail" => {
            let cuts = |arg: &&str| arg.starts_with("--bytes") || !arg.starts_with("--") && arg.contains('c');
            operands == 0 && !args.iter().any(cuts)
        }
        "sort" | "uniq" | "shuf" => operands == 0,
        "tac" => args.is_empty(),
        "grep" | "egrep" | "fgrep" | "rg" => {
            let cuts = args.iter().any(|arg| {
                arg.starts_with("--")
                    || arg.strip_prefix('-').is_some_and(|flags| flags.contains(['o', 'n', 'f', 'r', 'A', 'B', 'C']))
            });
            operands <= 1 && !cuts
        }
        "tr" => args == ["\\n", "\\0"],
        _ => false,
    }
}

fn lists_harmless(walker: &Walker<'_>, name: &str, args: &[&str]) -> bool {
    let words: Vec<Arg<'_>> = args.iter().map(|arg| Arg::Static((*arg).into())).collect();
    if narrowed(name, &words) == Narrowed::ToSecrets {
        return false;
    }
    let inside = |path: &&str| is_inside(walker, path);
    let operands = || args.iter().copied().filter(|arg| !arg.starts_with('-'));
    let has = |options: &str, letters: &str| {
        args.iter().any(|arg| {
            is_listed(options, arg.split('=').next().unwrap_or_default())
                || !arg.starts_with("--")
                    && arg.strip_prefix('-').is_some_and(|flags| flags.contains(|c| letters.contains(c)))
        })
    };
    match name {
        // What is tracked is shared already.
        "git" => match args.first().copied() {
            Some("ls-files") => {
                !has("--others --ignored --format", "oi") && operands().skip(1).all(|path| is_inside(walker, path))
            }
            Some("grep") => {
                !has("--untracked --no-index --no-exclude-standard", "") && has("--name-only --files-with-matches", "l")
            }
            Some(subcommand @ ("diff" | "show" | "diff-tree" | "log")) => {
                // What commits say are no names.
                let is_silent = |arg: &&str| {
                    matches!(arg.split_once('='), Some(("--format" | "--pretty", "" | "format:" | "tformat:")))
                };
                let formats = args.iter().filter(|arg| arg.starts_with("--format") || arg.starts_with("--pretty"));
                let silent = formats.clone().all(is_silent) && !has("--oneline --no-index --line-prefix --stdin", "v");
                let tells = matches!(subcommand, "show" | "log") && formats.clone().next().is_none();
                has("--name-only", "") && silent && !tells
            }
            _ => false,
        },
        "fd" | "fdfind" => {
            !has(
                "--hidden --no-ignore --unrestricted --exec --exec-batch --base-directory --search-path --no-ignore-vcs \
                    --format",
                "HuIxXC",
            ) && operands().skip(1).all(|path| is_inside(walker, path))
        }
        "rg" => {
            has("--files --files-with-matches", "l")
                && !has(HIDDEN, "u.")
                && !has("--json --path-separator --hyperlink-format --stats --debug --trace --type-list", "")
                && operands().skip(usize::from(!has("--files", ""))).all(|path| is_inside(walker, path))
        }
        // It reads as much itself.
        "grep" | "egrep" | "fgrep" => {
            has("--files-with-matches", "l")
                && !has("--label", "")
                && operands().skip(1).all(|path| is_inside(walker, path))
        }
        "ls" => {
            let mut globs = operands().peekable();
            !has("--all --almost-all", "aAlsi")
                && globs.peek().is_some()
                && globs.all(|glob| !glob.contains('/') && glob.contains('*') && !may_be_secret(glob))
        }
        "find" | "gfind" => {
            let roots = args.iter().position(|arg| arg.starts_with(['-', '(', '!'])).unwrap_or(args.len());
            let (roots, expression) = args.split_at_checked(roots).unwrap_or_default();
            roots.iter().all(inside) && finds_harmless(expression) && prints_names(expression)
        }
        _ => false,
    }
}

fn is_inside(walker: &Walker<'_>, path: &str) -> bool {
    let clean = if path.starts_with('/') { lexical(path) } else { lexical(&format!("{}/{path}", walker.cwd)) };
    !path.starts_with(['~', ':']) && !path.split('/').any(|part| part == "..") && is_within(&clean, &walker.cwd)
}

/// Whether every alternative of an expression of `find` asks for a name that is no secret's.
pub(super) fn finds_harmless(expression: &[&str]) -> bool {
    let mut names = 0_usize;
    let mut alternatives = 1_usize;
    let mut negated = false;
    let mut rest = expression.iter();
    while let Some(&word) = rest.next() {
        match word {
            "!" | "-not" => {
                negated = true;
                continue;
            }
            "-o" | "-or" => alternatives += 1,
            "," => return false,
            "-name" | "-iname" | "-path" | "-ipath" | "-wholename" => {
                let Some(pattern) = rest.next() else { return false };
                let last = pattern.rsplit('/').next().unwrap_or(pattern);
                match (negated, may_be_secret(last)) {
                    (true, _) => {}
                    (false, true) => return false,
                    (false, false) => names += 1,
                }
            }
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                // It runs for what was asked for before it.
                if names < alternatives {
                    return false;
                }
                rest.by_ref().find(|word| matches!(**word, ";" | "+"));
            }
            _ => {}
        }
        negated = false;
    }
    names >= alternatives
}

/// Whether an expression of `find` prints what it finds and nothing else.
fn prints_names(expression: &[&str]) -> bool {
    let mut rest = expression.iter();
    while let Some(&word) = rest.next() {
        let is_name = match word {
            "-printf" => rest.next().is_some_and(|format| matches!(*format, "%p\\n" | "%P\\n" | "%p\\0" | "%P\\0")),
            _ => !["-exec", "-ok", "-fprint", "-ls", "-fls"].iter().any(|action| word.starts_with(action)),
        };
        if !is_name {
            return false;
        }
    }
    true
}

/// Whether it is what was found or listed, as it stands: text around it would make another name of it.
fn is_data(arg: &Arg<'_>) -> bool {
    match arg {
        Arg::Static(_) => true,
        Arg::Open(open) => {
            let pieces = match open.pieces.as_slice() {
                [Piece::Text(here), pieces @ ..] if here == "./" => pieces,
                pieces => pieces,
            };
            match pieces {
                [Piece::Unknown(raw)] => matches!(*raw, "{}" | "…"),
                [Piece::OneOf(words, _)] => words.iter().all(is_data),
                pieces => pieces.iter().all(|piece| matches!(piece, Piece::Text(_) | Piece::Home | Piece::Glob(_))),
            }
        }
    }
}

impl Walker<'_> {
    /// The body of a loop. What it reads line by line may be known to be harmless names.
    pub(super) fn each_line<'a>(
        &mut self,
        condition: &'a Node,
        body: &'a Node,
        at: &Dirs,
        bindings: &mut Bindings<'a>,
        feed: &Feed,
    ) {
        let variable = survey::read_variable(condition).filter(|_| matches!(feed, Feed::Names));
        let Some(variable) = variable.filter(|variable| !survey::assigns(body, variable)) else {
            self.walk(body, at, bindings, Feed::Inherited);
            return;
        };
        bindings.push((variable, Some(Rc::new(vec![Arg::listed()]))));
        let was_known = std::mem::replace(&mut self.feed_known, true);
        self.walk(body, at, bindings, Feed::Inherited);
        self.feed_known = was_known;
        bindings.pop();
    }

    /// Notes that the files are read whose names stand in a file or come as data, if the program does that and shows them.
    pub(super) fn reads_listed(&mut self, base: &str, args: &[Arg<'_>]) {
        match base {
            "sort" | "gsort" if has(args, "--files0-from", "") => {
                self.found.gap = true;
                self.found.unresolved.get_or_insert_with(|| "--files0-from".to_owned());
            }
            // What git has is shared, unless its name is one of a secret.
            "git" if has(args, "--batch --batch-command", "") => self.found.gap = true,
            _ => {}
        }
    }

    /// A file is read whose name is not known.
    pub(super) fn reads_unknown(&mut self, arg: &Arg<'_>) {
        if !(self.feed_known && is_data(arg)) {
            self.found.gap = true;
            if self.reveals {
                self.found.unresolved.get_or_insert_with(|| clip(&arg.shown()).into_owned());
            }
        }
    }

    /// A file is read in a folder that is not known.
    pub(super) fn reads_somewhere(&mut self, text: &str) {
        self.found.gap |= self.reveals || self.uses;
        if self.reveals {
            self.found.unresolved.get_or_insert_with(|| clip(text).into_owned());
        }
    }

    /// Notes the names that are handed on, if they are known; tells whether they are, or are harmless.
    pub(super) fn knows_feed(&mut self, feed: &Feed, at: &Dirs) -> bool {
        match feed {
            Feed::Names => true,
            Feed::Text(text) | Feed::Pipe(Some(text)) => {
                for name in text.split_whitespace().take(MOST_TOKENS) {
                    self.note_text(name.trim_matches(['"', '\'']), at, Access::Read, Certainty::Exact);
                }
                !text.contains(['$', '`', '\\'])
            }
            Feed::Inherited | Feed::Pipe(None) | Feed::File => false,
        }
    }

    /// Where some file is read whose name is data, every name in the text may be that of the file.
    pub(super) fn note_data(&mut self) {
        if !self.found.gap {
            return;
        }
        let ends = |c: char| c.is_whitespace() || "'\"`;|&()<>=,:".contains(c);
        let at = Dirs::at(&self.cwd.clone());
        let source = self.source;
        // `name\0` and `name\n`
        let tokens = source.split(ends).map(|token| token.split('\\').next().unwrap_or(token));
        for token in tokens.filter(|token| !token.is_empty() && token.len() < 256).take(MOST_TOKENS) {
            let below_home = ["~/", "$HOME/", "${HOME}/"].iter().find_map(|home| token.strip_prefix(home));
            let path = match (below_home, self.home.as_deref()) {
                (Some(rest), Some(home)) => format!("{home}/{rest}"),
                (Some(rest), None) => rest.to_owned(),
                (None, _) => token.to_owned(),
            };
            let is_glob = path.contains(['*', '?', '[']);
            // Not a regular expression.
            let points = !path.starts_with(".*") && !path.contains(['^', '$', '+', '\\', '{']);
            if points && !path.starts_with('-') {
                let certainty = if is_glob { Certainty::Glob } else { Certainty::Guess };
                self.note_text(&path, &at, Access::Read, certainty);
            }
        }
    }
}
