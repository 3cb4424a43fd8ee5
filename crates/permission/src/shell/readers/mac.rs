//! What macOS tells of itself.

use super::super::call::Program;

pub(super) const READERS: &[Program] = &[
    Program::text("system_profiler", "-json -xml -listDataTypes -detailLevel:").tame(),
    // A domain, not the path of a file.
    Program::text("defaults read|read-type|domains|find", "-g").check(|call| {
        call.words().is_some_and(|words| words.iter().all(|word| !word.contains('/') && !word.starts_with('~')))
    }),
    Program::text("diskutil list|info", "-plist -all").most(1),
    Program::text("launchctl list|print|blame", "").most(1),
    Program::text("scutil", "--get: --dns --proxy --nwi -r:").most(0).check(|call| call.flags.len() == 1),
    Program::text(
        "networksetup \
        -listallhardwareports|-listallnetworkservices|-getairportpower|-getinfo|-getdnsservers|-getwebproxy",
        "",
    )
    .most(1),
    Program::text("pmset -g", "").most(1),
    Program::text("xcodebuild", "-version -showsdks").most(0).check(|call| call.flags.len() == 1),
    Program::text("xcrun simctl list", "-j -v --json --verbose"),
    Program::reads("codesign", "-d -v -dv -dvv -dvvv --display --verify --verbose? --deep --strict")
        .check(|call| call.has("-d -dv -dvv -dvvv --display --verify") && call.operands.len() == 1),
    Program::reads("lipo", "-info -archs -detailed_info").check(|call| call.flags.len() == 1),
    Program::reads("plutil", "-p -lint").check(|call| call.flags.len() == 1),
    Program::reads("xattr", "-l -v -x").most(1),
    Program::text("ioreg", "-l -r -n: -c: -p: -w: -a -b -x").most(0),
    Program::reads("plutil", "-convert: -o:").most(1).check(|call| {
        call.values("-o").last() == Some(Some("-")) && call.values("-o").count() == 1 && call.has("-convert")
    }),
    Program::reads("PlistBuddy", "-x -c:").most(1).check(|call| {
        // Without a command it takes them from standard input.
        call.has("-c") && call.values("-c").all(|command| command.is_some_and(|command| command.starts_with("Print")))
    }),
    Program::text("java_home", "-V -v: -a:").most(0),
    Program::text("airport", "-I -s --getinfo").most(0).check(|call| !call.flags.is_empty()),
    Program::text("dscl . list|-list", "").most(2),
    Program::text("security find-certificate", "-a -p -Z -c:").most(0),
    Program::reads("spctl", "-a -v -vv -t: --assess --verbose --type=").check(|call| call.has("-a --assess")),
    Program::text("csrutil status", "").most(0),
    Program::text("log show", "--last= --start= --end= --predicate= --style= --info --debug").most(0),
    Program::text("tmutil listbackups|status|latestbackup|destinationinfo", "").most(0),
    Program::text("hdiutil info", "").most(0),
    Program::text("ipconfig getifaddr|getpacket|getsummary", "").most(1),
    Program::reads("sips", "-g:").check(|call| call.has("-g")),
];
