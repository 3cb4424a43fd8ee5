//! git. Its global options were taken off before. Programs that the repository's configuration names (pager, external
//! diff, textconv, fsmonitor) are switched off where commands run; options that start one are not listed, nor are commands
//! that talk to a remote, because its address or configuration may name a program too.

use super::super::call::{Call, Program};

/// What `git diff` takes and every command that shows diffs.
macro_rules! diff {
    ($more:literal) => {
        concat!(
            "-p -u -s -U: -R -a -b -B? -w -C? -D -l: -M? -S: -G: -z -W -0 -1 -2 -3 -c -m --patch --no-patch \
                --unified= --raw --patch-with-raw --indent-heuristic --no-indent-heuristic --minimal --patience \
                --histogram --anchored= --diff-algorithm= --stat? --stat-width= --compact-summary --numstat \
                --shortstat --dirstat? --cumulative --summary --patch-with-stat --name-only --name-status \
                --submodule? --color? --no-color --color-moved? --no-color-moved --color-moved-ws= --word-diff? \
                --word-diff-regex= --color-words? --no-renames --rename-empty --check --full-index --binary \
                --abbrev? --no-abbrev --break-rewrites? --find-renames? --find-copies? --find-copies-harder \
                --irreversible-delete --diff-filter= --pickaxe-all --pickaxe-regex --relative? --no-relative --text \
                --ignore-cr-at-eol --ignore-space-at-eol --ignore-space-change --ignore-all-space \
                --ignore-blank-lines --ignore-matching-lines= -I: --inter-hunk-context= --function-context \
                --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules? --src-prefix= --dst-prefix= \
                --no-prefix --default-prefix --line-prefix= --ita-invisible-in-index --cached --staged --merge-base \
                --output-indicator-new= --output-indicator-old= --output-indicator-context= --base --ours --theirs -q --cc --combined-all-paths --find-object= --skip-to= \
                --rotate-to= ",
            $more
        )
    };
}

/// What `git log` takes and every command that walks commits.
macro_rules! log {
    ($more:literal) => {
        concat!(
            diff!(
                "-n: -# -g -i -E -F -P -L: -t -r --follow --no-decorate --decorate? --decorate-refs= \
                    --decorate-refs-exclude= --clear-decorations --source --mailmap --no-mailmap --use-mailmap \
                    --log-size --max-count= --skip= --since= --after= --until= --before= --author= --committer= \
                    --grep-reflog= --grep= --all-match --invert-grep --regexp-ignore-case --basic-regexp \
                    --extended-regexp --fixed-strings --perl-regexp --remove-empty --merges --no-merges \
                    --min-parents= --max-parents= --no-min-parents --no-max-parents --first-parent \
                    --exclude-first-parent-only --not --all --branches? --tags? --remotes? --glob= --exclude= \
                    --exclude-hidden= --reflog --alternate-refs --single-worktree --ignore-missing --stdin \
                    --cherry-mark --cherry-pick --left-only --right-only --cherry --walk-reflogs --merge --boundary \
                    --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges \
                    --ancestry-path? --date-order --author-date-order --topo-order --reverse --no-walk? --do-walk \
                    --pretty? --format= --abbrev-commit --no-abbrev-commit --oneline --encoding= --expand-tabs? \
                    --no-expand-tabs --notes? --no-notes --relative-date --date= --parents --children --left-right \
                    --graph --no-graph --show-linear-break? --dd --diff-merges= --no-diff-merges --remerge-diff \
                    --root "
            ),
            $more
        )
    };
}

