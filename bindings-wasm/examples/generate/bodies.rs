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
        let type_name = type_of(name, member.kind);
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

/// The type of a member.
fn type_of(name: &str, kind: Kind) -> String {
    let type_name = match (kind, name) {
        // The interface lists these values, and of a payment system this one.
        (Kind::String, "setup_future_use") => "'one-click' | 'automatic' | 'recurring'",
        (Kind::String, "payment_system") => "'AUTH' | (string & {})",
        (Kind::String | Kind::Text, _) => "string",
        (Kind::Bool, _) => "boolean",
        (Kind::Number | Kind::Integer, _) => "number",
        (Kind::NumberOrText, _) => "number | string",
        (Kind::Object(inner), _) => inner.name,
        (Kind::Array(inner), _) => return format!("readonly {}[]", inner.name),
        (Kind::Opaque, _) => "object",
        (Kind::OpaqueOrText, _) => "object | string",
        (Kind::OpaqueArray, _) => "readonly unknown[]",
        (Kind::Any | Kind::Recognised, _) => "unknown",
    };
    type_name.to_owned()
}
