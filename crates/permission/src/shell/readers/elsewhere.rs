//! Values that lead a client of a service to a file or a host of the caller's choice, whichever option they are given to.

use super::super::value::Arg;

/// Whether one of the arguments of a listed client does.
pub(in super::super) fn leads_elsewhere(base: &str, args: &[Arg<'_>]) -> bool {
    match base {
        // `file://x` is what the file says, in any option; an address may be fetched.
        "aws" => args.iter().any(|arg| arg.shown().contains("://") && !arg.lead().starts_with("s3://")),
        // `@x` is what the file says.
        "az" => args.iter().any(|arg| arg.lead().starts_with('@') || arg.lead().contains("=@")),
        "gh" => names_host(args, &["https://github.com/", "https://api.github.com/"], 1),
        "glab" => names_host(args, &["https://gitlab.com/"], usize::MAX),
        _ => false,
    }
}

/// `-R host/owner/repository`, and addresses of other hosts than the usual ones. Where the value of `-R` names no host, it
/// has so many slashes at most.
fn names_host(args: &[Arg<'_>], usual: &[&str], most: usize) -> bool {
    let mut is_repository = false;
    args.iter().any(|arg| {
        let text = arg.shown();
        let was_repository =
            std::mem::replace(&mut is_repository, text == "--repo" || (text.starts_with('-') && text.ends_with('R')));
        let bundle =
            text.strip_prefix('-').filter(|bundle| !bundle.starts_with('-')).and_then(|bundle| bundle.split_once('R'));
        let glued = text.strip_prefix("--repo=").or(bundle.map(|(_, value)| value)).filter(|value| !value.is_empty());
        let of_option = text.strip_prefix("--").and_then(|option| option.split_once('='));
        let value = glued.or_else(|| of_option.map(|(_, value)| value)).unwrap_or(&text);
        if usual.iter().any(|usual| value.starts_with(usual)) {
            return false;
        }
        let names_it = was_repository || glued.is_some();
        // `gh repo view host/owner/repository`
        let is_host = |name: &str| name.contains('.') && !name.starts_with('.');
        if most == 1 && value.split_once('/').is_some_and(|(host, rest)| is_host(host) && rest.contains('/')) {
            return true;
        }
        value.contains("://") || (names_it && (value.contains(['@', ':']) || value.matches('/').count() > most))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_files() {
        let check = |command: &str, expected: bool| {
            let words: Vec<Arg<'_>> = command.split(' ').map(|word| Arg::Static(word.to_owned().into())).collect();
            assert_eq!(leads_elsewhere(words[0].lead(), &words[1..]), expected, "{command}");
        };
        for command in [
            "aws s3api head-object --bucket file://.env --key x",
            "aws s3api head-object --bucket=fileb://x",
            "aws s3 ls --endpoint-url http://x",
            "az group show -n @.env",
            "az group show --name=@.env",
            "gh issue list -R evil.example/a/b",
            "gh issue list -Revil.example/a/b",
            "gh issue list --repo=evil.example/a/b",
            "gh issue list --repo https://evil.example/a/b",
            "gh pr view https://evil.example/a/b/pull/1",
            "glab mr list -R https://evil.example/a/b",
            "gh issue list -R https://evil.example/a/b#https://github.com/",
            "gh issue list -R git@evil.example:a/b",
            "gh repo view evil.example/a/b",
            "gh pr view 1 -cRevil.example/a/b",
            "gh pr view 1 -cR evil.example/a/b",
            "glab mr list --repo=git@evil.example:a/b",
        ] {
            check(command, true);
        }
        for command in [
            "aws s3 ls s3://bucket",
            "az group show -n x",
            "gh issue list -R a/b",
            "gh issue list --repo=a/b",
            "gh pr view https://github.com/a/b/pull/1",
            "glab mr list -R group/sub/b",
            "git show a://b",
        ] {
            check(command, false);
        }
    }
}
