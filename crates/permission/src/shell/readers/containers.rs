//! Containers and clusters.

use super::super::call::{Call, Program};

pub(super) const READERS: &[Program] = &[
    Program::version("docker|podman|nerdctl", "--version -v --help"),
    Program::text(
        "docker|podman|nerdctl ps",
        "-a -f: -l -n: -q -s --all --filter= --format= --last= --latest \
        --no-trunc --quiet --size",
    )
    .tame(),
    Program::text(
        "docker|podman|nerdctl images",
        "-a -f: -q --all --digests --filter= --format= --no-trunc --quiet \
        --tree",
    ),
    Program::text("docker|podman|nerdctl logs", "-f -n: -t --details --follow --since= --tail= --timestamps --until=")
        .tame(),
    Program::text("docker|podman|nerdctl inspect", "-f: -s --format= --size --type=").tame(),
    Program::text("docker|podman|nerdctl info|version", "-f: --format="),
    // Further words of `top` are options of `ps`, which may show the environment.
    Program::text("docker|podman|nerdctl top|port|diff|history", "-H -q --human? --no-trunc --quiet --format=").most(1),
    Program::text("docker|podman|nerdctl stats", "-a --all --format= --no-stream --no-trunc")
        .check(|call| call.has("--no-stream")),
    Program::text(
        "docker|podman|nerdctl container|image|volume|network|context ls|list|inspect",
        "-a -f: -q -s \
        --all --digests --filter= --format= --no-trunc --quiet --size --verbose",
    ),
    Program::text(
        "docker|podman container logs|port|diff",
        "-f -n: -t --details --follow --since= --tail= \
        --timestamps --until=",
    ),
    Program::text("docker|podman image history", "-H -q --human? --no-trunc --quiet --format="),
    Program::text(
        "docker plugin|node|service|stack|secret|config|swarm ls|ps|inspect|logs",
        "-a -f: -n: -q -t --all \
        --filter= --format= --no-trunc --quiet --since= --tail= --timestamps --follow --pretty",
    ),
    Program::text("docker context show", "").most(0),
    Program::text("docker|podman system df|info", "-v -f: --format= --verbose"),
    Program::text("docker buildx ls|version|du|inspect", ""),
    Program::version("docker compose", "--version -v --help"),
    Program::text(
        "docker compose ps|ls|images|top|version|port",
        "-a -q --all --filter= --format= --no-trunc \
        --quiet --services --status= --orphans -f: --short --protocol= --index=",
    ),
    Program::text(
        "docker compose logs",
        "-f -n: -t --follow --since= --tail= --timestamps --until= --no-color \
        --no-log-prefix --index=",
    ),
    Program::text(
        "docker compose config",
        "-q --format= --hash= --images --profiles --quiet --services --volumes \
        --no-interpolate --no-normalize --environment --variables --networks",
    ),
    Program::text("docker-compose ps|images|top|port|version", "-a -q --all --filter= --quiet --services --short"),
    Program::text("docker-compose logs", "-f -t -n: --follow --tail= --timestamps --no-color --since= --until="),
    Program::text("docker-compose config", "-q --quiet --services --volumes --hash="),
    Program::text(
        "kubectl|oc get|describe",
        "-A -n: -o: -l: -L: -w -R --all-namespaces --namespace= --output= \
        --selector= --field-selector= --show-labels --label-columns= --no-headers --sort-by= --watch --watch-only \
        --context= --cluster= --show-kind --show-managed-fields --raw= --chunk-size= --ignore-not-found --recursive \
        --show-events --subresource= --types=",
    )
    .check(hides_secrets),
    Program::text(
        "kubectl|oc logs",
        "-c: -f -l: -n: -p --all-containers --container= --follow --namespace= \
        --previous --selector= --since= --since-time= --tail= --timestamps --prefix --max-log-requests= \
        --limit-bytes= --context= --ignore-errors --pod-running-timeout=",
    ),
    Program::text(
        "kubectl|oc top",
        "-A -n: -l: --all-namespaces --namespace= --selector= --containers --no-headers \
        --sort-by= --context= --sum --show-capacity",
    ),
    Program::text(
        "kubectl|oc version|explain|api-resources|api-versions|events|cluster-info",
        "-A -n: -o: -w \
        --all-namespaces --client --short --output= --recursive --api-version= --namespaced? --verbs= --api-group= \
        --sort-by= --no-headers --cached --namespace= --context= --types= --for= --watch",
    )
    .check(|call| call.words().is_some_and(|words| !words.contains(&"dump")) && prints_by_no_file(call)),
    Program::text(
        "kubectl|oc config view|get-contexts|current-context|get-clusters|get-users",
        "-o: --output= --minify --no-headers --flatten --context=",
    )
    .check(prints_by_no_file),
    Program::text(
        "kubectl|oc auth can-i|whoami",
        "-A -n: -q --list --all-namespaces --namespace= --quiet \
        --no-headers --subresource= -o: --output=",
    )
    .check(prints_by_no_file),
    Program::text(
        "kubectl|oc rollout status|history",
        "-n: -w -l: --namespace= --watch? --timeout= --revision= \
        --selector= --context=",
    ),
    Program::text("kubectl|oc options|plugin", "")
        .check(|call| call.operands.iter().all(|operand| operand.as_static() == Some("list"))),
    Program::text(
        "kubectl|oc wait",
        "-n: -l: -A --for= --timeout= --namespace= --selector= --all --all-namespaces \
        --context= -o: --output=",
    )
    .check(prints_by_no_file),
    Program::version("helm", "--version --help"),
    Program::text(
        "helm list|ls|status|history|version|env",
        "-A -a -n: -o: -q -d -r -m: -f: -l: --all-namespaces \
        --all --namespace= --output= --short --date --reverse --max= --filter= --selector= --revision= \
        --kube-context= --client --show-desc --show-resources",
    ),
    Program::text(
        "helm get all|values|manifest|notes|hooks|metadata",
        "-a -n: -o: --all --namespace= --output= \
        --revision= --kube-context=",
    ),
    Program::text("helm search repo", "-l -r -o: --versions --regexp --version= --output= --devel --max-col-width="),
    Program::text("helm repo list", "-o: --output="),
    Program::version("minikube|kind|k3d|kustomize|skaffold|stern", "--version --help"),
];

/// A table of secrets has no values; any other output has.
fn hides_secrets(call: &Call<'_, '_>) -> bool {
    if !prints_by_no_file(call) {
        return false;
    }
    let shows = call.has("-o --output --raw");
    let names_none = |text: &str| !text.to_ascii_lowercase().contains("secret");
    !shows
        || (call.words().is_some_and(|words| words.iter().all(|word| names_none(word)))
            && call.values("--raw").all(|path| path.is_some_and(|path| names_none(path) && !path.contains('%'))))
}

/// `-o jsonpath-file=x` reads a file, and shows it where it fits nothing.
fn prints_by_no_file(call: &Call<'_, '_>) -> bool {
    call.values("-o --output").all(|output| output.is_some_and(|output| !output.contains("-file")))
}
