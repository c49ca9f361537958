//! From the rules' outcomes to the request's.

use super::body::Obj;
use super::catalogue::{Level, RULES};
use super::facts::Facts;
use super::features::{capabilities, scenario};
use super::json::{is_white, parse};
use super::ledger::Ledger;
use super::policy::Policy;
use super::request::Request;
use super::shapes::shape_of;
use super::strict::Fault;
use super::time::to_text;
use super::{capture, codes, compat, facts, funding, http, order, payment, payout, policy};
use super::{reading, refund, saving, small, tenant, travel};

/// What is decided about a request: the report without its prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// `accept` or `reject`.
    pub verdict: String,
    /// The HTTP status that the service would answer with.
    pub status: u16,
    /// The scenario, where the operation has one.
    pub scenario: Option<String>,
    /// The active capabilities, in the order of features.
    pub capabilities: Vec<String>,
    /// The sum of an order.
    pub total: Option<String>,
    /// The findings: as many of each level as the policy allows.
    pub findings: Vec<Finding>,
    /// Whether findings were cut.
    pub truncated: bool,
    /// The rules whose outcome depends on an absent fact.
    pub unchecked: Vec<Unchecked>,
    /// The obligations.
    pub obligations: Vec<Obligation>,
    /// The last instant at which the operation is still in time.
    pub valid_until: Option<String>,
}

/// One rule violated at one path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's name.
    pub rule: String,
    /// A JSON Pointer.
    pub path: String,
    /// `deny` or `warn`.
    pub level: String,
}

/// A rule whose outcome depends on absent facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unchecked {
    /// The rule's name.
    pub rule: String,
    /// `deny` or `warn`.
    pub level: String,
    /// The absent facts.
    pub needs: Vec<String>,
}

/// An obligation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obligation {
    /// `three_ds` or `capture`.
    pub kind: String,
    /// By when, if that is known.
    pub by: Option<String>,
}

/// Judges a request.
///
/// # Errors
///
/// If there is no such operation, or the facts or the policy are in error. The text names the
/// member, but never a value.
pub fn judge(
    operation: &str,
    body: &[u8],
    facts: Option<&[u8]>,
    policy: Option<&[u8]>,
) -> Result<Outcome, String> {
    let shape = shape_of(operation).ok_or("unknown operation")?;
    let facts = match facts {
        Some(text) => facts::read(text).map_err(|Fault(what)| format!("invalid facts: {what}"))?,
        None => Facts::default(),
    };
    let policy = match policy {
        Some(text) => {
            policy::read(text).map_err(|Fault(what)| format!("invalid policy: {what}"))?
        }
        None => Policy::standard(),
    };
    let has_body = !body.iter().all(|byte| is_white(*byte));
    if body.len() > policy.max_body_bytes {
        return Ok(unread("json.too_large"));
    }
    if !has_body && !matches!(operation, "refund" | "reversal") {
        return Ok(unread("body.required"));
    }
    let mut tree = None;
    // A reversal has no body; one that is sent isn't read.
    if has_body && operation != "reversal" {
        match parse(body) {
            Ok(json) => tree = Some(json),
            Err(_) => return Ok(unread("json.malformed")),
        }
    }
    let mut ledger = Ledger::new();
    if let Some(tree) = &tree {
        reading::judge(shape, tree, &mut ledger);
    }
    let body = Obj::new(shape, tree.as_ref(), String::new());
    let request = Request { operation, has_body, body, facts: &facts };
    for family in [
        order::judge,
        compat::judge,
        saving::judge,
        funding::judge,
        travel::judge,
        capture::judge,
        refund::judge,
        payout::judge,
        payment::judge,
        small::judge,
        codes::judge,
        http::judge,
    ] {
        family(&request, &mut ledger);
    }
    Ok(outcome(&request, &policy, &ledger))
}

