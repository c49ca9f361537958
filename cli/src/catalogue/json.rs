//! Rules, facts, features and members, explained to programs.

use super::explain::with;
use super::probe::Where;
use super::subject::{Levelled, Member, Subject};
use super::words;
use paylint::compatibility::{Compatibility, row_of};
use paylint::door::rule_with;
use paylint::facts::Fact;
use paylint::{Feature, Operation, catalogue};
use serde_json::{Value, json};

/// The subjects as a list of objects, one a line, each with its kind put first.
pub(super) fn subjects(subjects: &[Subject<'_>]) -> String {
    let mut text = String::from("[");
    for (index, subject) in subjects.iter().enumerate() {
        text.push_str(if index > 0 { ",\n" } else { "\n" });
        text.push_str(&one(subject));
    }
    text.push_str("\n]\n");
    text
}

fn one(subject: &Subject<'_>) -> String {
    let (kind, object) = match subject {
        Subject::Rule(levelled) => {
            let (rule, level) = &**levelled;
            ("rule", serde_json::to_string(&rule_with((*rule, *level))).unwrap_or_default())
        }
        Subject::Family(name, rules) => {
            ("family", json!({ "name": name, "rules": names(rules) }).to_string())
        }
        Subject::Fact(fact, rules) => ("fact", of_fact(*fact, rules).to_string()),
        Subject::Facts(name, facts) => {
            let facts: Vec<&str> = facts.iter().map(|fact| fact.name()).collect();
            ("facts", json!({ "name": name, "facts": facts }).to_string())
        }
        Subject::Feature(feature) => ("feature", of_feature(*feature).to_string()),
        Subject::Member(member) => ("member", of_member(member).to_string()),
    };
    format!("{{\"kind\":\"{kind}\",{}", &object[1..])
}

fn names<'p>(rules: &[Levelled<'p>]) -> Vec<&'p str> {
    rules.iter().map(|(rule, _)| rule.name).collect()
}

fn of_fact(fact: Fact, rules: &[Levelled<'_>]) -> Value {
    json!({
        "name": fact.name(),
        "summary": fact.doc(),
        "holds": words::kind(fact.kind()),
        "choices": words::choices(fact.kind()),
        "rules": names(rules),
    })
}

fn of_feature(feature: Feature) -> Value {
    json!({
        "name": feature.name(),
        "summary": feature.doc(),
        "is_scenario": feature.is_scenario(),
        "row": row_of(feature).map(|row| row.title),
        "compatible": with(feature, Compatibility::Compatible),
        "incompatible": with(feature, Compatibility::Incompatible),
        "disputed": with(feature, Compatibility::Disputed),
    })
}

fn of_member(member: &Member) -> Value {
    let operation = |(operation, kind): &(Operation, &str)| json!({ "operation": operation.name(), "type": kind });
    let rules = catalogue().iter().filter_map(|rule| {
        let places = member.dependents.rules.get(rule.name)?;
        let reports: Vec<&str> = places.iter().map(|place| place_name(*place)).collect();
        Some(json!({ "rule": rule.name, "reports": reports }))
    });
    json!({
        "path": member.path,
        "about": member.known.as_ref().map(|known| known.about()),
        "example": member.known.as_ref().and_then(|known| {
            serde_json::from_str::<Value>(&known.example()).ok()
        }),
        "operations": member.operations.iter().map(operation).collect::<Vec<_>>(),
        "features": member.dependents.feature_names(),
        "rules": rules.collect::<Vec<_>>(),
        "complete": false,
    })
}

fn place_name(place: Where) -> &'static str {
    match place {
        Where::AtIt => "at_it",
        Where::Inside => "inside",
        Where::Elsewhere => "elsewhere",
        Where::Undecided => "unchecked",
    }
}
