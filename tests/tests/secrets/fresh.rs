//! Secrets that no earlier body had: a card number, a code and a token at three places of every
//! body. No four of their digits or letters in a row appear in any output.
//!
//! `PAYLINT_SECRETS` says how many bodies (3,000 by default). With `PAYLINT_SECRETS_FOLDER` the
//! bodies and the reports are written there for the other bindings (`cargo xtask long secrets`).

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use paylint::schema::{self, Kind, Shape};
use paylint::{FactsBuf, Operation};
use paylint_tests::cases::to_base64;
use paylint_tests::generate::Rng;
use serde_json::{Map, Value, json};

use crate::{all_of, engines, facts, full, plant, read};

/// No year, length, column or standard is written with four of these in a row, and no word:
/// whatever has them shows a secret.
const DIGITS: &[char] = &['5', '6', '7', '8', '9'];
const LETTERS: &[char] = &['q', 'x', 'z', 'j'];

/// Where a text has four of one kind in a row, with or without dashes or spaces between them.
fn leak(text: &str) -> Option<&str> {
    let mut rows = [(0, 0); 2];
    for (at, byte) in text.bytes().enumerate() {
        let letter = char::from(byte).to_ascii_lowercase();
        for ((start, count), kind) in rows.iter_mut().zip([DIGITS, LETTERS]) {
            match letter {
                _ if kind.contains(&letter) => {
                    *start = if *count == 0 { at } else { *start };
                    *count += 1;
                }
                '-' | ' ' => {}
                _ => *count = 0,
            }
            if *count == 4 {
                return Some(&text[*start..=at]);
            }
        }
    }
    None
}

fn some(rng: &mut Rng<'_>, of: &[char], count: usize) -> String {
    (0..count).map(|_| rng.pick(of)).collect()
}

/// A card number, of which half pass the check.
fn card(rng: &mut Rng<'_>) -> String {
    let wanted = rng.chance(50);
    loop {
        let number = some(rng, DIGITS, 16);
        let digits = number.bytes().rev().enumerate().map(|(at, digit)| {
            let digit = u32::from(digit - b'0') * (1 + at as u32 % 2);
            digit / 10 + digit % 10
        });
        if !wanted || digits.sum::<u32>() % 10 == 0 {
            return match rng.below(4) {
                0 => number.as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>(),
                _ => vec![number.into()],
            }
            .join(rng.pick(&["-", " "]));
        }
    }
}

/// The ways in which a secret stands in the place of a value, or as a separate member.
fn planted(rng: &mut Rng<'_>, secret: &str) -> Value {
    match rng.below(8) {
        0 => json!([secret]),
        1 => json!({ "k": [secret] }),
        2 => json!(format!("{secret}\u{7}")),
        3 => json!(format!(" {secret}.5")),
        4 if secret.len() > 6 => json!({ secret: secret }),
        5 => secret.parse::<u64>().map_or(json!(secret), |_| json!([null, secret])),
        _ => json!(secret),
    }
}

/// For each value of [`full`], whether it may be shown with the finding that it causes.
fn shown(shape: &Shape) -> Value {
    let members = shape.members.iter().map(|member| {
        let value = match member.kind {
            Kind::Object(inner) => shown(inner),
            Kind::Array(inner) => json!([shown(inner), shown(inner)]),
            Kind::Opaque => json!({ "k": false }),
            Kind::Number | Kind::Integer | Kind::NumberOrText => json!(true),
            _ => json!(member.harmless),
        };
        (member.name().to_owned(), value)
    });
    Value::Object(members.collect::<Map<_, _>>())
}

