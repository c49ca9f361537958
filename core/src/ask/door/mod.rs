//! The door: a question as JSON in, its answer as JSON out.
//!
//! Every binding has its own hot path for checks, and asks everything else here. A question is declared once, as a row
//! of [`QUESTIONS`]: its name, its members, the type of its answer, and how it is answered.

mod answers;
mod catalogue;
mod matrix;
mod members;
#[cfg(feature = "schemars")]
mod schema;

pub use catalogue::{in_one_line, rule_with};
use members::missing;
pub use members::{Question, id, policy};
#[cfg(feature = "schemars")]
pub use schema::schema;

#[cfg(feature = "schemars")]
use crate::ask::fields::Fields;
#[cfg(feature = "schemars")]
use crate::ask::fixes::Fixes;
#[cfg(feature = "prose")]
use crate::ask::json_schema::JsonSchema;
use crate::base::card::CardBrand;
#[cfg(feature = "presets")]
use crate::base::json::ObjectWriter;
use crate::check::engine::Engine;
#[cfg(feature = "presets")]
use crate::check::policy::Policy;
use crate::check::read::meant_in;
use crate::check::rule::Rule;
use crate::model::config::unknown_name;
use crate::model::facts::Fact;
use crate::model::feature::Feature;
use crate::model::operation::{Operation, path_of_url};
use crate::model::schema::body;
use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use core::fmt;
use serde::Serialize;

/// Answers a question, a JSON object whose `ask` names it: `{"ask":"brand","digits":"4"}`. [`QUESTIONS`] lists them. A
/// question's `policy` takes the place of the engine's.
///
/// ```
/// use paylint::{Engine, door};
///
/// let answer = door::ask(&Engine::default(), br#"{"ask":"brand","digits":"37 82"}"#)?;
/// assert_eq!(answer, r#"{"brand":"amex","lengths":[15],"code_length":4}"#);
/// # Ok::<(), door::AskError>(())
/// ```
///
/// # Errors
/// If the question, or the policy, facts or history in it, can't be used.
pub fn ask(engine: &Engine, question: &[u8]) -> Result<String> {
    let question = Question::read(question)?;
    match question.policy() {
        Some(policy) => question.answer(&Engine::new(&policy?)),
        None => question.answer(engine),
    }
}

/// Why there is no answer. The text shows no value of the question.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct AskError {
    /// The part of the question that can't be used.
    pub status: AskStatus,
    /// Where it is, if that is known: a dotted path in the question, facts or policy, or a position in the events.
    pub member: String,
    /// The message: what is wrong, and where.
    pub text: String,
}

impl AskError {
    fn new(status: AskStatus, member: &str, text: impl Into<String>) -> AskError {
        AskError { status, member: member.to_owned(), text: text.into() }
    }

    fn question(problem: impl fmt::Display) -> AskError {
        AskError::new(AskStatus::InvalidQuestion, "", format!("invalid question: {problem}"))
    }

    /// The error as JSON: `{"error":"…","status":"invalid_facts","member":"merchant.hold_days"}`.
    pub fn to_json(&self) -> String {
        json(&answers::Failed { error: &self.text, status: self.status, member: &self.member })
    }
}

/// The part of a question that can't be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AskStatus {
    /// The question itself: it isn't JSON, there is no such question, or a member is wrong.
    InvalidQuestion,
    /// Its policy.
    InvalidPolicy,
    /// Its facts.
    InvalidFacts,
    /// Its events.
    InvalidHistory,
}

type Result<T> = core::result::Result<T, AskError>;

/// A kind of question.
#[derive(Clone, Copy)]
pub struct QuestionKind {
    /// Its name, the value of `ask`.
    pub name: &'static str,
    /// Description in a sentence.
    pub about: &'static str,
    /// The members that it needs.
    pub needs: &'static [&'static str],
    /// The members that it may also have.
    pub takes: &'static [&'static str],
    answer: fn(&Engine, &Question<'_>) -> Result<String>,
    #[cfg(feature = "schemars")]
    schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
}

debug_as! { QuestionKind: |kind| kind.name; }

/// Members of a request besides its operation.
const REQUEST: &[&str] = &["body", "raw", "raw_base64", "facts"];

