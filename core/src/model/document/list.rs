//! Arrays of objects.

use super::{Field, FieldType, Object, Tag, View};
use core::fmt;
use core::marker::PhantomData;

/// An array whose elements should be objects of one type.
#[derive(Clone, Copy)]
pub struct List<'a, V> {
    /// The array's request and slot.
    array: Object<'a>,
    view: PhantomData<fn() -> V>,
}

/// Shows the number of elements.
impl<V> fmt::Debug for List<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("List").field("len", &self.array.count()).finish_non_exhaustive()
    }
}

impl<'a, V: View<'a>> FieldType<'a> for List<'a, V> {
    #[inline]
    fn read(field: Field<'a, List<'a, V>>) -> Option<List<'a, V>> {
        let array = Object { slot: field.slot(), ..field.object };
        array.slot.is(Tag::Array).then_some(List { array, view: PhantomData })
    }
}

impl<'a, V: View<'a>> List<'a, V> {
    /// The number of elements, including those that aren't objects.
    pub fn len(self) -> usize {
        self.array.count() as usize
    }

    /// Whether the array is empty.
    pub fn is_empty(self) -> bool {
        self.array.count() == 0
    }

    /// The elements, in order. An element that isn't an object is `None`.
    #[inline]
    pub fn elements(self) -> impl Iterator<Item = Option<V>> {
        self.array.elements(V::MEMBERS).map(|element| element.map(V::of))
    }
}

impl<'a, V: View<'a>> Field<'a, List<'a, V>> {
    /// The elements that are objects, in order. There are none if the member isn't valid.
    #[inline]
    pub fn objects(self) -> impl Iterator<Item = V> {
        let array = Object { slot: self.slot(), ..self.object };
        array.elements(V::MEMBERS).filter_map(|element| element.map(V::of))
    }
}

impl<'a> Object<'a> {
    /// Number of elements of this array, from the slot before the first of them. 0 if it isn't an array.
    #[inline]
    pub(super) fn count(self) -> u32 {
        if !self.slot.is(Tag::Array) {
            return 0;
        }
        invariant!(self.request.tape.get(self.slot.low() as usize)).map_or(0, |header| header.low())
    }

    /// The elements of this array, in order, of a type with so many `members`. An element that isn't an object is
    /// `None`.
    #[inline]
    pub(crate) fn elements(self, members: usize) -> impl Iterator<Item = Option<Object<'a>>> {
        let (tape, mut at) = (self.request.tape, self.slot.low() as usize + 1);
        (0..self.count()).map_while(move |_| {
            let slot = invariant!(tape.get(at))?;
            at += 1 + if slot.has_members() { members } else { 0 };
            Some(slot.is(Tag::Object).then_some(Object { slot, ..self }))
        })
    }
}
