//! What Linux and its services tell of this machine: packages, hardware, network, sessions.

use super::super::call::{Call, Program};
use super::is_plain;

pub(super) const READERS: &[Program] = &[
    Program::text("rpm", "-q -a -i -l -c -d -f -R --queryformat= --qf= --requires --provides --changelog --last")
        .check(|call| call.has("-q") && is_local(call)),
    Program::reads("rpm -qp|-qpl|-qpi|-qlp|-qip", "").check(is_local),
    Program::reads("dpkg|dpkg-deb -I|-c|--info|--contents", "").most(1),
    Program::text("apt-mark showhold|showmanual|showauto", ""),
    Program::text(
        "apt-get upgrade|dist-upgrade|install|remove|autoremove|purge",
        "-s -y -q --simulate --dry-run --help",
    )
    .check(|call| call.has("-s --simulate --dry-run --help")),
    Program::text("apt-get -s|--simulate|--dry-run upgrade|dist-upgrade|install|remove|autoremove", "-y -q"),
    Program::text("port installed|list|info", ""),
    Program::text("brew services list", "--json").most(0),
    Program::text("fuser", "-a -m -n: -u -v -4 -6"),
    Program::text("pmap", "-x -X -d -q"),
    Program::text(
        "systemctl --user status|is-active|is-enabled|is-failed|list-units|list-unit-files|list-timers|show|cat",
        "-a -l -n: -p: --all --full --lines= --property= --no-pager --type= --state= --value",
    ),
    Program::text("systemd-analyze blame|time|critical-chain", "--user --no-pager"),
    Program::text("atq", "-q: -V").most(0),
    Program::text("at -l", "").most(0),
    Program::text("crontab", "-l -u:").most(0).check(|call| call.has("-l")),
    Program::text("tmux ls|list-sessions|list-windows|list-panes|list-clients", "-a -t: -F:").most(0).check(|call| {
        // A format may hold `#(command)`, and the name of any variable of the environment.
        const OWN: [&str; 6] = ["session_", "window_", "pane_", "client_", "host", "version"];
        let is_own = |name: &str| OWN.iter().any(|own| name.starts_with(own)) && !name.contains('#');
        call.values("-F")
            .all(|format| format.is_some_and(|format| !format.contains("#(") && format.split("#{").skip(1).all(is_own)))
    }),
    Program::text("screen", "-ls -list").most(0).check(|call| !call.flags.is_empty()),
    Program::text("taskset|chrt", "-p").most(1).check(|call| call.has("-p")),
    Program::tree("inotifywait", "-m -q -r -t: -e: --monitor --quiet --recursive --timeout= --event= --format="),
    Program::text("modinfo", "-F: -n -a -d -l -p --field="),
    Program::text("sensors|acpi|sestatus|getenforce", "-a -b -f -j -t -u -v -A").most(0),
    Program::text("iptables-save|ip6tables-save", "-c -t:").most(0),
    Program::reads("getcap", "-r -v -n"),
    Program::text("ethtool", "-i -k -S -a -g").most(1),
    Program::text("resolvectl status|statistics", "--no-pager").most(1),
    Program::text("route", "-n -e -v").most(0),
    Program::text("fdisk|parted", "-l").check(|call| call.has("-l")).most(1),
    Program::text("stty", "-a -g").most(0),
    Program::text("iptables|ip6tables", "-L -S -n -v -x -t: --list --list-rules --numeric --verbose --line-numbers")
        .most(1)
        .check(|call| call.has("-L -S --list --list-rules")),
    // All words together are a text with separators.
    Program::text("nft list", "-a -n")
        .check(|call| call.words().is_some_and(|words| words.iter().all(|word| is_plain(word)))),
    Program::text("ufw status", "").most(1),
    Program::text(
        "firewall-cmd",
        "--list-all --list-ports --list-services --list-all-zones --state --get-active-zones --get-default-zone",
    )
    .most(0),
    Program::text("nmcli device|dev|d|connection|con|c|general|g status|show", "").most(1),
    Program::text("update-alternatives --list|--display|--query", "").most(1),
    Program::reads("visudo", "-c -q -s -f@").most(0).check(|call| call.has("-c")),
    Program::text("nginx|apachectl|httpd", "-v -V").most(0).check(|call| call.flags.len() == 1),
    Program::text("pg_isready", "-h: -p: -U: -t: -q").most(0).check(|call| {
        call.values("-h").all(|host| host.is_some_and(|host| matches!(host, "localhost" | "127.0.0.1" | "::1")))
    }),
    Program::text("ssh-add", "-l -L").most(0).check(|call| !call.flags.is_empty()),
    Program::text(
        "gpg",
        "-k -K --list-keys --list-secret-keys --list-public-keys --fingerprint --with-colons --keyid-format=",
    )
    .check(|call| call.has("-k -K --list-keys --list-secret-keys --list-public-keys --fingerprint")),
    Program::text("ldconfig", "-p -N -X -v").most(0).check(|call| call.has("-p")),
    Program::text("history", "")
        .most(1)
        .check(|call| call.words().is_some_and(|words| words.iter().all(|word| word.parse::<u32>().is_ok()))),
    Program::text("declare|typeset", "-p -F").check(|call| {
        let is_name = |name: &&str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        // Without names it shows all there are.
        let is_narrow = call.has("-F") || !call.operands.is_empty();
        !call.flags.is_empty() && is_narrow && call.words().is_some_and(|names| names.iter().all(is_name))
    }),
    Program::text("hash", "-r -l -t").most(1).check(|call| !call.flags.is_empty()),
    Program::text("apropos|whatis", "-a -e -s: -w -l").tame(),
    Program::text("faillog", "-a -u:").most(0),
    Program::text("hostnamectl", "--static --transient --pretty --json=").most(0),
    Program::text("rpm", "-V --nofiles --noscripts").check(|call| call.has("-V") && is_local(call)),
    Program::text("ssh", "-G").most(1).check(|call| call.has("-G")),
    Program::text("sshd", "-T -t -f@").most(0).check(|call| call.has("-T -t")),
    Program::text("nmcli", "-t -p -f: -m: -g: -c: --terse --fields= --mode= --colors=").check(|call| {
        let is_object =
            |word: &str| matches!(word, "device" | "dev" | "d" | "connection" | "con" | "c" | "general" | "g");
        call.words().is_some_and(|words| matches!(words.as_slice(), [object, "show" | "status"] if is_object(object)))
    }),
    Program::reads("gpg", "--verify --batch --no-tty").check(|call| call.has("--verify") && !call.operands.is_empty()),
    Program::text("man", "-k -f").check(|call| !call.flags.is_empty()),
    Program::text("yes", "*"),
    Program::text("trash-list", "").most(0),
];

/// No operand is an address, which would be fetched.
fn is_local(call: &Call<'_, '_>) -> bool {
    call.words().is_some_and(|words| words.iter().all(|word| !word.contains("://")))
}
