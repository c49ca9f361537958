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
            ledger.fire("field.unknown", format!("{path}/{}", shown(key)));
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

/// The name of an unknown member as it may stand in a path: a card number can be a key.
fn shown(key: &str) -> &str {
    let safe = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let digits = key.bytes().filter(u8::is_ascii_digit).count();
    if (1..=64).contains(&key.len()) && key.bytes().all(safe) && digits <= 6 { key } else { "*" }
}
