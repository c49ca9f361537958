//! The conditions of a policy rule: its `when`.

use crate::base::append::{joined, owned};
use crate::base::fingerprint::Hasher;
use crate::base::text::is_blank;
use crate::check::policy::entry::elements;
use crate::check::policy::member_path::{MemberPath, Presence};
use crate::check::rule::Context;
use crate::model::config::{ConfigError, Json, Value, unknown_name};
use crate::model::facts::{Environment, Fact, Known, Missing, Terminal, all};
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::{Operation, Operations};
use crate::model::schema::DeclaredMembers;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The conditions of a policy rule: all that are there must hold. Of a list of values one must be it; of a list of
/// members all.
#[derive(Clone, Default)]
pub(super) struct When {
    pub(super) is_set: bool,
    currency: Vec<String>,
    scenario: FeatureSet,
    capability: FeatureSet,
    terminal: Vec<Terminal>,
    website: Vec<String>,
    environment: Vec<Environment>,
    given: Vec<String>,
    absent: Vec<String>,
    /// The paths of the members for each operation, and whether each must be given or absent.
    paths: [Box<[(MemberPath, Presence)]>; Operation::ALL.len()],
}

const CONDITIONS: [&str; 8] =
    ["currency", "scenario", "capability", "terminal", "website", "environment", "given", "absent"];

/// The operations whose currency is known: from the body, or as a fact.
const WITH_CURRENCY: Operations = WITH_CAPABILITIES.union(ACTED_ON);
/// The operations whose scenario is known.
const WITH_SCENARIO: Operations = WITH_CURRENCY.union(Operations::of(&[Operation::Payment]));
const WITH_CAPABILITIES: Operations = Operations::ORDER.union(Operations::PAYOUTS);
const ACTED_ON: Operations = Operations::of(&[Operation::Capture, Operation::Refund]);
/// The operations whose scenario is that of the payment acted on.
const SCENARIO_IS_FACT: Operations = Operations::of(&[Operation::Capture, Operation::Payment]);

impl When {
    pub(super) fn read(&mut self, json: &mut Json<'_>) -> Result<(), ConfigError> {
        json.object()?;
        self.is_set = true;
        json.members(&mut |json, name| {
            if !CONDITIONS.contains(&name) {
                return Err(json.error(unknown_name("condition", name, CONDITIONS)));
            }
            let mut content = String::new();
            match json.value(&mut content) {
                Value::Array { .. } => elements(json, &mut |value| self.add(name, value.text()?)),
                value => {
                    let added = value.text().and_then(|text| self.add(name, text));
                    added.map_err(|problem| json.error(problem))
                }
            }
        })
    }

    fn add(&mut self, condition: &str, text: &str) -> Result<(), String> {
        if is_blank(text) {
            return Err(owned("is blank"));
        }
        let is_new = match condition {
            "currency" => push(&mut self.currency, owned(text)),
            "website" => push(&mut self.website, owned(text)),
            "given" => push(&mut self.given, owned(text)),
            "absent" => push(&mut self.absent, owned(text)),
            "scenario" => add_feature(&mut self.scenario, text, true)?,
            "capability" => add_feature(&mut self.capability, text, false)?,
            "terminal" => push(&mut self.terminal, Terminal::named(text)?),
            _ => push(&mut self.environment, Environment::named(text)?),
        };
        if is_new { Ok(()) } else { Err(owned("has a value twice")) }
    }

    /// Finds the members in an operation, which must have what is asked.
    pub(super) fn compile(
        &mut self,
        operation: Operation,
        declared: &DeclaredMembers,
    ) -> Result<(), String> {
        let lacks = |what: &str| Err(joined(&[operation.name(), " has no ", what]));
        if !self.currency.is_empty() && !WITH_CURRENCY.contains(operation) {
            return lacks("currency");
        }
        if !self.scenario.is_empty() && !WITH_SCENARIO.contains(operation) {
            return lacks("scenario that is known");
        }
        if !self.capability.is_empty() && !WITH_CAPABILITIES.contains(operation) {
            return lacks("capabilities");
        }
        let mut paths = Vec::new();
        let members = self.given.iter().map(|path| (path, Presence::Given));
        for (path, presence) in members.chain(self.absent.iter().map(|it| (it, Presence::Absent))) {
            if path.contains('*') {
                return Err(owned(
                    "no * can stand in the path of a member that is given or absent",
                ));
            }
            paths.push((MemberPath::new(path, operation, declared)?.0, presence));
        }
        if let Some(place) = self.paths.get_mut(operation as usize) {
            *place = paths.into();
        }
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        let texts = [&self.currency, &self.website, &self.given, &self.absent];
        texts.into_iter().all(Vec::is_empty)
            && self.scenario.union(self.capability).is_empty()
            && self.terminal.is_empty()
            && self.environment.is_empty()
    }

