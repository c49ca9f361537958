//! Plants a secret at every place of a JSON value, in every possible form.

use paylint_tests::generate::Rng;
use paylint_tests::generate::node::{Node, Style};
use serde_json::{Value, json};

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

/// The pointers to all values in a value, which come before those inside them.
pub(crate) fn places(value: &Value) -> Vec<String> {
    let inside: Vec<(String, &Value)> = match value {
        Value::Array(elements) => {
            elements.iter().enumerate().map(|(index, one)| (index.to_string(), one)).collect()
        }
        Value::Object(members) => members.iter().map(|(name, one)| (name.clone(), one)).collect(),
        _ => Vec::new(),
    };
    let inside = inside.into_iter().flat_map(|(step, one)| {
        places(one).into_iter().map(move |place| format!("/{step}{place}"))
    });
    std::iter::once(String::new()).chain(inside).collect()
}

/// The value with another one at a place.
pub(crate) fn replaced(value: &Value, place: &str, by: &Value) -> Value {
    let mut value = value.clone();
    *value.pointer_mut(place).expect("a place") = by.clone();
    value
}

/// The value with another member in the object at a place, if it is one.
pub(crate) fn with_member(value: &Value, place: &str, name: &str, by: &Value) -> Option<Value> {
    let mut value = value.clone();
    value.pointer_mut(place)?.as_object_mut()?.insert(name.to_owned(), by.clone());
    Some(value)
}

/// JSON text; if `escaped`, with every character of every string and key as an escape.
pub(crate) fn text(value: &Value, escaped: bool) -> Vec<u8> {
    let text = value.to_string();
    if !escaped {
        return text.into_bytes();
    }
    let tree = serde_json::from_str(&text).and_then(Node::from_json).expect("JSON");
    tree.write(&mut Rng::new(0), Style { white: 0, escapes: 100 }).into_bytes()
}
