//! The worked examples of docs/permissions.md are run: each `console` block is a command line with the first line of
//! its answer, decided by the rules of the nearest `toml` block above it.

use reasonix_testkit::{Cli, ModelServer, Turn, WireFormat, Workspace};
use std::path::Path;

/// How the document names the folders of its reader.
const HOME: &str = "/home/you";
const PROJECT: &str = "/home/you/project";

/// One block of the document.
struct Example<'a> {
    config: &'a str,
    command: &'a str,
    answer: &'a str,
}

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/permissions.md");
    std::fs::read_to_string(path).unwrap()
}

/// The examples of the text. A `toml` block counts up to the next heading.
fn examples(text: &str) -> Vec<Example<'_>> {
    let mut found = Vec::new();
    let mut config = "";
    let mut rest = text;
    while let Some((before, fenced)) = rest.split_once("\n```") {
        if before.contains("\n#") {
            config = "";
        }
        let (language, body) = fenced.split_once('\n').unwrap();
        let (body, after) = body.split_once("```").unwrap();
        match language {
            "toml" => config = body,
            "console" => {
                let (command, answer) = body.split_once('\n').unwrap();
                found.push(Example { config, command, answer: answer.trim_end() });
            }
            _ => {}
        }
        rest = after;
    }
    found
}

/// The words of a command line in which only single quotes quote.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn every_example_of_the_document_holds() {
    let text = document();
    let examples = examples(&text);
    assert!(examples.len() >= 10, "only {} examples", examples.len());
    let server = ModelServer::start([Turn::text("never asked")]);
    for Example { config, command, answer } in examples {
        let cli = Cli::new(&server, WireFormat::OpenAi).config(config);
        let home = Workspace::empty();
        let line = command.strip_prefix("$ reasonix permissions explain ").unwrap_or_else(|| panic!("{command}"));
        let args = ["permissions", "explain"].into_iter().map(str::to_owned).chain(words(line));
        let output = cli.args(args).env("HOME", home.path()).run().expect_code(0);
        let first = output.stdout.lines().next().unwrap_or_default();
        let shown = first
            .replace(&cli.workspace().path().display().to_string(), PROJECT)
            .replace(&home.path().display().to_string(), HOME);
        assert_eq!(shown, answer, "{command}\n{config}{}", output.stdout);
    }
}
