//! The answers about rules.

use super::answers::{Case, Rule};
use crate::base::json::check_syntax;
use crate::base::level::Level;
use crate::check::rule::{self, Example};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use serde::Serialize;
use serde_json::value::RawValue;

/// The answer to the question `rule`: a rule's metadata, with its level in a policy and those at members. Without the
/// feature `prose`, summary and reason are empty and there are no examples. Examples are cases for `paylint batch`.
pub fn rule_with<'a>(
    (rule, level): (rule::Rule<'a>, Level),
    at: &mut dyn Iterator<Item = (&'a str, Level)>,
) -> impl Serialize + use<'a> {
    #[cfg(feature = "prose")]
    let rule::Docs { why, violated_by, held_by, .. } = rule.docs;
    #[cfg(not(feature = "prose"))]
    let (why, violated_by, held_by) = ("", Example::NONE, Example::NONE);
    Rule {
        name: rule.name,
        family: rule.family(),
        number: rule.number,
        since: rule.since,
        renamed_from: rule.old_names().collect(),
        deprecated: rule.deprecated,
        operations: rule.on.iter().collect(),
        level,
        at: by_name(at),
        shopper: rule.is_for_shoppers(),
        locked: rule.locked,
        basis: rule.basis,
        source: rule.source,
        needs: rule.needs.iter().map(|fact| fact.name()).collect(),
        summary: rule.summary(),
        why,
        about: rule.about(),
        message: rule.message,
        messages: by_name(rule.translations()),
        params: rule.params,
        violated_by: Case::of(&violated_by),
        held_by: Case::of(&held_by),
    }
}

/// Collects one by one: collecting all at once would bring another sort into the browser's module.
fn by_name<'a, T>(pairs: impl Iterator<Item = (&'a str, T)>) -> BTreeMap<&'a str, T> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
}

impl Case<'_> {
    fn of(example: &Example) -> Option<Case<'static>> {
        if example.operation.is_empty() {
            return None;
        }
        let body = on_one_line(example.body);
        Some(Case {
            operation: example.operation,
            raw: (body.is_none() && !example.body.is_empty()).then_some(example.body),
            body,
            facts: on_one_line(example.facts),
            policy: on_one_line(example.policy),
        })
    }
}

/// A JSON text after [`in_one_line`]; `None` if it isn't JSON.
fn on_one_line(text: &str) -> Option<Box<RawValue>> {
    check_syntax(text.as_bytes(), 0).ok()?;
    RawValue::from_string(in_one_line(text)).ok()
}

/// JSON without white space between its tokens. The tokens stay as they are, even duplicate keys and a number's digits.
pub fn in_one_line(json: &str) -> String {
    let (mut is_string, mut is_escaped) = (false, false);
    let is_kept = |character: &char| {
        is_string ^= *character == '"' && !is_escaped;
        is_escaped = *character == '\\' && !is_escaped;
        is_string || !character.is_ascii_whitespace()
    };
    json.chars().filter(is_kept).collect()
}
