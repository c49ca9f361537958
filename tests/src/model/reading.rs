//! `json.duplicate_key`, `field.*`, `number.*`: the rules about members as such.

use super::body::{is_absent, is_blank, may_be_text, number_literal, type_fits};
use super::decimal::Decimal;
use super::json::Json;
use super::ledger::Ledger;
use super::shapes::{Kind, Shape};

/// One walk in document order, so that every rule fires in that order.
pub(crate) fn judge(shape: &Shape, body: &Json, ledger: &mut Ledger) {
    match body {
        Json::Object(members) => object(shape, members, "", ledger),
        _ => ledger.fire("field.type", ""),
    }
}

fn object(shape: &Shape, members: &[(String, Json)], path: &str, ledger: &mut Ledger) {
    for (name, kind) in shape.0 {
        let at = format!("{path}/{name}");
        let mut occurrences = members.iter().filter(|(key, _)| key == name);
        if let Some((_, json)) = occurrences.next() {
            for _ in occurrences {
                ledger.fire("json.duplicate_key", at.as_str());
            }
            member(kind, json, &at, ledger);
        }
    }
    for (key, _) in members {
        if !shape.0.iter().any(|(name, _)| name == key) {
            let shown = shown(key);
            let nearest = shown.and_then(|key| meant(key, shape));
            ledger.unknown(format!("{path}/{}", shown.unwrap_or("*")), nearest);
        }
    }
}

fn member(kind: &Kind, json: &Json, at: &str, ledger: &mut Ledger) {
    ledger.fire_if("field.null", matches!(json, Json::Null), at);
    if let Json::Text(text) = json {
        ledger.fire_if("field.blank", may_be_text(kind) && is_blank(text), at);
    }
    if is_absent(kind, Some(json)) {
        return;
    }
    if !type_fits(kind, json) {
        ledger.fire("field.type", at);
        return;
    }
    if let Some(literal) = number_literal(kind, json) {
        ledger.fire_if("number.out_of_range", Decimal::parse(literal).is_none(), at);
    }
    match (kind, json) {
        (Kind::Text, Json::Text(text)) => {
            let control = text.chars().any(|c| c < ' ' || c == '\u{7f}');
            ledger.fire_if("field.control_characters", control, at);
        }
        (Kind::Object(shape), Json::Object(members)) => object(shape, members, at, ledger),
        (Kind::List(shape), Json::List(elements)) => {
            for (index, element) in elements.iter().enumerate() {
                let at = format!("{at}/{index}");
                match element {
                    Json::Object(members) => object(shape, members, &at, ledger),
                    _ => ledger.fire("field.type", at),
                }
            }
        }
        _ => {}
    }
}

/// The name of an unknown member if it may stand in a path: a card number can be a key.
fn shown(key: &str) -> Option<&str> {
    let safe = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let digits = key.bytes().filter(u8::is_ascii_digit).count();
    if (1..=64).contains(&key.len()) && key.bytes().all(safe) && digits <= 6 {
        Some(key)
    } else {
        None
    }
}

/// The first of the known members that are nearest, if it is within a third of the key's length.
fn meant(key: &str, shape: &Shape) -> Option<&'static str> {
    let mut best = None;
    for (name, _) in shape.0 {
        let distance = distance(&key.to_lowercase(), name);
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, *name));
        }
    }
    let (distance, name) = best?;
    if 3 * distance <= key.len() { Some(name) } else { None }
}

/// The Damerau–Levenshtein distance, as optimal string alignment: by the textbook, a matrix of how
/// far each beginning of one is from each beginning of the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut far = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            if i == 0 || j == 0 {
                far[i][j] = i + j;
                continue;
            }
            let cost = usize::from(a[i - 1] != b[j - 1]);
            far[i][j] = (far[i - 1][j] + 1).min(far[i][j - 1] + 1).min(far[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                far[i][j] = far[i][j].min(far[i - 2][j - 2] + 1);
            }
        }
    }
    far[a.len()][b.len()]
}
