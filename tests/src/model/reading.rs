//! `json.duplicate_key`, `json.ambiguous_key`, `field.*`, `number.*`: the rules about members as
//! such.

use super::body::{is_absent, is_blank, may_be_text, number, type_fits};
use super::declared::shown;
use super::json::Json;
use super::known::Type;
use super::ledger::{Fired, Ledger};
use super::misspelt::meant;
use super::shapes::Kind;

/// One walk in document order, so that every rule fires in that order. Keys that no type lists are
/// passed over where they are opaque.
pub(crate) fn judge(body_of: &Type, body: &Json, others_are_opaque: bool, ledger: &mut Ledger) {
    match body {
        Json::Object(members) => object(body_of, members, "", others_are_opaque, ledger),
        _ => ledger.fire("field.type", ""),
    }
}

fn object(
    of: &Type,
    members: &[(String, Json)],
    path: &str,
    others_are_opaque: bool,
    ledger: &mut Ledger,
) {
    for (name, kind) in of.members() {
        let at = format!("{path}/{name}");
        let mut occurrences = members.iter().filter(|(key, _)| key == name);
        if let Some((_, json)) = occurrences.next() {
            for _ in occurrences {
                ledger.fire("json.duplicate_key", at.as_str());
            }
            member(of, name, kind, json, &at, ledger);
        }
    }
    for (key, _) in members {
        if of.kind(key).is_some() {
            continue;
        }
        let shown = shown(key);
        let path = format!("{path}/{}", shown.unwrap_or("*"));
        if has_a_twin(key, of, members) {
            ledger.fire("json.ambiguous_key", path);
            continue;
        }
        if others_are_opaque {
            continue;
        }
        match shown.and_then(|key| meant(key, of, members)) {
            Some(nearest) => {
                let nearest = Some(nearest.to_owned());
                ledger.fire_with("field.misspelt", Fired { path, nearest, ..Fired::default() });
            }
            None => ledger.fire("field.unknown", path),
        }
    }
}

/// Whether a known member that differs from an unknown key in case alone is there, too.
fn has_a_twin(key: &str, of: &Type, members: &[(String, Json)]) -> bool {
    of.members().iter().any(|(name, kind)| {
        !matches!(kind, Kind::Recognised)
            && name.eq_ignore_ascii_case(key)
            && members.iter().any(|(other, _)| other == name)
    })
}

fn member(of: &Type, name: &str, kind: &Kind, json: &Json, at: &str, ledger: &mut Ledger) {
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
    if let Some(number) = number(kind, json) {
        let listed_as_text = matches!(kind, Kind::NumberOrText);
        ledger.fire_if("field.number_as_string", number.is_text && !listed_as_text, at);
        ledger.fire_if("number.out_of_range", number.value.is_none(), at);
        if number.has_tail {
            // Values of declared members are never shown.
            let value = number.value.filter(|_| !of.declares(name)).and_then(|it| it.shown());
            let path = at.to_owned();
            ledger.fire_with("number.binary_tail", Fired { path, value, ..Fired::default() });
        }
    }
    match (kind, json) {
        (Kind::Text, Json::Text(text)) => {
            let control = text.chars().any(|c| c < ' ' || c == '\u{7f}');
            ledger.fire_if("field.control_characters", control, at);
        }
        (Kind::Object(_) | Kind::List(_), _) => {
            let Some(inner) = of.within(name) else { return };
            match json {
                Json::Object(members) => object(&inner, members, at, false, ledger),
                Json::List(elements) => list(&inner, elements, at, ledger),
                _ => {}
            }
        }
        _ => {}
    }
}

fn list(of: &Type, elements: &[Json], at: &str, ledger: &mut Ledger) {
    for (index, element) in elements.iter().enumerate() {
        let at = format!("{at}/{index}");
        match element {
            Json::Object(members) => object(of, members, &at, false, ledger),
            _ => ledger.fire("field.type", at),
        }
    }
}
