//! Options that stand between a program and its subcommand. Those that only choose a name, a namespace or a file of this
//! project are passed over here, so that the tables need not know where an option stands.

use super::super::{
    call::{Call, Reading},
    flags::Flags,
    value::Arg,
};
use std::sync::LazyLock;

/// Programs, a word that must follow if there is one, and the options. Neither hosts, which may be anybody's, nor other
/// configuration files, which may name programs.
static GLOBALS: LazyLock<[(&str, Option<&str>, Flags); 5]> = LazyLock::new(|| {
    [
        ("kubectl", None, Flags::new("-n: --namespace= --context= --cluster=")),
        ("oc", None, Flags::new("-n: --namespace= --context= --cluster=")),
        ("helm", None, Flags::new("-n: --namespace= --kube-context=")),
        ("docker", Some("compose"), Flags::new("-f@ --file@ -p: --project-name= --profile=")),
        ("docker-compose", None, Flags::new("-f@ --file@ -p: --project-name= --profile=")),
    ]
});

/// The arguments without them, and the call of the program alone, whose files count; `None` if there are none.
pub(in super::super) fn strip<'c, 'a>(name: &str, args: &'c [Arg<'a>]) -> Option<(Call<'c, 'a>, Vec<Arg<'a>>)> {
    let (_, word, flags) = GLOBALS.iter().find(|(program, word, _)| {
        *program == name && word.is_none_or(|word| args.first().and_then(Arg::as_static) == Some(word))
    })?;
    let (kept, rest) = args.split_at_checked(usize::from(word.is_some()))?;
    if !rest.first()?.may_be_flag() {
        return None;
    }
    let call = Call::read(flags, rest, Reading::Wrapper)?;
    // An address would be fetched.
    let is_local = |file: Option<&str>| file.is_some_and(|file| !file.contains(':'));
    if !call.values("-f --file").all(is_local) {
        return None;
    }
    let stripped = kept.iter().chain(call.rest).cloned().collect();
    Some((call, stripped))
}
