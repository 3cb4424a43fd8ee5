//! Which files a program reads and writes that is no reader, as far as its arguments tell. Options that are not listed are
//! passed over here; nothing is allowed because of what stands in this table.

use super::{
    call::{Operands, Program, Tree},
    findings::is_recursive,
    readers,
    value::Arg,
    word_set::WordSet,
};
use std::sync::LazyLock;

const WRITERS: &[Program] = &[
    Program::new("cp|gcp", Operands::Copy, "-t> -S: --target-directory> --suffix="),
    Program::new("mv|gmv", Operands::Move, "-t> -S: --target-directory> --suffix="),
    Program::new("ln|gln|link", Operands::Copy, "-t> -S: --target-directory> --suffix="),
    Program::new(
        "install|ginstall",
        Operands::Copy,
        "-t> -m: -o: -g: -S: --target-directory> --mode= --owner= --group= --suffix=",
    ),
    Program::new(
        "rsync|scp|pscp",
        Operands::Copy,
        "-e: -i@ -P: -l: -o: -F@ -c: --rsh= --exclude= --include= --exclude-from@ --include-from@ --files-from@ \
            --log-file> --backup-dir> --partial-dir> --temp-dir> --password-file@",
    ),
    Program::new(
        "rm|grm|rmdir|unlink|mkdir|gmkdir|touch|gtouch|tee|gtee|truncate|shred|srm|trash|trash-put|gio|mkfifo|mknod|\
            mktemp|wipefs",
        Operands::Write,
        "-m: -d: -t: -r@ -s: -n: -p: -Z: --mode= --date= --reference@ --size= --iterations= --tmpdir> --suffix=",
    ),
    Program::new(
        "chmod|gchmod|chown|gchown|chgrp|chattr|setfacl|chflags|xattr|chcon",
        Operands::WriteAfter { skip: 1, unless: "--reference" },
        "--reference@ --from=",
    ),
    Program::new(
        "sed|gsed",
        Operands::ReadAfter { skip: 1, unless: "-e --expression -f --file", tree: Tree::Never },
        "-e: -f@ -l: --expression= --file@ --line-length=",
    ),
    Program::new(
        "sort|gsort",
        Operands::Read,
        "-o> -k: -t: -S: -T> --output> --key= --field-separator= --buffer-size= --temporary-directory> \
            --files0-from@ --random-source@",
    ),
    Program::new("uniq|xxd", Operands::SecondWrites, "-f: -s: -w: -l: -c: -g: -o:"),
    Program::new("tree", Operands::ReadTree, "-o> -L: -P: -I:"),
    Program::new("base64|base32", Operands::Read, "-i@ -o> -w: --input@ --output>"),
    Program::new(
        "split|csplit",
        Operands::SecondWrites,
        "-a: -b: -l: -n: -d -x: --bytes= --lines= --number= --filter=",
    ),
    Program::new("patch", Operands::Write, "-i@ -o> -d> -p: -r> --input@ --output> --directory> --reject-file>"),
    Program::new("unzip|bsdunzip", Operands::Read, "-d> -x: -P:"),
    Program::new("zip|rar|ar", Operands::FirstWrites, "-i: -x: -P: -b>"),
    Program::new(
        "gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd|unzstd|lzma|unlzma|compress|uncompress|lz4|brotli|dos2unix|unix2dos",
        Operands::Write,
        "-S: -o> --suffix= --output>",
    ),
    Program::new(
        "curl",
        Operands::Text,
        "-o> -T@ -K@ -c> -D> -b: -d: -F: -H: -X: -u: -A: -e: -x: -m: -E@ --output> --upload-file@ --config@ \
            --cookie-jar> --dump-header> --trace> --trace-ascii> --stderr> --output-dir> --cert@ --key@ --cacert@ \
            --data= --data-binary= --data-raw= --data-urlencode= --form= --header= --request= --user= --url= \
            --proxy= --netrc-file@ --hsts> --alt-svc> --etag-save> --etag-compare@ --libcurl>",
    ),
    Program::new(
        "wget",
        Operands::Text,
        "-O> -o> -a> -P> -i@ --output-document> --output-file> --append-output> --directory-prefix> --input-file@ \
            --post-file@ --body-file@ --save-cookies> --load-cookies@ --certificate@ --private-key@ --warc-file> \
            --config@",
    ),
    Program::new(
        "aria2c|axel|yt-dlp|youtube-dl",
        Operands::Text,
        "-o> -d> -i@ --out> --dir> --output> --input-file@ --config-location@ --cookies@",
    ),
    Program::new(
        "gcc|g++|cc|c++|clang|clang++|rustc|ld|as|nasm|javac|tsc|swiftc|ghc|go|kotlinc|scalac|dmd|ldc2|zig|protoc",
        Operands::Read,
        "-o> -d> -I: -L: -l: -D: -x: -MF> -include@ --out-dir> --outDir> --outFile> --output> --out>",
    ),
    Program::new(
        "pandoc|dot|inkscape|pdftotext|gs|rsvg-convert|xmllint|tidy",
        Operands::Read,
        "-o> --output> -f: -t: -T:",
    ),
    Program::new("ffmpeg|convert|magick|wkhtmltopdf|sox|avconv", Operands::Copy, "-i@ -f: -c: -vf: -ss: -t:"),
    Program::new(
        "openssl",
        Operands::Text,
        "-in@ -out> -key@ -keyout> -inkey@ -signkey@ -CA@ -CAkey@ -CAfile@ -config@ -cert@ -certfile@ -passin: \
            -passout: -kfile@ -pass:",
    ),
    Program::new("ssh-keygen", Operands::Text, "-f> -t: -b: -C: -N: -P:"),
    Program::new("gpg", Operands::Read, "-o> -r: -u: --output> --recipient= --homedir> --keyring@"),
    Program::new("vim|vi|nvim|nano|emacs|ed|ex|pico|micro|hx|sponge", Operands::Write, "-c: -u@ -S@ -s@ -l@ --cmd="),
    Program::new(
        "black|isort|rustfmt|ktlint|swiftformat|stylua|mdformat|nixfmt|taplo|djlint|perltidy|ormolu|standard",
        Operands::Write,
        "-c@ --config@ --config-path@ --edition= --line-length=",
    ),
    Program::new(
        "prettier|eslint|ruff|gofmt|goimports|clang-format|shfmt|biome|dprint|rubocop|standardrb|yapf|autopep8|\
            php-cs-fixer|pint|markdownlint|buf",
        Operands::Read,
        "-c@ --config@ --config-path@ --ignore-path@ --parser= --plugin= --stdin-filepath= -o> --output-file>",
    ),
    Program::new(
        "perl|ruby|python|python3|node|bash|sh|zsh|deno|bun|php|lua",
        Operands::Read,
        "-e: -c: -E: -m: -r: -p: -W: -X: -I@ --eval= --print= --require@",
    ),
    Program::new(
        "git clone",
        Operands::Write,
        "-b: -o: -u: -c: -j: --branch= --origin= --upload-pack= --config= --depth= --template@ --reference@ \
            --separate-git-dir> --filter=",
    ),
    Program::new("git init", Operands::Write, "-b: --initial-branch= --template@ --separate-git-dir>"),
    Program::new(
        "git \
            checkout|restore|rm|mv|clean|reset|stash|switch|worktree|submodule|sparse-checkout|update-index|read-tree|checkout-index",
        Operands::Write,
        "-b: -B: -s: -e: -m: -t: --source= --pathspec-from-file@ --exclude= --orphan= --message=",
    ),
    Program::new(
        "git add|commit|apply|am|notes|tag|stage",
        Operands::Read,
        "-m: -F@ -C: -c: -t@ -u: -S? --message= --file@ --author= --date= --template@ --pathspec-from-file@ \
            --cleanup= --directory> --exclude= --include= --reject",
    ),
    Program::new(
        "git format-patch|archive|bundle|fast-export|diff|log|show|config",
        Operands::Text,
        "-o> -f> --output> --output-directory> --file> --export-marks> --import-marks@ -O@ -n: -U: -S: -G: --format= \
            --prefix=",
    ),
    Program::new("docker|podman cp", Operands::Copy, ""),
    Program::new(
        "docker|podman build",
        Operands::ReadTree,
        "-f@ -t: -o> --file@ --tag= --output> --build-arg= --target= --secret= --iidfile> --cidfile>",
    ),
    Program::new(
        "kubectl|oc apply|create|delete|replace|patch|diff",
        Operands::Text,
        "-f@ -k@ -n: -o: -l: -p: --filename@ --kustomize@ --namespace= --patch-file@ --from-file@ --kubeconfig@",
    ),
    Program::new("sqlite3|duckdb", Operands::Write, "-init@ -cmd: -separator:"),
    Program::new("crontab|at", Operands::Read, "-u: -f@ -t:"),
    Program::new(
        "make|gmake|ninja|just|task",
        Operands::Text,
        "-f@ -C@ -I@ -j: -l: -o: -W: --file@ --makefile@ --directory@ --include-dir@ --jobs=",
    ),
    Program::new("source|.", Operands::Read, ""),
    Program::new(
        "jq|yq",
        Operands::ReadAfter { skip: 1, unless: "-f --from-file", tree: Tree::Never },
        "-f@ -L@ --from-file@ -o: -p:",
    ),
    Program::new(
        "grep|egrep|fgrep",
        // Which option makes it read folders may be shortened.
        Operands::ReadAfter { skip: 1, unless: "-e -f --regexp --file", tree: Tree::Always },
        "-e: -f@ -A: -B: -C: -m: --regexp= --file@",
    ),
    Program::tree("diff|colordiff", "-x: -X@ -I: --exclude= --exclude-from@"),
    Program::new(
        "awk|gawk|mawk|nawk",
        Operands::ReadAfter { skip: 1, unless: "-f --file", tree: Tree::Never },
        "-f@ -F: -v: --file@",
    ),
    Program::new("tail|head|cat|less|more|cut|wc|od|nl|strings|file|stat|md5sum|sha256sum|bat", Operands::Read, ""),
    Program::new(
        "sha1sum|sha512sum|cksum|cmp|comm|join|paste|hexdump|rev|tac|column|fold|fmt|readlink|realpath|zcat",
        Operands::Read,
        "",
    ),
];

