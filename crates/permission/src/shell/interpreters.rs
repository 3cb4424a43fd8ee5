//! Programs that run code: from an option, from standard input, or from a file. Code that does not come from a file is
//! nested, because nobody sees what it does.

use super::{call::is_listed, value::Arg, word_set::WordSet};
use crate::quick::NameMap;
use std::sync::LazyLock;

/// Where an interpreter takes its code from.
#[derive(Debug)]
pub(super) enum Code<'c, 'a> {
    /// The text of an option; `None` if it is not there or not in one place.
    Inline(Option<&'c Arg<'a>>),
    /// Standard input.
    Input,
    File,
    /// Asked for its version or its options.
    None,
}

static SHELLS: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of(
        "sh bash dash zsh ksh ksh93 mksh pdksh ash hush fish tcsh csh rbash rzsh yash osh ysh xonsh nu \
    elvish posh",
    )
});

/// Shells whose command texts are not read.
const FOREIGN: &[&str] = &["powershell", "pwsh", "cmd", "wscript", "cscript", "mshta"];

/// An interpreter and its options.
struct Runtime {
    /// A version may follow a name, as in `python3.12`.
    names: &'static str,
    /// Options whose value, or the next argument, is code. A single letter counts anywhere in a bundle.
    code: &'static str,
    /// Options with a value that is not code.
    values: &'static str,
    /// Options that need nothing else.
    alone: &'static str,
    /// Whether it reads code from standard input when there is no file.
    reads_input: bool,
}

const RUNTIMES: &[Runtime] = &[
    Runtime {
        names: "python pypy ipython bpython",
        code: "-c",
        values: "-W -X -Q --check-hash-based-pycs",
        alone: "--version -V -VV --help -h",
        reads_input: true,
    },
    Runtime {
        names: "node nodejs iojs",
        code: "-e -p -pe --eval --print",
        values: "-r -C --require --import --loader --experimental-loader --conditions --env-file --inspect-port \
            --input-type --test-name-pattern --test-reporter --title --icu-data-dir --openssl-config \
            --redirect-warnings --diagnostic-dir",
        alone: "--version -v --help -h --v8-options",
        reads_input: true,
    },
    Runtime {
        names: "ts-node tsx esno jiti babel-node coffee",
        code: "-e -p -pe --eval --print",
        values: "-r -P -O --require --project --compiler-options --tsconfig",
        alone: "--version -v --help -h",
        reads_input: true,
    },
    Runtime {
        names: "bun",
        code: "-e -p --eval --print",
        values: "-r --preload --cwd --config -c --env-file --filter",
        alone: "--version -v --help -h --revision",
        reads_input: false,
    },
    Runtime {
        names: "ruby jruby truffleruby irb",
        code: "-e",
        values: "-I -r -C -E -K -F -T -W --encoding --external-encoding --internal-encoding",
        alone: "--version -v --help -h",
        reads_input: true,
    },
    Runtime { names: "perl", code: "-e -E", values: "-I", alone: "--version -v --help -h -V", reads_input: true },
    Runtime {
        names: "php php-cgi",
        code: "-r -B -R -E --run --process-begin --process-code --process-end",
        values: "-c -d -f -t -z -S -F --php-ini --define --docroot --zend-extension",
        alone: "--version -v --help -h -m -i --ini --modules --info",
        reads_input: true,
    },
    Runtime { names: "lua luajit lua5", code: "-e", values: "-l -j -O", alone: "-v", reads_input: true },
    Runtime {
        names: "Rscript R",
        code: "-e",
        values: "--default-packages",
        alone: "--version --help",
        reads_input: true,
    },
    Runtime {
        names: "julia",
        code: "-e -E -L --eval --print",
        values: "-C -J -p -t -H --project --sysimage --home --threads --procs --load",
        alone: "--version -v --help -h",
        reads_input: true,
    },
    Runtime {
        names: "elixir iex",
        code: "-e --eval --rpc-eval",
        values: "-r -S -pr -pa -pz --cookie --name --sname --app --erl",
        alone: "--version -v --help -h",
        reads_input: false,
    },
    Runtime {
        names: "erl",
        code: "-eval -run -s",
        values: "-pa -pz -name -sname",
        alone: "-version",
        reads_input: true,
    },
    Runtime {
        names: "ghc runghc runhaskell stack",
        code: "-e",
        values: "",
        alone: "--version --help",
        reads_input: false,
    },
    Runtime {
        names: "scala groovy kotlin kotlinc swift crystal dart jshell clojure clj bb lein",
        code: "-e --eval eval",
        values: "-cp -classpath --class-path",
        alone: "--version -version --help",
        reads_input: true,
    },
    Runtime { names: "osascript", code: "-e", values: "-l -s", alone: "", reads_input: true },
    Runtime { names: "tclsh wish expect", code: "-c", values: "-f -b", alone: "-v", reads_input: true },
    Runtime {
        names: "guile racket sbcl clisp csi gosh mit-scheme ecl ccl",
        code: "-c -e -x --eval --load-and-eval",
        values: "-l --load",
        alone: "--version --help",
        reads_input: true,
    },
    Runtime {
        names: "octave matlab gnuplot maxima sage gap gp maple",
        code: "-e -r -x -batch --eval --eval-string --batch-string",
        values: "",
        alone: "--version --help",
        reads_input: true,
    },
    Runtime {
        names: "emacs emacsclient",
        code: "-e -f -eval -execute -funcall --eval --execute --funcall",
        values: "-l -Q --load",
        alone: "--version --help",
        reads_input: false,
    },
    Runtime {
        names: "vim vi nvim view gvim vimdiff ex rvim",
        code: "-c -S -s --cmd",
        values: "-u -i -T -t -w",
        alone: "--version --help -h",
        reads_input: false,
    },
    Runtime {
        names: "gdb lldb",
        code: "-ex -iex -o -O --eval-command --init-eval-command --one-line -x --command --source",
        values: "-p -c --pid",
        alone: "--version --help -v",
        reads_input: false,
    },
    Runtime { names: "ed red", code: "", values: "-p --prompt", alone: "--version --help", reads_input: true },
    Runtime {
        names: "sqlite3 duckdb psql mysql mariadb mongosh mongo redis-cli",
        code: "",
        values: "-c -f -d -h -p -U -u -e --command --file --dbname --host --port --username --execute --eval",
        alone: "--version -version -V --help",
        reads_input: false,
    },
];

