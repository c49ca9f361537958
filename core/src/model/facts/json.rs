//! Reads facts from JSON.

use super::{Fact, FactKind, FactsBuf};
use crate::model::config::{ConfigError, Json, NO_AMOUNT, Value, config_error};
use alloc::borrow::ToOwned;
use alloc::string::String;

config_error! {
    /// The error for invalid facts: the member, and what is wrong with it. Never shows a text that you passed.
    FactsError, "invalid facts: "
}

type Result<T> = core::result::Result<T, ConfigError>;

impl FactsBuf {
    /// Reads facts from JSON.
    ///
    /// # Errors
    /// If the text isn't a JSON object, or if a member is unknown or repeated, has the wrong type
    /// or is `null`, has a value that isn't allowed, or is an empty list (other than
    /// `order.capabilities`).
    pub fn from_json(json: &[u8]) -> core::result::Result<FactsBuf, FactsError> {
        let mut facts = FactsBuf::new();
        facts.read_json(json)?;
        Ok(facts)
    }

    /// Replaces all facts with those read from JSON, reusing the memory.
    ///
    /// # Errors
    /// If the errors of [`FactsBuf::from_json`]; all facts are then absent.
    pub fn read_json(&mut self, json: &[u8]) -> core::result::Result<(), FactsError> {
        self.clear();
        let read = Json::new(json).and_then(|mut json| object(self, &mut json, None));
        read.map_err(|error| {
            self.clear();
            FactsError(error)
        })
    }

    /// Sets a fact from its JSON value: `"live"`, `["visa"]`, `12.50`. Replaces an earlier value.
    ///
    /// # Errors
    /// If the text isn't JSON, or its value isn't valid for the fact.
    pub fn set_json(&mut self, fact: Fact, json: &[u8]) -> core::result::Result<(), FactsError> {
        let set = Json::new(json).and_then(|mut json| read_fact(self, &mut json, fact));
        set.map_err(|error| {
            let dot = if error.member().is_empty() { "" } else { "." };
            FactsError::new(&[fact.name(), dot, error.member()].concat(), error.problem())
        })
    }
}

/// Reads an object of facts: those of a group or, at the top level, the groups and the other facts.
fn object(facts: &mut FactsBuf, json: &mut Json<'_>, group: Option<&str>) -> Result<()> {
    json.object()?;
    json.members(&mut |json, name| {
        let Some(fact) = Fact::ALL.iter().find(|fact| name_in(**fact, group) == Some(name)) else {
            let known = Fact::ALL.iter().filter_map(|fact| name_in(*fact, group));
            return Err(json.unknown_member(name, known));
        };
        match fact.path().0 {
            Some(inner) if group.is_none() => {
                facts.open_group(*fact);
                object(facts, json, Some(inner))
            }
            _ => read_fact(facts, json, *fact),
        }
    })
}

/// The name of the member of an object that holds a fact: the fact itself or, at the top level, its group. `None` if it
/// isn't there.
fn name_in(fact: Fact, group: Option<&str>) -> Option<&'static str> {
    match fact.path() {
        (of, member) if group.is_some() => (of == group).then_some(member),
        (of, member) => of.or(Some(member)),
    }
}

/// Sets a fact to the current value, which replaces an earlier one as a whole.
pub(crate) fn read_fact(facts: &mut FactsBuf, json: &mut Json<'_>, fact: Fact) -> Result<()> {
    let problem = |error: FactsError| String::from(error.problem());
    match fact.kind() {
        FactKind::Headers => {
            json.object()?;
            facts.begin(fact);
            facts.open_headers();
            json.members(&mut |json, name| {
                json.read(|value| {
                    facts.add_header(name, value.text()?);
                    Ok(())
                })
            })
        }
        FactKind::Capabilities | FactKind::Texts | FactKind::Addresses => {
            json.read(|value| match value {
                Value::Array { is_empty: true } if fact.kind() != FactKind::Capabilities => {
                    Err("is an empty list: leave it out instead".to_owned())
                }
                Value::Array { .. } => {
                    facts.begin(fact);
                    Ok(())
                }
                _ => Err(value.mismatch("an array")),
            })?;
            json.elements(&mut |json| json.read(|value| Ok(facts.list_item(fact, value.text()?)?)))
        }
        FactKind::Days => {
            json.read(|value| facts.set_integer(fact, value.integer()?).map_err(problem))
        }
        FactKind::Flag => {
            json.read(|value| facts.set_bool(fact, value.boolean()?).map_err(problem))
        }
        FactKind::Amount => json.read(|value| match value {
            Value::Text(text) => Ok(facts.text(fact, text)?),
            _ => facts.set_decimal(fact, value.decimal()?.ok_or(NO_AMOUNT)?).map_err(problem),
        }),
        _ => json.read(|value| Ok(facts.text(fact, value.text()?)?)),
    }
}
