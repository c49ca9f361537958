//! The targets that ask for repairs. Nothing else of the fuzzer's uses what they do, so a change of it
//! undoes no minutes of other targets (`xtask/scripts/digest.sh`).

use std::sync::LazyLock;

use paylint::facts::Fact;
use paylint::whatif::State;
use paylint::{Operation, Policy};
use serde_json::Value;

use super::{FACTS, agrees, says_nothing_of_what_was_given};
use crate::generate::{self, Generated, Rng};
use crate::model::OPERATIONS;
use crate::whatif::{Patch, Question, leftover};

/// A policy with rules, chosen by the bytes, and a request under it: the model makes
/// the same report, and repairs leave nothing that rejects. An error in the policy doesn't echo it.
pub fn policies(choices: &[u8]) {
    let case = generate::case_with_rules(&mut Rng::chosen(choices));
    let policy = case.policy.as_deref().unwrap_or_default();
    if let Err(error) = Policy::from_json(policy) {
        says_nothing_of_what_was_given(&error.to_string());
    }
    agrees(&case.operation, &case.body, case.facts.as_deref(), Some(policy));
    if let Some(question) = Question::of(&case) {
        mends(&question, &case.body);
    }
}

/// For each operation, what answers are made of besides limits, whatever the body is. The fuzzer finds such words
/// and puts them into bodies.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let rules = paylint::catalogue().iter().map(|rule| rule.name);
    let states = State::ALL.iter().map(|state| state.name());
    let facts = Fact::ALL.iter().map(|fact| fact.name());
    let common: Vec<&str> = rules.chain(states).chain(facts).collect();
    let common = common.join(" ") + &String::from_utf8_lossy(FACTS);
    let of = |name: &&str| {
        let operation = Operation::from_name(name).expect("an operation");
        common.clone() + &paylint::members_json(&[operation])
    };
    OPERATIONS.iter().map(of).collect()
});

/// For a body that may be anything: a repair that is applied leaves nothing that rejects but what is
/// said to be beyond, and no answer shows a value of the body.
pub fn repairs(body: &[u8]) {
    let case = Generated {
        operation: OPERATIONS[body.len() % OPERATIONS.len()].to_owned(),
        body: body.to_vec(),
        facts: Some(FACTS.to_vec()),
        policy: None,
    };
    let question = Question::of(&case).expect("facts");
    let (operation, facts) = (question.operation, question.facts());
    let fields = question.engine.fields(operation, body, &facts).to_json();
    let json = mends(&question, body);
    let fields: Value = serde_json::from_str(&fields).expect("JSON");
    let (mut names, mut values, mut said) = (Vec::new(), Vec::new(), Vec::new());
    texts(&serde_json::from_slice(body).unwrap_or_default(), &mut names, &mut values);
    for answer in [&fields, &json] {
        texts(answer, &mut Vec::new(), &mut said);
    }
    // Paths are made of names.
    said.retain(|text| !text.starts_with('/'));
    let known = &WORDS[body.len() % OPERATIONS.len()];
    let is_secret =
        |it: &&String| it.len() >= 8 && !is_time(it) && !known.contains(*it) && !names.contains(it);
    for value in values.iter().filter(is_secret) {
        assert!(
            !said.iter().any(|text| text.contains(value)),
            "{operation}: an answer shows a value"
        );
    }
}

/// Asks for repairs, and applies each: nothing rejects then but what is said to be beyond. Returns the
/// answer.
fn mends(question: &Question, body: &[u8]) -> Value {
    let (operation, facts) = (question.operation, question.facts());
    let answer = question.engine.repairs(operation, body, &facts);
    let json = answer.to_json();
    let place = |rule: &str, path: &str| (rule.to_owned(), path.to_owned());
    let beyond = answer.beyond.iter().map(|it| place(it.rule, &it.path));
    let beyond: Vec<_> = beyond.collect();
    for (repair, patch) in answer.repairs.iter().zip(Patch::of_repairs(&json)) {
        let mended = repair.apply(body);
        let report = question.engine.check(operation, &mended, &facts);
        let is_accepted = report.first_denial().is_none();
        assert_eq!(is_accepted, beyond.is_empty(), "{operation}: a repair, and what is beyond");
        let (left, added) = leftover(question, body, &patch);
        let is_beyond = left.iter().all(|it| beyond.contains(&place(&it.rule, &it.path)));
        assert!(is_beyond && added.is_empty(), "{operation}: left {left:?}, new {added:?}");
    }
    serde_json::from_str(&json).expect("JSON")
}

/// Days and instants are limits that are calculated.
fn is_time(text: &str) -> bool {
    text.contains('-') && text.chars().all(|c| c.is_ascii_digit() || "-:+.TZ".contains(c))
}

/// The names of members and the texts of a value. Not recursive, as the value may be deep.
fn texts(value: &Value, names: &mut Vec<String>, values: &mut Vec<String>) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) => values.push(text.clone()),
            Value::Array(list) => left.extend(list),
            Value::Object(members) => {
                names.extend(members.keys().cloned());
                left.extend(members.values());
            }
            _ => {}
        }
    }
}
