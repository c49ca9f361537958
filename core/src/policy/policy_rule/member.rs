//! From the path of a member to where it is in an operation.

use super::{Constraint, Result};
use crate::append::joined;
use crate::config::unknown_name;
use crate::operation::Operation;
use crate::schema::{self, Kind};
use crate::text::cut;

/// The way to a member that a constraint can be about: see [`PolicyRule::steps`](super::PolicyRule).
pub(super) fn steps(member: &str, operation: Operation, constraint: Constraint) -> Result<u32> {
    let wrong = |name: &str, text: &str| Err(joined(&[operation.name(), ": ", name, text]));
    if member == "total" {
        return match (operation, constraint) {
            (Operation::Order, Constraint::Minimum | Constraint::Maximum) => Ok(0),
            (Operation::Order, _) => wrong(member, UNFIT),
            _ => wrong("", "has no total"),
        };
    }
    let Some(mut path) = member.strip_prefix('/') else {
        return wrong("", "not the path of a member (/client/email), or total");
    };
    let Some(mut shape) = schema::body(operation) else { return wrong("", "has no members") };
    let (mut steps, mut shift) = (0, 0);
    loop {
        let (name, rest) = cut(path, b'/');
        let index = shape.position(name.as_bytes());
        let Some((index, known)) = index.zip(index.and_then(|index| shape.member(index))) else {
            let names = shape.members.iter().map(|known| known.name());
            return wrong("", &unknown_name("member", name, names));
        };
        steps |= u32::from(index + 1) << shift;
        shift += 8;
        let Some(rest) = rest else {
            return if fits(known.kind, constraint) { Ok(steps) } else { wrong(name, UNFIT) };
        };
        let inner = match known.kind {
            Kind::Object(inner) => Some((inner, rest)),
            Kind::Array(inner) => rest.strip_prefix("*/").map(|rest| (inner, rest)),
            _ => None,
        };
        let Some(inner) = inner else { return wrong(name, NO_MEMBER) };
        (shape, path) = inner;
    }
}

const UNFIT: &str = " is of a type that can't have this constraint";
const NO_MEMBER: &str =
    " has no such member (that of every element of an array is /products/*/price)";

/// Whether a member of this type can have a constraint.
fn fits(kind: Kind, constraint: Constraint) -> bool {
    match constraint {
        Constraint::Required | Constraint::Forbidden => true,
        Constraint::OneOf | Constraint::MaxLength => matches!(kind, Kind::String),
        Constraint::Minimum | Constraint::Maximum => {
            matches!(kind, Kind::Number | Kind::Integer | Kind::NumberOrText)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Shape;

    /// The steps of every member below a type, by the paths.
    fn count(shape: &'static Shape, before: &str, operation: Operation) -> usize {
        let mut all = 0;
        for (index, member) in shape.members.iter().enumerate() {
            let path = format!("{before}/{}", member.name());
            let found = steps(&path, operation, Constraint::Required).expect(&path);
            let depth = path.split('/').filter(|name| !matches!(*name, "" | "*")).count();
            assert!(depth <= 4, "{path}: a byte for each step");
            assert_eq!(found >> (8 * (depth - 1)), index as u32 + 1, "{path}");
            all += 1;
            if let Some(inner) = member.kind.inner() {
                let star = if matches!(member.kind, Kind::Array(_)) { "/*" } else { "" };
                all += count(inner, &format!("{path}{star}"), operation);
            }
        }
        all
    }

    #[test]
    fn every_member_is_found_at_its_place() {
        let of = |operation: Operation| {
            schema::body(operation).map_or(0, |shape| count(shape, "", operation))
        };
        let all: usize = Operation::ALL.iter().map(|operation| of(*operation)).sum();
        assert!(all > 200, "{all}");
    }
}
