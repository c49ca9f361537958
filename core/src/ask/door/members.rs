//! Reads the members of a question strictly, with errors that name the member and show no value.

use super::{AskError, AskStatus, BASE64, QUESTIONS, QuestionKind, Result};
use crate::check::engine::Engine;
use crate::check::policy::Policy;
use crate::model::config::{ConfigError, Json, Value, unknown_name};
use crate::model::facts::{Facts, FactsBuf};
use crate::model::feature::FeatureSet;
use crate::model::operation::Operation;
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use base64::Engine as _;
use core::str::FromStr;

#[cfg_attr(
    not(feature = "schemars"),
    allow(dead_code, reason = "only schemas say what a member is")
)]
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// The JSON Schema of its value, without the description.
    pub(super) schema: &'static str,
}

const fn member(name: &'static str, schema: &'static str, about: &'static str) -> Member {
    Member { name, about, schema }
}

const TEXT: &str = r#"{"type":"string"}"#;

/// Members that any question may have.
pub(super) const ANY: [&str; 3] = ["ask", "id", "policy"];

#[rustfmt::skip]
pub(super) const MEMBERS: &[Member] = &[
    member("ask", TEXT, "The question's name."),
    member("id", r#"{"type":["string","integer"]}"#, "Names the answer, where there are several questions."),
    member("policy", r#"{"type":["object","string","array"]}"#, "A policy, the name of a preset, or an array of these, the last on top; in place of the engine's."),
    member("operation", TEXT, "The operation's name."),
    member("body", "{}", "The body; what is checked are the bytes that stand here."),
    member("raw", TEXT, "The body, as a string."),
    member("raw_base64", TEXT, "The body in base64, if it isn't UTF-8."),
    member("facts", r#"{"type":["object","array"]}"#, "What you know and the body can't say; or an array of facts, each laid over those before."),
    member("unsafe", r#"{"type":"boolean"}"#, "Whether to make the changes, too, that a person has to confirm."),
    member("choice", r#"{"type":"array","items":{"type":"integer","minimum":0},"minItems":2,"maxItems":2}"#, "Instead of all safe changes one of those that the question `fixes` answers: the place of the finding in the report, and that of the choice among the finding's."),
    member("events", r#"{"type":"array"}"#, "What was sent for the order, the order or payout first."),
    member("rule", TEXT, "The rule's name."),
    member("features", r#"{"type":"array","items":{"type":"string"}}"#, "Names of scenarios and capabilities."),
    member("schema", TEXT, "An operation, `facts` or `policy`."),
    member("method", TEXT, "The HTTP method."),
    member("path", TEXT, "The path or the URL."),
    member("key", TEXT, "The key of an object."),
    member("digits", TEXT, "What was typed so far; spaces don't count."),
];

/// A parsed question.
#[derive(Default)]
pub struct Question<'q> {
    kind: Option<&'static QuestionKind>,
    policy: Option<&'q [u8]>,
    pub(super) operation: Option<Operation>,
    body: Option<Cow<'q, [u8]>>,
    pub(super) facts: Option<&'q [u8]>,
    events: Option<&'q [u8]>,
    pub(super) features: FeatureSet,
    pub(super) also_unsafe: bool,
    pub(super) choice: Option<[usize; 2]>,
    /// The members that are texts, with their names.
    texts: Vec<(&'static str, Cow<'q, str>)>,
}

/// Shows only the question's name.
impl core::fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Question").field(&self.kind).finish()
    }
}

impl<'q> Question<'q> {
    /// Reads a question. Only the syntax of its policy, facts and events is checked.
    ///
    /// # Errors
    /// If the text isn't JSON, the question isn't known, or a member is unknown, missing or of the wrong type.
    pub fn read(question: &'q [u8]) -> Result<Question<'q>> {
        let read = Json::within(question, -1).and_then(|mut json| {
            // The name may come anywhere, and determines which members are allowed.
            let kind = kind(&mut Json::within(question, -1)?)?;
            members(&mut json, kind)
        });
        read.map_err(|error| {
            let text = error.message("invalid question: ");
            AskError::new(AskStatus::InvalidQuestion, error.member(), text)
        })
    }

    /// The text of its `policy`, if it has one: a key for a cache of engines.
    pub fn policy_text(&self) -> Option<&'q str> {
        self.policy.and_then(|text| core::str::from_utf8(text).ok())
    }

    /// Its policy, if it has one.
    ///
    /// # Errors
    /// If a layer isn't a policy.
    pub fn policy(&self) -> Option<Result<Policy>> {
        self.policy.map(policy)
    }

    /// Answers the question with an engine. The question's own policy is ignored: see [`Question::policy`].
    ///
    /// # Errors
    /// If the facts or the history can't be used, or a name is unknown.
    pub fn answer(&self, engine: &Engine) -> Result<String> {
        match self.kind {
            Some(kind) => (kind.answer)(engine, self),
            None => Err(missing("ask")),
        }
    }

    pub(super) fn text(&self, name: &str) -> Result<&str> {
        let found = self.texts.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| &**text).ok_or_else(|| missing(name))
    }

    pub(super) fn events(&self) -> Result<&'q [u8]> {
        self.events.ok_or_else(|| missing("events"))
    }

    /// Calls `answer` with the question's operation, body and facts.
    pub(super) fn request<T>(
        &self,
        answer: impl FnOnce(Operation, &[u8], &Facts<'_>) -> T,
    ) -> Result<T> {
        let operation = self.operation.ok_or_else(|| missing("operation"))?;
        let body = self.body.as_deref().unwrap_or_default();
        self.facts(|facts| answer(operation, body, facts))
    }

    /// Calls `answer` with the question's facts.
    pub(super) fn facts<T>(&self, answer: impl FnOnce(&Facts<'_>) -> T) -> Result<T> {
        let read = |text: &[u8]| {
            FactsBuf::from_json(text).map_err(|error| {
                AskError::new(AskStatus::InvalidFacts, error.member(), error.to_string())
            })
        };
        let sets = self.facts.map_or(Ok(Vec::new()), |text| {
            parts(text).into_iter().map(read).collect::<Result<_>>()
        })?;
        let mut facts = Facts::default();
        for set in &sets {
            facts.overlay(&set.as_facts());
        }
        Ok(answer(&facts))
    }
}

pub(super) fn missing(name: &str) -> AskError {
    let text = format!("invalid question: {name}: is missing");
    AskError::new(AskStatus::InvalidQuestion, name, text)
}

/// The values of an array, or the one value that isn't an array.
fn parts(text: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let Ok(mut json) = Json::new(text) else { return vec![text] };
    if json.array().is_err() {
        return vec![text];
    }
    _ = json.elements(&mut |json| {
        parts.push(json.skip().as_bytes());
        Ok(())
    });
    parts
}

/// The policy of a question or a case: an object, the name of a preset, or an array of these, the last on top.
///
/// # Errors
/// If a layer isn't a policy.
pub fn policy(text: &[u8]) -> Result<Policy> {
    let layer = |text| {
        let mut content = String::new();
        match Json::new(text).map(|mut json| json.value(&mut content)) {
            Ok(Value::Text(name)) => preset(name),
            _ => Ok(text),
        }
    };
    let layers = parts(text).into_iter().map(layer).collect::<Result<Vec<_>>>()?;
    Policy::default()
        .with_layers(&layers)
        .map_err(|error| AskError::new(AskStatus::InvalidPolicy, error.member(), error.to_string()))
}

#[cfg(feature = "presets")]
fn preset(name: &str) -> Result<&'static [u8]> {
    let preset = Policy::preset(name).map(str::as_bytes);
    preset.ok_or_else(|| no_preset(&Policy::unknown_preset(name)))
}

#[cfg(not(feature = "presets"))]
fn preset(_: &str) -> Result<&'static [u8]> {
    Err(no_preset("the presets aren't part of this build"))
}

fn no_preset(problem: &str) -> AskError {
    AskError::new(AskStatus::InvalidPolicy, "", format!("invalid policy: {problem}"))
}

type ConfigResult<T> = core::result::Result<T, ConfigError>;

fn kind(json: &mut Json<'_>) -> ConfigResult<&'static QuestionKind> {
    let mut found = None;
    json.object()?;
    json.members(&mut |json, name| {
        if name != "ask" {
            json.skip();
            return Ok(());
        }
        let name = json.text()?;
        found = QUESTIONS.iter().find(|kind| kind.name == name);
        match found {
            Some(_) => Ok(()),
            None => Err(json.error(unknown_name(
                "question",
                &name,
                QUESTIONS.iter().map(|kind| kind.name),
            ))),
        }
    })?;
    found.ok_or_else(|| ConfigError::new("ask", "is missing"))
}

fn members<'q>(json: &mut Json<'q>, kind: &'static QuestionKind) -> ConfigResult<Question<'q>> {
    let known = || ANY.iter().chain(kind.needs).chain(kind.takes).copied();
    let mut asked = Question { kind: Some(kind), ..Question::default() };
    json.object()?;
    json.members(&mut |json, name| {
        let Some(member) = known().find(|known| *known == name) else {
            return Err(match MEMBERS.iter().any(|member| member.name == name) {
                true => json.error(format!("isn't a member of the question {}", kind.name)),
                false => json.unknown_member(name, known()),
            });
        };
        if member != "body" && json.is_at(b'n') {
            json.skip();
            return Ok(());
        }
        if matches!(member, "body" | "raw" | "raw_base64") && asked.body.is_some() {
            return Err(json.error("a question has one of body, raw and raw_base64"));
        }
        match member {
            "ask" => _ = json.skip(),
            "id" => match is_id(json.skip().as_bytes()) {
                true => {}
                false => return Err(json.error("expected a string or an integer")),
            },
            "policy" => asked.policy = Some(json.skip().as_bytes()),
            "operation" => asked.operation = Some(named(json)?),
            "body" => asked.body = Some(Cow::Borrowed(json.skip().as_bytes())),
            "raw" => {
                asked.body = Some(match json.text()? {
                    Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                    Cow::Owned(text) => Cow::Owned(text.into_bytes()),
                });
            }
            "raw_base64" => {
                let bytes = BASE64.decode(&*json.text()?);
                let bytes = bytes.map_err(|_| json.error("not base64 (RFC 4648, with padding)"))?;
                asked.body = Some(Cow::Owned(bytes));
            }
            "facts" => asked.facts = Some(json.skip().as_bytes()),
            "events" => asked.events = Some(json.skip().as_bytes()),
            "unsafe" => asked.also_unsafe = json.read(|value| value.boolean())?,
            "choice" => {
                let mut places = Vec::new();
                json.array()?;
                json.indexed(&mut |json| {
                    let place = usize::try_from(json.read(|value| value.integer())?);
                    places.push(place.map_err(|_| json.error("a place is at least 0"))?);
                    Ok(())
                })?;
                let two = places.try_into();
                let two = two.map_err(|_| ConfigError::new("choice", "expected two integers"));
                asked.choice = Some(two?);
            }
            "features" => {
                json.array()?;
                json.indexed(&mut |json| {
                    asked.features.extend([named(json)?]);
                    Ok(())
                })?;
            }
            _ => asked.texts.push((member, json.text()?)),
        }
        Ok(())
    })?;
    Ok(asked)
}

fn named<T: FromStr<Err: ToString>>(json: &mut Json<'_>) -> ConfigResult<T> {
    json.text()?.parse().map_err(|error: T::Err| json.error(error.to_string()))
}

fn is_id(json: &[u8]) -> bool {
    let digits = json.strip_prefix(b"-").unwrap_or(json);
    json.starts_with(b"\"") || digits.iter().all(u8::is_ascii_digit)
}

/// The text of a question's `id`, if it is a string or an integer, even if the rest of the question is invalid.
pub fn id(question: &[u8]) -> Option<&str> {
    let mut id = None;
    let mut json = Json::within(question, -1).ok()?;
    json.object().ok()?;
    _ = json.members(&mut |json, name| {
        let text = json.skip().as_bytes();
        id = id.or((name == "id" && is_id(text)).then_some(text));
        Ok(())
    });
    core::str::from_utf8(id?).ok()
}
