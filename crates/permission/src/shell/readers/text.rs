//! Text and data.

use super::super::{
    call::{Call, Operands, Program, Tree},
    jq,
    value::Arg,
};
use super::{awk, sed};

const AFTER_PROGRAM: Operands =
    Operands::ReadAfter { skip: 1, unless: "-e --expression -f --file --from-file", tree: Tree::Never };

pub(super) const READERS: &[Program] = &[
    Program::new(
        "sed|gsed",
        AFTER_PROGRAM,
        "-n -E -r -e: -l: -s -u -z --quiet --silent --regexp-extended \
        --expression= --line-length= --separate --unbuffered --null-data --posix --help --version",
    )
    .check(sed::only_prints),
    Program::new(
        "awk|gawk|mawk|nawk",
        Operands::ReadAfter { skip: 1, unless: "", tree: Tree::Never },
        // What follows the program is no option any more.
        "+ -F: -v: --field-separator= --assign= --version",
    )
    .check(awk::only_prints),
    // Neither `-o` nor `--compress-program`.
    Program::reads(
        "sort|gsort",
        "-b -c -C -d -f -g -h -i -k: -M -m -n -r -R -s -S: -t: -u -V -z --ignore-leading-blanks --dictionary-order \
            --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort \
            --numeric-sort --random-sort --reverse --sort= --version-sort --check? --key= --merge --stable \
            --buffer-size= --field-separator= --unique --zero-terminated --parallel= --files0-from@ --debug \
            --batch-size= --help --version",
    ),
    // A second operand is written.
    Program::reads(
        "uniq",
        "-c -d -D -f: -i -s: -u -w: -z --count --repeated --all-repeated? --skip-fields= --ignore-case --skip-chars= \
            --unique --check-chars= --zero-terminated --group? --help --version",
    )
    .most(1),
    Program::reads(
        "cut",
        "-b: -c: -d: -f: -n -s -w -z --bytes= --characters= --delimiter= --fields= --complement \
        --only-delimited --output-delimiter= --zero-terminated --help --version",
    )
    .tame(),
    Program::text("tr", "-c -C -d -s -t -u --complement --delete --squeeze-repeats --truncate-set1 --help --version")
        .tame(),
    Program::reads(
        "nl",
        "-b: -d: -f: -h: -i: -l: -n: -p -s: -v: -w: --body-numbering= --number-format= \
        --number-width= --starting-line-number= --help --version",
    )
    .tame(),
    Program::reads(
        "rev|expand|unexpand|fold|fmt",
        "-a -b -c -i -s -t: -u -w: -p: -g: -# --all --tabs= --initial \
        --first-only --bytes --spaces --width= --help --version",
    )
    .tame(),
    Program::reads(
        "paste|join|comm",
        "-1? -2? -3? -12 -13 -23 -123 -a: -d: -e: -i -j: -o: -s -t: -v: -z \
        --delimiters= --serial --zero-terminated --check-order --nocheck-order --output-delimiter= --total --header \
        --ignore-case --help --version",
    )
    .tame(),
    Program::reads(
        "column",
        "-c: -e -n -s: -t -x -o: -N: -R: -J --table --separator= --output-separator= \
        --output-width= --table-columns= --table-right= --json --help --version",
    )
    .tame(),
    Program::reads(
        "shuf",
        "-e -i: -n: -r -z --echo --input-range= --head-count= --repeat --zero-terminated \
        --random-source@ --help --version",
    ),
    Program::new(
        "diff|colordiff",
        Operands::ReadAfter { skip: 0, unless: "", tree: Tree::With("-r --recursive") },
        "-a -b -B -c -C: -d -D: -e -E -f -F: -H -i -I: -L: -n -N -p -P -q -r -s -S: -t -T -u -U: -w -W: -x: -X@ -y \
            -Z -# --normal --brief --report-identical-files --context? --unified? --ed --rcs --side-by-side --width= \
            --left-column --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs \
            --initial-tab --tabsize= --suppress-blank-empty --recursive --no-dereference --new-file \
            --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case --exclude= --exclude-from@ \
            --starting-file= --from-file@ --to-file@ --ignore-case --ignore-tab-expansion --ignore-trailing-space \
            --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text \
            --strip-trailing-cr --ifdef= --line-format= --minimal --horizon-lines= --speed-large-files --color? \
            --palette= --help --version",
    )
    .tame()
    .check(compares),
    Program::reads(
        "cmp",
        "-b -i: -l -n: -s --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent \
        --help --version",
    )
    .tame(),
    Program::new(
        "jq|jaq|gojq",
        AFTER_PROGRAM,
        "-a -C -c -e -f@ -h -j -M -n -R -r -S -s -V -L@ --ascii-output --color-output --compact-output --exit-status \
            --from-file@ --join-output --monochrome-output --null-input --raw-input --raw-output --raw-output0 \
            --sort-keys --slurp --tab --indent= --arg== --argjson== --unbuffered --stream --stream-errors --seq \
            --args --jsonargs --help --version",
    )
    .tame()
    .check(imports_nothing),
    Program::new(
        "yq",
        Operands::ReadAfter { skip: 1, unless: "", tree: Tree::Never },
        "-r -j -P -C -M -N -e -n -o: -p: -y \
        -I: -c -S --raw-output --unwrapScalar? --prettyPrint --colors --no-colors --no-doc --exit-status \
        --null-input --output-format= --input-format= --tojson --indent= --help --version",
    )
    .check(only_queries),
    Program::reads(
        "less|more|most",
        "-E -e -F -i -I -M -m -n -N -q -R -r -s -S -X -# --quit-if-one-screen \
        --RAW-CONTROL-CHARS --chop-long-lines --no-init --LINE-NUMBERS --line-numbers --squeeze-blank-lines \
        --ignore-case",
    )
    .check(|call| {
        // `+!cmd` would run something; `+G` only goes to the end.
        call.operands.iter().all(|file| {
            let lead = file.lead();
            !lead.is_empty() && (!lead.starts_with('+') || matches!(file.as_static(), Some("+G" | "+g" | "+F")))
        })
    }),
    Program::reads("zless|zmore", "")
        .check(|call| call.operands.iter().all(|file| !file.lead().starts_with('+') && !file.lead().is_empty())),
    Program::reads(
        "bat|batcat",
        "-A -d -f -l: -m: -n -p -pp -P -r: -S -s -u -V -H: --show-all --plain? --language= \
        --highlight-line= --number --style= --line-range= --color= --decorations= --paging= --wrap= --theme= --tabs= \
        --force-colorization --diff --list-languages --list-themes --help --version",
    )
    .check(|call| call.values("--paging").all(|paging| paging == Some("never"))),
    Program::reads("iconv", "-f: -t: -c -s -l --from-code= --to-code= --list --silent"),
    Program::reads("bc", "-l -q -s -w -i --mathlib --quiet --standard --warn --interactive").tame(),
    Program::text("tee", "-a -i -p --append --ignore-interrupts").check(writes_nowhere),
    Program::text(
        "cal|ncal",
        "-1 -3 -A: -B: -C -J -M -S -d: -h -j -m? -n: -s -w -y --one --three --year --monday \
        --sunday --julian --week?",
    ),
    Program::text("dd", "*").check(copies_nowhere),
    Program::text("getopt|tput|clear", "-T: -l").check(|call| call.operands.len() <= 2),
    Program::reads("tsort|look|ul", "").tame(),
];

