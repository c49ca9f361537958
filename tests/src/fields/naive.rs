//! Fields, member by member, as the definition says.

use paylint::KnownMember;
use paylint::schema::{self, Kind, Shape};
use serde_json::{Value, json};

use super::tree::{is_absent, steps, text, tree, value};
use super::{Question, Told};
use crate::generate::node::Node;

/// What a form is made of: the question, the tree, and whether no member is needed.
struct Form<'q> {
    question: &'q Question,
    examples: Vec<KnownMember>,
    needs_none: bool,
    out: Vec<Value>,
}

/// The answer to `Engine::fields`, as JSON.
///
/// # Panics
/// The engine knows a member that the catalogue of members doesn't.
pub fn fields(question: &Question, body: &[u8]) -> Value {
    let operation = question.operation;
    let mut form = Form {
        question,
        examples: question.engine.members(operation),
        needs_none: operation.name() == "refund"
            && body.iter().all(|byte| b" \t\r\n".contains(byte)),
        out: Vec::new(),
    };
    if let Some(shape) = schema::body(operation) {
        let tree = tree(body).unwrap_or(Node::Object(Vec::new()));
        form.object(&tree, "", shape, None);
    }
    json!({ "operation": operation.name(), "fields": form.out, "complete": true })
}

/// The path of a member, whatever the element of an array.
fn pattern(path: &str) -> String {
    let steps = steps(path).into_iter();
    let steps = steps.map(|step| if step.parse::<usize>().is_ok() { "*" } else { step });
    steps.fold(String::new(), |pattern, step| pattern + "/" + step)
}

/// The example of a member.
fn example<'e>(examples: &'e [KnownMember], path: &str) -> &'e KnownMember {
    let pattern = pattern(path);
    examples.iter().find(|known| known.path == pattern).expect("a known member")
}

/// The tree with a member set.
fn with(tree: &Node, path: &str, value: Node) -> Node {
    let mut tree = tree.clone();
    let (around, name) = path.rsplit_once('/').expect("a member");
    if let Some(Node::Object(members)) = tree.at(&steps(around)) {
        match members.iter_mut().find(|(key, _)| key == name) {
            Some((_, place)) => *place = value,
            None => members.push((name.to_owned(), value)),
        }
    }
    tree
}

