//! `capture.*`, `refund.*` and `reversal.*`: sums, time limits, and the effect of missing facts.

use paylint::schema::Kind;

use super::decimal::Decimal;
use super::reading::{is_absent, member, number};
use super::time::{
    Instant, a_day_apart, end_of_local_day, instant, local_day, plus_days, plus_two_years, to_text,
    utc_offset,
};
use super::{Decision, Json};

/// The shortest and the longest hold, in days.
const SHORTEST_HOLD: i64 = 6;
const LONGEST_HOLD: i64 = 28;

/// The facts that these rules need; `None` if missing.
pub(crate) struct Facts {
    now: Option<Instant>,
    paid_at: Option<Instant>,
    /// In minutes.
    utc_offset: Option<i64>,
    hold_days: Option<i64>,
    /// Whether the original payment is a Two-Step Payment.
    two_step: Option<bool>,
    amount: Option<Decimal>,
    captured: Option<Decimal>,
    refunded: Option<Decimal>,
    last_refund: Option<Decimal>,
    reversed: Option<bool>,
    /// Whether it is known that nobody has paid.
    is_unpaid: bool,
}

impl Facts {
    pub(crate) fn new(json: Json) -> Facts {
        let at = |group, name| member(member(&json, group)?, name);
        let amount = |name| Some(number(Kind::NumberOrText, at("order", name)?)?.value).flatten();
        Facts {
            now: text(member(&json, "now")).and_then(instant),
            paid_at: text(at("order", "paid_at")).and_then(instant),
            utc_offset: text(at("merchant", "utc_offset")).and_then(utc_offset),
            hold_days: match at("merchant", "hold_days") {
                Some(Json::Number(literal)) => literal.parse().ok(),
                _ => None,
            },
            two_step: text(at("order", "scenario")).map(|name| name == "two_step"),
            amount: amount("amount"),
            captured: amount("captured"),
            refunded: amount("refunded"),
            last_refund: amount("last_refund"),
            reversed: match at("order", "reversed") {
                Some(Json::Bool(reversed)) => Some(*reversed),
                _ => None,
            },
            is_unpaid: matches!(at("order", "paid"), Some(Json::Bool(false))),
        }
    }

    fn is_captured(&self) -> Option<bool> {
        self.captured.map(|captured| captured > Decimal::ZERO)
    }

    /// Whether the payment is known to be held and not yet captured.
    fn is_only_held(&self) -> bool {
        self.two_step == Some(true) && self.is_captured() == Some(false)
    }

