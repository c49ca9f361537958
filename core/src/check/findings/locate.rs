//! Finds the path of a place. Only findings need it, so views don't carry it.

use crate::model::document::{Place, Request, Slot, Tag};
use crate::model::path::Path;
use crate::model::schema::{self, Shape};
use alloc::vec::Vec;

/// Finds paths, and caches objects and arrays: most findings are in the same object as an earlier one, or in another
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
}

/// Memory for the elements of the cached arrays: where each begins in the body, and its slot on the tape.
pub(crate) type Elements = [Vec<(u32, u32)>; ARRAYS];

/// Number of cached arrays. No body has more than two arrays of objects.
const ARRAYS: usize = 2;

const OBJECTS: usize = 4;

/// A position at which no object begins.
const NOWHERE: u32 = u32::MAX;

impl Default for PathFinder {
    fn default() -> PathFinder {
        let arrays =
            [(); ARRAYS].map(|()| Array { start: 0, end: 0, path: Path::BODY, shape: None });
        PathFinder { objects: [(NOWHERE, Path::BODY); OBJECTS], oldest: 0, arrays, array: 0 }
    }
}

impl PathFinder {
    pub(crate) fn path(&mut self, place: Place<'_>, elements: &mut Elements) -> Path {
        let (request, start) = (place.object.request, place.object.slot.start());
        let known = self.objects.iter().find(|(object, _)| *object == start);
        let object = match known {
            Some((_, path)) => *path,
            None => self.seek(request, start, elements),
        };
        match place.member.checked_sub(1) {
            Some(index) => object.member(index),
            None => object,
        }
    }

    /// The path of the object that begins at a byte of the body. The search goes down from the body
    /// through the objects and arrays that contain the byte.
    #[inline(never)]
    fn seek(&mut self, request: &Request<'_>, start: u32, elements: &mut Elements) -> Path {
        let mut path = Path::BODY;
        let mut within = &request.root;
        let mut shape = schema::body(request.operation);
        let searched = self.arrays.iter().position(|array| contains(array.start, array.end, start));
        let mut is_in_array = searched.is_some();
        // Evicts the older cached array.
        self.array = searched.unwrap_or(usize::from(self.array == 0));
        let array = self.arrays.get_mut(self.array).zip(elements.get_mut(self.array));
        let Some((array, elements)) = invariant!(array) else { return path };
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
                    let (start, end) = (member.start(), member.end());
                    *array = Array { start, end, path, shape };
                    list(request, member, shape, elements);
                }
            }
            if is_in_array {
                let before = elements.partition_point(|(begins, _)| *begins <= start);
                let index = before.wrapping_sub(1);
                let element =
                    elements.get(index).and_then(|(_, at)| request.tape.get(*at as usize));
                let Some(element) = invariant!(element) else { break };
                path = array.path.element(index as u32);
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

/// Lists the elements of an array.
fn list(
    request: &Request<'_>,
    array: &Slot,
    shape: Option<&'static Shape>,
    elements: &mut Vec<(u32, u32)>,
) {
    let members = shape.map_or(0, |shape| shape.members.len());
    // The first slot holds the number of elements.
    let first = array.low() as usize;
    let count = invariant!(request.tape.get(first)).map_or(0, |header| header.low());
    elements.clear();
    elements.reserve_exact(count as usize);
    let mut at = first + 1;
    for _ in 0..count {
        let Some(element) = invariant!(request.tape.get(at)) else { break };
        elements.push((element.start(), at as u32));
        at += if element.has_members() { 1 + members } else { 1 };
    }
}

fn contains(start: u32, end: u32, at: u32) -> bool {
    start <= at && at < end
}
