//! Commands never reach the terminal that the program itself was started from.

use std::io::Read as _;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use reasonix_exec::End;

use crate::{bash, call};

const OPEN_TERMINAL: &str = "exec 3<>/dev/tty";

#[tokio::test]
async fn opening_the_terminal_fails() {
    let finished = call(bash(OPEN_TERMINAL)).await.unwrap();
    assert_ne!(finished.end, End::Exited(0), "{}", finished.output.text());
}

/// The half of the next test that runs in a process with a terminal.
#[tokio::test]
#[ignore = "run by `the_terminal_of_this_process_is_out_of_reach`"]
async fn inside_a_terminal() {
    std::fs::File::open("/dev/tty").unwrap();
    let finished = call(bash(OPEN_TERMINAL)).await.unwrap();
    assert_ne!(finished.end, End::Exited(0), "{}", finished.output.text());
    // The tree is still ended as one.
    let finished = call(bash("sleep 60 & echo up")).await.unwrap();
    assert_eq!((finished.end, finished.stragglers), (End::Exited(0), true));
}

/// Guards: started from a terminal, a command that asks for a password there must fail, not hang.
#[test]
fn the_terminal_of_this_process_is_out_of_reach() {
    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--exact", "terminal::inside_a_terminal", "--ignored", "--nocapture"]);
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let output = std::thread::spawn(move || {
        let mut output = Vec::new();
        // Linux ends a terminal whose other side is gone with an error.
        let _ = reader.read_to_end(&mut output);
        String::from_utf8_lossy(&output).into_owned()
    });
    let status = child.wait().unwrap();
    drop(pair.master);
    let output = output.join().unwrap();
    assert!(status.success() && output.contains("1 passed"), "{output}");
}