fn writes_nowhere(call: &Call<'_, '_>) -> bool {
    call.words()
        .is_some_and(|files| files.iter().all(|file| matches!(*file, "/dev/null" | "/dev/stdout" | "/dev/stderr")))
}

fn copies_nowhere(call: &Call<'_, '_>) -> bool {
    let harmless = |operand: &str| {
        let (key, value) = operand.split_once('=').unwrap_or((operand, ""));
        match key {
            "of" => value == "/dev/null",
            _ => matches!(
                key,
                "if" | "bs" | "ibs" | "obs" | "cbs" | "count" | "skip" | "iseek" | "status" | "conv" | "iflag"
            ),
        }
    };
    call.words().is_some_and(|words| words.iter().all(|word| harmless(word)))
}

/// With `-N` a folder beside an empty one is shown with all that its files say.
fn compares(call: &Call<'_, '_>) -> bool {
    !(call.has("-r --recursive") && call.has("-N -P --new-file --unidirectional-new-file"))
}

/// Neither a module nor what another program puts in, nor a variable, which may be any program.
fn imports_nothing(call: &Call<'_, '_>) -> bool {
    !call
        .operands
        .first()
        .is_some_and(|program| jq::loads(&program.shown()) || program.is_fed() || program.is_variable())
}

/// Neither `eval`-like subcommands nor anything but an expression and files.
fn only_queries(call: &Call<'_, '_>) -> bool {
    let loads = |arg: &Arg<'_>| ["load", "system", "eval("].iter().any(|operator| arg.shown().contains(operator));
    // Behind `eval` the second word is the expression.
    let evaluates = call.operands.first().and_then(|first| first.as_static());
    let count = 1 + usize::from(matches!(evaluates, Some("e" | "eval" | "ea" | "eval-all")));
    if call.operands.iter().take(count).any(|operand| loads(operand)) {
        return false;
    }
    call.operands.first().and_then(|first| first.as_static()).is_some_and(|first| {
        !matches!(first, "write" | "w" | "new" | "n" | "merge" | "m" | "delete" | "d" | "prefix" | "shell-completion")
    })
}
