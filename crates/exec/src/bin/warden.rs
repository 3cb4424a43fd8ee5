//! A program that serves as a warden and does nothing else, for the tests of this crate.

fn main() -> std::process::ExitCode {
    reasonix_exec::serve_as_warden().unwrap_or(std::process::ExitCode::FAILURE)
}
