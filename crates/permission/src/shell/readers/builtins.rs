//! What bash does itself.

use super::super::call::{Call, Program};
use super::test;

pub(super) const READERS: &[Program] = &[
    // `*` means that every argument is text.
    Program::text("echo|true|false|:", "*").tame(),
    Program::text("printf", "*").check(prints),
    Program::text("test|[", "*").check(test::is_harmless),
    Program::text("pwd", "-L -P").most(0),
    Program::text("cd|pushd|popd", "-L -P -e -n").tame(),
    Program::text("dirs", "-l -p -v").most(0),
    Program::text("exit|return|break|continue|shift", "").tame().most(1),
    Program::text("sleep|times|caller|help", "").tame(),
    Program::text("wait", ""),
    Program::text("jobs", "-l -n -p -r -s"),
    Program::text("type", "-a -f -p -P -t").tame(),
    Program::text("umask", "-p -S").most(0),
    Program::text("ulimit", "-a -c -d -f -H -i -l -m -n -p -q -r -s -S -t -u -v -x").most(0),
    Program::text("shopt", "-p -q -o").check(|call| call.words().is_some()),
    Program::text("set", "-e -u -x -v -f -C -E -T -o:").check(sets_harmlessly),
    Program::text("read", "-r -s -a: -d: -n: -N: -p: -t: -u:").check(names_plain_variables),
    Program::text("mapfile|readarray", "-t -d: -n: -O: -s: -u:").most(1).check(names_plain_variables),
    // Options of globs that find no more than people expect: neither hidden files nor other letter cases.
    Program::text("shopt", "-s -u -q").check(|call| {
        let is_harmless = |name: &&str| matches!(*name, "globstar" | "nullglob" | "failglob");
        call.words().is_some_and(|names| !names.is_empty() && names.iter().all(is_harmless))
    }),
    Program::text("bind", "-p -P -l -v -V -s -S").most(0).check(|call| !call.flags.is_empty()),
    // Not `-C`, `-F` and `-W`, which run or expand a text.
    Program::text("compgen", "-a -b -c -d -e -f -g -j -k -s -u -v -A:")
        .most(1)
        .check(|call| call.words().is_some_and(|words| words.iter().all(|word| !word.contains(['/', '~'])))),
    Program::text("complete", "-p").check(|call| call.has("-p") && call.words().is_some()),
    Program::text("trap", "-l -p").check(|call| !call.flags.is_empty() && call.words().is_some()),
    Program::text("alias", "-p").most(0),
    Program::text("unalias", "-a").check(|call| call.words().is_some()),
    Program::version("getopts|declare|typeset|export|readonly|unset|alias|bind|complete|compgen|hash|trap", "--help"),
    Program::text("kill", "-l -L -0").check(|call| call.has("-l -L -0")),
];

/// The format is static, so it is no option and does not assign to the name of its choice.
fn prints(call: &Call<'_, '_>) -> bool {
    let mut operands = call.operands.iter();
    let format = operands.next().and_then(|operand| operand.as_static());
    format.is_some_and(|format| !format.starts_with('-') && !assigns(format))
}

/// `%n`, with whatever stands between the two.
fn assigns(format: &str) -> bool {
    format.replace("%%", "").split('%').skip(1).any(|directive| {
        directive.trim_start_matches(|c: char| c.is_ascii_digit() || "#0- +'.*hlLjztq".contains(c)).starts_with('n')
    })
}

fn sets_harmlessly(call: &Call<'_, '_>) -> bool {
    let modes = ["pipefail", "errexit", "nounset", "xtrace", "verbose", "noglob", "noclobber", "errtrace"];
    let unset = |word: &str| {
        word.strip_prefix('+')
            .is_some_and(|letters| !letters.is_empty() && letters.bytes().all(|b| b"euxvfCET".contains(&b)))
    };
    call.values("-o").all(|mode| mode.is_some_and(|mode| modes.contains(&mode)))
        && call.words().is_some_and(|words| words.iter().all(|word| unset(word)))
}

/// Names that nothing else looks at. Upper case names may be those that steer other programs.
fn names_plain_variables(call: &Call<'_, '_>) -> bool {
    let plain =
        |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_') || name == "REPLY";
    call.values("-a").all(|name| name.is_some_and(plain))
        && call.words().is_some_and(|names| names.into_iter().all(plain))
}
