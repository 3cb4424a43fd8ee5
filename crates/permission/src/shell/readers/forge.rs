//! GitHub and GitLab on the command line.

use super::super::call::{Call, Program};

/// Options of lists and views. Without `--web`, which opens a browser.
macro_rules! view {
    ($more:literal) => {
        concat!("-R: -L: -q: -t: -c --repo= --limit= --json= --jq= --template= --comments --help ", $more)
    };
}

pub(super) const READERS: &[Program] = &[
    Program::version("gh", "--version --help"),
    Program::text("gh version|status", "-e: -o: --exclude= --org=").most(0),
    Program::text("gh auth status", "-h: -a --hostname= --active").most(0),
    Program::text(
        "gh repo view|list",
        view!(
            "-b: --branch= -l: --language= --archived --no-archived --fork --source \
        --topic= --visibility="
        ),
    ),
    Program::text(
        "gh issue list|view|status",
        view!(
            "-A: -a: -l: -m: -S: -s: --author= --assignee= --label= \
        --milestone= --search= --state= --mention= --app="
        ),
    ),
    Program::text(
        "gh pr list|view|status|diff|checks",
        view!(
            "-A: -a: -B: -d -H: -l: -S: -s: --author= --assignee= \
        --base= --draft --head= --label= --search= --state= --app= --color= --patch --name-only --required \
        --fail-fast --interval= -i: --watch --conflict-status"
        ),
    ),
    Program::text(
        "gh run list|view",
        view!(
            "-a -b: -e: -s: -u: -w: -j: -v --all --attempt= --branch= --event= \
        --status= --user= --workflow= --job= --log --log-failed --verbose --exit-status --commit= --created="
        ),
    ),
    Program::text("gh workflow list|view", view!("-a --all -r: -y --ref= --yaml")),
    Program::text("gh release list|view", view!("--exclude-drafts --exclude-pre-releases --order= -O:")),
    Program::text(
        "gh search issues|prs|repos|code|commits",
        view!(
            "--app= --assignee= --author= --closed= \
        --commenter= --created= --include-prs --label= --language= --match= --mentions= --merged --merged-at= \
        --order= --owner= --sort= --state= --stars= --topic= --updated= --visibility= --extension= --filename= \
        --size= --draft --head= --base= --checks= --review= --hash= --committer= --author-date="
        ),
    ),
    Program::text(
        "gh label|cache|secret|variable|org|extension|alias list",
        view!(
            "-S: --search= --order= --sort= \
        -a: -e: -o: --app= --env= --org= --key= --ref="
        ),
    ),
    Program::text("gh gist list|view", view!("-f: -r --files --raw --filename= --public --secret")),
    Program::text("gh ruleset|project list|view", view!("-o: -p --org= --owner= --parents --closed --format=")),
    Program::text("gh config get|list", "-h: --host=")
        .check(|call| call.words().is_some_and(|words| words.iter().all(|word| !word.contains("token")))),
    Program::text(
        "gh api",
        "-q: -t: -i -X: -H: -p: --jq= --template= --include --method= --header= --preview= \
        --paginate --slurp --silent --cache=",
    )
    .most(1)
    .check(only_gets),
    Program::version("glab", "--version --help"),
    Program::text(
        "glab issue|mr list|view|diff",
        "-R: -F: -P: -p: -a: -A: -c -C -d -l: -m: -M -o: -r: -s: --repo= \
        --output= --per-page= --page= --assignee= --author= --closed --all --draft --label= --milestone= --merged \
        --opened --search= --comments --color=",
    ),
    Program::text(
        "glab ci list|view|status|get",
        "-R: -b: -F: -P: -p: -s: --repo= --branch= --output= --per-page= \
        --page= --status= --compact",
    ),
];

/// Fields would make it a POST; they are not listed. Nor is another host, which may get the token of this one.
fn only_gets(call: &Call<'_, '_>) -> bool {
    call.values("-X --method").all(|method| method == Some("GET"))
        && call
            .operands
            .iter()
            .all(|path| path.as_static().is_some_and(|path| path != "graphql" && !path.contains("//")))
}
