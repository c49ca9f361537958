//! The members that the body of a gateway's answer names, and nothing else of it.

use paylint::{Engine, Operation};
use serde_json::Value;
use std::collections::BTreeSet;

/// Keys whose value names a member, in the error bodies of common frameworks.
const NAMING: [&str; 12] = [
    "field",
    "pointer",
    "path",
    "property",
    "param",
    "parameter",
    "name",
    "attribute",
    "loc",
    "source",
    "instancePath",
    "dataPath",
];

/// The members that the bodies of an operation can have.
#[derive(Clone, Debug)]
pub struct KnownPaths(BTreeSet<String>);

impl KnownPaths {
    /// The members of an operation, with those that the engine's policy declares.
    #[must_use]
    pub fn new(engine: &Engine, operation: Operation) -> KnownPaths {
        KnownPaths(engine.members(operation).into_iter().map(|member| member.path).collect())
    }

    /// The members that an answer names, as pointers in which `*` is every element of an array: those whose keys it has
    /// (`{"client":{"email":["…"]}}`), and those that a text names at a key such as `field` or `pointer`
    /// (`{"field":"client.email"}`). The answer is an object, an array, or a text that holds one; anything else names none.
    #[must_use]
    pub fn named_by(&self, answer: &str) -> Vec<String> {
        let mut named = BTreeSet::new();
        let value = match serde_json::from_str(answer) {
            Ok(Value::String(text)) => serde_json::from_str(&text).unwrap_or_default(),
            Ok(value) => value,
            Err(_) => Value::Null,
        };
        // serde_json reads no deeper than 128.
        self.add(&value, "", &mut named);
        named.into_iter().collect()
    }

    fn add(&self, value: &Value, at: &str, named: &mut BTreeSet<String>) {
        match value {
            Value::Array(elements) => {
                let element = format!("{at}/*");
                let at = if self.has_below(&element) { &element } else { at };
                elements.iter().for_each(|value| self.add(value, at, named));
            }
            Value::Object(members) => {
                for (key, value) in members {
                    if NAMING.contains(&key.as_str()) {
                        named.extend(self.member_in(value));
                    }
                    let path = format!("{at}/{}", if is_index(key) { "*" } else { key });
                    if self.has_below(&path) {
                        self.add(value, &path, named);
                    } else if self.0.contains(&path) {
                        named.insert(path);
                    } else {
                        self.add(value, at, named);
                    }
                }
            }
            // Texts about an object or array speak of it itself.
            Value::String(_) if self.0.contains(at) => _ = named.insert(at.to_owned()),
            _ => {}
        }
    }

    fn has_below(&self, path: &str) -> bool {
        let below = format!("{path}/");
        self.0.range(below.clone()..).next().is_some_and(|next| next.starts_with(&below))
    }

    /// The member that a text (`/client/email`, `client.email`, `products[0].price`) or a list of keys names.
    fn member_in(&self, value: &Value) -> Option<String> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Array(keys) => {
                let keys = keys
                    .iter()
                    .map(|key| key.as_str().map_or_else(|| key.to_string(), str::to_owned));
                keys.collect::<Vec<_>>().join("/")
            }
            _ => return None,
        };
        let keys = text.split(['/', '.', '[', ']', '#', '$']).filter(|key| !key.is_empty());
        let keys: Vec<&str> = keys.map(|key| if is_index(key) { "*" } else { key }).collect();
        let path = |keys: &[&str]| format!("/{}", keys.join("/"));
        let whole = path(&keys);
        // Frameworks put what they call the body in front.
        let inner = keys.get(1..).map(path);
        [Some(whole), inner].into_iter().flatten().find(|path| self.0.contains(path))
    }
}

fn is_index(key: &str) -> bool {
    key == "*" || !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_names_members_and_shows_nothing_else() {
        let known = KnownPaths::new(&Engine::default(), Operation::Order);
        for (answer, named) in [
            (r#"{"client":{"email":["not valid: ada@mail.example"]}}"#, &["/client/email"][..]),
            (r#"{"client":["this field is required"]}"#, &["/client"]),
            (
                r#"[{"pointer":"/client/email"},{"pointer":"/currency"}]"#,
                &["/client/email", "/currency"],
            ),
            (r##"{"errors":[{"pointer":"#/client/zip_code"}]}"##, &["/client/zip_code"]),
            (
                r#"{"detail":[{"loc":["body","products",0,"price"],"msg":"x"}]}"#,
                &["/products/*/price"],
            ),
            (r#"{"field":"client.email"}"#, &["/client/email"]),
            (r#"{"field":"products[0].price"}"#, &["/products/*/price"]),
            (r#"{"products":[{},{"price":["too low"]}]}"#, &["/products/*/price"]),
            (r#"{"products":{"1":{"price":["too low"]}}}"#, &["/products/*/price"]),
            (r#"{"errors":{"products":[{"title":["required"]}]}}"#, &["/products/*/title"]),
            (r#""{\"currency\":[\"unknown\"]}""#, &["/currency"]),
            (r#"{"message":"client.email","4111111111111111":1,"email":"x"}"#, &[]),
            (r#"<html>"#, &[]),
            (r#""client.email""#, &[]),
            ("", &[]),
        ] {
            assert_eq!(known.named_by(answer), named, "{answer}");
        }
    }
}
