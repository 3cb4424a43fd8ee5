//! `cargo xtask codegen`: files and parts of pages that are made from code. The crates that own the content print it
//! with a small example program each; here it is only put in its place.

mod tools_page;

use crate::{
    build::{self, Executable},
    process::{output, program, root},
    region,
};
use anyhow::{Context as _, Result, bail};
use std::{fs, path::PathBuf};

/// A file that is made, or has a part that is made.
struct Generated {
    /// From the root.
    path: &'static str,
    source: Source,
    place: Place,
}

/// An example program of a crate, and what to ask it for.
struct Source {
    package: &'static str,
    example: &'static str,
    /// Of the package, without which there is no example.
    features: &'static [&'static str],
    ask: &'static str,
    /// What is made of its output.
    form: fn(&str) -> Result<String>,
}

enum Place {
    WholeFile,
    /// Between the marks of this name.
    Region(&'static str),
}

const CONTRACT: Source = Source {
    package: "reasonix-tools",
    example: "contract",
    features: &[],
    ask: "model",
    form: |text| Ok(text.to_owned()),
};
const REFERENCE: Source = Source { package: "reasonix-config", example: "reference", ask: "markdown", ..CONTRACT };
const BINDINGS: Source = Source {
    package: "reasonix-protocol",
    example: "bindings",
    features: &["--features", "bindings"],
    ask: "typescript",
    form: |text| Ok(text.to_owned()),
};

const GENERATED: &[Generated] = &[
    Generated { path: "crates/tools/tests/golden/tools.json", source: CONTRACT, place: Place::WholeFile },
    Generated {
        path: "docs/tools.md",
        source: Source { ask: "people", form: tools_page::render, ..CONTRACT },
        place: Place::Region("tools"),
    },
    Generated { path: "docs/configuration.md", source: REFERENCE, place: Place::Region("keys") },
    Generated {
        path: "docs/configuration.schema.json",
        source: Source { ask: "schema", ..REFERENCE },
        place: Place::WholeFile,
    },
    Generated { path: "ui/src/bindings/protocol.ts", source: BINDINGS, place: Place::WholeFile },
];

/// Runs the command.
pub(crate) fn codegen(args: &[String]) -> Result<bool> {
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => {
            for generated in GENERATED {
                if let Some(text) = generated.news(None)? {
                    let file = root().join(generated.path);
                    file.parent().map_or(Ok(()), fs::create_dir_all)?;
                    fs::write(&file, text).with_context(|| format!("{} cannot be written", generated.path))?;
                    println!("{} written", generated.path);
                }
            }
            Ok(true)
        }
        ["--check"] => {
            let stale = check(None)?;
            for path in &stale {
                println!("{path} is stale; run: cargo xtask codegen");
            }
            Ok(stale.is_empty())
        }
        _ => bail!("codegen takes no arguments but --check"),
    }
}

/// How many files are made.
pub(crate) fn count() -> usize {
    GENERATED.len()
}

/// The files that are stale. Programs that are `built` already are used as they are.
pub(crate) fn check(built: Option<&[Executable]>) -> Result<Vec<&'static str>> {
    let mut stale = Vec::new();
    for generated in GENERATED {
        if generated.news(built)?.is_some() {
            stale.push(generated.path);
        }
    }
    Ok(stale)
}

impl Generated {
    /// The text that the file should have, if it is another one.
    fn news(&self, built: Option<&[Executable]>) -> Result<Option<String>> {
        let current = fs::read_to_string(root().join(self.path)).unwrap_or_default();
        let made = (self.source.form)(&self.source.print(built)?)?;
        let wanted = match self.place {
            Place::WholeFile => format!("{}\n", made.trim_end()),
            Place::Region(name) => region::replace(&current, name, &made).context(self.path)?,
        };
        Ok((wanted != current).then_some(wanted))
    }
}

impl Source {
    fn print(&self, built: Option<&[Executable]>) -> Result<String> {
        let known = built.into_iter().flatten();
        let mut known = known.filter(|executable| executable.kind == "example" && executable.name == self.example);
        let path: PathBuf = if let Some(executable) = known.next() {
            executable.path.clone()
        } else {
            let wanted = ["--quiet", "--package", self.package, "--example", self.example];
            build::build_one(&[&wanted, self.features].concat(), self.example)?
        };
        output(program(path).arg(self.ask))
    }
}
