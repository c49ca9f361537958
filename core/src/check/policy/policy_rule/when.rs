//! The conditions of a policy rule: its `when`, and its dates.

use super::codes::Codes;
use super::not_blank;
use super::values::{Values, contains_text, sorted_set};
use crate::base::fingerprint::Hasher;
use crate::base::time::Timestamp;
use crate::check::policy::entry::elements;
use crate::check::policy::member_path::{MemberPath, Presence};
use crate::check::rule::Context;
use crate::model::config::{ConfigError, Json, Value, unknown_name};
use crate::model::document::Object;
use crate::model::facts::{
    AccountFunding, Country, Environment, Fact, FactKind, FactSet, Facts, Known, Missing,
    SavingSide, Subsequent, Terminal, all,
};
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::{Operation, Operations};
use crate::model::schema::DeclaredMembers;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The conditions of a policy rule, all of which must hold. Of a list of values, one must match; of a list of
/// members, all must.
#[derive(Clone, Default, PartialEq)]
pub(super) struct When {
    pub(super) is_set: bool,
    pub(super) currency: Vec<String>,
    pub(super) scenario: FeatureSet,
    pub(super) capability: FeatureSet,
    /// The values that facts can have, as texts, sorted by fact.
    pub(super) facts: Vec<(Fact, Vec<String>)>,
    /// The values that members can have, sorted by path.
    pub(super) members: Vec<(String, Values)>,
    pub(super) given: Vec<String>,
    pub(super) absent: Vec<String>,
    pub(super) from: Option<Timestamp>,
    pub(super) until: Option<Timestamp>,
}

/// The members that conditions name, resolved in an operation.
#[derive(Clone, Default)]
pub(super) struct Members {
    /// The members that must be given or absent.
    presence: Vec<(MemberPath, Presence)>,
    /// Compiled [`When::members`], and whether each is in the element that the rule is about.
    values: Vec<(MemberPath, bool)>,
}

const CONDITIONS: [&str; 6] = ["currency", "scenario", "capability", "member", "given", "absent"];

/// The facts that conditions can name.
pub(crate) const FACTS: [Fact; 13] = [
    Fact::Terminal,
    Fact::Website,
    Fact::Environment,
    Fact::SavingSide,
    Fact::Subsequent,
    Fact::AccountFunding,
    Fact::MerchantCountry,
    Fact::MerchantAvsPermission,
    Fact::MerchantIpspPartner,
    Fact::CardBrand,
    Fact::CardIssuerCountry,
    Fact::KeyTest,
    Fact::OrderCurrency,
];

/// The operations whose currency is known: from the body, or as a fact.
const WITH_CURRENCY: Operations = WITH_CAPABILITIES.union(ON_PAYMENT);
/// The operations whose scenario is known.
const WITH_SCENARIO: Operations = WITH_CURRENCY.union(Operations::of(&[Operation::Payment]));
const WITH_CAPABILITIES: Operations = Operations::ORDER.union(Operations::PAYOUTS);
const ON_PAYMENT: Operations = Operations::of(&[Operation::Capture, Operation::Refund]);
/// The operations whose scenario is that of the original payment.
const SCENARIO_IS_FACT: Operations = Operations::of(&[Operation::Capture, Operation::Payment]);