pub(super) const READERS: &[Program] = &[
    Program::version("git", "--version -v --help -h --exec-path --html-path --man-path --info-path"),
    Program::text("git version", "--build-options").most(0),
    Program::text(
        "git status",
        "-s -b -u? -z -v -vv --short --branch --show-stash --porcelain? --long --verbose \
        --untracked-files? --ignored? --ignore-submodules? --column? --no-column --ahead-behind --no-ahead-behind \
        --renames --no-renames --find-renames?",
    ),
    Program::text("git log|whatchanged", log!("")).check(verifies_nothing),
    Program::text("git show", log!("")).check(verifies_nothing),
    Program::text(
        "git rev-list",
        log!(
            "--count --objects --objects-edge --disk-usage? --header --timestamp \
        --no-commit-header --bisect --bisect-all --missing= --filter= --use-bitmap-index --max-age= --min-age="
        ),
    )
    .check(verifies_nothing),
    Program::text(
        "git diff|diff-tree|diff-index|diff-files|range-diff",
        diff!(
            "-r -t --stdin --root --no-commit-id --no-index \
        --creation-factor= --no-dual-color --left-only --right-only --pretty? --format= --notes? -v"
        ),
    )
    .check(|call| verifies_nothing(call) && (!call.has("--no-index") || names_files(call))),
    Program::text(
        "git show-branch",
        "-a -r -g? --all --remotes --current --topo-order --date-order --sparse --more? \
        --list --merge-base --independent --no-name --sha1-name --topics --reflog? --color? --no-color",
    ),
    Program::text(
        "git shortlog",
        "-n -s -e -c -w? --numbered --summary --email --format= --date= --group= \
        --committer --all --since= --after= --until= --before= --no-merges --merges --author= --grep= --first-parent \
        --branches? --tags? --remotes?",
    )
    .check(verifies_nothing),
    Program::text(
        "git branch",
        "-a -r -v -vv -q -i --all --remotes --list -l --verbose --show-current --contains? \
        --no-contains? --merged? --no-merged? --points-at= --sort= --format= --column? --no-column --color? \
        --no-color --abbrev? --no-abbrev --ignore-case --omit-empty",
    )
    .check(lists_branches),
    Program::text(
        "git tag",
        "-l -n? -i --list --contains? --no-contains? --merged? --no-merged? --points-at= \
        --sort= --format= --column? --no-column --color? --ignore-case --omit-empty",
    )
    .check(lists_tags),
    Program::text("git remote", "-v --verbose").most(0),
    Program::text("git remote get-url", "--push --all"),
    Program::text("git remote show", "-n").check(|call| call.has("-n") || call.operands.is_empty()),
    Program::text(
        "git blame|annotate",
        "-b -c -C? -e -f -h -l -L: -M? -n -p -s -S@ -t -w --root --show-stats \
        --reverse --first-parent --porcelain --line-porcelain --incremental --encoding= --date= --progress \
        --no-progress --score-debug --show-name --show-number --show-email --ignore-rev= --ignore-revs-file@ \
        --color-lines --color-by-age --abbrev? --minimal --since=",
    ),
    // Without `-O`, which starts a pager of one's choice.
    Program::text(
        "git grep",
        "-a -i -w -v -h -H -E -G -F -P -n -l -L -z -o -c -p -W -q -e: -f@ -A: -B: -C: -m: -r \
        -# --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp \
        --fixed-strings --perl-regexp --line-number --column --files-with-matches --name-only --files-without-match \
        --null --only-matching --count --color? --no-color --break --heading --show-function --function-context \
        --context= --after-context= --before-context= --max-depth= --max-count= --recursive --no-recursive \
        --threads= --and --or --not --all-match --quiet --cached --untracked --exclude-standard \
        --no-exclude-standard --recurse-submodules --no-textconv",
    ),
    Program::text("git reflog", log!("")).check(|call| {
        verifies_nothing(call) && !names_subcommand(call, &["expire", "delete", "drop", "write", "migrate"])
    }),
    Program::text("git reflog show|list|exists", log!("")).check(verifies_nothing),
    Program::text(
        "git config list",
        "--global --local --system --worktree -f@ --file@ --blob= -z --null --name-only \
        --show-origin --show-scope --show-names --includes --no-includes --type= --bool --int --path",
    )
    .most(0),
    Program::text(
        "git config get",
        "--global --local --system --worktree -f@ --file@ --blob= -z --null --all \
        --regexp --value= --fixed-value --url= --default= --show-origin --show-scope --show-names --includes \
        --no-includes --type= --bool --int --path",
    ),
    Program::text(
        "git config",
        "-l -z -f@ --list --get --get-all --get-regexp --get-urlmatch --global --local \
        --system --worktree --file@ --blob= --null --name-only --show-origin --show-scope --includes --no-includes \
        --type= --bool --int --bool-or-int --path --default=",
    )
    .check(only_asks),
    Program::text(
        "git rev-parse",
        "-q --verify --quiet --short? --abbrev-ref? --symbolic --symbolic-full-name \
        --show-toplevel --show-prefix --show-cdup --show-superproject-working-tree --git-dir --git-common-dir \
        --absolute-git-dir --git-path= --is-inside-git-dir --is-inside-work-tree --is-bare-repository \
        --is-shallow-repository --shared-index-path --show-object-format? --show-ref-format --path-format= --all \
        --branches? --tags? --remotes? --glob= --exclude= --disambiguate= --revs-only --no-revs --flags --no-flags \
        --default= --prefix= --not --since= --until= --sq --local-env-vars",
    ),
    Program::text(
        "git ls-files",
        "-c -d -o -i -s -u -k -m -t -v -f -z -x: -X@ --cached --deleted --others --ignored \
        --stage --unmerged --killed --modified --resolve-undo --directory --no-empty-directory --eol --deduplicate \
        --exclude= --exclude-from@ --exclude-per-directory= --exclude-standard --error-unmatch --with-tree= \
        --full-name --recurse-submodules --abbrev? --debug --sparse --format=",
    ),
    Program::text(
        "git ls-tree",
        "-d -r -t -l -z --long --name-only --name-status --object-only --full-name \
        --full-tree --abbrev? --format=",
    ),
    Program::text(
        "git cat-file",
        "-e -p -t -s --batch? --batch-check? --batch-all-objects --buffer --unordered \
        --follow-symlinks --allow-unknown-type -Z -z",
    ),
    Program::text(
        "git describe",
        "--all --tags --contains --long --always --exact-match --first-parent --debug \
        --dirty? --broken? --abbrev= --candidates= --match= --exclude=",
    ),
    Program::text("git merge-base", "-a --all --octopus --is-ancestor --independent --fork-point"),
    Program::text(
        "git for-each-ref|show-ref",
        "-q -d -s? --quiet --dereference --hash? --verify --head --heads \
        --tags --branches --abbrev? --count= --sort= --format= --color? --points-at= --merged? --no-merged? \
        --contains? --no-contains? --ignore-case --omit-empty --exclude= --exists --include-root-refs",
    )
    .check(verifies_nothing),
    Program::text("git symbolic-ref", "-q --quiet --short --recurse --no-recurse").most(1),
    Program::text(
        "git name-rev",
        "--tags --all --name-only --no-undefined --always --refs= --exclude= \
        --annotate-stdin",
    ),
    Program::text("git cherry", "-v --abbrev?"),
    Program::text("git count-objects", "-v -H --verbose --human-readable").most(0),
    Program::text(
        "git check-ignore|check-attr|check-mailmap|check-ref-format",
        "-v -q -n -z -a --verbose --quiet \
        --non-matching --no-index --stdin --all --cached --source= --branch --normalize",
    ),
    Program::text("git var", "-l").most(1),
    Program::text("git stash list", log!("")).check(verifies_nothing),
    Program::text("git stash show", diff!("--include-untracked --only-untracked --no-include-untracked")),
    Program::text("git worktree list", "-v -z --verbose --porcelain --expire=").most(0),
    Program::text("git submodule", "-q --quiet").most(0),
    Program::text("git submodule status|summary", "--cached --recursive --files -n: --summary-limit="),
    Program::text("git notes list|show", ""),
    Program::text("git bisect log", "").most(0),
    Program::text("git rerere status|diff|remaining", "").most(0),
    Program::text("git clean", "-n -d -f -ff -x -X -q -e: --dry-run --force --quiet --exclude=")
        .check(|call| call.has("-n --dry-run")),
    Program::text(
        "git fsck",
        "-v --full --no-full --strict --unreachable --dangling --no-dangling --root --tags \
        --cache --no-reflogs --connectivity-only --verbose --progress --no-progress --name-objects",
    ),
    Program::text(
        "git apply",
        "-p: -R -v --check --stat --numstat --summary --directory= --exclude= --include= \
        --reverse --verbose -z",
    )
    .check(|call| call.has("--check --stat --numstat --summary")),
    Program::text("git bundle verify|list-heads", "-q --quiet"),
    Program::text("git archive", "-l --list").most(0).check(|call| !call.flags.is_empty()),
    Program::text(
        "git format-patch",
        log!("-k -N -v: --stdout --numbered --no-numbered --keep-subject --subject-prefix= --no-attach --zero-commit --no-signature"),
    )
    .check(|call| call.has("--stdout") && verifies_nothing(call)),
    // The result goes to standard output, not into the first file.
    Program::text("git merge-file", "-p -q -L: --stdout --quiet --ours --theirs --union --diff3 --zdiff3")
        .check(|call| call.has("-p --stdout")),
    Program::text("git add", "-n -v -A -u -f --dry-run --verbose --all --update --force")
        .check(|call| call.has("-n --dry-run")),
    Program::text("git mv|rm", "-n -f -k -v -r -q --cached --dry-run --force --verbose --quiet --ignore-unmatch")
        .check(|call| call.has("-n --dry-run")),
    Program::text("git prune", "-n -v --dry-run --verbose --expire=").check(|call| call.has("-n --dry-run")),
    Program::text("git rebase", "--show-current-patch").most(0).check(|call| !call.flags.is_empty()),
    // Without `-w`, which keeps the object.
    Program::text("git hash-object", "-t: --stdin --no-filters --path="),
    Program::text("git sparse-checkout list", "").most(0),
    Program::text("git notes", "").most(0),
    Program::text("git lfs ls-files|status|env|version", "-l -s -a --long --size --all --porcelain --json"),
];

