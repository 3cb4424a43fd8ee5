//! Finding and reading files of the workspace.

use crate::support::{Place, Process};
use reasonix_protocol::{
    Command, Reply,
    command::{FileReadParams, FileReadReply, FilesFindParams},
};
use reasonix_testkit::Turn;

fn place() -> Place {
    let place = Place::new([Turn::text("x")]);
    for file in ["src/main.rs", "src/parser/main_loop.rs", "README.md", "target/main.o", ".git/HEAD", ".secret/main"] {
        place.project.write(file, file);
    }
    place.project.write(".gitignore", "target/\n");
    place
}

async fn find(process: &Process, query: &str, limit: u32) -> (Vec<String>, bool) {
    let params = FilesFindParams { query: query.into(), limit };
    match process.call(Command::FilesFind(params)).await.unwrap() {
        Reply::FilesFind(reply) => (reply.files.into_iter().map(|file| file.path).collect(), reply.more),
        other => panic!("{other:?}"),
    }
}

async fn read(process: &Process, path: &str) -> Result<FileReadReply, String> {
    match process.call(Command::FileRead(FileReadParams { path: path.into() })).await {
        Ok(Reply::FileRead(reply)) => Ok(reply),
        Ok(other) => panic!("{other:?}"),
        Err(problem) => Err(problem.code),
    }
}

#[tokio::test]
async fn files_are_found_by_their_letters() {
    let place = place();
    place.home.write(
        "config.toml",
        format!("{}[permissions]\ndeny = [\"Read(src/parser/**)\"]\n", Place::config(&place.server)),
    );
    let process = place.start();
    assert_eq!(find(&process, "", 10).await, (vec!["src/".into(), "README.md".into()], false));
    assert_eq!(find(&process, "main", 10).await, (vec!["src/main.rs".into()], false));
    assert_eq!(find(&process, "rdme", 10).await.0, ["README.md"]);
    assert!(find(&process, "s", 1).await.1);
    assert_eq!(find(&process, "zzz", 10).await, (Vec::new(), false));
}

#[tokio::test]
async fn only_what_may_be_read_is_read() {
    let place = place();
    place.home.write(
        "config.toml",
        format!(
            "{}[sandbox]\nforbid_read = [\"kept\"]\n[permissions]\nask = [\"Read(ask.txt)\"]\n",
            Place::config(&place.server)
        ),
    );
    for file in ["kept/x", "ask.txt", ".env", "bin"] {
        place.project.write(file, if file == "bin" { "a\0b" } else { "text" });
    }
    place.project.write("big.txt", "é".repeat(400 << 10));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(place.home.join("config.toml"), place.project.join("link")).unwrap();
        std::os::unix::fs::symlink(place.project.join("kept/x"), place.project.join("inner")).unwrap();
    }
    let process = place.start();
    let text = read(&process, "src/main.rs").await.unwrap();
    assert_eq!((text.text.as_str(), text.size, text.binary, text.cut), ("src/main.rs", 11, false, false));
    assert_eq!(text.path, place.project.join("src/main.rs").display().to_string());
    let binary = read(&process, "bin").await.unwrap();
    assert_eq!((binary.text.as_str(), binary.binary, binary.size), ("", true, 3));
    let big = read(&process, "big.txt").await.unwrap();
    assert!(big.cut && big.text.len() == 512 << 10 && big.text.chars().all(|c| c == 'é'), "{}", big.text.len());
    for path in ["kept/x", "ask.txt", ".env", "inner"] {
        assert_eq!(read(&process, path).await, Err("file_kept".into()), "{path}");
    }
    for path in ["link", "../x", "/etc/hostname", "src/../../x"] {
        assert_eq!(read(&process, path).await, Err("file_outside".into()), "{path}");
    }
    assert_eq!(read(&process, "src").await, Err("file_unreadable".into()));
    assert_eq!(read(&process, "nothing").await, Err("file_unreadable".into()));
}

/// A pipe has nothing to read until somebody writes to it, and a file is kept under each of its names.
#[tokio::test]
#[cfg(unix)]
async fn no_pipe_and_no_other_name_is_read() {
    let place = place();
    place.project.write(".env", "KEY=1");
    std::fs::hard_link(place.project.join(".env"), place.project.join("notes.txt")).unwrap();
    for pipe in ["pipe", "src/.gitignore"] {
        let mode = rustix::fs::Mode::from_bits_truncate(0o600);
        rustix::fs::mkfifoat(rustix::fs::CWD, place.project.join(pipe), mode).unwrap();
    }
    let process = place.start();
    for path in ["pipe", "notes.txt"] {
        assert_eq!(read(&process, path).await, Err("file_unreadable".into()), "{path}");
    }
    assert_eq!(find(&process, "main", 10).await.0, ["src/main.rs", "src/parser/main_loop.rs"]);
}
