//! The order in which the parts of a message are streamed; the same for every wire format.

use crate::call::{Call, CallId};
use crate::turn::{Block, DeltaSize, Message};

/// A call and where it stands.
#[derive(Clone, Copy)]
pub(super) struct CallAt<'a> {
    pub(super) call: &'a Call,
    /// Its number among the calls of the message.
    pub(super) nth: usize,
    /// Its number among the blocks of the message.
    pub(super) block: usize,
}

pub(super) enum Part<'a> {
    /// Anything but a call, with its number among the blocks.
    Block(usize, &'a Block),
    Open(CallAt<'a>),
    Piece(CallAt<'a>, &'a str),
    Close(CallAt<'a>),
}

/// Blocks in order. Calls that stand next to each other come one after the other, or `interleave`d.
pub(super) fn parts<'a>(blocks: &[&'a Block], delta: DeltaSize, interleave: bool) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut run = Vec::new();
    let mut nth = 0;
    for (block, &content) in blocks.iter().enumerate() {
        if let Block::Call(call) = content {
            run.push(CallAt { call, nth, block });
            nth += 1;
        } else {
            add_calls(&mut parts, &std::mem::take(&mut run), delta, interleave);
            parts.push(Part::Block(block, content));
        }
    }
    add_calls(&mut parts, &run, delta, interleave);
    parts
}

fn add_calls<'a>(parts: &mut Vec<Part<'a>>, run: &[CallAt<'a>], delta: DeltaSize, interleave: bool) {
    if interleave {
        parts.extend(run.iter().copied().map(Part::Open));
        let mut rest: Vec<_> = run.iter().map(|&at| (at, pieces(&at.call.arguments, delta))).collect();
        loop {
            let round: Vec<_> = rest.iter_mut().filter_map(|(at, texts)| Some((*at, texts.next()?))).collect();
            if round.is_empty() {
                break;
            }
            parts.extend(round.into_iter().map(|(at, text)| Part::Piece(at, text)));
        }
        parts.extend(run.iter().copied().map(Part::Close));
    } else {
        for &at in run {
            parts.push(Part::Open(at));
            parts.extend(pieces(&at.call.arguments, delta).map(|text| Part::Piece(at, text)));
            parts.push(Part::Close(at));
        }
    }
}

/// The text in pieces of at most so many characters. No piece of an empty text.
pub(super) fn pieces(text: &str, delta: DeltaSize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.char_indices().nth(delta.0).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

pub(super) fn all_blocks(message: &Message) -> Vec<&Block> {
    message.blocks.iter().collect()
}

/// The forced id, none, or `generated`.
pub(super) fn id_of(call: &Call, generated: impl FnOnce() -> String) -> Option<String> {
    match &call.id {
        CallId::Generated => Some(generated()),
        CallId::Given(id) => Some(id.clone()),
        CallId::Missing => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_between_characters() {
        let cut = |size| pieces("añ日🦀b", DeltaSize(size)).collect::<Vec<_>>();
        assert_eq!(cut(1), ["a", "ñ", "日", "🦀", "b"]);
        assert_eq!(cut(2), ["añ", "日🦀", "b"]);
        assert_eq!(cut(usize::MAX), ["añ日🦀b"]);
        assert_eq!(pieces("", DeltaSize(3)).count(), 0);
    }
}
