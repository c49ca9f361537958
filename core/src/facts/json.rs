//! Facts from their JSON form.

use super::buf::{AMOUNT, Group, capability};
use super::{Fact, FactsBuf};
use crate::feature::FeatureSet;
use crate::host::{HostError, Json};
use crate::read::JsonType;

/// The facts cannot be used: which member, and what is wrong with it. Never shows a text that was given.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid facts: {0}")]
pub struct FactsError(HostError);

impl FactsError {
    pub(crate) fn new(member: &str, problem: impl Into<String>) -> FactsError {
        FactsError(HostError::new(member, problem))
    }

    /// The member, dotted: `merchant.hold_days`. Empty for the whole.
    #[must_use]
    pub fn member(&self) -> &str {
        &self.0.member
    }

    /// What is wrong there.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.0.problem
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
        let read = Json::new(json).and_then(|mut json| top(self, &mut json));
        read.map_err(|error| {
            self.clear();
            FactsError(error)
        })
    }
}

fn top(facts: &mut FactsBuf, json: &mut Json<'_>) -> Result<()> {
    json.members(|json, name| match name {
        "now" => text(facts, json, Fact::Now),
        "environment" => text(facts, json, Fact::Environment),
        "website" => text(facts, json, Fact::Website),
        "terminal" => text(facts, json, Fact::Terminal),
        "account_funding" => text(facts, json, Fact::AccountFunding),
        "saving_side" => text(facts, json, Fact::SavingSide),
        "subsequent" => text(facts, json, Fact::Subsequent),
        "merchant" => group(
            facts,
            json,
            Group::Merchant,
            &[
                ("country", text, Fact::MerchantCountry),
                ("utc_offset", text, Fact::MerchantUtcOffset),
                ("avs_permission", flag, Fact::MerchantAvsPermission),
                ("ipsp_partner", flag, Fact::MerchantIpspPartner),
                ("hold_days", integer, Fact::MerchantHoldDays),
            ],
        ),
        "acquirer" => group(
            facts,
            json,
            Group::Acquirer,
            &[("requires_recurring_number", flag, Fact::AcquirerRequiresRecurringNumber)],
        ),
        "card" => group(
            facts,
            json,
            Group::Card,
            &[("issuer_country", text, Fact::CardIssuerCountry), ("brand", text, Fact::CardBrand)],
        ),
        "key" => group(
            facts,
            json,
            Group::Key,
            &[
                ("test", flag, Fact::KeyTest),
                ("three_ds", flag, Fact::KeyThreeDs),
                ("brands", texts, Fact::KeyBrands),
                ("websites", texts, Fact::KeyWebsites),
            ],
        ),
        "order" => group(
            facts,
            json,
            Group::Order,
            &[
                ("scenario", text, Fact::OrderScenario),
                ("capabilities", capabilities, Fact::OrderCapabilities),
                ("amount", amount, Fact::OrderAmount),
                ("captured", amount, Fact::OrderCaptured),
                ("refunded", amount, Fact::OrderRefunded),
                ("currency", text, Fact::OrderCurrency),
                ("paid_at", text, Fact::OrderPaidAt),
                ("reversed", flag, Fact::OrderReversed),
                ("chargeback", flag, Fact::OrderChargeback),
                ("billing_address", flag, Fact::OrderBillingAddress),
            ],
        ),
        "request" => group(
            facts,
            json,
            Group::Request,
            &[
                ("method", text, Fact::RequestMethod),
                ("path", text, Fact::RequestPath),
                ("source_address", text, Fact::RequestSourceAddress),
                ("headers", headers, Fact::RequestHeaders),
            ],
        ),
        "webhook" => group(
            facts,
            json,
            Group::Webhook,
            &[
                ("host", text, Fact::WebhookHost),
                ("allowed_sources", texts, Fact::WebhookAllowedSources),
            ],
        ),
        _ => Err(json.unknown_member(
            name,
            &[
                "now",
                "environment",
                "website",
                "terminal",
                "account_funding",
                "saving_side",
                "subsequent",
                "merchant",
                "acquirer",
                "card",
                "key",
                "order",
                "request",
                "webhook",
            ],
        )),
    })
}

type ReadFact = fn(&mut FactsBuf, &mut Json<'_>, Fact) -> Result<()>;

/// An object whose members are facts.
fn group(
    facts: &mut FactsBuf,
    json: &mut Json<'_>,
    group: Group,
    known: &[(&str, ReadFact, Fact)],
) -> Result<()> {
    facts.open(group);
    json.members(|json, name| match known.iter().find(|(known, ..)| *known == name) {
        Some((_, read, fact)) => read(facts, json, *fact),
        None => {
            let names: Vec<&str> = known.iter().map(|(name, ..)| *name).collect();
            Err(json.unknown_member(name, &names))
        }
    })
}

fn text(facts: &mut FactsBuf, json: &mut Json<'_>, fact: Fact) -> Result<()> {
    let value = json.any_string()?;
    facts.set_text(fact, &value).map_err(|error| json.error(error.problem()))
}

fn flag(facts: &mut FactsBuf, json: &mut Json<'_>, fact: Fact) -> Result<()> {
    let value = json.bool()?;
    facts.set_bool(fact, value).map_err(|error| json.error(error.problem()))
}

fn integer(facts: &mut FactsBuf, json: &mut Json<'_>, fact: Fact) -> Result<()> {
    let value = json.integer()?;
    facts.set_integer(fact, value).map_err(|error| json.error(error.problem()))
}

fn amount(facts: &mut FactsBuf, json: &mut Json<'_>, fact: Fact) -> Result<()> {
    if json.json_type() == JsonType::String {
        return text(facts, json, fact);
    }
    let value = json.decimal()?.ok_or_else(|| json.error(AMOUNT))?;
    facts.set_decimal(fact, value).map_err(|error| json.error(error.problem()))
}

fn texts(facts: &mut FactsBuf, json: &mut Json<'_>, fact: Fact) -> Result<()> {
    let mut empty = true;
    json.elements(|json| {
        empty = false;
        let value = json.any_string()?;
        facts.add_text(fact, &value).map_err(|error| json.error(error.problem()))
    })?;
    if empty { Err(json.error("is an empty list: leave it out instead")) } else { Ok(()) }
}

fn capabilities(facts: &mut FactsBuf, json: &mut Json<'_>, _: Fact) -> Result<()> {
    let mut set = FeatureSet::EMPTY;
    json.elements(|json| {
        let name = json.any_string()?;
        let feature = capability(&name).map_err(|problem| json.error(problem))?;
        set = set.with(feature);
        Ok(())
    })?;
    facts.set_capabilities(set).map_err(|error| json.error(error.problem()))
}

fn headers(facts: &mut FactsBuf, json: &mut Json<'_>, _: Fact) -> Result<()> {
    facts.open_headers();
    json.members(|json, name| {
        let value = json.any_string()?;
        facts.add_header(name, &value);
        Ok(())
    })
}
