//! What a file is, what an archive or a binary holds.

use super::super::call::{Call, Program};

pub(super) const READERS: &[Program] = &[
    Program::tree(
        "tree",
        "-a -d -l -f -x -L: -P: -I: -q -N -Q -p -u -g -s -h -D -F -v -t -c -U -r -n -C -S -A -J -X -i \
         --gitignore --gitfile@ --ignore-case --matchdirs --metafirst --prune --info --infofile@ --noreport --charset= \
         --filelimit= --si --du --timefmt= --inodes --device --sort= --dirsfirst --filesfirst --help --version",
    ),
    Program::tree(
        "eza|exa|lsd",
        "-1 -a -A -l -d -D -F -f -g -G -h -H -i -I: -L: -m -n -r -R -s: -S -t: -T -u -U -x -X -Z -@ --all \
            --almost-all --long --oneline --grid --across --recurse --tree --classify? --color= --colour= --icons? \
            --no-icons --level= --sort= --reverse --only-dirs --only-files --git --git-ignore --group --header \
            --inode --links --modified --created --accessed --time= --time-style= --no-permissions --no-filesize \
            --no-user --no-time --total-size --binary --bytes --blocksize --group-directories-first --ignore-glob= \
            --hyperlink --date= --size= --depth= --help --version",
    ),
    Program::reads(
        "file",
        "-0 -b -d -e: -F: -h -i -I -k -L -l -N -n -p -P: -r -s -S -v -z -Z --brief --exclude= --separator= --mime \
            --mime-type --mime-encoding --extension --keep-going --dereference --no-dereference --no-pad --raw \
            --special-files --print0 --help --version",
    ),
    Program::reads(
        "strings",
        "-a -d -f -n: -t: -e: -o -w -s: -# --all --data --print-file-name --bytes= --radix= \
        --encoding= --help --version",
    )
    .check(names_no_options_file),
    Program::reads(
        "od",
        "-A: -j: -N: -S? -t: -v -w? -a -b -c -d -f -i -l -o -s -x --address-radix= --skip-bytes= \
        --read-bytes= --strings? --format= --output-duplicates --width? --endian= --help --version",
    )
    .tame(),
    Program::reads(
        "hexdump|hd",
        "-b -c -C -d -e: -f@ -n: -o -s: -v -x -L? --canonical --length= --skip= \
        --no-squeezing",
    )
    .tame(),
    Program::reads(
        "xxd",
        "-a -b -c: -C -d -e -E -g: -h -i -l: -n: -o: -p -ps -plain -postscript -s: -u -v -cols: \
        -len: -seek: -groupsize: -include",
    )
    .most(1),
    Program::reads(
        "base64|base32|basenc",
        "-d -D -i@ -w: -b: --decode --ignore-garbage --wrap= --base64 --base64url \
        --base32 --base16 --help --version",
    )
    .most(1),
    Program::reads(
        "nm",
        "-a -A -B -C -D -f: -g -l -n -o -p -P -r -s -S -t: -u -U -v -W --demangle? --dynamic \
        --extern-only --numeric-sort --size-sort --defined-only --undefined-only --print-file-name --print-size \
        --help --version",
    )
    .check(names_no_options_file),
    Program::reads(
        "size|readelf|objdump",
        "-a -A -B -d -D -f -g -h -H -i -l -n -p -r -R -s -S -t -T -V -w -W -x -X \
        -C -e -j: -M: --all --all-headers --file-header --segments --sections --symbols --dynamic --relocs --headers \
        --program-headers --section-headers --disassemble --disassemble-all --full-contents --syms --dynamic-syms \
        --demangle? --wide --section= --help --version",
    )
    .check(names_no_options_file),
    Program::reads("otool", "-a -A -f -h -l -L -D -t -d -o -S -T -M -R -I -H -G -v -V -X -q -m -j"),
    Program::reads(
        "tar|bsdtar",
        "-t -x -d -v -z -j -J -a -f@ -O --list --extract --diff --compare --to-stdout --verbose --gzip --bzip2 \
        --xz --zstd --auto-compress --file@ --exclude= --wildcards --full-time --utc --numeric-owner --totals \
        --show-transformed-names --help --version",
    )
    .check(lists_archive),
    // An archive that goes to standard output.
    Program::tree(
        "tar|bsdtar",
        "-c -v -z -j -J -f: --create --verbose --gzip --bzip2 --xz --file= --exclude= --totals --numeric-owner",
    )
    .check(|call| {
        call.has("-c --create") && packs_parts(call) && call.values("-f --file").all(|file| file == Some("-"))
    }),
    Program::tree("tar|bsdtar cf|czf|cjf|cJf -", "--exclude= --totals").check(packs_parts),
    Program::reads("unzip", "-l -v -Z -z -t -p -c -q -qq -1 -h -M -x").check(|call| call.has("-l -v -Z -z -t -p -c")),
    Program::reads("zipinfo", "-1 -2 -s -m -l -v -h -t -T -z -M").tame(),
    Program::reads("zcat|bzcat|gzcat", "-f -q -v --force --quiet").tame(),
    // These take `-o` and lists of files.
    Program::reads("xzcat|zstdcat|lz4cat", "-f -q -v --force --quiet"),
    Program::reads(
        "zgrep|zegrep|zfgrep|bzgrep|xzgrep",
        "-c -h -H -i -l -L -n -o -v -w -x -E -F -q -s -e: -A: -B: \
        -C: -m:",
    ),
    Program::reads(
        "gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd|unzstd",
        "-c -d -k -l -t -v -n -q -# --stdout --to-stdout \
        --decompress --list --test --verbose --keep --quiet --robot",
    )
    .check(|call| {
        // Of `-l`, `-t` and `-d` the last one counts for some; that would leave the file unpacked.
        let prints = call.has("-c --stdout --to-stdout");
        prints || (call.has("-l -t --list --test") && !call.has("-d --decompress"))
    }),
    Program::reads(
        "xmllint",
        "-noout -format --noout --format --xpath= --nonet --html --recover --nowarning \
        --noblanks --version",
    )
    .check(|call| call.words().is_some_and(|files| files.iter().all(|file| !file.contains("://")))),
    Program::reads(
        "openssl x509",
        "-in@ -noout -text -subject -issuer -dates -startdate -enddate -serial \
        -fingerprint -sha1 -sha256 -md5 -pubkey -modulus -purpose -email -ext: -inform: -nameopt: -checkend: -hash",
    )
    .most(0),
    Program::reads(
        "openssl req|rsa|pkey|ec|crl|dsa",
        "-in@ -noout -text -check -subject -pubout -pubin -modulus \
        -verify -inform: -pubkey -issuer -nextupdate -lastupdate",
    )
    .most(0),
    Program::text("openssl rand", "-hex -base64").most(1),
    Program::reads("openssl dgst|sha256|sha1|md5|sha512", "-sha256 -sha1 -sha512 -sha384 -md5 -r -hex"),
    Program::reads("openssl verify", "-CAfile@ -untrusted@ -verbose"),
    Program::reads("ar", "-t -p -tv -tvO --version").check(|call| !call.flags.is_empty()),
    Program::reads("7z|7za|7zz|7zr l|t", "-slt -ba -r"),
    Program::text("openssl version", "-a -v -d -b -o -f -p").most(0),
    Program::reads("ssh-keygen", "-l -f@ -E: -v").check(|call| call.has("-l") && call.operands.is_empty()),
    Program::text("ssh-keygen", "-F: -l -f@").most(0).check(|call| call.has("-F")),
    Program::text(
        "pkg-config|pkgconf",
        "--cflags --cflags-only-I --libs --libs-only-l --libs-only-L --modversion \
        --exists --list-all --variable= --print-variables --print-errors --silence-errors --static \
        --atleast-version= --version --help",
    ),
    Program::reads("tokei|cloc|scc", "-h --help --version -V").most(0),
    Program::reads("plutil", "-p -lint").check(|call| call.has("-p -lint")),
];

