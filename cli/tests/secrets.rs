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
            Kind::Opaque => serde_json::json!({ "id": value, "list": [value, [value]] }),
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

/// What must not be seen: every run of four digits of the numbers, and the name.
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

fn both_forms(body: &Value) -> [Vec<u8>; 2] {
    [serde_json::to_vec_pretty(body).unwrap(), serde_json::to_vec(body).unwrap()]
}

fn values(texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|text| Value::from(*text)).collect()
}

#[test]
fn long_secrets_are_masked_in_every_member() {
    let mut secrets = values(&[NUMBER, GROUPED, NAME, "Quixotopianus 9731"]);
    secrets.push(NUMBER.parse::<u64>().unwrap().into());
    for operation in Operation::ALL {
        let Some(shape) = schema::body(*operation) else { continue };
        let bodies = secrets.iter().flat_map(|secret| both_forms(&object(shape, secret, true)));
        look(*operation, &bodies.collect::<Vec<_>>(), "long");
    }
}

/// A card number as a JSON number, with a point, and with an exponent, in every place.
#[test]
fn numbers_as_long_as_a_card_number_are_masked() {
    for operation in Operation::ALL {
        let Some(shape) = schema::body(*operation) else { continue };
        let bodies =
            ["492988376615", "-4929883766158", "492988376615.5", "4.92988e12", "-4929.8837E+9"]
                .into_iter()
                .flat_map(|literal| {
                    let both = both_forms(&object(shape, &"here".into(), true));
                    both.map(|body| {
                        let body = String::from_utf8(body).unwrap();
                        body.replace("\"here\"", literal).into_bytes()
                    })
                });
        look(*operation, &bodies.collect::<Vec<_>>(), "number");
    }
}

#[test]
fn short_secrets_are_masked_where_members_are_not_harmless() {
    let mut secrets = values(&[CODE]);
    secrets.push(CODE.parse::<u64>().unwrap().into());
    for operation in Operation::ALL {
        let Some(shape) = schema::body(*operation) else { continue };
        let bodies = secrets.iter().flat_map(|secret| both_forms(&object(shape, secret, false)));
        look(*operation, &bodies.collect::<Vec<_>>(), "short");
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
            // Offsets are numbers of four digits.
            let shown = out.lines().filter(|line| line.contains(&secret));
            let offset = |line: &&str| line.contains("Column") || line.contains("byte");
            let shown: Vec<_> = shown.filter(|line| !(format == "sarif" && offset(line))).collect();
            let shown: Vec<_> = shown
                .into_iter()
                .filter(|line| !(format == "github" && line.contains(&format!("ol={secret},"))))
                .collect();
            assert_eq!(shown, [] as [&str; 0], "{format}: {secret}");
        }
    }
}

/// What is wrong on the command line may be a card number, or the value of one that slipped there.
#[test]
fn no_error_of_the_command_line_shows_a_number() {
    let long = format!("--{NUMBER}");
    let short = format!("-{NUMBER}");
    let value = format!("--operation={NUMBER}");
    let unknown = format!("--card={NUMBER}");
    let wrong: [&[&str]; 14] = [
        &[NUMBER],
        &[GROUPED],
        &[&long],
        &[&short],
        &["check", &long],
        &["check", &short],
        &["check", &unknown],
        &["check", &value],
        &["check", "--operation", NUMBER],
        &["check", "--http", NUMBER, NUMBER],
        &["batch", "--jobs", GROUPED],
        &["matrix", NUMBER],
        &["man", NUMBER],
        &["explain", NUMBER],
    ];
    for arguments in wrong {
        let Run { code, out, err } = run(arguments, b"");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.starts_with("error: "), "{err}");
        for secret in secrets() {
            assert!(!err.contains(&secret), "{err}");
        }
    }
    // What cannot be one is repeated: most errors are of spelling.
    let err = run(&["check", "--operaton", "order"], b"").err;
    assert!(err.starts_with("error: unexpected argument '--operaton' found\n"), "{err}");
    assert!(err.contains("a similar argument exists: '--operation'"), "{err}");
}
