//! Which turn answers which request. What a turn is, is in `turn`; a script written as JSON is read in `script_file`.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use crate::record::Recorded;
use crate::turn::Turn;

/// The turns of a model, in the order in which requests come.
#[derive(Debug)]
pub struct Script {
    lanes: Vec<Lane>,
    turns: Sequence,
    then_done: bool,
    pub(crate) model: String,
}

/// A script of its own for some of the requests.
struct Lane {
    takes: Arc<dyn Fn(&Recorded) -> bool + Send + Sync>,
    turns: Sequence,
}

/// Turns with how often each comes, used up from the front.
#[derive(Debug, Default)]
struct Sequence {
    rest: VecDeque<(usize, Arc<Turn>)>,
}

impl Script {
    /// These turns, one per request. A request after the last one is answered with an HTTP error 400 that says so,
    /// unless [`Script::then_done`] is set.
    pub fn new(turns: impl IntoIterator<Item = Turn>) -> Self {
        let nothing = Sequence::default();
        let script = Self { lanes: Vec::new(), turns: nothing, then_done: false, model: "scripted".to_owned() };
        script.then(turns)
    }

    /// The same turn `times` times. Takes no more memory than one.
    pub fn repeat(times: usize, turn: Turn) -> Self {
        Self::new([]).then_repeat(times, turn)
    }

    /// Adds turns.
    pub fn then(mut self, turns: impl IntoIterator<Item = Turn>) -> Self {
        self.turns.extend(turns.into_iter().map(|turn| (1, turn)));
        self
    }

    /// Adds the same turn `times` times.
    pub fn then_repeat(mut self, times: usize, turn: Turn) -> Self {
        self.turns.push(times, turn);
        self
    }

    /// After the last turn every request is answered with the text `done`.
    pub fn then_done(mut self) -> Self {
        self.then_done = true;
        self
    }

    /// A script of its own for requests that `takes` accepts; the first lane that accepts counts. For sessions that
    /// talk to the model at the same time, such as sub-agents. `takes` must not call into the server.
    pub fn when(
        self,
        takes: impl Fn(&Recorded) -> bool + Send + Sync + 'static,
        turns: impl IntoIterator<Item = Turn>,
    ) -> Self {
        self.lane(takes, turns.into_iter().map(|turn| (1, turn)))
    }

    /// The model that answers name, and `GET /models` lists; `scripted` if not set.
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = model.into();
        self
    }

    pub(crate) fn push(&mut self, turn: Turn) {
        self.turns.push(1, turn);
    }

    pub(crate) fn lane(
        mut self,
        takes: impl Fn(&Recorded) -> bool + Send + Sync + 'static,
        repeated: impl IntoIterator<Item = (usize, Turn)>,
    ) -> Self {
        let mut turns = Sequence::default();
        turns.extend(repeated);
        self.lanes.push(Lane { takes: Arc::new(takes), turns });
        self
    }

    /// The turn for this request; `None` if the script is exhausted.
    pub(crate) fn next(&mut self, request: &Recorded) -> Option<Arc<Turn>> {
        let lane = self.lanes.iter_mut().find(|lane| (lane.takes)(request));
        let turns = lane.map_or(&mut self.turns, |lane| &mut lane.turns);
        turns.next().or_else(|| self.then_done.then(|| Arc::new(Turn::text("done"))))
    }
}

impl Sequence {
    fn push(&mut self, times: usize, turn: Turn) {
        if times > 0 {
            self.rest.push_back((times, Arc::new(turn)));
        }
    }

    fn extend(&mut self, turns: impl IntoIterator<Item = (usize, Turn)>) {
        for (times, turn) in turns {
            self.push(times, turn);
        }
    }

    fn next(&mut self) -> Option<Arc<Turn>> {
        let (times, turn) = self.rest.front_mut()?;
        let turn = Arc::clone(turn);
        *times -= 1;
        if *times == 0 {
            self.rest.pop_front();
        }
        Some(turn)
    }
}

impl From<Turn> for Script {
    fn from(turn: Turn) -> Self {
        Self::new([turn])
    }
}

impl<const N: usize> From<[Turn; N]> for Script {
    fn from(turns: [Turn; N]) -> Self {
        Self::new(turns)
    }
}

impl From<Vec<Turn>> for Script {
    fn from(turns: Vec<Turn>) -> Self {
        Self::new(turns)
    }
}

impl fmt::Debug for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lane").field("turns", &self.turns).finish_non_exhaustive()
    }
}
