//! Prints the reference of all configuration keys, for `cargo xtask codegen`: `reference markdown` or
//! `reference schema`.

#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("markdown") => print!("{}", reasonix_config::reference_markdown()),
        Some("schema") => println!("{:#}", reasonix_config::json_schema()),
        _ => return ExitCode::from(2),
    }
    ExitCode::SUCCESS
}
