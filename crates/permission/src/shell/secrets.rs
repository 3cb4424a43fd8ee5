//! Programs that print what is secret without naming a file that holds it: the environment, and the logins that clients
//! keep. What such a call prints is read only when the user says so, whatever else the call is. Which files hold secrets
//! is in `paths::lists`.

use super::{
    call::is_listed,
    jq, names,
    value::{Arg, Open, Piece},
    walk::Walker,
    why::clip,
};
use crate::quick::NameMap;

use std::sync::LazyLock;

/// When the call of a listed program prints a secret.
#[derive(Debug, Clone, Copy)]
enum When {
    Always,
    /// With one of these options.
    With(&'static str),
    /// Unless one of these options is there.
    Without(&'static str),
    /// If some word holds one of these, or is not known.
    Naming(&'static str),
    /// As `Naming`, and with one of the options before.
    NamingWith(&'static str, &'static str),
}

/// Clients by their words. The words are looked for in this order among those that are no options, so that options in
/// between hide nothing.
const CLIENTS: &[(&str, When)] = &[
    ("gh auth token", When::Always),
    ("gh auth status", When::With("-t --show-token")),
    ("gh config get", When::Naming("token")),
    ("glab auth status", When::With("-t --show-token")),
    ("glab config get", When::Naming("token")),
    ("git credential fill", When::Always),
    (
        "git credential-store|credential-cache|credential-manager|credential-osxkeychain|credential-libsecret get",
        When::Always,
    ),
    ("git config", When::Naming("extraheader password passwd token cookie secret credential.username")),
    ("aws configure get", When::Naming("secret access_key token")),
    ("aws configure export-credentials", When::Always),
    (
        "aws sts get-session-token|get-federation-token|assume-role|assume-role-with-saml|assume-role-with-web-identity",
        When::Always,
    ),
    ("aws secretsmanager get-secret-value|batch-get-secret-value|get-random-password", When::Always),
    (
        "aws ssm get-parameter|get-parameters|get-parameters-by-path|get-parameter-history",
        When::With("--with-decryption"),
    ),
    ("aws ecr|ecr-public get-login-password|get-authorization-token|get-login", When::Always),
    ("aws codeartifact get-authorization-token|login", When::Always),
    ("aws eks get-token", When::Always),
    ("aws rds generate-db-auth-token", When::Always),
    ("aws iam create-access-key", When::Always),
    ("aws kms decrypt", When::Always),
    ("gcloud auth print-access-token|print-identity-token|print-refresh-token", When::Always),
    ("gcloud auth application-default print-access-token", When::Always),
    ("gcloud config config-helper", When::Always),
    ("gcloud secrets versions access", When::Always),
    ("az account get-access-token", When::Always),
    ("az keyvault secret show|download", When::Always),
    ("az storage account keys|show-connection-string|generate-sas", When::Always),
    ("az acr credential", When::Always),
    ("az acr login", When::With("--expose-token")),
    ("az webapp|functionapp config appsettings|connection-string list|show", When::Always),
    ("az ad sp create-for-rbac", When::Always),
    ("az aks get-credentials", When::Always),
    ("doctl auth token", When::Always),
    // Their table has no values.
    ("kubectl|oc get", When::NamingWith("-o --output --raw --template -ojson -oyaml", "secret")),
    ("kubectl|oc config view", When::With("--raw")),
    ("kubectl|oc create token", When::Always),
    ("oc whoami", When::With("-t --show-token")),
    (
        "docker|podman|nerdctl compose config|convert",
        When::Without("-q --quiet --services --images --profiles --volumes --networks --hash --help"),
    ),
    (
        "docker-compose|podman-compose config|convert",
        When::Without("-q --quiet --services --images --profiles --volumes --networks --hash --help"),
    ),
    ("npm|pnpm|yarn|bun config get", When::Naming("auth token password")),
    ("npm|pnpm|yarn token list|ls|create", When::Always),
    ("pip|pip3|poetry|uv config", When::Naming("token password http-basic")),
    ("uv auth token", When::Always),
    ("heroku config", When::Always),
    ("heroku config:get|auth:token|pg:credentials|pg:credentials:url|redis:credentials", When::Always),
    ("fly|flyctl auth token|tokens", When::Always),
    ("fly|flyctl tokens", When::Always),
    ("vercel|netlify env pull|get|list|ls", When::Always),
    ("railway variables", When::Always),
    ("firebase login:ci|functions:config:get|functions:secrets:access", When::Always),
    ("supabase status", When::With("-o --output")),
    ("terraform|tofu|terragrunt output|console", When::Always),
    (TERRAFORM_SHOW, When::Without("-help --help")),
    ("terraform|tofu|terragrunt state pull|show", When::Always),
    ("pulumi config|stack", When::With("--show-secrets")),
    ("vault read|print|unwrap|login", When::Always),
    ("vault kv|token|generate-root get|lookup|create|decode", When::Always),
    ("op read|item|inject|document|signin", When::Always),
    ("bw get|list|export|unlock", When::Always),
    ("pass|gopass|lpass show|export|otp", When::Always),
    ("doppler|infisical secrets|export", When::Always),
    ("chamber read|export|env|list-all", When::Always),
    ("aws-vault export", When::Always),
    ("teller show|env|export|sh", When::Always),
    ("sops decrypt", When::Always),
    ("sops", When::With("-d --decrypt")),
    ("security find-generic-password|find-internet-password", When::With("-w -g")),
    ("security dump-keychain|export", When::Always),
    ("secret-tool lookup|search", When::Always),
    ("keyring get", When::Always),
    ("gpg|gpg2", When::With("--export-secret-keys --export-secret-subkeys --export-ssh-key")),
    ("rclone config show|dump|file", When::Always),
    ("redis-cli config get", When::Naming("pass auth *")),
    ("tmux show-environment|showenv", When::Always),
    ("systemctl show-environment", When::Always),
    ("systemctl show", When::Without("-p --property -P")),
    ("systemctl show", When::Naming("environment")),
    ("helm get all|values|manifest|hooks", When::Always),
    ("helm status", When::With("-o --output")),
    ("helm env", When::Always),
    ("docker|podman|nerdctl compose config", When::With("--environment --variables")),
    ("launchctl getenv|export", When::Always),
    ("composer config", When::Naming("basic oauth token")),
    ("wrangler auth token", When::Always),
];

const TERRAFORM_SHOW: &str = "terraform|tofu|terragrunt show";

/// What the name of a variable holds whose value is secret. `PASS` alone would be in `BYPASS`.
const SECRET_NAMES: &str = "KEY TOKEN SECRET PASSW PASSPHRASE CREDENTIAL AUTH PRIVATE COOKIE DSN CONNECTION_STRING \
    DATABASE_URL POSTGRES_URL MYSQL_URL AMQP_URL _PASS _PWD MONGO_URI MONGODB_URI REDIS_URL SESSION_ID JWT";

/// Names that hold one of these and no secret.
const HARMLESS_NAMES: [&str; 4] = ["KEYBOARD", "KEYMAP", "KEYCODE", "AUTHOR"];

/// Of `ps`: options whose value is the next word.
const PS_VALUES: &str = "-o -O -p -u -U -C -t -g -G -s -q --sort --pid --ppid --user --tty --format";

impl Walker<'_> {
    /// Notes that the call prints a secret, if it does.
    pub(super) fn discloses(&mut self, base: &str, args: &[Arg<'_>]) {
        if self.found.discloses.is_none() && (prints_secret(base, args) || names::searches_secrets(base, args)) {
            let words = args.iter().take(8).map(Arg::shown);
            let text = std::iter::once(base.into()).chain(words).collect::<Vec<_>>().join(" ");
            self.found.discloses = Some(clip(&text).into_owned());
        }
        // These look at a value and show nothing, unless something else tells what they were given.
        if self.tells_words || !matches!(base, "[" | "test" | ":" | "true" | "false") {
            for arg in args {
                self.uses_value(arg);
            }
        }
    }

    /// Notes that the value of a secret variable is used. Where all parts only read, one of them may show it; other
    /// programs need it for what they do.
    pub(super) fn uses_value(&mut self, arg: &Arg<'_>) {
        if self.found.uses_secret.is_none() && shows_secret_variable(arg) {
            self.found.uses_secret = Some(clip(&arg.shown()).into_owned());
        }
    }

    /// The same for a text in which only variables mean something.
    pub(super) fn uses_values(&mut self, text: &str) {
        for behind in text.split('$').skip(1) {
            self.uses_value(&Arg::Open(Open { pieces: vec![Piece::Unknown(behind)], splits: false }));
        }
    }
}

fn prints_secret(base: &str, args: &[Arg<'_>]) -> bool {
    let asks_help = || args.iter().any(|arg| matches!(arg.as_static(), Some("--help" | "--version")));
    match base {
        "printenv" => {
            let names: Vec<_> = args.iter().filter(|arg| !arg.lead().starts_with('-')).collect();
            !asks_help() && (names.is_empty() || names.iter().any(|name| name.as_static().is_none_or(is_secret_name)))
        }
        "set" | "export" | "readonly" if args.is_empty() => true,
        "declare" | "typeset" | "export" | "readonly" => prints_variables(base, args),
        "ps" => shows_environment(args) || args.iter().any(|arg| arg.shown().contains("environ")),
        "echo" | "printf" => args.iter().any(shows_secret_variable),
        "awk" | "gawk" | "mawk" | "nawk" => args.iter().any(|arg| arg.shown().contains("ENVIRON")),
        "jq" | "jaq" | "gojq" | "yq" | "tomlq" | "xq" | "gh" if jq::shows_environment(base, args) => true,
        "envsubst" => !asks_help() && !args.iter().any(|arg| matches!(arg.lead(), "-v" | "--variables")),
        _ => is_secret_client(base, args) && !asks_help(),
    }
}

/// `declare -p` and its kin: all variables, or one with such a name. `-f` and `-F` list functions.
fn prints_variables(base: &str, args: &[Arg<'_>]) -> bool {
    let options = || args.iter().filter_map(Arg::as_static).filter(|arg| arg.starts_with('-'));
    if options().any(|option| option.contains(['f', 'F'])) {
        return false;
    }
    let names: Vec<_> = args.iter().filter(|arg| !arg.lead().starts_with('-')).collect();
    let prints = options().any(|option| option.contains('p'));
    if names.is_empty() {
        return prints || matches!(base, "declare" | "typeset");
    }
    prints && names.iter().any(|name| name.as_static().is_none_or(is_secret_name))
}

/// `ps e`, `ps auxe`: letters without a dash, of which `e` shows the environment. `ps -e` lists all processes.
fn shows_environment(args: &[Arg<'_>]) -> bool {
    let (mut is_value, mut is_option) = (false, false);
    args.iter().any(|arg| {
        let was_option = std::mem::replace(&mut is_option, arg.lead().starts_with('-'));
        // A variable may hold such letters, unless it is the value of an option.
        let Some(word) = arg.as_static() else { return arg.is_variable() && !was_option };
        let was_value = std::mem::replace(&mut is_value, is_listed(PS_VALUES, word));
        // A number of a process may follow the letters.
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_letters = !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_alphabetic());
        (!was_value && is_letters && letters.contains('e')) || word == "-E"
    })
}

/// `$API_KEY`. Variables of one's own in a script are written small.
fn shows_secret_variable(arg: &Arg<'_>) -> bool {
    let Arg::Open(Open { pieces, .. }) = arg else { return false };
    pieces.iter().any(|piece| {
        let Piece::Unknown(raw) = piece else { return false };
        let name: String = raw
            .trim_start_matches(['$', '{', '!'])
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        // `${#KEY}` is a length, `${KEY:+set}` tells only whether there is one.
        let behind = raw.trim_start_matches(['$', '{', '!']).get(name.len()..).unwrap_or_default();
        let shows = !raw.starts_with("${#") && !behind.starts_with('+') && !behind.starts_with(":+");
        shows && !name.is_empty() && !name.chars().any(|c| c.is_ascii_lowercase()) && is_secret_name(&name)
    })
}

pub(super) fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase().replace("AUTHORI", "AUTH");
    let name = HARMLESS_NAMES.iter().fold(name, |name, harmless| name.replace(harmless, ""));
    // Not `PATH`.
    let is_access_token = name.ends_with("_PAT") || name.contains("_PAT_");
    is_access_token || SECRET_NAMES.split_ascii_whitespace().any(|part| name.contains(part)) && name != "SSH_AUTH_SOCK"
}

static CLIENTS_BY_NAME: LazyLock<NameMap<&'static str, Vec<(&'static str, When)>>> = LazyLock::new(|| {
    let mut by_name: NameMap<_, Vec<_>> = NameMap::default();
    for row in CLIENTS {
        for name in row.0.split(' ').next().unwrap_or_default().split('|') {
            by_name.entry(name).or_default().push(*row);
        }
    }
    by_name
});

fn is_secret_client(base: &str, args: &[Arg<'_>]) -> bool {
    let listed = |words: &str, word: &str| words.split('|').any(|choice| choice == word);
    CLIENTS_BY_NAME.get(base).into_iter().flatten().any(|(words, when)| {
        let mut given = args.iter().filter_map(Arg::as_static).filter(|word| !word.starts_with('-')).take(8);
        // `terraform workspace show` shows a name.
        if *words == TERRAFORM_SHOW && given.clone().next() == Some("workspace") {
            return false;
        }
        if !words.split(' ').skip(1).all(|wanted| given.any(|word| listed(wanted, word))) {
            return false;
        }
        let has = |options: &str| {
            args.iter().any(|arg| {
                let lead = arg.lead();
                let is_glued = lead.starts_with("-o") && is_listed(options, "-o");
                is_glued || is_listed(options, lead.split('=').next().unwrap_or_default())
            })
        };
        match *when {
            When::Always => true,
            When::With(options) => has(options),
            When::Without(options) => !has(options),
            When::Naming(parts) => names(parts, args),
            When::NamingWith(options, parts) => has(options) && names(parts, args),
        }
    })
}

fn names(parts: &str, args: &[Arg<'_>]) -> bool {
    args.iter().any(|arg| {
        let word = arg.shown().to_ascii_lowercase();
        arg.as_static().is_none() || parts.split_ascii_whitespace().any(|part| word.contains(part))
    })
}
