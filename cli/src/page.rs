//! HTML pages for people who don't use terminals: single files without scripts or external resources,
//! light or dark as the reader prefers, and printable. Also the policy that decided, for all forms of output.

use crate::exit::{Error, Result};
use indicatif::HumanCount;
use minijinja::Environment;
use minijinja::value::Serde;
use paylint::{Engine, Policy, Rule};
use serde_json::{Value, json};

/// Frame of each page: what stands around its content, and the macros for it.
const FRAME: &str = include_str!("page.html");

/// Renders a page whose content is a template, with its values.
pub(crate) fn page(content: &str, values: &Value) -> Result<String> {
    let mut templates = Environment::new();
    templates.add_filter("grouped", grouped);
    templates.add_filter("percent", |count, of| {
        share(count, of).map_or(String::new(), |share| format!(", {share:.1} %"))
    });
    templates.add_filter("sentence", |text: &str| sentence(text));
    // The name decides that values are escaped.
    let text = FRAME.replace("{#- content #}", content);
    let page = templates.render_named_str("page.html", &text, Serde(values));
    page.map_err(|error| Error::unusable(format!("{error:#}")))
}

/// The policy that decided, in words: its name, label and fingerprints.
pub(crate) fn decided_by(name: &str, policy: &Policy) -> String {
    let engine = Engine::new(policy);
    let label = engine.label().map_or(String::new(), |label| format!(" \"{label}\""));
    let (policy, rules) = (engine.policy_fingerprint(), engine.rules_fingerprint());
    let version = env!("CARGO_PKG_VERSION");
    format!("fingerprints of {name}{label}: policy {policy}, rules {rules} (paylint {version})")
}

/// The policy and rules that decided, for programs.
pub(crate) fn decided_by_json(policy: &Policy) -> Value {
    let engine = Engine::new(policy);
    let (policy, rules) = (engine.policy_fingerprint(), engine.rules_fingerprint());
    json!({ "label": engine.label(), "policy": policy.text(), "rules": rules.text() })
}

/// A rule's summary as a sentence.
pub(crate) fn summary(rule: &Rule<'_>) -> String {
    sentence(if rule.docs.summary.is_empty() { rule.message } else { rule.docs.summary })
}

/// The period of a page.
pub(crate) fn period([first, last]: &[String; 2]) -> String {
    if first == last { first.clone() } else { format!("{first} to {last}") }
}

/// Percentage of a whole.
pub(crate) fn share(count: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| count as f64 * 100.0 / of as f64)
}

/// A text of the catalogue as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

/// A number with its thousands separated.
fn grouped(count: u64) -> String {
    HumanCount(count).to_string().replace(',', "\u{202f}")
}
