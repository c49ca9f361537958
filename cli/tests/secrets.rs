//! No secret comes out with an excerpt, wherever in a body it stands.

mod common;

use common::{Run, run, scratch, text};
use paylint::Operation;
use paylint::schema::{self, Kind, Shape};
use serde_json::{Map, Value};

/// A card number, an account, a code, and a name.
const NUMBER: &str = "4929883766158357";
const GROUPED: &str = "4929-8837 6615.8357";
const CODE: &str = "9731";
const NAME: &str = "Quixotopianus";

/// An object with every member that is known, and a few that are not, with `value` in all of them.
fn object(shape: &'static Shape, value: &Value, harmless_too: bool) -> Value {
    let mut members = Map::new();
    for member in shape.members {
        let inner = match member.kind {
            Kind::Object(inner) => object(inner, value, harmless_too),
            Kind::Array(inner) => vec![object(inner, value, harmless_too), value.clone()].into(),
            Kind::Opaque | Kind::OpaqueOrText => {
                serde_json::json!({ "id": value, "list": [value, [value]] })
            }
            _ if member.harmless && !harmless_too => continue,
            _ => value.clone(),
        };
        members.insert(member.name().to_owned(), inner);
    }
    members.insert("extra".to_owned(), value.clone());
    members.insert("list".to_owned(), serde_json::json!([value, { "inner": value }]));
    members.insert(NUMBER.to_owned(), value.clone());
    members.insert(format!("{NAME} {CODE}"), value.clone());
    members.into()
}

/// Texts that must not be seen: every run of four digits of the numbers, and the name.
fn secrets() -> Vec<String> {
    let digits: String = GROUPED.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, NUMBER);
    let mut all: Vec<String> =
        (0..=NUMBER.len() - 4).map(|at| NUMBER[at..at + 4].to_owned()).collect();
    all.extend([CODE.to_owned(), NAME.to_owned()]);
    all
}

/// Checks bodies of an operation, one a file, and looks at what comes out.
fn look(operation: Operation, bodies: &[Vec<u8>], tag: &str) {
    let files: Vec<_> = bodies
        .iter()
        .enumerate()
        .map(|(index, body)| scratch(&format!("secret-{tag}-{operation}-{index:x}"), body))
        .collect();
    let mut arguments = vec!["check", "--operation", operation.name()];
    arguments.extend(files.iter().map(|file| text(file)));
    let Run { out, err, code } = run(&arguments, b"");
    assert!(code < Some(2) && err.is_empty(), "{err}");
    assert!(
        out.contains('…') || operation == Operation::Reversal,
        "{operation}: nothing is masked"
    );
    for line in out.lines() {
        // Columns are numbers of four digits, too.
        if line.trim_start().starts_with("-->") {
            continue;
        }
        for secret in secrets() {
            assert!(!line.contains(&secret), "{operation}: {secret} in {line}");
        }
    }
    files.iter().for_each(|file| std::fs::remove_file(file).unwrap());
}

/// Texts, and numbers with a point or an exponent, in every place; short ones where members aren't harmless.
#[test]
fn secrets_are_masked_in_every_member() {
    let long = "\"4929883766158357\" \"4929-8837_6615.8357\" \"Quixotopianus\" \"Quixotopianus_9731\" \
        4929883766158357 492988376615 -4929883766158 492988376615.5 4.92988e12 -4929.8837E+9";
    for operation in Operation::ALL {
        let Some(shape) = schema::body(*operation) else { continue };
        for (literals, harmless_too, tag) in
            [(long, true, "long"), ("9731 \"9731\"", false, "short")]
        {
            let body = object(shape, &"here".into(), harmless_too);
            let [laid_out, in_a_line] =
                [serde_json::to_string_pretty(&body).unwrap(), body.to_string()];
            let bodies = literals.split(' ').flat_map(|literal| {
                [&laid_out, &in_a_line]
                    .map(|body| body.replace("\"here\"", &literal.replace('_', " ")).into_bytes())
            });
            look(*operation, &bodies.collect::<Vec<_>>(), tag);
        }
    }
}

/// Broken at any byte, and with any byte changed to one that breaks it.
#[test]
fn broken_bodies_are_masked() {
    let body = format!(
        "{{\"client\": {{\"email\": \"{NUMBER}\", \"first_name\": \"{NAME}\"}},\n \"currency\": \"EUR\",\n \
         \"products\": [{{\"title\": \"{GROUPED}\", \"price\": {NUMBER}}}],\n \"extra\": {CODE}}}"
    );
    let body = body.as_bytes();
    let cut = (1..body.len()).map(|at| body[..at].to_vec());
    look(Operation::Order, &cut.collect::<Vec<_>>(), "cut");
    for byte in [b'"', b'\\', b'{', b':', 0xff, b'\n', b' '] {
        let changed = (0..body.len()).map(|at| {
            let mut changed = body.to_vec();
            changed[at] = byte;
            changed
        });
        look(Operation::Order, &changed.collect::<Vec<_>>(), &format!("changed-{byte:x}"));
        let inserted = (0..=body.len()).map(|at| [&body[..at], &[byte], &body[at..]].concat());
        look(Operation::Order, &inserted.collect::<Vec<_>>(), &format!("inserted-{byte:x}"));
    }
}

#[test]
fn a_body_that_is_not_parsed_is_masked() {
    let bodies = [NUMBER, NAME, GROUPED, "{\"amount\": 9731}", "[\"9731\"]"];
    look(Operation::Reversal, &bodies.map(|body| body.as_bytes().to_vec()), "reversal");
}

/// The other formats show no values at all.
#[test]
fn no_format_shows_a_secret() {
    let body = object(schema::body(Operation::Order).unwrap(), &NUMBER.into(), true);
    let input = serde_json::to_vec(&body).unwrap();
    for format in ["json", "github", "sarif"] {
        let Run { out, .. } = run(&["check", "-o", "order", "--format", format], &input);
        assert!(!out.is_empty());
        for secret in secrets() {
            // Columns and offsets are numbers of four digits, too.
            let column = format!("ol={secret},");
            let is_place =
                |line: &str| ["Column", "byte", &column].iter().any(|word| line.contains(word));
            let shown = out.lines().find(|line| line.contains(&secret) && !is_place(line));
            assert_eq!(shown, None, "{format}: {secret}");
        }
    }
}
