//! Prints the words of the seam as TypeScript, for `cargo xtask codegen`.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use reasonix_protocol::{CallParams, Reply, SubmitParams, SubscribeParams, Update};
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

/// Every type that is reachable from what crosses the seam, by its name.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // A type without a place of its own is one of TypeScript's.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.found.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.found.insert(name, format!("{docs}export {}", T::decl(&self.config)));
        T::visit_dependencies(self);
    }
}

fn main() {
    // No number of ours comes near 2^53.
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config, found: BTreeMap::new() };
    declarations.visit::<CallParams>();
    declarations.visit::<Reply>();
    declarations.visit::<SubmitParams>();
    declarations.visit::<SubscribeParams>();
    declarations.visit::<Update>();
    println!("// Made by `cargo xtask codegen` from crates/protocol. Do not edit.");
    for declaration in declarations.found.values() {
        println!();
        // Fields come with spaces behind them.
        for line in declaration.lines() {
            println!("{}", line.trim_end());
        }
    }
}