    /// The missing facts among these names.
    fn missing(&self, names: &[&'static str]) -> Vec<&'static str> {
        let has = |name: &str| match name {
            "now" => self.now.is_some(),
            "merchant.utc_offset" => self.utc_offset.is_some(),
            "merchant.hold_days" => self.hold_days.is_some(),
            "order.scenario" => self.two_step.is_some(),
            "order.amount" => self.amount.is_some(),
            "order.captured" => self.captured.is_some(),
            "order.refunded" => self.refunded.is_some(),
            "order.paid_at" => self.paid_at.is_some(),
            _ => panic!("no fact {name}"),
        };
        names.iter().copied().filter(|name| !has(name)).collect()
    }
}

fn text(json: Option<&Json>) -> Option<&str> {
    match json? {
        Json::Text(text) => Some(text),
        _ => None,
    }
}

impl Decision {
    /// Decides a rule that holds if one of its parts is known to be false, and otherwise needs all of these facts.
    fn all(&mut self, rule: &str, parts: &[Option<bool>], names: &[&'static str], facts: &Facts) {
        if parts.contains(&Some(false)) {
            return;
        }
        let missing = facts.missing(names);
        if missing.is_empty() { self.fire_if(rule, true, "") } else { self.open(rule, missing) }
    }

    /// Decides a rule that needs one fact.
    fn ask(&mut self, rule: &str, violated: Option<bool>, name: &'static str, path: &str) {
        match violated {
            Some(violated) => self.fire_if(rule, violated, path),
            None => self.open(rule, [name]),
        }
    }

    fn amount(&mut self, body: &Json, name: &str, rules: [&str; 2]) -> Option<Decimal> {
        let path = format!("/{name}");
        let json = member(body, name).filter(|json| !is_absent(Kind::Number, json));
        let is_object = matches!(body, Json::Object(_));
        self.fire_if(rules[0], is_object && json.is_none(), path.as_str());
        let amount = number(Kind::Number, json?)?.value?;
        self.fire_if(rules[1], amount < Decimal::MINIMUM, path);
        Some(amount)
    }

    fn in_time(&mut self, rule: &str, last: Option<Instant>) {
        let is_fired = self.findings.iter().any(|(fired, _)| fired == rule);
        if !is_fired && !self.unchecked.contains_key(rule) {
            self.valid_until = last.map(to_text);
        }
    }
}

pub(crate) fn capture(body: Option<&Json>, facts: &Facts, decision: &mut Decision) {
    decision.fire_if("capture.total_missing", body.is_none(), "/total");
    let rules = ["capture.total_required", "capture.total_minimum"];
    if let Some(total) = body.and_then(|body| decision.amount(body, "total", rules)) {
        let more = facts.amount.map(|amount| total > amount);
        decision.ask("capture.exceeds_order", more, "order.amount", "/total");
    }
    let other = facts.two_step.map(|two_step| !two_step);
    decision.ask("capture.two_step_only", other, "order.scenario", "");
    decision.ask("capture.only_once", facts.is_captured(), "order.captured", "");
    decision.ask("capture.reversed", facts.reversed, "order.reversed", "");
    decision.fire_if("capture.unpaid", facts.is_unpaid, "");
    let (rule, days) = ("capture.hold_expired", facts.hold_days);
    let (Some(now), Some(paid_at)) = (facts.now, facts.paid_at) else {
        return decision.open(rule, facts.missing(&["now", "merchant.hold_days", "order.paid_at"]));
    };
    if now > plus_days(paid_at, days.unwrap_or(LONGEST_HOLD)) {
        decision.fire_if(rule, true, "");
    } else if now > plus_days(paid_at, days.unwrap_or(SHORTEST_HOLD)) {
        decision.open(rule, ["merchant.hold_days"]);
    }
    decision.in_time(rule, Some(plus_days(paid_at, days.unwrap_or(SHORTEST_HOLD))));
}

pub(crate) fn refund(body: Option<&Json>, facts: &Facts, decision: &mut Decision) {
    let rules = ["refund.amount_required", "refund.amount_minimum"];
    let amount = body.and_then(|body| decision.amount(body, "amount", rules));
    let is_repeated = amount.is_some() && amount == facts.last_refund;
    decision.fire_if("refund.repeated", is_repeated, "/amount");
    remaining(amount, body.is_none(), facts, decision);
    let parts = [facts.two_step, facts.is_captured().map(|captured| !captured)];
    decision.all("refund.not_captured", &parts, &["order.scenario", "order.captured"], facts);
    decision.ask("refund.reversed", facts.reversed, "order.reversed", "");
    decision.fire_if("refund.unpaid", facts.is_unpaid, "");
    let rule = "refund.too_old";
    match (facts.now, facts.paid_at) {
        (Some(now), Some(paid_at)) => {
            decision.fire_if(rule, now > plus_two_years(paid_at), "");
        }
        _ => decision.open(rule, facts.missing(&["now", "order.paid_at"])),
    }
    decision.in_time(rule, facts.paid_at.map(plus_two_years));
}

/// The rules about the remaining amount. They are unchecked whenever one of the amounts is missing, even if the others
/// would settle it. A refund before the capture is compared with the authorised amount.
fn remaining(amount: Option<Decimal>, is_full: bool, facts: &Facts, decision: &mut Decision) {
    let (mut needs, paid) = match facts.two_step {
        Some(true) if !facts.is_only_held() => (vec!["order.captured"], facts.captured),
        Some(_) => (vec!["order.amount"], facts.amount),
        None => (vec!["order.scenario", "order.amount", "order.captured"], None),
    };
    let (exceeds, nothing, partly) =
        ("refund.exceeds_remaining", "refund.nothing_left", "refund.full_after_partial");
    let (Some(paid), Some(refunded)) = (paid, facts.refunded) else {
        needs.push("order.refunded");
        let may_be_partly = is_full && !facts.is_only_held();
        let asked = [(exceeds, amount.is_some()), (nothing, is_full), (partly, may_be_partly)];
        for (rule, _) in asked.into_iter().filter(|(_, is_asked)| *is_asked) {
            decision.open(rule, facts.missing(&needs));
        }
        return;
    };
    let remaining = paid.minus(refunded);
    decision.fire_if(exceeds, amount.is_some_and(|amount| amount > remaining), "/amount");
    let is_left = remaining > Decimal::ZERO;
    decision.fire_if(nothing, is_full && !is_left, "");
    let is_rest = is_full && is_left && !facts.is_only_held();
    decision.fire_if(partly, is_rest && refunded > Decimal::ZERO, "");
}

pub(crate) fn reversal(has_body: bool, facts: &Facts, decision: &mut Decision) {
    decision.fire_if("reversal.body_forbidden", has_body, "");
    let not_all = facts.captured.zip(facts.amount).map(|(captured, amount)| captured < amount);
    let is_over_0 = facts.amount.map(|amount| amount > Decimal::ZERO);
    let parts = [facts.two_step, facts.is_captured(), is_over_0, not_all];
    let names = ["order.scenario", "order.amount", "order.captured"];
    decision.all("reversal.after_partial_capture", &parts, &names, facts);
    let is_refunded = facts.refunded.map(|refunded| refunded > Decimal::ZERO);
    decision.ask("reversal.after_refund", is_refunded, "order.refunded", "");
    decision.ask("reversal.already_reversed", facts.reversed, "order.reversed", "");
    decision.fire_if("reversal.unpaid", facts.is_unpaid, "");
    let rule = "reversal.same_day";
    match (facts.now, facts.paid_at, facts.utc_offset) {
        (Some(now), Some(paid_at), Some(offset)) => {
            let differs = local_day(now, offset) != local_day(paid_at, offset);
            decision.fire_if(rule, differs, "");
            decision.in_time(rule, Some(end_of_local_day(paid_at, offset)));
        }
        // No day is longer than 24 hours at any offset.
        (Some(now), Some(paid_at), None) if a_day_apart(now, paid_at) => {
            decision.fire_if(rule, true, "");
        }
        _ => {
            let names = ["now", "merchant.utc_offset", "order.paid_at"];
            decision.open(rule, facts.missing(&names));
        }
    }
}
