//! For which requests a policy rule is: its `when`.

use super::body::{Obj, State};
use super::catalogue::OPERATIONS;
use super::declared::Declared;
use super::features::{CAPABILITIES, SCENARIOS, capabilities, scenario};
use super::json::Json;
use super::known::Type;
use super::request::Request;
use super::strict::{Fault, different, items, members, string};

/// The conditions, all of which must hold; a list that isn't there asks for nothing.
#[derive(Clone, Default)]
pub(crate) struct When {
    currency: Option<Vec<String>>,
    scenario: Option<Vec<String>>,
    capability: Option<Vec<String>>,
    terminal: Option<Vec<String>>,
    website: Option<Vec<String>>,
    environment: Option<Vec<String>>,
    given: Vec<String>,
    absent: Vec<String>,
}

/// Whether a condition holds: known to, known not to, or dependent on the facts listed.
pub(crate) enum Holds {
    Yes,
    No,
    Open(Vec<&'static str>),
}

pub(crate) fn read(json: &Json, operations: &[String]) -> Result<When, Fault> {
    let [currency, scenario, capability, terminal, website, environment, given, absent] = members(
        json,
        "when",
        [
            "currency",
            "scenario",
            "capability",
            "terminal",
            "website",
            "environment",
            "given",
            "absent",
        ],
    )?;
    let when = When {
        currency: currency.map(strings).transpose()?,
        scenario: scenario.map(|json| listed(json, SCENARIOS)).transpose()?,
        capability: capability.map(|json| listed(json, CAPABILITIES)).transpose()?,
        terminal: terminal
            .map(|json| listed(json, &["standard", "qcash", "sdwo_funding"]))
            .transpose()?,
        website: website.map(strings).transpose()?,
        environment: environment.map(|json| listed(json, &["live", "sandbox"])).transpose()?,
        given: given.map(strings).transpose()?.unwrap_or_default(),
        absent: absent.map(strings).transpose()?.unwrap_or_default(),
    };
    let Json::Object(all) = json else { return Err(Fault::at("when", "not an object")) };
    if all.is_empty() {
        return Err(Fault::at("when", "empty"));
    }
    let all_are = |listed: fn(&str) -> bool| operations.iter().all(|name| listed(name));
    if when.currency.is_some() && !all_are(has_currency)
        || when.scenario.is_some() && !all_are(has_scenario)
        || when.capability.is_some() && !all_are(has_capabilities)
    {
        return Err(Fault::at("when", "an operation that has none"));
    }
    Ok(when)
}

fn is_payout(operation: &str) -> bool {
    operation.starts_with("payout_")
}

fn has_currency(operation: &str) -> bool {
    matches!(operation, "order" | "capture" | "refund") || is_payout(operation)
}

fn has_scenario(operation: &str) -> bool {
    matches!(operation, "order" | "capture" | "refund" | "reversal" | "payment")
        || is_payout(operation)
}

fn has_capabilities(operation: &str) -> bool {
    operation == "order" || is_payout(operation)
}

/// One string, or a list of different ones.
fn strings(json: &Json) -> Result<Vec<String>, Fault> {
    match json {
        Json::List(_) => different(items(json, "when", string)?),
        _ => Ok(vec![string(json, "when")?]),
    }
}

fn listed(json: &Json, known: &[&str]) -> Result<Vec<String>, Fault> {
    let all = strings(json)?;
    if all.iter().all(|one| known.contains(&one.as_str())) {
        Ok(all)
    } else {
        Err(Fault::at("when", "not listed"))
    }
}

impl When {
    /// Whether every operation knows the members that are asked for.
    pub(crate) fn is_known(&self, operations: &[String], declared: &[Declared]) -> bool {
        debug_assert!(operations.iter().all(|name| OPERATIONS.contains(&name.as_str())));
        self.given.iter().chain(&self.absent).all(|path| {
            let no_star = path.split('/').all(|part| part != "*");
            no_star
                && operations.iter().all(|operation| {
                    let body = Type::of_body(operation, declared);
                    body.and_then(|body| body.kind_at(path)).is_some()
                })
        })
    }

