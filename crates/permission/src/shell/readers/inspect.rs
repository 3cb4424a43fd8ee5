//! Tools that look into media, documents, binaries, build folders and running programs. Not here: what reads further files
//! or options that the project names in its data, such as `ctags`, `identify` or `gcc -E` on a source file.

use super::super::call::{Call, Program};
use super::super::value::Arg;
use std::path::Path;

const LSOF: &str = "-n -P -p: -t -l -a -u: -c: -s? -i? -U -N -w -b -F? -d: -g? -R -V -v -h -?";

pub(super) const READERS: &[Program] = &[
    // Of all connections at once it looks up the names of all peers, unless told not to.
    Program::text("lsof", LSOF).check(|call| {
        let names_port =
            |operand: &&Arg<'_>| operand.lead().strip_prefix(':').is_some_and(|port| !port.starts_with('/'));
        let is_narrow = !call.operands.is_empty()
            || call.has("-n")
            || call.flags.iter().all(|flag| flag.name != "-i" || flag.value.is_some());
        is_narrow && call.operands.iter().all(names_port)
    }),
    // Other words with a plus resume, write or wait.
    Program::reads("lsof", LSOF).check(|call| {
        let looks = |operand: &str| !operand.starts_with('+') || matches!(operand, "+D" | "+d" | "+L1");
        !call.operands.is_empty() && call.operands.iter().all(|operand| fits(operand, looks))
    }),
    Program::reads(
        "ffprobe",
        "-hide_banner -v: -loglevel: -show_format -show_streams -show_entries: -show_chapters -show_packets \
        -of: -print_format: -select_streams: -i@ -count_frames -pretty -version",
    )
    .most(1)
    .check(|call| {
        // `http:`, `concat:` and their kin.
        let is_file = |file: Option<&str>| file.is_some_and(|file| !file.contains(':'));
        call.values("-i").all(is_file) && call.operands.iter().all(|file| is_file(file.as_static()))
    }),
    // Neither `-tag=value` nor `-if`, `-p` and `-config`, which are Perl.
    Program::reads("exiftool", "-json -j -s -S -a -G -G1 -n -u -U -q -r -ver -h -l -t"),
    Program::reads("pandoc", "-t: -f: --to= --from= --toc --wrap= --columns=").check(|call| {
        // Other formats can include files, and other names are programs in Lua.
        let is_format = |format: &str| {
            matches!(
                format,
                "plain"
                    | "markdown"
                    | "gfm"
                    | "commonmark"
                    | "html"
                    | "json"
                    | "native"
                    | "rst"
                    | "org"
                    | "latex"
                    | "man"
            )
        };
        let is_source = |format: &str| matches!(format, "markdown" | "gfm" | "commonmark");
        call.values("-t --to").all(|format| format.is_some_and(is_format))
            && call.values("-f --from").all(|format| format.is_some_and(is_source))
            && !call.operands.is_empty()
            && call.operands.iter().all(|file| fits(file, is_markdown))
    }),
    Program::reads("gron", "-s -c -m -u -v --stream --colorize --monochrome --ungron --values --no-sort")
        .check(|call| call.operands.iter().all(|file| fits(file, |file| !file.contains("://")))),
    Program::text("dasel", "-f@ --file@ -r: -w: --read= --write= -c --colour")
        .most(1)
        .check(|call| call.operands.iter().all(|selector| fits(selector, |selector| selector.starts_with('.')))),
    // Verbs without a language of their own and without options.
    Program::reads(
        "mlr",
        "--icsv --itsv --ijson --ocsv --otsv --ojson --opprint --oxtab --c2j --c2p --c2t --j2c --csv --json --tsv",
    )
    .check(|call| {
        let verb = call.operands.first();
        verb.is_some_and(|verb| fits(verb, |verb| matches!(verb, "cat" | "tac" | "regularize" | "unsparsify")))
            && call.operands.iter().all(|word| word.as_static() != Some("then"))
    }),
    Program::text("jwt decode", "-j --json").most(1),
    Program::reads("dwarfdump", "--uuid").most(1).check(|call| call.has("--uuid")),
    Program::reads("zip -T", "").most(1),
    // What follows the file is for the script, and would run it.
    Program::reads("bash|sh|dash", "+ -n").most(1).check(|call| call.has("-n") && !call.operands.is_empty()),
    Program::reads("ruby", "+ -c -w").most(1).check(|call| call.has("-c") && !call.operands.is_empty()),
    // Without `-o` and `-r`, which name files that it writes, dry or not.
    Program::reads("patch", "+ -p: -R -N -s -f -u -i@ --dry-run --reverse --forward --strip= --input@ --verbose")
        .most(1)
        .check(|call| call.has("--dry-run")),
    // These tools look at the build file and leave the logs alone.
    Program::text("ninja", "+ -C@ -f@ -t:").check(|call| {
        let is_reader = |tool: &str| matches!(tool, "targets" | "commands" | "graph" | "rules" | "inputs" | "compdb");
        call.has("-t") && call.values("-t").all(|tool| tool.is_some_and(is_reader))
    }),
    Program::reads("cmake", "-L -LA -LH -LAH -N").most(1).check(|call| call.has("-N") && call.has("-L -LA -LH -LAH")),
    Program::text("jcmd", "-l").most(0),
    Program::text("jmap", "-histo -histo:live").most(1).check(|call| !call.flags.is_empty() && names_process(call)),
    Program::text(
        "java",
        "-version --version -XX:+PrintFlagsFinal -XX:+PrintFlagsInitial -XshowSettings:properties -XshowSettings:vm \
        -XshowSettings:locale -XshowSettings:all",
    )
    .most(0)
    .check(|call| call.has("-version --version")),
    // The built-in macros; from a file of the project it could take in others.
    Program::text("gcc|cc|clang|g++|c++|clang++", "-E -dM -v -x: -Wp,-v")
        .check(|call| call.has("-E") && call.words().is_some_and(|words| words == ["/dev/null"])),
    Program::text("mawk", "-W:").most(0).check(|call| call.values("-W").all(|word| word == Some("version"))),
    Program::reads(
        "openssl enc",
        "-d -aes-256-cbc -aes-128-cbc -aes-256-ctr -pbkdf2 -in@ -pass: -base64 -a -A -salt -nosalt -iter: -md:",
    )
    .most(0)
    .check(|call| {
        // The other forms name a file or a variable.
        call.has("-d") && call.values("-pass").all(|from| from.is_some_and(|from| from.starts_with("pass:")))
    }),
];

