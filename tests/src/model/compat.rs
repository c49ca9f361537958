//! `compat.*`: pairs of features that the table keeps apart or disagrees about.

use super::features::{Active, FEATURES, capabilities, scenario};
use super::ledger::Ledger;
use super::request::Request;
use super::shapes::shape_of;
use super::table::{Relation, relation};

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    match request.operation {
        "refund" | "reversal" => of_original(request, ledger),
        "order" => {
            of_pairs(request, ledger);
            left_open(request, ledger);
        }
        _ if request.is_payout() => of_pairs(request, ledger),
        _ => {}
    }
}

/// The rule that speaks of a relation.
fn rule(relation: Relation) -> Option<&'static str> {
    match relation {
        Relation::Compatible => None,
        Relation::Incompatible => Some("compat.pair"),
        Relation::Disputed => Some("compat.disputed"),
    }
}

/// All active features, the scenario among them, in the order of features.
fn active(request: &Request) -> Vec<Active> {
    let mut out = capabilities(request);
    if let Some(name) = scenario(request) {
        out.push(Active { name, path: None });
    }
    out.sort_by_key(|active| FEATURES.iter().position(|name| *name == active.name));
    out
}

fn of_pairs(request: &Request, ledger: &mut Ledger) {
    let active = active(request);
    let mut found = Vec::new();
    for (index, a) in active.iter().enumerate() {
        for b in &active[index + 1..] {
            if let Some(rule) = rule(relation(a.name, b.name)) {
                let path = b.path.clone().or_else(|| a.path.clone()).unwrap_or_default();
                found.push((document_place(request, &path), rule, path));
            }
        }
    }
    // Stable, so that at the same path the pairs stay in the order of features.
    found.sort_by_key(|(place, ..)| *place);
    for (_, rule, path) in found {
        ledger.fire(rule, path);
    }
}

/// Where a trigger path stands in the document: all are known by their first name.
fn document_place(request: &Request, path: &str) -> usize {
    let name = path.split('/').nth(1).unwrap_or("");
    let members = shape_of(request.operation).map_or(&[][..], |shape| shape.0);
    members.iter().position(|(known, _)| *known == name).map_or(0, |place| place + 1)
}

/// Whether a feature that may yet be active would clash with one that is.
fn left_open(request: &Request, ledger: &mut Ledger) {
    let facts = &request.facts;
    let active = active(request);
    let mut possible = Vec::new();
    if facts.terminal.is_none() {
        possible.push(("qcash", "terminal"));
        possible.push(("sdwo_funding", "terminal"));
    }
    if facts.merchant.avs_permission.is_none() && facts.subsequent.is_none() {
        possible.push(("avs", "merchant.avs_permission"));
    }
    for (feature, fact) in possible {
        for other in &active {
            if let Some(rule) = rule(relation(feature, other.name)) {
                ledger.open(rule, &[fact]);
            }
        }
    }
}

/// A refund or a reversal against what the original payment was. No scenario is disputed with
/// them, and no capability but AVS, which has its own rule, is incompatible: so each of the two
/// rules depends on one fact.
fn of_original(request: &Request, ledger: &mut Ledger) {
    let order = &request.facts.order;
    let operation = scenario(request).unwrap_or_default();
    match &order.scenario {
        Some(name) => {
            if let Some(rule) = rule(relation(operation, name)) {
                ledger.fire(rule, "");
            }
        }
        None => ledger.open("compat.pair", &["order.scenario"]),
    }
    match &order.capabilities {
        Some(list) => {
            for feature in FEATURES {
                if *feature != "avs"
                    && list.iter().any(|name| name == feature)
                    && let Some(rule) = rule(relation(operation, feature))
                {
                    ledger.fire(rule, "");
                }
            }
        }
        None => ledger.open("compat.disputed", &["order.capabilities"]),
    }
}
