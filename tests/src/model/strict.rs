//! The strict reading that facts and policy have in common.

use super::json::Json;

/// An error in the facts or the policy: where, and what is wrong, without the value.
pub(crate) struct Fault(pub(crate) String);

impl Fault {
    pub(crate) fn at(place: &str, what: &str) -> Fault {
        Fault(if place.is_empty() { what.to_owned() } else { format!("{place}: {what}") })
    }
}

/// The members of an object, in the order of `known`; any other and any repetition is a fault.
pub(crate) fn members<'a, const N: usize>(
    json: &'a Json,
    at: &str,
    known: [&str; N],
) -> Result<[Option<&'a Json>; N], Fault> {
    let Json::Object(list) = json else {
        return Err(Fault::at(at, "no object"));
    };
    let mut out = [None; N];
    for (key, value) in list {
        let Some(index) = known.iter().position(|name| name == key) else {
            return Err(Fault::at(at, "an unknown member"));
        };
        if out[index].is_some() {
            return Err(Fault::at(at, "a repeated key"));
        }
        out[index] = Some(value);
    }
    Ok(out)
}

pub(crate) fn flag(json: &Json, at: &str) -> Result<bool, Fault> {
    match json {
        Json::Bool(value) => Ok(*value),
        _ => Err(Fault::at(at, "neither true nor false")),
    }
}

/// A string that is not blank.
pub(crate) fn string(json: &Json, at: &str) -> Result<String, Fault> {
    match json {
        Json::Text(text) if !text.chars().all(char::is_whitespace) => Ok(text.clone()),
        Json::Text(_) => Err(Fault::at(at, "a blank string")),
        _ => Err(Fault::at(at, "no string")),
    }
}

pub(crate) fn one_of(json: &Json, at: &str, listed: &[&str]) -> Result<String, Fault> {
    let text = string(json, at)?;
    if listed.contains(&text.as_str()) { Ok(text) } else { Err(Fault::at(at, "not listed")) }
}

/// A whole number within the two bounds, written without point or exponent.
pub(crate) fn integer(json: &Json, at: &str, least: i64, most: i64) -> Result<i64, Fault> {
    let Json::Number(literal) = json else {
        return Err(Fault::at(at, "no number"));
    };
    match literal.parse::<i64>() {
        Ok(value) if least <= value && value <= most => Ok(value),
        _ => Err(Fault::at(at, "not a whole number in range")),
    }
}

/// A list in which nothing stands twice.
pub(crate) fn different(list: Vec<String>) -> Result<Vec<String>, Fault> {
    for (index, item) in list.iter().enumerate() {
        if list[..index].contains(item) {
            return Err(Fault::at("", "a list that repeats itself"));
        }
    }
    Ok(list)
}

/// A list of at least one.
pub(crate) fn items<T>(
    json: &Json,
    at: &str,
    read: impl Fn(&Json, &str) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    match json {
        Json::List(list) if list.is_empty() => Err(Fault::at(at, "an empty list")),
        Json::List(list) => list.iter().map(|item| read(item, at)).collect(),
        _ => Err(Fault::at(at, "no list")),
    }
}
