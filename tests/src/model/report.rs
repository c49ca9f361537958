//! From the rules' outcomes to the request's.

use super::body::Obj;
use super::catalogue::{Level, OPERATIONS, RULES};
use super::facts::Facts;
use super::features::{capabilities, scenario};
use super::json::{Json, is_white, parse};
use super::known::Type;
use super::ledger::Ledger;
use super::policy::Policy;
use super::request::Request;
use super::strict::Fault;
use super::time::to_text;
use super::total::known_total;
use super::{capture, codes, compat, facts, funding, http, order, payment, payout, policy};
use super::{policy_rules, reading, refund, saving, small, travel};

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
    /// Of a misspelt member: the one that is meant.
    pub nearest: Option<String>,
    /// Of a number with a binary tail: the one that is meant, unless it is secret.
    pub value: Option<String>,
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
    /// The absent facts on which it hangs.
    pub needs: Vec<String>,
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
    judge_in_layers(operation, body, facts, policy.as_slice())
}

/// Judges a request by policies laid one over another, the last on top.
///
/// # Errors
///
/// As those of [`judge`].
pub fn judge_in_layers(
    operation: &str,
    body: &[u8],
    facts: Option<&[u8]>,
    policies: &[&[u8]],
) -> Result<Outcome, String> {
    if !OPERATIONS.contains(&operation) {
        return Err("unknown operation".to_owned());
    }
    let facts = match facts {
        Some(text) => facts::read(text).map_err(|Fault(what)| format!("invalid facts: {what}"))?,
        None => Facts::default(),
    };
    let policy = policy::read(policies).map_err(|Fault(what)| format!("invalid policy: {what}"))?;
    let has_body = !body.iter().all(|byte| is_white(*byte));
    if body.len() > policy.max_body_bytes {
        return Ok(unread("json.too_large"));
    }
    if !has_body && !matches!(operation, "refund" | "reversal" | "capture") {
        return Ok(unread("body.required"));
    }
    let mut tree = None;
    if operation == "capture" {
        // Without a body it is one without members.
        tree = Some(Json::Object(Vec::new()));
    }
    // A reversal has no body; one that is sent isn't read.
    if has_body && operation != "reversal" {
        match parse(body) {
            Ok(json) => tree = Some(json),
            Err(_) => return Ok(unread("json.malformed")),
        }
    }
    let mut ledger = Ledger::new();
    let of = Type::of_body(operation, &policy.members).ok_or("unknown operation")?;
    let is_opaque = http::is_opaque(operation, &facts);
    let known = tree.as_ref().filter(|_| !is_opaque);
    let body = Obj::new(of.clone(), known, String::new());
    let declared = &policy.members;
    let request = Request { operation, has_body, body, facts: &facts, declared };
    match &tree {
        Some(tree) if is_opaque => {
            ledger.fire_if("field.type", !matches!(tree, Json::Object(_)), "");
        }
        Some(tree) => reading::judge(&of, tree, request.is_card_of_payout(), &mut ledger),
        None => {}
    }
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
    let finding = Finding {
        rule: rule.to_owned(),
        path: String::new(),
        level: "deny".to_owned(),
        nearest: None,
        value: None,
    };
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
    let own = policy.rules.iter().zip(&policy.own_levels);
    let own =
        own.map(|(rule, level)| ((rule.name.as_str(), level), policy_rules::judge(rule, request)));
    for ((rule, level), entry) in catalogue.chain(own) {
        let level = match level {
            Level::Deny => "deny",
            Level::Warn => "warn",
            Level::Allow => continue,
        };
        for fired in &entry.fired {
            findings.push(Finding {
                rule: rule.to_owned(),
                path: fired.path.clone(),
                level: level.to_owned(),
                nearest: fired.nearest.clone(),
                value: fired.value.clone(),
            });
        }
        if entry.fired.is_empty() && entry.open {
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
        total: known_total(request).map(|sum| sum.to_text()),
        findings,
        truncated,
        unchecked,
        obligations: obligations(request, rejected),
        valid_until: if rejected { None } else { valid_until(request, policy, ledger) },
    }
}

fn obligations(request: &Request, rejected: bool) -> Vec<Obligation> {
    let mut out = Vec::new();
    if let Some(needs) = saving::three_ds_needs(request) {
        let needs = needs.into_iter().map(str::to_owned).collect();
        out.push(Obligation { kind: "three_ds".to_owned(), by: None, needs });
    }
    if !rejected && request.operation == "order" && scenario(request) == Some("two_step") {
        let by = capture::due_by(request);
        out.push(Obligation { kind: "capture".to_owned(), by, needs: Vec::new() });
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
    let holds = entry.fired.is_empty() && !entry.open;
    if policy.levels[place] == Level::Deny && holds { last.map(to_text) } else { None }
}