    pub(crate) fn holds(&self, request: &Request) -> Holds {
        let facts = &request.facts;
        let mut needs = Vec::new();
        let conditions = [
            of_currency(self.currency.as_deref(), request),
            of_scenario(self.scenario.as_deref(), request),
            of_capability(self.capability.as_deref(), request),
            of_fact(self.terminal.as_deref(), "terminal", facts.terminal.as_deref()),
            of_fact(self.website.as_deref(), "website", facts.website.as_deref()),
            of_fact(self.environment.as_deref(), "environment", facts.environment.as_deref()),
        ];
        for condition in conditions {
            match condition {
                Holds::Yes => {}
                Holds::No => return Holds::No,
                Holds::Open(more) => needs.extend(more),
            }
        }
        let state = |path: &String| state_at(&request.body, path);
        let is_given = |path| matches!(state(path), Some(State::Valid | State::Invalid));
        let is_absent = |path| state(path) == Some(State::Absent);
        if !self.given.iter().all(is_given) || !self.absent.iter().all(is_absent) {
            return Holds::No;
        }
        if needs.is_empty() { Holds::Yes } else { Holds::Open(needs) }
    }
}

/// Whether a fact, if it is known, is one of these.
fn of_fact(one_of: Option<&[String]>, name: &'static str, fact: Option<&str>) -> Holds {
    match (one_of, fact) {
        (Some(list), Some(fact)) if list.iter().any(|one| one == fact) => Holds::Yes,
        (Some(_), Some(_)) => Holds::No,
        (Some(_), None) => Holds::Open(vec![name]),
        (None, _) => Holds::Yes,
    }
}

/// Whether what the request itself says is one of these.
fn of_request(one_of: Option<&[String]>, said: &[&str]) -> Holds {
    match one_of {
        Some(list) if !list.iter().any(|one| said.contains(&one.as_str())) => Holds::No,
        _ => Holds::Yes,
    }
}

fn of_currency(one_of: Option<&[String]>, request: &Request) -> Holds {
    match request.operation {
        "capture" | "refund" => {
            of_fact(one_of, "order.currency", request.facts.order.currency.as_deref())
        }
        _ if one_of.is_none() => Holds::Yes,
        _ => of_request(one_of, request.body.text("currency").as_slice()),
    }
}

fn of_scenario(one_of: Option<&[String]>, request: &Request) -> Holds {
    match request.operation {
        "capture" | "payment" => {
            of_fact(one_of, "order.scenario", request.facts.order.scenario.as_deref())
        }
        _ => of_request(one_of, scenario(request).as_slice()),
    }
}

/// Of an order, facts that aren't known can leave a capability open.
fn of_capability(one_of: Option<&[String]>, request: &Request) -> Holds {
    let Some(list) = one_of else { return Holds::Yes };
    let active: Vec<&str> = capabilities(request).iter().map(|active| active.name).collect();
    if let Holds::Yes = of_request(one_of, &active) {
        return Holds::Yes;
    }
    let facts = &request.facts;
    let asks_for = |name: &str| list.iter().any(|one| one == name);
    let mut needs = Vec::new();
    if request.operation == "order" {
        if facts.terminal.is_none() && (asks_for("qcash") || asks_for("sdwo_funding")) {
            needs.push("terminal");
        }
        let avs_is_open = facts.merchant.avs_permission.is_none() && facts.subsequent.is_none();
        if avs_is_open && asks_for("avs") {
            needs.push("merchant.avs_permission");
        }
    }
    if needs.is_empty() { Holds::No } else { Holds::Open(needs) }
}

/// What is known of the member at a path: in an absent object every member is absent, in an invalid
/// one nothing is known.
fn state_at(object: &Obj, path: &str) -> Option<State> {
    let path = path.strip_prefix('/')?;
    let Some((name, rest)) = path.split_once('/') else {
        return object.state(path);
    };
    match object.state(name)? {
        State::Absent => Some(State::Absent),
        State::Invalid => None,
        State::Valid => state_at(&object.object(name), &format!("/{rest}")),
    }
}
