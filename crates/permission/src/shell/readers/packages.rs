//! Package managers and build tools, as far as they only tell what there is.

use super::super::call::{Call, Program};

pub(super) const READERS: &[Program] = &[
    Program::version("npm", "--version -v --help -h"),
    Program::text(
        "npm list|ls|la|ll",
        "-a -g -l -p --all --depth= --global --json --long --parseable --dev --prod \
        --production --omit= --include= --only= --link --package-lock-only --unicode? -w: --workspace= --workspaces \
        --include-workspace-root",
    ),
    Program::text("npm root|prefix|bin", "-g --global").most(0),
    Program::text("npm explain|why", "--json -w: --workspace="),
    Program::text("npm query", "--json -w: --workspace= --workspaces -g --global").most(1),
    // With a name it opens the browser that the project's `.npmrc` names.
    Program::text("npm fund", "--json -w: --workspace= --workspaces").most(0),
    Program::text("npm cache ls", "").most(0),
    Program::text("npm config list|ls|get", "-l -g --json --long --global --location="),
    Program::text("npm pkg get", "--json -w: --workspace= --workspaces"),
    Program::text("npm run|run-script", "--json").most(0),
    Program::version("bun", "--version -v --revision --help -h"),
    Program::text("bun pm ls|bin|hash", "-a -g --all --global"),
    Program::version("node", "--version -v --help -h"),
    Program::version("deno", "--version -V --help -h"),
    Program::version("pip|pip3", "--version -V --help"),
    Program::version("python|python2|python3", "--version -V -VV --help -h"),
    Program::text(
        "pip|pip3 list",
        "-e -i: -l --editable --local --user --pre --format= --not-required \
        --exclude-editable --exclude= --verbose -v --disable-pip-version-check",
    )
    .most(0),
    Program::text("pip|pip3 show", "-f -v --files --verbose"),
    Program::text("pip|pip3 freeze", "-l --local --user --all --exclude-editable --exclude=").most(0),
    Program::text("pip|pip3 check", "").most(0),
    Program::text("pip|pip3 config list|get|debug", ""),
    Program::text("pip|pip3 debug|inspect|help", "--local --user --verbose"),
    Program::text("pip|pip3 cache dir|info|list", "--format="),
    Program::version("uv|uvx|pipx|poetry|pdm|hatch|conda|mamba|rye", "--version -V --help"),
    Program::text("uv cache dir", "").most(0),
    Program::text("pipx list", "--short --json").most(0),
    Program::text("conda|mamba list|info", "-n: --name= --json -e --export --envs -e -a"),
    Program::text("conda|mamba env list", "--json"),
    Program::version("cargo", "--version -V -vV --list --help -h"),
    // Without `--locked` they may write the lock file.
    Program::text(
        "cargo tree",
        "-d -e: -i: -p: -F: -f: -q --locked --frozen --offline --duplicates --edges= \
        --invert? --package= --features= --all-features --no-default-features --target= --prefix= --format= \
        --charset= --depth= --no-dedupe --workspace --exclude= --prune=",
    )
    .check(|call| call.has("--locked --frozen")),
    Program::text(
        "cargo metadata",
        "-q -F: --no-deps --format-version= --locked --frozen --offline --all-features \
        --no-default-features --features= --filter-platform=",
    )
    .check(|call| call.has("--no-deps --locked --frozen")),
    Program::text("rustup show|which|component|toolchain|target", "").check(|call| {
        call.operands.iter().all(|operand| {
            operand.as_static().is_some_and(|operand| {
                matches!(operand, "active-toolchain" | "home" | "profile" | "list" | "cargo" | "rustc" | "rustfmt")
            })
        })
    }),
    Program::version("rustup", "--version -V --help"),
    Program::text("rustc", "--version -V -vV -Vv --print= --help -h")
        .most(0)
        .check(|call| call.values("--print").all(|what| what.is_some_and(|what| !what.contains('=')))),
    Program::text("go version", "-m -v"),
    Program::text("go env", "-json -changed")
        .check(|call| call.operands.iter().all(|name| name.as_static().is_some_and(|name| !name.contains('=')))),
    Program::text("go doc", "-all -c -cmd -short -src -u"),
    Program::text("go help", ""),
    Program::text("go list", "-m").most(0).check(|call| call.has("-m")),
    Program::text("go tool", "").most(0),
    Program::version("gem", "--version -v --help"),
    Program::text("cargo install", "--list").most(0).check(|call| call.has("--list")),
    Program::text(
        "cargo pkgid|locate-project|read-manifest|verify-project|version|help",
        "-q -v --message-format= \
        --workspace --locked --frozen --offline --verbose -p: --package=",
    ),
    Program::text(
        "gem list|info|environment|env|which|contents|specification|dependency",
        "-a -d -e -i -l -v: --all \
        --details --exact --local --installed --version= --versions --no-versions",
    ),
    Program::version("brew", "--version -v --prefix --cellar --cache --repository"),
    Program::text("brew doctor|config", "").most(0),
    Program::text("nix-env", "-q --query --installed").most(0).check(|call| call.has("-q --query")),
    Program::text("brew --prefix|--cellar|--cache|--repository", "").most(1),
    Program::text(
        "brew list|ls|info|leaves|deps|uses|config|desc|cat|home-page",
        "-1 -l -v --formula --cask \
        --versions --full-name --json? --installed --tree --installed-on-request --include-build -s --multiple \
        --pinned",
    )
    // A formula that is a file is run.
    .check(|call| {
        let is_name = |word: &&str| !word.starts_with(['.', '/', '~']) && !word.contains(".rb") && !word.contains(':');
        call.words().is_some_and(|words| words.iter().all(is_name))
    }),
    Program::text("apt list|show|search|policy|depends|rdepends", "-a --installed --upgradable --all-versions"),
    Program::text("apt-cache", "").check(|call| {
        call.operands.first().and_then(|operand| operand.as_static()).is_some_and(|operand| {
            matches!(
                operand,
                "show" | "search" | "policy" | "depends" | "rdepends" | "showpkg" | "pkgnames" | "madison" | "stats"
            )
        })
    }),
    Program::text(
        "dpkg|dpkg-query",
        "-l -L -s -S -p -W --list --listfiles --status --search --show --print-avail \
        -f: --showformat= --print-architecture --version --get-selections",
    )
    .check(|call| {
        call.has(
            "-l -L -s -S -p -W \
        --list --listfiles --status --search --show --print-avail --print-architecture --version --get-selections",
        )
    }),
    Program::text("pacman", "-Q -Qi -Ql -Qo -Qe -Qm -Qq -Qdt -Qs -Si -Ss --version")
        .check(|call| !call.flags.is_empty()),
    Program::text("apk info|list|search|version|policy", "-a -d -e -L -v -vv -w -r -I --installed"),
    Program::text("snap list|info|version", "--all"),
    Program::text("flatpak list|info", "--app --runtime --columns="),
    Program::text("nvm|fnm|volta|pyenv|rbenv|nodenv|goenv", "--version -v").most(1).check(only_tells),
    // Anything else runs an SDK, from a folder that `global.json` may name.
    Program::version("dotnet", "--list-sdks --list-runtimes"),
    Program::version("cmake|ctest|ninja|meson|make|gmake|bazel|buck2|scons", "--version --help"),
];

fn only_tells(call: &Call<'_, '_>) -> bool {
    let asks = |word: &str| matches!(word, "ls" | "list" | "current" | "version" | "versions" | "root");
    call.operands.iter().all(|operand| operand.as_static().is_some_and(asks))
        && call.operands.len() + call.flags.len() > 0
}
