//! Clients of services that the user has set up, as far as they list or describe. What prints a password, a key or the
//! settings of an application is not here, nor is a client that can be pointed at another service on the line.

use super::super::call::{Call, Program, is_listed};
use super::is_plain;

/// Commands of redis that neither write nor block nor run scripts.
const REDIS: &str = "get mget exists ttl pttl type strlen getrange hget hmget hgetall hkeys hvals hlen hexists llen \
    lrange lindex smembers scard sismember zrange zrangebyscore zcard zscore zrank xlen xrange keys scan dbsize info \
    ping time lastsave memory";

pub(super) const READERS: &[Program] = &[
    Program::text("argocd app list|get|history|diff", "-o: --output= -p: --project= -l: --selector=").most(1),
    Program::text("flux get all|sources|kustomizations|helmreleases|images", "-A -n: --namespace= --all-namespaces")
        .most(1),
    Program::text("fly|flyctl status|releases|regions", "-a: --app= -j --json").most(0),
    Program::text("vercel|vc ls|list|whoami", "").most(1),
    Program::text("kubens|kubectx", "-c --current").most(0).check(|call| !call.flags.is_empty()),
    Program::text("vault status", "-format:").most(0),
    Program::text("az webapp|functionapp log tail", "-n: -g: --name= --resource-group=").most(0),
    Program::text("aws configure get region|output|sso_region|sso_start_url", "--profile=").most(0),
    Program::text(
        "aws dynamodb scan|query",
        "--table-name= --max-items= --limit= --index-name= --key-condition-expression= --filter-expression= \
        --expression-attribute-values= --expression-attribute-names= --projection-expression= --profile= --region= \
        --output= --query= --select=",
    )
    .most(0)
    .check(|call| call.words_in_flags(|value| !value.contains("://"))),
    Program::text("aws s3|s3api|ec2|ecs|eks|iam|lambda|logs|rds|sts|ssm|dynamodb|cloudformation", "").most(2).check(
        |call| {
            call.words().is_some_and(|words| words.last() == Some(&"help") && words.iter().all(|word| is_plain(word)))
        },
    ),
    Program::text("aws s3 sync|cp|rm|mv", "--dryrun --delete --recursive --exclude= --include= --profile= --region=")
        .check(|call| call.has("--dryrun") && call.words().is_some()),
    // Without a mutation in it, a document of GraphQL only asks.
    Program::text("gh api graphql", "-f: -F: -q: --raw-field= --field= --jq= --paginate").most(0).check(|call| {
        let mut fields = call.values("-f -F --raw-field --field").peekable();
        fields.peek().is_some() && fields.all(|field| field.is_some_and(only_queries))
    }),
    Program::text("gh browse", "-n --no-browser -R: --repo= -b: --branch= -s --settings -w --wiki")
        .check(|call| call.has("-n --no-browser")),
    Program::text("helm show|inspect values|chart|readme|crds|all", "")
        .most(1)
        .check(|call| call.words().is_some_and(|words| words.iter().all(|chart| chart.starts_with(['.', '/'])))),
    Program::text("kubectl|oc diff", "-f@ -n: -R --filename@ --namespace= --context= --recursive --server-side")
        .most(0)
        .check(|call| {
            call.has("-f --filename")
                && call.values("-f --filename").all(|file| file.is_some_and(|file| !file.contains("://")))
        }),
    Program::text("docker|podman|nerdctl stats", "-a --all --format= --no-stream --no-trunc"),
    Program::text("mysqladmin", "-u: --user=").check(|call| {
        let asks = |word: &&str| matches!(*word, "status" | "extended-status" | "ping" | "version" | "processlist");
        call.words().is_some_and(|words| !words.is_empty() && words.iter().all(asks))
    }),
    // To standard output, from the database of this machine.
    Program::text(
        "pg_dump",
        "-s -a -c -O -x -t: -T: -n: -N: -U: --schema-only --data-only --no-owner --table= --schema=",
    )
    .most(1)
    .check(|call| call.words().is_some_and(|words| words.iter().all(|word| is_plain(word)))),
    Program::text("redis-cli", "-n: --raw --no-raw --scan --pattern: --count:").check(|call| {
        let Some(words) = call.words() else { return false };
        match words.first() {
            Some(command) => {
                is_listed(REDIS, &command.to_ascii_lowercase())
                    && words
                        .get(1)
                        .is_none_or(|argument| *command != "memory" || matches!(*argument, "usage" | "stats"))
            }
            None => call.has("--scan"),
        }
    }),
    Program::text("terraform|tofu workspace show|list", "").most(0),
    Program::text("terraform|tofu state list", "-id:"),
    Program::text("terraform|tofu providers", "").most(0),
    Program::text("uv tool list", "--show-paths --show-version-specifiers --show-extras --show-with").most(0),
    Program::text("direnv status", "--json").most(0),
    Program::text("adb version", "").most(0),
];

/// `query=query { … }`, or a variable for it that comes from no file.
fn only_queries(field: &str) -> bool {
    let Some((name, value)) = field.split_once('=') else { return false };
    let asks = !value.contains("mutation") && !value.contains("subscription");
    match name {
        "query" => asks && value.trim_start().starts_with(['{', 'q']),
        _ => !value.starts_with('@'),
    }
}

impl Call<'_, '_> {
    /// Whether the values of all options are static and pass.
    fn words_in_flags(&self, test: impl Fn(&str) -> bool) -> bool {
        self.flags.iter().filter_map(|flag| flag.value.as_deref()).all(|value| value.as_static().is_some_and(&test))
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::{Class, ShellContext, analyse};
    use std::path::Path;

    #[test]
    fn what_is_more_than_a_listing_is_no_reader() {
        let cx = ShellContext { cwd: Path::new("/ws"), home: None };
        for command in [
            "aws configure get aws_secret_access_key",
            "aws configure set region x",
            "aws s3 rm s3://x",
            "aws s3 sync a b --dryrun \"$x\"",
            "aws dynamodb scan --table-name x --endpoint-url http://x",
            "aws dynamodb scan --table-name file://x --filter-expression http://x",
            "gh api graphql -f query='mutation { x }'",
            "gh api graphql -f query='query { x } mutation M { y }'",
            "gh api graphql -F query=@file",
            "gh browse",
            "helm show values repo/chart",
            "kubectl diff -f https://x/y.yaml",
            "mysqladmin shutdown",
            "pg_dump mydb -f out.sql",
            "pg_dump host=x",
            "redis-cli set a b",
            "redis-cli flushall",
            "redis-cli eval x 0",
            "redis-cli -h evil get x",
            "redis-cli memory purge",
            "redis-cli",
            "terraform workspace new x",
            "terraform state rm x",
            "kubens other",
            "vault kv get x",
        ] {
            assert_ne!(analyse(command, &cx).class, Class::ReadOnly, "{command}");
        }
    }
}
