//! JSON Schema, draft 2020-12, for the bodies of the operations, for facts and for policies.
//!
//! They are made from the tables that the reader uses, and from the rules' `constraints`.

#[macro_use]
mod conditions;
mod bodies;
mod constraints;
mod examples;
mod facts;
mod features;
mod policy;

use crate::base::json::ObjectWriter;
use crate::base::level::Level;
use crate::check::engine::Engine;
use crate::check::policy::Added;
use crate::model::operation::Operation;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// A JSON Schema (draft 2020-12) for the body of an operation, for facts, or for a policy. Editors complete and check
/// with it; [`JsonSchema::to_json`] returns its text.
///
/// The schema of a body is a *necessary subset* of the rules: every body that an engine accepts with the default policy
/// satisfies it. The reverse isn't true: the schema ignores facts, sums, duplicate keys, and codes that only cause
/// warnings.
///
/// ```
/// use paylint::{JsonSchema, Operation};
///
/// let schema = JsonSchema::Body(Operation::Order).to_json();
/// assert!(schema.starts_with(r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","#));
/// assert_eq!(JsonSchema::from_name("facts"), Some(JsonSchema::Facts));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum JsonSchema {
    /// The schema of an operation's body.
    Body(Operation),
    /// The schema of facts.
    Facts,
    /// The schema of policies.
    Policy,
}

impl JsonSchema {
    /// Every schema: of each operation's body, of facts and of policies.
    pub const ALL: &'static [JsonSchema] = &{
        let mut all = [JsonSchema::Policy; Operation::ALL.len() + 2];
        let mut i = 0;
        #[allow(clippy::indexing_slicing, reason = "in bounds")]
        while i < Operation::ALL.len() {
            all[i] = JsonSchema::Body(Operation::ALL[i]);
            i += 1;
        }
        #[allow(clippy::indexing_slicing, reason = "in bounds")]
        (all[i] = JsonSchema::Facts);
        all
    };

    /// The name: the operation's, `facts` or `policy`.
    pub const fn name(self) -> &'static str {
        match self {
            JsonSchema::Body(operation) => operation.name(),
            JsonSchema::Facts => "facts",
            JsonSchema::Policy => "policy",
        }
    }

    /// The schema with that name.
    pub fn from_name(name: &str) -> Option<JsonSchema> {
        JsonSchema::ALL.iter().copied().find(|schema| schema.name() == name)
    }

    /// The schema as JSON, without white space: the same bytes in every binding.
    pub fn to_json(self) -> String {
        self.to_json_with(None, &[])
    }

    /// The schema as JSON, with the members that an engine's policy declares, and its unconditional rules at level
    /// deny, as far as JSON Schema can express them.
    pub fn to_json_for(self, engine: &Engine) -> String {
        let JsonSchema::Body(operation) = self else { return self.to_json() };
        let rules = engine.rules().filter(|(_, level)| *level == Level::Deny);
        let rules = rules.filter_map(|(rule, _)| rule.entry?.json_schema(operation));
        self.to_json_with(engine.added(), &rules.collect::<Vec<_>>())
    }

    fn to_json_with(self, added: Option<&Added>, rules: &[String]) -> String {
        ObjectWriter::text_of(|schema| {
            schema.text("$schema", "https://json-schema.org/draft/2020-12/schema");
            match self {
                JsonSchema::Body(operation) => {
                    let declared = Added::declared_by(added, operation);
                    bodies::write(operation, declared, rules, schema);
                }
                JsonSchema::Facts => facts::write(schema),
                JsonSchema::Policy => policy::write(schema),
            }
        })
    }
}

/// A string with a character that isn't white space. White space is spelled out, because regex dialects differ in what
/// `\s` matches and in how they escape other characters.
const NOT_BLANK: &str = r#""type":"string","pattern":"[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]""#;

/// A regular expression for blank texts, as JSON.
const BLANK: &str = r#""^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$""#;

/// The name of a member as a title: `Zip code`.
fn title(name: &str) -> String {
    sentence(&name.replace('_', " "))
}

/// A line that begins with a capital.
fn sentence(line: &str) -> String {
    let Some((first, rest)) = line.split_at_checked(1) else { return line.to_owned() };
    let mut sentence = first.to_ascii_uppercase();
    sentence.push_str(rest);
    sentence
}