impl When {
    pub(super) fn read(&mut self, json: &mut Json<'_>) -> Result<(), ConfigError> {
        json.object()?;
        self.is_set = true;
        json.members(&mut |json, name| {
            if name == "member" {
                json.object()?;
                return json.members(&mut |json, path| {
                    let index = self.members.partition_point(|(known, _)| **known < *path);
                    self.members.insert(index, (path.into(), Values::read(json, true)?));
                    Ok(())
                });
            }
            let fact = FACTS.into_iter().find(|fact| fact.name() == name);
            if fact.is_none() && !CONDITIONS.contains(&name) {
                let facts = FACTS.iter().map(|fact| fact.name());
                return Err(json.error(unknown_name(
                    "condition",
                    name,
                    CONDITIONS.into_iter().chain(facts),
                )));
            }
            let mut values = Vec::new();
            let mut add = |value: Value<'_>| {
                values.push(match (fact, value) {
                    (Some(fact), value) if fact.kind() == FactKind::Flag => {
                        String::from(flag_name(value.boolean()?))
                    }
                    (Some(fact), value) => fact_value(fact, not_blank(value.text()?)?)?,
                    (None, value) => not_blank(value.text()?)?,
                });
                Ok(())
            };
            match json.is_at(b'[') {
                true => elements(json, &mut add)?,
                false => json.read(add)?,
            }
            let put = sorted_set(values).and_then(|values| self.put((name, fact), values));
            put.map_err(|problem| json.error(problem))
        })
    }

    fn put(
        &mut self,
        (name, fact): (&str, Option<Fact>),
        values: Vec<String>,
    ) -> Result<(), String> {
        if let Some(fact) = fact {
            let index = self.facts.partition_point(|(known, _)| *known < fact);
            self.facts.insert(index, (fact, values));
            return Ok(());
        }
        match name {
            "scenario" => self.scenario = features(&values, true)?,
            "capability" => self.capability = features(&values, false)?,
            "given" => self.given = values,
            "absent" => self.absent = values,
            _ => {
                values.iter().try_for_each(|code| Codes::Currencies.check(code))?;
                self.currency = values;
            }
        }
        Ok(())
    }

    /// Resolves the members in an operation, which must have what the conditions ask for. `own` is the member that
    /// the rule is about.
    pub(super) fn compile(
        &mut self,
        own: Option<MemberPath>,
        operation: Operation,
        declared: &DeclaredMembers,
    ) -> Result<Members, String> {
        let lacks = |what: &str| Err([operation.name(), " has no ", what].concat());
        if !self.currency.is_empty() && !WITH_CURRENCY.contains(operation) {
            return lacks("currency");
        }
        if !self.scenario.is_empty() && !WITH_SCENARIO.contains(operation) {
            return lacks("scenario that is known");
        }
        if !self.capability.is_empty() && !WITH_CAPABILITIES.contains(operation) {
            return lacks("capabilities");
        }
        let mut found = Members::default();
        let members = self.given.iter().map(|path| (path, Presence::Given));
        for (path, presence) in
            members.chain(self.absent.iter().map(|path| (path, Presence::Absent)))
        {
            if path.contains('*') {
                return Err(
                    "no * can stand in the path of a member that is given or absent".to_owned()
                );
            }
            found.presence.push((MemberPath::new(path, operation, declared)?.0, presence));
        }
        for (path, values) in &mut self.members {
            let (member, kind) = MemberPath::new(path, operation, declared)?;
            let codes = Codes::of_member(path).filter(|_| member.is_own());
            values
                .compile(kind, codes)
                .map_err(|problem| ["member ", path, ": ", &problem].concat())?;
            let is_beside = path.contains('*') && own.is_some_and(|own| own.is_beside(member));
            found.values.push((member, is_beside));
        }
        Ok(found)
    }

    /// Whether no request of these operations has one of its scenarios. A Full Refund has no members to look at.
    pub(super) fn has_no_scenario(&self, on: Operations) -> bool {
        let possible = on.iter().fold(FeatureSet::EMPTY, |possible, operation| {
            possible.union(match (operation, operation.fixed_scenario()) {
                (_, Some(scenario)) => FeatureSet::of(&[scenario]),
                (Operation::Refund, _) => FeatureSet::of(&[Feature::PartialRefund]),
                (Operation::Order, _) => {
                    FeatureSet::of(&[Feature::OneStep, Feature::TwoStep, Feature::ZeroAmount])
                }
                _ => FeatureSet::ORIGINALS,
            })
        });
        !self.scenario.is_empty() && self.scenario.intersection(possible).is_empty()
    }

    pub(super) fn is_empty(&self) -> bool {
        let texts = [&self.currency, &self.given, &self.absent];
        texts.into_iter().all(Vec::is_empty)
            && self.scenario.union(self.capability).is_empty()
            && self.facts.is_empty()
            && self.members.is_empty()
    }

    /// Whether the conditions hold for a request, except those about the element that the rule looks at.
    #[inline]
    pub(super) fn holds(&self, c: &Context<'_>, members: &Members) -> Known<bool> {
        // Most rules have none.
        let is_always = self.is_empty() && self.from.is_none() && self.until.is_none();
        if is_always { Ok(true) } else { self.all_hold(c, members) }
    }

    #[inline(never)]
    fn all_hold(&self, c: &Context<'_>, members: &Members) -> Known<bool> {
        if !members.presence.iter().all(|(path, presence)| path.presence(c) == *presence) {
            return Ok(false);
        }
        for ((_, values), (path, is_beside)) in self.members.iter().zip(&members.values) {
            let mut holds = *is_beside;
            if !holds {
                path.each(c, &mut |object, member| {
                    holds |= values.contains(object.value(member)) == Some(true);
                });
            }
            if !holds {
                return Ok(false);
            }
        }
        let mut missing = None;
        let facts = self.facts.iter().map(|(fact, values)| is_fact_listed(c.facts, *fact, values));
        let others =
            [self.is_currency(c), self.is_scenario(c), self.has_capability(c), self.is_now(c)];
        for condition in facts.chain(others) {
            match condition {
                Ok(false) => return Ok(false),
                Ok(true) => {}
                Err(more) => {
                    missing = Some(missing.map_or(more, |known: Missing| known.union(more)))
                }
            }
        }
        missing.map_or(Ok(true), Err)
    }

    /// Whether the conditions about the element that the rule looks at hold.
    #[inline]
    pub(super) fn holds_beside(&self, object: Object<'_>, members: &Members) -> bool {
        self.members.iter().zip(&members.values).all(|((_, values), (path, is_beside))| {
            !is_beside || values.contains(object.value(path.last)) == Some(true)
        })
    }

    fn is_now(&self, c: &Context<'_>) -> Known<bool> {
        if self.from.is_none() && self.until.is_none() {
            return Ok(true);
        }
        let now = c.facts.now()?;
        Ok(self.from.is_none_or(|from| from <= now) && self.until.is_none_or(|until| now < until))
    }

    /// Whether the currency of a request, or of the original payment, is listed.
    fn is_currency(&self, c: &Context<'_>) -> Known<bool> {
        if self.currency.is_empty() {
            return Ok(true);
        }
        let own = match (c.order, c.payout) {
            (Some(order), _) => order.currency(),
            (_, Some(payout)) => payout.currency(),
            _ if ON_PAYMENT.contains(c.operation) => {
                return is_fact_listed(c.facts, Fact::OrderCurrency, &self.currency);
            }
            _ => return Ok(false),
        };
        Ok(own.valid().is_some_and(|code| contains_text(&self.currency, code.bytes())))
    }

    fn is_scenario(&self, c: &Context<'_>) -> Known<bool> {
        if self.scenario.is_empty() {
            return Ok(true);
        }
        let scenario = match SCENARIO_IS_FACT.contains(c.operation) {
            true => Some(c.facts.order_scenario()?),
            false => c.scenario,
        };
        Ok(scenario.is_some_and(|scenario| self.scenario.contains(scenario)))
    }

    /// Whether one of the capabilities is active, or which absent facts could activate one.
    fn has_capability(&self, c: &Context<'_>) -> Known<bool> {
        if self.capability.is_empty() || !self.capability.intersection(c.capabilities).is_empty() {
            return Ok(true);
        }
        let known = c.possible_capabilities().map(|(features, fact)| {
            let is_none = features.intersection(self.capability).is_empty();
            if is_none { Ok(true) } else { Err(Missing(fact)) }
        });
        all(known).map(|_| false)
    }

    /// The facts that it can ask for in these operations.
    pub(super) fn needs(&self, on: Operations) -> Vec<Fact> {
        let has = |features: &[Feature]| {
            on.contains(Operation::Order)
                && !self.capability.intersection(FeatureSet::of(features)).is_empty()
        };
        let needs = [
            (Fact::Now, self.from.is_some() || self.until.is_some()),
            (Fact::Terminal, has(&[Feature::Qcash, Feature::SdwoFunding])),
            (Fact::Subsequent, has(&[Feature::Avs])),
            (Fact::MerchantAvsPermission, has(&[Feature::Avs])),
            (Fact::OrderScenario, !self.scenario.is_empty() && on.intersects(SCENARIO_IS_FACT)),
            (Fact::OrderCurrency, !self.currency.is_empty() && on.intersects(ON_PAYMENT)),
        ];
        let needed = needs.into_iter().filter(|(_, is_needed)| *is_needed).map(|(fact, _)| fact);
        let needed: Vec<Fact> = needed.chain(self.facts.iter().map(|(fact, _)| *fact)).collect();
        Fact::ALL.iter().copied().filter(|fact| needed.contains(fact)).collect()
    }

    /// Hashes everything that it decides by.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let texts = |hasher: Hasher, texts: &Vec<String>| {
            texts.iter().fold(hasher.number(texts.len() as u64), |hasher, text| hasher.text(text))
        };
        let hasher = [&self.currency, &self.given, &self.absent].into_iter().fold(hasher, texts);
        let hasher =
            hasher.number(self.scenario.bits().into()).number(self.capability.bits().into());
        let hasher = self
            .facts
            .iter()
            .fold(hasher, |hasher, (fact, values)| texts(hasher.text(fact.name()), values));
        let members = self.members.iter();
        let hasher = members.fold(hasher, |hasher, (path, values)| values.hash(hasher.text(path)));
        [self.from, self.until].into_iter().fold(hasher, |hasher, time| {
            time.map_or(hasher.number(0), |time| hasher.number(1).number(time.unix_nanos() as u64))
        })
    }
}

