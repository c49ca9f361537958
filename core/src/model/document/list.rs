//! Arrays of objects.

use super::{Field, FieldType, Object, Request, Tag, View};
use core::fmt;
use core::marker::PhantomData;

/// An array whose elements should be objects of one type.
#[derive(Clone, Copy)]
pub struct List<'a, V> {
    request: &'a Request<'a>,
    /// Where the first element's slot is on the tape.
    first: u32,
    count: u32,
    view: PhantomData<fn() -> V>,
}

/// Shows the number of elements.
impl<V> fmt::Debug for List<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("List").field("len", &self.count).finish_non_exhaustive()
    }
}

impl<'a, V: View<'a>> FieldType<'a> for List<'a, V> {
    #[inline]
    fn read(field: Field<'a, List<'a, V>>) -> Option<List<'a, V>> {
        let request = field.object.request;
        if !field.slot().is(Tag::Array) {
            return None;
        }
        // The slot before the first element holds the number of elements.
        let header = field.slot().low();
        let count = invariant!(request.tape.get(header as usize))?.low();
        let first = header + 1;
        Some(List { request, first, count, view: PhantomData })
    }
}

impl<'a, V: View<'a>> List<'a, V> {
    /// The number of elements, including those that aren't objects.
    #[must_use]
    pub fn len(self) -> usize {
        self.count as usize
    }

    /// Whether the array is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The elements, in order. An element that isn't an object is `None`.
    #[inline]
    #[must_use]
    pub fn elements(self) -> Elements<'a, V> {
        Elements { list: self, next: self.first as usize, index: 0 }
    }
}

impl<'a, V: View<'a>> Field<'a, List<'a, V>> {
    /// The elements that are objects, in order. There are none if the member isn't valid.
    #[inline]
    pub fn objects(self) -> impl Iterator<Item = V> {
        let list = self.valid().unwrap_or(List {
            request: self.object.request,
            first: 0,
            count: 0,
            view: PhantomData,
        });
        Objects(list.elements())
    }
}

impl<'a> Object<'a> {
    /// The elements of this array, in order, of a type that knows so many members. An element that
    /// isn't an object is `None`.
    pub(crate) fn elements(self, members: usize) -> impl Iterator<Item = Option<Object<'a>>> {
        let tape = self.request.tape;
        let mut at = self.slot.low() as usize;
        let mut rest = invariant!(tape.get(at)).map_or(0, |header| header.low());
        at += 1;
        core::iter::from_fn(move || {
            rest = rest.checked_sub(1)?;
            let slot = invariant!(tape.get(at))?;
            at += 1 + if slot.has_members() { members } else { 0 };
            Some(slot.is(Tag::Object).then_some(Object { slot, ..self }))
        })
    }
}

/// Iterates over the elements of an array. An element that isn't an object is `None`.
pub struct Elements<'a, V> {
    list: List<'a, V>,
    /// Where the next element's slot is on the tape.
    next: usize,
    index: u32,
}

/// Shows how many elements are left.
impl<V> fmt::Debug for Elements<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.list.count - self.index;
        f.debug_struct("Elements").field("left", &left).finish_non_exhaustive()
    }
}

impl<'a, V: View<'a>> Iterator for Elements<'a, V> {
    type Item = Option<V>;

    #[inline]
    fn next(&mut self) -> Option<Option<V>> {
        let List { request, count, .. } = self.list;
        if self.index >= count {
            return None;
        }
        let slot = invariant!(request.tape.get(self.next))?;
        self.index += 1;
        let members = if slot.has_members() { V::MEMBERS } else { 0 };
        self.next += 1 + members;
        let is_object = slot.is(Tag::Object);
        Some(is_object.then(|| V::of(Object { request, slot })))
    }
}

/// Iterates over the elements of an array that are objects.
struct Objects<'a, V>(Elements<'a, V>);

impl<'a, V: View<'a>> Iterator for Objects<'a, V> {
    type Item = V;

    /// Inlined, because many rules look at every product.
    #[inline]
    fn next(&mut self) -> Option<V> {
        loop {
            if let Some(object) = self.0.next()? {
                return Some(object);
            }
        }
    }
}
