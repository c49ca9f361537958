//! The conditions of a policy rule: its `when`, and its dates.

use super::codes::Codes;
use super::constraint::Place;
use super::not_blank;
use super::values::{Scalar, Values};
use crate::base::fingerprint::Hasher;
use crate::base::time::Timestamp;
use crate::check::policy::member_path::{MemberPath, Presence};
use crate::check::rule::Context;
use crate::model::config::{ConfigError, Json, unknown_name};
use crate::model::document::Object;
use crate::model::facts::{
    AccountFunding, Country, Environment, Fact, FactSet, Facts, FactsBuf, Known, Missing,
    SavingSide, Subsequent, Terminal, all, read_fact,
};
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::{Operation, Operations};
use crate::model::schema::DeclaredMembers;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The conditions of a policy rule, all of which must hold.
#[derive(Clone, Default, PartialEq)]
pub(super) struct When {
    /// Sorted by subject.
    pub(super) conditions: Vec<(Subject, Values)>,
    pub(super) from: Option<Timestamp>,
    pub(super) until: Option<Timestamp>,
}

/// The subject of a condition, which must be one of the condition's values. The values of `Given` and `Absent` are
/// paths of members, each of which must be given or absent.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Currency,
    Scenario,
    Capability,
    Given,
    Absent,
    Fact(Fact),
    /// A member, by its path.
    Member(String),
}

/// The members that each condition names, resolved in an operation.
pub(super) type Members = Vec<Vec<MemberPath>>;