static BY_NAME: LazyLock<readers::Index> = LazyLock::new(|| readers::index([WRITERS]));

/// What is known of the files of such a call, with the number of words that its name consists of.
pub(super) fn find(name: &str, args: &[Arg<'_>]) -> Option<(&'static readers::Listed, usize)> {
    readers::matching(&BY_NAME, name, args).next()
}

/// Programs that write the files they are given, but nothing below a folder.
static FLAT: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of(
        "rmdir unlink mkdir gmkdir touch gtouch tee gtee truncate shred mkfifo mknod mktemp vim vi nvim nano \
    emacs ed ex pico micro hx sponge",
    )
});

/// Programs that go through a folder with `-r` or `-R` only.
static FLAT_UNLESS_TOLD: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of(
        "ls rm grm srm chmod gchmod chown gchown chgrp chattr setfacl chflags xattr chcon gzip gunzip \
    bzip2 bunzip2 xz unxz zstd unzstd",
    )
});

/// Whether a folder that the program is given is meant by itself, without what is below it.
pub(super) fn is_flat(name: &str, args: &[Arg<'_>]) -> bool {
    FLAT.has(name) || FLAT_UNLESS_TOLD.has(name) && !args.iter().any(is_recursive)
}

/// Whether an option tells the program to change the files that it is given to read.
pub(super) fn edits_in_place(name: &str, args: &[Arg<'_>]) -> bool {
    let fixes = |option: &str| {
        matches!(
            option,
            "--write"
                | "-w"
                | "--fix"
                | "-i"
                | "--in-place"
                | "-a"
                | "-A"
                | "--apply"
                | "--autocorrect"
                | "--auto-correct"
                | "fix"
                | "format"
        )
    };
    args.iter().any(|arg| {
        let lead = arg.lead();
        match name {
            "sed" | "gsed" | "yq" | "perl" | "ruby" => is_in_place(lead),
            "awk" | "gawk" => lead == "-i" || lead.starts_with("--include"),
            "prettier" | "eslint" | "ruff" | "gofmt" | "goimports" | "clang-format" | "shfmt" | "biome" | "dprint"
            | "rubocop" | "standardrb" | "yapf" | "autopep8" | "php-cs-fixer" | "pint" | "markdownlint" | "buf" => {
                fixes(lead)
            }
            _ => false,
        }
    })
}

fn is_in_place(option: &str) -> bool {
    match option.strip_prefix("--") {
        Some(long) => "in-place".starts_with(long.split('=').next().unwrap_or_default()) && long.len() > 1,
        // Within a bundle, before a letter that takes the rest.
        None => option.strip_prefix('-').is_some_and(|letters| {
            letters
                .chars()
                .take_while(|letter| !matches!(letter, 'e' | 'f' | 'l'))
                .any(|letter| matches!(letter, 'i' | 'I'))
        }),
    }
}