/// Whether the name is that of a shell whose texts can be read as bash.
pub(super) fn is_shell(name: &str) -> bool {
    SHELLS.has(name)
}

/// Whether the name is that of a shell whose texts are not read.
pub(super) fn is_foreign(name: &str) -> bool {
    let name = name.strip_suffix(".exe").or_else(|| name.strip_suffix(".EXE")).unwrap_or(name);
    FOREIGN.iter().any(|foreign| name.eq_ignore_ascii_case(foreign))
}

/// Programs in whose language files are read and written by name.
pub(super) fn names_files(name: &str) -> bool {
    matches!(name, "awk" | "gawk" | "mawk" | "nawk" | "sed" | "gsed" | "ed" | "ex")
}

/// Whether a word of the program may run a command, in the program's own language.
pub(super) fn may_hold_command(name: &str, word: &str) -> bool {
    let has = |signs: &[&str]| signs.iter().any(|sign| word.contains(sign));
    match name {
        "awk" | "gawk" | "mawk" | "nawk" => has(&["system", "|", "getline"]),
        "sed" | "gsed" => sed_executes(word),
        "ed" | "ex" | "vi" | "vim" | "nvim" | "dc" => has(&["!", "system"]),
        "m4" => has(&["syscmd"]),
        "gdb" | "lldb" => has(&["shell", "!", "run"]),
        "expect" => has(&["spawn", "exec", "system"]),
        _ => false,
    }
}

/// `1e command`, or the flag `e` of a substitution: found where an `e` stands behind an address or a separator, alone.
fn sed_executes(script: &str) -> bool {
    let stands_alone = |(at, _): (usize, &str)| {
        let before = script.get(..at).unwrap_or_default().trim_end_matches([' ', '\t']).chars().next_back();
        let behind = script.get(at + 1..).unwrap_or_default().chars().next();
        before.is_none_or(|c| c.is_ascii_digit() || ";{}\n$!/gpiImM,".contains(c))
            && behind.is_none_or(|c| c.is_whitespace() || ";}gpiImMw".contains(c))
    };
    script.match_indices('e').any(stands_alone)
}