/// The conditions by name, but for facts; `member` is an object, with a condition for each of its members.
static CONDITIONS: [(&str, Subject); 6] = [
    ("currency", Subject::Currency),
    ("scenario", Subject::Scenario),
    ("capability", Subject::Capability),
    ("member", Subject::Member(String::new())),
    ("given", Subject::Given),
    ("absent", Subject::Absent),
];

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
        let at = json.at();
        json.object()?;
        json.members(&mut |json, name| {
            let named = CONDITIONS.iter().find(|(known, _)| *known == name);
            let fact = FACTS.into_iter().find(|fact| fact.name() == name).map(Subject::Fact);
            match named.map(|(_, subject)| subject.clone()).or(fact) {
                Some(Subject::Member(_)) => {
                    json.object()?;
                    json.members(&mut |json, path| self.add(Subject::Member(path.into()), json))
                }
                Some(subject) => self.add(subject, json),
                None => {
                    let known = CONDITIONS.iter().map(|(known, _)| *known);
                    let known = known.chain(FACTS.iter().map(|fact| fact.name()));
                    Err(json.error(unknown_name("condition", name, known)))
                }
            }
        })?;
        match self.conditions.is_empty() {
            true => Err(json.error("says nothing: leave it out instead").at(at)),
            false => Ok(()),
        }
    }

    fn add(&mut self, subject: Subject, json: &mut Json<'_>) -> Result<(), ConfigError> {
        let values = Values::read(json, true, &mut |json| subject.read(json))?;
        let index = self.conditions.partition_point(|(known, _)| *known < subject);
        self.conditions.insert(index, (subject, values));
        Ok(())
    }

    /// Resolves the members in an operation, which must have what the conditions ask for.
    pub(super) fn compile(
        &mut self,
        operation: Operation,
        declared: &DeclaredMembers,
    ) -> Result<Members, String> {
        let resolve = |path: &str| MemberPath::new(path, operation, declared);
        let mut all = Vec::new();
        for (subject, values) in &mut self.conditions {
            let (on, lacks) = match subject {
                Subject::Currency => (WITH_CURRENCY, " has no currency"),
                Subject::Scenario => (WITH_SCENARIO, " has no scenario that is known"),
                Subject::Capability => (WITH_CAPABILITIES, " has no capabilities"),
                _ => (Operations::ALL, ""),
            };
            if !on.contains(operation) {
                return Err([operation.name(), lacks].concat());
            }
            let mut members = Vec::new();
            match subject {
                Subject::Given | Subject::Absent => {
                    for path in values.texts() {
                        members.push(resolve(path)?.0);
                    }
                }
                Subject::Member(path) => {
                    let (member, kind) = resolve(path)?;
                    let codes = Codes::of_member(path).filter(|_| member.is_own());
                    let compiled = values.compile(kind, codes);
                    compiled.map_err(|problem| ["member ", path, ": ", &problem].concat())?;
                    members.push(member);
                }
                _ => {}
            }
            all.push(members);
        }
        Ok(all)
    }

    /// The values of a condition, if there is one on the subject.
    pub(super) fn values(&self, subject: &Subject) -> Option<&Values> {
        self.conditions.iter().find(|(known, _)| known == subject).map(|(_, values)| values)
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
        self.values(&Subject::Scenario).is_some_and(|scenarios| !lists_one(scenarios, possible))
    }

    /// Whether the conditions hold for a request, except those about the element that the rule looks at.
    pub(super) fn holds(&self, c: &Context<'_>, own: Place, members: &Members) -> Known<bool> {
        let conditions = self.conditions.iter().zip(members);
        let holds = conditions.map(|((subject, values), paths)| match subject {
            Subject::Currency => is_currency(values, c),
            Subject::Scenario => is_scenario(values, c),
            Subject::Capability => has_capability(values, c),
            Subject::Given => Ok(paths.iter().all(|path| path.presence(c) == Presence::Given)),
            Subject::Absent => Ok(paths.iter().all(|path| path.presence(c) == Presence::Absent)),
            Subject::Fact(fact) => is_fact(*fact, values, c.facts),
            Subject::Member(_) => Ok(paths.iter().all(|path| {
                let mut holds = is_beside(own, *path);
                path.each(c, &mut |object, member| {
                    holds |= values.contains(object.value(member)) == Some(true);
                });
                holds
            })),
        });
        all(holds.chain([self.is_now(c)]))
    }

    /// Whether the conditions about the element that the rule looks at hold.
    pub(super) fn holds_beside(&self, object: Object<'_>, own: Place, members: &Members) -> bool {
        self.conditions.iter().zip(members).all(|((subject, values), paths)| {
            let is_listed = |path: &MemberPath| {
                !is_beside(own, *path) || values.contains(object.value(path.last)) == Some(true)
            };
            !matches!(subject, Subject::Member(_)) || paths.iter().all(is_listed)
        })
    }

    fn is_now(&self, c: &Context<'_>) -> Known<bool> {
        if self.from.is_none() && self.until.is_none() {
            return Ok(true);
        }
        let now = c.facts.now()?;
        Ok(self.from.is_none_or(|from| from <= now) && self.until.is_none_or(|until| now < until))
    }

    /// The facts that it can ask for in these operations.
    pub(super) fn needs(&self, on: Operations) -> Vec<Fact> {
        let mut needs = FactSet::EMPTY;
        let mut add = |fact, is_needed| {
            if is_needed {
                needs = needs.with(fact);
            }
        };
        add(Fact::Now, self.from.is_some() || self.until.is_some());
        for (subject, values) in &self.conditions {
            match subject {
                Subject::Currency => add(Fact::OrderCurrency, on.intersects(ON_PAYMENT)),
                Subject::Scenario => add(Fact::OrderScenario, on.intersects(SCENARIO_IS_FACT)),
                Subject::Capability if on.contains(Operation::Order) => {
                    let by_terminal = FeatureSet::of(&[Feature::Qcash, Feature::SdwoFunding]);
                    let has_avs = lists_one(values, FeatureSet::of(&[Feature::Avs]));
                    add(Fact::Terminal, lists_one(values, by_terminal));
                    add(Fact::Subsequent, has_avs);
                    add(Fact::MerchantAvsPermission, has_avs);
                }
                Subject::Fact(fact) => add(*fact, true),
                _ => {}
            }
        }
        needs.iter().collect()
    }

    /// Hashes everything that it decides by.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let hasher = self.conditions.iter().fold(hasher, |hasher, (subject, values)| {
            let (kind, name) = match subject {
                Subject::Currency => (1, ""),
                Subject::Scenario => (2, ""),
                Subject::Capability => (3, ""),
                Subject::Given => (4, ""),
                Subject::Absent => (5, ""),
                Subject::Fact(fact) => (6, fact.name()),
                Subject::Member(path) => (7, &**path),
            };
            values.hash(hasher.number(kind).text(name))
        });
        [self.from, self.until].into_iter().fold(hasher, |hasher, time| {
            time.map_or(hasher.number(0), |time| hasher.number(1).number(time.unix_nanos() as u64))
        })
    }
}

impl Subject {
    /// Reads a value that it can be.
    fn read(&self, json: &mut Json<'_>) -> Result<Scalar<String>, ConfigError> {
        if let Subject::Fact(fact) = self
            && *fact != Fact::OrderCurrency
        {
            let mut facts = FactsBuf::new();
            read_fact(&mut facts, json, *fact)?;
            return Ok(match fact_value(&facts.as_facts(), *fact) {
                Some(Scalar::Flag(flag)) => Scalar::Flag(flag),
                Some(Scalar::Text(text)) => Scalar::Text(text.to_owned()),
                _ => Scalar::Text(String::new()), // not covered: it has a text or a flag
            });
        }
        json.read(|value| {
            if let Subject::Member(_) = self {
                return Scalar::of(value);
            }
            let text = not_blank(value.text()?)?;
            match self {
                Subject::Scenario => is_feature("scenario", true, &text)?,
                Subject::Capability => is_feature("capability", false, &text)?,
                Subject::Currency | Subject::Fact(_) => Codes::Currencies.check(&text)?,
                Subject::Given | Subject::Absent if text.contains('*') => {
                    return Err("no * can stand in the path of a member".to_owned());
                }
                _ => {}
            }
            Ok(Scalar::Text(text))
        })
    }
}

