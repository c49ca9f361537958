//! What the threads tell the one that writes.

use super::block::Block;
use crate::exit::Error;

/// What comes from the other threads, in order.
pub(super) enum Event<T> {
    /// A file begins, whose name is this.
    File(String),
    /// Its next lines.
    Block(Block<T>),
    /// Something could not be read.
    Failed(Error),
    /// Everything was read.
    End,
    /// The reader panicked.
    Broken,
    /// Ctrl-C.
    Interrupted,
}

/// The error that a thread panicked. What it panicked with is on standard error already.
pub(super) fn bug() -> Error {
    Error::unusable("a thread failed: this is a bug in paylint")
}
