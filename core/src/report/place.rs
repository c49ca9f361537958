//! From a place to its path: sought when something is found there, so that views need not know it.

use super::Path;
use crate::request::{Place, Request};
use crate::schema::{self, Shape};
use crate::slot::{Slot, Tag};

/// Finds paths. It keeps where it was: most findings are in the object of the one before, or in a later element
/// of the same array.
pub(crate) struct Places {
    /// Where the object begins in the body that was sought last, and its path.
    object: u32,
    path: Path,
    element: Element,
}

/// An element of an array.
#[derive(Clone, Copy)]
struct Element {
    /// Where the array begins, and where the element does.
    array: u32,
    start: u32,
    index: u32,
    /// Where the element's slot lies on the tape.
    at: usize,
}

/// No object begins there.
const NOWHERE: u32 = u32::MAX;

impl Default for Places {
    fn default() -> Places {
        let element = Element { array: NOWHERE, start: NOWHERE, index: 0, at: 0 };
        Places { object: NOWHERE, path: Path::BODY, element }
    }
}

impl Places {
    pub(crate) fn path(&mut self, place: Place<'_>) -> Path {
        let (request, object) = (place.object.request, place.object.slot.start());
        if object != self.object {
            self.path = self.seek(request, object);
            self.object = object;
        }
        match place.member.checked_sub(1) {
            Some(index) => self.path.member(index),
            None => self.path,
        }
    }

    /// The path of the object that begins at a byte of the body: down from the body through what holds it.
    fn seek(&mut self, request: &Request<'_>, start: u32) -> Path {
        let mut path = Path::BODY;
        let mut within = &request.root;
        let mut shape = schema::body(request.operation);
        while within.start() != start {
            let Some(known) = shape else { break };
            let base = within.low() as usize;
            let members = request.tape.get(base..).unwrap_or_default();
            let mut around = (0..).zip(members).take(known.members.len());
            let Some((index, member)) = around.find(|(_, slot)| holds(slot, start)) else { break };
            path = path.member(index);
            within = member;
            shape = known.member(index).and_then(|member| member.kind.inner());
            if member.is(Tag::Array) {
                let Some(element) = self.element(request, member, shape, start) else { break };
                path = path.element(self.element.index);
                within = element;
            }
        }
        path
    }

    /// The element that holds a byte of the body.
    fn element<'t>(
        &mut self,
        request: &Request<'t>,
        array: &Slot,
        shape: Option<&Shape>,
        start: u32,
    ) -> Option<&'t Slot> {
        let last = &mut self.element;
        if last.array != array.start() || start < last.start {
            // Behind the slot that holds their number.
            let at = (array.low() as usize).wrapping_add(1);
            *last = Element { array: array.start(), start: 0, index: 0, at };
        }
        let members = shape.map_or(0, |shape| shape.members.len());
        loop {
            let element = request.tape.get(last.at)?;
            if holds(element, start) {
                last.start = element.start();
                return Some(element);
            }
            let taken = if element.has_members() { members } else { 0 };
            last.at = last.at.wrapping_add(1).wrapping_add(taken);
            last.index = last.index.wrapping_add(1);
        }
    }
}

fn holds(slot: &Slot, at: u32) -> bool {
    slot.start() <= at && at < slot.end()
}