/// Whether a member is in the object that the rule looks at, where it is compared.
fn is_beside(own: Place, member: MemberPath) -> bool {
    matches!(own, Place::At(own) if own.is_beside(member))
}

/// Fails unless a text is the name of a scenario or a capability.
fn is_feature(what: &str, is_scenario: bool, name: &str) -> Result<(), String> {
    let known = Feature::ALL.iter().filter(|feature| feature.is_scenario() == is_scenario);
    let mut names = known.map(|feature| feature.name());
    let is_known = names.clone().any(|known| known == name);
    if is_known { Ok(()) } else { Err(unknown_name(what, name, &mut names)) }
}

/// Whether one of the features is listed.
fn lists_one(names: &Values, features: FeatureSet) -> bool {
    features.iter().any(|feature| names.lists_text(feature.name()))
}

/// Whether the currency of a request, or of the original payment, is listed.
fn is_currency(listed: &Values, c: &Context<'_>) -> Known<bool> {
    let own = match (c.order, c.payout) {
        (Some(order), _) => order.currency(),
        (_, Some(payout)) => payout.currency(),
        _ if ON_PAYMENT.contains(c.operation) => {
            return is_fact(Fact::OrderCurrency, listed, c.facts);
        }
        _ => return Ok(false),
    };
    Ok(own.valid().is_some_and(|code| listed.lists(&Scalar::Text(code.bytes()))))
}

fn is_scenario(listed: &Values, c: &Context<'_>) -> Known<bool> {
    let scenario = match SCENARIO_IS_FACT.contains(c.operation) {
        true => Some(c.facts.order_scenario()?),
        false => c.scenario,
    };
    Ok(scenario.is_some_and(|scenario| listed.lists_text(scenario.name())))
}

/// Whether one of the capabilities is active, or which absent facts could activate one.
fn has_capability(listed: &Values, c: &Context<'_>) -> Known<bool> {
    if lists_one(listed, c.capabilities) {
        return Ok(true);
    }
    let known = c.possible_capabilities().map(|(features, fact)| {
        if lists_one(listed, features) { Err(Missing(fact)) } else { Ok(true) }
    });
    all(known).map(|_| false)
}

/// Whether a fact has one of these values.
fn is_fact(fact: Fact, listed: &Values, facts: &Facts<'_>) -> Known<bool> {
    let value = fact_value(facts, fact).ok_or(Missing(FactSet::of(&[fact])))?;
    Ok(match value {
        Scalar::Text(brand) if fact == Fact::CardBrand => {
            listed.texts().any(|listed| listed.eq_ignore_ascii_case(brand))
        }
        Scalar::Text(text) => listed.lists_text(text),
        Scalar::Flag(flag) => listed.lists(&Scalar::Flag(flag)),
        Scalar::Number(_) => false, // not covered: no such fact
    })
}

fn fact_value<'f>(facts: &'f Facts<'_>, fact: Fact) -> Option<Scalar<&'f str>> {
    let Facts { merchant, card, key, order, .. } = facts;
    let flag = |flag: Option<bool>| flag.map(Scalar::Flag);
    let text = match fact {
        Fact::MerchantAvsPermission => return flag(merchant.as_ref()?.avs_permission),
        Fact::MerchantIpspPartner => return flag(merchant.as_ref()?.ipsp_partner),
        Fact::KeyTest => return flag(key.as_ref()?.test),
        Fact::Terminal => facts.terminal.map(Terminal::name),
        Fact::Website => facts.website,
        Fact::Environment => facts.environment.map(Environment::name),
        Fact::SavingSide => facts.saving_side.map(SavingSide::name),
        Fact::Subsequent => facts.subsequent.map(Subsequent::name),
        Fact::AccountFunding => facts.account_funding.map(AccountFunding::name),
        Fact::MerchantCountry => merchant.as_ref()?.country.as_ref().map(Country::code),
        Fact::CardBrand => card.as_ref()?.brand,
        Fact::CardIssuerCountry => card.as_ref()?.issuer_country.as_ref().map(Country::code),
        Fact::OrderCurrency => order.as_ref()?.currency,
        _ => None,
    };
    text.map(Scalar::Text)
}