/// A body with three fresh secrets.
fn body(rng: &mut Rng<'_>, whole: &Value, shown: &Value) -> Vec<u8> {
    let mut body = whole.clone();
    let token = format!("tok_{}_{}", some(rng, LETTERS, 12), some(rng, DIGITS, 8));
    let (card, code) = (card(rng), some(rng, DIGITS, 4));
    // From the last place to the first, so that no place moves.
    let mut places = [0; 3].map(|_| rng.below(plant::count(whole)));
    places.sort_unstable();
    let first = rng.below(3);
    for (turn, at) in places.into_iter().rev().enumerate() {
        let secret = [&card, &code, &token][(turn + first) % 3];
        // A code may stand for an amount or a currency's, which may be shown.
        let harmless = plant::nth(shown, &mut { at }) == Some(&Value::Bool(true));
        if secret.len() == 4 && harmless {
            continue;
        }
        let way = planted(rng, secret);
        let name = if secret.len() > 4 && rng.chance(50) { secret } else { "unknown" };
        let more = rng.chance(25).then(|| plant::with_member(&body, at, name, &way)).flatten();
        body = more.unwrap_or_else(|| plant::replaced(&body, at, &way));
    }
    let mut text = plant::text(&body, false);
    // Escaped it is six times as long, and a length of four digits could be part of a secret.
    if text.len() < 900 && rng.chance(50) {
        text = plant::text(&body, true);
    }
    if rng.chance(3) {
        text.truncate(rng.below(text.len()));
    }
    text
}

/// Files for the other bindings: cases, and the expected reports.
struct Files([BufWriter<File>; 3]);

impl Files {
    fn create(folder: &Path) -> Files {
        fs::create_dir_all(folder).expect("the folder");
        Files(["cases.ndjson", "cases.tsv", "rust"].map(|name| {
            BufWriter::new(File::create(folder.join(name)).expect("a file in the folder"))
        }))
    }

    fn add(&mut self, operation: Operation, body: &[u8], report: &str) {
        let [ndjson, tsv, rust] = &mut self.0;
        let (name, body, facts) = (operation.name(), to_base64(body), facts());
        writeln!(
            ndjson,
            "{{\"operation\":\"{name}\",\"raw_base64\":\"{body}\",\"facts\":{facts}}}"
        )
        .and_then(|()| writeln!(tsv, "0\t{name}\t{body}\t{facts}\t-"))
        .and_then(|()| writeln!(rust, "{report}"))
        .expect("the files can be written");
    }
}

#[test]
fn nothing_of_fresh_secrets_comes_out() {
    let count = std::env::var("PAYLINT_SECRETS").map_or(3_000, |it| it.parse().expect("a number"));
    let folder = std::env::var_os("PAYLINT_SECRETS_FOLDER");
    let mut files = folder.map(|folder| Files::create(Path::new(&folder)));
    let (engines, facts) = (engines(), [read(&facts()), FactsBuf::new()]);
    let shapes: Vec<(Operation, Value, Value)> = Operation::ALL
        .iter()
        .filter_map(|it| schema::body(*it).map(|shape| (*it, full(shape), shown(shape))))
        .collect();
    let standard = paylint::Engine::default();
    let mut findings = 0;
    let mut out = String::new();
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let (operation, whole, shown) = &shapes[rng.below(shapes.len())];
        let body = body(&mut rng, whole, shown);
        assert!(body.len() < 5555, "its length could be part of a secret: {}", body.len());
        let report = standard.check(*operation, &body, &facts[0].as_facts());
        findings += report.findings().len();
        out.clear();
        all_of(&report, &mut out);
        if seed % 4 == 0 {
            engines.iter().for_each(|engine| {
                all_of(&engine.check(*operation, &body, &facts[1].as_facts()), &mut out);
            });
        }
        if let Some(part) = leak(&out) {
            let line = out.lines().find(|line| leak(line).is_some()).unwrap_or("?");
            panic!("seed {seed}, {operation}: {part:?} comes out as: {line}");
        }
        if let Some(files) = &mut files {
            files.add(*operation, &body, &report.to_json());
        }
    }
    println!("{count} bodies, {findings} findings");
    assert!(findings as u64 > count, "the bodies have many mistakes");
}

#[test]
fn a_part_of_a_fresh_secret_is_found() {
    for text in ["a 5 6-78.", "{\"x\":\"9999\"}", "QXZJ", "x-5-5-5-5", "2026-11-20 56789"] {
        assert!(leak(text).is_some(), "{text}");
    }
    for text in ["1990-02-28", "ISO 4217, ISO/IEC 7812-1", "567.8", "jazz, fuzz"] {
        assert_eq!(leak(text), None, "{text}");
    }
}
