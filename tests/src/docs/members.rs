//! The generated page of the members, `docs/members.md`.

use std::fmt::Write;

use paylint::schema::{self, Kind, Shape};
use paylint::{KnownMember, Operation, members};

const NOTICE: &str = "<!-- Generated from the schema tables. Don't edit it: change core/src/model/schema/tables.rs and run `cargo xtask bless`. -->\n";

const INTRODUCTION: &str = "\
# Members

What a body can have, type by type. Every body is a JSON object. Members that aren't listed are allowed, with a warning
(`field.unknown`); `null` and blank strings count as absent. The examples are ordinary valid values, made up.
[schemas.md](schemas.md) has the same as JSON Schema; `paylint explain PATH` lists the rules that look at a member.

Every binding has this catalogue as a list of paths: `paylint members OPERATION`, in Rust `paylint::members(operation)`, in C
`paylint_members_json(operation, …)`, in Python `paylint.members(\"order\")`, in JavaScript `await members('order')`.
";

/// The page.
#[must_use]
pub fn members_page() -> String {
    let mut page = format!("{NOTICE}\n{INTRODUCTION}\n");
    page.push_str("| operation | its body |\n|---|---|\n");
    let mut shapes: Vec<&'static Shape> = Vec::new();
    for operation in Operation::ALL {
        let body = schema::body(*operation);
        let body = body.map_or("no body".to_owned(), link);
        _ = writeln!(page, "| `{operation}` | {body} |");
        collect(*operation, &mut shapes);
    }
    for shape in shapes {
        _ = write!(page, "\n## {}\n\n{}\n\n", shape.name, shape.about);
        page.push_str("| member | type | what it is | example |\n|---|---|---|---|\n");
        let of_shape = entries(shape);
        for (member, known) in shape.members.iter().zip(of_shape) {
            let (kind, example) = match member.kind {
                Kind::Object(inner) => (link(inner), String::new()),
                Kind::Array(inner) => (format!("array of {}", link(inner)), String::new()),
                Kind::Any => (known.json_type().to_owned(), String::new()),
                _ => (known.json_type().to_owned(), format!("`{}`", known.example())),
            };
            let (name, about) = (member.name(), known.about());
            _ = writeln!(page, "| `{name}` | {kind} | {about} | {example} |");
        }
    }
    page
}

fn link(shape: &Shape) -> String {
    format!("[{}](#{})", shape.name, shape.name.to_lowercase())
}

/// The types of an operation's body that aren't there yet, each before those within it.
fn collect(operation: Operation, shapes: &mut Vec<&'static Shape>) {
    let mut open: Vec<&'static Shape> = schema::body(operation).into_iter().collect();
    while let Some(shape) = open.pop() {
        if shapes.iter().any(|known| known.name == shape.name) {
            continue;
        }
        shapes.push(shape);
        let inner = shape.members.iter().rev().filter_map(|member| match member.kind {
            Kind::Object(inner) | Kind::Array(inner) => Some(inner),
            _ => None,
        });
        open.extend(inner);
    }
}

/// The entries of the catalogue for a type's members, in order: from the first place that has it.
fn entries(shape: &Shape) -> Vec<KnownMember> {
    for operation in Operation::ALL {
        let all = members(*operation);
        let names: Vec<&str> = shape.members.iter().map(|member| member.name()).collect();
        let first = all.iter().position(|known| {
            known.member().is_some_and(|it| core::ptr::eq(it, &shape.members[0]))
        });
        let Some(first) = first else { continue };
        let (outer, _) = all[first].path.rsplit_once('/').expect("a path");
        let of_it = all.iter().filter(|known| {
            known
                .path
                .rsplit_once('/')
                .is_some_and(|(before, name)| before == outer && names.contains(&name))
        });
        return of_it.cloned().collect();
    }
    Vec::new()
}
