//! Memory that reading reuses from one body to the next, with what was read besides the slots.

use super::cursor::KeyPredictor;
use super::negative_cache::NegativeCache;
use super::unexpected_keys::SeenDeclared;
use super::unknown_keys::UnknownKey;
use crate::model::document::{DeclaredValue, Decoded, Marks, Notes, Request, Slot, Tape};
use crate::model::operation::Operation;
use alloc::vec::Vec;

/// Memory that is reused from one body to the next. Ordinary bodies need none.
pub(crate) struct Scratch {
    /// The slots of a body that has too many for the stack.
    pub(crate) slots: Vec<Slot>,
    pub(crate) extras: Extras,
}

impl Scratch {
    pub(crate) const NONE: Scratch = Scratch { slots: Vec::new(), extras: Extras::NONE };

    /// Removes the last body, but keeps the memory and the predictions.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.extras.clear();
    }

    /// Calls `read`, which puts a body on the tape and returns its text and its root slot, then `then` with the
    /// request. Both get `state`. `None` if `read` returns it.
    #[inline(always)]
    pub(crate) fn request<'b, S: ?Sized, R>(
        &mut self,
        operation: Operation,
        state: &mut S,
        read: impl FnOnce(&mut Tape<'_>, &mut Extras, &mut S) -> Option<(&'b [u8], Slot)>,
        then: impl FnOnce(&Request<'_>, &mut S) -> R,
    ) -> Option<R> {
        let Scratch { slots, extras } = self;
        let mut tape = Tape::new(slots);
        let (body, root) = read(&mut tape, extras, state)?;
        let beside = (&extras.decoded, extras.declared.as_slice(), extras.notes);
        Some(then(&Request::new(operation, body, root, tape.slots(), beside), state))
    }
}

/// The contents aren't part of a report's value, so a clone begins empty.
impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::NONE
    }
}

/// Results of reading other than slots, and the reader's memory.
pub(crate) struct Extras {
    /// The contents of strings with escapes.
    pub(crate) decoded: Decoded,
    pub(crate) declared: Vec<DeclaredValue>,
    pub(crate) notes: Notes,
    /// The declared members that the open objects have.
    pub(super) seen: Vec<SeenDeclared>,
    pub(super) unknown_keys: Vec<UnknownKey>,
    pub(super) negative_cache: NegativeCache,
    pub(super) predictor: KeyPredictor,
}

impl Extras {
    const NONE: Extras = Extras {
        decoded: Decoded::NONE,
        declared: Vec::new(),
        notes: Notes { unknown_keys: false, marks: Marks::NONE },
        seen: Vec::new(),
        unknown_keys: Vec::new(),
        negative_cache: NegativeCache::NONE,
        predictor: KeyPredictor::NONE,
    };

    pub(crate) fn clear(&mut self) {
        self.decoded.clear();
        self.declared.clear();
        self.notes = Notes::default();
        self.seen.clear();
        self.unknown_keys.clear();
    }
}