fn fits(arg: &Arg<'_>, test: impl Fn(&str) -> bool) -> bool {
    arg.as_static().is_some_and(test)
}

/// A file of this machine.
fn is_markdown(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "md") && !file.contains("://")
}

fn names_process(call: &Call<'_, '_>) -> bool {
    call.operands.iter().all(|process| fits(process, |process| process.bytes().all(|byte| byte.is_ascii_digit())))
}

#[cfg(test)]
mod tests {
    use crate::shell::{Class, ShellContext, analyse};
    use std::path::Path;

    fn reads(command: &str) -> bool {
        let cx = ShellContext { cwd: Path::new("/ws"), home: None };
        analyse(command, &cx).class == Class::ReadOnly
    }

    #[test]
    fn looks_and_nothing_else() {
        for command in [
            "lsof -nP -iTCP:5432",
            "lsof -i :3000",
            "lsof +D src",
            "lsof src/a.rs",
            "for p in 3000 8080; do lsof -i :$p; done",
            "ffprobe -v error -show_format video.mp4",
            "bash -n deploy.sh",
            "ruby -c app.rb",
            "patch --dry-run -p1 < fix.patch",
            "ninja -C build -t targets all",
            "cmake -L -N build",
            "gcc -E -Wp,-v -xc /dev/null",
        ] {
            assert!(reads(command), "{command}");
        }
        for command in [
            "lsof -i",
            "lsof +m m",
            "lsof -Db",
            "ffprobe http://x/y",
            "ffprobe -i concat:a",
            "exiftool -Artist=me a.jpg",
            "exiftool -if x a.jpg",
            "pandoc a.tex -t plain",
            "pandoc a.md -t ./w.lua",
            "pandoc a.md -o b",
            "gron http://x",
            "dasel put -f a.toml .x",
            "mlr --icsv put x a.csv",
            "mlr --icsv cat then put x a.csv",
            "bash -n",
            "bash -n -c ls",
            "bash deploy.sh -n",
            "ruby -c -r./x app.rb",
            "patch -p1 < fix.patch",
            "patch --dry-run -o x -p1 < fix.patch",
            "ninja all -t targets",
            "node app.js --check",
            "ninja -t clean",
            "ninja -C build",
            "cmake -L build",
            "jmap -dump:file=x 1",
            "java -XX:OnError=x -version",
            "java -javaagent:x.jar -version",
            "gcc -E x.c",
            "gcc -E -fplugin=./x.so /dev/null",
            "mawk -W exec x",
            "openssl enc -d -in a -pass file:x",
            "openssl enc -aes-256-cbc -in a -out b",
        ] {
            assert!(!reads(command), "{command}");
        }
    }
}
