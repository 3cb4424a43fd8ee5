//! Rules about paths.

use super::*;

/// `list` begins with `allow`, `ask` or `deny`; what follows is the rule.
fn check_with(facts: &dyn Facts, list: &str, tool: &str, paths: &[&str], expected: &str) {
    let (decision, rule) = list.split_once(' ').unwrap();
    let lists = match decision {
        "allow" => lists(&[rule], &[], &[]),
        "ask" => lists(&[], &[rule], &[]),
        _ => lists(&[], &[], &[rule]),
    };
    let set = RuleSet::new(&lists, &[], &places(facts), facts);
    let judged = judged(tool, paths, facts);
    let subject = Subject { paths: &judged, ..Subject::new(tool, family_of(tool).0) };
    assert_eq!(word(&set, &subject), expected, "{list}: {tool} {paths:?}");
}

fn check(list: &str, tool: &str, paths: &[&str], expected: &str) {
    check_with(&NoFacts, list, tool, paths, expected);
}

#[test]
fn an_allow_covers_every_path_as_it_is_written() {
    check("allow Edit(src/**)", "edit_file", &["src/a/b/c.rs"], "allow");
    check("allow Edit(src/**)", "edit_file", &["/ws/src/a.rs"], "allow");
    check("allow Edit(src/**)", "edit_file", &["lib/src/a.rs"], "none");
    check("allow Edit(src/**)", "move_file", &["src/a", "src/b"], "allow");
    check("allow Edit(src/**)", "move_file", &["src/a", "out/a"], "none");
    check("allow Edit(src/**)", "read_file", &["src/a"], "none");
    check("allow Edit(/ws/**)", "write_file", &["/ws/docs/../../etc/x.conf"], "none");
    check("allow Edit(/ws/**)", "edit_file", &["app/src/Button.tsx"], "allow");
    check("allow Edit(/data/**)", "edit_file", &["/data/mem/facts/me.md"], "allow");
    check("allow Edit(Docs/**)", "write_file", &["docs/a.md"], "none");
    check("allow Edit(**)", "edit_file", &["/etc/hosts"], "none");
    check("allow Edit(docs/**)", "edit_file", &["/extra/docs/a"], "none");
    check("allow Edit(/extra/**)", "edit_file", &["/extra/docs/a"], "allow");
    check("allow Edit(src/** )", "edit_file", &["src/a"], "none");
    check("allow Edit=app/[id]/*.tsx", "edit_file", &["app/[id]/*.tsx"], "allow");
    check("allow Edit=app/*.tsx", "edit_file", &["app/a.tsx"], "none");
    check("allow read_file(.env.example)", "read_file", &[".env.example"], "allow");
    check("allow read_file(.env.example)", "grep", &[".env.example"], "none");
    check("allow Edit", "edit_file", &["a"], "bare");
    check("allow Read(~/notes/**)", "read_file", &["/home/user/notes/a"], "allow");
}

#[test]
fn a_denial_reaches_any_path_by_any_name() {
    check("deny Read(secrets/**)", "grep", &["secrets"], "deny");
    check("deny Read(secrets)", "read_file", &["secrets/key"], "deny");
    check("deny Read(**/.env*)", "read_file", &[".env.local"], "deny");
    check("deny Read(**/.env*)", "read_file", &["/other/.env"], "deny");
    check("deny Edit(/README.md)", "edit_file", &["docs/README.md"], "none");
    check("deny Edit(/README.md)", "edit_file", &["README.md"], "deny");
    check("deny Edit(out/**)", "move_file", &["src/a", "out/a"], "deny");
    check("deny Read(~/.ssh/**)", "read_file", &["/proc/self/root/home/user/.ssh/id_rsa"], "deny");
    check("deny Edit(C:/Users/me/.ssh/**)", "write_file", &["C:/Users/me/.ssh/id_ed25519"], "deny");
    check("deny Edit(C:/Users/me/.ssh/**)", "write_file", &["/mnt/c/Users/me/.ssh/id_ed25519"], "deny");
    check("deny Read(secrets/**)", "read_file", &[r"secrets\key"], "deny");
    check("deny Read(.env)", "read_file", &[".env::$DATA"], "deny");
    check("deny Edit(src/** )", "edit_file", &["src/a"], "deny");
    check("deny READ_FILE", "read_file", &["a"], "deny");
    check("ask Edit(src/**)", "edit_file", &["src/a"], "ask");
    check("deny Read(a.txt)", "read_file", &["b.txt"], "none");
}

