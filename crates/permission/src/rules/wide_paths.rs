//! The path patterns of rules that deny or ask, by the way of touching a path that they name. Of a path that a command
//! reads, no rule about edits is looked up.

use super::{subject::Subject, tool_name::ToolName};
use crate::{
    Access,
    paths::{JudgedPath, WideIndex, pattern::Segment},
};

/// See the head of the file.
#[derive(Debug, Clone, Default)]
pub(crate) struct WidePaths {
    reads: WideIndex,
    writes: WideIndex,
    /// Of rules about single tools.
    others: WideIndex,
}

impl WidePaths {
    pub(crate) fn insert(&mut self, tool: &ToolName, pattern: Vec<Segment>, number: usize) {
        let index = match tool.way() {
            Some(Access::Read) => &mut self.reads,
            Some(Access::Write) => &mut self.writes,
            None => &mut self.others,
        };
        index.insert(pattern, number);
    }

    /// Those in which rules about the path may be. What commands do to paths is named by the way alone.
    pub(crate) fn about(&self, subject: &Subject<'_>, path: &JudgedPath) -> impl Iterator<Item = &WideIndex> {
        let (own, other) = match path.access {
            Access::Read => (&self.reads, &self.writes),
            Access::Write => (&self.writes, &self.reads),
        };
        let further = subject.shell.is_none().then_some([other, &self.others]);
        std::iter::once(own).chain(further.into_iter().flatten())
    }
}