    /// Whether the conditions hold for a request.
    pub(super) fn holds(&self, c: &Context<'_>) -> Known<bool> {
        let paths = self.paths.get(c.operation as usize).map_or(&[][..], |paths| paths);
        all([
            one_of(&self.currency, || own_currency(c)),
            self.is_scenario(c),
            self.has_capability(c),
            one_of(&self.terminal, || c.facts.terminal().map(Some)),
            one_of(&self.website, || c.facts.website().map(Some)),
            one_of(&self.environment, || c.facts.environment().map(Some)),
            Ok(paths.iter().all(|(path, presence)| path.presence(c) == *presence)),
        ])
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

    /// The facts that it can ask for, given the operations of its rule.
    pub(super) fn needs(&self, on: Operations) -> Vec<Fact> {
        let has = |features: &[Feature]| {
            on.contains(Operation::Order)
                && !self.capability.intersection(FeatureSet::of(features)).is_empty()
        };
        let terminal = has(&[Feature::Qcash, Feature::SdwoFunding]);
        let needs = [
            (Fact::Environment, !self.environment.is_empty()),
            (Fact::Website, !self.website.is_empty()),
            (Fact::Terminal, !self.terminal.is_empty() || terminal),
            (Fact::Subsequent, has(&[Feature::Avs])),
            (Fact::MerchantAvsPermission, has(&[Feature::Avs])),
            (Fact::OrderScenario, !self.scenario.is_empty() && on.intersects(SCENARIO_IS_FACT)),
            (Fact::OrderCurrency, !self.currency.is_empty() && on.intersects(ACTED_ON)),
        ];
        needs.into_iter().filter(|(_, is_needed)| *is_needed).map(|(fact, _)| fact).collect()
    }

    /// Adds what it decides by.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let texts = [&self.currency, &self.website, &self.given, &self.absent];
        let hasher = texts.into_iter().fold(hasher, |hasher, texts| {
            let hasher = hasher.number(texts.len() as u64);
            texts.iter().fold(hasher, |hasher, text| hasher.text(text))
        });
        let hasher =
            hasher.number(self.scenario.bits().into()).number(self.capability.bits().into());
        let terminals = self.terminal.iter().fold(0, |bits, it| bits | 1u64 << *it as u64);
        let environments = self.environment.iter().fold(0, |bits, it| bits | 1u64 << *it as u64);
        hasher.number(terminals).number(environments)
    }
}

/// Adds a value to a list, unless it is in it.
fn push<T: Ord>(list: &mut Vec<T>, value: T) -> bool {
    match list.binary_search(&value) {
        Ok(_) => false,
        Err(place) => {
            list.insert(place, value);
            true
        }
    }
}

/// Adds a scenario or a capability to a set by its name. Returns whether it wasn't in it.
fn add_feature(set: &mut FeatureSet, name: &str, is_scenario: bool) -> Result<bool, String> {
    let known = Feature::ALL.iter().filter(|feature| feature.is_scenario() == is_scenario);
    let Some(feature) = known.clone().find(|feature| feature.name() == name) else {
        let what = if is_scenario { "scenario" } else { "capability" };
        return Err(unknown_name(what, name, known.map(|feature| feature.name())));
    };
    let is_new = !set.contains(*feature);
    *set = set.with(*feature);
    Ok(is_new)
}

/// Whether a value is in a list, unless that is empty: then any is.
fn one_of<T: PartialEq<U>, U>(list: &[T], value: impl FnOnce() -> Known<Option<U>>) -> Known<bool> {
    if list.is_empty() {
        return Ok(true);
    }
    Ok(value()?.is_some_and(|value| list.iter().any(|known| *known == value)))
}

/// The currency of a request: its own, or that of the payment acted on.
fn own_currency<'a>(c: &'a Context<'_>) -> Known<Option<&'a str>> {
    let own = match (c.order, c.payout) {
        (Some(order), _) => order.currency(),
        (_, Some(payout)) => payout.currency(),
        _ if ACTED_ON.contains(c.operation) => return c.facts.order_currency().map(Some),
        _ => return Ok(None),
    };
    Ok(own.valid().map(|code| code.as_str()))
}
