//! Finds the path of a place. Only findings need it, so views don't carry it.

use crate::model::document::{Place, Request, Slot, Tag};
use crate::model::path::Path;
use crate::model::schema::{self, Shape};
use alloc::vec::Vec;

/// Finds paths, and caches objects and arrays: most findings are in the same object as an earlier one, or in a later
/// element of the same array.
pub(crate) struct PathFinder {
    /// The last objects found: where they begin in the body, and their paths.
    objects: [(u32, Path); OBJECTS],
    /// The index of the oldest of them.
    oldest: usize,
    arrays: [Array; ARRAYS],
    /// The array that was searched last.
    array: usize,
}

struct Array {
    /// Where it begins and ends in the body.
    start: u32,
    end: u32,
    path: Path,
    shape: Option<&'static Shape>,
    /// Where its elements begin on the tape.
    base: usize,
    /// The element that was found last: where it begins in the body, its index, and its slot on the
    /// tape.
    element: u32,
    index: u32,
    at: usize,
    /// How often the search started over. After [`MOST_RESTARTS`], `elements` lists where every element begins in the
    /// body and on the tape, because a custom rule can report elements from the last to the first.
    restarts: u8,
    elements: Vec<(u32, usize)>,
}

/// Enough for ordinary reports, which shouldn't allocate: each rule starts over.
const MOST_RESTARTS: u8 = 32;

/// Number of cached arrays. No body has more than two arrays of objects.
const ARRAYS: usize = 2;

const OBJECTS: usize = 4;

/// A position at which no object begins.
const NOWHERE: u32 = u32::MAX;

impl Default for PathFinder {
    fn default() -> PathFinder {
        let arrays = core::array::from_fn(|_| Array::of(&Slot::UNSEEN, Path::BODY, None));
        PathFinder { objects: [(NOWHERE, Path::BODY); OBJECTS], oldest: 0, arrays, array: 0 }
    }
}

impl PathFinder {
    pub(crate) fn path(&mut self, place: Place<'_>) -> Path {
        let (request, start) = (place.object.request, place.object.slot.start());
        let known = self.objects.iter().find(|(object, _)| *object == start);
        let object = match known {
            Some((_, path)) => *path,
            None => self.seek(request, start),
        };
        match place.member.checked_sub(1) {
            Some(index) => object.member(index),
            None => object,
        }
    }

    /// The path of the object that begins at a byte of the body. The search goes down from the body
    /// through the objects and arrays that contain the byte.
    #[inline(never)]
    fn seek(&mut self, request: &Request<'_>, start: u32) -> Path {
        let mut path = Path::BODY;
        let mut within = &request.root;
        let mut shape = schema::body(request.operation);
        let searched = self.arrays.iter().position(|array| contains(array.start, array.end, start));
        let mut is_in_array = searched.is_some();
        // Evicts the older cached array.
        self.array = searched.unwrap_or(usize::from(self.array == 0));
        let Some(array) = invariant!(self.arrays.get_mut(self.array)) else { return path };
        while within.start() != start {
            if !is_in_array {
                let Some(known) = invariant!(shape) else { break };
                let base = within.low() as usize;
                let members = invariant!(request.tape.get(base..)).unwrap_or_default();
                let mut around = (0..).zip(members).take(known.members.len());
                let holding = around.find(|(_, slot)| contains(slot.start(), slot.end(), start));
                let Some((index, member)) = invariant!(holding) else { break };
                path = path.member(index);
                within = member;
                shape = known.member(index).and_then(|member| member.kind.inner());
                is_in_array = member.is(Tag::Array);
                if is_in_array {
                    *array = Array::of(member, path, shape);
                }
            }
            if is_in_array {
                let Some(element) = invariant!(array.element(request, start)) else { break };
                path = array.path.element(array.index);
                (within, shape) = (element, array.shape);
                is_in_array = false;
            }
        }
        if let Some(oldest) = invariant!(self.objects.get_mut(self.oldest)) {
            *oldest = (start, path);
        }
        self.oldest = (self.oldest + 1) % OBJECTS;
        path
    }
}

impl Array {
    fn of(slot: &Slot, path: Path, shape: Option<&'static Shape>) -> Array {
        // The first slot holds the number of elements.
        let base = slot.low() as usize + 1;
        let (start, end) = (slot.start(), slot.end());
        Array {
            start,
            end,
            path,
            shape,
            base,
            element: 0,
            index: 0,
            at: base,
            restarts: 0,
            elements: Vec::new(),
        }
    }

    /// The element that contains a byte of the body.
    fn element<'t>(&mut self, request: &Request<'t>, start: u32) -> Option<&'t Slot> {
        let members = self.shape.map_or(0, |shape| shape.members.len());
        if start < self.element {
            (self.index, self.at) = (0, self.base);
            self.restarts = self.restarts.saturating_add(1);
            if self.restarts == MOST_RESTARTS {
                self.list_elements(request, members);
            }
        }
        let before = self.elements.partition_point(|(begins, _)| *begins <= start);
        if let Some(index) = before.checked_sub(1)
            && let Some((_, at)) = invariant!(self.elements.get(index))
        {
            (self.index, self.at) = (index as u32, *at);
        }
        loop {
            let element = invariant!(request.tape.get(self.at))?;
            if contains(element.start(), element.end(), start) {
                self.element = element.start();
                return Some(element);
            }
            self.at += slots(element, members);
            self.index += 1;
        }
    }

    /// Lists where the elements begin.
    #[cold]
    fn list_elements(&mut self, request: &Request<'_>, members: usize) {
        let header = invariant!(request.tape.get(self.base - 1));
        let mut at = self.base;
        for _ in 0..header.map_or(0, |header| header.low()) {
            let Some(element) = invariant!(request.tape.get(at)) else { break };
            self.elements.push((element.start(), at));
            at += slots(element, members);
        }
    }
}

/// Number of slots that an element takes.
fn slots(element: &Slot, members: usize) -> usize {
    if element.has_members() { 1 + members } else { 1 }
}

fn contains(start: u32, end: u32, at: u32) -> bool {
    start <= at && at < end
}
