//! Small tools of developers: what a file, an archive or a binary holds, and more programs that tell their version.

use super::super::call::{Call, Operands, Program};
use super::files::names_no_options_file;

pub(super) const READERS: &[Program] = &[
    Program::version(
        "ncdu|ptx|vimdiff|fx|tldr|tig|mise|just|mypy|virtualenv|pipenv|rust-analyzer|golangci-lint|clang-format|\
            ccache|llvm-config|checksec|iotop|http|nix|rpm|apt|pg_dump|eslint|prettier|webpack|getopts",
        "--version --help",
    ),
    Program::version("curl|wget", "-V"),
    Program::version("nasm|make|gmake", "-v"),
    Program::version("ocaml|erl", "-version"),
    Program::version("gcc|g++|cc|clang", "--print-file-name= --print-prog-name= -print-resource-dir -print-file-name="),
    Program::version("ld", "--verbose"),
    Program::version("ccache", "-s --show-stats"),
    Program::text("curl --help", "").most(1),
    Program::text("cmake", "--help-command= --help-module= --help-variable= --help-property=").most(0),
    Program::text("rustc", "--explain=").most(0),
    Program::text("rustup target|component|toolchain list", "--installed -v --verbose --toolchain=").most(0),
    Program::text("rustup override list", "").most(0),
    Program::text("pyenv|rbenv|nvm which|prefix", "").most(1),
    // With a version it writes that down.
    Program::text("pyenv|rbenv local", "").most(0),
    Program::text("nvm which", "").most(1),
    Program::text("rvm list", "").most(0),
    Program::text("sdk current", "").most(1),
    Program::text("asdf list|current", "").most(1),
    Program::text(
        "npm install|ci|run|test|publish|uninstall|update|audit|exec|init|pack|version|link",
        "--help -h",
    )
    .most(0)
    .check(helps),
    Program::text("pip|pip3 install|uninstall|download|wheel|index|config", "--help -h").most(0).check(helps),
    Program::text(
        "cargo build|check|clean|test|run|add|remove|update|publish|install|doc|bench|new|init|fix|tree|metadata|search",
        "-h",
    )
    .most(0)
    .check(helps),
    Program::text("helm install|uninstall|upgrade|rollback|template|repo|pull|push", "-h").most(0).check(helps),
    Program::text("kill|mktemp|stat", "--help").most(0).check(helps),
    Program::text("just", "-l -f@ --list --summary --justfile@ --unsorted").check(|call| call.has("-l --list --summary")),
    Program::reads("node", "+ -c --check").check(|call| call.has("-c --check")).most(1),
    Program::reads("php -l", "").most(1),
    Program::text("mktemp", "-u -d -q -t --dry-run").check(|call| call.has("-u --dry-run")),
    // Between folders of this machine, and nothing is copied.
    Program::reads(
        "rsync",
        "-a -v -n -r -l -p -t -g -o -u -z -h -i -c -P --archive --verbose --dry-run --delete --exclude= --include= \
            --list-only --stats --itemize-changes --checksum --recursive",
    )
    .check(|call| {
        call.has("-n --dry-run --list-only")
            && call.words().is_some_and(|words| words.iter().all(|word| !word.contains(':')))
    }),
    Program::text("svn status|st|info", "-q -u -v --xml").most(0),
    Program::reads("namei", "-l -m -o -v -x --long"),
    Program::tree("lsattr", "-a -d -l -R -v"),
    Program::reads("getfacl|getfattr", "-a -d -c -e -n -p -R -t -h -m: --absolute-names"),
    Program::tree("cloc", "--by-file --quiet --json --csv --md --exclude-dir= --include-lang="),
    Program::tree("tokei", "-f -s: -t: -e: -o: --files --sort= --type= --exclude= --output="),
    Program::tree("scc", "-w --by-file --no-cocomo --no-complexity -s: --sort="),
    Program::reads("pdfinfo", "-f: -l: -box -meta -isodates").most(1),
    // Neither `-o` nor a second file: those are written.
    Program::new("pdftotext", Operands::Read, "-layout -raw -f: -l: -nopgbrk -q").check(|call| {
        call.words().is_some_and(|words| matches!(words.as_slice(), [_, "-"]))
    }),
    Program::reads("sdiff", "-i -E -b -W -B -a -l -s -t -d -w: --ignore-case --suppress-common-lines --width="),
    Program::reads("zdiff|zcmp|lzcat|xzdiff", "-u -r -q -i -w -b -c"),
    Program::text("envsubst", "-v --variables").tame(),
    Program::reads("pr", "-# -a -d -e -F -h: -l: -m -n -t -w: --columns= --header= --length= --omit-header --width="),
    Program::reads("csvcut|csvlook|csvstat|csvgrep|csvsort|csvjson", "-c: -d: -n -C: -m: -r: -i -e: -H -x --columns= --names"),
    Program::reads("xsv headers|count|stats|slice|frequency|table", "-d: -s: -i: -l: -n -j"),
    Program::reads("tomlq|xq", "-r -c -S").check(|call| !call.operands.is_empty()),
    Program::reads("jar tf|tvf|-tf|-tvf", ""),
    Program::reads("jar", "--list --verbose --file@ -t -v -f@").check(|call| call.has("--list -t")),
    Program::reads("javap", "-c -p -v -l -s -public -protected -package -private -constants"),
    Program::text("jps", "-l -m -q -v -V").most(0),
    Program::text("jstack", "-l -e").most(1),
    Program::reads("unrar|rar l|v|lb|lt|vb|vt", ""),
    Program::reads("ar t|tv|p|-t", "").check(names_no_options_file),
    Program::text("cpio", "-t -v -i --list --quiet --verbose").most(0).check(|call| call.has("-t --list")),
    Program::text("c++filt", "-n -p -i -t --no-params").check(names_no_options_file),
    Program::new("addr2line", Operands::Text, "-a -C -e@ -f -i -p -s --exe@ --functions --demangle?").check(names_no_options_file),
    Program::reads("llvm-objdump|llvm-nm|llvm-readelf|llvm-size", "-d -t -h -x -C -S -p -a -l -s --syms --demangle --disassemble").check(names_no_options_file),
    Program::reads("patchelf", "--print-rpath --print-needed --print-interpreter --print-soname")
        .check(|call| !call.flags.is_empty()),
    Program::reads("gprof", "-b -p -q -A -l"),
    Program::reads("xz|lzma -dc|-cd", ""),
    Program::reads("zip -sf", "").most(1),
];

fn helps(call: &Call<'_, '_>) -> bool {
    call.flags.len() == 1
}