/// Formats that show signatures run the program that checks them.
fn verifies_nothing(call: &Call<'_, '_>) -> bool {
    call.values("--format --pretty").all(|format| format.is_some_and(|format| !shows_signature(format)))
}

/// Outside of git a folder would be shown with all that is in it.
fn names_files(call: &Call<'_, '_>) -> bool {
    let is_file = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ending = name.trim_start_matches('.').rsplit_once('.').map_or("", |(_, ending)| ending);
        ending.starts_with(|c: char| c.is_ascii_alphabetic()) && ending.len() < 6 || path == "/dev/null"
    };
    call.words().is_some_and(|files| files.iter().all(|file| is_file(file)))
}

/// `%G?`, also as `%+G?`.
fn shows_signature(format: &str) -> bool {
    let is_field = |field: &str| field.trim_start_matches(['+', '-', ' ']).starts_with('G');
    format.contains("signature") || format.split('%').skip(1).any(is_field)
}

fn names_subcommand(call: &Call<'_, '_>, subcommands: &[&str]) -> bool {
    call.operands.iter().any(|operand| operand.as_static().is_none_or(|operand| subcommands.contains(&operand)))
}

/// An operand makes a branch unless something says that branches are listed.
fn lists_branches(call: &Call<'_, '_>) -> bool {
    let lists = call.has("--list --contains --no-contains --merged --no-merged --points-at --show-current");
    verifies_nothing(call) && (lists || call.operands.is_empty())
}

fn lists_tags(call: &Call<'_, '_>) -> bool {
    let lists = call.has("-l --list --contains --no-contains --merged --no-merged --points-at");
    verifies_nothing(call) && (lists || call.operands.is_empty())
}

/// One name without a value, or something that asks.
fn only_asks(call: &Call<'_, '_>) -> bool {
    if call.has("--list -l") {
        return call.operands.is_empty();
    }
    let is_name = |operand: &str| operand.contains('.');
    call.has("--get --get-all --get-regexp --get-urlmatch")
        || matches!(call.operands.as_slice(), [name] if name.as_static().is_some_and(is_name))
}
