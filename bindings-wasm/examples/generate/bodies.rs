//! The bodies of the operations as TypeScript types.

use crate::members;
use paylint::Operation;
use paylint::schema::{self, Kind, KnownMember, Shape};
use std::fmt::Write;

/// Writes the interfaces of the bodies, and the body of each operation.
pub(crate) fn write(out: &mut String) {
    let mut written = Vec::new();
    for operation in Operation::ALL {
        if let Some(shape) = schema::body(*operation) {
            write_shape(out, shape, &mut schema::members(*operation).into_iter(), &mut written);
        }
    }
    out.push_str("/** The body of each operation, as an object. */\nexport interface Bodies {\n");
    for operation in Operation::ALL {
        let name = schema::body(*operation).map_or("never", |shape| shape.name);
        let endpoint =
            operation.endpoint().map_or(String::new(), |path| format!("  /** POST {path} */\n"));
        _ = writeln!(out, "{endpoint}  {}: {name};", operation.name());
    }
    out.push_str("}\n");
}

/// Writes a type, after those within it. `known` are its members and those within them, in document
/// order.
fn write_shape(
    out: &mut String,
    shape: &Shape,
    known: &mut impl Iterator<Item = KnownMember>,
    written: &mut Vec<&'static str>,
) {
    let mut text = format!("/** {} */\nexport interface {} {{\n", shape.about, shape.name);
    for member in shape.members {
        let name = member.name();
        let doc = members::describe(&known.next().expect("each member is known"));
        let type_name = values_of(name, member.kind).unwrap_or_else(|| type_of(member.kind));
        _ = writeln!(text, "  /** {doc} */\n  {name}?: {type_name};");
        if let Kind::Object(inner) | Kind::Array(inner) = member.kind {
            write_shape(out, inner, known, written);
        }
    }
    if !written.contains(&shape.name) {
        written.push(shape.name);
        _ = writeln!(out, "{text}}}\n");
    }
}

/// The type of a member of which the interface lists values.
fn values_of(member: &str, kind: Kind) -> Option<String> {
    let values = match (member, kind) {
        ("setup_future_use", Kind::String) => "'one-click' | 'automatic' | 'recurring'",
        // The interface names only this one.
        ("payment_system", Kind::String) => "'AUTH' | (string & {})",
        _ => return None,
    };
    Some(values.to_owned())
}

fn type_of(kind: Kind) -> String {
    match kind {
        Kind::String | Kind::Text => "string".to_owned(),
        Kind::Bool => "boolean".to_owned(),
        Kind::Number | Kind::Integer => "number".to_owned(),
        Kind::NumberOrText => "number | string".to_owned(),
        Kind::Object(inner) => inner.name.to_owned(),
        Kind::Array(inner) => format!("readonly {}[]", inner.name),
        Kind::Opaque => "object".to_owned(),
        Kind::OpaqueOrText => "object | string".to_owned(),
        Kind::OpaqueArray => "readonly unknown[]".to_owned(),
        Kind::Any | Kind::Recognised => "unknown".to_owned(),
    }
}