#[test]
fn links_are_judged_by_both_names() {
    let world = World {
        links: vec![
            ("/ws/notes.txt", "/outside/secret.txt"),
            ("/ws/cfg", "/ws/.env"),
            ("/ws/link", "/outside/dir"),
            ("/ws/round", "/loop"),
            ("/home/user/.ssh", "/vault/ssh"),
        ],
        folds_case: false,
    };
    let check = |list: &str, tool: &str, path: &str, expected: &str| check_with(&world, list, tool, &[path], expected);
    check("allow Edit(/ws/**)", "write_file", "notes.txt", "none");
    check("deny Read(**/.env*)", "read_file", "cfg", "deny");
    check("deny Read(/outside/**)", "read_file", "link/../secret.txt", "deny");
    check("allow Read(**)", "read_file", "round/a", "none");
    check("allow Read(round/a)", "read_file", "round/a", "none");
    check("deny Read(~/.ssh/**)", "read_file", "/vault/ssh/id_rsa", "deny");
    check("deny Edit(cfg)", "write_file", ".env", "deny");
}

#[test]
fn letter_case_folds_for_denials_where_the_volume_does() {
    let folding = World { links: Vec::new(), folds_case: true };
    let exact = World::default();
    for (facts, list, path, expected) in [
        (&folding, "deny Read(secrets/**)", "Secrets/Key", "deny"),
        (&exact, "deny Read(secrets/**)", "Secrets/Key", "none"),
        (&folding, "deny Read(*.PEM)", "a.pem", "deny"),
        (&folding, "allow Read(Docs/**)", "docs/a", "none"),
        (&folding, "deny Read(\u{e9}/**)", "E\u{301}/a", "deny"),
    ] {
        check_with(facts, list, "read_file", &[path], expected);
    }
}

#[test]
fn only_an_exact_allow_covers_an_odd_path() {
    for path in ["notes.txt:hidden", "C:notes.txt", "SECRET~1", "a\u{200b}b", r"a\b", "NUL"] {
        check("allow Edit(**)", "write_file", &[path], "none");
        check(&format!("allow Edit={path}"), "write_file", &[path], "allow");
    }
}

#[test]
fn a_call_that_tells_nothing_is_denied_by_any_rule_about_its_tool() {
    check("deny mcp__db__query(drop*)", "mcp__db__query", &[], "deny");
    check("allow mcp__db__query(select*)", "mcp__db__query", &[], "none");
    check("allow mcp__db__*", "mcp__db__query", &[], "bare");
    check("deny mcp__db__drop", "mcp__db__query", &[], "none");
}

#[test]
fn addresses() {
    let check = |list: (&[&str], &[&str]), url: &str, expected: &str| {
        let set = RuleSet::new(&lists(list.0, &[], list.1), &[], &places(&NoFacts), &NoFacts);
        let urls = [url.to_owned()];
        let subject = Subject { urls: &urls, ..Subject::new("web_fetch", Family::Own) };
        assert_eq!(word(&set, &subject), expected, "{url}");
    };
    let allow: &[&str] = &["web_fetch(https://docs.example/*)"];
    check((allow, &[]), "https://docs.example/a/b", "allow");
    check((allow, &[]), "https://other.example/", "none");
    check((allow, &["web_fetch(*internal*)"]), "https://docs.example/internal", "deny");
    // An allow of a host is about that host alone, a denial about all below it too.
    for tool in ["web_fetch", "WebFetch"] {
        let rule = format!("{tool}(domain:Docs.Example)");
        let rule: &[&str] = &[&rule];
        check((rule, &[]), "https://docs.example/a?b#c", "allow");
        check((rule, &[]), "http://docs.example:8080/", "allow");
        check((rule, &[]), "https://api.docs.example/", "none");
        check((rule, &[]), "https://docs.example.evil.example/", "none");
        check((rule, &[]), "https://evil.example/?domain:docs.example", "none");
        check((&[], rule), "https://docs.example/", "deny");
        check((&[], rule), "https://api.docs.example/", "deny");
        check((&[], rule), "https://notdocs.example/", "none");
    }
    check((&["web_fetch(domain:*.docs.example)"], &[]), "https://api.docs.example/", "allow");
    check((&["web_fetch(domain:*.docs.example)"], &[]), "https://docs.example/", "none");
    check((&["web_fetch"], &["web_fetch(domain:docs.example)"]), "https://docs.example/", "deny");
}
