//! Bodies filled in according to their fields.

use paylint::KnownMember;
use serde_json::Value;

use super::Question;

/// The example of the member at a path.
fn example(members: &[KnownMember], path: &str) -> Value {
    let step = |step: &str| if step.parse::<usize>().is_ok() { "*" } else { step }.to_owned();
    let pattern = path.split('/').map(step).collect::<Vec<_>>().join("/");
    let known = members.iter().find(|known| known.path == pattern).expect("a known member");
    serde_json::from_str(&known.example()).expect("JSON")
}

/// The body after all required members are filled in with examples, until none is left; and the paths of the members
/// that are given then.
///
/// # Panics
/// If it doesn't end.
pub fn filled(question: &Question, body: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let mut tree = serde_json::from_slice(body).ok().filter(Value::is_object)?;
    let members = question.engine.members(question.operation);
    let paths = |state: &str, of: &Value| -> Vec<String> {
        let fields = of["fields"].as_array().into_iter().flatten();
        let chosen = fields.filter(|field| field["state"] == state && field["under"].is_null());
        chosen.filter_map(|field| field["path"].as_str().map(str::to_owned)).collect()
    };
    let ask = |tree: &Value| -> Value {
        let body = tree.to_string();
        let answer = question.engine.fields(question.operation, body.as_bytes(), &question.facts());
        serde_json::from_str(&answer.to_json()).expect("JSON")
    };
    for _ in 0..100 {
        let answer = ask(&tree);
        let required = paths("required", &answer);
        if required.is_empty() {
            return Some((tree.to_string().into_bytes(), paths("given", &answer)));
        }
        for path in required {
            let (around, name) = path.rsplit_once('/').expect("a member");
            let object = tree.pointer_mut(around).and_then(Value::as_object_mut);
            object.expect("its object").insert(name.to_owned(), example(&members, &path));
        }
    }
    panic!("members are required without end: {tree}");
}