/// Declares the questions. The type after the arrow is that of the answer.
macro_rules! questions {
    ($($(#[doc = $about:literal])+ $(#[cfg($cfg:meta)])? $name:literal ($needs:expr, $takes:expr) -> $type:ty { $answer:expr })*) => {
        /// Every question.
        pub const QUESTIONS: &[QuestionKind] = &[$($(#[cfg($cfg)])? QuestionKind {
            name: $name,
            about: concat!($($about),+).trim_ascii(),
            needs: &$needs,
            takes: $takes,
            answer: $answer,
            #[cfg(feature = "schemars")]
            schema: schemars::SchemaGenerator::subschema_for::<$type>,
        }),*];
    };
}

questions! {
    /// Checks a request, and answers with the report.
    "check"(["operation"], REQUEST) -> answers::Report {
        |engine, asked| asked.request(|of, body, facts| engine.check(of, body, facts).to_json())
    }
    /// Checks a request, and answers with problem details (RFC 9457) if it is rejected.
    "problem"(["operation"], REQUEST) -> Option<answers::Problem> {
        |engine, asked| asked.request(|of, body, facts| {
            engine.check(of, body, facts).to_problem().unwrap_or_else(|| "null".to_owned())
        })
    }
    /// The members that a request may or must have, for forms and editors.
    "fields"(["operation"], REQUEST) -> Fields<'_> {
        |engine, asked| asked.request(|of, body, facts| engine.fields(of, body, facts).to_json())
    }
    /// Changes that make the findings go away.
    "fixes"(["operation"], REQUEST) -> Fixes<'_> {
        |engine, asked| asked.request(|of, body, facts| engine.fixes(of, body, facts).to_json())
    }
    /// The body after the safe changes; with `unsafe`, also after those that a person has to confirm; or after one
    /// `choice` from the question `fixes`.
    "apply"(["operation"], &["body", "raw", "raw_base64", "facts", "unsafe", "choice"]) -> answers::Body { apply }
    /// Reads facts, and answers with the names of those given.
    "facts"(["facts"], &[]) -> Vec<&'static str> {
        |_, asked| match asked.facts {
            None => Err(missing("facts")),
            Some(_) => asked.facts(|facts| {
                let given = Fact::ALL.iter().filter(|fact| facts.has(**fact));
                json(&given.map(|fact| fact.name()).collect::<Vec<_>>())
            }),
        }
    }
    /// The facts `order` for an order's next request, from the requests so far.
    "history"(["events"], &[]) -> schema::OrderFacts {
        |engine, asked| engine.order_facts_json(asked.events()?).map_err(|error| {
            AskError::new(AskStatus::InvalidHistory, error.member(), error.message())
        })
    }
    /// All rules, with their levels in the policy.
    "catalogue"([], &[]) -> Vec<answers::Rule<'_>> {
        |engine, _| {
            let rules = engine.rules().map(|(rule, level)| {
                rule_with((rule, level), &mut engine.levels_at(rule.name))
            });
            Ok(json(&rules.collect::<Vec<_>>()))
        }
    }
    /// A rule, also by an old name.
    "rule"(["rule"], &[]) -> answers::Rule<'_> { rule }
    /// Compatibility of all pairs of features; with `features`, of their pairs only, and which features can be added.
    "matrix"([], &["features"]) -> answers::Matrix {
        |_, asked| Ok(json(&matrix::of(asked.features)))
    }
    /// The members of an operation's body, or of all operations' bodies, including those that the policy declares.
    #[cfg(feature = "prose")]
    "members"([], &["operation"]) -> Vec<answers::Member> {
        |engine, asked| Ok(match asked.operation {
            Some(operation) => engine.members_json(&[operation]),
            None => engine.members_json(Operation::ALL),
        })
    }
    /// The members that a key is or probably means, in any object of any body.
    "meant"(["key"], &[]) -> BTreeSet<&'static str> {
        |_, asked| Ok(json(&meant(asked.text("key")?.as_bytes())))
    }
    /// The JSON Schema of an operation's body, of `facts` or of `policy`.
    #[cfg(feature = "prose")]
    "schema"(["schema"], &[]) -> answers::JsonObject { schema_of }
    /// The named policies.
    #[cfg(feature = "presets")]
    "presets"([], &[]) -> answers::JsonObject { |_, _| Ok(presets()) }
    /// Notes for the policy's author: the policy uses a rule's old name, or a deprecated rule.
    "notes"([], &[]) -> Vec<String> { |engine, _| Ok(json(engine.policy_notes())) }
    /// Fingerprints to keep with reports: they change when the rules or the policy change.
    "fingerprints"([], &[]) -> answers::Fingerprints<'_> {
        |engine, _| Ok(json(&answers::Fingerprints {
            rules: engine.rules_fingerprint().text(),
            policy: engine.policy_fingerprint().text(),
            label: engine.label(),
        }))
    }
    /// The operation that an HTTP method and a path or URL lead to, and what is wrong with them.
    "route"(["method", "path"], &[]) -> answers::Route {
        |_, asked| {
            let (method, path) = (asked.text("method")?, asked.text("path")?);
            let routed = Operation::route(method, path_of_url(path));
            let operation = routed.or_else(|| Operation::nearly(method, path));
            let problem = routed.is_none().then(|| Operation::no_route(method, path));
            Ok(json(&answers::Route { operation, problem }))
        }
    }
    /// The card network whose numbers begin with the digits typed so far; null if that is unknown or ambiguous.
    "brand"(["digits"], &[]) -> Option<answers::Brand> {
        |_, asked| Ok(json(&CardBrand::of(asked.text("digits")?).map(|brand| answers::Brand {
            brand: brand.name(),
            lengths: brand.lengths(),
            code_length: brand.code_length(),
        })))
    }
    /// The names that questions, policies and facts use.
    "names"([], &[]) -> answers::Names {
        |_, _| Ok(json(&answers::Names {
            operations: Operation::ALL,
            features: Feature::ALL,
            facts: Fact::ALL.iter().map(|fact| fact.name()).collect(),
            questions: QUESTIONS.iter().map(|question| question.name).collect(),
        }))
    }
}

