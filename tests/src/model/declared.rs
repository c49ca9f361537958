//! Members that a policy declares: what a merchant sends besides those that the source shows.

use super::catalogue::OPERATIONS;
use super::json::Json;
use super::known::Type;
pub(crate) use super::known::{Change, Declared};
use super::shapes::Kind;
use super::strict::{Fault, items, members, one_of, string};

/// Reads the `members` of the policy of this number: an entry for several operations is one of each.
pub(crate) fn read(json: &Json, policy: usize) -> Result<Vec<Declared>, Fault> {
    let Json::List(list) = json else {
        return Err(Fault::at("members", "not a list"));
    };
    let mut all: Vec<Declared> = Vec::new();
    for (index, entry) in list.iter().enumerate() {
        for declared in read_one(entry, (policy, index))? {
            if all.iter().any(|known| known.is_at_the_place_of(&declared)) {
                return Err(Fault::at("members", "a member twice"));
            }
            all.push(declared);
        }
    }
    Ok(all)
}

fn read_one(json: &Json, entry: (usize, usize)) -> Result<Vec<Declared>, Fault> {
    let [member, on, kind, total] = members(json, "members", ["member", "on", "type", "total"])?;
    let path = string(member.ok_or(Fault::at("members", "no member"))?, "member")?;
    let on = on.ok_or(Fault::at("members", "no operations"))?;
    let operations = items(on, "on", |json, at| one_of(json, at, OPERATIONS))?;
    let kind = read_kind(kind.ok_or(Fault::at("members", "no type"))?)?;
    let change = total.map(read_change).transpose()?;
    let (place, key) = path.rsplit_once('/').ok_or(Fault::at("member", "not a path"))?;
    if shown(key).is_none() {
        return Err(Fault::at("member", "a key that a member can't have"));
    }
    if let Some(change) = change {
        let counts = matches!(kind, Kind::Number | Kind::Integer);
        if operations != ["order"] || !place.is_empty() || !counts && change != Change::Hides {
            return Err(Fault::at("total", "not a number of an order's own"));
        }
    }
    let mut out = Vec::new();
    for operation in operations {
        // Of each operation the object must be known, and the key new to it.
        let object = Type::of_body(&operation, &[]).and_then(|body| body.at(place));
        let Some(object) = object.filter(|_| operation != "reversal") else {
            return Err(Fault::at("member", "not in an object that is known"));
        };
        if object.members().iter().any(|(name, _)| name.eq_ignore_ascii_case(key)) {
            return Err(Fault::at("member", "known already"));
        }
        let (place, key) = (place.to_owned(), key.to_owned());
        out.push(Declared { entry, operation, place, key, kind, change });
    }
    Ok(out)
}

fn read_kind(json: &Json) -> Result<Kind, Fault> {
    let words = ["string", "bool", "number", "integer", "object", "array", "any"];
    Ok(match one_of(json, "type", &words)?.as_str() {
        "string" => Kind::Text,
        "bool" => Kind::Flag,
        "number" => Kind::Number,
        "integer" => Kind::Integer,
        "object" => Kind::Opaque,
        "array" => Kind::OpaqueList,
        _ => Kind::Any,
    })
}

fn read_change(json: &Json) -> Result<Change, Fault> {
    Ok(match one_of(json, "total", &["adds", "subtracts", "replaces", "hides"])?.as_str() {
        "adds" => Change::Adds,
        "subtracts" => Change::Subtracts,
        "replaces" => Change::Replaces,
        _ => Change::Hides,
    })
}

/// Two members of one object may not differ in case alone.
pub(crate) fn are_apart(all: &[Declared]) -> bool {
    let alike = |one: &Declared, other: &Declared| {
        one.operation == other.operation
            && one.place == other.place
            && one.key.eq_ignore_ascii_case(&other.key)
    };
    all.iter().enumerate().all(|(index, one)| all[..index].iter().all(|other| !alike(one, other)))
}

/// A key if it may stand in a path: a card number can be a key.
pub(crate) fn shown(key: &str) -> Option<&str> {
    let safe = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let digits = key.bytes().filter(u8::is_ascii_digit).count();
    if (1..=64).contains(&key.len()) && key.bytes().all(safe) && digits <= 6 {
        Some(key)
    } else {
        None
    }
}
