//! Command line clients of databases, as far as they are asked for what there is: tables, columns, versions. Queries over
//! tables are not here: views and virtual tables may read files or run functions, and the rows may be secret.

use super::super::call::{Program, is_listed};
use super::super::value::Arg;

/// Functions without an effect.
const FUNCTIONS: &str = "version sqlite_version count sum min max avg length lower upper abs round coalesce ifnull now date \
    datetime current_database current_schema current_user database user";

/// Tables that describe the others.
const CATALOGUES: &str = "sqlite_master sqlite_schema information_schema.tables information_schema.columns \
    information_schema.schemata pg_catalog.pg_tables pg_tables";

/// Words that may stand around them.
const WORDS: &str = "select distinct as from where and or not like is null in order by asc desc limit group having";

const PRAGMAS: &str = "user_version application_id schema_version page_count page_size journal_mode encoding \
    foreign_key_list index_list index_info table_info table_xinfo table_list database_list compile_options \
    function_list integrity_check quick_check foreign_key_check freelist_count";

const DOT_COMMANDS: &str = ".tables .schema .indexes .indices .databases .dbinfo .fullschema .dump";

pub(super) const READERS: &[Program] = &[
    Program::reads(
        "sqlite3",
        "-header -noheader -column -csv -json -line -list -table -box -markdown -html -quote -tabs -readonly -batch \
        -separator: -nullvalue:",
    )
    .most(2)
    .check(|call| {
        let Some((_, [question])) = call.operands.split_first() else { return false };
        question.as_static().is_some_and(asks_sqlite)
    }),
    // Without `-h`: that could be anybody's server.
    Program::text("psql", "-l -U: -d: -A -t -x -q -X -c: --list --username= --dbname= --command= --no-psqlrc")
        .most(1)
        .check(|call| {
            (call.has("-l --list") || call.has("-c --command"))
                && call.operands.iter().copied().all(is_database)
                && call.values("-d --dbname").all(|name| name.is_some_and(is_name))
                && call.values("-c --command").all(|question| question.is_some_and(asks_postgres))
        }),
    Program::text("mysql|mariadb", "-u: -D: -t -N -s -B -e: --user= --database= --execute=").most(1).check(|call| {
        call.has("-e --execute")
            && call.operands.iter().copied().all(is_database)
            && call.values("-e --execute").all(|question| question.is_some_and(asks_mysql))
    }),
];

fn is_database(arg: &Arg<'_>) -> bool {
    arg.as_static().is_some_and(is_name)
}

/// A plain name: neither an address nor a list of settings.
fn is_name(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

fn asks_sqlite(question: &str) -> bool {
    let words: Vec<&str> = question.split_ascii_whitespace().collect();
    if let [command, names @ ..] = words.as_slice()
        && command.starts_with('.')
    {
        return is_listed(DOT_COMMANDS, command)
            && !question.contains('\n')
            && names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_%".contains(&byte)));
    }
    match words.as_slice() {
        [first, pragma] if first.eq_ignore_ascii_case("pragma") => {
            let pragma = pragma.strip_suffix(';').unwrap_or(pragma).to_ascii_lowercase();
            match pragma.split_once('(') {
                Some((name, table)) => {
                    is_listed(PRAGMAS, name)
                        && name.contains('_')
                        && name != "user_version"
                        && name != "application_id"
                        && name != "schema_version"
                        && name != "journal_mode"
                        && table.strip_suffix(')').is_some_and(is_name)
                }
                None => is_listed(PRAGMAS, &pragma),
            }
        }
        _ => only_describes(question),
    }
}

/// `\d` and its kin, but none that has other letters: `\!` and `\o` and `\copy` run or write.
fn asks_postgres(question: &str) -> bool {
    let Some(command) = question.strip_prefix('\\') else { return only_describes(question) };
    let (letters, name) = command.split_once(' ').unwrap_or((command, ""));
    let lists = letters == "l"
        || letters == "l+"
        || letters.strip_prefix('d').is_some_and(|rest| {
            matches!(
                rest.trim_end_matches('+'),
                "" | "t" | "i" | "v" | "s" | "n" | "f" | "u" | "p" | "x" | "m" | "b" | "g"
            )
        });
    lists && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'*'))
}

fn asks_mysql(question: &str) -> bool {
    let text = question.trim().trim_end_matches(';').to_ascii_lowercase();
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    match words.as_slice() {
        ["show", "databases" | "tables" | "processlist" | "status" | "variables" | "engines" | "warnings"] => true,
        ["show", "columns" | "index" | "tables", "from", table]
        | ["show", "create", "table", table]
        | ["describe" | "desc", table] => is_name(table),
        _ => only_describes(question),
    }
}

