//! Clients of clouds and clusters that the user has set up, as far as they list and describe. Nothing that prints a secret,
//! and nothing whose client runs parts of the project, as `terraform` and `pulumi` do.

use super::super::call::{Call, Program};

const GCLOUD: &str = "-q --quiet --project= --region= --zone= --limit= --filter= --format= --account= --sort-by= --uri";
const AZ: &str = "-d -g: -n: -o: -s: --output= --query= --resource-group= --name= --subscription= --show-details";

pub(super) const READERS: &[Program] = &[
    // Not `get-…`: some write a file, some print secrets.
    Program::text(
        "aws",
        "--profile= --region= --query= --output= --max-items= --page-size= --no-paginate --no-cli-pager --filters= \
        --instance-ids= --stack-name= --table-name= --cluster= --clusters= --services= --log-group-name= --bucket= \
        --function-name= --user-name= --role-name= --group-names= --vpc-ids= --owners=",
    )
    .check(describes),
    Program::text("aws sts get-caller-identity", "--profile= --region= --query= --output=").most(0),
    Program::text("aws iam get-user|get-role|get-policy", "--user-name= --role-name= --policy-arn= --query= --output=")
        .most(0),
    Program::text(
        "aws s3api head-object|head-bucket|get-bucket-policy|get-bucket-location",
        "--bucket= --key= --query= \
        --output=",
    )
    .most(0),
    Program::text("aws s3 ls", "--recursive --human-readable --summarize --profile= --region= --page-size="),
    Program::text("aws configure list|list-profiles", "--profile=").most(0),
    Program::text("aws logs tail", "--since= --follow --format= --filter-pattern= --profile= --region="),
    Program::text("gcloud config|auth|projects|services|compute|container|run|functions|sql|pubsub list", GCLOUD)
        .most(0),
    Program::text("gcloud config get-value|get", GCLOUD).most(1),
    Program::text(
        "gcloud compute|container|run|functions|sql|iam|pubsub \
        instances|disks|networks|clusters|node-pools|services|revisions|jobs|topics|roles|service-accounts list|describe",
        GCLOUD,
    ),
    Program::text("gcloud logging read", "--limit= --freshness= --format= --project= --order="),
    Program::text("gcloud info|version", "").most(0),
    Program::text("gsutil ls|du", "-l -L -h -s -a -r -b -sh -lh"),
    Program::text("az account|group|vm|aks|acr|webapp|functionapp|sql|network list|show", AZ).most(0),
    Program::text("az storage|network|sql|monitor account|vnet|nsg|server|db list|show", AZ).most(0),
    Program::text("az version", "-o: --output=").most(0),
    Program::text("heroku ps|apps|releases|logs", "-a: -n: -t --app= --num= --tail --json"),
    Program::text("kind get clusters|nodes", "--name="),
    Program::text("minikube status|profile|version|ip", "-o: -p: --output= --profile=").most(0),
    Program::text(
        "kubectl|oc apply|create|run|delete|scale|expose|label|annotate",
        "-f@ -o: -n: -l: --filename@ --output= --namespace= --context= --dry-run= --image= --replicas= --port= \
        --selector=",
    )
    .check(|call| {
        let is_local = |value: Option<&str>| value.is_some_and(|value| !value.contains("://"));
        call.has("--dry-run")
            && call.values("--dry-run").all(|value| value == Some("client"))
            && call.values("-f --filename").all(is_local)
    }),
    // A chart of this machine; another would be fetched.
    Program::text(
        "helm template",
        "-f@ -n: -s: --values@ --set= --set-string= --namespace= --show-only= --include-crds",
    )
    .check(|call| {
        let chart = call.words().and_then(|words| words.last().copied());
        call.values("-f --values").all(|file| file.is_some_and(|file| !file.contains("://")))
            && chart.is_some_and(|chart| chart.starts_with(['.', '/']))
    }),
    Program::text("docker|podman events", "-f: --filter= --format= --since= --until=").most(0),
    Program::text("terraform|tofu|pulumi|skaffold|ngrok|rclone|zig|flux version", "-json").most(0),
    Program::text(
        "terraform|tofu apply|plan|destroy|init|validate|fmt|state|output|show|import|workspace|providers",
        "-help -h --help",
    )
    .most(0)
    .check(|call| call.flags.len() == 1),
    Program::text("terraform|tofu -help", "").most(1),
    Program::text("rclone listremotes", "--long").most(0),
    // With `GET`, fields are a query; `@` would send a file.
    Program::text("gh api", "-X: -f: -F: -q: -t: --method= --field= --raw-field= --jq= --template= --paginate --slurp")
        .check(|call| {
            call.has("-X --method")
                && call.values("-X --method").all(|method| method == Some("GET"))
                && call
                    .values("-f -F --field --raw-field")
                    .all(|field| field.is_some_and(|field| !field.contains("=@")))
                && call.operands.iter().all(|path| path.as_static().is_some_and(|path| path != "graphql"))
        }),
    Program::text("gh run watch", "-i: -R: --interval= --repo= --exit-status --compact").most(1),
    Program::text("gh help", ""),
    Program::text("kubectl|oc|docker|helm help", ""),
];

/// A service and an operation that describes or lists.
fn describes(call: &Call<'_, '_>) -> bool {
    let Some(words) = call.words() else { return false };
    let is_name =
        |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    match words.as_slice() {
        [service, operation] => {
            is_name(service)
                && is_name(operation)
                && (operation.starts_with("describe-") || operation.starts_with("list-") || *operation == "help")
        }
        _ => false,
    }
}
