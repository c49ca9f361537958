//! Members of bodies, and their paths.

use paylint::Operation;
use paylint::schema;
use std::collections::BTreeSet;

/// A path as in the catalogue of members, with `*` for elements.
pub(crate) fn path(path: &str) -> String {
    let is_index = |step: &&str| !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit());
    let steps = path.split('/').map(|step| if is_index(&step) { "*" } else { step });
    steps.collect::<Vec<_>>().join("/")
}

/// Message for an operation without a body.
pub(crate) fn none_of(operation: Operation) -> String {
    format!("`{operation}` has no members\n")
}

/// Whether some operation's body has a member of this name.
pub(crate) fn is_of_a_body(name: &str) -> bool {
    let mut bodies = Operation::ALL.iter().filter_map(|operation| schema::body(*operation));
    bodies.any(|shape| shape.members.iter().any(|member| member.name() == name))
}

/// The path of every member of every operation.
pub(crate) fn all_paths() -> BTreeSet<String> {
    let all = Operation::ALL.iter().flat_map(|operation| paylint::members(*operation));
    all.map(|member| member.path).collect()
}