/// Whether a fact has one of these values, which are sorted.
fn is_fact_listed(facts: &Facts<'_>, fact: Fact, values: &[String]) -> Known<bool> {
    let Some(text) = fact_text(facts, fact) else { return Err(Missing(FactSet::of(&[fact]))) };
    Ok(match fact {
        Fact::CardBrand => values.iter().any(|value| value.eq_ignore_ascii_case(text)),
        _ => contains_text(values, text.as_bytes()),
    })
}

fn fact_text<'f>(facts: &'f Facts<'_>, fact: Fact) -> Option<&'f str> {
    let Facts { merchant, card, key, order, .. } = facts;
    let country = |country: &'f Option<Country>| country.as_ref().map(Country::code);
    let flag = |flag: Option<bool>| flag.map(flag_name);
    match fact {
        Fact::Terminal => facts.terminal.map(Terminal::name),
        Fact::Website => facts.website,
        Fact::Environment => facts.environment.map(Environment::name),
        Fact::SavingSide => facts.saving_side.map(SavingSide::name),
        Fact::Subsequent => facts.subsequent.map(Subsequent::name),
        Fact::AccountFunding => facts.account_funding.map(AccountFunding::name),
        Fact::MerchantCountry => country(&merchant.as_ref()?.country),
        Fact::MerchantAvsPermission => flag(merchant.as_ref()?.avs_permission),
        Fact::MerchantIpspPartner => flag(merchant.as_ref()?.ipsp_partner),
        Fact::CardBrand => card.as_ref()?.brand,
        Fact::CardIssuerCountry => country(&card.as_ref()?.issuer_country),
        Fact::KeyTest => flag(key.as_ref()?.test),
        Fact::OrderCurrency => order.as_ref()?.currency,
        _ => None,
    }
}