impl Form<'_> {
    fn object(&mut self, whole: &Node, path: &str, shape: &'static Shape, under: Option<&str>) {
        for known in shape.members {
            let path = format!("{path}/{}", known.name());
            let there = whole.clone().at(&steps(&path)).cloned();
            let there = there.filter(|value| !is_absent(value, known.kind));
            let state = self.member(whole, &path, known.kind, there.is_some(), under);
            if state == "forbidden" {
                continue;
            }
            let (inner, empty) = match known.kind {
                Kind::Object(inner) => (inner, "{}"),
                Kind::Array(inner) => (inner, "[{}]"),
                _ => continue,
            };
            match (known.kind, &there) {
                (Kind::Object(_), Some(Node::Object(_))) => self.object(whole, &path, inner, None),
                (Kind::Array(_), Some(Node::List(list))) => {
                    for (index, element) in list.iter().enumerate() {
                        if matches!(element, Node::Object(_)) {
                            self.object(whole, &format!("{path}/{index}"), inner, None);
                        }
                    }
                }
                (_, Some(_)) => {}
                (kind, None) => {
                    let whole = with(whole, &path, value(empty));
                    let under = Some(under.unwrap_or(&path));
                    let is_array = matches!(kind, Kind::Array(_));
                    let path = if is_array { format!("{path}/0") } else { path.clone() };
                    self.object(&whole, &path, inner, under);
                }
            }
        }
        for (name, kind) in self.declared_in(path) {
            let path = format!("{path}/{name}");
            let there = whole.clone().at(&steps(&path)).cloned();
            let given = there.is_some_and(|value| !is_absent(&value, kind));
            self.member(whole, &path, kind, given, under);
        }
    }

    /// The members of an object that the policy declares.
    fn declared_in(&self, path: &str) -> Vec<(String, Kind)> {
        let around = pattern(path) + "/";
        let declared = self.examples.iter().filter(|known| known.member().is_none());
        declared
            .filter_map(|known| Some((known.path.strip_prefix(&around)?, known.kind())))
            .filter(|(name, _)| !name.contains('/'))
            .map(|(name, kind)| (name.to_owned(), kind))
            .collect()
    }

    /// Adds a member. Returns its state.
    fn member(
        &mut self,
        whole: &Node,
        path: &str,
        kind: Kind,
        given: bool,
        under: Option<&str>,
    ) -> &'static str {
        let now = self.question.found(&text(whole));
        let (state, rules, needs) = if given {
            let at_it = now.iter().filter(|told| told.path == path);
            ("given", at_it.map(|told| told.rule.clone()).collect(), Vec::new())
        } else {
            let example = value(&example(&self.examples, path).example());
            let with = text(&with(whole, path, example));
            let (state, rules) = self.state(&now, &self.question.found(&with), path);
            (state, rules, self.needs(&text(whole), &with))
        };
        let mut rules: Vec<String> = rules;
        rules.dedup();
        self.out.push(json!({
            "path": path, "type": kind.expected(), "state": state, "under": under,
            "rules": rules, "needs": needs,
        }));
        state
    }

    fn state(&self, now: &[Told], given: &[Told], path: &str) -> (&'static str, Vec<String>) {
        for (denies, asked, refused) in
            [(true, "required", "forbidden"), (false, "advised", "discouraged")]
        {
            let gone = |told: &&Told| {
                !given.iter().any(|other| (&other.rule, &other.path) == (&told.rule, &told.path))
            };
            let asking = now.iter().filter(|told| told.path == path && told.denies == denies);
            let asking: Vec<String> = asking.filter(gone).map(|told| told.rule.clone()).collect();
            let may_be_asked = !denies || !self.needs_none;
            if may_be_asked && !asking.is_empty() {
                return (asked, asking);
            }
            let inside = format!("{path}/");
            let added = given.iter().filter(|told| {
                told.denies == denies && !told.path.starts_with(&inside) && !now.contains(told)
            });
            let added: Vec<String> = added.map(|told| told.rule.clone()).collect();
            if !added.is_empty() {
                return (refused, added);
            }
        }
        ("optional", Vec::new())
    }

    fn needs(&self, without: &[u8], with: &[u8]) -> Vec<&'static str> {
        let (without, with) = (self.question.unchecked(without), self.question.unchecked(with));
        let only = |of: &[(String, Vec<&'static str>)], other: &[(String, Vec<&'static str>)]| {
            let alone = of.iter().filter(|(rule, _)| !other.iter().any(|(it, _)| it == rule));
            alone.flat_map(|(_, needs)| needs.clone()).collect::<Vec<_>>()
        };
        let needs = [only(&without, &with), only(&with, &without)].concat();
        let all = paylint::facts::Fact::ALL.iter().map(|fact| fact.name());
        all.filter(|fact| needs.contains(fact)).collect()
    }
}

/// The body with every required member filled in by its example, until none is left; and the paths
/// of what is given then.
///
/// # Panics
/// It doesn't end.
pub fn filled(question: &Question, body: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let mut tree = tree(body)?;
    let examples = question.engine.members(question.operation);
    let paths = |state: &str, of: &Value| -> Vec<String> {
        let fields = of["fields"].as_array().into_iter().flatten();
        let chosen = fields.filter(|it| it["state"] == state && it["under"].is_null());
        chosen.filter_map(|it| it["path"].as_str().map(str::to_owned)).collect()
    };
    let ask = |tree: &Node| -> Value {
        let body = text(tree);
        let answer = question.engine.fields(question.operation, &body, &question.facts());
        serde_json::from_str(&answer.to_json()).expect("JSON")
    };
    for _ in 0..100 {
        let answer = ask(&tree);
        let required = paths("required", &answer);
        if required.is_empty() {
            return Some((text(&tree), paths("given", &answer)));
        }
        for path in required {
            tree = with(&tree, &path, value(&example(&examples, &path).example()));
        }
    }
    panic!("members are required without end: {}", String::from_utf8_lossy(&text(&tree)));
}
