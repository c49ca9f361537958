//! Plants a secret at every place of a JSON value, in every possible form.

use serde_json::{Map, Value, json};

use crate::leak::{KEYS, Secret};

/// The forms in which a string can replace a value.
pub(crate) fn ways(secret: Secret) -> Vec<Value> {
    let Secret(text) = secret;
    let mut ways = vec![
        json!(text),
        json!([text]),
        json!({ "k": text }),
        json!([{ "k": [text, { "k": text }] }]),
        json!(format!(" {text} ")),
        json!(format!("{text}\u{7}")),
        json!(format!("-{text}")),
        json!(format!("{text}.5")),
    ];
    if KEYS.iter().any(|Secret(key)| *key == text) {
        ways.extend([json!({ text: 1 }), json!({ text: text }), json!([{ text: null }])]);
    }
    ways
}

/// Number of values in a value, including itself.
pub(crate) fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(elements) => elements.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

/// The value after replacing the one that is `at` values away.
pub(crate) fn replaced(value: &Value, at: usize, by: &Value) -> Value {
    fn go(value: &Value, left: &mut Option<usize>, by: &Value) -> Value {
        match left {
            Some(0) => {
                *left = None;
                return by.clone();
            }
            Some(more) => *more -= 1,
            None => return value.clone(),
        }
        match value {
            Value::Array(list) => list.iter().map(|one| go(one, left, by)).collect(),
            Value::Object(members) => {
                let members = members.iter().map(|(name, one)| (name.clone(), go(one, left, by)));
                Value::Object(members.collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }
    go(value, &mut Some(at), by)
}

/// The value with another member in the object that is `at` values away, if it is one.
pub(crate) fn with_member(value: &Value, at: usize, name: &str, by: &Value) -> Option<Value> {
    let mut members = nth(value, &mut { at })?.as_object()?.clone();
    members.insert(name.to_owned(), by.clone());
    Some(replaced(value, at, &Value::Object(members)))
}

/// The value that is `left` values away.
pub(crate) fn nth<'v>(value: &'v Value, left: &mut usize) -> Option<&'v Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(elements) => elements.iter().find_map(|one| nth(one, left)),
        Value::Object(members) => members.values().find_map(|one| nth(one, left)),
        _ => None,
    }
}

/// JSON text; if `escaped`, with every character of every string and key as an escape.
pub(crate) fn text(value: &Value, escaped: bool) -> Vec<u8> {
    if !escaped {
        return value.to_string().into_bytes();
    }
    let string = |text: &str| {
        let units: String = text.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect();
        format!("\"{units}\"")
    };
    fn write(value: &Value, string: &dyn Fn(&str) -> String) -> String {
        match value {
            Value::String(text) => string(text),
            Value::Array(list) => {
                let list: Vec<String> = list.iter().map(|one| write(one, string)).collect();
                format!("[{}]", list.join(","))
            }
            Value::Object(members) => {
                let members = members.iter();
                let members: Vec<String> = members
                    .map(|(name, one)| format!("{}:{}", string(name), write(one, string)))
                    .collect();
                format!("{{{}}}", members.join(","))
            }
            other => other.to_string(),
        }
    }
    write(value, &string).into_bytes()
}