/// Checks a value of a fact, and returns it in the form of [`fact_text`].
fn fact_value(fact: Fact, text: String) -> Result<String, String> {
    match fact.kind() {
        FactKind::Environment => Environment::named(&text).map(drop)?,
        FactKind::Terminal => Terminal::named(&text).map(drop)?,
        FactKind::AccountFunding => AccountFunding::named(&text).map(drop)?,
        FactKind::SavingSide => SavingSide::named(&text).map(drop)?,
        FactKind::Subsequent => Subsequent::named(&text).map(drop)?,
        FactKind::Country => {
            let country = Country::new(&text).ok_or("not a country: two capitals")?;
            return Ok(String::from(country.code()));
        }
        _ if fact == Fact::OrderCurrency => Codes::Currencies.check(&text)?,
        _ => {}
    }
    Ok(text)
}

pub(super) const fn flag_name(flag: bool) -> &'static str {
    if flag { "true" } else { "false" }
}

/// Looks up scenarios or capabilities by their names.
fn features(names: &[String], are_scenarios: bool) -> Result<FeatureSet, String> {
    let known = || Feature::ALL.iter().filter(|feature| feature.is_scenario() == are_scenarios);
    let mut set = FeatureSet::EMPTY;
    for name in names {
        let feature = known().find(|feature| feature.name() == name).ok_or_else(|| {
            let what = if are_scenarios { "scenario" } else { "capability" };
            unknown_name(what, name, known().map(|feature| feature.name()))
        })?;
        set = set.with(*feature);
    }
    Ok(set)
}
