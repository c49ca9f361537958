//! From the path of a member to where it is in an operation.

use super::{Constraint, Result};
use crate::append::joined;
use crate::config::unknown_name;
use crate::operation::Operation;
use crate::schema::{self, Kind};
use crate::text::cut;

/// The way to a member that a constraint can be about: see [`TenantRule::steps`](super::TenantRule).
pub(super) fn steps(member: &str, operation: Operation, constraint: Constraint) -> Result<u32> {
    let is_comparison = matches!(constraint, Constraint::Minimum | Constraint::Maximum);
    if member == "total" {
        return match operation {
            Operation::Order if is_comparison => Ok(0),
            Operation::Order => Err("the total can have a minimum or a maximum".to_owned()),
            _ => Err(joined(&["only an order has a total, not ", operation.name()])),
        };
    }
    let Some(mut path) = member.strip_prefix('/') else {
        return Err("not the path of a member (/client/email), or total".to_owned());
    };
    let Some(mut shape) = schema::body(operation) else {
        return Err(joined(&[operation.name(), " has no members"]));
    };
    let (mut steps, mut shift) = (0, 0);
    loop {
        let (name, rest) = cut(path, b'/');
        let Some((index, known)) = shape.position(name.as_bytes()).and_then(|index| {
            let known = shape.member(index)?;
            Some((index, known))
        }) else {
            let names = shape.members.iter().map(|known| known.name());
            let unknown = unknown_name("member", name, names);
            return Err(joined(&[operation.name(), ": ", &unknown]));
        };
        steps |= u32::from(index.wrapping_add(1)).wrapping_shl(shift);
        shift = shift.wrapping_add(8);
        path = match (known.kind, rest) {
            (kind, None) if fits(kind, constraint) => return Ok(steps),
            (kind, None) => {
                return Err(joined(&[
                    operation.name(),
                    ": ",
                    name,
                    " is of type ",
                    kind.expected(),
                    ", which can't have this constraint",
                ]));
            }
            (Kind::Object(inner), Some(rest)) => {
                shape = inner;
                rest
            }
            (Kind::Array(inner), Some(rest)) => {
                shape = inner;
                rest.strip_prefix("*/")
                    .ok_or_else(|| joined(&["name a member of the elements: /", name, "/*/…"]))?
            }
            _ => return Err(joined(&[operation.name(), ": ", name, " has no members"])),
        };
    }
}

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
