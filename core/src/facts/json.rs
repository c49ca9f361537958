//! Facts from their JSON form.

use super::buf::{AMOUNT, capability};
use super::{Fact, FactsBuf};
use crate::feature::FeatureSet;
use crate::host::{HostError, Json};
use crate::read::JsonType;

/// The facts cannot be used: which member, and what is wrong with it. Never shows a text that was given.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.message(FactsError::ABOUT))]
pub struct FactsError(HostError);

impl From<FactsError> for HostError {
    fn from(error: FactsError) -> HostError {
        error.0
    }
}

impl FactsError {
    pub(crate) fn new(member: &str, problem: impl Into<String>) -> FactsError {
        FactsError(HostError::new(member, problem))
    }

    const ABOUT: &str = "invalid facts: ";

    /// All of it as one line, as it displays itself.
    #[must_use]
    pub fn message(&self) -> String {
        self.0.message(FactsError::ABOUT)
    }

    /// The member, dotted: `merchant.hold_days`. Empty for the whole.
    #[must_use]
    pub fn member(&self) -> &str {
        self.0.member()
    }

    /// What is wrong there.
    #[must_use]
    pub fn problem(&self) -> &str {
        self.0.problem()
    }
}

type Result<T> = core::result::Result<T, HostError>;

impl FactsBuf {
    /// Reads facts from JSON.
    ///
    /// # Errors
    /// No JSON object; an unknown or repeated member; a wrong type or `null`; a value outside what the
    /// member may hold; an empty list.
    pub fn from_json(json: &[u8]) -> core::result::Result<FactsBuf, FactsError> {
        let mut facts = FactsBuf::new();
        facts.read_json(json)?;
        Ok(facts)
    }

    /// Forgets all facts, then reads them from JSON into the memory that is there.
    ///
    /// # Errors
    /// Those of [`FactsBuf::from_json`]; then there are no facts.
    pub fn read_json(&mut self, json: &[u8]) -> core::result::Result<(), FactsError> {
        self.clear();
        let read = Json::new(json).and_then(|mut json| object(self, &mut json, None));
        read.map_err(|error| {
            self.clear();
            FactsError(error)
        })
    }
}

/// An object whose members are facts: those of a group, or, at the top, those of no group, and the groups.
fn object(facts: &mut FactsBuf, json: &mut Json<'_>, group: Option<&str>) -> Result<()> {
    json.members(&mut |json, name| {
        let Some(fact) = Fact::ALL.iter().find(|fact| name_in(**fact, group) == Some(name)) else {
            let known = Fact::ALL.iter().filter_map(|fact| name_in(*fact, group));
            return Err(json.unknown_member(name, known));
        };
        match fact.path().0 {
            Some(inner) if group.is_none() => {
                facts.open(*fact);
                object(facts, json, Some(inner))
            }
            _ => value(facts, json, *fact),
        }
    })
}

/// What an object has for a fact, if it has anything: the fact itself or, at the top, its group.
#[inline(never)]
fn name_in(fact: Fact, group: Option<&str>) -> Option<&'static str> {
    match fact.path() {
        (of, member) if group.is_some() => (of == group).then_some(member),
        (of, member) => of.or(Some(member)),
    }
}

fn value(facts: &mut FactsBuf, json: &mut Json<'_>, fact: Fact) -> Result<()> {
    let set = match fact {
        Fact::MerchantAvsPermission
        | Fact::MerchantIpspPartner
        | Fact::AcquirerRequiresRecurringNumber
        | Fact::KeyTest
        | Fact::KeyThreeDs
        | Fact::OrderReversed
        | Fact::OrderChargeback
        | Fact::OrderBillingAddress => facts.flag(fact, json.bool()?),
        Fact::MerchantHoldDays => {
            let days = json.integer()?;
            return facts.set_hold_days(days).map_err(|problem| json.error(&problem));
        }
        Fact::OrderAmount | Fact::OrderCaptured | Fact::OrderRefunded
            if json.json_type() != JsonType::String =>
        {
            json.decimal()?.ok_or(AMOUNT).and_then(|value| facts.decimal(fact, value))
        }
        Fact::KeyBrands | Fact::KeyWebsites | Fact::WebhookAllowedSources => {
            return texts(facts, json, fact);
        }
        Fact::OrderCapabilities => return capabilities(facts, json),
        Fact::RequestHeaders => return headers(facts, json),
        _ => facts.text(fact, &json.any_string()?),
    };
    set.map_err(|problem| json.error(problem))
}

fn texts(facts: &mut FactsBuf, json: &mut Json<'_>, fact: Fact) -> Result<()> {
    let mut empty = true;
    json.elements(&mut |json| {
        empty = false;
        let text = json.any_string()?;
        facts.list_item(fact, &text).map_err(|problem| json.error(problem))
    })?;
    if empty { Err(json.error("is an empty list: leave it out instead")) } else { Ok(()) }
}

fn capabilities(facts: &mut FactsBuf, json: &mut Json<'_>) -> Result<()> {
    let mut set = FeatureSet::EMPTY;
    json.elements(&mut |json| {
        let name = json.any_string()?;
        set = set.with(capability(&name).map_err(|problem| json.error(problem))?);
        Ok(())
    })?;
    // None of them is a scenario.
    facts.set_capabilities(set)?;
    Ok(())
}

fn headers(facts: &mut FactsBuf, json: &mut Json<'_>) -> Result<()> {
    facts.open_headers();
    json.members(&mut |json, name| {
        let value = json.any_string()?;
        facts.add_header(name, &value);
        Ok(())
    })
}
