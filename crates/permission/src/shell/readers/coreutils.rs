//! Files, folders and the machine, as GNU, BSD and macOS have them.

use super::super::call::{Call, Operands, Program};

const LS: &str = "-a -A -b -B -c -C -d -D -f -F? -g -G -h -H -i -I: -k -l -L -m -n -N -o -O -p -q -Q -r -R -s -S -t \
    -T: -u -U -v -w: -x -X -Z -1 -@ -e --all --almost-all --author --escape --block-size= --ignore-backups --color? \
    --directory --classify? --file-type --format= --full-time --group-directories-first --no-group --human-readable \
    --si --dereference-command-line --dereference --hide= --hyperlink? --indicator-style= --inode --ignore= \
    --kibibytes --literal --numeric-uid-gid --hide-control-chars --show-control-chars --quote-name --quoting-style= \
    --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero --help --version";

const SUMS: &str = "-a: -b -c -t -z -l: -w -q -p -r -s: --algorithm= --binary --check --tag --text --zero \
    --ignore-missing --quiet --status --strict --warn --length= --help --version";

pub(super) const READERS: &[Program] = &[
    Program::tree("ls|dir|vdir", LS).tame(),
    Program::reads(
        "cat",
        "-A -b -e -E -n -s -t -T -u -v -l --show-all --number-nonblank --show-ends --number --squeeze-blank \
            --show-tabs --show-nonprinting --help --version",
    )
    .tame(),
    Program::reads("tac", "-b -r -s: --before --regex --separator= --help --version").tame(),
    Program::reads(
        "head",
        "-c: -n: -q -v -z -# --bytes= --lines= --quiet --silent --verbose --zero-terminated --help --version",
    )
    .tame(),
    Program::reads(
        "tail",
        "-c: -f -F -n: -q -r -s: -v -z -# -#f --bytes= --follow? --lines= --pid= --quiet --silent --retry \
            --sleep-interval= --verbose --zero-terminated --max-unchanged-stats= --help --version",
    )
    .tame(),
    Program::reads(
        "wc",
        "-c -m -l -L -w --bytes --chars --lines --max-line-length --words --files0-from@ --total= --help --version",
    )
    .tame(),
    Program::reads(
        "stat",
        "-L -f: -c: -t: -F -l -n -q -r -s -x --dereference --file-system --format= --printf= --terse --cached= --help \
         --version",
    )
    .tame(),
    Program::tree(
        "du",
        "-0 -a -b -B: -c -d: -D -h -H -k -l -L -m -P -s -S -t: -x -X@ -I: -A -g -n -r --all --apparent-size \
            --block-size= --bytes --total --dereference-args --max-depth= --files0-from@ --human-readable --inodes \
            --dereference --no-dereference --separate-dirs --si --summarize --threshold= --time? --time-style= \
            --exclude-from@ --exclude= --one-file-system --null --count-links --help --version",
    )
    .tame(),
    Program::reads(
        "df",
        "-a -B: -h -H -i -k -l -m -P -t: -T -x: -b -c -g -I -n -Y --all --block-size= --human-readable --si --inodes \
            --local --no-sync --output? --portability --print-type --type= --exclude-type= --total --sync --help \
            --version",
    )
    .tame(),
    Program::text("basename", "-a -s: -z --multiple --suffix= --zero --help --version").tame(),
    Program::text("dirname", "-z --zero --help --version").tame(),
    Program::reads(
        "realpath",
        "-e -m -L -P -q -s -z --canonicalize-existing --canonicalize-missing --logical --physical --quiet \
            --relative-to= --relative-base= --strip --no-symlinks --zero --help --version",
    )
    .tame(),
    Program::reads(
        "readlink",
        "-f -e -m -n -q -s -v -z --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet \
         --silent --verbose --zero --help --version",
    )
    .tame(),
    Program::text(
        "date",
        "-d: -I? -j -n -r: -R -u -v: -f@ --date= --iso-8601? --rfc-3339= --rfc-email --reference@ --utc --universal \
            --debug --help --version",
    )
    .check(only_formats),
    Program::text(
        "uname",
        "-a -s -n -r -v -m -p -i -o --all --kernel-name --nodename --kernel-release \
        --kernel-version --machine --processor --hardware-platform --operating-system --help --version",
    )
    .most(0),
    Program::text(
        "hostname",
        "-A -d -f -i -I -s --all-fqdns --domain --fqdn --long --ip-address --all-ip-addresses \
        --short --help --version",
    )
    .most(0),
    Program::text(
        "id",
        "-a -g -G -n -p -P -r -u -z -Z --group --groups --name --real --user --zero --context --help \
        --version",
    )
    .tame(),
    Program::text("whoami|groups|logname|users|tty|arch", "-s --silent --quiet --help --version").tame(),
    Program::text(
        "who|w",
        "-a -b -d -H -l -m -p -q -r -s -t -T -u -h -f -i -o -V --all --boot --count --heading \
        --users --short --no-header --ip-addr --help --version",
    )
    .tame(),
    Program::text("nproc", "--all --ignore= --help --version").most(0),
    Program::text("printenv", "-0 --null --help --version").tame(),
    Program::text("seq", "-f: -s: -t: -w --format= --separator= --equal-width --help --version").tame(),
    Program::text("expr", "*").tame(),
    Program::text(
        "factor|numfmt",
        "--to= --from= --suffix= --format= --field= -d: --delimiter= --header? --padding= \
        --round= --grouping --invalid= -z --from-unit= --to-unit=",
    )
    .tame(),
    Program::text(
        "which",
        "-a -s --all --skip-alias --skip-functions --skip-dot --skip-tilde --tty-only --help \
        --version",
    )
    .tame(),
    Program::text("whereis", "-b -m -s -u -f -l").tame(),
    Program::reads("md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum|cksum|sum|shasum|md5|b3sum", SUMS)
        .tame(),
    Program::reads("pathchk", "-p -P --portability").tame(),
    Program::text("getconf", "-a -v:").tame(),
    Program::text("locale", "-a -m -c -k -v --all-locales --charmaps --category-name --keyword-name --verbose").tame(),
    Program::new("env", Operands::Text, "-0 --null --help --version").most(0),
];

/// What is left besides options is a format. Without `-j` anything else would set the clock.
fn only_formats(call: &Call<'_, '_>) -> bool {
    call.has("-j") || call.operands.iter().all(|operand| operand.lead().starts_with('+') && !operand.is_plural())
}