fn apply(engine: &Engine, asked: &Question<'_>) -> Result<String> {
    let changed = asked.request(|of, body, facts| match asked.choice {
        None => Some(engine.apply(of, body, facts, asked.also_unsafe)),
        Some([finding, choice]) => {
            let fixes = engine.fixes(of, body, facts).fixes;
            let fix = fixes.iter().find(|fix| fix.finding == finding)?;
            Some(fix.choices.get(choice)?.edited(body))
        }
    })?;
    let changed = changed.ok_or_else(|| AskError::question("choice: there is no such choice"))?;
    let (raw, raw_base64) = match String::from_utf8(changed) {
        Ok(text) => (Some(text), None),
        Err(bytes) => (None, Some(BASE64.encode(bytes.as_bytes()))),
    };
    Ok(json(&answers::Body { raw, raw_base64 }))
}

fn rule(engine: &Engine, asked: &Question<'_>) -> Result<String> {
    let name = asked.text("rule")?;
    let is_it = |rule: &Rule<'_>| rule.name == name;
    let was_it = |rule: &Rule<'_>| rule.old_names().any(|old| old == name);
    let found = engine.rules().find(|(rule, _)| is_it(rule));
    let found = found.or_else(|| engine.rules().find(|(rule, _)| was_it(rule)));
    let found = found.ok_or_else(|| {
        AskError::question(unknown_name("rule", name, engine.rules().map(|(rule, _)| rule.name)))
    })?;
    Ok(json(&rule_with(found, &mut engine.levels_at(found.0.name))))
}

fn meant(key: &[u8]) -> BTreeSet<&'static str> {
    let mut shapes: Vec<_> =
        Operation::ALL.iter().filter_map(|operation| body(*operation)).collect();
    let mut found = BTreeSet::new();
    while let Some(shape) = shapes.pop() {
        shapes.extend(shape.members.iter().filter_map(|member| member.kind.inner()));
        found.extend(meant_in(shape, key));
    }
    found
}

#[cfg(feature = "prose")]
fn schema_of(engine: &Engine, asked: &Question<'_>) -> Result<String> {
    let name = asked.text("schema")?;
    let schema = JsonSchema::from_name(name).ok_or_else(|| {
        let known = JsonSchema::ALL.iter().map(|schema| schema.name());
        AskError::question(unknown_name("schema", name, known))
    })?;
    Ok(schema.to_json_for(engine))
}

#[cfg(feature = "presets")]
fn presets() -> String {
    ObjectWriter::text_of(|all| {
        for name in Policy::presets() {
            all.json(name, Policy::preset(name).unwrap_or_default().trim_ascii());
        }
    })
}

/// An answer as JSON. Writing the answers' types never fails.
fn json<T: Serialize + ?Sized>(answer: &T) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}
