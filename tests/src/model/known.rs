//! What an object may have: the members that its type lists, and after them those that the policy
//! declares.

use super::shapes::{Kind, Shape, shape_of};

/// A member of one operation that a policy declares.
#[derive(Clone)]
pub(crate) struct Declared {
    /// The policy and the entry that it is from: one entry can be for several operations.
    pub(crate) entry: (usize, usize),
    pub(crate) operation: String,
    /// Where its object stands: `""` for the body, `/products/*` for each product.
    pub(crate) place: String,
    pub(crate) key: String,
    pub(crate) kind: Kind,
    /// What it does to the order's total.
    pub(crate) change: Option<Change>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    Adds,
    Subtracts,
    Replaces,
    Hides,
}

impl Declared {
    /// Of the same operation, object and key.
    pub(crate) fn is_at_the_place_of(&self, other: &Declared) -> bool {
        (&self.operation, &self.place, &self.key) == (&other.operation, &other.place, &other.key)
    }
}

/// The type of an object, at its place in the body of an operation.
#[derive(Clone)]
pub(crate) struct Type<'a> {
    pub(crate) operation: &'a str,
    shape: &'static Shape,
    /// `*` stands for every element of an array.
    pub(crate) place: String,
    declared: &'a [Declared],
}

impl<'a> Type<'a> {
    pub(crate) fn of_body(operation: &'a str, declared: &'a [Declared]) -> Option<Type<'a>> {
        let shape = shape_of(operation)?;
        Some(Type { operation, shape, place: String::new(), declared })
    }

    /// The members in document order.
    pub(crate) fn members(&self) -> Vec<(&'a str, &'a Kind)> {
        let listed = self.shape.0.iter().map(|(name, kind)| (*name, kind));
        let here = |it: &&Declared| it.operation == self.operation && it.place == self.place;
        let declared = self.declared.iter().filter(here).map(|it| (it.key.as_str(), &it.kind));
        listed.chain(declared).collect()
    }

    pub(crate) fn kind(&self, name: &str) -> Option<&'a Kind> {
        self.members().into_iter().find(|(known, _)| *known == name).map(|(_, kind)| kind)
    }

    pub(crate) fn declares(&self, name: &str) -> bool {
        self.shape.0.iter().all(|(listed, _)| *listed != name) && self.kind(name).is_some()
    }

    /// The type of the object, or of the elements of the array, that a member is.
    pub(crate) fn within(&self, name: &str) -> Option<Type<'a>> {
        let (shape, star) = match self.kind(name)? {
            Kind::Object(shape) => (shape, ""),
            Kind::List(shape) => (shape, "/*"),
            _ => return None,
        };
        let place = format!("{}/{name}{star}", self.place);
        Some(Type { shape, place, ..self.clone() })
    }

    /// The type at a path such as `/products/*`; `""` is this one.
    pub(crate) fn at(&self, path: &str) -> Option<Type<'a>> {
        if path.is_empty() {
            return Some(self.clone());
        }
        let mut parts = path.strip_prefix('/')?.split('/');
        let mut found = self.clone();
        while let Some(name) = parts.next() {
            let is_list = matches!(found.kind(name)?, Kind::List(_));
            found = found.within(name)?;
            if is_list && parts.next() != Some("*") {
                return None;
            }
        }
        Some(found)
    }

    /// The kind of the member at a path.
    pub(crate) fn kind_at(&self, path: &str) -> Option<&'a Kind> {
        let (object, name) = path.rsplit_once('/')?;
        self.at(object)?.kind(name)
    }
}
