//! Members of bodies, and their paths.

use paylint::Operation;
use paylint::schema::{self, Kind};
use std::collections::BTreeSet;

/// A step of a path: a member, or an element of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    Member(&'a str),
    Element,
}

/// A member of an operation's body.
pub(crate) struct Place<'a> {
    pub(crate) operation: Operation,
    pub(crate) kind: Kind,
    pub(crate) steps: &'a [Step<'a>],
}

/// Reads a path such as `/products/*/price`. An element is `*` or its number.
pub(crate) fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let is_element =
        |step: &str| step == "*" || !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit());
    let step = |step| if is_element(step) { Step::Element } else { Step::Member(step) };
    path.strip_prefix('/').map(|rest| rest.split('/').map(step).collect())
}

/// The path of steps, `*` for elements.
pub(crate) fn path(steps: &[Step<'_>]) -> String {
    let step = |step: &Step<'_>| match step {
        Step::Member(name) => format!("/{name}"),
        Step::Element => "/*".to_owned(),
    };
    steps.iter().map(step).collect()
}

/// What is said of an operation without a body.
pub(crate) fn none_of(operation: Operation) -> String {
    format!("`{operation}` has no members\n")
}

/// Whether some operation's body has a member of this name.
pub(crate) fn is_of_a_body(name: &str) -> bool {
    let mut bodies = Operation::ALL.iter().filter_map(|operation| schema::body(*operation));
    bodies.any(|shape| shape.members.iter().any(|member| member.name() == name))
}

/// The member at a path in every operation that knows it.
pub(crate) fn places<'a>(steps: &'a [Step<'a>]) -> Vec<Place<'a>> {
    let place = |operation: &Operation| {
        let mut shape = schema::body(*operation)?;
        let mut rest = steps;
        while let [Step::Member(name), behind @ ..] = rest {
            let member = shape.members.iter().find(|member| member.name() == *name)?;
            (shape, rest) = match (member.kind, behind) {
                (kind, []) => return Some(Place { operation: *operation, kind, steps }),
                (Kind::Object(inner), _) => (inner, behind),
                (Kind::Array(inner), [Step::Element, behind @ ..]) => (inner, behind),
                _ => return None,
            };
        }
        None
    };
    Operation::ALL.iter().filter_map(place).collect()
}

/// The path of every member of every operation, `*` for elements.
pub(crate) fn all_paths() -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    let bodies = Operation::ALL.iter().filter_map(|operation| schema::body(*operation));
    let mut open: Vec<_> = bodies.map(|shape| (String::new(), shape)).collect();
    while let Some((outer, shape)) = open.pop() {
        for member in shape.members {
            let path = format!("{outer}/{}", member.name());
            match member.kind {
                Kind::Object(inner) => open.push((path.clone(), inner)),
                Kind::Array(inner) => open.push((format!("{path}/*"), inner)),
                _ => {}
            }
            paths.insert(path);
        }
    }
    paths
}