/// The outcome of a body that couldn't be read.
fn unread(rule: &str) -> Outcome {
    let finding = Finding { rule: rule.to_owned(), path: String::new(), level: "deny".to_owned() };
    Outcome {
        verdict: "reject".to_owned(),
        status: 400,
        scenario: None,
        capabilities: Vec::new(),
        total: None,
        findings: vec![finding],
        truncated: false,
        unchecked: Vec::new(),
        obligations: Vec::new(),
        valid_until: None,
    }
}

fn outcome(request: &Request, policy: &Policy, ledger: &Ledger) -> Outcome {
    let mut findings = Vec::new();
    let mut unchecked = Vec::new();
    let catalogue = RULES.iter().map(|rule| rule.name).zip(&policy.levels);
    let catalogue = catalogue.zip(ledger.entries.iter().cloned());
    let tenants = policy.tenants.iter().zip(&policy.tenant_levels);
    let tenants =
        tenants.map(|(rule, level)| ((rule.name.as_str(), level), tenant::judge(rule, request)));
    for ((rule, level), entry) in catalogue.chain(tenants) {
        let level = match level {
            Level::Deny => "deny",
            Level::Warn => "warn",
            Level::Allow => continue,
        };
        for path in &entry.paths {
            findings.push(Finding {
                rule: rule.to_owned(),
                path: path.clone(),
                level: level.to_owned(),
            });
        }
        if entry.paths.is_empty() && !entry.needs.is_empty() {
            unchecked.push(Unchecked {
                rule: rule.to_owned(),
                level: level.to_owned(),
                needs: entry.needs.iter().map(|need| (*need).to_owned()).collect(),
            });
        }
    }
    let denies = |finding: &Finding| finding.level == "deny";
    let left_open = unchecked.iter().any(|rule| rule.level == "deny");
    let rejected = findings.iter().any(denies) || policy.rejects_unchecked && left_open;
    let forbidden = findings.iter().any(|f| f.rule == "http.authorization" && denies(f));
    let before = findings.len();
    let mut kept = [("deny", 0), ("warn", 0)];
    findings.retain(|finding| {
        let Some((_, count)) = kept.iter_mut().find(|(level, _)| *level == finding.level) else {
            return false;
        };
        *count += 1;
        *count <= policy.max_findings
    });
    let truncated = findings.len() < before;
    let status = match (forbidden, rejected) {
        (true, _) => 403,
        (false, true) => 400,
        (false, false) => 200,
    };
    Outcome {
        verdict: if rejected { "reject" } else { "accept" }.to_owned(),
        status,
        scenario: scenario(request).map(str::to_owned),
        capabilities: capabilities(request).iter().map(|one| one.name.to_owned()).collect(),
        total: order::total(request),
        findings,
        truncated,
        unchecked,
        obligations: obligations(request, rejected),
        valid_until: if rejected { None } else { valid_until(request, policy, ledger) },
    }
}

fn obligations(request: &Request, rejected: bool) -> Vec<Obligation> {
    let mut out = Vec::new();
    if saving::three_ds_is_due(request) {
        out.push(Obligation { kind: "three_ds".to_owned(), by: None });
    }
    if !rejected && request.operation == "order" && scenario(request) == Some("two_step") {
        out.push(Obligation { kind: "capture".to_owned(), by: capture::due_by(request) });
    }
    out
}

/// How long the operation's time rule will hold, if it is one that can reject.
fn valid_until(request: &Request, policy: &Policy, ledger: &Ledger) -> Option<String> {
    let (name, last) = match request.operation {
        "capture" => ("capture.hold_expired", capture::last_instant(request)),
        "refund" => ("refund.too_old", refund::last_instant(request)),
        "reversal" => ("reversal.same_day", refund::last_instant(request)),
        _ => return None,
    };
    let place = RULES.iter().position(|rule| rule.name == name)?;
    let entry = &ledger.entries[place];
    let holds = entry.paths.is_empty() && entry.needs.is_empty();
    if policy.levels[place] == Level::Deny && holds { last.map(to_text) } else { None }
}
