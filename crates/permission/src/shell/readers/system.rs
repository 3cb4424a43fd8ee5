//! Processes, devices, services and the network of this machine.

use super::super::call::{Call, Program};
use super::is_plain;

pub(super) const READERS: &[Program] = &[
    Program::text("ps", "*").check(|call| {
        call.operands.iter().all(|word| word.as_static().is_some() || !(word.may_be_flag() || word.is_plural()))
    }),
    Program::text(
        "pgrep",
        "-a -c -d: -f -g: -G: -i -l -L -n -o -P: -s: -t: -u: -U: -v -w -x --list-full --list-name \
        --full --exact --ignore-case --count --newest --oldest --parent= --euid= --uid=",
    ),
    Program::text("pidof|pstree", "-a -A -c -g -h -H: -l -n -N: -p -s -S -t -T -u -U -x -o: -w").tame(),
    Program::text("top", "-b -n: -d: -p: -u: -U: -o: -c -i -H -w? -e: -E: -l: -s: -stats:")
        .check(|call| call.has("-b -l")),
    Program::text(
        "free|uptime|vmstat|iostat|mpstat|lscpu|lsblk|lsusb|lspci|lsmod|lsns|lsmem|lshw|lslocks|lsb_release",
        "-a \
        -b -B -c -C -d -D -e -f -g -h -H -i -J -k -l -m -n -o: -O -p -P -q -r -s -S -t -T -v -V -x -z --all --bytes \
        --human --mega --giga --total --pretty --since --json --output= --fs --list --nodeps --paths --version \
        --help --short --description --release --codename",
    ),
    Program::text("mount", "-l -v -t:").most(0),
    Program::text(
        "findmnt",
        "-l -J -o: -t: -n -r -D -A -T: -S: -M: --json --output= --list --noheadings --raw --df \
        --target= --source= --mountpoint=",
    ),
    Program::text("blkid|swapon", "-l -J -o: -t: -n -r -s --json --output= --list --noheadings --show --raw")
        .check(only_shows_devices),
    Program::text(
        "dmesg",
        "-H -T -k -l: -f: -L? -r -t -u -w -W -x --human --ctime --kernel --level= --facility= \
        --color? --notime --since= --until= --follow --decode",
    ),
    Program::text("sysctl", "-a -A -n -N -e -b -q -x --all --values --names")
        .check(|call| call.operands.iter().all(|name| name.as_static().is_some_and(|name| !name.contains('=')))),
    Program::text(
        "systemctl \
        status|is-active|is-enabled|is-failed|list-units|list-unit-files|list-timers|list-sockets|list-jobs|list-dependencies|show|cat|get-default|show-environment",
        "-a \
        -l -n: -o: -p: -q -r -t: --all --full --lines= --output= --property= --quiet --recursive --type= --state= \
        --failed --user --system --no-pager --plain --no-legend --value --reverse --after --before",
    ),
    Program::text("systemctl", "--version --help -h --failed --no-pager -a --all --user -t: --type= --state=").most(0),
    Program::text(
        "journalctl",
        "-a -b? -# -e -f -g: -k -l -n? -N -o: -p: -q -r -S: -t: -u: -U: -x --all --boot? \
        --catalog --dmesg --fields --follow --full --grep= --identifier= --lines? --list-boots --disk-usage \
        --no-hostname --no-pager --no-tail --output= --priority= --quiet --reverse --since= --system --unit= \
        --until= --user --user-unit= --utc --case-sensitive? --header --output-fields=",
    ),
    Program::text("timedatectl|hostnamectl|localectl|loginctl", "-a --all --no-pager").check(|call| {
        call.operands.iter().all(|operand| {
            operand
                .as_static()
                .is_some_and(|operand| operand == "status" || operand == "show" || operand.starts_with("list-"))
        })
    }),
    Program::text("service", "--status-all").check(|call| match call.operands.as_slice() {
        [] => call.has("--status-all"),
        // A path would be run.
        [name, action] => action.as_static() == Some("status") && name.as_static().is_some_and(is_plain),
        _ => false,
    }),
    Program::text(
        "ip",
        "-4 -6 -a -all -br -brief -c -color -d -details -h -human -j -json -o -oneline -p -pretty -r \
        -resolve -s -stats -statistics -t",
    )
    .check(only_shows_network),
    Program::text(
        "ss",
        "-0 -4 -6 -a -A: -b -e -E -f: -h -H -i -l -m -M -n -N: -o -O -p -P -r -s -S -t -T -u -U -v \
        -V -w -x -z -Z --all --listening --numeric --processes --tcp --udp --unix --summary --extended --no-header \
        --resolve",
    ),
    Program::text(
        "netstat",
        "-4 -6 -a -A: -b -c -e -f: -g -i -I: -l -L -m -n -N -o -p: -r -s -t -T -u -v -W -w -x \
        --all --listening --numeric --programs --route --tcp --udp --interfaces",
    ),
    Program::text("ifconfig|iwconfig", "-a -s -v").most(1),
    Program::text("arp", "-a -n -v -e -an").most(1),
    Program::text("crontab", "-l").most(0).check(|call| call.has("-l")),
    Program::text("last|lastlog", "-a -d -F -i -n: -# -R -w -x -u: -t: -b: -s: --time-format="),
    // Other names would be looked up in the network. Not `shadow`.
    Program::text("getent hosts|ahosts", "")
        .most(1)
        .check(|call| call.words().is_some_and(|words| words == ["localhost"])),
    Program::text("getent passwd|group|services|protocols|networks|rpc", ""),
    Program::text("nvidia-smi", "-L -q -h --list-gpus --query --query-gpu= --query-compute-apps= --format= --help")
        .most(0),
    Program::text(
        "sw_vers|vm_stat|xcode-select",
        "-productName -productVersion -buildVersion -p --print-path \
        --version",
    )
    .most(0),
    Program::text("xcrun", "--show-sdk-path --show-sdk-version --find: --version").most(0),
    Program::text("mdfind|mdls", "-name: -onlyin@ -count -raw -0 -literal"),
];

fn only_shows_devices(call: &Call<'_, '_>) -> bool {
    call.operands.is_empty()
}

/// An object, then nothing or a word that shows.
fn only_shows_network(call: &Call<'_, '_>) -> bool {
    let Some(words) = call.words() else { return false };
    let object = |word: &str| {
        matches!(
            word,
            "a" | "ad"
                | "addr"
                | "address"
                | "r"
                | "ro"
                | "route"
                | "l"
                | "link"
                | "n"
                | "neigh"
                | "neighbour"
                | "rule"
                | "maddr"
                | "netns"
        )
    };
    match words.as_slice() {
        [] => true,
        [first] => object(first),
        [first, verb] => object(first) && matches!(*verb, "s" | "show" | "l" | "list" | "ls"),
        [first, verb, rest @ ..] => {
            object(first)
                && matches!(*verb, "show" | "list" | "get")
                && !rest.iter().any(|word| matches!(*word, "add" | "del" | "set" | "flush"))
        }
    }
}