/// Lists, and reads a file of this machine: `host:file` would start a remote shell.
fn lists_archive(call: &Call<'_, '_>) -> bool {
    let shows = call.has("-t --list -d --diff --compare") || (call.has("-x --extract") && call.has("-O --to-stdout"));
    shows && call.values("-f --file").all(|file| file.is_some_and(|file| !file.contains(':')))
        || call.flags.is_empty() && lists_in_old_style(call)
}

/// Some folders, not all that is here with `.env` and its like. It says what every file says.
fn packs_parts(call: &Call<'_, '_>) -> bool {
    let is_part = |folder: &str| {
        let mut names = folder.split('/').filter(|name| *name != ".").peekable();
        // `@archive` is what an archive holds.
        names.peek().is_some() && !folder.starts_with('@') && names.all(|name| !matches!(name, "" | ".."))
    };
    call.words().is_some_and(|folders| !folders.is_empty() && folders.iter().all(|folder| is_part(folder)))
}

/// `tar tzf a.tgz`.
fn lists_in_old_style(call: &Call<'_, '_>) -> bool {
    let Some(words) = call.words() else { return false };
    let (letters, archive) = match words.as_slice() {
        [letters, archive, ..] => (letters, archive),
        // From standard input.
        [letters] => return letters.bytes().all(|letter| b"tvzjJ".contains(&letter)) && letters.contains('t'),
        [] => return false,
    };
    letters.bytes().all(|letter| b"txOvzjJaf".contains(&letter))
        && (letters.contains('t') || (letters.contains('x') && letters.contains('O')))
        && !(letters.contains('t') && letters.contains('x'))
        && letters.ends_with('f')
        && !archive.contains(':')
}

/// `@file` holds further options, such as one that loads a plugin.
pub(super) fn names_no_options_file(call: &Call<'_, '_>) -> bool {
    call.words().is_some_and(|words| words.iter().all(|word| !word.starts_with('@')))
}
