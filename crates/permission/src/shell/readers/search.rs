//! Searching. `find` has a language of its own and stands in `find`.

use super::super::call::{Operands, Program, Tree};

const GREP: &str = "-A: -B: -C: -D: -E -F -G -H -I -L -P -R -S -T -U -V -Z -a -b -c -d: -e: -f@ -h -i -l -m: -n -o \
    -p -q -r -s -u -v -w -x -y -z -# --after-context= --before-context= --context= --devices= --extended-regexp \
    --fixed-strings --basic-regexp --perl-regexp --with-filename --no-filename --files-without-match \
    --files-with-matches --dereference-recursive --initial-tab --null --text --byte-offset --count --directories= \
    --regexp= --file@ --ignore-case --no-ignore-case --max-count= --line-number --only-matching --quiet --silent \
    --recursive --no-messages --invert-match --word-regexp --line-regexp --null-data --color? --colour? --include= \
    --exclude= --exclude-dir= --exclude-from@ --label= --line-buffered --binary-files= --binary --help --version";

/// What makes `grep` read folders. `-d` may say otherwise; that is not looked at.
const GREP_TREE: Tree = Tree::With("-r -R -d --recursive --dereference-recursive --directories");

// Neither `--pre` and `--hostname-bin`, which start a program, nor `-z`, which starts decompressors.
const RG: &str = "-0 -. -1 -A: -B: -C: -E: -F -H -I -L -M: -N -P -S -T: -U -V -a -b -c -d: -e: -f@ -g: -h -i -j: -l \
    -m: -n -o -p -q -r: -s -t: -u -uu -uuu -v -w -x --after-context= --auto-hybrid-regex --before-context= --binary \
    --block-buffered --byte-offset --case-sensitive --color= --colors= --column --no-column --context= \
    --context-separator= --count --count-matches --crlf --debug --dfa-size-limit= --encoding= --engine= \
    --field-context-separator= --field-match-separator= --file@ --files --files-with-matches --files-without-match \
    --fixed-strings --follow --glob= --glob-case-insensitive --heading --no-heading --help --hidden --no-hidden \
    --iglob= --ignore-case --ignore-file@ --ignore-file-case-insensitive --include-zero --invert-match --json \
    --line-buffered --line-number --no-line-number --line-regexp --max-columns= --max-columns-preview --max-count= \
    --max-depth= --max-filesize= --mmap --no-mmap --multiline --multiline-dotall --no-config --no-ignore \
    --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent \
    --no-ignore-vcs --no-messages --no-pcre2-unicode --no-require-git --no-unicode --null --null-data \
    --one-file-system --only-matching --passthru --path-separator= --pre-glob= --pcre2 --pcre2-version --pretty --quiet \
    --regex-size-limit= --regexp= --replace= --smart-case --sort= --sortr= --stats --stop-on-nonmatch --text \
    --threads= --trace --trim --type= --type-add= --type-clear= --type-list --type-not= --unrestricted --version \
    --vimgrep --with-filename --no-filename --word-regexp";

pub(super) const READERS: &[Program] = &[
    Program::new(
        "grep|egrep|fgrep",
        Operands::ReadAfter { skip: 1, unless: "-e --regexp -f --file", tree: GREP_TREE },
        GREP,
    )
    .tame(),
    Program::new(
        "rg",
        Operands::ReadAfter { skip: 1, unless: "-e --regexp -f --file --files --type-list", tree: Tree::Always },
        RG,
    ),
    Program::new(
        "ag|ack",
        Operands::ReadAfter { skip: 1, unless: "-g --files", tree: Tree::Always },
        "-A: -B: -C: -c -f -F -G: -H -i -l -L -m: -n -o -Q -R -r -s -S -u -U -v -w -a -h --after= --before= \
            --context= --count --ignore= --ignore-dir= --ignore-case --literal --files-with-matches --hidden \
            --nocolor --color --nogroup --group --numbers --nonumbers --column --depth= --smart-case \
            --case-sensitive --word-regexp --invert-match --max-count= --python --js --ts --rust --go --java --cpp \
            --cc --html --css --json --yaml --ruby --php --version --help",
    ),
    // Neither `-x` nor `-X`, which run a command for what was found.
    Program::new(
        "fd|fdfind",
        Operands::ReadAfter { skip: 1, unless: "", tree: Tree::Always },
        "-0 -1 -H -I -u -uu -s -i -g -F -a -l -L -p -d: -e: -E: -t: -S: -o: -j: -c: -q -h -V --hidden --no-ignore \
            --no-ignore-vcs --no-ignore-parent --unrestricted --case-sensitive --ignore-case --glob --regex \
            --fixed-strings --absolute-path --list-details --follow --full-path --max-depth= --min-depth= \
            --exact-depth= --prune --type= --extension= --size= --changed-within= --newer= --changed-before= \
            --older= --owner= --color= --threads= --max-results= --quiet --show-errors --exclude= --ignore-file@ \
            --print0 --strip-cwd-prefix? --path-separator= --search-path@ --one-file-system --max-one-result --and= \
            --format= --hyperlink? --help --version",
    ),
    Program::text(
        "locate|mlocate|plocate",
        "-b -c -i -l: -n: -r: -w -A -e -0 --basename --count --ignore-case --limit= --regex --regexp= --existing",
    )
    .tame(),
];
