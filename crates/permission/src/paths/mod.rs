//! Paths: what a call's text names, by which other names it goes, and whether it is inside, secret or protected. No rule
//! is looked at here, and no file: links, volumes and what is in a folder are told through [`Facts`].

mod alias;
mod facts;
mod finds;
mod glob;
pub(crate) mod index;
mod judge;
mod listed;
mod lists;
mod name;
mod opening;
mod path_names;
pub(crate) mod pattern;
mod places;
mod portable;
mod spec;
mod wide;
pub(crate) mod wild;

pub use facts::{Facts, FolderName, NameKind, NoFacts, RealPath};
pub(crate) use glob::GlobName;
pub use judge::{JudgedPath, judge, judge_all, judge_shell, judge_tree};
pub(crate) use listed::{is_secret, may_be_secret};
pub use opening::{Opening, WantedFolder, wanted_folder};
pub(crate) use path_names::PathNames;
pub use places::{Places, PlacesSpec};
pub use portable::PathFinding;
pub(crate) use portable::is_hidden;
pub(crate) use spec::Reach;
pub use spec::{PathSpec, PathSpecError};
pub(crate) use wide::WideIndex;
