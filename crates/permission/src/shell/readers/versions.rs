//! Programs that may be asked for their version or their options, and nothing else.

use super::super::call::{Call, Program, is_listed};
use super::is_plain;

pub(super) const READERS: &[Program] = &[
    Program::version(
        "rm|cp|mv|mkdir|rmdir|touch|chmod|chown|ln|dd|tee|truncate|shred|mktemp|install|xargs|ruby|perl|php|java|\
            javap|gcc|g++|cc|c++|clang|clang++|ld|as|gdb|lldb|swift|kotlin|scala|ghc|stack|cabal|erl|elixir|mix|\
            julia|R|Rscript|lua|luajit|zig|nim|crystal|dart|flutter|tsc|rustfmt|rustdoc|clippy-driver|cargo-clippy|\
            gofmt|gopls|protoc|terraform|tofu|ansible|vagrant|packer|aws|gcloud|az|heroku|fly|vercel|netlify|\
            wrangler|curl|wget|ssh|rsync|tmux|screen|vim|nvim|nano|emacs|code|sqlite3|psql|mysql|redis-cli|mongosh|\
            ffmpeg|convert|magick|pandoc|jupyter|black|ruff|npx|hadolint|shellcheck|shfmt|tar|zip|bash|zsh|fish|sh|\
            dash|systemd|openssl|gpg|age|sops|direnv|starship|fzf|delta|hyperfine|valgrind|strace|perf|cloc|dot|\
            latex|pdflatex|typst|hugo",
        "--version --help",
    ),
    Program::version("ruby|php|lua|perl|protoc|sqlite3|psql|tsc", "-v -V --version --help -h"),
    Program::version("java|javac|kotlinc|scalac", "-version --version -help --help"),
    Program::version(
        "gcc|g++|cc|c++|clang|clang++",
        "-v -dumpversion -dumpmachine -dumpfullversion -print-search-dirs --print-resource-dir",
    ),
    Program::version("ssh|tmux", "-V"),
    // Here `--help` behind a subcommand only helps, unless the subcommand hands it on to something that it runs.
    Program::text(
        "docker|podman|nerdctl|kubectl|oc|helm|gh|glab|minikube|kind|k3d|kustomize|skaffold|stern|hugo",
        "--help",
    )
    .check(|call| call.has("--help") && !hands_on(call)),
    Program::text("zig env|targets", "").most(0),
    Program::version("php", "-m --ini --modules"),
];

fn hands_on(call: &Call<'_, '_>) -> bool {
    const RUNNERS: &str = "run exec create debug ssh rsh kubectl plugin extension alias machine unshare attach";
    // As the last word it gets the question itself.
    call.words().is_none_or(|words| {
        words.iter().rev().skip(1).any(|word| is_listed(RUNNERS, word)) || !words.iter().all(|word| is_plain(word))
    })
}