/// What a shell of this call would run.
pub(super) fn shell_code<'c, 'a>(args: &'c [Arg<'a>]) -> Code<'c, 'a> {
    let mut inline = false;
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        let Some(text) = arg.as_static() else {
            return match arg.may_be_flag() {
                _ if inline => Code::Inline(Some(arg)),
                // It may be `-c`.
                true => Code::Inline(None),
                false => Code::File,
            };
        };
        at += 1;
        match text {
            "--version" | "--help" => return Code::None,
            "-" | "--" => break,
            "--rcfile" | "--init-file" => at += 1,
            "--command" | "--commands" => inline = true,
            _ if text.starts_with("--") => {}
            _ if text.starts_with(['-', '+']) && text.len() > 1 => {
                inline |= text.starts_with('-') && text.contains('c');
                if text.contains(['o', 'O']) {
                    at += 1;
                }
                if text.contains('s') && !inline {
                    return Code::Input;
                }
            }
            _ => {
                at -= 1;
                break;
            }
        }
    }
    match args.get(at) {
        operand if inline => Code::Inline(operand),
        Some(file) if is_input(file) => Code::Input,
        Some(_) => Code::File,
        None => Code::Input,
    }
}

/// What an interpreter of this call would run; `None` if it is none.
pub(super) fn code<'c, 'a>(name: &str, args: &'c [Arg<'a>]) -> Option<Code<'c, 'a>> {
    if name == "deno" {
        return Some(deno(args));
    }
    Some(runtime(name)?.code(args))
}

static BY_NAME: LazyLock<NameMap<&'static str, &'static Runtime>> = LazyLock::new(|| {
    RUNTIMES.iter().flat_map(|runtime| runtime.names.split(' ').map(move |name| (name, runtime))).collect()
});

/// The interpreter of that name, with or without a version behind it.
fn runtime(name: &str) -> Option<&'static Runtime> {
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let shortest = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-').len();
    (shortest..=name.len()).find_map(|end| BY_NAME.get(name.get(..end)?).copied())
}

fn deno<'c, 'a>(args: &'c [Arg<'a>]) -> Code<'c, 'a> {
    match args.first().and_then(Arg::as_static) {
        Some("eval") => Code::Inline(args.get(1)),
        Some("repl") | None => Code::Input,
        Some("run") if args.iter().any(is_input) => Code::Input,
        Some("run") if args.iter().any(|arg| arg.lead().starts_with("data:")) => Code::Inline(None),
        _ => Code::None,
    }
}

/// A name for standard input.
fn is_input(arg: &Arg<'_>) -> bool {
    arg.as_static()
        .is_some_and(|text| matches!(text, "-" | "/dev/stdin" | "/proc/self/fd/0") || text.starts_with("/dev/fd/"))
}

