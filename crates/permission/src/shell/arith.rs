//! Arithmetic and `${…}`: which of them can run nothing by themselves. Bash evaluates array indices inside both, and those
//! run substitutions that stand in the *values* of variables; so the texts accepted here hold no brackets, quotes,
//! dollars or parentheses.

/// What an arithmetic expression works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Numbers,
    Variables,
}

/// `None` if the expression may hold more than numbers, names and operators.
pub(super) fn kind(expression: &str) -> Option<Kind> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_ \t+-*/%<>=!&|^~?:,.".contains(&byte);
    if !expression.bytes().all(fits) {
        return None;
    }
    let names = expression.bytes().any(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    Some(if names { Kind::Variables } else { Kind::Numbers })
}

/// What `${…}` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parameter {
    /// `${name}`.
    Name,
    Other,
}

/// Variables that change what bash does with the words that follow; `${name=value}` may set them.
const STEERING: [&str; 8] = ["BASH_ENV", "CDPATH", "EXECIGNORE", "GLOBIGNORE", "HOME", "IFS", "PATH", "PS4"];

/// `None` if what is inside the braces may run something or may end elsewhere.
pub(super) fn parameter(inside: &str) -> Option<Parameter> {
    let (counts, rest) = match inside.strip_prefix('#') {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, inside),
    };
    let (variable, rest) = rest.split_at_checked(name_length(rest)?)?;
    if rest.is_empty() {
        return Some(if counts { Parameter::Other } else { Parameter::Name });
    }
    let rest = without_index(rest)?;
    if rest.is_empty() {
        return Some(Parameter::Other);
    }
    let is_assigned = rest.strip_prefix(':').unwrap_or(rest).starts_with('=');
    if is_assigned && STEERING.contains(&variable) {
        return None;
    }
    (!counts && is_harmless(rest)).then_some(Parameter::Other)
}

fn name_length(text: &str) -> Option<usize> {
    let first = text.bytes().next()?;
    let name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let digits = |byte: u8| byte.is_ascii_digit();
    match first {
        b'0'..=b'9' => Some(text.bytes().position(|byte| !digits(byte)).unwrap_or(text.len())),
        _ if name(first) => Some(text.bytes().position(|byte| !name(byte)).unwrap_or(text.len())),
        b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' if text.len() == 1 => Some(1),
        b'@' | b'*' => Some(1),
        _ => None,
    }
}

/// An index that is a number or means all.
fn without_index(rest: &str) -> Option<&str> {
    let Some(index) = rest.strip_prefix('[') else { return Some(rest) };
    let (index, rest) = index.split_once(']')?;
    let plain = index == "@" || index == "*" || (!index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()));
    plain.then_some(rest)
}

/// An operator with an argument that is only text.
fn is_harmless(rest: &str) -> bool {
    let plain =
        |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || !c.is_ascii() || " _-./:,+=%*?#@^!".contains(c));
    if let Some(operation) = rest.strip_prefix('@') {
        return matches!(operation, "Q" | "U" | "L" | "u");
    }
    if let Some(offset) = rest.strip_prefix(':')
        && !offset.starts_with(['-', '=', '+', '?'])
    {
        return offset.bytes().all(|byte| byte.is_ascii_digit() || b" -:".contains(&byte));
    }
    plain(rest)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Parameter, kind, parameter};

    #[test]
    fn arithmetic() {
        for (text, expected) in [
            ("1 + 2", Some(Kind::Numbers)),
            ("i++", Some(Kind::Variables)),
            ("a[0]", None),
            ("$(x)", None),
            ("(1)", None),
            ("$x", None),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }

    #[test]
    fn parameters() {
        use Parameter::{Name, Other};
        for (text, expected) in [
            ("x", Some(Name)),
            ("1", Some(Name)),
            ("#x", Some(Other)),
            ("#", Some(Name)),
            ("@", Some(Name)),
            ("x:-a/b", Some(Other)),
            ("x%.*", Some(Other)),
            ("x##*/", Some(Other)),
            ("x:0:5", Some(Other)),
            ("x: -1", Some(Other)),
            ("a[@]", Some(Other)),
            ("#a[@]", Some(Other)),
            ("x@Q", Some(Other)),
            ("x@P", None),
            ("x@E", None),
            ("!x", None),
            ("a[i]", None),
            ("x:y", None),
            ("x:=y", Some(Other)),
            ("CDPATH:=/etc", None),
            ("PATH=.", None),
            ("x:-$y", None),
            ("x:-'a", None),
            ("x:-`a", None),
            (" cmd;", None),
            ("| cmd;", None),
            ("", None),
        ] {
            assert_eq!(parameter(text), expected, "{text}");
        }
    }
}
