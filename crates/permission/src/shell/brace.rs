//! `{a,b}` and `{1..3}`. Only what is short is expanded; a word with more stays unknown.

use super::word::Unit;
use std::borrow::Cow;

/// Words that one word may become.
const MOST: usize = 64;

/// All words that bash makes of these units, or `None` if there are too many.
pub(super) fn expand<'a>(units: &[Unit<'a>]) -> Option<Vec<Vec<Unit<'a>>>> {
    let mut depth = 0;
    expand_at(units, &mut depth)
}

fn expand_at<'a>(units: &[Unit<'a>], depth: &mut usize) -> Option<Vec<Vec<Unit<'a>>>> {
    *depth += 1;
    if *depth > MOST * 4 {
        return None;
    }
    let Some(open) = units.iter().position(|unit| matches!(unit, Unit::Open)) else {
        return Some(vec![units.iter().map(as_text).collect()]);
    };
    let (before, from) = units.split_at(open);
    let inside_on = from.get(1..)?;
    let prefix: Vec<_> = before.iter().map(as_text).collect();
    let Some(close) = matching(inside_on) else { return literal_open(prefix, inside_on, depth) };
    let (inside, after) = inside_on.split_at(close);
    let choices = match alternatives(inside) {
        Some(parts) => {
            let mut choices = Vec::new();
            for part in parts {
                choices.extend(expand_at(part, depth)?);
            }
            choices
        }
        None => match sequence(inside) {
            Some(Sequence::Words(words)) => words.into_iter().map(|word| vec![Unit::Text(Cow::Owned(word))]).collect(),
            Some(Sequence::TooLong) => return None,
            None => return literal_open(prefix, inside_on, depth),
        },
    };
    let rests = expand_at(after.get(1..)?, depth)?;
    if choices.len().saturating_mul(rests.len()) > MOST {
        return None;
    }
    let mut words = Vec::with_capacity(choices.len() * rests.len());
    for choice in &choices {
        for rest in &rests {
            words.push(prefix.iter().chain(choice).chain(rest).cloned().collect());
        }
    }
    Some(words)
}

/// The brace stands for itself.
fn literal_open<'a>(mut prefix: Vec<Unit<'a>>, rest: &[Unit<'a>], depth: &mut usize) -> Option<Vec<Vec<Unit<'a>>>> {
    // What `{}a,b}` and its kin become is not worth knowing.
    if rest.iter().any(|unit| matches!(unit, Unit::Comma) || matches!(unit, Unit::Plain(text) if text.contains(".."))) {
        return None;
    }
    prefix.push(Unit::Text(Cow::Borrowed("{")));
    let rests = expand_at(rest, depth)?;
    Some(rests.into_iter().map(|rest| prefix.iter().cloned().chain(rest).collect()).collect())
}

fn matching(inside_on: &[Unit<'_>]) -> Option<usize> {
    let mut depth = 1;
    inside_on.iter().position(|unit| {
        match unit {
            Unit::Open => depth += 1,
            Unit::Close => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// What commas outside inner braces part; `None` without one.
fn alternatives<'u, 'a>(inside: &'u [Unit<'a>]) -> Option<Vec<&'u [Unit<'a>]>> {
    let mut depth = 0;
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, unit) in inside.iter().enumerate() {
        match unit {
            Unit::Open => depth += 1,
            Unit::Close => depth -= 1,
            Unit::Comma if depth == 0 => {
                parts.push(inside.get(from..at)?);
                from = at + 1;
            }
            _ => {}
        }
    }
    if parts.is_empty() {
        return None;
    }
    parts.push(inside.get(from..)?);
    Some(parts)
}

enum Sequence {
    Words(Vec<String>),
    TooLong,
}

fn sequence(inside: &[Unit<'_>]) -> Option<Sequence> {
    let [Unit::Plain(text)] = inside else { return None };
    let mut ends = text.split("..");
    let (from, to, step) = (ends.next()?, ends.next()?, ends.next());
    if ends.next().is_some() {
        return None;
    }
    let step: i64 = match step {
        Some(step) => step.parse().ok()?,
        None => 1,
    };
    let step = step.checked_abs()?.max(1);
    if let (Ok(first), Ok(last)) = (from.parse::<i64>(), to.parse::<i64>()) {
        let padded = |end: &str| end.trim_start_matches('-').starts_with('0') && end.trim_start_matches('-').len() > 1;
        let width = if padded(from) || padded(to) { from.len().max(to.len()) } else { 0 };
        return Some(count(first, last, step, |number| Some(format!("{number:0width$}"))));
    }
    let letter = |end: &str| match end.as_bytes() {
        [byte] if byte.is_ascii_alphabetic() => Some(i64::from(*byte)),
        _ => None,
    };
    let (first, last) = (letter(from)?, letter(to)?);
    let both_cases = (first < 91) != (last < 91);
    if both_cases {
        // What stands between the cases is quoted in ways of its own.
        return Some(Sequence::TooLong);
    }
    Some(count(first, last, step, |code| u8::try_from(code).ok().map(|byte| char::from(byte).to_string())))
}

fn count(first: i64, last: i64, step: i64, word: impl Fn(i64) -> Option<String>) -> Sequence {
    let Some(reach) = first.checked_sub(last).and_then(i64::checked_abs) else { return Sequence::TooLong };
    if reach / step >= MOST as i64 {
        return Sequence::TooLong;
    }
    let step = if last < first { -step } else { step };
    let words: Option<Vec<_>> = (0..=reach / step.abs()).map(|index| word(first + index * step)).collect();
    words.map_or(Sequence::TooLong, Sequence::Words)
}

/// A unit that no longer means anything to braces.
fn as_text<'a>(unit: &Unit<'a>) -> Unit<'a> {
    match unit {
        Unit::Open => Unit::Text(Cow::Borrowed("{")),
        Unit::Close => Unit::Text(Cow::Borrowed("}")),
        Unit::Comma => Unit::Text(Cow::Borrowed(",")),
        other => other.clone(),
    }
}