/// One `SELECT` of values, or over a table that describes the others.
fn only_describes(question: &str) -> bool {
    let text = question.trim();
    let text = text.strip_suffix(';').unwrap_or(text).to_ascii_lowercase();
    let Some(text) = without_strings(&text) else { return false };
    let mut rest = text.as_str();
    let mut previous = "";
    let mut is_first = true;
    // Behind the table: a comma there, which an alias may precede, names another one.
    let mut is_behind_table = false;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_') {
        let from = rest.get(start..).unwrap_or_default();
        let end = from.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.').unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        let calls = after.trim_start().starts_with('(');
        let gap = rest.get(..start).unwrap_or_default();
        if is_behind_table && gap.contains(',') {
            return false;
        }
        is_behind_table = match word {
            _ if previous == "from" => true,
            "where" | "order" | "group" | "limit" | "having" => false,
            _ => is_behind_table,
        };
        let fits = match (is_first, previous) {
            (true, _) => start == 0 && word == "select",
            (_, "from") => is_listed(CATALOGUES, word) && !calls,
            _ if calls => {
                is_listed(FUNCTIONS, word) || matches!(word, "in" | "and" | "or" | "not" | "where" | "select")
            }
            // A second table could follow the first.
            _ => is_listed(WORDS, word) || !matches!(word, "join" | "into" | "for" | "union" | "with" | "using"),
        };
        if !fits || (previous == "from" && after.trim_start().starts_with(',')) {
            return false;
        }
        is_first = false;
        previous = word;
        rest = after;
    }
    !is_first && previous != "from"
}

/// The text with its strings emptied; `None` if it holds anything but words, numbers and plain operators.
fn without_strings(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut in_string = false;
    for c in text.chars() {
        match c {
            '\'' => in_string = !in_string,
            '\\' => return None,
            _ if in_string => {}
            c if c.is_ascii_alphanumeric() || " _.,*()=<>+\n".contains(c) => plain.push(c),
            _ => return None,
        }
    }
    (!in_string).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::{asks_mysql, asks_postgres, asks_sqlite};

    #[test]
    fn questions() {
        for question in [".tables", ".schema users", "PRAGMA user_version", "PRAGMA table_info(users);", "select 1"] {
            assert!(asks_sqlite(question), "{question}");
        }
        assert!(asks_sqlite("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"));
        for question in ["\\dt", "\\d users", "\\l", "select version()"] {
            assert!(asks_postgres(question), "{question}");
        }
        for question in ["SHOW DATABASES;", "show tables", "DESCRIBE users"] {
            assert!(asks_mysql(question), "{question}");
        }
    }

    #[test]
    fn questions_that_do_more() {
        for question in [
            ".shell ls",
            ".read x",
            ".output x",
            ".tables\n.shell ls",
            "PRAGMA user_version = 3",
            "PRAGMA user_version(3)",
            "PRAGMA journal_mode(wal)",
            "select * from users",
            "select data from fsdir where path = 'x'",
            "select writefile('x', 'y')",
            "select \"writefile\"('x', 'y')",
            "select * from sqlite_master, fsdir",
            "select data from sqlite_master a, fsdir b where path='/etc/hostname'",
            "select data from sqlite_master as a , fsdir",
            "select * from sqlite_master join fsdir",
            "select 1; drop table x",
            "select (select data from fsdir)",
            "select 1 union select data from fsdir",
            "insert into x values (1)",
            "select 1 into outfile 'x'",
            "with x as (delete from y) select 1",
            "select load_file('x')",
            "select edit('x')",
            "explain select 1",
            "select 1 -- x",
            "select 1 /*! x */",
            "",
        ] {
            assert!(!asks_sqlite(question) && !asks_postgres(question) && !asks_mysql(question), "{question}");
        }
        for question in ["\\! ls", "\\o x", "\\copy x to y", "\\dt\n\\! ls", "\\d `ls`", "\\dt \\! ls"] {
            assert!(!asks_postgres(question), "{question}");
        }
    }

    #[test]
    fn where_it_asks() {
        use crate::shell::{Class, ShellContext, analyse};
        let cx = ShellContext { cwd: std::path::Path::new("/ws"), home: None };
        for command in [
            "psql -h evil -l",
            "psql 'host=evil' -l",
            "psql -d postgres://evil/x -l",
            "psql -l -f x",
            "psql",
            "sqlite3 a.db",
            "sqlite3 -cmd '.shell ls' a.db .tables",
            "sqlite3 a.db .tables '.shell ls'",
            "mysql -e 'SHOW TABLES' -h evil",
            "mysql app",
        ] {
            assert_ne!(analyse(command, &cx).class, Class::ReadOnly, "{command}");
        }
    }
}
