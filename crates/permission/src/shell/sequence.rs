//! Commands one after another: lists, pipelines, and loops over words, with where the shell stands between them.

use super::{
    names,
    places::Dirs,
    redirect::Feed,
    survey,
    value::{Arg, Piece},
    variables,
    walk::{Flow, Walker},
    word::Bindings,
};
use rable::{ListItem, ListOperator, Node, NodeKind};
use std::rc::Rc;

/// A loop over more words is not followed.
const MOST_WORDS: usize = 64;

impl Walker<'_> {
    /// Where the commands of a loop stand: unknown if one of them goes somewhere else.
    pub(super) fn loop_start(bodies: &[&Node], at: &Dirs) -> Dirs {
        if bodies.iter().any(|body| survey::moves(body)) { Dirs::unknown() } else { at.clone() }
    }

    pub(super) fn for_each<'a>(
        &mut self,
        variable: &'a str,
        words: &'a [Node],
        body: &'a Node,
        redirects: &'a [Node],
        at: &Dirs,
        bindings: &mut Bindings<'a>,
    ) -> Flow {
        if !variables::is_own(variable) {
            self.acts();
            self.dynamic();
        }
        self.compound(redirects, at, bindings);
        let mut list = Vec::new();
        for word in words {
            list.extend(self.header(word, bindings));
        }
        for arg in &list {
            self.uses_value(arg);
        }
        let known = !words.is_empty()
            && list.len() <= MOST_WORDS
            && list.iter().all(|arg| {
                // What a glob finds may be an option too, but that is seen where it is used.
                let is_glob = matches!(arg, Arg::Open(open) if matches!(open.pieces.first(), Some(Piece::Glob(_))));
                (is_glob || !arg.may_be_flag())
                    && arg.as_static() != Some("")
                    && !matches!(arg, Arg::Open(open) if open.splits)
            })
            && !survey::assigns(body, variable);
        bindings.push((variable, known.then(|| Rc::new(list))));
        let start = Self::loop_start(&[body], at);
        self.walk(body, &start, bindings, Feed::Inherited);
        bindings.pop();
        Flow::stays(&start)
    }

    pub(super) fn pipeline<'a>(&mut self, commands: &'a [Node], at: &Dirs, bindings: &mut Bindings<'a>) -> Flow {
        let mut feed = Feed::Inherited;
        for (index, command) in commands.iter().enumerate() {
            if matches!(command.kind, NodeKind::Redirect { .. }) {
                self.walk(command, at, bindings, Feed::Inherited);
                continue;
            }
            let is_last = index + 1 == commands.len();
            let next = if is_last { Feed::Pipe(None) } else { names::feed(self, command, &feed, at) };
            self.walk(command, at, bindings, feed);
            feed = next;
        }
        Flow::stays(at)
    }

    /// A list. The parser nests it to the left, as deep as it is long, so the left side is not walked by recursion.
    pub(super) fn list<'a>(&mut self, node: &'a Node, at: &Dirs, bindings: &mut Bindings<'a>) -> Flow {
        let mut spine: Vec<&'a [ListItem]> = Vec::new();
        let mut first = node;
        while let NodeKind::List { items } = &first.kind {
            let Some(item) = items.first() else { break };
            spine.push(items);
            first = &item.command;
        }
        let mut flow = self.walk(first, at, bindings, Feed::Inherited);
        for items in spine.into_iter().rev() {
            let mut operator = items.first().and_then(|item| item.operator);
            for item in items.iter().skip(1) {
                flow = self.joined(flow, operator, &item.command, at, bindings);
                operator = item.operator;
            }
            if operator == Some(ListOperator::Background) {
                self.acts();
                flow = Flow::stays(at);
            }
        }
        flow
    }

    fn joined<'a>(
        &mut self,
        before: Flow,
        operator: Option<ListOperator>,
        node: &'a Node,
        at: &Dirs,
        bindings: &mut Bindings<'a>,
    ) -> Flow {
        match operator {
            Some(ListOperator::And) => {
                let flow = self.walk(node, &before.ok, bindings, Feed::Inherited);
                Flow { ok: flow.ok, failed: flow.failed.or(&before.failed) }
            }
            Some(ListOperator::Or) => {
                let flow = self.walk(node, &before.failed, bindings, Feed::Inherited);
                Flow { ok: flow.ok.or(&before.ok), failed: flow.failed }
            }
            Some(ListOperator::Background) => {
                self.acts();
                self.walk(node, at, bindings, Feed::Inherited)
            }
            Some(ListOperator::Semi) | None => {
                let from = before.either();
                self.walk(node, &from, bindings, Feed::Inherited)
            }
        }
    }
}