impl Runtime {
    fn code<'c, 'a>(&self, args: &'c [Arg<'a>]) -> Code<'c, 'a> {
        let mut certain = true;
        let mut file = None;
        let mut at = 0;
        while let Some(arg) = args.get(at) {
            at += 1;
            if is_input(arg) {
                return Code::Input;
            }
            if !arg.may_be_flag() {
                if arg.lead().starts_with('+') && self.names.contains("vim") {
                    return Code::Inline(Some(arg));
                }
                file = file.or(Some(arg));
                // After an option that may have taken this for its value, options may go on.
                if certain {
                    break;
                }
                certain = true;
                continue;
            }
            let Some(text) = arg.as_static() else {
                let lead = arg.lead();
                if lead.is_empty() || self.is_code(lead) || self.bundles_code(lead) {
                    return Code::Inline(None);
                }
                continue;
            };
            if is_listed(self.alone, text) && args.len() == 1 {
                return Code::None;
            }
            if text == "--" {
                file = args.get(at);
                break;
            }
            if self.is_code(text) {
                return Code::Inline(args.get(at));
            }
            if self.bundles_code(text) {
                return Code::Inline(args.get(at));
            }
            if text == "-m" && self.names.starts_with("python") {
                return Code::None;
            }
            if is_listed(self.values, text) {
                if args.get(at).is_some_and(|value| value.lead().starts_with("data:")) {
                    return Code::Inline(args.get(at));
                }
                at += 1;
            } else if text.contains("=data:") {
                return Code::Inline(Some(arg));
            } else {
                certain = text.contains('=') || !text.starts_with("--");
            }
        }
        match file {
            Some(_) => Code::File,
            None if self.reads_input => Code::Input,
            None => Code::None,
        }
    }

    /// `-e`, `--eval`, `--eval=…`.
    fn is_code(&self, text: &str) -> bool {
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        is_listed(self.code, name)
    }

    /// `-c` in `-Sc` or `-cprint()`, `-e` in `-lane`; not `-e` in `-Itest`, where the letter before takes the rest.
    fn bundles_code(&self, text: &str) -> bool {
        let Some(letters) = text.strip_prefix('-').filter(|letters| !letters.starts_with('-')) else { return false };
        for letter in letters.chars() {
            let option = format!("-{letter}");
            if is_listed(self.code, &option) {
                return true;
            }
            if is_listed(self.values, &option) {
                return false;
            }
            if self.names == "perl" && matches!(letter, 'M' | 'm') {
                return !letters
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_' | b'.' | b',' | b'='));
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, code, shell_code};
    use crate::shell::value::Arg;

    fn check(command: &str, expected: &str) {
        let words: Vec<Arg<'_>> = command.split(' ').map(|word| Arg::Static(word.into())).collect();
        let (name, args) = words.split_first().expect("a name");
        let name = name.as_static().expect("static");
        let code = if super::is_shell(name) { Some(shell_code(args)) } else { code(name, args) };
        let found = match code {
            Some(Code::Inline(text)) => {
                format!("inline {}", text.map_or_else(String::new, |text| text.shown().into_owned()))
            }
            Some(Code::Input) => "input".to_owned(),
            Some(Code::File) => "file".to_owned(),
            Some(Code::None) => "none".to_owned(),
            None => "no interpreter".to_owned(),
        };
        assert_eq!(found, expected, "{command}");
    }

    #[test]
    fn where_code_comes_from() {
        for (command, expected) in [
            ("bash -c ls", "inline ls"),
            ("bash -lc ls", "inline ls"),
            ("bash -x -c ls", "inline ls"),
            ("bash -o pipefail -c ls", "inline ls"),
            ("bash --norc -ec ls", "inline ls"),
            ("bash x.sh -c", "file"),
            ("bash -x x.sh", "file"),
            ("bash", "input"),
            ("bash -s", "input"),
            ("sh -", "input"),
            ("sh /dev/stdin", "input"),
            ("bash --version", "none"),
            ("python -c code", "inline code"),
            ("python3.12 -Sc code", "inline code"),
            ("python3 -ccode x", "inline x"),
            ("python3 -W ignore x.py -c", "file"),
            ("python3 -m http.server", "none"),
            ("python3 -", "input"),
            ("python3", "input"),
            ("python3 --version", "none"),
            ("node -e code", "inline code"),
            ("node --eval=code", "inline "),
            ("node --env-file .env -e code", "inline code"),
            ("node --unknown x -e code", "inline code"),
            ("node server.js -p 3000", "file"),
            ("node --import data:text/javascript,x y.js", "inline data:text/javascript,x"),
            ("perl -lane code", "inline code"),
            ("perl -i.bak -pe code f", "inline code"),
            ("perl -Itest x.pl", "file"),
            ("perl -MPOSIX;system x.pl", "inline x.pl"),
            ("ruby -rjson -e code", "inline code"),
            ("php -r code", "inline code"),
            ("deno eval code", "inline code"),
            ("deno run -", "input"),
            ("deno test x.ts", "none"),
            ("bun -e code", "inline code"),
            ("bun test", "file"),
            ("vim -c q x", "inline q"),
            ("vim +q x", "inline +q"),
            ("emacs --batch --eval code", "inline code"),
            ("make all", "no interpreter"),
        ] {
            check(command, expected);
        }
    }
}
