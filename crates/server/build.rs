//! Has a release built anew when the page was: its files are put into the program, and the compiler sees only those that
//! were there the last time. A debug build reads them where they are.

use std::path::Path;

const PAGE: &str = "../../ui/dist";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        return;
    }
    // A path that is not there is looked for again each time.
    println!("cargo::rerun-if-changed={PAGE}");
    if !Path::new(PAGE).join("index.html").is_file() {
        println!("cargo::warning=ui/dist is not built: this program serves no page, only a hint");
    }
}
