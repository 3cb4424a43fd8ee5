//! Manuals and usages: what a program prints about itself or about another. Not `git help` and `git push --help`, whose
//! viewer the configuration of a repository may name, nor `npm help`, for the same reason.

use super::super::call::{Call, Program};

pub(super) const READERS: &[Program] = &[
    // The pager is `cat` wherever commands run. A name with a slash would be a file.
    Program::text("man", "-a -w -s: -S:").check(|call| !call.operands.is_empty() && names_pages(call)),
    Program::text("col", "-b -f -h -p -x -l:"),
    Program::text("info", "").check(|call| !call.operands.is_empty() && names_pages(call)),
    // Commands that cargo has built in, so that no alias stands for them.
    Program::text(
        "cargo build|check|clean|test|run|add|remove|update|publish|install|doc|bench|new|init|fix|tree|metadata|search",
        "--help",
    )
    .most(0)
    .check(is_one_option),
    // git prints the usage of a command that is built in and does nothing else.
    Program::text(
        "git add|am|apply|archive|bisect|blame|branch|bundle|checkout|cherry-pick|clean|clone|commit|config|describe|\
        diff|fetch|fsck|gc|grep|init|log|merge|mv|notes|prune|pull|push|range-diff|rebase|reflog|remote|reset|\
        restore|revert|rm|show|sparse-checkout|stash|status|submodule|switch|tag|worktree",
        "-h",
    )
    .most(0)
    .check(is_one_option),
    Program::text("deno help", "").most(1),
];

fn is_one_option(call: &Call<'_, '_>) -> bool {
    call.flags.len() == 1
}

fn names_pages(call: &Call<'_, '_>) -> bool {
    call.words().is_some_and(|words| words.iter().all(|page| !page.contains('/')))
}
